//! Money under many hands at the same moment, on one server and on three that share a database.
//!
//! Always the same promise: exactly what fits happens, each thing once, and the books show it.

mod books;
mod copies;
mod expiry;
mod hot_accounts;
mod one_slot;
mod part_claimed;
mod scarce;
mod takeover;

use crate::support::{Client, Fleet, Server, eventually};

/// How many payouts no worker has finished with.
fn unsettled(server: &Server) -> usize {
    server.database().texts(server.data(), "select id from payouts where processing > 0").len()
}

/// Waits until everything is settled, and proves the books.
#[track_caller]
fn assert_books_once_settled(server: &Server) {
    eventually("everything is settled", || (unsettled(server) == 0).then_some(()));
    server.assert_books();
}

/// A client for each of so many callers, spread over all servers.
fn callers(fleet: &Fleet, count: usize) -> Vec<Client> {
    let clients = fleet.clients();
    (0..count).map(|number| clients[number % clients.len()].apart()).collect()
}
