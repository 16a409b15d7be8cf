//! Banks say things twice, late and in any order. The same set of notices ends in the same balance, whatever their
//! order, and however far the withdrawal was when the first of them came.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use crate::support::{
    Engine, Server, advance, at_once, balance_micros, cancel_external_transfer, happens, look, register, say,
    sequences, text, withdraw,
};

testkit::on_both_engines!(
    the_same_notices_in_any_order_end_in_the_same_balance,
    fifty_copies_of_a_notice_at_once_have_one_effect,
    a_notice_about_a_cancelled_withdrawal_is_kept_and_moves_nothing,
);

const EVENTS: [&str; 3] = ["completed", "failed", "returned"];

fn the_same_notices_in_any_order_end_in_the_same_balance(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let to = register(&sandbox, "usd_ach");
    // All of them on one engine, and the shorter ones on the other.
    let longest = if engine == Engine::Sqlite { 4 } else { 3 };
    let mut gone: BTreeMap<BTreeSet<&str>, BTreeSet<i64>> = BTreeMap::new();
    for notices in sequences(&EVENTS, longest) {
        // While it can still be called back, or when it is on its way.
        for is_sent in [false, true] {
            let before = balance_micros(&sandbox);
            let made = withdraw(&sandbox, &to, "10.00");
            if is_sent {
                advance(&sandbox, 30);
            }
            for event in &notices {
                happens(&sandbox, &made, event);
            }
            let set = notices.iter().copied().collect();
            gone.entry(set).or_default().insert(before - balance_micros(&sandbox));
        }
    }
    assert_eq!(gone.len(), 7, "every set but the empty one");
    for (set, amounts) in gone {
        let left = if set == BTreeSet::from(["completed"]) { 10_000_000 } else { 0 };
        assert_eq!(amounts, BTreeSet::from([left]), "{set:?}");
    }
    server.assert_books();
}

fn fifty_copies_of_a_notice_at_once_have_one_effect(engine: Engine) {
    const COPIES: usize = 50;
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let second = server.database().url().map(|_| server.second_process());
    let beside = second.as_ref().map(|process| sandbox.at(process.test_api()));
    let clients = [vec![sandbox.apart()], beside.into_iter().collect()].concat();
    let made = withdraw(&sandbox, &register(&sandbox, "usd_ach"), "100.00");
    for (event, status, left) in [("completed", "completed", 9_900), ("returned", "failed", 10_000)] {
        let notice = json!({ "event": event });
        let answers = at_once(COPIES, |number| say(&clients[number % clients.len()], &made, &notice));
        for answer in &answers {
            assert_eq!((answer.status, &answer.json()["status"]), (200, &json!(status)), "{answer:?}");
        }
        assert_eq!(balance_micros(&sandbox), left * 1_000_000, "{event}");
    }
    assert_eq!(server.database().rows_in(server.data(), "rail_notices"), 2);
    drop(second);
    server.assert_books();
}

fn a_notice_about_a_cancelled_withdrawal_is_kept_and_moves_nothing(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let made = withdraw(&sandbox, &register(&sandbox, "usd_ach"), "100.00");
    assert_eq!(cancel_external_transfer(&sandbox, &made).status, 200);
    let cancelled = look(&sandbox, &made);
    assert_eq!(text(&cancelled, "status"), "cancelled");
    for event in EVENTS {
        assert_eq!(happens(&sandbox, &made, event), cancelled, "{event}");
    }
    assert_eq!(balance_micros(&sandbox), 10_000_000_000);
    let effects = "select effect from rail_notices order by name";
    // It may have been paid although its money was given back: an operator should look.
    assert_eq!(
        server.database().texts(server.data(), effects),
        ["contradicted", "ignored", "ignored"],
        "completed, failed, returned"
    );
    server.assert_books();
}
