//! The list of payouts: its filters, alone and together, with pages.

use serde_json::{Value, json};

use super::{cancel, id, text};
use crate::support::{Client, Engine, Server, accepted, settled};

testkit::on_both_engines!(
    payouts_are_filtered_by_state,
    payouts_are_found_by_reference_and_by_idempotency_key,
    filters_pages_and_times_go_together,
    a_cursor_is_good_for_its_own_filter_only,
);

testkit::on_one_engine!(what_is_no_filter_is_refused_at_its_place);

fn page(client: &Client, query: &str) -> (Vec<Value>, Option<String>) {
    let page = accepted(&client.get(&format!("/payouts?{query}")));
    let cursor = page["next_cursor"].as_str().map(str::to_owned);
    (page["data"].as_array().expect("data").clone(), cursor)
}

fn walk(client: &Client, filters: &str, page_size: usize) -> Vec<Value> {
    let (mut rows, mut cursor) = page(client, &format!("{filters}&page_size={page_size}"));
    while let Some(after) = cursor {
        let (more, next) = page(client, &format!("{filters}&page_size={page_size}&cursor={after}"));
        assert!((1..=page_size).contains(&more.len()));
        rows.extend(more);
        cursor = next;
    }
    rows
}

/// Twelve payouts, three in each state, newest first; their references go in threes, their keys are all different.
fn twelve(server: &Server) -> Vec<Value> {
    let sandbox = server.sandbox();
    let own = server.info("email");
    let made = (0..12).map(|number| {
        let email = ["ada@example.com", own, "eve+fail@example.com", "ben@example.com"][number % 4];
        let (item, month) = (json!({ "email": email, "amount": "1" }), format!("month {}", number / 3));
        let body = json!({ "items": [item], "reference": month });
        let payout =
            settled(&sandbox, &accepted(&sandbox.post_once("/payouts", &format!("key-{number}"), &body)));
        if number % 4 == 3 { accepted(&cancel(&sandbox, &payout)) } else { payout }
    });
    let mut made: Vec<Value> = made.collect();
    made.reverse();
    made
}

fn with_status(rows: &[Value], status: &[&str]) -> Vec<Value> {
    rows.iter().filter(|row| status.contains(&text(row, "status"))).cloned().collect()
}

fn payouts_are_filtered_by_state(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let rows = twelve(&server);
    assert_eq!(page(&sandbox, ""), (rows.clone(), None));
    let all = ["processing", "completed", "failed", "cancelled"];
    for status in all {
        let expected = with_status(&rows, &[status]);
        assert_eq!((expected.len(), page(&sandbox, &format!("status={status}"))), (3, (expected, None)));
    }
    for (query, states) in [
        ("status=failed&status=cancelled", &["failed", "cancelled"][..]),
        ("status=cancelled&status=failed&status=failed", &["failed", "cancelled"]),
        ("status=processing&status=completed&status=failed&status=cancelled", &all),
    ] {
        assert_eq!(page(&sandbox, query).0, with_status(&rows, states), "{query}");
    }
    // What ends in between moves from one answer to the other.
    let open = &with_status(&rows, &["processing"])[1];
    accepted(&cancel(&sandbox, open));
    assert!(page(&sandbox, "status=processing").0.iter().all(|row| id(row) != id(open)));
    assert!(page(&sandbox, "status=cancelled").0.iter().any(|row| id(row) == id(open)));
}

fn payouts_are_found_by_reference_and_by_idempotency_key(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let rows = twelve(&server);
    for month in 0..4 {
        let expected = &rows[9 - 3 * month..12 - 3 * month];
        for query in [format!("reference=month%20{month}"), format!("reference=month+{month}&page_size=100")]
        {
            assert_eq!(page(&sandbox, &query), (expected.to_vec(), None), "{query}");
        }
    }
    for number in 0..12 {
        let (found, cursor) = page(&sandbox, &format!("idempotency_key=key-{number}"));
        assert_eq!((found, cursor), (vec![rows[11 - number].clone()], None));
    }
    for nothing in [
        "reference=month",
        "reference=Month%200",
        "reference=month%20%25",
        "reference=%25",
        "reference=month_0",
        "idempotency_key=key",
        "idempotency_key=KEY-1",
        "idempotency_key=key-1%25",
        "idempotency_key=key-12",
        "reference=month%200&idempotency_key=key-11",
        "reference=month%200&status=processing&idempotency_key=key-1",
    ] {
        assert_eq!(page(&sandbox, nothing), (Vec::new(), None), "{nothing}");
    }
    assert_eq!(page(&sandbox, "reference=month%200&idempotency_key=key-1").0, [rows[10].clone()]);
    // A key is the account's own.
    server.new_user("other@example.org");
    let other = sandbox.with_key(&server.new_key("other@example.org", "test", "all"));
    for query in ["idempotency_key=key-1", "reference=month%200", ""] {
        assert_eq!(page(&other, query), (Vec::new(), None), "{query}");
    }
}

fn filters_pages_and_times_go_together(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let rows = twelve(&server);
    let (from, to) = (text(&rows[9], "created_at"), text(&rows[1], "created_at"));
    for page_size in [1, 2, 5, 100] {
        assert_eq!(walk(&sandbox, "", page_size), rows, "by {page_size}");
        assert_eq!(walk(&sandbox, &format!("created_from={from}"), page_size), rows[..=9]);
        assert_eq!(walk(&sandbox, &format!("created_to={to}"), page_size), rows[2..]);
        let filter = format!("created_from={from}&status=completed&created_to={to}&status=failed");
        assert_eq!(walk(&sandbox, &filter, page_size), with_status(&rows[2..=9], &["completed", "failed"]));
        let filter = format!("reference=month%201&created_from={from}&status=processing&status=completed");
        assert_eq!(
            walk(&sandbox, &filter, page_size),
            with_status(&rows[6..=8], &["processing", "completed"])
        );
    }
}

fn what_is_no_filter_is_refused_at_its_place(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let long = "x".repeat(256);
    let (long_key, long_reference) = (format!("idempotency_key={long}"), format!("reference={long}"));
    for (query, place) in [
        ("status=pending_claim", "query.status"),
        ("status=Completed", "query.status"),
        ("status=", "query.status"),
        ("status=completed,failed", "query.status"),
        ("reference=", "query.reference"),
        ("reference=a&reference=a", "query.reference"),
        ("reference=a%00b", "query.reference"),
        (&long_reference, "query.reference"),
        ("idempotency_key=", "query.idempotency_key"),
        ("idempotency_key=two%20words", "query.idempotency_key"),
        ("idempotency_key=%C3%BC", "query.idempotency_key"),
        ("idempotency_key=a&idempotency_key=b", "query.idempotency_key"),
        (&long_key, "query.idempotency_key"),
        ("created_from=today", "query.created_from"),
        ("recipient_id=rcp_01kdvq3y5cf2ab6ngnm3hcrkve", "query.recipient_id"),
        ("type=payout", "query.type"),
        ("Idempotency-Key=a", "query.Idempotency-Key"),
    ] {
        let reply = sandbox.get(&format!("/payouts?{query}"));
        reply.assert_problem(400, "invalid_request");
        assert_eq!(reply.locations(), [place], "{query}");
    }
}

fn a_cursor_is_good_for_its_own_filter_only(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    twelve(&server);
    let filters =
        ["", "status=completed", "status=failed", "status=completed&status=failed", "reference=month%201"];
    for given in filters {
        let cursor = page(&sandbox, &format!("{given}&page_size=1")).1.expect("more rows");
        for used in filters {
            let reply = sandbox.get(&format!("/payouts?{used}&cursor={cursor}"));
            match used == given {
                true => assert_eq!(reply.status, 200, "{reply:?}"),
                false => reply.assert_problem(400, "invalid_cursor"),
            }
        }
        for other in ["/transactions", "/recipients", "/bank_accounts"] {
            sandbox.get(&format!("{other}?cursor={cursor}")).assert_problem(400, "invalid_cursor");
        }
    }
}
