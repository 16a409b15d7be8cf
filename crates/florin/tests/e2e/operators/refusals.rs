//! What operators cannot do: act without a name or evidence, on what is not there, or on the sandbox.

use serde_json::{Value, json};

use super::{Desk, assert_refused, assert_wrong_usage, receipt, reference, text};
use crate::support::{Ended, Engine, accepted, balance, bank_account};

testkit::on_sqlite_daily!(
    what_is_wrong_is_named_and_changes_nothing,
    the_sandbox_is_out_of_reach,
    another_story_about_the_same_payment_is_refused,
    an_empty_desk_says_so,
);

const UNKNOWN: &str = "txn_01kdvq3y5cf2ab6ngnm3hcrkve";

fn what_is_wrong_is_named_and_changes_nothing(engine: Engine) {
    let desk = Desk::open_with_money(engine, 50_000_000);
    let (deposit, withdrawal) = (desk.deposit("100.00"), desk.withdrawal("10.00"));
    let (deposit_id, withdrawal_id) = (text(&deposit, "id"), text(&withdrawal, "id"));
    let quoted = reference(&deposit);
    for (arguments, words) in [
        (&["withdrawals", "complete", UNKNOWN][..], &["no live withdrawal", "withdrawals list"][..]),
        (&["withdrawals", "fail", "txn_1"], &["no live withdrawal"]),
        (&["withdrawals", "return", ""], &["no live withdrawal"]),
        (&["withdrawals", "complete", deposit_id], &["no live withdrawal"]),
        (&["deposits", "fail", withdrawal_id], &["no live deposit", "deposits list"]),
        (&["deposits", "match", "ntc_1", deposit_id], &["no parked money", "deposits parked"]),
        (&["reject", "anything"], &["no proposal"]),
    ] {
        assert_refused(&desk.act("ana", arguments), words);
    }
    for (arguments, words) in [
        (&receipt(quoted, "0", "E2E1")[..], &["--amount", "greater than zero"][..]),
        (&receipt(quoted, "1,5", "E2E1"), &["--amount", "plain decimal"]),
        (&receipt(quoted, "1.001", "E2E1"), &["--amount", "too many decimals"]),
        (&receipt(quoted, "1e3", "E2E1"), &["--amount", "plain decimal"]),
        (&receipt(quoted, "100.00", " "), &["--bank-reference", "empty"]),
        (&receipt("", "100.00", "E2E1"), &["--reference", "empty"]),
        (&receipt(quoted, "100.00", "E2E\u{202e}1"), &["--bank-reference", "not allowed"]),
    ] {
        assert_wrong_usage(&desk.act("ana", arguments), words);
    }
    for (flag, wrong, words) in [
        ("--rail", "pix", &["unknown rail \"pix\"", "brl_pix"][..]),
        ("--operator", " ", &["--operator", "empty"]),
        ("--evidence", "", &["--evidence", "empty"]),
        ("--evidence", &"x".repeat(501), &["--evidence", "too long", "500"]),
        ("--operator", "a\nb\u{7}", &["--operator", "not allowed"]),
    ] {
        assert_wrong_usage(&with(&desk, quoted, flag, Some(wrong)), words);
    }
    for missing in ["--rail", "--amount", "--bank-reference", "--operator", "--evidence"] {
        let ended = with(&desk, quoted, missing, None);
        assert_eq!((ended.code, ended.stdout.as_str()), (Some(2), ""), "{missing}: {ended:?}");
        assert!(ended.stderr.contains(missing) && ended.stderr.contains("Usage: florin"), "{ended:?}");
    }
    assert_eq!(desk.log(), []);
    assert_eq!(desk.transaction(&deposit), deposit);
    assert_eq!(desk.transaction(&withdrawal), withdrawal);
    assert_eq!(desk.balance(), "40.00");
}

/// A receipt as it should be, with one flag changed or left out.
fn with(desk: &Desk, quoted: &str, flag: &str, value: Option<&str>) -> Ended {
    let mut flags = vec![
        ("--rail", "brl_pix"),
        ("--reference", quoted),
        ("--amount", "100.00"),
        ("--bank-reference", "E2E1"),
        ("--operator", "ana"),
        ("--evidence", "statement of May"),
    ];
    let place = flags.iter().position(|(name, _)| *name == flag).expect("a flag");
    match value {
        Some(value) => flags[place].1 = value,
        None => _ = flags.remove(place),
    }
    let arguments: Vec<&str> = flags.iter().flat_map(|(name, value)| [*name, *value]).collect();
    desk.server.florin(&[&["ops", "deposits", "receive"], &arguments[..]].concat()).into()
}

fn the_sandbox_is_out_of_reach(engine: Engine) {
    let desk = Desk::open(engine);
    let sandbox = desk.server.sandbox();
    let account = sandbox.post("/bank_accounts", &bank_account("brl_pix")).id();
    let amount = json!({ "bank_account_id": account, "amount": "100.00" });
    let [deposit, withdrawal] =
        ["/deposits", "/withdrawals"].map(|path| accepted(&sandbox.post(path, &amount)));
    let (deposit_id, withdrawal_id) = (text(&deposit, "id"), text(&withdrawal, "id"));
    let parked = desk.receive("ana", "?", "100.00", "E2E1");
    let notice = text(&parked["notice"], "id");
    for (arguments, word) in [
        (&["withdrawals", "show", withdrawal_id][..], "no live withdrawal"),
        (&["deposits", "show", deposit_id], "no live deposit"),
    ] {
        let ended: Ended = desk.server.florin(&[&["ops"], arguments].concat()).into();
        assert_refused(&ended, &[word]);
    }
    for (arguments, word) in [
        (&["withdrawals", "complete", withdrawal_id][..], "no live withdrawal"),
        (&["withdrawals", "fail", withdrawal_id], "no live withdrawal"),
        (&["withdrawals", "return", withdrawal_id], "no live withdrawal"),
        (&["deposits", "fail", deposit_id], "no live deposit"),
        (&["deposits", "match", notice, deposit_id], "no live deposit"),
        (&receipt(reference(&deposit), "100.00", "E2E2"), "a sandbox deposit"),
    ] {
        assert_refused(&desk.act("ana", arguments), &[word]);
    }
    for list in ["deposits", "withdrawals"] {
        assert_eq!(desk.look(&[list, "list"])["data"], json!([]));
    }
    let now = |row: &Value| accepted(&sandbox.get(&format!("/transactions/{}", text(row, "id"))));
    assert_eq!(now(&deposit)["status"], "awaiting_transfer");
    assert_eq!(now(&withdrawal)["status"], withdrawal["status"]);
    assert_eq!((balance(&sandbox).as_str(), desk.log().len()), ("9900.00", 1));
    desk.assert_books();
}

fn another_story_about_the_same_payment_is_refused(engine: Engine) {
    let desk = Desk::open(engine);
    let [one, two] = [(); 2].map(|()| desk.deposit("100.00"));
    desk.receive("ana", reference(&one), "100.00", "E2E1");
    for other in [
        receipt(reference(&one), "100.01", "E2E1"),
        receipt(reference(&two), "100.00", "E2E1"),
        receipt("FLSTRANGER", "100.00", "e2e1"),
    ] {
        assert_refused(
            &desk.act("bob", &other),
            &["already recorded different details", "ana already recorded", reference(&one), "E2E1"],
        );
    }
    assert_eq!((desk.balance().as_str(), desk.log().len()), ("17.778085", 1));
    assert_eq!(desk.transaction(&two)["status"], "awaiting_transfer");
    // Another payment is another payment.
    desk.receive("bob", reference(&two), "100.00", "E2E2");
    assert_eq!(desk.balance(), "35.55617");
    desk.assert_books();
}

fn an_empty_desk_says_so(engine: Engine) {
    let desk = Desk::open(engine);
    for (arguments, words) in [
        (&["ops", "deposits", "list"][..], "No open live deposits.\n"),
        (&["ops", "withdrawals", "list"], "No open live withdrawals.\n"),
        (&["ops", "deposits", "parked"], "No money is parked.\n"),
        (&["ops", "proposals"], "No proposals are waiting for a second operator.\n"),
        (&["ops", "log"], "No operator actions yet.\n"),
    ] {
        let ended: Ended = desk.server.florin(arguments).into();
        assert_eq!((ended.code, ended.stdout.as_str()), (Some(0), words));
    }
    for limit in ["0", "10001", "-1", "many"] {
        let ended: Ended = desk.server.florin(&["ops", "log", "--limit", limit]).into();
        assert_eq!(ended.code, Some(2), "{ended:?}");
    }
}
