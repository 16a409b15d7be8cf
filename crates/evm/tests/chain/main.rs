//! The crate against a real node (anvil) and tokens of our own, and against nodes that lie.

#[path = "../support/anvil.rs"]
mod anvil;
mod dry_run;
mod finality;
mod http;
mod payments;
#[path = "../support/proxy.rs"]
mod proxy;
mod ranges;
mod reading;
mod reorganisations;
mod sending;
mod verification;
mod world;
