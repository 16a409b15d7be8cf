//! `kill -9` for PostgreSQL and Florin together, while payouts are accepted, settled and cancelled.

use testkit::soak::repetitions;

use super::paying::{Paying, check};
use crate::support::{Cluster, Load, Luck, Server, fund};

const MAX_WRITES: u64 = 40;

#[test]
fn killing_postgresql_and_then_florin_loses_and_doubles_no_payout() {
    crash_under_load(|cluster, server| {
        cluster.crash();
        server.kill();
    });
}

#[test]
fn killing_florin_and_then_postgresql_loses_and_doubles_no_payout() {
    crash_under_load(|cluster, server| {
        server.kill();
        cluster.crash();
    });
}

/// Two servers, so that what one of them lost can be mistaken for what the other did. One dies with the database, the
/// other must find back to it by itself.
fn crash_under_load(crash: fn(&Cluster, &mut Server)) {
    let cluster = Cluster::start();
    let mut luck = Luck::new("killing PostgreSQL and Florin");
    let mut server = Server::start_on(cluster.database(), &[]);
    server.new_payee("payee@example.com");
    fund(&server.sandbox(), "1000000.00");
    let survivor = server.second_process();
    let (load, other_load) = (Load::<Paying>::start("dies"), Load::start("lives"));
    other_load.move_to(server.sandbox().at(survivor.test_api()));
    for _ in 0..repetitions(5, 10) {
        load.move_to(server.sandbox());
        load.wait_for(luck.up_to(MAX_WRITES));
        other_load.wait_for(luck.up_to(MAX_WRITES));
        crash(&cluster, &mut server);
        cluster.start_again();
        server.restart();
    }
    load.move_to(server.sandbox());
    let mut notes = load.stop();
    notes.add(other_load.stop());
    check(&notes, &server);
}
