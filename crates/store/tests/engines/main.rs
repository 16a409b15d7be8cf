//! The write path and its guards on both real engines, in this process, with a clock that can be set.

mod answers;
mod audit;
mod automatic_withdrawals;
mod chain;
mod claim_emails;
mod connections;
mod endpoints;
mod events;
mod external_transfers;
mod failover;
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
mod schema;
mod sessions;
mod statements;
mod verify;
mod waiting;
mod write_path;
