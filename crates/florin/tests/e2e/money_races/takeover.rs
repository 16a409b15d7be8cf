//! A server dies with payouts that it had accepted and not settled.

use std::sync::Mutex;

use super::{assert_books_once_settled, unsettled};
use crate::support::{Engine, Fleet, Places, at_once, balance, item, payout};

testkit::on_both_engines!(what_a_killed_server_had_taken_is_settled_by_the_others);

const PAYOUTS: usize = 60;
const ITEMS_EACH: usize = 50;

fn what_a_killed_server_had_taken_is_settled_by_the_others(engine: Engine) {
    let fleet = Fleet::start(engine);
    fleet.server.new_payee("payee@example.com");
    // So that all of it is left behind, however quick the server is.
    fleet.server.hold_settlement();
    let places = Places::of(&fleet);
    let victim = fleet.clients().pop().expect("a server");
    let fleet = Mutex::new(Some(fleet));
    let body = |number: usize| {
        let people = (0..ITEMS_EACH).map(|person| match person % 2 {
            0 => item("payee@example.com", "0.01"),
            _ => item(&format!("waits-{number}-{person}@example.com"), "0.01"),
        });
        payout(people).to_string()
    };
    // The client that is answered first kills the server that answered; all leases are its.
    let killed = at_once(PAYOUTS, |number| {
        let key = format!("taken-{number}");
        let reply = victim.try_send("POST", "/payouts", &[("Idempotency-Key", &key)], Some(&body(number)));
        let fleet = reply.is_ok().then(|| fleet.lock().expect("no panic").take()).flatten();
        fleet.map(|mut fleet| {
            fleet.lose_one(&places);
            let left = unsettled(&fleet.server);
            (fleet, left)
        })
    });
    let (fleet, left) = killed.into_iter().flatten().next().expect("a request was answered");
    assert!(left > 0, "it had taken something");
    // The leases stay: that the others wait for their end and take over is the subject.
    fleet.server.release();
    // Those who were not answered ask the others.
    at_once(PAYOUTS, |number| {
        places.post_once(number, "/payouts", &format!("taken-{number}"), &body(number)).id()
    });
    assert_books_once_settled(&fleet.server);
    let states = |status: &str| {
        let sql = format!("select id from transactions where type = 'payout' and status = '{status}'");
        fleet.server.database().texts(fleet.server.data(), &sql).len()
    };
    let half = PAYOUTS * ITEMS_EACH / 2;
    assert_eq!(["completed", "pending_claim"].map(states), [half, half]);
    assert_eq!(balance(&fleet.server.sandbox()), "9970.00");
}
