//! The list of payouts, one of them, and what can still be stopped.

use super::{PAYOUTS, id, next, pay_by_form, rows, settled, walk};
use crate::support::pages::{demo, open, says, silent};
use crate::support::{Engine, Server, balance, fund, item, pay_and_settle, payout};

testkit::on_sqlite_daily!(
    payouts_are_listed_filtered_and_paged,
    the_items_of_a_payout_are_paged_and_filtered,
    a_payout_is_cancelled_once,
    an_item_is_cancelled_once,
    a_recipient_is_reminded,
);

const ADA: (&str, &str, &str) = ("ada@example.com", "2", "");

fn payouts_are_listed_filtered_and_paged(engine: Engine) {
    let server = Server::start(engine);
    let (browser, sandbox) = (demo(&server), server.sandbox());
    says(&open(&browser, PAYOUTS), "No payouts yet");
    let me = server.info("email");
    for _ in 0..26 {
        pay_and_settle(&sandbox, &[(me, "1")]);
    }
    let mut named = payout([item("ada@example.com", "1")]);
    named["reference"] = "A & B".into();
    let named = format!("{PAYOUTS}/{}", sandbox.post("/payouts", &named).id());
    let first = open(&browser, PAYOUTS);
    assert_eq!((rows(&first).len(), rows(&first)[0].as_str()), (25, named.as_str()));
    let all = walk(&browser, PAYOUTS);
    let mut distinct = all.clone();
    distinct.sort();
    distinct.dedup();
    assert_eq!((all.len(), distinct.len()), (27, 27));
    assert_eq!(walk(&browser, &format!("{PAYOUTS}?status=completed")).len(), 26);
    assert_eq!(walk(&browser, &format!("{PAYOUTS}?reference=A+%26+B")), std::slice::from_ref(&named));
    assert_eq!(walk(&browser, &format!("{PAYOUTS}?status=processing&reference=A+%26+B")), [named]);
    assert_eq!(walk(&browser, &format!("{PAYOUTS}?from=2020-01-01&to=2020-12-31")).len(), 0);
    assert_eq!(walk(&browser, &format!("{PAYOUTS}?from=2020-01-01")).len(), 27);
    says(&open(&browser, &format!("{PAYOUTS}?status=failed")), "No payouts match these filters.");
    says(&open(&browser, &format!("{PAYOUTS}?from=tomorrow")), "Enter a date such as 2026-11-15.");
    let cursor = next(&first).expect("a second page");
    assert_eq!(browser.get(&cursor.replace("?", "?status=failed&")).status, 404, "a cursor of another list");
    assert_eq!(browser.get(&format!("{PAYOUTS}?cursor=nonsense")).status, 404);
}

fn the_items_of_a_payout_are_paged_and_filtered(engine: Engine) {
    let server = Server::start(engine);
    let (browser, sandbox) = (demo(&server), server.sandbox());
    let people: Vec<String> = (0..30).map(|number| format!("person{number}@example.com")).collect();
    let mut items: Vec<(&str, &str)> = people.iter().map(|email| (email.as_str(), "1")).collect();
    items.extend([(server.info("email"), "2"), ("eve+fail@example.com", "3")]);
    let made = pay_and_settle(&sandbox, &items);
    let place = format!("{PAYOUTS}/{}", made["id"].as_str().expect("an id"));
    let page = open(&browser, &place);
    for words in ["All 32", "Pending claim 30", "Completed 1", "Failed 1", "person0@example.com"] {
        says(&page, words);
    }
    assert_eq!(walk(&browser, &place).len(), 32);
    assert_eq!(walk(&browser, &format!("{place}?status=pending_claim")).len(), 30);
    let failed = open(&browser, &format!("{place}?status=failed"));
    assert_eq!(rows(&failed).len(), 1);
    says(&failed, "The sandbox simulated a failure.");
    says(
        &open(&browser, &format!("{place}?status=cancelled")),
        "No payments in this payout have this status.",
    );
    for row in rows(&page) {
        open(&browser, &row);
    }
}

fn a_payout_is_cancelled_once(engine: Engine) {
    let server = Server::start(engine);
    let (browser, sandbox) = (demo(&server), server.sandbox());
    let place = pay_by_form(&browser, &[ADA, (server.info("email"), "3", "")]);
    settled(&server, &place);
    says(&open(&browser, &place), "1 completed payment isn't affected.");
    let cancel = format!("{place}/cancel");
    let form = browser.form(&place, &cancel);
    let done = browser.post(&cancel, &form);
    assert_eq!((done.status, done.header("location")), (303, Some(&*place)));
    says(&open(&browser, &place), "The money is back in your balance.");
    assert_eq!(browser.post(&cancel, &form).status, 303, "the same form again is the same answer");
    assert_eq!(balance(&sandbox), "10000.00");
    let page = open(&browser, &place);
    silent(&page, "Cancel payout");
    says(&page, "You cancelled it");
    let late = browser.post(&cancel, &crate::support::with(&form, &[("form_key", &"k".repeat(24))]));
    assert_eq!(late.status, 409);
    says(&late, "This payout's status has changed");
    fund(&sandbox, "1");
    server.assert_books_balance();
}

fn an_item_is_cancelled_once(engine: Engine) {
    let server = Server::start(engine);
    let (browser, sandbox) = (demo(&server), server.sandbox());
    let place = pay_by_form(&browser, &[ADA, ("grace@example.com", "3", "")]);
    settled(&server, &place);
    let transaction = rows(&open(&browser, &place))[0].clone();
    let cancel = format!("{place}/items/{}/cancel", id(&transaction));
    // From the page of the payout, and from its own.
    let form = browser.form(&transaction, &cancel);
    assert_eq!(browser.post(&cancel, &browser.form(&place, &cancel)).status, 303);
    assert_eq!(balance(&sandbox), "9997.00");
    assert_eq!(browser.post(&cancel, &form).status, 409);
    let page = open(&browser, &transaction);
    says(&page, "Cancelled");
    silent(&page, "Cancel payment");
    assert_eq!(settled(&server, &place)["item_breakdown"]["cancelled"], 1);
    server.assert_books_balance();
}

fn a_recipient_is_reminded(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    let place = pay_by_form(&browser, &[ADA, (server.info("email"), "3", "")]);
    settled(&server, &place);
    let items = rows(&open(&browser, &place));
    let remind = |item: &str| format!("{place}/items/{}/remind", id(item));
    let form = browser.form(&place, &remind(&items[0]));
    let done = browser.post(&remind(&items[0]), &form);
    assert_eq!(done.header("location"), Some(&*place), "{done:?}");
    assert_eq!(rows(&open(&browser, "/dashboard/test/emails")).len(), 2);
    let paid = browser.post(&remind(&items[1]), &form);
    assert_eq!(paid.status, 409);
    says(&paid, "There's nothing left to claim");
    let mut last = browser.post(&remind(&items[0]), &form);
    for _ in 0..4 {
        last = browser.post(&remind(&items[0]), &form);
    }
    assert_eq!(last.status, 409);
    says(&last, "You reminded this recipient in the last 24 hours.");
    assert!(rows(&open(&browser, "/dashboard/test/emails")).len() <= 6);
}
