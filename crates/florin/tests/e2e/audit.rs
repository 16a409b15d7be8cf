//! Broken books stop outgoing money in a running server within a minute, and an operator lets it go on.

mod server;

use testkit::engine::Engine;

use server::Server;

testkit::on_both_engines!(a_running_server_stops_money_within_a_minute_of_a_break);

const PAYOUT: &str = r#"{"items":[{"email":"nobody@example.com","amount":"1.00"}]}"#;

fn a_running_server_stops_money_within_a_minute_of_a_break(engine: Engine) {
    let server = Server::start(engine);
    assert_eq!(server.post("/payouts", PAYOUT), 200);
    let verified = server.florin(&["verify", "--json"]);
    assert_eq!((verified.0, verified.1["ok"].as_bool()), (0, Some(true)), "{}", verified.1);
    assert!(server.metrics().contains("florin_books_broken 0"), "{}", server.metrics());

    // A total, because settling copies no total anywhere.
    server.without_guards("update payouts set total_amount = 1000001");
    server.await_stop(std::time::Duration::from_secs(60));
    assert_eq!(server.post("/payouts", PAYOUT), 503);
    assert_eq!(server.get("/balance"), 200);
    let metrics = server.metrics();
    assert!(
        metrics.contains("florin_books_broken 1") && metrics.contains("florin_audit_rounds_total"),
        "{metrics}"
    );

    let broken = server.florin(&["verify", "--json"]);
    assert_eq!((broken.0, broken.1["ok"].as_bool()), (1, Some(false)));
    assert!(broken.1["findings"][0]["row"].as_str().is_some_and(|row| row.contains("po_")), "{}", broken.1);
    let refused = server.florin(&["money", "resume", "--json"]);
    assert_eq!(refused.0, 1, "{}", refused.1);
    assert_eq!(server.post("/payouts", PAYOUT), 503);
    let forced = server.florin(&["money", "resume", "--force", "--reason", "in a hurry", "--json"]);
    let lifted = &forced.1["stops"][0];
    assert_eq!((forced.0, lifted["lift_reason"].as_str()), (0, Some("in a hurry")), "{lifted}");
    assert!(lifted["lifted_by"].as_str().is_some_and(|by| by.starts_with("uid ")), "{lifted}");
    assert!(lifted["lifted_despite"].to_string().contains("payouts po_"), "{lifted}");
    assert_eq!(server.post("/payouts", PAYOUT), 200);
    // Whatever else breaks stops money again.
    server.without_guards("update ledger_accounts set balance = balance + 1 where id = 'test:fees'");
    server.await_stop(std::time::Duration::from_secs(60));
    server.without_guards("update ledger_accounts set balance = balance - 1 where id = 'test:fees'");
    let examined = server.florin(&["doctor", "--json", "--most-connections", "10"]);
    assert!(examined.1.to_string().contains("stopped since"), "{}", examined.1);

    server.without_guards("update payouts set total_amount = 1000000 where total_amount = 1000001");
    let resumed = server.florin(&["money", "resume", "--json"]);
    assert_eq!((resumed.0, resumed.1["stopped"].as_bool()), (0, Some(false)), "{}", resumed.1);
    assert_eq!(server.post("/payouts", PAYOUT), 200);

    let stopped = server.florin(&["money", "stop", "--reason", "looking into it", "--json"]);
    assert_eq!((stopped.0, &stopped.1["stops"][0]["reason"]), (0, &"looking into it".into()));
    assert_eq!(server.post("/payouts", PAYOUT), 503);
    let forced = server.florin(&["money", "resume", "--force", "--json"]);
    assert_eq!((forced.0, forced.1["stops"].as_array().map(Vec::len)), (0, Some(3)));
    let status = server.florin(&["money", "status", "--json"]);
    assert_eq!((status.0, status.1["stopped"].as_bool()), (0, Some(false)));
    assert_eq!(server.post("/payouts", PAYOUT), 200);
}
