//! End-to-end tests: real processes, both engines, real HTTP.

mod access;
mod bank_accounts;
mod command_line;
mod crashes;
mod errors;
mod idempotency;
mod keys;
mod lists;
mod recipients;
mod secrets_at_rest;
mod slow_clients;
mod smoke;
mod support;
