//! When the books were found broken, no money leaves until an operator has looked. Reading goes on, and so does
//! giving back.

use serde_json::json;

use super::{breakdown, cancel, claim, everything, text};
use crate::support::{Engine, Server, accepted, balance, items_of, pay, pay_and_settle, settled};

testkit::on_both_engines!(no_money_leaves_while_it_is_stopped_and_all_of_it_does_afterwards);

fn no_money_leaves_while_it_is_stopped_and_all_of_it_does_afterwards(engine: Engine) {
    let mut server = Server::start(engine);
    let sandbox = server.sandbox();
    let waiting = pay_and_settle(&sandbox, &[("ada@example.com", "1"), ("ben@example.com", "2")]);
    server.hold_settlement();
    let queued = accepted(&pay(&sandbox, &[("cyd@example.com", "4"), (server.info("email"), "8")]));
    // An attempt that began before the stop must not end after it.
    server.terminate();
    server.execute(
        "insert into freezes (id, cause, reason, created_at)
         values ('frz_01kdvq3y5cf2ab6ngnm3hcrkve', 'operator', 'a test', 1)",
    );
    server.release_settlement();
    server.restart();
    let sandbox = server.sandbox();

    let before = everything(&sandbox);
    let body = json!({ "items": [{ "email": "ada@example.com", "amount": "1" }] });
    let items = items_of(&sandbox, &waiting);
    for reply in [sandbox.post_once("/payouts", "stopped", &body), claim(&sandbox, &items[0])] {
        reply.assert_problem(503, "unavailable");
        assert_eq!(reply.header("retry-after"), Some("60"));
    }
    let said = accepted(&sandbox.post("/payouts/validate", &body));
    assert_eq!((&said["valid"], text(&said["problem"], "title")), (&json!(false), "unavailable"));
    assert_eq!(everything(&sandbox), before);
    // Money may come in, and may come back.
    accepted(&sandbox.post("/simulate/inbound_transfers", &json!({ "amount": "100" })));
    let cancelled = accepted(&cancel(&sandbox, &waiting));
    assert_eq!(cancelled["item_breakdown"], breakdown(2, 0, 0, 0, 0));
    assert_eq!(balance(&sandbox), "10088.00");

    server.execute(
        "update freezes set lifted_at = 2, lifted_by = 'a test', lift_reason = 'a test', lifted_despite = ''",
    );
    let made = accepted(&sandbox.post_once("/payouts", "stopped", &body));
    settled(&sandbox, &made);
    assert_eq!(settled(&sandbox, &queued)["item_breakdown"], breakdown(0, 1, 0, 1, 0));
    assert_eq!(balance(&sandbox), "10095.00");
}
