//! The items of a payout, page by page in the order of the request, and by state.

use serde_json::Value;

use super::{cancel_item, claim, id, item_path, text};
use crate::support::{Client, Engine, Server, accepted, items_of, pay_and_settle};

testkit::on_both_engines!(
    pages_of_every_size_hold_every_item_once_in_the_order_of_the_request,
    items_are_filtered_by_the_state_they_show,
);

testkit::on_sqlite_daily!(a_cursor_is_good_for_its_own_payout_and_filter_only);

testkit::on_one_engine!(what_is_no_filter_of_items_is_refused_at_its_place);

fn page(client: &Client, payout: &Value, query: &str) -> (Vec<Value>, Option<String>) {
    let page = accepted(&client.get(&format!("/payouts/{}/items?{query}", id(payout))));
    let cursor = page["next_cursor"].as_str().map(str::to_owned);
    (page["data"].as_array().expect("data").clone(), cursor)
}

fn walk(client: &Client, payout: &Value, filters: &str, page_size: usize) -> Vec<Value> {
    let (mut rows, mut cursor) = page(client, payout, &format!("{filters}&page_size={page_size}"));
    while let Some(after) = cursor {
        assert_eq!(rows.len() % page_size, 0, "a page in the middle is not full");
        let (more, next) = page(client, payout, &format!("{filters}&page_size={page_size}&cursor={after}"));
        assert!((1..=page_size).contains(&more.len()));
        rows.extend(more);
        cursor = next;
    }
    rows
}

fn pages_of_every_size_hold_every_item_once_in_the_order_of_the_request(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    // Neither by amount nor by address is this order any other than that of the request.
    let wishes: Vec<(String, String)> = (0..100)
        .map(|number| (format!("n{}@example.com", number * 37 % 100), format!("{}", 1 + number * 53 % 90)))
        .collect();
    let wishes: Vec<(&str, &str)> =
        wishes.iter().map(|(email, amount)| (email.as_str(), amount.as_str())).collect();
    let payout = pay_and_settle(&sandbox, &wishes);
    let items = items_of(&sandbox, &payout);
    let emails: Vec<&str> = items.iter().map(|item| text(item, "email")).collect();
    assert_eq!(emails, wishes.iter().map(|(email, _)| *email).collect::<Vec<_>>());
    for page_size in [1, 3, 33, 50, 99, 100] {
        assert_eq!(walk(&sandbox, &payout, "", page_size), items, "by {page_size}");
    }
    for item in items.iter().step_by(17) {
        assert_eq!(sandbox.get(&item_path(item)).json(), *item);
    }
    let time = text(&payout, "created_at");
    assert_eq!(page(&sandbox, &payout, &format!("created_from={time}")).0, items);
    assert_eq!(page(&sandbox, &payout, &format!("created_to={time}")), (Vec::new(), None));
}

fn items_are_filtered_by_the_state_they_show(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let own = server.info("email").to_owned();
    let emails = [
        "a@example.com",
        &own,
        "x+fail@example.com",
        "b@example.com",
        "c@example.com",
        &own,
        "d@example.com",
    ];
    let payout = pay_and_settle(&sandbox, &emails.map(|email| (email, "1")));
    let items = items_of(&sandbox, &payout);
    accepted(&cancel_item(&sandbox, &items[3]));
    accepted(&claim(&sandbox, &items[4]));
    let positions = |query: &str| -> Vec<usize> {
        let place = |row: &Value| items.iter().position(|item| id(item) == id(row)).expect("an item");
        [1, 100]
            .map(|size| walk(&sandbox, &payout, query, size).iter().map(place).collect::<Vec<_>>())
            .concat()
    };
    for (query, expected) in [
        ("status=completed", vec![1, 4, 5]),
        ("status=failed", vec![2]),
        ("status=cancelled", vec![3]),
        ("status=pending_claim", vec![0, 6]),
        ("status=processing", vec![]),
        ("status=cancelled&status=pending_claim", vec![0, 3, 6]),
        ("status=processing&status=failed", vec![2]),
        ("", vec![0, 1, 2, 3, 4, 5, 6]),
    ] {
        assert_eq!(positions(query), [expected.clone(), expected].concat(), "{query}");
    }
    // One that was not claimed in time shows as cancelled, and is found as that.
    let clock = serde_json::json!({ "advance_seconds": 31 * 86_400 });
    accepted(&sandbox.post("/simulate/clock", &clock));
    assert_eq!(positions("status=cancelled"), [0, 3, 6, 0, 3, 6]);
    assert!(positions("status=pending_claim").is_empty());
}

fn what_is_no_filter_of_items_is_refused_at_its_place(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let payout = pay_and_settle(&sandbox, &[("ada@example.com", "1")]);
    for (query, place) in [
        ("status=queued", "query.status"),
        ("status=expired", "query.status"),
        ("status=", "query.status"),
        ("page_size=0", "query.page_size"),
        ("page_size=101", "query.page_size"),
        ("created_to=x", "query.created_to"),
        ("email=ada@example.com", "query.email"),
        ("reference=x", "query.reference"),
    ] {
        let reply = sandbox.get(&format!("/payouts/{}/items?{query}", id(&payout)));
        reply.assert_problem(400, "invalid_request");
        assert_eq!(reply.locations(), [place], "{query}");
    }
    let unknown = "/payouts/po_01kdvq3y5cf2ab6ngnm3hcrkve/items";
    sandbox.get(unknown).assert_problem(404, "not_found");
    sandbox.get(&format!("{unknown}?status=failed")).assert_problem(404, "not_found");
}

fn a_cursor_is_good_for_its_own_payout_and_filter_only(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let payouts = [1, 2].map(|_| pay_and_settle(&sandbox, &[("ada@example.com", "1"); 3]));
    let filters = ["", "status=pending_claim", "status=pending_claim&status=failed"];
    for (own, payout) in payouts.iter().enumerate() {
        for given in filters {
            let cursor = page(&sandbox, payout, &format!("{given}&page_size=1")).1.expect("more items");
            for (other, payout) in payouts.iter().enumerate() {
                for used in filters {
                    let path = format!("/payouts/{}/items?{used}&cursor={cursor}", id(payout));
                    match own == other && used == given {
                        true => {
                            assert_eq!(sandbox.get(&path).json()["data"].as_array().map(Vec::len), Some(2))
                        }
                        false => sandbox.get(&path).assert_problem(400, "invalid_cursor"),
                    }
                }
            }
            for list in ["/payouts", "/transactions"] {
                sandbox.get(&format!("{list}?cursor={cursor}")).assert_problem(400, "invalid_cursor");
            }
        }
    }
}
