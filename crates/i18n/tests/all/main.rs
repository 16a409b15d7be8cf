//! What is true of all texts: catalogs are complete, code asks for texts that exist, and templates have none of their
//! own.

mod askama_forms;
mod calls;
mod catalogs;
mod messages;
mod rust_text;
mod shrinking_list;
mod sources;
mod template_text;
mod templates;
mod typography;
mod usage;
