//! `POST /payouts/validate`: it says what creating would do, and creating then does that.

use rules::money::{Amount, Currency};
use serde_json::{Value, json};

use super::{everything, id, statuses, text};
use crate::support::{Client, Engine, Server, accepted, balance, items_of, pay_and_settle, settled};

testkit::on_both_engines!(it_writes_nothing_whatever_it_says);

testkit::on_sqlite_daily!(
    what_it_says_is_what_creating_then_does,
    what_it_says_no_to_is_refused_in_the_same_words,
    it_answers_for_now_and_not_for_a_key,
);

fn validate(client: &Client, body: &Value) -> Value {
    accepted(&client.post("/payouts/validate", body))
}

fn micros(amount: &str) -> i64 {
    Amount::parse(amount, Currency::Usdc).expect("an amount").micros()
}

fn known(client: &Client, email: &str) -> String {
    client.post("/recipients", &json!({ "email": email })).id()
}

fn what_it_says_is_what_creating_then_does(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    server.new_user("grace@example.org");
    let claimed = pay_and_settle(&sandbox, &[("cyd@example.com", "1")]);
    accepted(&super::claim(&sandbox, &items_of(&sandbox, &claimed)[0]));
    // Who was never paid is not told apart, not even oneself.
    pay_and_settle(&sandbox, &[(server.info("email"), "1")]);
    let (ben, cyd) = (known(&sandbox, "Ben@example.com"), known(&sandbox, "cyd@example.com"));
    let own = server.info("email");
    let email = |email: &str, amount: &str| json!({ "email": email, "amount": amount });
    let by_id = |id: &str, amount: &str| json!({ "recipient_id": id, "amount": amount });
    for items in [
        vec![email("ada@example.com", "1")],
        vec![email("GRACE@example.org", "0.000001"), email(own, "2")],
        vec![email("x+fail@example.com", "3")],
        vec![by_id(&ben, "4"), email("BEN@example.com", "5")],
        vec![by_id(&cyd, "6"), email("cyd@example.com", "7")],
        vec![email("new@example.com", "1"), email("NEW@example.com", "2"), email("grace@example.org", "3")],
        vec![email("last@example.com", "1000"); 9],
    ] {
        let body = json!({ "items": items });
        let said = validate(&sandbox, &body);
        let made = accepted(&sandbox.post("/payouts", &body));
        assert_eq!((&said["valid"], said.get("problem")), (&json!(true), None), "{said}");
        for field in ["total_amount", "total_items", "currency"] {
            assert_eq!(said[field], made[field], "{field}");
        }
        settled(&sandbox, &made);
        let became = items_of(&sandbox, &made);
        let back = became.iter().filter(|item| item["status"] == "failed" || item["email"] == own);
        let back: i64 = back.map(|item| micros(text(item, "amount"))).sum();
        assert_eq!(micros(text(&said, "available_after")) + back, micros(&balance(&sandbox)), "{said}");
        let said = said["items"].as_array().expect("items");
        assert_eq!(statuses(said), statuses(&became));
        for (index, (said, became)) in said.iter().zip(&became).enumerate() {
            assert_eq!(said["index"], index);
            assert_eq!((&said["amount"], &said["email"]), (&became["amount"], &became["email"]));
            let recipient = sandbox.get(&format!("/recipients/{}", text(became, "recipient_id"))).json();
            assert_eq!(said["on_platform"], recipient["on_platform"], "{recipient}");
            if let Some(known) = said.get("recipient_id") {
                assert_eq!(known, &became["recipient_id"]);
            } else {
                assert_eq!(recipient["created_at"], made["created_at"], "it was not known before");
            }
        }
    }
}

fn what_it_says_no_to_is_refused_in_the_same_words(engine: Engine) {
    let server = Server::start_with(engine, &["--max-per-item", "20000", "--max-per-payout", "30000"]);
    let sandbox = server.sandbox();
    let ada = known(&sandbox, "ada@example.com");
    let before = everything(&sandbox);
    let to = |id: &str, amount: &str| json!({ "recipient_id": id, "amount": amount });
    for (items, slug) in [
        (
            vec![to(&ada, "1"), to("rcp_01kdvq3y5cf2ab6ngnm3hcrkve", "1"), to("rubbish", "1")],
            "unknown_recipient",
        ),
        (vec![to(&ada, "1"), to(&ada, "20000.000001")], "limit_exceeded"),
        (vec![to(&ada, "20000"), to(&ada, "10000.5")], "limit_exceeded"),
        (vec![to(&ada, "10000.000001")], "insufficient_funds"),
        (vec![to("rubbish", "999999999999")], "unknown_recipient"),
    ] {
        let body = json!({ "items": items });
        let said = validate(&sandbox, &body);
        let refused = sandbox.post("/payouts", &body);
        refused.assert_problem(422, slug);
        let refused = refused.json();
        assert_eq!((&said["valid"], said.get("available_after")), (&json!(false), None), "{said}");
        assert_eq!((text(&said, "available"), &said["total_items"]), ("10000.00", &json!(items.len())));
        for field in ["title", "detail"] {
            assert_eq!(said["problem"][field], refused[field]);
        }
        let places = refused.get("errors").cloned().unwrap_or(json!([]));
        assert_eq!(said["problem"]["errors"], places);
        for (item, wish) in said["items"].as_array().expect("items").iter().zip(&items) {
            let unknown = wish["recipient_id"] != ada;
            assert_eq!(item.get("status").is_none(), unknown, "{item}");
            assert_eq!(item.get("email").is_none(), unknown, "{item}");
        }
    }
    assert_eq!(everything(&sandbox), before);
}

fn it_writes_nothing_whatever_it_says(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    pay_and_settle(&sandbox, &[("ada@example.com", "1")]);
    let tables = [
        "payouts",
        "transactions",
        "transfers",
        "recipients",
        "events",
        "stored_responses",
        "emails",
        "claims",
    ];
    let counts = || tables.map(|table| server.database().rows_in(server.data(), table));
    let (before, rows) = (everything(&sandbox), counts());
    for (email, amount) in
        [("new@example.com", "1"), ("ada+fail@example.com", "2"), ("ada@example.com", "10000")]
    {
        let body = json!({ "items": [{ "email": email, "amount": amount }], "reference": "never" });
        for _ in 0..3 {
            validate(&sandbox, &body);
            accepted(&sandbox.post_once("/payouts/validate", "dry", &body));
        }
    }
    assert_eq!((everything(&sandbox), counts()), (before, rows));
}

fn it_answers_for_now_and_not_for_a_key(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let body = json!({ "items": [{ "email": "ada@example.com", "amount": "6000" }] });
    let ask = |body: &Value| {
        let reply = sandbox.post_once("/payouts/validate", "same", body);
        assert_eq!(reply.header("Idempotent-Replayed"), None);
        accepted(&reply)
    };
    assert_eq!(ask(&body)["valid"], true);
    let made = accepted(&sandbox.post_once("/payouts", "same", &body));
    assert!(id(&made).starts_with("po_"), "the key is good for a payout still");
    let now = ask(&body);
    assert_eq!((&now["valid"], text(&now["problem"], "title")), (&json!(false), "insufficient_funds"));
    let other = json!({ "items": [{ "email": "ada@example.com", "amount": "1" }] });
    assert_eq!(ask(&other)["valid"], true);
    let reply = sandbox.send(
        "POST",
        "/payouts/validate",
        &[("Idempotency-Key", "two words")],
        Some(&body.to_string()),
    );
    reply.assert_problem(400, "invalid_request");
}
