//! House rules that a tool can check: layers, no import cycles, one place for each power, and files a reader can hold
//! in mind.
//!
//! The lists of exceptions may only shrink.

mod cycles;
mod layers;
mod powers;
mod size;
mod sources;
