//! The write path and its guards on both real engines, in this process, with a clock that can be set.

mod answers;
mod api_requests;
mod audit;
mod automatic_withdrawals;
mod chain;
mod claim_emails;
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
mod schema;
mod sessions;
mod statements;
mod verify;
mod waiting;
mod write_path;
