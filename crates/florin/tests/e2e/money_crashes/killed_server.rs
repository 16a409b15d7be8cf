//! `kill -9` for Florin in a loop, while payouts are accepted, settled and cancelled.

use testkit::soak::repetitions;

use super::paying::{Paying, check};
use crate::support::{Engine, Load, Luck, Server, fund};

/// More than all payouts of a test together.
const ENOUGH: &str = "1000000.00";
const MAX_WRITES: u64 = 30;

#[test]
fn killing_a_server_on_sqlite_loses_and_doubles_no_payout() {
    kill_under_load(Engine::Sqlite, repetitions(50, 200));
}

#[test]
fn killing_a_server_on_postgresql_loses_and_doubles_no_payout() {
    kill_under_load(Engine::Postgres, repetitions(20, 40));
}

fn kill_under_load(engine: Engine, kills: usize) {
    let mut luck = Luck::new("killing the server that pays");
    let mut server = Server::start(engine);
    server.new_payee("payee@example.com");
    fund(&server.sandbox(), ENOUGH);
    let load = Load::<Paying>::start("pay");
    let notes = load.stop_after_kills(&mut server, kills, MAX_WRITES, &mut luck);
    check(&notes, &server);
}
