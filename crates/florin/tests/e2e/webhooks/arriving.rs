//! What happens arrives as it was written, and nothing that happened before it was asked for.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use rules::account::Mode;
use serde_json::{Value, json};

use super::{add, all_is_sent, arrived, happened, times};
use crate::support::pages::demo;
use crate::support::{
    Client, Engine, Receiver, Server, accepted, deposit, eventually, external_wallet, happens, items_of,
    look, pay, pay_and_settle, register, settled, text,
};

fn every_event_of_a_payout_arrives(engine: Engine) {
    let server = Server::start(engine);
    let (browser, receiver) = (demo(&server), Receiver::start());
    add(&browser, &receiver.url(), &[]);
    pay_and_settle(&server.sandbox(), &[("ann@example.com", "1.00"), ("bob@example.com", "2.00")]);
    let received = arrived(&receiver, 5);
    let mut kinds = receiver.kinds();
    kinds.sort();
    assert_eq!(
        kinds,
        [
            "payout.created",
            "payout_item.pending_claim",
            "payout_item.pending_claim",
            "recipient.created",
            "recipient.created"
        ]
    );
    for request in received {
        assert_eq!(request.event()["id"], request.id());
        assert_eq!(request.event()["environment"], "test");
        assert_eq!(request.headers["content-type"], "application/json");
        assert_eq!(request.path, "/hooks");
    }
}

/// A bit of everything that an account can do.
fn live_a_little(client: &Client) -> Vec<(&'static str, Value)> {
    let bank_account = client.get(&format!("/bank_accounts/{}", register(client, "mxn_spei"))).json();
    let wallet = accepted(&client.post("/external_wallets", &external_wallet(Mode::Test)));
    let money = deposit(client, text(&bank_account, "id"), "250.00");
    happens(client, &money, "received");
    let credited = eventually("the deposit is credited", || {
        Some(look(client, &money)).filter(|deposit| deposit["status"] == "completed")
    });
    let paid = accepted(&pay(client, &[("ann@example.com", "1.00"), ("bob+fail@example.com", "2.00")]));
    let ended = settled(client, &paid);
    let items = items_of(client, &ended);
    let recipient = client.get(&format!("/recipients/{}", text(&items[0], "recipient_id"))).json();
    vec![
        ("bank_account.created", bank_account),
        ("external_wallet.created", wallet),
        ("deposit.completed", credited),
        ("payout.created", paid),
        ("payout_item.pending_claim", items[0].clone()),
        ("payout_item.failed", items[1].clone()),
        ("recipient.created", recipient),
    ]
}

/// A bank account is told of by its rail and currency. No account number is told at all, also not where to pay to.
fn without_details(shown: &Value, told: &Value) -> Value {
    let mut shown = shown.clone();
    if let Some(instructions) = shown.get_mut("transfer_instructions") {
        let fields = instructions.as_object_mut().expect("an object");
        assert!(
            fields.shift_remove("details").is_some() && fields.shift_remove("beneficiary_name").is_some()
        );
    }
    if shown["id"].as_str().is_some_and(|id| id.starts_with("ba_")) {
        let fields = shown.as_object_mut().expect("an object");
        assert!(fields.shift_remove("mxn_spei").is_some());
        for (name, value) in [("payment_rail", "mxn_spei"), ("currency", "MXN")] {
            assert_eq!(told[name], value);
            fields.insert(name.to_owned(), value.into());
        }
    }
    shown
}

fn what_arrives_is_the_row_and_what_it_is_about_is_as_get_shows_it(engine: Engine) {
    let server = Server::start(engine);
    let (browser, receiver) = (demo(&server), Receiver::start());
    pay_and_settle(&server.sandbox(), &[("early@example.com", "1.00")]);
    let before = happened(&server);
    assert!(before.len() >= 3, "{before:?}");
    add(&browser, &receiver.url(), &[]);
    let seen = live_a_little(&server.sandbox());
    all_is_sent(&server);

    let received = receiver.received();
    let bodies: BTreeMap<String, Value> =
        received.iter().map(|request| (request.id().to_owned(), request.event())).collect();
    let mut expected = happened(&server);
    expected.retain(|id, _| !before.contains_key(id));
    assert_eq!(bodies, expected, "the rows since the endpoint was there, all of them, and no other");
    assert_eq!(received.len(), expected.len(), "each once");
    for (kind, shown) in seen {
        let told: Vec<&Value> = bodies
            .values()
            .filter(|body| body["type"] == kind && body["data"]["id"] == shown["id"])
            .map(|body| &body["data"])
            .collect();
        assert_eq!(told.len(), 1, "{kind} of {shown}");
        assert_eq!(told[0], &without_details(&shown, told[0]), "{kind}");
    }
    assert!(!received.iter().any(|request| request.body.contains("032180000118359719")), "no bank details");
    for request in &received {
        let order: Vec<String> = request.event().as_object().expect("an object").keys().cloned().collect();
        assert_eq!(order, ["id", "type", "timestamp", "environment", "sequence", "data"]);
    }
}

fn an_endpoint_that_is_added_while_traffic_runs_gets_everything_after(engine: Engine) {
    let server = Server::start(engine);
    let (browser, receiver, is_over) = (demo(&server), Receiver::start(), AtomicBool::new(false));
    let client = server.sandbox();
    let (before, known) = std::thread::scope(|scope| {
        let paying = scope.spawn(|| {
            for number in 0.. {
                if is_over.load(Ordering::Relaxed) {
                    return number;
                }
                accepted(&pay(&client, &[(format!("p{number}@example.com").as_str(), "0.01")]));
            }
            0
        });
        let some = |more: usize, than: usize| {
            crate::support::eventually("events", || {
                let now = happened(&server);
                (now.len() >= than + more).then_some(now)
            })
        };
        let before = some(10, 0);
        add(&browser, &receiver.url(), &[]);
        let known = happened(&server);
        some(20, known.len());
        is_over.store(true, Ordering::Relaxed);
        assert!(paying.join().expect("no payout was refused") > 0);
        (before, known)
    });
    crate::support::eventually("everything is settled", || {
        let open = server.database().rows_in(server.data(), "payouts where processing > 0");
        (open == 0).then_some(())
    });
    all_is_sent(&server);
    let times = times(&receiver.received());
    for (id, event) in happened(&server) {
        let expected = match () {
            () if before.contains_key(&id) => 0,
            // Written while it was added: before or after, but not twice.
            () if known.contains_key(&id) => times.get(&id).copied().unwrap_or_default().min(1),
            () => 1,
        };
        assert_eq!(times.get(&id).copied().unwrap_or_default(), expected, "{event}");
    }
}

fn a_test_event_is_for_one_endpoint_alone(engine: Engine) {
    let server = Server::start(engine);
    let (browser, one, other) = (demo(&server), Receiver::start(), Receiver::start());
    let place = add(&browser, &one.url(), &["payout.created"]);
    add(&browser, &other.url(), &[]);
    for _ in 0..2 {
        super::press(&browser, &place, "test", &[]);
    }
    all_is_sent(&server);
    assert_eq!(one.kinds(), ["webhook.test", "webhook.test"]);
    let mut sequences: Vec<Value> =
        one.received().iter().map(|request| request.event()["sequence"].clone()).collect();
    sequences.sort_by_key(Value::as_i64);
    assert_eq!(json!(sequences), json!([2, 3]), "the first verified the endpoint");
    assert_eq!(other.connections(), 0);
}

testkit::on_both_engines!(an_endpoint_that_is_added_while_traffic_runs_gets_everything_after);

testkit::on_sqlite_daily!(
    every_event_of_a_payout_arrives,
    what_arrives_is_the_row_and_what_it_is_about_is_as_get_shows_it,
    a_test_event_is_for_one_endpoint_alone,
);
