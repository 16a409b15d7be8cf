//! How pages show the outcome of a payout, and how they refresh it.

use super::{PAYOUTS, checked, count, id, pay_by_form, rows, sent, settled};
use crate::support::pages::{self, demo, open, says, silent};
use crate::support::{
    Browser, DAY, Engine, Server, advance, at_once, email_to, eventually, items_of, pay_and_settle, text,
    with,
};

testkit::on_both_engines!(
    a_payout_shows_the_outcomes_of_its_items,
    recipients_are_reminded_once_a_day,
    a_payout_is_repeated_after_a_review_only,
);

testkit::on_sqlite_daily!(
    a_payout_refreshes_while_any_item_can_change,
    failed_and_expired_payments_are_retried_in_a_draft,
    only_test_money_is_claimed_by_its_sender,
    recipients_who_turned_reminders_off_get_none_and_are_not_revealed,
);

const ADA: (&str, &str, &str) = ("ada@example.com", "2", "");
const GRACE: (&str, &str, &str) = ("grace@example.com", "1", "");
const MONTH: i64 = 31 * DAY;

fn a_payout_shows_the_outcomes_of_its_items(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    let me = server.info("email");
    let eve = ("eve+fail@example.com", "1", "");
    let mixed = pay_by_form(&browser, &[(me, "3", ""), ADA, GRACE, eve]);
    settled(&server, &mixed);
    pay_and_settle(&server.sandbox(), &[(me, "4"), (me, "5")]);
    for path in [mixed.as_str(), PAYOUTS] {
        let page = open(&browser, path);
        says(&page, "1 of 4 paid");
        says(&page, "2 waiting to be claimed, 1 failed");
    }
    says(&open(&browser, PAYOUTS), "All 2 paid");
    let ada = rows(&open(&browser, &mixed))[1].clone();
    let cancel = format!("{mixed}/items/{}/cancel", id(&ada));
    assert_eq!(browser.post(&cancel, &browser.form(&mixed, &cancel)).status, 303);
    advance(&server.sandbox(), MONTH);
    assert_eq!(settled(&server, &mixed)["item_breakdown"]["cancelled"], 2);
    for path in [mixed.as_str(), PAYOUTS] {
        let page = open(&browser, path);
        says(&page, "1 of 4 paid");
        says(&page, "1 failed, 1 expired and returned, 1 cancelled");
    }
    let spanish =
        Browser::signed_in_reading(server.origin(), "es-MX", server.info("email"), server.info("password"));
    says(&open(&spanish, &mixed), "1 vencido y devuelto");
}

fn a_payout_refreshes_while_any_item_can_change(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    server.hold_settlement();
    let place = pay_by_form(&browser, &[ADA]);
    let page = open(&browser, &place);
    says(&page, &format!("hx-get=\"{place}/progress?beat=1\" hx-trigger=\"every 3s\""));
    says(&page, "Being paid");
    says(&page, ">Refresh</a>");
    let part = open(&browser, &format!("{place}/progress?beat=7"));
    assert!(part.body.trim_start().starts_with("<div id=\"live\""), "{}", part.body);
    says(&part, "beat=8\"");
    server.release_settlement();
    settled(&server, &place);
    // A recipient may take a month.
    for path in [place.clone(), format!("{place}/progress?beat=7")] {
        let page = open(&browser, &path);
        says(&page, "hx-trigger=\"every 30s\"");
        says(&page, "Waiting to be claimed");
    }
    let tired = open(&browser, &format!("{place}/progress?beat=120"));
    silent(&tired, "hx-trigger");
    says(&tired, "Automatic updates have stopped.");
    let cancel = format!("{place}/cancel");
    assert_eq!(browser.post(&cancel, &browser.form(&place, &cancel)).status, 303);
    for path in [place.clone(), format!("{place}/progress?beat=7")] {
        let page = open(&browser, &path);
        silent(&page, "hx-trigger");
        silent(&page, ">Refresh</a>");
    }
}

fn recipients_are_reminded_once_a_day(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    let ada = [("ada@example.com", "2"), ("Ada@example.com", "7")];
    let others = [("grace@example.com", "1"), (server.info("email"), "3")];
    let made = pay_and_settle(&server.sandbox(), &[ada, others].concat());
    let place = format!("{PAYOUTS}/{}", text(&made, "id"));
    let reminders = || pages::count(&server, "emails where kind = 'reminder'");
    let all = format!("{place}/remind");
    let form = browser.form(&place, &all);
    let item = rows(&open(&browser, &place))[0].clone();
    let one = format!("{place}/items/{}/remind", id(&item));
    silent(&open(&browser, &place), "Last reminder:");
    at_once(6, |_| browser.post(&one, &form).status);
    assert_eq!(reminders(), 1, "at the same time as well");
    assert_eq!(open(&browser, &place).body.matches("Last reminder:").count(), 2, "both go to one address");
    says(&open(&browser, &item), "Last reminder");
    // It wasn't about a payment that is younger.
    let younger = pay_and_settle(&server.sandbox(), &[ada[0]]);
    let younger = open(&browser, &format!("{PAYOUTS}/{}", text(&younger, "id")));
    silent(&younger, "Last reminder:");
    silent(&open(&browser, &rows(&younger)[0]), "Last reminder");
    let refused = browser.post(&one, &form);
    assert_eq!(refused.status, 409);
    says(&refused, "You reminded this recipient in the last 24 hours. You can send the next reminder in");
    assert_eq!(sent(&browser.post(&all, &form)), place);
    let page = open(&browser, &place);
    says(&page, "Reminder sent to 1 recipient. 1 recipient was reminded in the last 24 hours.");
    silent(&open(&browser, &place), "Reminder sent");
    assert_eq!(sent(&browser.post(&all, &form)), place);
    says(&open(&browser, &place), "No reminders were sent. 2 recipients were reminded in the last 24 hours.");
    assert_eq!(reminders(), 2);
    advance(&server.sandbox(), DAY + 60);
    assert_eq!(sent(&browser.post(&all, &form)), place);
    says(&open(&browser, &place), "Reminder sent to 2 recipients.");
    assert_eq!(reminders(), 4);
    // Returned money can't be claimed, and its recipient gets no reminder.
    advance(&server.sandbox(), MONTH);
    let late = browser.post(&one, &form);
    assert_eq!(late.status, 409);
    says(&late, "There's nothing left to claim");
    silent(&late, "Remind all");
    assert_eq!(sent(&browser.post(&all, &form)), place);
    says(&open(&browser, &place), "No reminders were sent.");
    assert_eq!(reminders(), 4);
}

fn a_payout_is_repeated_after_a_review_only(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    let place = pay_by_form(&browser, &[("ada@example.com", "1250.5", "May"), GRACE]);
    settled(&server, &place);
    let repeat = format!("{place}/repeat");
    let form = browser.form(&place, &repeat);
    let drafts = at_once(4, |_| sent(&browser.post(&repeat, &form)));
    let draft = drafts[0].clone();
    assert!(drafts.iter().all(|other| *other == draft), "a double click makes one draft: {drafts:?}");
    let page = open(&browser, &draft);
    for words in [
        "Draft created. Nothing is sent until you review and confirm it.",
        "value=\"ada@example.com\"",
        "value=\"1250.50\"",
        "value=\"May\"",
        "value=\"grace@example.com\"",
    ] {
        says(&page, words);
    }
    let review = open(&browser, &format!("{draft}/review"));
    says(&review, "You may have paid this before");
    assert_eq!(browser.post(PAYOUTS, &checked(&review)).status, 422, "the user must say that it is meant");
    assert_eq!(count(&server), 1);
    let meant = with(&checked(&review), &[("earlier", "yes")]);
    let second = sent(&browser.post(PAYOUTS, &meant));
    assert_ne!(second, place);
    assert_eq!(count(&server), 2);
    assert_eq!(sent(&browser.post(&repeat, &form)), second, "the same form leads to what became of it");
    server.assert_books_balance();
}

fn failed_and_expired_payments_are_retried_in_a_draft(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    let me = server.info("email");
    let eve = ("eve+fail@example.com", "4.25", "June");
    let place = pay_by_form(&browser, &[(me, "3", ""), ADA, eve, GRACE]);
    settled(&server, &place);
    says(&open(&browser, &place), "Retry 1 payment");
    let ada = rows(&open(&browser, &place))[1].clone();
    let cancel = format!("{place}/items/{}/cancel", id(&ada));
    assert_eq!(browser.post(&cancel, &browser.form(&place, &cancel)).status, 303);
    advance(&server.sandbox(), MONTH);
    let page = open(&browser, &place);
    says(&page, "Retry 2 payments");
    let retry = format!("{place}/retry");
    let draft = sent(&browser.post(&retry, &browser.form(&place, &retry)));
    let page = open(&browser, &draft);
    for words in
        ["value=\"eve+fail@example.com\"", "value=\"4.25\"", "value=\"June\"", "value=\"grace@example.com\""]
    {
        says(&page, words);
    }
    for other in ["name=\"to\" value=\"ada@example.com\"", &format!("name=\"to\" value=\"{me}\"")] {
        silent(&page, other);
    }
    // Neither payment has reached its recipient, so there is no warning.
    let review = open(&browser, &format!("{draft}/review"));
    silent(&review, "You may have paid this before");
    assert_eq!(count(&server), 1);
    sent(&browser.post(PAYOUTS, &checked(&review)));
    assert_eq!(count(&server), 2);
    // Nothing came back from a payout that was paid.
    let paid = pay_by_form(&browser, &[(me, "3", "Bonus")]);
    settled(&server, &paid);
    silent(&open(&browser, &paid), "Retry");
    let nothing = browser.post(&format!("{paid}/retry"), &browser.form(&paid, &format!("{paid}/repeat")));
    assert_eq!(sent(&nothing), paid);
    server.assert_books_balance();
}

fn only_test_money_is_claimed_by_its_sender(engine: Engine) {
    let server = Server::start(engine);
    server.fund_live(server.info("email"), 1_000_000_000);
    let browser = demo(&server);
    let place = pay_by_form(&browser, &[ADA, GRACE]);
    settled(&server, &place);
    let item = rows(&open(&browser, &place))[0].clone();
    let claim = format!("{place}/items/{}/claim", id(&item));
    let (form, session) = (browser.form(&place, &claim), browser.cookie("__Host-florin"));
    assert!(session.is_some());
    assert_eq!(sent(&browser.post(&claim, &form)), place);
    assert_eq!(browser.cookie("__Host-florin"), session, "the sender stays signed in");
    let page = open(&browser, &place);
    says(&page, "You claimed the payment as its recipient.");
    says(&page, "1 of 2 paid");
    silent(&page, &claim);
    assert_eq!(sent(&browser.post(&claim, &form)), place, "the same form again is the same answer");
    let late = with(&form, &[("form_key", &"k".repeat(24))]);
    assert_eq!(browser.post(&claim, &late).status, 409);

    let live = pay_and_settle(&server.live(), &[("ada@example.com", "25")]);
    let place = format!("/dashboard/live/payouts/{}", text(&live, "id"));
    let item = text(&items_of(&server.live(), &live)[0], "id").to_owned();
    let page = open(&browser, &place);
    says(&page, "Send a reminder");
    silent(&page, "Claim as this recipient");
    let claim = format!("{place}/items/{item}/claim");
    assert_eq!(browser.post(&claim, &browser.form(&place, &format!("{place}/remind"))).status, 404);
    says(&open(&browser, &place), "Waiting to be claimed");
    server.assert_books_balance();
}

fn recipients_who_turned_reminders_off_get_none_and_are_not_revealed(engine: Engine) {
    let server = Server::start(engine);
    server.fund_live(server.info("email"), 1_000_000_000);
    let live = pay_and_settle(&server.live(), &[("ada@example.com", "25"), ("grace@example.com", "5")]);
    // A reminder that the sender requests before the claim email is sent is combined into it.
    let waiting = "emails where kind = 'claim' and status in ('queued', 'sending')";
    eventually("the claim emails are sent", || (pages::count(&server, waiting) == 0).then_some(()));
    server.execute("insert into email_preferences (email_key, turned_off) values ('ada@example.com', 8)");
    let (browser, place) = (demo(&server), format!("/dashboard/live/payouts/{}", text(&live, "id")));
    let all = format!("{place}/remind");
    assert_eq!(sent(&browser.post(&all, &browser.form(&place, &all))), place);
    says(&open(&browser, &place), "Reminder sent to 2 recipients.");
    email_to(server.origin(), "grace@example.com", "reminder");
    let dropped = "emails where kind = 'reminder' and status = 'obsolete' and email = 'ada@example.com'";
    eventually("the other is dropped", || (pages::count(&server, dropped) == 1).then_some(()));
    assert_eq!(open(&browser, &place).body.matches("Last reminder:").count(), 2);
}
