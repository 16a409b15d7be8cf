//! The edge: connections in, one request at a time, answers out.

mod client;
mod leftover;
mod listen;
mod request;

pub use client::client_address;
pub use listen::{Peer, listen};
pub use request::Route;
