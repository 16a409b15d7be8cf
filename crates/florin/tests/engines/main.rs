//! The write path and its guards on both real engines, in this process, with a clock that can be set.

mod answers;
#[path = "../e2e/support/database.rs"]
mod database;
mod fixture;
mod guards;
mod keys;
mod migrations;
mod write_path;
