//! The tariff of live money: without one nothing crosses, and a new one counts at once.

use serde_json::json;

use super::{Desk, TARIFF, assert_refused, reference, text};
use crate::support::{Ended, Engine, Server, accepted, bank_account, eventually};

crate::on_both_engines!(
    without_a_tariff_no_live_money_crosses,
    a_tariff_that_changes_counts_without_a_restart,
    unknown_money_cannot_be_parked_without_a_rate,
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
    std::fs::write(desk.tariff_file(), TARIFF.replace("5.43", "4")).expect("a tariff");
    let new = eventually("the new rate counts", || {
        Some(desk.deposit("100.00")).filter(|deposit| deposit["exchange_rate"] == "4.00")
    });
    // Without an account to send them to, there are no deposits.
    let account = "beneficiary_name = \"Florin Ltda\"\nbeneficiary = { pix_key = \"pay@example.com\" }";
    std::fs::write(desk.tariff_file(), TARIFF.replace(account, "")).expect("a tariff");
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
    let receive = |quoted: &str| -> Ended {
        let arguments = super::receipt(quoted, "100.00", "E2E1");
        let own = ["--operator", "ana", "--evidence", "statement"];
        desk.server.florin(&[&["ops"], &arguments[..], &own].concat()).into()
    };
    assert_refused(&receive("unknown"), &["no live deposit on brl_pix", "--tariff-file"]);
    // What is announced carries its terms with it.
    let ended = receive(reference(&deposit));
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert!(ended.stdout.contains("100.00 BRL came, 17.778085 USDC were credited"), "{ended:?}");
    assert_eq!(desk.balance(), "17.778085");
    desk.assert_books();
}
