//! Banks say things twice, late and in any order. The same set of notices ends in the same balance, whatever their
//! order, and however much time passes between them.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::{Engine, Server, advance, balance_micros, deposit, happens, register, sequences};

testkit::on_both_engines!(the_same_notices_in_any_order_end_in_the_same_balance);

const EVENTS: [&str; 3] = ["received", "failed", "expired"];

fn the_same_notices_in_any_order_end_in_the_same_balance(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let from = register(&sandbox, "usd_ach");
    // All of them on one engine, and the shorter ones on the other.
    let longest = if engine == Engine::Sqlite { 4 } else { 3 };
    let mut credited: BTreeMap<BTreeSet<&str>, BTreeSet<i64>> = BTreeMap::new();
    for notices in sequences(&EVENTS, longest) {
        // Either all is said in one moment, or each has its effect before the next.
        for rests in [false, true] {
            let before = balance_micros(&sandbox);
            let made = deposit(&sandbox, &from, "10.00");
            for event in &notices {
                happens(&sandbox, &made, event);
                if rests {
                    advance(&sandbox, 1);
                }
            }
            advance(&sandbox, 1);
            let set = notices.iter().copied().collect();
            credited.entry(set).or_default().insert(balance_micros(&sandbox) - before);
        }
    }
    assert_eq!(credited.len(), 7, "every set but the empty one");
    for (set, amounts) in credited {
        let came = if set.contains("received") { 9_990_000 } else { 0 };
        assert_eq!(amounts, BTreeSet::from([came]), "{set:?}");
    }
    server.assert_books();
}
