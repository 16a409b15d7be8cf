//! Decisions about people: guessing, signing in, sessions, the second factor, and emails.

mod account_types;
mod activity_emails;
mod attempts;
mod claim_email_turns;
mod claim_emails;
mod devices;
mod emails;
mod languages;
mod locking;
mod names;
mod paying;
mod security_changes;
mod sessions;
mod support;
