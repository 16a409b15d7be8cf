//! What a new bank account looks like, in every place that shows it.

use super::{property, with_details};
use crate::support::{Engine, RAILS, Server, bank_account};
use serde_json::{Value, json};

testkit::on_both_engines!(every_place_shows_the_same_bytes);

testkit::on_sqlite_daily!(
    a_bank_account_shows_what_was_registered_and_nothing_else,
    details_come_back_as_they_were_sent_in_one_order,
    two_equal_requests_make_two_accounts,
);

fn a_bank_account_shows_what_was_registered_and_nothing_else(engine: Engine) {
    let server = Server::start(engine);
    for client in [server.sandbox(), server.live()] {
        for (rail, property, _) in RAILS {
            let body = bank_account(rail);
            let created = client.post("/bank_accounts", &body);
            assert_eq!(created.header("content-type"), Some("application/json"));
            let id = created.id();
            assert!(id.starts_with("ba_") && id.len() >= 24, "{id}");
            let created_at = created.json()["created_at"].clone();
            assert_is_time(&created_at);
            let expected = json!({
                "id": id,
                "name": "Payroll",
                "status": "active",
                "created_at": created_at,
                property: body[property],
            });
            assert_eq!(created.json(), expected);
        }
    }
}

/// UTC with a Z, and at least milliseconds.
fn assert_is_time(value: &Value) {
    let text = value.as_str().expect("a text");
    let shape: String = text.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
    let (seconds, rest) = shape.split_at(20);
    assert_eq!(seconds, "0000-00-00T00:00:00.", "{text}");
    let decimals = rest.strip_suffix('Z').unwrap_or_else(|| panic!("not UTC: {text}"));
    assert!(decimals.len() >= 3 && decimals.bytes().all(|digit| digit == b'0'), "{text}");
}

fn every_place_shows_the_same_bytes(engine: Engine) {
    let mut server = Server::start(engine);
    let bodies: Vec<String> = RAILS
        .map(|(rail, _, _)| {
            let created = server.sandbox().post_once("/bank_accounts", rail, &bank_account(rail));
            let path = format!("/bank_accounts/{}", created.id());
            assert_eq!(server.sandbox().get(&path).body, created.body, "{rail}");
            let again = server.sandbox().post_once("/bank_accounts", rail, &bank_account(rail));
            assert_eq!(again.body, created.body, "{rail}");
            let renamed = server.sandbox().patch(&path, &json!({ "name": "Payroll" }));
            assert_eq!(renamed.body, created.body, "{rail}");
            created.body
        })
        .into();
    let newest_first: Vec<&str> = bodies.iter().rev().map(String::as_str).collect();
    let expected = format!("{{\"data\":[{}],\"next_cursor\":null}}", newest_first.join(","));
    assert_eq!(server.sandbox().get("/bank_accounts").body, expected);
    server.kill();
    server.restart();
    assert_eq!(server.sandbox().get("/bank_accounts").body, expected);
}

fn details_come_back_as_they_were_sent_in_one_order(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    // Every text that people write, with what tends to be lost on the way.
    let odd = "  O'Brien-Ñandú \"李\" <b>&amp; 👩‍👩‍👧 e\u{301} \\ ; drop table bank_accounts; -- %s {} $1 ";
    let mut address = json!({ "country": "DEU" });
    for field in ["line1", "line2", "city", "state", "postal_code"] {
        address[field] = odd.into();
    }
    let rows = [
        ("usd_ach", vec![("owner_address", address.clone()), ("owner_business_name", odd.into())]),
        ("usd_fedwire", vec![("owner_address", address.clone()), ("owner_business_name", odd.into())]),
        ("ars_transfers_3_0", vec![("beneficiary_name", odd.into())]),
        ("cop_pse", vec![("beneficiary_first_name", odd.into()), ("beneficiary_last_name", odd.into())]),
        ("mxn_spei", vec![("beneficiary_name", odd.into())]),
        ("cad_eft", vec![("owner_first_name", odd.into()), ("owner_last_name", odd.into())]),
        (
            "eur_sepa",
            vec![
                ("owner_address", address),
                ("owner_first_name", odd.into()),
                ("owner_last_name", odd.into()),
            ],
        ),
    ];
    for (rail, changes) in rows {
        let body = with_details(rail, &changes);
        let created = sandbox.post("/bank_accounts", &body);
        assert_eq!(created.status, 200, "{created:?}");
        assert_eq!(created.json()[property(rail)], body[property(rail)]);
        let read = sandbox.get(&format!("/bank_accounts/{}", created.id()));
        assert_eq!(read.body, created.body);
        // The order of the keys in the request decides nothing.
        let turned = sandbox.post("/bank_accounts", &turned_around(&body));
        assert_eq!(details(&turned.body, rail), details(&created.body, rail));
    }
}

fn turned_around(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let fields = fields.iter().rev().map(|(name, value)| (name.clone(), turned_around(value)));
            Value::Object(fields.collect())
        }
        other => other.clone(),
    }
}

/// The bytes of the rail object in an answer.
fn details<'a>(body: &'a str, rail: &str) -> &'a str {
    let start =
        body.find(&format!("\"{}\":", property(rail))).unwrap_or_else(|| panic!("no details: {body}"));
    &body[start..]
}

fn two_equal_requests_make_two_accounts(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let body = bank_account("mxn_spei");
    let ids = [(); 3].map(|()| sandbox.post("/bank_accounts", &body).id());
    assert!(ids[0] != ids[1] && ids[1] != ids[2] && ids[0] != ids[2], "{ids:?}");
}
