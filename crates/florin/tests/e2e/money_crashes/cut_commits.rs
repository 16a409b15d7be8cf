//! The connection to PostgreSQL breaks at the commit that moves money: before the server saw it, or after. Florin finds
//! out what became of it, and goes on as if nothing had been.

use std::thread;

use serde_json::{Value, json};

use crate::support::{
    Client, Cut, Database, Engine, Proxy, Server, balance, eventually, fund, item, items_of, payout, settled,
};

const ROUNDS: usize = 3;

/// A server whose database can be cut off.
struct Cutting {
    server: Server,
    proxy: Proxy,
    client: Client,
    /// Names that nothing else has.
    number: usize,
}

impl Cutting {
    fn start() -> Cutting {
        let mut database = Database::create(Engine::Postgres);
        let proxy = Proxy::before_database(&mut database);
        let server = Server::start_on(database, &[]);
        server.new_payee("payee@example.com");
        let client = server.sandbox();
        fund(&client, "1000.00");
        Cutting { server, proxy, client, number: 0 }
    }

    fn new_name(&mut self) -> String {
        self.number += 1;
        format!("cut-{}", self.number)
    }

    /// Does something whose transaction, or what follows from it, mentions this text, and cuts that commit.
    fn cut<T: Send>(&self, how: How, mention: &str, act: impl FnOnce() -> T + Send) -> T {
        let before = self.proxy.dropped();
        if how.stays_away {
            self.proxy.cut_next_and_close(how.cut, mention);
        } else {
            self.proxy.cut_next(how.cut, mention);
        }
        thread::scope(|scope| {
            let acting = scope.spawn(act);
            eventually("the commit is cut", || self.proxy.has_cut().then_some(()));
            if how.stays_away {
                eventually("it has asked in vain", || (self.proxy.dropped() >= before + 2).then_some(()));
                self.proxy.open();
            }
            acting.join().expect("it is answered")
        })
    }

    fn post(&self, path: &str, body: Option<&Value>) -> Value {
        let body = body.map(Value::to_string);
        let reply = self.client.send("POST", path, &[], body.as_deref());
        assert_eq!((reply.status, reply.header("Idempotent-Replayed")), (200, None), "{path}: {reply:?}");
        reply.json()
    }

    /// A payout whose only item waits to be claimed, and the item's id.
    fn waiting(&mut self) -> (String, String) {
        let email = format!("{}@example.com", self.new_name());
        let made = self.post("/payouts", Some(&payout([item(&email, "1.00")])));
        assert_eq!(settled(&self.client, &made)["item_breakdown"]["pending_claim"], 1);
        let text = |value: &Value| value["id"].as_str().expect("an id").to_owned();
        (text(&made), text(&items_of(&self.client, &made)[0]))
    }
}

#[derive(Clone, Copy, Debug)]
struct How {
    cut: Cut,
    /// Whether the database cannot be reached for a while after.
    stays_away: bool,
}

/// Every way to cut, several times.
fn every_cut(mut check: impl FnMut(&mut Cutting, How)) {
    let mut cutting = Cutting::start();
    for round in 0..ROUNDS {
        for cut in [Cut::BeforeCommit, Cut::AfterCommit] {
            check(&mut cutting, How { cut, stays_away: round == 0 });
        }
    }
    eventually("nothing is stuck", || {
        let unsettled = "select id from payouts where processing > 0";
        cutting.server.database().texts(cutting.server.data(), unsettled).is_empty().then_some(())
    });
    cutting.server.assert_books();
}

#[test]
fn a_payout_whose_commit_is_cut_is_made_once() {
    every_cut(|cutting, how| {
        for keyed in [true, false] {
            let name = cutting.new_name();
            let body = json!({ "items": [item("payee@example.com", "1.00")], "reference": name }).to_string();
            let headers: &[(&str, &str)] = if keyed { &[("Idempotency-Key", &name)] } else { &[] };
            let client = &cutting.client;
            let ask = || client.send("POST", "/payouts", headers, Some(&body));
            let made = cutting.cut(how, &name, ask);
            assert_eq!((made.status, made.header("Idempotent-Replayed")), (200, None), "{how:?}: {made:?}");
            if keyed {
                let again = ask();
                assert_eq!(again.header("Idempotent-Replayed"), Some("true"));
                assert_eq!(again.body, made.body);
            }
            let found = client.get(&format!("/payouts?reference={name}")).json();
            assert_eq!(found["data"].as_array().map(Vec::len), Some(1), "{how:?}: {found}");
            assert_eq!(found["data"][0]["id"], made.json()["id"]);
        }
    });
}

#[test]
fn a_settlement_whose_commit_is_cut_happens_once() {
    every_cut(|cutting, how| {
        // Known before, so that the address is mentioned by nothing but the settlement.
        let waiting = format!("{}@example.com", cutting.new_name());
        for (email, counter) in [
            ("payee@example.com", "completed"),
            ("sorry+fail@example.com", "failed"),
            (&waiting, "pending_claim"),
        ] {
            let recipient = cutting.client.post("/recipients", &json!({ "email": email })).id();
            let body = json!({ "items": [{ "recipient_id": recipient, "amount": "1.00" }] });
            let made = cutting.cut(how, email, || cutting.post("/payouts", Some(&body)));
            let shown = settled(&cutting.client, &made);
            assert_eq!(shown["item_breakdown"][counter], 1, "{how:?}: {shown}");
        }
    });
}

#[test]
fn a_cancellation_a_claim_and_an_expiry_whose_commit_is_cut_happen_once() {
    every_cut(|cutting, how| {
        let before = balance(&cutting.client);
        for (what, status, reason) in [
            ("cancel item", "cancelled", Value::Null),
            ("cancel payout", "cancelled", Value::Null),
            ("clock", "cancelled", json!("claim_expired")),
        ] {
            let (payout, item) = cutting.waiting();
            let (path, body) = match what {
                "cancel item" => (format!("/payouts/{payout}/items/{item}/cancel"), None),
                "cancel payout" => (format!("/payouts/{payout}/cancel"), None),
                _ => ("/simulate/clock".to_owned(), Some(json!({ "advance_seconds": 2_678_400 }))),
            };
            cutting.cut(how, &item, || cutting.post(&path, body.as_ref()));
            let shown = cutting.client.get(&format!("/payouts/{payout}/items/{item}")).json();
            assert_eq!(
                (&shown["status"], &shown["failure_reason"]),
                (&json!(status), &reason),
                "{what} {how:?}"
            );
        }
        assert_eq!(balance(&cutting.client), before, "all of it is back");
        let (payout, item) = cutting.waiting();
        let path = format!("/simulate/payout_items/{item}/claim");
        cutting.cut(how, &item, || cutting.post(&path, None));
        let shown = cutting.client.get(&format!("/payouts/{payout}/items/{item}")).json();
        assert_eq!(shown["status"], "completed", "claim {how:?}");
    });
}
