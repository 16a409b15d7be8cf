//! The tariff of live money: without one nothing crosses, and a new one counts at once.

use serde_json::json;

use super::{Desk, TARIFF, assert_refused, receipt, reference, text};
use crate::support::{Ended, Engine, Server, accepted, bank_account, eventually};

testkit::on_sqlite_daily!(
    without_a_tariff_no_live_money_crosses,
    a_tariff_that_changes_counts_without_a_restart,
    unknown_money_cannot_be_parked_without_a_rate,
    operators_do_not_choose_the_prices,
    a_proposal_keeps_the_prices_of_its_day,
);

fn without_a_tariff_no_live_money_crosses(engine: Engine) {
    let server = Server::start(engine);
    server.fund_live(server.info("email"), 100_000_000);
    let live = server.live();
    let account = live.post("/bank_accounts", &bank_account("brl_pix")).id();
    let body = json!({ "bank_account_id": account, "amount": "10.00" });
    for path in ["/deposits", "/withdrawals"] {
        let reply = live.post(path, &body);
        assert_eq!(reply.status, 503, "{reply:?}");
        assert!(reply.body.contains("brl_pix"), "{reply:?}");
        assert_eq!(live.get(path).json()["data"], json!([]));
    }
    assert_eq!(crate::support::balance(&live), "100.00");
    // The sandbox has prices of its own.
    let sandbox = server.sandbox();
    let account = sandbox.post("/bank_accounts", &bank_account("brl_pix")).id();
    accepted(&sandbox.post("/deposits", &json!({ "bank_account_id": account, "amount": "10.00" })));
    server.assert_books_balance();
}

fn a_tariff_that_changes_counts_without_a_restart(engine: Engine) {
    let desk = Desk::open(engine);
    let old = desk.deposit("100.00");
    desk.set_tariff(&TARIFF.replace("5.43", "4"));
    let new = eventually("the new rate counts", || {
        Some(desk.deposit("100.00")).filter(|deposit| deposit["exchange_rate"] == "4.00")
    });
    // Without an account to send them to, there are no deposits.
    let account = "beneficiary_name = \"Florin Ltda\"\nbeneficiary = { pix_key = \"pay@example.com\" }";
    desk.set_tariff(&TARIFF.replace(account, ""));
    let body = json!({ "bank_account_id": desk.bank_account("brl_pix"), "amount": "100.00" });
    eventually("deposits are closed", || (desk.live.post("/deposits", &body).status == 503).then_some(()));
    // What was announced is credited on the terms that held then.
    desk.receive("ana", reference(&old), "100.00", "E2E1");
    assert_eq!(desk.balance(), "17.778085");
    desk.receive("ana", reference(&new), "100.00", "E2E2");
    // 25.00 less 0.50 and 0.75 %.
    assert_eq!((text(&desk.transaction(&new), "amount"), desk.balance().as_str()), ("24.3125", "42.090585"));
    desk.assert_books();
}

fn unknown_money_cannot_be_parked_without_a_rate(engine: Engine) {
    let desk = Desk::open(engine);
    let deposit = desk.deposit("100.00");
    desk.set_tariff("");
    let unknown = receipt("unknown", "100.00", "E2E1");
    assert_refused(&desk.act("ana", &unknown), &["no live deposit on brl_pix", "tariff has no rate"]);
    // What is announced carries its terms with it.
    let seen = receipt(reference(&deposit), "100.00", "E2E1");
    let own = ["--operator", "ana", "--evidence", "statement"];
    let ended: Ended = desk.server.florin(&[&["ops"], &seen[..], &own].concat()).into();
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert!(ended.stdout.contains("100.00 BRL arrived, 17.778085 USDC credited"), "{ended:?}");
    assert_eq!(desk.balance(), "17.778085");
    desk.assert_books();
}

/// A tariff of their own would let operators choose what money is worth, and stay below their limit.
fn operators_do_not_choose_the_prices(engine: Engine) {
    let desk = Desk::open(engine);
    let folder = tempfile::tempdir().expect("a folder");
    let (own, config) = (folder.path().join("own.toml"), folder.path().join("florin.toml"));
    std::fs::write(&own, TARIFF.replace("5.43", "0.05")).expect("a tariff");
    std::fs::write(&config, format!("tariff_file = {own:?}\n")).expect("a config");
    let own = own.to_str().expect("a path in UTF-8");
    let seen = |bank_reference| receipt("nobody's", "100.00", bank_reference);
    let refused = desk.act("ana", &[&seen("E2E1")[..], &["--tariff-file", own]].concat());
    assert_eq!(refused.code, Some(2), "{refused:?}");
    let configured = ["--config", config.to_str().expect("a path in UTF-8")];
    let told = desk.done("ana", &[&seen("E2E2")[..], &configured].concat());
    assert_eq!((&told["effect"], &told["notice"]["worth"]), (&json!("parked"), &json!("18.416206")));
    desk.assert_books();
}

/// Nor does the second operator, or the time that passes until there is one.
fn a_proposal_keeps_the_prices_of_its_day(engine: Engine) {
    let desk = Desk::open(engine);
    desk.limit("10");
    let deposit = desk.deposit("100.00");
    let (paid, unknown) = (receipt(reference(&deposit), "200.00", "E2E1"), receipt("?", "100.00", "E2E2"));
    for seen in [&paid, &unknown] {
        assert_eq!(desk.done("ana", seen)["outcome"], "proposed");
    }
    let amounts = desk.look(&["proposals"])["data"].as_array().expect("a list").clone();
    let amounts: Vec<&str> = amounts.iter().map(|row| text(row, "amount")).collect();
    assert_eq!(amounts, ["36.832412", "18.416206"]);
    desk.set_tariff(&TARIFF.replace("5.43", "0.05"));
    desk.on_another_machine_user();
    let told = desk.done("bob", &paid);
    let surplus = desk.transaction(&json!({ "id": told["parts"][0]["transaction_id"] }));
    assert_eq!((text(&surplus, "counter_amount"), text(&surplus, "exchange_rate")), ("99.00", "5.43"));
    let told = desk.done("bob", &unknown);
    assert_eq!((&told["effect"], &told["notice"]["worth"]), (&json!("parked"), &json!("18.416206")));
    // So does what is matched: 18.416206 less 0.50 and 0.75 %.
    let matching = ["deposits", "match", text(&told["notice"], "id"), text(&deposit, "id")];
    desk.set_tariff(TARIFF);
    assert_eq!(desk.done("ana", &matching)["outcome"], "proposed");
    desk.set_tariff(&TARIFF.replace("5.43", "0.05"));
    desk.on_another_machine_user();
    assert_eq!(desk.done("bob", &matching)["transaction"]["amount"], "17.778085");
    desk.assert_books();
}
