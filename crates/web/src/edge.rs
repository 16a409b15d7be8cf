//! The edge: connections in, one request at a time, answers out.

mod leftover;
mod listen;
mod request;

pub use listen::{Peer, listen};
pub use request::Route;
