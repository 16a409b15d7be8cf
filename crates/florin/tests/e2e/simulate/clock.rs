//! Time that passes for one test account.

use rules::time::Timestamp;
use serde_json::{Value, json};

use super::{DAY, advance, claim, id, look, text, waiting};
use crate::support::{Client, Engine, Server, accepted, balance, pay_and_settle};

testkit::on_sqlite_daily!(
    thirty_one_days_later_nothing_waits_any_more_and_the_money_is_back,
    the_clock_only_goes_forward_and_what_is_created_then_bears_its_time,
    the_clock_has_bounds,
    a_clock_is_one_accounts_own,
);

fn time(row: &Value, field: &str) -> Timestamp {
    Timestamp::parse(text(row, field)).expect("a time")
}

fn thirty_one_days_later_nothing_waits_any_more_and_the_money_is_back(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let (one, other) = (waiting(&sandbox, "ada@example.com", "5"), waiting(&sandbox, "ben@example.com", "7"));
    assert_eq!(accepted(&advance(&sandbox, 29 * DAY)).as_object().map(|clock| clock.len()), Some(1));
    assert_eq!((look(&sandbox, &one), balance(&sandbox).as_str()), (one.clone(), "9988.00"));
    let young = waiting(&sandbox, "cyd@example.com", "11");
    accepted(&advance(&sandbox, 2 * DAY));
    // With the answer, not some time after it.
    for item in [&one, &other] {
        let ended = look(&sandbox, item);
        assert_eq!((text(&ended, "status"), text(&ended, "failure_reason")), ("cancelled", "claim_expired"));
        assert_eq!(ended["claim_expires_at"], item["claim_expires_at"]);
        assert!(time(&ended, "completed_at") >= time(&ended, "claim_expires_at"), "{ended}");
        claim(&sandbox, id(item)).assert_problem(409, "invalid_state");
        let payout = accepted(&sandbox.get(&format!("/payouts/{}", text(item, "payout_id"))));
        assert_eq!((text(&payout, "status"), &payout["completed_at"]), ("cancelled", &ended["completed_at"]));
        assert!(payout.get("failure_reason").is_none(), "{payout}");
    }
    assert_eq!((look(&sandbox, &young), balance(&sandbox).as_str()), (young.clone(), "9989.00"));
    accepted(&claim(&sandbox, id(&young)));
}

fn the_clock_only_goes_forward_and_what_is_created_then_bears_its_time(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let before = pay_and_settle(&sandbox, &[("ada@example.com", "1")]);
    let now = |clock: &Value| time(clock, "now");
    let first = now(&accepted(&advance(&sandbox, 10 * DAY)));
    assert!(first >= time(&before, "created_at").plus_seconds(10 * DAY));
    let second = now(&accepted(&advance(&sandbox, 1)));
    assert!(second >= first.plus_seconds(1));
    let after = pay_and_settle(&sandbox, &[("ada@example.com", "2")]);
    assert!(time(&after, "created_at") >= second);
    assert!(time(&after, "created_at") < second.plus_seconds(DAY), "{after}");
    let item = waiting(&sandbox, "ben@example.com", "1");
    assert!(time(&item, "claim_expires_at") >= second.plus_seconds(30 * DAY), "{item}");
    let recipient = accepted(&sandbox.post("/recipients", &json!({ "email": "cyd@example.com" })));
    assert!(time(&recipient, "created_at") >= second, "{recipient}");
    let arrived = accepted(&super::receive(&sandbox, "1"));
    assert!(time(&arrived, "created_at") >= second, "{arrived}");
    let payouts = accepted(&sandbox.get("/payouts?page_size=3"));
    assert_eq!(payouts["data"][1]["id"], after["id"], "newest first");
}

fn the_clock_has_bounds(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let bad = [
        json!(0),
        json!(-1),
        json!(1.5),
        json!("60"),
        json!(null),
        json!(true),
        json!(316_224_001),
        json!(i64::MAX),
        json!(u64::MAX),
        json!(1e300),
    ];
    for wrong in bad {
        let reply = sandbox.post("/simulate/clock", &json!({ "advance_seconds": wrong }));
        reply.assert_problem(400, "invalid_request");
        assert_eq!(reply.locations(), ["body.advance_seconds"], "{wrong}");
    }
    for (body, place) in [
        (json!({}), "body.advance_seconds"),
        (json!({ "advance_seconds": 1, "now": "2030-01-01T00:00:00Z" }), "body.now"),
    ] {
        assert_eq!(sandbox.post("/simulate/clock", &body).locations(), [place]);
    }
    let ten_years = 316_224_000;
    for _ in 0..10 {
        accepted(&advance(&sandbox, ten_years));
    }
    for seconds in [1, ten_years] {
        advance(&sandbox, seconds).assert_problem(422, "limit_exceeded");
    }
    // A hundred years on, everything still works.
    let item = waiting(&sandbox, "ada@example.com", "1");
    assert_eq!(accepted(&claim(&sandbox, id(&item)))["status"], "completed");
    assert_eq!(balance(&sandbox), "9999.00");
    server.assert_books_balance();
}

fn a_clock_is_one_accounts_own(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    server.new_payee("other@example.org");
    let other = sandbox.with_key(&server.new_key("other@example.org", "test", "all"));
    let theirs = waiting(&other, "ada@example.com", "1");
    accepted(&advance(&sandbox, 400 * DAY));
    assert_eq!(look(&other, &theirs), theirs);
    let created = |client: &Client| {
        let made = accepted(&client.post("/recipients", &json!({ "email": "ben@example.com" })));
        time(&made, "created_at")
    };
    assert!(created(&sandbox) > created(&other).plus_seconds(399 * DAY));
    assert!(created(&sandbox) > created(&server.live()).plus_seconds(399 * DAY), "live keeps real time");
    // What they are paid arrives in their own time.
    let paid = pay_and_settle(&sandbox, &[("other@example.org", "1")]);
    let seen = accepted(&other.get("/transactions?type=inbound_transfer&page_size=1"))["data"][0].clone();
    assert_eq!(text(&seen, "amount"), "1.00");
    assert!(time(&paid, "completed_at") > time(&seen, "completed_at").plus_seconds(399 * DAY));
}
