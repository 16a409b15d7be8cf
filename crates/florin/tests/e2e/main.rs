//! End-to-end tests: real processes, both engines, real HTTP.

mod access;
mod bank_accounts;
mod command_line;
mod crashes;
mod dashboard_money;
mod deposits;
mod errors;
mod external_wallets;
mod idempotency;
mod keys;
mod lists;
mod money_crashes;
mod money_races;
mod operators;
mod payouts;
mod quotes;
mod recipients;
mod secrets_at_rest;
mod simulate;
mod slow_clients;
mod smoke;
mod support;
mod tour;
mod transactions;
mod withdrawals;
