//! Paying people by the form: rows, the dry run, and the one payment that follows.

use super::{NEW, PAYOUTS, checked, count, draft_of, id, pay_by_form, sent, settled, written};
use crate::support::pages::{demo, money, open, says, silent};
use crate::support::{Engine, Server, at_once, balance, hidden_fields, items_of, with};

testkit::on_both_engines!(a_form_that_is_sent_twice_pays_once);

testkit::on_sqlite_daily!(
    a_payout_is_written_checked_sent_and_settled,
    what_comes_back_from_the_review_is_the_draft_that_was_seen,
    too_little_money_is_said_before_and_after,
    the_same_person_twice_must_be_meant,
);

testkit::on_one_engine!(
    rows_can_be_added_and_changed_without_losing_what_was_typed,
    every_mistake_stands_beside_its_row_and_nothing_is_sent,
);

const ADA: (&str, &str, &str) = ("ada@example.com", "12.50", "Invoice 1");

fn a_payout_is_written_checked_sent_and_settled(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    let me = (server.info("email"), "7", "");
    let fields = with(&written(&browser, &[ADA, ("", "", ""), me]), &[("payout_reference", "May <2026>")]);
    let dry_run = browser.ask(NEW, &fields);
    says(&dry_run, "Nothing has been sent yet");
    says(&dry_run, "9,980");
    silent(&dry_run, "Paid immediately");
    says(&dry_run, "Gets an email and 30 days to claim it");
    says(&dry_run, &format!("Send {} to 2 recipients", money("19.50 USDC")));
    assert_eq!(balance(&server.sandbox()), "10000.00");
    let place = sent(&browser.post(PAYOUTS, &checked(&dry_run)));
    let payout = settled(&server, &place);
    assert_eq!(
        (payout["total_amount"].as_str(), payout["reference"].as_str()),
        (Some("19.50"), Some("May <2026>"))
    );
    let items = items_of(&server.sandbox(), &payout);
    assert_eq!(
        (items[0]["status"].as_str(), items[0]["reference"].as_str()),
        (Some("pending_claim"), Some("Invoice 1"))
    );
    assert_eq!(items[1]["status"], "completed");
    let page = open(&browser, &place);
    for words in ["May <2026>", "ada@example.com", "Invoice 1", "Pending claim", "Completed", id(&place)] {
        says(&page, words);
    }
    assert!(!page.body.contains("May <2026>"), "what people write is never markup");
    server.assert_books_balance();
}

fn rows_can_be_added_and_changed_without_losing_what_was_typed(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    let first = browser.open(NEW);
    assert_eq!(first.body.matches("name=\"to\"").count(), 3);
    says(&browser.open(&format!("{NEW}?to=grace%40example.com")), "value=\"grace@example.com\"");
    let fields = written(&browser, &[ADA, ("", "", ""), ("half", "", "\"quoted\"")]);
    let more = browser.ask(NEW, &with(&fields, &[("do", "more")]));
    assert_eq!((more.status, more.body.matches("name=\"to\"").count()), (200, 8));
    for words in ["value=\"ada@example.com\"", "value=\"12.50\"", "value=\"half\"", "value=\"\"quoted\"\""] {
        says(&more, words);
    }
    let dry_run = browser.ask(NEW, &written(&browser, &[ADA]));
    let edit = open(&browser, &draft_of(&dry_run));
    assert_eq!((edit.status, edit.body.matches("name=\"to\"").count()), (200, 3));
    says(&edit, "value=\"Invoice 1\"");
    let hundred = vec![ADA; 100];
    let full = browser.ask(NEW, &with(&written(&browser, &hundred), &[("do", "more")]));
    assert_eq!(full.body.matches("name=\"to\"").count(), 100);
    silent(&full, "Add rows");
    says(&more, "Add rows");
    assert_eq!(count(&server), 0);
}

fn every_mistake_stands_beside_its_row_and_nothing_is_sent(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    let wrong = [
        ("nobody", "1", "", "Enter an email address with an @"),
        ("ada@example.com", "", "", "Enter an amount."),
        ("ada@example.com", "1,500", "", "Did you mean 1,500.00 or 1.50?"),
        ("ada@example.com", "0", "", "Enter an amount greater than zero."),
        ("ada@example.com", "1.0000001", "", "at most 6 decimals"),
        ("ada@example.com", "1000000.01", "", "at most 1,000,000.00\u{a0}USDC"),
        ("", "5", "", "Enter an email address."),
    ];
    let mut people = vec![ADA];
    people.extend(wrong.iter().map(|(to, amount, reference, _)| (*to, *amount, *reference)));
    let page = browser.ask(NEW, &written(&browser, &people));
    assert_eq!(page.status, 422, "{page:?}");
    for (index, (_, _, _, words)) in wrong.iter().enumerate() {
        says(&page, words);
        says(&page, &format!("Row {}: ", index + 2));
    }
    says(&page, "value=\"ada@example.com\"");
    // Sending it all the same is refused.
    let forced = browser.post(PAYOUTS, &hidden_fields(&page.body, NEW));
    assert_eq!((forced.status, count(&server)), (422, 0));
    let nothing = browser.ask(NEW, &written(&browser, &[("", "", "")]));
    assert_eq!(nothing.status, 422);
    says(&nothing, "Add at least one recipient.");
    let unknown = browser.ask(NEW, &written(&browser, &[("rcp_01kdvq3y5cf2ab6ngnm3hcrkve", "1", "")]));
    assert_eq!(unknown.status, 422);
    says(&unknown, "There's no recipient with this ID");
    silent(&unknown, "<button class=\"button primary\">");
    let many = vec![ADA; 101];
    says(&browser.ask(NEW, &written(&browser, &many)), "at most 100 recipients");
    assert_eq!((count(&server), balance(&server.sandbox()).as_str()), (0, "10000.00"));
}

fn a_form_that_is_sent_twice_pays_once(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    let fields = checked(&browser.ask(NEW, &written(&browser, &[ADA])));
    let first = sent(&browser.post(PAYOUTS, &fields));
    assert_eq!(sent(&browser.post(PAYOUTS, &fields)), first);
    let fields = checked(&browser.ask(NEW, &written(&browser, &[(server.info("email"), "9000", "")])));
    // There is not enough for two, so all but one are answered from what is remembered.
    let places = at_once(20, |_| sent(&browser.post(PAYOUTS, &fields)));
    assert!(places.iter().all(|place| *place == places[0] && *place != first), "{places:?}");
    assert_eq!(count(&server), 2);
    // A draft that was sent leads to its payout, whatever comes with it.
    let other = sent(&browser.post(PAYOUTS, &with(&fields, &[("version", "7"), ("form_key", "x")])));
    assert_eq!((other, count(&server)), (places[0].clone(), 2));
    settled(&server, &places[0]);
    assert_eq!(balance(&server.sandbox()), "9987.50");
    server.assert_books_balance();
}

fn what_comes_back_from_the_review_is_the_draft_that_was_seen(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    let fields = checked(&browser.ask(NEW, &written(&browser, &[ADA])));
    for (field, value, status) in [
        ("draft", "pd_1", 403),
        ("draft", "pd_01kdvq3y5cf2ab6ngnm3hcrkve", 404),
        ("draft", "'; drop table payout_drafts; --", 403),
        ("version", "", 403),
        ("version", "x", 403),
        ("version", "2", 409),
        ("version", "-1", 409),
        ("csrf", "x", 403),
    ] {
        assert_eq!(
            browser.post(PAYOUTS, &with(&fields, &[(field, value)])).status,
            status,
            "{field}={value}"
        );
    }
    assert_eq!(count(&server), 0);
    sent(&browser.post(PAYOUTS, &fields));
}

fn too_little_money_is_said_before_and_after(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    let dry_run = browser.ask(NEW, &written(&browser, &[("ada@example.com", "10000.01", "")]));
    assert_eq!(dry_run.status, 422);
    says(&dry_run, "Not enough money");
    says(&dry_run, &format!("You need {} more.", money("0.01 USDC")));
    silent(&dry_run, "<button class=\"button primary\">");
    let fields = checked(&browser.ask(NEW, &written(&browser, &[("ada@example.com", "6000", "")])));
    pay_by_form(&browser, &[("grace@example.com", "6000", "")]);
    let late = browser.post(PAYOUTS, &fields);
    assert_eq!((late.status, count(&server)), (422, 1));
    says(&late, "Not enough money");
}

fn the_same_person_twice_must_be_meant(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    let known = server.sandbox().post("/recipients", &serde_json::json!({ "email": "ada@example.com" })).id();
    let dry_run = browser.ask(NEW, &written(&browser, &[("ADA@example.com", "1", ""), (&known, "2", "")]));
    says(&dry_run, "Same recipient as row 1");
    says(&dry_run, "Pay these recipients more than once");
    let fields = checked(&dry_run);
    let again = browser.post(PAYOUTS, &fields);
    assert_eq!((again.status, count(&server)), (422, 0));
    says(&again, "Select this if you want to pay these recipients more than once.");
    let place = sent(&browser.post(PAYOUTS, &with(&checked_again(&again), &[("again", "yes")])));
    assert_eq!(settled(&server, &place)["total_amount"], "3.00");
}

fn checked_again(page: &crate::support::Reply) -> super::Fields {
    crate::support::hidden_fields(&page.body, PAYOUTS)
}
