//! Withdrawals that an operator pays.

use serde_json::json;

use super::{Desk, assert_refused, assert_wrong_usage, text};
use crate::support::{ADDRESS, Engine, accepted};

testkit::on_both_engines!(
    an_operator_sees_where_to_pay_and_says_that_it_is_paid,
    a_withdrawal_to_a_wallet_is_paid_in_a_transaction_on_the_chain,
    what_fails_or_comes_back_is_in_the_balance_to_the_micro_unit,
    what_was_given_back_and_is_said_to_be_paid_is_a_contradiction,
    a_withdrawal_in_flight_knows_where_to_go_when_its_bank_account_is_archived,
);

fn an_operator_sees_where_to_pay_and_says_that_it_is_paid(engine: Engine) {
    let desk = Desk::open_with_money(engine, 150_000_000);
    let withdrawal = desk.queued_withdrawal("100.00");
    let id = text(&withdrawal, "id");
    let words = desk.server.florin(&["ops", "withdrawals", "show", id]);
    let words = String::from_utf8(words.stdout).expect("UTF-8");
    assert!(words.contains("Don't pay it yet") && words.contains("536.21 BRL"), "{words}");
    for (operator, verb) in [("ana", "complete"), ("bob", "complete"), ("ana", "return")] {
        let refused = desk.act(operator, &["withdrawals", verb, id]);
        assert_refused(&refused, &["still queued", "don't pay it yet"]);
    }
    assert_eq!((text(&desk.transaction(&withdrawal), "status"), desk.log().len()), ("queued", 0));
    desk.due(withdrawal.clone());
    let words = desk.server.florin(&["ops", "withdrawals", "show", id]);
    let words = String::from_utf8(words.stdout).expect("UTF-8");
    for word in ["is processing", "536.21 BRL", "brl_pix", "12345678909", "florin ops withdrawals complete"] {
        assert!(words.contains(word), "no {word:?} in {words}");
    }
    let shown = desk.look(&["withdrawals", "show", id]);
    assert_eq!(shown["bank_account"], json!({ "pix_key": "12345678909" }));
    assert_eq!((text(&shown, "counter_amount"), text(&shown, "reference")), ("536.21", id));
    let listed = desk.look(&["withdrawals", "list"]);
    assert_eq!(listed["data"][0]["id"], id);
    assert!(!listed.to_string().contains("12345678909"), "a list shows no bank details");
    let complete = ["withdrawals", "complete", id];
    let told = desk.done("ana", &complete);
    assert_eq!((&told["effect"], &told["transaction"]["status"]), (&json!("applied"), &json!("completed")));
    assert_eq!(desk.done("bob", &complete)["outcome"], "repeated");
    assert_eq!(
        (text(&desk.transaction(&withdrawal), "status"), desk.balance().as_str()),
        ("completed", "50.00")
    );
    assert_eq!(desk.look(&["withdrawals", "list"])["data"], json!([]));
    assert_eq!(desk.log(), [("done".into(), "ana".into(), format!("completed 536.21 BRL for {id}"))]);
    desk.assert_books();
}

fn a_withdrawal_to_a_wallet_is_paid_in_a_transaction_on_the_chain(engine: Engine) {
    let desk = Desk::open_with_money(engine, 150_000_000);
    let withdrawal = desk.chain_withdrawal("100.00");
    let id = text(&withdrawal, "id");
    let shown = desk.look(&["withdrawals", "show", id]);
    assert_eq!((&shown["chain"], &shown["address"]), (&json!("base"), &json!(ADDRESS)));
    assert_eq!((text(&shown, "counter_amount"), text(&shown, "counter_currency")), ("99.00", "USDC"));
    let hash = format!("0x{}", "5b".repeat(32));
    for wrong in ["", "0x", "5b5b", &hash[2..], &hash[..65], &hash.replace('b', "g")] {
        let refused = desk.act("ana", &["withdrawals", "complete", id, "--hash", wrong]);
        assert_wrong_usage(&refused, &["--hash", "64 hexadecimal digits"]);
    }
    let bank = desk.withdrawal("10.00");
    let refused = desk.act("ana", &["withdrawals", "complete", text(&bank, "id"), "--hash", &hash]);
    assert_refused(&refused, &["--hash", "bank account"]);
    desk.done("ana", &["withdrawals", "complete", id, "--hash", &hash.to_uppercase()]);
    let told = desk.done("bob", &["withdrawals", "complete", id, "--hash", &hash]);
    assert_eq!(told["outcome"], "repeated");
    let other = desk.act("bob", &["withdrawals", "complete", id, "--hash", &hash.replace("5b", "6b")]);
    assert_refused(&other, &["already recorded different details", &hash]);
    let paid = desk.transaction(&withdrawal);
    assert_eq!(
        (text(&paid, "status"), &paid["onchain_transactions"][0]["hash"]),
        ("completed", &json!(hash))
    );
    let without = desk.chain_withdrawal("20.00");
    desk.done("ana", &["withdrawals", "complete", text(&without, "id")]);
    assert_eq!(
        (text(&desk.transaction(&without), "status"), desk.balance().as_str()),
        ("completed", "20.00")
    );
    desk.assert_books();
}

fn what_fails_or_comes_back_is_in_the_balance_to_the_micro_unit(engine: Engine) {
    let desk = Desk::open_with_money(engine, 77_777_777);
    let act = |verb: &str, id: &str| desk.done("ana", &["withdrawals", verb, id]);
    for verbs in
        [&["fail"][..], &["return"], &["complete", "return"], &["complete", "fail"], &["return", "fail"]]
    {
        let withdrawal = desk.withdrawal("33.333333");
        let id = text(&withdrawal, "id");
        assert_eq!(desk.balance(), "44.444444");
        for verb in verbs {
            assert_eq!(act(verb, id)["outcome"], "done");
            assert_eq!(act(verb, id)["outcome"], "repeated");
        }
        let ended = desk.transaction(&withdrawal);
        assert_eq!((text(&ended, "status"), desk.balance().as_str()), ("failed", "77.777777"), "{verbs:?}");
        let was_paid = verbs.len() > 1 || verbs[0] == "return";
        let reason = if was_paid { "returned_by_bank" } else { "rejected" };
        assert_eq!(text(&ended, "failure_reason"), reason, "{verbs:?}");
        assert_eq!(ended["returned_at"].is_string(), was_paid, "{verbs:?}");
        desk.assert_books();
    }
    let on_chain = desk.chain_withdrawal("7.000001");
    act("complete", text(&on_chain, "id"));
    act("return", text(&on_chain, "id"));
    assert_eq!(desk.balance(), "77.777777");
    desk.assert_books();
}

fn what_was_given_back_and_is_said_to_be_paid_is_a_contradiction(engine: Engine) {
    let desk = Desk::open_with_money(engine, 100_000_000);
    let (failed, cancelled) = (desk.withdrawal("30.00"), desk.queued_withdrawal("40.00"));
    desk.done("ana", &["withdrawals", "fail", text(&failed, "id")]);
    let cancel = format!("/withdrawals/{}/cancel", text(&cancelled, "id"));
    accepted(&desk.live.send("POST", &cancel, &[], None));
    for (withdrawal, status) in [(&failed, "failed"), (&cancelled, "cancelled")] {
        let complete = ["withdrawals", "complete", text(withdrawal, "id")];
        let ended = desk.act("bob", &complete);
        assert_eq!(ended.code, Some(1), "an operator must check: {ended:?}");
        assert!(ended.stdout.contains("\"effect\":\"contradicted\""), "{ended:?}");
        assert_eq!(text(&desk.transaction(withdrawal), "status"), status);
        assert_eq!(desk.done("bob", &complete)["outcome"], "repeated");
    }
    assert_eq!(desk.balance(), "100.00");
    desk.assert_books();
}

fn a_withdrawal_in_flight_knows_where_to_go_when_its_bank_account_is_archived(engine: Engine) {
    let desk = Desk::open_with_money(engine, 100_000_000);
    let withdrawal = desk.withdrawal("100.00");
    let archive = format!("/bank_accounts/{}/archive", text(&withdrawal, "bank_account_id"));
    assert_eq!(desk.live.send("POST", &archive, &[], None).status, 200);
    let shown = desk.look(&["withdrawals", "show", text(&withdrawal, "id")]);
    assert_eq!(shown["bank_account"], json!({ "pix_key": "12345678909" }));
    desk.done("ana", &["withdrawals", "complete", text(&withdrawal, "id")]);
    assert_eq!(
        (text(&desk.transaction(&withdrawal), "status"), desk.balance().as_str()),
        ("completed", "0.00")
    );
    desk.assert_books();
}
