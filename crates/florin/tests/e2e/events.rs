//! Events as subscribers will read them: everything that can happen is made to happen on a real server, and every row
//! is held against the description by an independent validator.

use std::collections::{BTreeMap, BTreeSet};

use app::wire::event_body;
use jsonschema::{Draft, Validator};
use rules::account::Mode;
use rules::event_type::EventType;
use rules::id::EventId;
use rules::time::Timestamp;
use serde_json::{Value, json};

use crate::support::{
    Client, Engine, Server, accepted, advance, cancel_external_transfer, deposit, external_wallet, fund,
    happens, items_of, pay_and_settle, register, text, withdraw, withdraw_to_wallet,
};

testkit::on_both_engines!(
    everything_that_can_happen_is_told_as_it_is_described,
    what_changes_nothing_is_not_told,
    an_event_shows_what_get_shows_at_that_moment,
);

/// All that can happen to payouts and to their recipients.
fn people_are_paid(server: &Server, client: &Client) {
    server.new_payee("bob@example.com");
    for people in
        [&["bob@example.com"][..], &["eve+fail@example.com"], &["kim@example.com", "lou@example.com"]]
    {
        let people: Vec<(&str, &str)> = people.iter().map(|address| (*address, "1.50")).collect();
        pay_and_settle(client, &people);
    }
    let waiting = pay_and_settle(client, &[("kim@example.com", "2"), ("zoe@example.com", "3")]);
    let item = items_of(client, &waiting)[0].clone();
    accepted(&client.post(&format!("/simulate/payout_items/{}/claim", text(&item, "id")), &json!({})));
    let cancelled = pay_and_settle(client, &[("zoe@example.com", "4")]);
    accepted(&client.send("POST", &format!("/payouts/{}/cancel", text(&cancelled, "id")), &[], None));
    let known = client.post("/recipients", &json!({ "email": "moe@example.com", "nickname": "Moe" })).id();
    client.patch(&format!("/recipients/{known}"), &json!({ "nickname": "Moses" })).id();
    server.new_user("moe@example.com");
    fund(client, "12.34");
}

/// All that can happen to deposits and withdrawals.
fn money_crosses(client: &Client) {
    let bank = register(client, "brl_pix");
    let wallet = client.post("/external_wallets", &external_wallet(Mode::Test)).id();
    for event in ["received", "failed", "expired"] {
        happens(client, &deposit(client, &bank, "250.00"), event);
    }
    assert_eq!(cancel_external_transfer(client, &deposit(client, &bank, "250.00")).status, 200);
    let withdrawals =
        ["completed", "failed", "returned"].map(|event| (withdraw(client, &bank, "20.00"), event));
    withdraw_to_wallet(client, &wallet, "21.00");
    assert_eq!(cancel_external_transfer(client, &withdraw(client, &bank, "22.00")).status, 200);
    advance(client, 31);
    for (withdrawal, event) in withdrawals {
        if event == "returned" {
            happens(client, &withdrawal, "completed");
        }
        happens(client, &withdrawal, event);
    }
    // What was received is credited, and what was sent over the chain arrives.
    advance(client, 86_400);
}

/// All that can happen to bank accounts and external wallets, on every rail.
fn labels_change(client: &Client) {
    let mut paths = vec![format!(
        "/external_wallets/{}",
        client.post("/external_wallets", &external_wallet(Mode::Test)).id()
    )];
    paths.extend(
        crate::support::RAILS.map(|(rail, _, _)| format!("/bank_accounts/{}", register(client, rail))),
    );
    for path in paths {
        client.patch(&path, &json!({ "name": "Another" })).id();
        accepted(&client.send("POST", &format!("{path}/archive"), &[], None));
    }
}

struct Told {
    kind: EventType,
    object: String,
    sequence: i64,
    body: String,
}

/// Every row as it will be sent, object by object.
fn told(server: &Server) -> Vec<Told> {
    let sql = "select e.id || ' ' || e.type || ' ' || cast(e.created_at as text) || ' ' || a.mode || ' '
                   || cast(e.sequence as text) || ' ' || e.object_id || ' ' || e.data
               from events e join accounts a on a.id = e.account_id order by e.object_id, e.sequence";
    let rows = server.database().texts(server.data(), sql);
    let told = rows.iter().map(|row| {
        let parts: Vec<&str> = row.splitn(7, ' ').collect();
        let id = EventId::parse(parts[0]).expect("an id");
        let kind = EventType::parse(parts[1]).unwrap_or_else(|| panic!("{} is in no table", parts[1]));
        let at = Timestamp::from_micros(parts[2].parse().expect("a time"));
        let mode = Mode::parse(parts[3]).expect("a mode");
        let sequence = parts[4].parse().expect("a number");
        let body = event_body(id, kind, at, mode, sequence, parts[6]);
        Told { kind, object: parts[5].to_owned(), sequence, body }
    });
    told.collect()
}

/// What the description says about each type.
fn validators(server: &Server) -> BTreeMap<EventType, Validator> {
    let document = server.anyone().get("/openapi.json").json();
    let validator = |event: &EventType| {
        let content = &document["webhooks"][event.name()]["post"]["requestBody"]["content"];
        let schema = json!({
            "$ref": content["application/json"]["schema"]["$ref"],
            "components": document["components"],
        });
        let validator = jsonschema::options().with_draft(Draft::Draft202012).should_validate_formats(true);
        (*event, validator.build(&schema).unwrap_or_else(|error| panic!("{}: {error}", event.name())))
    };
    EventType::ALL.iter().map(validator).collect()
}

fn everything_that_can_happen_is_told_as_it_is_described(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    people_are_paid(&server, &sandbox);
    money_crosses(&sandbox);
    labels_change(&sandbox);
    let (told, validators) = (told(&server), validators(&server));
    let mut last: BTreeMap<&str, i64> = BTreeMap::new();
    for Told { kind, object, sequence, body } in &told {
        let shown: Value = serde_json::from_str(body).expect("JSON");
        let keys: Vec<&String> = shown.as_object().expect("an object").keys().collect();
        assert_eq!(keys, ["id", "type", "timestamp", "environment", "sequence", "data"]);
        assert_eq!(shown["data"]["id"], **object, "{body}");
        let validator = &validators[kind];
        let wrong: Vec<String> = validator.iter_errors(&shown).map(|error| error.to_string()).collect();
        assert!(wrong.is_empty(), "{body}: {wrong:?}");
        // A validator that accepts anything would say nothing.
        let mut empty = shown.clone();
        empty["data"] = json!({});
        assert!(!validator.is_valid(&empty), "{}", kind.name());
        let other = validators.iter().find(|(other, _)| *other != kind).expect("another type");
        assert!(!other.1.is_valid(&shown), "{} is not {}", kind.name(), other.0.name());
        let before = last.insert(object, *sequence).unwrap_or(0);
        assert_eq!(before + 1, *sequence, "{body}");
    }
    let seen: BTreeSet<EventType> = told.iter().map(|told| told.kind).collect();
    let can_happen = |event: &&EventType| **event != EventType::WebhookTest && !event.is_reserved();
    let missing: Vec<&str> = EventType::ALL
        .iter()
        .filter(can_happen)
        .filter(|event| !seen.contains(event))
        .map(|event| event.name())
        .collect();
    assert_eq!(missing, [""; 0], "these never happened");
    assert!(seen.iter().all(|event| can_happen(&event)), "{seen:?}");
    server.assert_books();
}

fn what_changes_nothing_is_not_told(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let recipient = json!({ "email": "moe@example.com", "nickname": "Moe" });
    let paths = [
        format!("/bank_accounts/{}", register(&sandbox, "eur_sepa")),
        format!("/external_wallets/{}", sandbox.post("/external_wallets", &external_wallet(Mode::Test)).id()),
    ];
    for path in &paths {
        accepted(&sandbox.send("POST", &format!("{path}/archive"), &[], None));
    }
    sandbox.post("/recipients", &recipient).id();
    let before = told(&server).len();
    for path in &paths {
        let name = sandbox.get(path).json()["name"].clone();
        sandbox.patch(path, &json!({ "name": name })).id();
        sandbox.patch(path, &json!({ "name": "" }));
        accepted(&sandbox.send("POST", &format!("{path}/archive"), &[], None));
    }
    let id = sandbox.post("/recipients", &recipient).id();
    sandbox.post("/recipients", &json!({ "email": "MOE@example.com" })).id();
    sandbox.patch(&format!("/recipients/{id}"), &json!({ "nickname": "Moe" })).id();
    sandbox.patch(&format!("/recipients/{id}"), &json!({})).id();
    assert_eq!(told(&server).len(), before);
    // An archived account can still be renamed, which is told.
    sandbox.patch(&paths[0], &json!({ "name": "Old" })).id();
    let told = told(&server);
    let last = told.iter().rfind(|told| paths[0].ends_with(&told.object)).expect("an event");
    assert_eq!((last.kind, last.sequence), (EventType::BankAccountUpdated, 3));
}

fn an_event_shows_what_get_shows_at_that_moment(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let shown = |path: &str| -> (Value, Value) {
        let told = told(&server);
        let last = told.iter().rfind(|told| path.ends_with(&told.object)).expect("an event");
        let body: Value = serde_json::from_str(&last.body).expect("JSON");
        (body["data"].clone(), sandbox.get(path).json())
    };
    let same = |path: &str| {
        let (told, there) = shown(path);
        assert_eq!(told, there);
    };
    let recipient =
        format!("/recipients/{}", sandbox.post("/recipients", &json!({ "email": "moe@example.com" })).id());
    same(&recipient);
    sandbox.patch(&recipient, &json!({ "nickname": "Moe" })).id();
    same(&recipient);
    server.new_user("moe@example.com");
    same(&recipient);
    let wallet = sandbox.post("/external_wallets", &external_wallet(Mode::Test)).id();
    let wallet = format!("/external_wallets/{wallet}");
    same(&wallet);
    accepted(&sandbox.send("POST", &format!("{wallet}/archive"), &[], None));
    same(&wallet);
    let payout = pay_and_settle(&sandbox, &[("moe@example.com", "1"), ("zoe@example.com", "1")]);
    same(&format!("/transactions/{}", text(&arrival(&sandbox), "id")));
    accepted(&sandbox.send("POST", &format!("/payouts/{}/cancel", text(&payout, "id")), &[], None));
    same(&format!("/payouts/{}", text(&payout, "id")));
    for item in items_of(&sandbox, &payout) {
        same(&format!("/payouts/{}/items/{}", text(&payout, "id"), text(&item, "id")));
    }
    // A bank account is told without what is behind its rail, and a deposit without where it is sent.
    let bank = register(&sandbox, "eur_sepa");
    let (told, there) = shown(&format!("/bank_accounts/{bank}"));
    let kept = ["id", "name", "status", "created_at"].map(|field| (field.to_owned(), there[field].clone()));
    let mut expected: Value = kept.into_iter().collect::<serde_json::Map<_, _>>().into();
    (expected["payment_rail"], expected["currency"]) = (json!("eur_sepa"), json!("EUR"));
    assert_eq!(told, expected);
    let made = deposit(&sandbox, &bank, "100.00");
    let (told, mut there) = shown(&format!("/deposits/{}", text(&made, "id")));
    let to = there["transfer_instructions"].as_object_mut().expect("instructions");
    assert!(to.remove("details").is_some() && to.remove("beneficiary_name").is_some());
    assert_eq!(told, there);
}

/// Money that comes over the chain.
fn arrival(client: &Client) -> Value {
    accepted(&client.post("/simulate/inbound_transfers", &json!({ "amount": "1" })))
}
