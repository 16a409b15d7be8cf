//! The edge: connections in, one request at a time, answers out.

mod accept;
mod client;
mod leftover;
mod request;
mod write_timeout;

pub use accept::{Peer, listen};
pub use client::{client_address, is_from_this_machine, visitor_memory};
pub use request::RouteLabel;
pub use write_timeout::WriteTimeout;
