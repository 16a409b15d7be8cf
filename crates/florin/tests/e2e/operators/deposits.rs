//! Deposits whose money an operator has seen, or has not.

use serde_json::json;

use super::{Desk, assert_refused, assert_wrong_usage, receipt, reference, text};
use crate::support::{Engine, accepted};

testkit::on_both_engines!(
    a_deposit_is_credited_when_an_operator_has_seen_its_money,
    an_operator_needs_no_running_server,
    as_much_is_credited_as_came,
    an_amount_that_the_deposit_does_not_expect_must_be_confirmed,
    money_that_comes_late_or_twice_is_credited_beside_the_deposit,
    a_deposit_can_fail_and_its_money_come_nevertheless,
    a_deposit_that_was_credited_is_not_failed_by_saying_so,
    a_deposit_is_found_among_many,
);

fn a_deposit_is_found_among_many(engine: Engine) {
    let desk = Desk::open(engine);
    let made = ["100.00", "200.00", "300.00"].map(|amount| desk.deposit(amount));
    let ids = made.each_ref().map(|deposit| text(deposit, "id"));
    let listed = |flags: &[&str]| {
        let listed = desk.look(&[&["deposits", "list"], flags].concat());
        assert_eq!(listed["next_after"], json!(null), "there are no more");
        let rows = listed["data"].as_array().expect("a list").clone();
        rows.iter().map(|row| text(row, "id").to_owned()).collect::<Vec<String>>()
    };
    let account = desk.look(&["deposits", "show", ids[0]])["account_id"].clone();
    let account = account.as_str().expect("an account");
    assert_eq!(listed(&["--account", account]), ids);
    assert_eq!(listed(&["--account", "acct_01m7fn2fvne0w86zhbs5y8ptqj"]), [""; 0]);
    let quoted = format!(" {} ", reference(&made[1]).to_lowercase());
    assert_eq!(listed(&["--reference", &quoted]), [ids[1]]);
    assert_eq!(listed(&["--after", ids[0]]), [ids[1], ids[2]]);
    assert_eq!(listed(&["--after", ids[2], "--account", account]), [""; 0]);
    let asked =
        |flag: &str, wrong: &str| desk.server.florin(&["ops", "deposits", "list", flag, wrong]).into();
    assert_wrong_usage(&asked("--account", "acct_1"), &["--account"]);
    assert_wrong_usage(&asked("--after", "FL1"), &["--after"]);
    assert_refused(&asked("--after", "txn_01m7fn2fvne0w86zhbs5y8ptqj"), &["no live deposit"]);
}

fn a_deposit_is_credited_when_an_operator_has_seen_its_money(engine: Engine) {
    let desk = Desk::open(engine);
    let deposit = desk.deposit("100.00");
    let id = text(&deposit, "id");
    let listed = desk.look(&["deposits", "list"]);
    assert_eq!(listed["data"].as_array().map(Vec::len), Some(1));
    let shown = desk.look(&["deposits", "show", id]);
    let listed = listed["data"][0].as_object().expect("a deposit");
    assert!(listed.iter().all(|(field, value)| shown[field] == *value), "{listed:?} {shown}");
    for (field, value) in [
        ("status", "awaiting_transfer"),
        ("amount", "17.778085"),
        ("counter_amount", "100.00"),
        ("counter_currency", "BRL"),
        ("route", "brl_pix"),
        ("reference", reference(&deposit)),
        ("beneficiary_name", "Florin Ltda"),
        ("owner_email", desk.server.info("email")),
    ] {
        assert_eq!(shown[field], value, "{field}");
    }
    // Typed as people type.
    let quoted = format!("  {} ", reference(&deposit).to_lowercase());
    let told = desk.receive("Ana", &quoted, "100", "E1820260101 abc");
    assert_eq!((&told["outcome"], &told["effect"]), (&json!("done"), &json!("applied")));
    assert_eq!(told["transaction"]["status"], "completed", "{told}");
    assert_eq!(told["notice"]["name"], "live:brl_pix:E1820260101ABC:received");
    let credited = desk.transaction(&deposit);
    assert_eq!((text(&credited, "status"), text(&credited, "amount")), ("completed", "17.778085"));
    assert_eq!(desk.balance(), "17.778085");
    for again in [reference(&deposit), &quoted] {
        let told = desk.receive("bob", again, "100.00", "e1820260101ABC");
        assert_eq!((&told["outcome"], &told["by"]["operator"]), (&json!("repeated"), &json!("ana")));
    }
    assert_eq!(desk.balance(), "17.778085");
    assert_eq!(desk.look(&["deposits", "list"])["data"], json!([]));
    let log = desk.look(&["log"]);
    assert_eq!(log["data"].as_array().map(Vec::len), Some(1), "{log}");
    let line = &log["data"][0];
    assert_eq!(
        text(line, "facts"),
        format!("received 100.00 BRL for {} as E1820260101 abc", reference(&deposit))
    );
    assert_eq!((text(line, "operator"), text(line, "evidence")), ("ana", "seen by Ana"));
    assert!(text(line, "machine_user").starts_with("uid "), "{line}");
    desk.assert_books();
}

fn an_operator_needs_no_running_server(engine: Engine) {
    let mut desk = Desk::open(engine);
    let deposit = desk.deposit("100.00");
    assert_eq!(desk.server.terminate(), Some(0));
    let told = desk.receive("ana", reference(&deposit), "100", "E2E1");
    assert_eq!(told["transaction"]["status"], "completed", "{told}");
    desk.assert_books();
    desk.server.restart();
    assert_eq!(crate::support::balance(&desk.server.live()), "17.778085");
}

fn as_much_is_credited_as_came(engine: Engine) {
    let desk = Desk::open(engine);
    let [more, less, cents] = [(); 3].map(|()| desk.deposit("100.00"));
    let told = desk.receive("ana", reference(&more), "110.00", "E2E1");
    assert_eq!(told["transaction"]["announced_amount"], "100.00");
    let shown = desk.transaction(&more);
    assert_eq!((text(&shown, "counter_amount"), text(&shown, "amount")), ("101.00", "17.960866"));
    // What exceeds the rate lock is credited beside it, without a second fixed fee.
    let surplus = &told["parts"][0];
    assert_eq!((text(surplus, "effect"), text(surplus, "amount")), ("credited", "9.00"), "{told}");
    assert_eq!(desk.balance(), "19.605894");
    desk.receive("ana", reference(&less), "90.00", "E2E2");
    let shown = desk.transaction(&less);
    assert_eq!((text(&shown, "counter_amount"), text(&shown, "amount")), ("90.00", "15.950276"));
    assert_eq!(shown["transfer_instructions"]["amount"], "100.00", "what was asked for stays");
    assert_eq!(desk.balance(), "35.55617");
    // The fees would leave nothing of it, and it is there all the same.
    let told = desk.receive("ana", reference(&cents), "1.00", "E2E3");
    assert_eq!((&told["effect"], &told["notice"]["worth"]), (&json!("parked"), &json!("0.184162")));
    assert_eq!(desk.transaction(&cents)["status"], "awaiting_transfer");
    desk.receive("ana", reference(&cents), "100.00", "E2E4");
    assert_eq!(desk.balance(), "53.334255");
    desk.assert_books();
}

fn an_amount_that_the_deposit_does_not_expect_must_be_confirmed(engine: Engine) {
    let desk = Desk::open(engine);
    let [expected, ended] = [(); 2].map(|()| desk.deposit("100.00"));
    accepted(&desk.live.send("POST", &format!("/deposits/{}/cancel", text(&ended, "id")), &[], None));
    let unconfirmed = |deposit: &serde_json::Value, amount: &str| {
        let [arguments @ .., _confirmation] = receipt(reference(deposit), amount, "E2E1");
        desk.act("ana", &arguments)
    };
    for deposit in [&expected, &ended] {
        // One zero too many, a bit more, a bit less, much less.
        for (amount, typed) in
            [("1000", "1000.00"), ("100.01", "100.01"), ("99.99", "99.99"), ("10", "10.00")]
        {
            let words = format!("expected 100.00 BRL, you typed {typed} BRL");
            assert_refused(
                &unconfirmed(deposit, amount),
                &[&words, "Nothing was recorded", "--amount-differs"],
            );
        }
    }
    assert_eq!((desk.balance().as_str(), desk.log().len()), ("0.00", 0));
    assert_eq!(desk.transaction(&expected)["status"], "awaiting_transfer");
    assert_eq!(unconfirmed(&expected, "100").json()["effect"], "applied");
    // A bank took its fee. What was confirmed once is on record, and repeating it changes nothing.
    let short = desk.deposit("100.00");
    assert_eq!(desk.receive("ana", reference(&short), "90.00", "E2E2")["effect"], "applied");
    assert_eq!(desk.receive("ana", reference(&short), "90.00", "E2E2")["outcome"], "repeated");
    assert_eq!(desk.balance(), "33.728361");
    desk.assert_books();
}

fn money_that_comes_late_or_twice_is_credited_beside_the_deposit(engine: Engine) {
    let desk = Desk::open(engine);
    let [cancelled, twice] = [(); 2].map(|()| desk.deposit("100.00"));
    let cancel = format!("/deposits/{}/cancel", text(&cancelled, "id"));
    accepted(&desk.live.send("POST", &cancel, &[], None));
    assert_eq!(desk.look(&["deposits", "list"])["data"].as_array().map(Vec::len), Some(1));
    let told = desk.receive("ana", reference(&cancelled), "100.00", "E2E1");
    assert_eq!(
        (&told["effect"], &told["transaction"]["type"]),
        (&json!("credited"), &json!("inbound_transfer"))
    );
    assert_eq!(desk.transaction(&cancelled)["status"], "cancelled");
    let arrived = desk.transaction(&told["transaction"]);
    assert_eq!((text(&arrived, "type"), text(&arrived, "amount")), ("inbound_transfer", "17.778085"));
    assert_eq!(desk.balance(), "17.778085");
    desk.receive("ana", reference(&twice), "100.00", "E2E2");
    let told = desk.receive("ana", reference(&twice), "50.00", "E2E3");
    assert_eq!((&told["effect"], &told["transaction"]["amount"]), (&json!("credited"), &json!("8.639043")));
    let again = desk.receive("ana", reference(&twice), "50.00", "E2E3");
    assert_eq!(again["outcome"], "repeated");
    assert_eq!(desk.balance(), "44.195213");
    let types: Vec<String> = desk.history().into_iter().map(|(kind, _)| kind).collect();
    assert_eq!(types, ["inbound_transfer", "inbound_transfer", "deposit", "deposit"]);
    desk.assert_books();
}

fn a_deposit_can_fail_and_its_money_come_nevertheless(engine: Engine) {
    let desk = Desk::open(engine);
    let deposit = desk.deposit("100.00");
    let fail = ["deposits", "fail", text(&deposit, "id")];
    let told = desk.done("ana", &fail);
    assert_eq!((&told["effect"], &told["transaction"]["status"]), (&json!("applied"), &json!("failed")));
    assert_eq!(desk.done("bob", &fail)["outcome"], "repeated");
    assert_eq!((text(&desk.transaction(&deposit), "status"), desk.balance().as_str()), ("failed", "0.00"));
    let told = desk.receive("ana", reference(&deposit), "100.00", "E2E1");
    assert_eq!(told["effect"], "credited");
    assert_eq!(
        (text(&desk.transaction(&deposit), "status"), desk.balance().as_str()),
        ("failed", "17.778085")
    );
    desk.assert_books();
}

fn a_deposit_that_was_credited_is_not_failed_by_saying_so(engine: Engine) {
    let desk = Desk::open(engine);
    let deposit = desk.deposit("100.00");
    desk.receive("ana", reference(&deposit), "100.00", "E2E1");
    let ended = desk.act("bob", &["deposits", "fail", text(&deposit, "id")]);
    // It is on record, and an operator must look.
    assert_eq!(ended.code, Some(1), "{ended:?}");
    assert!(ended.stdout.contains("\"contradicted\""), "{ended:?}");
    assert_eq!(
        (text(&desk.transaction(&deposit), "status"), desk.balance().as_str()),
        ("completed", "17.778085")
    );
    assert_eq!(desk.log().len(), 2);
    desk.assert_books();
}
