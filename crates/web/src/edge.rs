//! The edge: accepts connections and handles their requests, one at a time.

mod accept;
mod client;
mod leftover;
mod request;
mod write_timeout;

pub use accept::{Peer, listen};
pub use client::{client_address, is_from_this_machine, visitor_memory};
pub use request::RouteLabel;
pub use write_timeout::WriteTimeout;
