//! Payouts that are accepted: the answer, the money, the items and the recipients.

use serde_json::{Value, json};

use super::{breakdown, fields, id, text};
use crate::support::{Engine, Server, accepted, balance, items_of, settled};

testkit::on_both_engines!(
    from_one_to_a_hundred_people_are_paid_in_the_order_of_the_request,
    the_answer_is_the_payout_and_the_total_is_gone_from_the_balance_with_it,
    an_address_is_one_recipient_however_it_is_written_and_however_often_it_comes,
    a_recipient_is_named_by_id_or_by_address,
    references_are_kept_on_the_payout_and_on_each_item,
);

fn from_one_to_a_hundred_people_are_paid_in_the_order_of_the_request(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let mut spent = 0;
    for count in [1, 2, 37, 99, 100] {
        let wish = |number: usize| {
            let email = format!("n{number}.of{count}@example.com");
            json!({ "email": email, "amount": shown(number + 1) })
        };
        let wishes: Vec<Value> = (0..count).map(wish).collect();
        let made = accepted(&sandbox.post("/payouts", &json!({ "items": wishes })));
        let halves: usize = (1..=count).sum();
        spent += halves;
        assert_eq!(made["total_items"], count);
        assert_eq!(made["total_amount"], shown(halves), "{made}");
        assert_eq!(balance(&sandbox), shown(20_000 - spent));
        let items = items_of(&sandbox, &made);
        assert_eq!(items.len(), count);
        for (number, item) in items.iter().enumerate() {
            assert_eq!(item["email"], wishes[number]["email"]);
            assert_eq!(item["amount"], shown(number + 1));
            assert_eq!(item["payout_id"], made["id"]);
        }
    }
    assert_eq!(sandbox.get("/payouts").json()["data"].as_array().map(Vec::len), Some(5));
}

/// An amount of so many halves.
fn shown(halves: usize) -> String {
    format!("{}.{}0", halves / 2, if halves.is_multiple_of(2) { 0 } else { 5 })
}

fn the_answer_is_the_payout_and_the_total_is_gone_from_the_balance_with_it(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let items = json!([{ "email": "ada@example.com", "amount": "0.000001" },
        { "email": "grace@example.com", "amount": "12.5" }, { "email": "hedy@example.com", "amount": "0.100000" }]);
    let reply = sandbox.post("/payouts", &json!({ "items": items }));
    assert_eq!(balance(&sandbox), "9987.399999");
    let made = accepted(&reply);
    assert_eq!(reply.header("content-type"), Some("application/json"));
    let names = ["created_at", "currency", "id", "item_breakdown", "status", "total_amount", "total_items"];
    assert_eq!(fields(&made), names);
    assert!(id(&made).starts_with("po_") && id(&made).len() == 29, "{made}");
    assert_eq!((text(&made, "status"), text(&made, "currency")), ("processing", "USDC"));
    assert_eq!((text(&made, "total_amount"), &made["total_items"]), ("12.600001", &json!(3)));
    assert_eq!(made["item_breakdown"], breakdown(0, 0, 0, 0, 3));
    assert!(text(&made, "created_at").ends_with('Z'), "{made}");
    // No recipient has a wallet: the rest of it stays as it was answered.
    let mut waiting = made.clone();
    waiting["item_breakdown"] = breakdown(0, 0, 0, 3, 0);
    assert_eq!(settled(&sandbox, &made), waiting);
    assert_eq!(balance(&sandbox), "9987.399999");
    let names = [
        "amount",
        "claim_expires_at",
        "created_at",
        "currency",
        "email",
        "id",
        "payout_id",
        "recipient_id",
        "status",
    ];
    for item in items_of(&sandbox, &made) {
        assert_eq!(fields(&item), names);
        assert!(id(&item).starts_with("txn_") && text(&item, "recipient_id").starts_with("rcp_"), "{item}");
        assert_eq!((&item["currency"], &item["created_at"]), (&json!("USDC"), &made["created_at"]));
    }
}

fn an_address_is_one_recipient_however_it_is_written_and_however_often_it_comes(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let known = sandbox.post("/recipients", &json!({ "email": "Grace@Example.com", "nickname": "G" }));
    let emails =
        ["Ada@Example.com", "grace@example.com", "ada@example.COM", "ADA@example.com", "GRACE@EXAMPLE.COM"];
    let items: Vec<Value> = emails.iter().map(|email| json!({ "email": email, "amount": "1" })).collect();
    let made = accepted(&sandbox.post("/payouts", &json!({ "items": items })));
    let items = items_of(&sandbox, &made);
    let shown: Vec<&str> = items.iter().map(|item| text(item, "email")).collect();
    let (ada, grace) = ("Ada@Example.com", "Grace@Example.com");
    assert_eq!(shown, [ada, grace, ada, ada, grace], "each is mailed at the address as it was first written");
    let who: Vec<&str> = items.iter().map(|item| text(item, "recipient_id")).collect();
    assert_eq!((who[1], who[4]), (known.id().as_str(), known.id().as_str()));
    assert_eq!((who[2], who[3]), (who[0], who[0]));
    let recipients = sandbox.get("/recipients").json();
    let recipients = recipients["data"].as_array().expect("data");
    assert_eq!(recipients.len(), 2);
    assert_eq!(recipients[1], known.json(), "a payout leaves what is known of a recipient alone");
    let new = sandbox.get(&format!("/recipients/{}", who[0])).json();
    assert_eq!(new, recipients[0]);
    assert_eq!(fields(&new), ["created_at", "display_name", "email", "id", "on_platform"]);
    assert_eq!((text(&new, "display_name"), &new["on_platform"]), ("Ada", &json!(false)));
    let ids: std::collections::BTreeSet<&str> = items.iter().map(id).collect();
    assert_eq!(ids.len(), 5, "the same person twice is two items");
}

fn a_recipient_is_named_by_id_or_by_address(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let ada = sandbox.post("/recipients", &json!({ "email": "ada@example.com" })).id();
    let items = json!([{ "recipient_id": ada, "amount": "1" }, { "email": "ada@example.com", "amount": "2" },
        { "amount": "3", "recipient_id": ada }]);
    let made = accepted(&sandbox.post("/payouts", &json!({ "items": items })));
    let items = items_of(&sandbox, &made);
    for (item, amount) in items.iter().zip(["1.00", "2.00", "3.00"]) {
        assert_eq!((text(item, "recipient_id"), text(item, "email")), (ada.as_str(), "ada@example.com"));
        assert_eq!(text(item, "amount"), amount);
    }
    assert_eq!(sandbox.get("/recipients").json()["data"].as_array().map(Vec::len), Some(1));
}

fn references_are_kept_on_the_payout_and_on_each_item(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let longest = "ü".repeat(255);
    for reference in ["1", "Mai 2026, Gehälter 🎉", "a'b\"c\\d%e_f", longest.as_str()] {
        let items = json!([{ "email": "ada@example.com", "amount": "1", "reference": reference },
            { "email": "ada@example.com", "amount": "1" }]);
        let body = json!({ "items": items, "reference": reference });
        let made = accepted(&sandbox.post("/payouts", &body));
        assert_eq!(made["reference"], reference);
        assert_eq!(settled(&sandbox, &made)["reference"], reference);
        let items = items_of(&sandbox, &made);
        assert_eq!((&items[0]["reference"], items[1].get("reference")), (&json!(reference), None));
        let one = sandbox.get(&format!("/transactions/{}", id(&items[0]))).json();
        assert_eq!(one["reference"], reference);
    }
}
