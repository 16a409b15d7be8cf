//! Thousands of claims expire while all servers look after them, and one of them dies.

use std::thread;

use super::{assert_books_once_settled, callers};
use crate::support::{Engine, Fleet, Places, Server, at_once, balance, eventually, item, payout};

testkit::on_both_engines!(
    ten_thousand_claims_expire_once_each_although_a_server_dies,
    nothing_waits_any_more_when_the_clock_has_answered,
);

const ITEMS_EACH: usize = 100;
const AT_ONCE: usize = 10;
const A_MONTH_LATER: &str = r#"{"advance_seconds":2678400}"#;

/// Claims that wait.
fn open_claims(server: &Server) -> usize {
    usize::try_from(server.database().rows_in(server.data(), "claims")).expect("a count")
}

/// So many payouts of a hundred items with unknown recipients, settled.
fn wait_to_be_claimed(fleet: &Fleet, payouts: usize) {
    let clients = callers(fleet, AT_ONCE);
    at_once(AT_ONCE, |thread| {
        for number in (thread..payouts).step_by(AT_ONCE) {
            let people =
                (0..ITEMS_EACH).map(|person| item(&format!("nobody-{number}-{person}@example.com"), "0.01"));
            clients[thread].post("/payouts", &payout(people)).id();
        }
    });
    let all = payouts * ITEMS_EACH;
    eventually("all wait to be claimed", || (open_claims(&fleet.server) == all).then_some(()));
}

fn ten_thousand_claims_expire_once_each_although_a_server_dies(engine: Engine) {
    let mut fleet = Fleet::start(engine);
    let places = Places::of(&fleet);
    wait_to_be_claimed(&fleet, 100);
    let victim = fleet.clients().pop().expect("a server");
    thread::scope(|scope| {
        // It is killed before it can answer.
        let asking = scope.spawn(|| victim.try_send("POST", "/simulate/clock", &[], Some(A_MONTH_LATER)));
        eventually("some have expired", || (open_claims(&fleet.server) < 10_000).then_some(()));
        fleet.lose_one(&places);
        assert!(asking.join().expect("no panic").is_err(), "it was killed too late");
    });
    assert!(open_claims(&fleet.server) > 0, "it was killed too late");
    eventually("all have expired", || (open_claims(&fleet.server) == 0).then_some(()));
    assert_all_is_back(&fleet.server, 100);
}

fn nothing_waits_any_more_when_the_clock_has_answered(engine: Engine) {
    let fleet = Fleet::start(engine);
    wait_to_be_claimed(&fleet, 30);
    let answer = fleet.server.sandbox().send("POST", "/simulate/clock", &[], Some(A_MONTH_LATER));
    assert_eq!((answer.status, open_claims(&fleet.server)), (200, 0));
    assert_all_is_back(&fleet.server, 30);
}

fn assert_all_is_back(server: &Server, payouts: usize) {
    assert_books_once_settled(server);
    assert_eq!(balance(&server.sandbox()), "10000.00");
    let cancelled = "select id from payouts where status = 'cancelled' and cancelled = 100";
    assert_eq!(server.database().texts(server.data(), cancelled).len(), payouts);
    let expired = "select id from transactions where status = 'expired' and failure_reason = 'claim_expired'";
    assert_eq!(server.database().texts(server.data(), expired).len(), payouts * ITEMS_EACH);
}
