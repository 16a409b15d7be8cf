//! Who holds an account: names in any combination, and an address.

use super::{assert_refused, property, with_details};
use crate::support::{Engine, Server};
use serde_json::{Value, json};

testkit::on_one_engine!(
    owner_names_are_optional_in_any_combination,
    a_state_may_be_empty_but_not_missing,
    owner_names_and_addresses_must_say_something,
    only_listed_countries_are_accepted,
);

const NAMES: [&str; 3] = ["owner_business_name", "owner_first_name", "owner_last_name"];

fn owner_names_are_optional_in_any_combination(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    for rail in ["usd_ach", "usd_fedwire", "cad_eft", "eur_sepa"] {
        for holder in ["business", "individual"] {
            for present in (0..8).map(|bits| [bits & 1 > 0, bits & 2 > 0, bits & 4 > 0]) {
                let mut changes = vec![("bank_account_holder_type", holder.into())];
                let names = NAMES.into_iter().zip(present);
                changes.extend(
                    names.map(|(name, here)| (name, if here { json!("Lovelace") } else { Value::Null })),
                );
                let reply = sandbox.post("/bank_accounts", &with_details(rail, &changes));
                assert_eq!(reply.status, 200, "{rail} {holder}: {reply:?}");
                let shown = NAMES.map(|name| reply.json()[property(rail)].get(name).is_some());
                assert_eq!(shown, present, "{rail} {holder}");
            }
        }
        for holder in ["", "Business", "person", "company"] {
            let body = with_details(rail, &[("bank_account_holder_type", holder.into())]);
            let place = format!("body.{}.bank_account_holder_type", property(rail));
            assert_refused(&sandbox.post("/bank_accounts", &body), &[place]);
        }
    }
}

fn a_state_may_be_empty_but_not_missing(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    for rail in ["usd_ach", "usd_fedwire", "eur_sepa"] {
        let mut body = with_details(rail, &[]);
        let address = &mut body[property(rail)]["owner_address"];
        address["state"] = "".into();
        let reply = sandbox.post("/bank_accounts", &body);
        assert_eq!(reply.status, 200, "{rail}: {reply:?}");
        assert_eq!(reply.json()[property(rail)]["owner_address"]["state"], "", "{rail}");
        body[property(rail)]["owner_address"].as_object_mut().expect("an address").remove("state");
        let place = format!("body.{}.owner_address.state", property(rail));
        assert_refused(&sandbox.post("/bank_accounts", &body), &[place]);
    }
}

fn owner_names_and_addresses_must_say_something(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let address = ["line1", "line2", "city", "postal_code"];
    let names = [
        ("usd_ach", &["owner_business_name"][..], true),
        ("usd_fedwire", &["owner_business_name"], true),
        ("eur_sepa", &["owner_first_name", "owner_last_name"], true),
        ("cad_eft", &["owner_first_name", "owner_last_name"], false),
        ("ars_transfers_3_0", &["beneficiary_name"], false),
        ("mxn_spei", &["beneficiary_name"], false),
        ("cop_pse", &["beneficiary_first_name", "beneficiary_last_name"], false),
    ];
    for (rail, names, has_address) in names {
        let property = property(rail);
        let in_address =
            address.map(|field| format!("owner_address/{field}")).into_iter().filter(|_| has_address);
        for field in names.iter().map(|name| (*name).to_owned()).chain(in_address) {
            for (text, accepted) in texts() {
                let mut body = with_details(rail, &[]);
                let (inner, name) =
                    field.rsplit_once('/').map_or(("", field.as_str()), |(_, name)| ("/owner_address", name));
                let object = body.pointer_mut(&format!("/{property}{inner}")).expect("an object");
                object[name] = text.as_str().into();
                let reply = sandbox.post("/bank_accounts", &body);
                match accepted {
                    true => assert_eq!(reply.status, 200, "{rail} {field} {}: {reply:?}", text.len()),
                    false => {
                        assert_refused(&reply, &[format!("body.{property}.{}", field.replace('/', "."))]);
                        assert_eq!(reply.json()["errors"][0]["value"], "[redacted]", "{reply:?}");
                    }
                }
            }
        }
    }
}

/// Lengths count Unicode scalar values, and something must show.
fn texts() -> [(String, bool); 8] {
    [
        (String::new(), false),
        (" ".to_owned(), false),
        ("\u{a0}\u{3000}\u{200b}".to_owned(), false),
        ("x".to_owned(), true),
        ("\u{1f600}".repeat(255), true),
        ("\u{1f600}".repeat(256), false),
        ("e\u{301}".repeat(127), true),
        ("e\u{301}".repeat(128), false),
    ]
}

fn only_listed_countries_are_accepted(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    for rail in ["usd_ach", "usd_fedwire", "eur_sepa"] {
        let post = |country: &str| {
            let mut body = with_details(rail, &[]);
            body[property(rail)]["owner_address"]["country"] = country.into();
            sandbox.post("/bank_accounts", &body)
        };
        for country in ["AUS", "USA", "DEU", "JPN", "SSD", "PRK", "VAT"] {
            assert_eq!(post(country).status, 200, "{country}");
        }
        for country in ["", "US", "usa", "Usa", "USA ", "USAA", "840", "XXX", "ATA", "ALA", "UK", "ΑUS"] {
            let reply = post(country);
            assert_refused(&reply, &[format!("body.{}.owner_address.country", property(rail))]);
            assert_eq!(reply.json()["errors"][0]["value"], country);
        }
    }
}
