//! The OAuth server.

mod acting;
pub mod app;
mod authorize;
mod clients;
mod codes;
mod consent;
mod endpoint;
mod metadata;
mod redirects;
mod refreshing;
mod revocation;
pub mod world;
