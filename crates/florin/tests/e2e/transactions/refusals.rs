//! Questions that are refused: ids that are none, states and types that there are not, and cursors of other questions.

use super::page;
use crate::support::{Engine, Server, pay_and_settle};

testkit::on_both_engines!(a_cursor_of_transactions_is_good_for_its_own_filter_only);

testkit::on_one_engine!(what_is_no_filter_of_transactions_is_refused_at_its_place);

fn what_is_no_filter_of_transactions_is_refused_at_its_place(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let own = [("payout_id", "po_"), ("recipient_id", "rcp_"), ("bank_account_id", "ba_")];
    let part = "01kdvq3y5cf2ab6ngnm3hcrkve";
    for (name, prefix) in own {
        let wrong = [
            String::new(),
            "x".to_owned(),
            prefix.to_owned(),
            format!("{prefix}{}", &part[1..]),
            format!("{prefix}{part}0"),
            format!("{prefix}{}", part.to_uppercase()),
            format!("txn_{part}"),
            part.to_owned(),
            format!("%20{prefix}{part}"),
            format!("{prefix}{part}%00"),
            "x".repeat(1000),
        ];
        for wrong in wrong {
            let reply = sandbox.get(&format!("/transactions?{name}={wrong}"));
            reply.assert_problem(400, "invalid_request");
            assert_eq!(reply.locations(), [format!("query.{name}")], "{wrong}");
        }
        let twice = format!("{name}={prefix}{part}&{name}={prefix}{part}");
        assert_eq!(sandbox.get(&format!("/transactions?{twice}")).locations(), [format!("query.{name}")]);
        page(&sandbox, &format!("{name}={prefix}{part}"));
    }
    for (query, places) in [
        ("type=payouts", vec!["query.type"]),
        ("type=", vec!["query.type"]),
        ("type=Payout", vec!["query.type"]),
        ("type=payout&type=transfer", vec!["query.type"]),
        ("status=pending", vec!["query.status"]),
        ("status=completed,failed", vec!["query.status"]),
        ("reference=x", vec!["query.reference"]),
        ("external_wallet_id=x", vec!["query.external_wallet_id"]),
        (
            "status=x&type=y&payout_id=z&page_size=0&cursor=",
            vec!["query.status", "query.type", "query.payout_id", "query.page_size", "query.cursor"],
        ),
    ] {
        let reply = sandbox.get(&format!("/transactions?{query}"));
        reply.assert_problem(400, "invalid_request");
        assert_eq!(reply.locations(), places, "{query}");
    }
}

fn a_cursor_of_transactions_is_good_for_its_own_filter_only(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let payout = pay_and_settle(&sandbox, &[("ada@example.com", "1"); 3]);
    let of_payout = format!("payout_id={}", payout["id"].as_str().expect("an id"));
    let filters = [
        "",
        "type=payout",
        "type=payout&type=inbound_transfer",
        "status=pending_claim",
        "type=payout&status=pending_claim",
        "created_from=2020-01-01T00:00:00Z",
        &of_payout,
    ];
    for given in filters {
        let cursor = page(&sandbox, &format!("{given}&page_size=1")).1.expect("more rows");
        for used in filters {
            let reply = sandbox.get(&format!("/transactions?{used}&cursor={cursor}"));
            match used == given {
                true => assert_eq!(reply.status, 200, "{reply:?}"),
                false => reply.assert_problem(400, "invalid_cursor"),
            }
        }
        sandbox.get(&format!("/payouts?cursor={cursor}")).assert_problem(400, "invalid_cursor");
        server
            .live()
            .get(&format!("/transactions?{given}&cursor={cursor}"))
            .assert_problem(400, "invalid_cursor");
    }
}
