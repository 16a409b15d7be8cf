//! Decisions about people: guessing, signing in, sessions, the second factor, and mails.

mod attempts;
mod claim_email_turns;
mod claim_emails;
mod devices;
mod mails;
mod names;
mod paying;
mod sessions;
mod support;
