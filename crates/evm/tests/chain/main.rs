//! The crate against a real node (anvil) and tokens of our own, and against nodes that lie.

mod dry_run;
mod finality;
mod http;
mod payments;
mod ranges;
mod reading;
mod reorganizations;
mod sending;
mod verification;
mod world;
