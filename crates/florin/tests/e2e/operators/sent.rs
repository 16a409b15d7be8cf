//! Withdrawals that an operator has ordered at a bank: Florin tells their owners then, and not before.

use serde_json::{Value, json};

use super::{Desk, assert_refused, text};
use crate::support::pages::{demo, open, says, silent};
use crate::support::{Engine, at_once};

testkit::on_both_engines!(a_withdrawal_is_sent_when_its_operator_reports_it, a_repeated_report_counts_once,);

testkit::on_sqlite_daily!(
    only_an_unsent_withdrawal_can_be_reported_as_sent,
    complete_can_record_the_bank_reference,
);

fn sent<'a>(id: &'a str, reference: &'a str) -> [&'a str; 5] {
    ["withdrawals", "sent", id, "--bank-reference", reference]
}

fn emails(desk: &Desk) -> i64 {
    crate::support::pages::count(&desk.server, "emails where kind = 'withdrawal_sent'")
}

fn a_withdrawal_is_sent_when_its_operator_reports_it(engine: Engine) {
    let desk = Desk::open_with_money(engine, 150_000_000);
    let owner = demo(&desk.server);
    let withdrawal = desk.withdrawal("100.00");
    let id = text(&withdrawal, "id");
    let page = || open(&owner, &format!("/dashboard/live/withdrawals/{id}"));
    says(&page(), "Waiting to be sent");
    says(&page(), "We're preparing your withdrawal.");
    silent(&page(), "Bank reference");
    assert_eq!((emails(&desk), &desk.look(&["withdrawals", "show", id])["sent_at"]), (0, &Value::Null));
    let words = desk.server.florin(&["ops", "withdrawals", "show", id]);
    let words = String::from_utf8(words.stdout).expect("UTF-8");
    assert!(words.contains("florin ops withdrawals sent"), "{words}");

    let told = desk.done("ana", &sent(id, "E18236 Abc"));
    assert_eq!((&told["effect"], &told["transaction"]["status"]), (&json!("applied"), &json!("processing")));
    says(&page(), "On its way");
    says(&page(), "E18236 Abc");
    silent(&page(), "Waiting to be sent");
    let shown = desk.look(&["withdrawals", "show", id]);
    assert_eq!((shown["sent_at"].is_string(), &shown["bank_reference"]), (true, &json!("E18236 Abc")));
    assert_eq!(desk.look(&["withdrawals", "list"])["data"][0]["bank_reference"], "E18236 Abc");
    let listed = desk.server.florin(&["ops", "withdrawals", "list"]);
    assert!(String::from_utf8(listed.stdout).expect("UTF-8").contains(" sent "), "the list says so");
    assert_eq!(emails(&desk), 1);
    // The API is as specified.
    assert!(desk.transaction(&withdrawal).get("bank_reference").is_none());

    let other = ["withdrawals", "complete", id, "--bank-reference", "E2"];
    assert_refused(&desk.act("ana", &other), &["another bank reference"]);
    desk.done("ana", &["withdrawals", "complete", id, "--bank-reference", "e18236 abc"]);
    says(&page(), "E18236 Abc");
    says(&page(), "Arrived");
    assert_eq!((desk.balance().as_str(), emails(&desk)), ("50.00", 1));
    desk.assert_books();
}

fn a_repeated_report_counts_once(engine: Engine) {
    let desk = Desk::open_with_money(engine, 150_000_000);
    let withdrawal = desk.withdrawal("100.00");
    let id = text(&withdrawal, "id");
    let told = at_once(4, |_| desk.done("ana", &sent(id, "E1"))["outcome"].clone());
    assert_eq!(told.iter().filter(|outcome| **outcome == "done").count(), 1, "{told:?}");
    assert_eq!(desk.done("bob", &sent(id, "e1"))["outcome"], "repeated");
    assert_refused(&desk.act("bob", &sent(id, "E2")), &["already recorded different details", "E1"]);
    assert_eq!((emails(&desk), desk.log().len()), (1, 1));
    let (_, _, facts) = &desk.log()[0];
    assert_eq!(*facts, format!("sent 536.21 BRL for {id} as E1"));
    desk.assert_books();
}

fn only_an_unsent_withdrawal_can_be_reported_as_sent(engine: Engine) {
    let desk = Desk::open_with_money(engine, 150_000_000);
    let queued = desk.queued_withdrawal("10.00");
    let id = text(&queued, "id");
    assert_refused(&desk.act("ana", &sent(id, "E1")), &["still queued"]);
    let wallet = desk.chain_withdrawal("10.00");
    let refused = desk.act("ana", &["withdrawals", "sent", text(&wallet, "id")]);
    assert_refused(&refused, &["external wallet", "--hash"]);
    let refused =
        desk.act("ana", &["withdrawals", "complete", text(&wallet, "id"), "--bank-reference", "E1"]);
    assert_refused(&refused, &["--bank-reference", "external wallet"]);
    for (verb, state) in [("complete", "completed"), ("fail", "failed")] {
        let ended = desk.withdrawal("10.00");
        desk.done("ana", &["withdrawals", verb, text(&ended, "id")]);
        let refused = desk.act("ana", &sent(text(&ended, "id"), "E1"));
        assert_refused(&refused, &[&format!("this withdrawal is {state}")]);
    }
    assert_eq!(emails(&desk), 0);
    desk.assert_books();
}

fn complete_can_record_the_bank_reference(engine: Engine) {
    let desk = Desk::open_with_money(engine, 150_000_000);
    let owner = demo(&desk.server);
    let withdrawal = desk.withdrawal("100.00");
    let id = text(&withdrawal, "id");
    desk.done("ana", &["withdrawals", "complete", id, "--bank-reference", "E1"]);
    let page = open(&owner, &format!("/dashboard/live/withdrawals/{id}"));
    says(&page, "Bank reference");
    silent(&page, "Sent");
    desk.assert_books();
}
