//! Broken books stop outgoing money in a running server within a minute, and an operator lets it go on.

use std::time::Duration;

use serde_json::{Value, json};
use testkit::patience::within;

use crate::support::{Client, Engine, Server};

testkit::on_both_engines!(a_running_server_stops_money_within_a_minute_of_a_break);

/// A server, its sandbox and its metrics.
struct World {
    server: Server,
    sandbox: Client,
    admin: Client,
}

impl World {
    fn new(engine: Engine) -> World {
        let (server, admin) = Server::start_watched(engine, &[]);
        World { sandbox: server.sandbox(), server, admin }
    }

    fn pay(&self) -> u16 {
        let item = json!({ "email": "new@example.com", "amount": "1.00" });
        self.sandbox.post("/payouts", &json!({ "items": [item] })).status
    }

    fn metrics(&self) -> String {
        self.admin.get("/metrics").body
    }

    /// An operator's command: its exit code and what it printed, as JSON.
    fn florin(&self, arguments: &[&str]) -> (i32, Value) {
        let ended = self.server.florin(arguments);
        let printed = if ended.stdout.is_empty() { ended.stderr } else { ended.stdout };
        let json = serde_json::from_slice(&printed);
        (ended.status.code().expect("a code"), json.unwrap_or_else(|error| panic!("{error}: {printed:?}")))
    }

    fn await_stop(&self) {
        within(Duration::from_secs(60), "money is stopped", || {
            (self.florin(&["money", "status", "--json"]).1["stopped"] == true).then_some(())
        });
    }
}

fn a_running_server_stops_money_within_a_minute_of_a_break(engine: Engine) {
    let world = World::new(engine);
    assert_eq!(world.pay(), 200);
    let verified = world.florin(&["verify", "--json"]);
    assert_eq!((verified.0, verified.1["ok"].as_bool()), (0, Some(true)), "{}", verified.1);
    assert!(world.metrics().contains("florin_books_broken 0"), "{}", world.metrics());

    // A total, because settling copies no total anywhere.
    world.server.execute_without_guards("update payouts set total_amount = 1000001");
    world.await_stop();
    assert_eq!(world.pay(), 503);
    assert_eq!(world.sandbox.get("/balance").status, 200);
    let metrics = world.metrics();
    assert!(
        metrics.contains("florin_books_broken 1") && metrics.contains("florin_audit_rounds_total"),
        "{metrics}"
    );

    let told = world.server.florin(&["verify"]);
    let told = String::from_utf8(told.stdout).expect("UTF-8");
    assert!(told.contains("Outgoing money is stopped") && !told.contains("florin money stop"), "{told}");
    let broken = world.florin(&["verify", "--json"]);
    assert_eq!((broken.0, broken.1["ok"].as_bool()), (1, Some(false)));
    assert!(broken.1["findings"][0]["row"].as_str().is_some_and(|row| row.contains("po_")), "{}", broken.1);
    let refused = world.florin(&["money", "resume", "--json"]);
    assert_eq!(refused.0, 1, "{}", refused.1);
    assert_eq!(world.pay(), 503);
    let forced = world.florin(&["money", "resume", "--force", "--reason", "in a hurry", "--json"]);
    let lifted = &forced.1["stops"][0];
    assert_eq!((forced.0, lifted["lift_reason"].as_str()), (0, Some("in a hurry")), "{lifted}");
    assert!(lifted["lifted_by"].as_str().is_some_and(|by| by.starts_with("uid ")), "{lifted}");
    assert!(lifted["lifted_despite"].to_string().contains("payouts po_"), "{lifted}");
    assert_eq!(world.pay(), 200);
    // Whatever else breaks stops money again.
    world
        .server
        .execute_without_guards("update ledger_accounts set balance = balance + 1 where id = 'test:fees'");
    world.await_stop();
    world
        .server
        .execute_without_guards("update ledger_accounts set balance = balance - 1 where id = 'test:fees'");
    let examined = world.florin(&["doctor", "--json", "--max-connections", "10"]);
    assert!(examined.1.to_string().contains("stopped since"), "{}", examined.1);

    world
        .server
        .execute_without_guards("update payouts set total_amount = 1000000 where total_amount = 1000001");
    let resumed = world.florin(&["money", "resume", "--json"]);
    assert_eq!((resumed.0, resumed.1["stopped"].as_bool()), (0, Some(false)), "{}", resumed.1);
    assert_eq!(world.pay(), 200);

    let stopped = world.florin(&["money", "stop", "--reason", "looking into it", "--json"]);
    assert_eq!((stopped.0, &stopped.1["stops"][0]["reason"]), (0, &"looking into it".into()));
    assert_eq!(world.pay(), 503);
    let forced = world.florin(&["money", "resume", "--force", "--json"]);
    assert_eq!((forced.0, forced.1["stops"].as_array().map(Vec::len)), (0, Some(3)));
    let status = world.florin(&["money", "status", "--json"]);
    assert_eq!((status.0, status.1["stopped"].as_bool()), (0, Some(false)));
    assert_eq!(world.pay(), 200);
}
