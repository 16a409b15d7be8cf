//! How a payout ends: by what became of its items, and for good.

use serde_json::{Value, json};

use super::{breakdown, cancel, cancel_item, claim, text};
use crate::support::{Client, Engine, Server, accepted, balance, items_of, pay, pay_and_settle, settled};

testkit::on_sqlite_daily!(
    a_payout_is_as_good_as_its_best_item,
    the_counters_always_add_up_to_all_items,
    a_payout_that_is_not_settled_is_processing_and_so_are_its_items,
);

const ADA: &str = "ada@example.com";
const BEN: &str = "ben@example.com";
const FAIL: &str = "eve+fail@example.com";

enum Act {
    Claim(usize),
    Cancel(usize),
    Expire,
}

use Act::{Cancel, Claim, Expire};

fn act(client: &Client, payout: &Value, act: &Act) {
    let items = items_of(client, payout);
    let reply = match act {
        Claim(index) => claim(client, &items[*index]),
        Cancel(index) => cancel_item(client, &items[*index]),
        Expire => client.post("/simulate/clock", &json!({ "advance_seconds": 31 * 86_400 })),
    };
    assert_eq!(reply.status, 200, "{reply:?}");
}

fn a_payout_is_as_good_as_its_best_item(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    // A test user's own address, who is on the platform.
    let own = server.info("email").to_owned();
    let own = own.as_str();
    let table = [
        (vec![own], vec![], "completed", breakdown(0, 1, 0, 0, 0), None),
        (vec![own, FAIL], vec![], "completed", breakdown(0, 1, 1, 0, 0), None),
        (vec![FAIL], vec![], "failed", breakdown(0, 0, 1, 0, 0), Some("no_item_completed")),
        (vec![FAIL, ADA], vec![Cancel(1)], "failed", breakdown(1, 0, 1, 0, 0), Some("no_item_completed")),
        (vec![FAIL, BEN], vec![Expire], "failed", breakdown(1, 0, 1, 0, 0), Some("no_item_completed")),
        (vec![ADA], vec![Cancel(0)], "cancelled", breakdown(1, 0, 0, 0, 0), None),
        (vec![ADA, BEN], vec![Cancel(1), Cancel(0)], "cancelled", breakdown(2, 0, 0, 0, 0), None),
        (vec![ADA, BEN], vec![Expire], "cancelled", breakdown(2, 0, 0, 0, 0), None),
        (vec![ADA, BEN], vec![Cancel(0), Expire], "cancelled", breakdown(2, 0, 0, 0, 0), None),
        (vec![own, ADA, FAIL], vec![Cancel(1)], "completed", breakdown(1, 1, 1, 0, 0), None),
        (
            vec![ADA, ADA, FAIL, BEN],
            vec![Claim(0), Claim(1), Cancel(3)],
            "completed",
            breakdown(1, 2, 1, 0, 0),
            None,
        ),
        (vec!["cyd@example.com", BEN], vec![Claim(0), Expire], "completed", breakdown(1, 1, 0, 0, 0), None),
    ];
    for (emails, acts, status, counters, reason) in table {
        let items: Vec<(&str, &str)> = emails.iter().map(|email| (*email, "1")).collect();
        let mut payout = pay_and_settle(&sandbox, &items);
        for one in &acts {
            assert_eq!(text(&payout, "status"), "processing", "{emails:?}");
            assert!(payout.get("completed_at").is_none(), "{payout}");
            act(&sandbox, &payout, one);
            payout = settled(&sandbox, &payout);
        }
        assert_eq!((text(&payout, "status"), &payout["item_breakdown"]), (status, &counters), "{emails:?}");
        assert_eq!(payout.get("failure_reason").and_then(Value::as_str), reason, "{emails:?}");
        assert!(text(&payout, "completed_at") >= text(&payout, "created_at"), "{payout}");
        // An end is an end.
        cancel(&sandbox, &payout).assert_problem(409, "invalid_state");
        assert_eq!(settled(&sandbox, &payout), payout);
    }
    server.assert_books_balance();
}

fn the_counters_always_add_up_to_all_items(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let emails: Vec<String> = (0..30)
        .map(|number| match number % 3 {
            0 => server.info("email").to_owned(),
            1 => format!("n{number}+fail@example.com"),
            _ => format!("n{number}@example.com"),
        })
        .collect();
    let items: Vec<(&str, &str)> = emails.iter().map(|email| (email.as_str(), "1.5")).collect();
    let payout = pay_and_settle(&sandbox, &items);
    assert_eq!(payout["item_breakdown"], breakdown(0, 10, 10, 10, 0));
    let waiting: Vec<Value> =
        items_of(&sandbox, &payout).into_iter().filter(|item| item["status"] == "pending_claim").collect();
    for (number, item) in waiting.iter().enumerate() {
        let reply = if number % 2 == 0 { claim(&sandbox, item) } else { cancel_item(&sandbox, item) };
        assert_eq!(reply.status, 200, "{reply:?}");
        let payout = settled(&sandbox, &payout);
        let counters = payout["item_breakdown"].as_object().expect("counters");
        assert_eq!(counters.len(), 5);
        let sum: u64 = counters.values().filter_map(Value::as_u64).sum();
        assert_eq!((sum, &payout["total_items"], &payout["total_amount"]), (30, &json!(30), &json!("45.00")));
        let last = number + 1 == waiting.len();
        assert_eq!(text(&payout, "status"), if last { "completed" } else { "processing" });
    }
    // Ten to oneself, ten back, five claimed, five cancelled.
    assert_eq!(balance(&sandbox), "9992.50");
}

fn a_payout_that_is_not_settled_is_processing_and_so_are_its_items(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    server.hold_settlement();
    let made = accepted(&pay(&sandbox, &[(ADA, "2"), (server.info("email"), "3")]));
    assert_eq!(sandbox.get(&format!("/payouts/{}", text(&made, "id"))).json(), made);
    assert_eq!(made["item_breakdown"], breakdown(0, 0, 0, 0, 2));
    for item in items_of(&sandbox, &made) {
        assert_eq!(text(&item, "status"), "processing");
        let transaction = accepted(&sandbox.get(&format!("/transactions/{}", text(&item, "id"))));
        assert_eq!(text(&transaction, "status"), "queued");
    }
    assert_eq!(balance(&sandbox), "9995.00");
    server.release_settlement();
    let paid = settled(&sandbox, &made);
    assert_eq!(paid["item_breakdown"], breakdown(0, 1, 0, 1, 0));
    assert_eq!(balance(&sandbox), "9998.00");
    server.assert_books_balance();
}
