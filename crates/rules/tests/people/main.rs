//! Decisions about people: guessing, signing in, sessions, the second factor, and mails.

mod attempts;
mod claim_emails;
mod mails;
mod sessions;
mod support;
