//! Live money: the same code, without anything that is simulated.

use serde_json::json;

use super::{breakdown, cancel, everything, id, text};
use crate::support::{Engine, Server, accepted, balance, items_of, pay_and_settle};

testkit::on_sqlite_daily!(
    a_live_account_starts_empty_and_cannot_pay,
    a_live_payout_goes_to_live_wallets_and_nothing_is_simulated,
    what_belongs_to_one_mode_is_unknown_to_the_other,
);

fn a_live_account_starts_empty_and_cannot_pay(engine: Engine) {
    let server = Server::start(engine);
    let live = server.live();
    let before = everything(&live);
    assert_eq!(balance(&live), "0.00");
    let body = json!({ "items": [{ "email": "ada@example.com", "amount": "0.01" }] });
    let reply = live.post("/payouts", &body);
    reply.assert_problem(422, "insufficient_funds");
    assert_eq!(reply.json()["detail"], "Insufficient funds: 0.01 USDC needed, 0.00 USDC available.");
    assert_eq!(accepted(&live.post("/payouts/validate", &body))["problem"]["title"], "insufficient_funds");
    for (path, body) in [
        ("/simulate/inbound_transfers", Some(json!({ "amount": "1" }).to_string())),
        ("/simulate/clock", Some(json!({ "advance_seconds": 1 }).to_string())),
        ("/simulate/payout_items/txn_01kdvq3y5cf2ab6ngnm3hcrkve/claim", None),
    ] {
        for client in [&live, &live.anonymous(), &live.with_key(server.info("test_key"))] {
            let reply = client.send("POST", path, &[], body.as_deref());
            reply.assert_problem(404, "not_found");
            assert_eq!(reply.json()["detail"], "This path doesn't exist.");
        }
    }
    assert_eq!(everything(&live), before);
}

fn a_live_payout_goes_to_live_wallets_and_nothing_is_simulated(engine: Engine) {
    let server = Server::start(engine);
    server.fund_live(server.info("email"), 100_000_000);
    server.new_user("grace@example.org");
    let live = server.live();
    let grace = live.with_key(&server.new_key("grace@example.org", "live", "all"));
    let paid = pay_and_settle(
        &live,
        &[("grace@example.org", "30"), ("ada+fail@example.com", "20"), ("ada@example.com", "10.5")],
    );
    assert_eq!(paid["item_breakdown"], breakdown(0, 1, 0, 2, 0), "+fail is an address like any other");
    assert_eq!((balance(&live).as_str(), balance(&grace).as_str()), ("39.50", "30.00"));
    // The sandbox of the same people knows nothing of it.
    let sandbox = server.sandbox();
    assert_eq!(balance(&sandbox), "10000.00");
    assert_eq!(sandbox.get("/recipients").json()["data"], json!([]));
    let cancelled = accepted(&cancel(&live, &paid));
    assert_eq!((text(&cancelled, "status"), balance(&live).as_str()), ("completed", "70.00"));
    server.assert_books_balance();
}

fn what_belongs_to_one_mode_is_unknown_to_the_other(engine: Engine) {
    let server = Server::start(engine);
    server.fund_live(server.info("email"), 100_000_000);
    let (live, sandbox) = (server.live(), server.sandbox());
    let [ours, theirs] = [&live, &sandbox].map(|client| pay_and_settle(client, &[("ada@example.com", "1")]));
    for (own, other, payout) in [(&live, &sandbox, &ours), (&sandbox, &live, &theirs)] {
        let item = &items_of(own, payout)[0];
        let paths = [
            format!("/payouts/{}", id(payout)),
            format!("/payouts/{}/items", id(payout)),
            super::item_path(item),
            format!("/transactions/{}", id(item)),
        ];
        for path in paths {
            assert_eq!(own.get(&path).status, 200);
            other.get(&path).assert_problem(404, "not_found");
        }
        cancel(other, payout).assert_problem(404, "not_found");
        let to = json!({ "items": [{ "recipient_id": text(item, "recipient_id"), "amount": "1" }] });
        other.post("/payouts", &to).assert_problem(422, "unknown_recipient");
    }
    super::claim(&sandbox, &items_of(&live, &ours)[0]).assert_problem(404, "not_found");
}
