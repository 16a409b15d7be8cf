//! Money while everything breaks: servers and databases that are killed, connections that are cut at a commit.
//!
//! Always the same promise: no acknowledged payout is lost, none is done twice, and nothing is stuck.

mod cut_commits;
mod killed_database;
mod killed_server;
mod killed_withdrawing;
pub mod paying;
