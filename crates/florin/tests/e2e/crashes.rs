//! What breaks under Florin, and Florin itself: killed processes, killed databases, cut connections, full disks.
//!
//! Always the same promise: what was acknowledged is there, nothing is there twice, and a client that repeats a request
//! with its `Idempotency-Key` gets exactly one object.

mod cut_commits;
mod full_disk;
mod killed_server;
mod lost_database;
mod notes;
