//! Many copies of one request at once, while a server dies under them.

use std::sync::Mutex;

use testkit::soak::repetitions;

use super::assert_books_once_settled;
use crate::support::{Engine, Fleet, Places, Reply, at_once, item, payout};

testkit::on_both_engines!(a_hundred_copies_of_a_request_make_one_payout);

const COPIES: usize = 100;

fn body(key: usize) -> String {
    let own = format!("copied-{key}@example.com");
    let people = ["payee@example.com", "sorry+fail@example.com", &own];
    payout(people.map(|email| item(email, "0.10"))).to_string()
}

fn a_hundred_copies_of_a_request_make_one_payout(engine: Engine) {
    let fleet = Fleet::start(engine);
    fleet.server.new_payee("payee@example.com");
    let places = Places::of(&fleet);
    let fleet = Mutex::new(fleet);
    let keys = repetitions(25, 100);
    for key in 0..keys {
        let (name, body) = (format!("key-{key}"), body(key));
        let replies = at_once(COPIES + 1, |copy| {
            if copy < COPIES {
                return Some(places.post_once(copy, "/payouts", &name, &body));
            }
            if key == keys / 2 {
                fleet.lock().expect("no other thread kills").lose_one(&places);
            }
            None
        });
        assert_same(&replies.into_iter().flatten().collect::<Vec<Reply>>());
    }
    let fleet = fleet.into_inner().expect("no thread panicked");
    let count = |sql: &str| fleet.server.database().texts(fleet.server.data(), sql).len();
    assert_eq!(count("select id from payouts"), keys);
    assert_eq!(count("select operation from transfers where step = 'hold'"), keys);
    let sandbox = fleet.server.sandbox();
    for key in 0..keys {
        let found = sandbox.get(&format!("/payouts?idempotency_key=key-{key}")).json();
        assert_eq!(found["data"].as_array().map(Vec::len), Some(1), "key {key}");
    }
    assert_books_once_settled(&fleet.server);
}

/// All say the same, and at most one of them that it was the first; that one may have died with its server.
fn assert_same(replies: &[Reply]) {
    assert_eq!(replies.len(), COPIES);
    let mut first = 0;
    for reply in replies {
        assert_eq!((reply.status, &reply.body), (200, &replies[0].body));
        match reply.header("Idempotent-Replayed") {
            None => first += 1,
            said => assert_eq!(said, Some("true")),
        }
    }
    assert!(first <= 1, "{first} were the first");
}
