//! What is not quoted, and to which caller.

use serde_json::json;

use super::wish;
use crate::support::{Engine, Server, accepted};

testkit::on_sqlite_daily!(
    what_the_fees_eat_up_and_what_cannot_be_counted_has_no_price,
    a_quote_needs_the_scope_of_its_direction,
    a_rail_without_a_tariff_is_not_quoted_live,
);

testkit::on_one_engine!(a_wish_that_is_not_well_said_is_refused_with_its_place);

fn a_wish_that_is_not_well_said_is_refused_with_its_place(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    for (field, wrong) in [
        ("direction", json!("Deposit")),
        ("direction", json!("in")),
        ("direction", json!(null)),
        ("currency", json!("USDC")),
        ("currency", json!("JPY")),
        ("currency", json!("brl")),
        ("amount", json!("0")),
        ("amount", json!("1.0000001")),
        // What is given, or is to come out, in fiat has cents.
        ("amount", json!("1.001")),
        ("amount", json!(1)),
        ("amount_side", json!("both")),
        ("payment_rail", json!("swift")),
        ("payment_rail", json!("mxn_spei")),
        ("payment_rail", json!("usd_ach")),
        ("quote_id", json!("x")),
    ] {
        let mut body = wish("deposit", "BRL", "1.00", "source");
        body[field] = wrong;
        let reply = sandbox.post("/quotes", &body);
        reply.assert_problem(400, "invalid_request");
        assert_eq!(reply.locations(), [format!("body.{field}")], "{body}");
    }
    let mut places = sandbox.post("/quotes", &json!({})).locations();
    places.sort();
    assert_eq!(places, ["body.amount", "body.amount_side", "body.currency", "body.direction"]);
    for (direction, side, fits) in [
        ("deposit", "source", false),
        ("deposit", "destination", true),
        ("withdrawal", "source", true),
        ("withdrawal", "destination", false),
    ] {
        let reply = sandbox.post("/quotes", &wish(direction, "BRL", "10.000001", side));
        assert_eq!(reply.status == 200, fits, "{direction} {side}: {reply:?}");
    }
}

fn what_the_fees_eat_up_and_what_cannot_be_counted_has_no_price(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    for body in [
        wish("withdrawal", "USD", "0.50", "source"),
        wish("withdrawal", "USD", "0.000001", "source"),
        wish("deposit", "COP", "999999999999.999999", "destination"),
    ] {
        sandbox.post("/quotes", &body).assert_problem(422, "limit_exceeded");
    }
}

fn a_quote_needs_the_scope_of_its_direction(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let with = |scopes: &str| sandbox.with_key(&server.new_key(server.info("email"), "test", scopes));
    let (coming, going) = ("deposits:write", "withdrawals:write");
    for (scopes, direction, lacks) in [
        (coming, "deposit", None),
        (going, "withdrawal", None),
        ("deposits:write,withdrawals:write", "withdrawal", None),
        (coming, "withdrawal", Some(going)),
        (going, "deposit", Some(coming)),
        ("deposits:read,withdrawals:read", "deposit", Some(coming)),
        ("deposits:read,withdrawals:read", "withdrawal", Some(going)),
    ] {
        let reply = with(scopes).post("/quotes", &wish(direction, "BRL", "10.00", "source"));
        match lacks {
            None => drop(accepted(&reply)),
            Some(scope) => {
                reply.assert_problem(403, "forbidden");
                let json = reply.json();
                assert!(json["detail"].as_str().is_some_and(|detail| detail.contains(scope)), "{reply:?}");
            }
        }
    }
    // Without either, not even the body is looked at.
    with("payouts:write").post("/quotes", &json!({})).assert_problem(403, "forbidden");
}

fn a_rail_without_a_tariff_is_not_quoted_live(engine: Engine) {
    let server = Server::start(engine);
    for direction in ["deposit", "withdrawal"] {
        let reply = server.live().post("/quotes", &wish(direction, "BRL", "10.00", "source"));
        reply.assert_problem(503, "unavailable");
        assert_eq!(reply.header("retry-after"), Some("60"));
    }
}
