//! End-to-end tests: real processes, both engines, real HTTP.

mod access;
#[path = "../../../evm/tests/support/anvil.rs"]
mod anvil;
mod bank_accounts;
mod command_line;
mod crashes;
mod dashboard_funding;
mod dashboard_money;
mod dashboard_webhooks;
mod deposits;
mod errors;
mod events;
mod external_wallets;
mod idempotency;
mod keys;
mod lists;
mod live_chain;
mod money_crashes;
mod money_races;
mod oauth;
mod operators;
mod payouts;
mod people;
mod quotes;
mod recipients;
mod secrets_at_rest;
mod simulate;
mod slow_clients;
mod smoke;
mod support;
mod tour;
mod transactions;
mod webhooks;
mod withdrawals;
