//! While outgoing money is stopped, no withdrawal is taken and none is sent; what is on its way arrives, and money
//! comes in and back as always.

use serde_json::json;

use crate::support::{
    Engine, Server, accepted, advance, balance, cancel_external_transfer, deposit, external_transfers_seen,
    happens, look, register, text, withdraw,
};

testkit::on_sqlite_daily!(
    nothing_is_taken_or_sent_while_money_is_stopped,
    a_crowd_that_is_stopped_keeps_no_deposit_waiting,
);

fn nothing_is_taken_or_sent_while_money_is_stopped(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let to = register(&sandbox, "usd_ach");
    let (sent, returned) = (withdraw(&sandbox, &to, "10.00"), withdraw(&sandbox, &to, "10.00"));
    advance(&sandbox, 30);
    let [queued, cancelled, late] = [(); 3].map(|()| withdraw(&sandbox, &to, "10.00"));
    assert!(server.florin(&["money", "stop", "--reason", "a test"]).status.success());

    let before = external_transfers_seen(&sandbox);
    let body = json!({ "bank_account_id": to, "amount": "10.00" });
    let reply = sandbox.post_once("/withdrawals", "stopped", &body);
    reply.assert_problem(503, "unavailable");
    assert_eq!(reply.header("retry-after"), Some("60"));
    assert_eq!(external_transfers_seen(&sandbox), before);
    assert_eq!(accepted(&cancel_external_transfer(&sandbox, &cancelled))["status"], "cancelled");
    advance(&sandbox, 86_400);
    assert_eq!(look(&sandbox, &queued), queued, "it waits");
    // It would be gone if money were not stopped: a stop is no time to wait and see how the rate moves.
    cancel_external_transfer(&sandbox, &late).assert_problem(503, "unavailable");
    assert_eq!(look(&sandbox, &late), late);
    assert_eq!(text(&look(&sandbox, &sent), "status"), "completed");
    assert_eq!(text(&happens(&sandbox, &returned, "returned"), "status"), "failed");
    happens(&sandbox, &deposit(&sandbox, &to, "10.00"), "received");
    advance(&sandbox, 1);
    assert_eq!(balance(&sandbox), "9979.99");

    assert!(server.florin(&["money", "resume"]).status.success());
    advance(&sandbox, 1);
    for sent in [&queued, &late] {
        assert_eq!(text(&look(&sandbox, sent), "status"), "processing");
    }
    accepted(&sandbox.post_once("/withdrawals", "stopped", &body));
    server.assert_books();
}

fn a_crowd_that_is_stopped_keeps_no_deposit_waiting(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let to = register(&sandbox, "usd_ach");
    // More than are looked at in one go.
    for _ in 0..130 {
        withdraw(&sandbox, &to, "1.00");
    }
    assert!(server.florin(&["money", "stop", "--reason", "a test"]).status.success());
    advance(&sandbox, 3_600);
    let made = deposit(&sandbox, &to, "10.51");
    advance(&sandbox, 60);
    assert_eq!(text(&look(&sandbox, &made), "status"), "completed");
    assert!(server.florin(&["money", "resume"]).status.success());
    advance(&sandbox, 1);
    let queued = sandbox.get("/withdrawals?status=queued").json();
    assert_eq!(queued["data"], json!([]));
    server.assert_books();
}
