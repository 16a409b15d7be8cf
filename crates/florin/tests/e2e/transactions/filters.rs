//! Filters of the list of transactions, one by one, together, and with pages.

use serde_json::{Value, json};

use super::{id, ids, page, text, walk};
use crate::support::{Engine, Server, accepted, bank_account, items_of, pay_and_settle};

testkit::on_both_engines!(
    transactions_are_filtered_by_type_and_state,
    transactions_are_found_by_payout_and_by_recipient,
    all_filters_go_together_and_with_pages,
    items_of_one_moment_are_ordered_by_id_and_none_is_lost,
);

/// Two arrivals and two payouts with items in every end state; everything newest first.
fn furnish(server: &Server) -> (Vec<Value>, [Value; 2]) {
    let sandbox = server.sandbox();
    accepted(&sandbox.post("/simulate/inbound_transfers", &json!({ "amount": "5" })));
    let own = server.info("email");
    let late = pay_and_settle(&sandbox, &[("late@example.com", "1"), ("ada@example.com", "2")]);
    let stop = format!("/payouts/{}/items/{}/cancel", id(&late), id(&items_of(&sandbox, &late)[1]));
    assert_eq!(sandbox.send("POST", &stop, &[], None).status, 200);
    accepted(&sandbox.post("/simulate/clock", &json!({ "advance_seconds": 31 * 86_400 })));
    let mixed =
        pay_and_settle(&sandbox, &[("ada@example.com", "3"), (own, "4"), ("x+fail@example.com", "5")]);
    let (rows, cursor) = page(&sandbox, "");
    assert_eq!((rows.len(), cursor), (8, None));
    assert!(
        rows.windows(2).all(|pair| text(&pair[0], "created_at") >= text(&pair[1], "created_at")),
        "{rows:?}"
    );
    (rows, [late, mixed])
}

fn of<'a>(rows: &'a [Value], field: &str, values: &[&str]) -> Vec<&'a str> {
    ids(rows)
        .into_iter()
        .zip(rows)
        .filter(|(_, row)| row[field].as_str().is_some_and(|is| values.contains(&is)))
        .map(|(id, _)| id)
        .collect()
}

fn transactions_are_filtered_by_type_and_state(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let (rows, _) = furnish(&server);
    for (query, field, values, count) in [
        ("type=payout", "type", &["payout"][..], 5),
        ("type=inbound_transfer", "type", &["inbound_transfer"], 3),
        ("type=deposit", "type", &["deposit"], 0),
        ("type=withdrawal", "type", &["withdrawal"], 0),
        ("type=inbound_transfer&type=payout", "type", &["inbound_transfer", "payout"], 8),
        ("status=completed", "status", &["completed"], 4),
        ("status=expired", "status", &["expired"], 1),
        ("status=cancelled", "status", &["cancelled"], 1),
        ("status=failed", "status", &["failed"], 1),
        ("status=pending_claim", "status", &["pending_claim"], 1),
        ("status=queued", "status", &["queued"], 0),
        ("status=processing&status=awaiting_transfer", "status", &["processing"], 0),
        ("status=expired&status=failed&status=cancelled", "status", &["expired", "failed", "cancelled"], 3),
    ] {
        let expected = of(&rows, field, values);
        assert_eq!(expected.len(), count, "{query}");
        assert_eq!(ids(&page(&sandbox, query).0), expected, "{query}");
    }
    let both = page(&sandbox, "type=payout&status=completed").0;
    assert_eq!((both.len(), text(&both[0], "amount")), (1, "4.00"));
}

fn transactions_are_found_by_payout_and_by_recipient(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let (rows, payouts) = furnish(&server);
    for payout in &payouts {
        let found = page(&sandbox, &format!("payout_id={}", id(payout))).0;
        assert_eq!(ids(&found), of(&rows, "payout_id", &[id(payout)]));
        let mut in_order =
            ids(&items_of(&sandbox, payout)).iter().map(|id| id.to_string()).collect::<Vec<_>>();
        in_order.reverse();
        assert_eq!(ids(&found), in_order, "as a list they are newest first");
    }
    let ada = items_of(&sandbox, &payouts[1])[0].clone();
    let found = page(&sandbox, &format!("recipient_id={}", text(&ada, "recipient_id"))).0;
    let amounts: Vec<&str> = found.iter().map(|row| text(row, "amount")).collect();
    assert_eq!(amounts, ["3.00", "2.00"], "from both payouts");
    let account = sandbox.post("/bank_accounts", &bank_account("brl_pix")).id();
    server.new_user("other@example.org");
    let other = sandbox.with_key(&server.new_key("other@example.org", "test", "all"));
    for (client, query) in [
        (&sandbox, format!("bank_account_id={account}")),
        (&sandbox, "payout_id=po_01kdvq3y5cf2ab6ngnm3hcrkve".to_owned()),
        (&sandbox, "recipient_id=rcp_01kdvq3y5cf2ab6ngnm3hcrkve".to_owned()),
        (
            &sandbox,
            format!(
                "payout_id={}&recipient_id={}&status=failed",
                id(&payouts[1]),
                text(&ada, "recipient_id")
            ),
        ),
        (&sandbox, format!("type=inbound_transfer&payout_id={}", id(&payouts[1]))),
        (&other, format!("payout_id={}", id(&payouts[1]))),
        (&other, format!("recipient_id={}", text(&ada, "recipient_id"))),
        (&server.live(), format!("payout_id={}", id(&payouts[1]))),
    ] {
        assert_eq!(page(client, &query), (Vec::new(), None), "{query}");
    }
}

fn all_filters_go_together_and_with_pages(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let (rows, payouts) = furnish(&server);
    let (newest, oldest) = (text(&rows[0], "created_at"), text(&rows[7], "created_at"));
    let since = text(&payouts[1], "created_at");
    let recipient = items_of(&sandbox, &payouts[1])[0]["recipient_id"].clone();
    let recipient = recipient.as_str().expect("an id");
    for page_size in [1, 2, 7, 100] {
        let all = |query: &str| walk(&sandbox, query, page_size);
        assert_eq!(all(""), rows);
        assert_eq!(all(&format!("created_from={oldest}")), rows);
        assert_eq!(all(&format!("created_to={oldest}")), [] as [Value; 0]);
        assert!(all(&format!("created_to={newest}")).iter().all(|row| text(row, "created_at") < newest));
        let expected: Vec<&str> = of(&rows[..4], "type", &["payout"]);
        assert_eq!(ids(&all(&format!("created_from={since}&type=payout"))), expected);
        assert_eq!(all(&format!("created_to={since}&type=payout")).len(), 2);
        let filter =
            format!("recipient_id={recipient}&created_from={since}&status=pending_claim&type=payout");
        assert_eq!(all(&filter).len(), 1);
        assert_eq!(all(&format!("payout_id={}&status=failed&status=completed", id(&payouts[1]))).len(), 2);
    }
}

fn items_of_one_moment_are_ordered_by_id_and_none_is_lost(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let payout = pay_and_settle(&sandbox, &[("ada@example.com", "0.5"); 100]);
    for page_size in [1, 9, 100] {
        let found = walk(&sandbox, "type=payout", page_size);
        assert!(found.iter().all(|row| row["created_at"] == payout["created_at"]));
        let mut items = items_of(&sandbox, &payout);
        items.reverse();
        assert_eq!(ids(&found), ids(&items), "by {page_size}");
    }
    assert_eq!(walk(&sandbox, "", 50).len(), 101);
}
