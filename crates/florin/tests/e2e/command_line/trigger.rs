//! `florin trigger`: each event that it says it can trigger happens, in the test account of the key.

use serde_json::Value;

use super::assert_refused;
use crate::support::pages::count;
use crate::support::{Engine, Server, florin, run};

testkit::on_sqlite_daily!(each_event_happens_to_the_object_that_is_named);

const EVENTS: [&str; 30] = [
    "payout.created",
    "payout.completed",
    "payout.failed",
    "payout.cancelled",
    "payout_item.pending_claim",
    "payout_item.completed",
    "payout_item.failed",
    "payout_item.cancelled",
    "deposit.created",
    "deposit.processing",
    "deposit.completed",
    "deposit.failed",
    "deposit.cancelled",
    "deposit.expired",
    "withdrawal.created",
    "withdrawal.processing",
    "withdrawal.completed",
    "withdrawal.failed",
    "withdrawal.returned",
    "withdrawal.cancelled",
    "inbound_transfer.completed",
    "recipient.created",
    "recipient.updated",
    "recipient.joined",
    "bank_account.created",
    "bank_account.updated",
    "bank_account.archived",
    "external_wallet.created",
    "external_wallet.updated",
    "external_wallet.archived",
];

fn each_event_happens_to_the_object_that_is_named(engine: Engine) {
    let server = Server::start(engine);
    let trigger = |event: &str, key: &str| {
        let mut command = florin(&["trigger", event, "--server", server.origin(), "--json"]);
        run(command.env("FLORIN_TEST_KEY", key))
    };
    let key = server.info("test_key");
    for event in EVENTS {
        let triggered: Value = trigger(event, key).json();
        let object = triggered["object_id"].as_str().expect("an ID");
        assert_eq!(triggered["event"], event);
        let happened = format!("events where type = '{event}' and object_id = '{object}'");
        assert_eq!(count(&server, &happened), 1, "{triggered}");
    }
    for (event, word) in [("webhook.test", "dashboard"), ("inbound_transfer.failed", "can't be triggered")] {
        assert_refused(&trigger(event, key), 1, &[event, word]);
    }
    let unknown = trigger("payout.exploded", key);
    assert_refused(&unknown, 2, &["there is no event", "payout.exploded", "payout.completed"]);
    for wrong in ["settings", "webhook.test", "inbound_transfer.failed"] {
        assert!(!unknown.stderr.contains(wrong), "{wrong}: {}", unknown.stderr);
    }
    // A key of live money reaches nothing, and neither does one without the scope.
    let live = server.new_key(server.info("email"), "live", "all");
    assert_refused(&trigger("payout.created", &live), 1, &["401"]);
    let poor = server.new_key(server.info("email"), "test", "balance:read");
    assert_refused(&trigger("payout.created", &poor), 1, &["403", "payouts:write"]);
}
