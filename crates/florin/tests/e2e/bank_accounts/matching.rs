//! Rail, object and currency belong together: of all combinations exactly eight are accepted.

use super::assert_refused;
use crate::support::{Engine, RAILS, Server, bank_account};
use serde_json::{Value, json};

testkit::on_one_engine!(
    only_the_eight_right_combinations_are_accepted,
    a_second_or_no_object_is_refused,
    names_that_are_no_rail_or_currency_are_refused,
);

const CURRENCIES: [&str; 9] = ["USDC", "USDT", "USD", "BRL", "ARS", "COP", "MXN", "CAD", "EUR"];

/// What the specification and the contract say, written out once more.
const RIGHT: [(&str, &str, &str); 8] = [
    ("usd_ach", "usd_ach", "USD"),
    ("usd_fedwire", "usd_domestic_wire", "USD"),
    ("brl_pix", "brl_pix", "BRL"),
    ("ars_transfers_3_0", "ars_transfers", "ARS"),
    ("cop_pse", "cop_ach", "COP"),
    ("mxn_spei", "mxn_spei", "MXN"),
    ("cad_eft", "cad_eft", "CAD"),
    ("eur_sepa", "eur_sepa", "EUR"),
];

fn only_the_eight_right_combinations_are_accepted(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let mut accepted = Vec::new();
    for (rail, needed, right_currency) in RIGHT {
        for (object_of, object, _) in RIGHT {
            for currency in CURRENCIES {
                let details = &bank_account(object_of)[object];
                let body =
                    json!({ "name": "Rent", "payment_rail": rail, "currency": currency, object: details });
                let mut wrong = Vec::new();
                if currency != right_currency {
                    wrong.push("body.currency".to_owned());
                }
                if object != needed {
                    wrong.extend([format!("body.{object}"), format!("body.{needed}")]);
                }
                let reply = sandbox.post("/bank_accounts", &body);
                match wrong.is_empty() {
                    true => accepted.push((rail, object, currency, reply.id())),
                    false => assert_refused(&reply, &wrong),
                }
            }
        }
    }
    let combinations: Vec<_> =
        accepted.iter().map(|(rail, object, currency, _)| (*rail, *object, *currency)).collect();
    assert_eq!(combinations, RIGHT);
    let list = sandbox.get("/bank_accounts").json();
    let listed: Vec<&str> =
        list["data"].as_array().expect("data").iter().filter_map(|row| row["id"].as_str()).collect();
    assert_eq!(listed, accepted.iter().rev().map(|row| row.3.as_str()).collect::<Vec<_>>());
}

fn a_second_or_no_object_is_refused(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    for (rail, property, _) in RAILS {
        let good = bank_account(rail);
        for (other_rail, other, _) in RAILS.into_iter().filter(|(_, other, _)| *other != property) {
            // A good one, an empty one, and nothing: all are one object too many.
            for extra in [bank_account(other_rail)[other].clone(), json!({}), json!(null)] {
                let mut body = good.clone();
                body[other] = extra.clone();
                let reply = sandbox.post("/bank_accounts", &body);
                reply.assert_problem(400, "invalid_request");
                let locations = reply.locations();
                assert!(locations.contains(&format!("body.{other}")), "{extra}: {reply:?}");
                assert!(
                    locations.iter().all(|place| place.starts_with(&format!("body.{other}"))),
                    "{reply:?}"
                );
            }
        }
        let mut body = good.clone();
        body.as_object_mut().expect("an object").remove(property);
        assert_refused(&sandbox.post("/bank_accounts", &body), &[format!("body.{property}")]);
        body[property] = Value::Null;
        assert_refused(&sandbox.post("/bank_accounts", &body), &[format!("body.{property}")]);
    }
    assert_eq!(sandbox.get("/bank_accounts").json()["data"], json!([]));
}

fn names_that_are_no_rail_or_currency_are_refused(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let rails = [
        "",
        "usd_domestic_wire",
        "ars_transfers",
        "cop_ach",
        "USD_ACH",
        "usd_ach ",
        "usd",
        "sepa",
        "eur-sepa",
    ];
    let currencies = ["", "usd", "Usd", "USD ", "US", "USDX", "GBP", "840", "$", "€"];
    for (rail, _, _) in RAILS {
        for (field, wrong) in [("payment_rail", &rails[..]), ("currency", &currencies[..])] {
            for wrong in wrong {
                let mut body = bank_account(rail);
                body[field] = (*wrong).into();
                let reply = sandbox.post("/bank_accounts", &body);
                assert_refused(&reply, &[format!("body.{field}")]);
                assert_eq!(reply.json()["errors"][0]["value"], *wrong, "{reply:?}");
            }
        }
    }
}
