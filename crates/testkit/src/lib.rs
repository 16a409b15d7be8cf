//! What the tests of several crates share: databases, a chain, an email server, and waiting with a deadline. It uses no
//! crate of Florin, so that a change to the product does not build it again.

#[cfg(feature = "chain")]
pub mod anvil;
#[cfg(feature = "certificates")]
pub mod certificates;
#[cfg(feature = "database")]
pub mod cluster;
#[cfg(feature = "database")]
pub mod database;
pub mod email_server;
pub mod engine;
pub mod lines;
#[cfg(feature = "chain")]
pub mod node_proxy;
pub mod patience;
#[cfg(feature = "database")]
pub mod pooler;
pub mod poppler;
pub mod program;
pub mod redirect_uris;
pub mod soak;
