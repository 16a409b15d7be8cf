//! The write path and its guards on both real engines, in this process, with a clock that can be set.

mod answers;
#[path = "../../../evm/tests/support/anvil.rs"]
mod anvil;
mod audit;
mod chain;
mod claim_emails;
#[path = "../e2e/support/database.rs"]
mod database;
mod endpoints;
mod events;
mod external_transfers;
mod fixture;
mod growth;
mod guards;
mod hostile;
mod keys;
mod lists;
mod many_claims;
mod migrations;
mod payouts;
mod priority;
#[path = "../../../evm/tests/support/proxy.rs"]
mod proxy;
mod schema;
mod verify;
mod write_path;
