//! Many faults in one request: all of them come in one answer.

use super::everything;
use crate::support::{Engine, Reply, Server};
use serde_json::{Value, json};

testkit::on_one_engine!(
    all_problems_of_a_bank_account_come_in_one_answer,
    all_problems_of_a_recipient_come_in_one_answer,
    all_problems_of_a_query_come_in_one_answer,
    a_request_full_of_problems_gets_a_short_answer,
);

/// An answer that is many times as long as its request would be a weapon.
fn a_request_full_of_problems_gets_a_short_answer(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let unknown = |count: usize| -> Value { (0..count).map(|n| (n.to_string(), json!(0))).collect() };
    let many = sandbox.post("/payouts", &unknown(100_000));
    assert_eq!(many.status, 400);
    assert!(many.body.contains("more than 1000 keys") && many.body.len() < 1_000, "{many:?}");
    let long = sandbox.post("/payouts", &json!({ "items": vec![0; 50_000] }));
    assert_eq!(long.status, 400);
    assert!(long.body.contains("more than 10000 values") && long.body.len() < 1_000, "{long:?}");
    let nested = sandbox.post("/payouts", &json!({ "items": vec![vec![unknown(1); 1_000]; 100] }));
    assert_eq!(nested.status, 400);
    assert!(nested.body.contains("more than 10000 values"), "{nested:?}");
    let items: Vec<Value> = (0..100).map(|_| unknown(90)).collect();
    let query = format!("/transactions?{}", "a&".repeat(3_000));
    for reply in [sandbox.post("/payouts", &json!({ "items": items })), sandbox.get(&query)] {
        reply.assert_problem(400, "invalid_request");
        assert_eq!(reply.json()["errors"].as_array().map(Vec::len), Some(100));
        assert!(
            reply.json()["detail"].as_str().is_some_and(|detail| detail.contains("more than 100 problems"))
        );
        assert!(reply.body.len() < 50_000, "{}", reply.body.len());
    }
}

/// What each error says about its place: `Absent` if there is nothing to show.
enum Shown {
    Absent,
    Redacted,
    As(Value),
}

use Shown::{Absent, As, Redacted};

#[track_caller]
fn check(reply: &Reply, expected: &[(&str, &str, Shown)]) {
    reply.assert_problem(400, "invalid_request");
    let json = reply.json();
    let errors = json["errors"].as_array().expect("errors");
    for (location, words, shown) in expected {
        let mut found = errors.iter().filter(|error| error["location"] == *location);
        let error = found.next().unwrap_or_else(|| panic!("nothing at {location}: {reply:?}"));
        assert!(found.next().is_none(), "{location} twice: {reply:?}");
        assert!(error["message"].as_str().is_some_and(|message| message.contains(words)), "{words}: {error}");
        match shown {
            Absent => assert_eq!(error.get("value"), None, "{error}"),
            Redacted => assert_eq!(error["value"], "[redacted]", "{error}"),
            As(value) => assert_eq!(error.get("value"), Some(value), "{error}"),
        }
    }
    assert_eq!(errors.len(), expected.len(), "{reply:?}");
    assert!(json["detail"].as_str().is_some_and(|detail| !detail.is_empty()), "{reply:?}");
}

fn all_problems_of_a_bank_account_come_in_one_answer(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let before = everything(&sandbox);
    let body = json!({
        "name": "",
        "currency": "EURO",
        "payment_rail": "eur_sepa",
        "colour": "red",
        "eur_sepa": {
            "iban": "DE89370400440532013001",
            "bank_account_type": "current",
            "bank_account_holder_type": "individual",
            "owner_address":
                { "country": "XXX", "line1": "", "city": 7, "state": "Berlin", "planet": "Earth" },
            "owner_business_name": "Lovelace Ltd",
            "owner_first_name": "Ada",
        },
        "mxn_spei": { "beneficiary_name": "Ada Lovelace", "spei_clabe": "032180000118359718" },
        "brl_pix": 5,
    });
    let expected = [
        ("body.name", "empty", As(json!(""))),
        ("body.currency", "must be one of", As(json!("EURO"))),
        ("body.colour", "is not a property", Absent),
        ("body.eur_sepa.iban", "check digits", Redacted),
        ("body.eur_sepa.bank_account_type", "must be one of checking, savings", As(json!("current"))),
        ("body.eur_sepa.owner_address.country", "is not one of the values listed", As(json!("XXX"))),
        ("body.eur_sepa.owner_address.line1", "empty", Redacted),
        ("body.eur_sepa.owner_address.city", "must be a string, not a number", Redacted),
        ("body.eur_sepa.owner_address.postal_code", "is required", Absent),
        ("body.eur_sepa.owner_address.planet", "is not a property", Absent),
        ("body.mxn_spei.spei_clabe", "check digit", Redacted),
        ("body.mxn_spei", "does not belong to payment_rail eur_sepa", Absent),
    ];
    let reply = sandbox.post("/bank_accounts", &body);
    let places = reply.locations();
    // An object of another rail that is no object either is wrong twice, and says so.
    assert_eq!(places.iter().filter(|place| *place == "body.brl_pix").count(), 2, "{places:?}");
    let mut without = body;
    without.as_object_mut().expect("an object").remove("brl_pix");
    check(&sandbox.post("/bank_accounts", &without), &expected);
    assert_eq!(everything(&sandbox), before);
}

fn all_problems_of_a_recipient_come_in_one_answer(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let before = everything(&sandbox);
    let body = json!({ "email": "ada@", "nickname": "a\nb", "phone": "+1 555", "Email": "ada@example.com" });
    let expected = [
        ("body.email", "", As(json!("ada@"))),
        ("body.nickname", "control characters", As(json!("a\nb"))),
        ("body.phone", "valid properties: email, nickname", Absent),
        ("body.Email", "is not a property", Absent),
    ];
    check(&sandbox.post("/recipients", &body), &expected);
    check(&sandbox.post("/recipients", &json!({})), &[("body.email", "is required", Absent)]);
    assert_eq!(everything(&sandbox), before);
}

fn all_problems_of_a_query_come_in_one_answer(engine: Engine) {
    let server = Server::start(engine);
    let query =
        "page_size=0&created_from=yesterday&created_to=2026-01-01&status=open&limit=5&cursor=&page_size=7";
    let expected = [
        ("query.page_size", "from 1 to 100", As(json!("0"))),
        ("query.created_from", "RFC 3339", As(json!("yesterday"))),
        ("query.created_to", "RFC 3339", As(json!("2026-01-01"))),
        ("query.status", "must be one of active, archived", As(json!("open"))),
        ("query.limit", "valid parameters: page_size, cursor", Absent),
        ("query.cursor", "empty", As(json!(""))),
    ];
    check(&server.sandbox().get(&format!("/bank_accounts?{query}")), &expected);
}
