//! Several rows of a list at once: asked first, counted afterwards, and only what is the user's own.

use super::{PAYOUTS, TRANSACTIONS, count, id, pay_by_form, rows, sent, settled};
use crate::support::pages::{self, demo, open, says, silent, stranger};
use crate::support::{Browser, Engine, Reply, Server, at_once, pay_and_settle, text, with};

testkit::on_both_engines!(selected_payments_are_cancelled_once);
testkit::on_sqlite_daily!(
    what_is_not_ours_or_not_there_cancels_nothing,
    selected_payouts_are_cancelled,
    selected_recipients_are_reminded,
    selected_recipients_are_rows_of_a_new_payout,
    selected_transactions_are_exported,
    rows_are_selected_without_a_script,
);

const ADA: (&str, &str, &str) = ("ada@example.com", "2", "");
const GRACE: (&str, &str, &str) = ("grace@example.com", "1", "");
const KJ: (&str, &str, &str) = ("kj@example.com", "4", "");

fn query(ids: &[String]) -> String {
    ids.iter().map(|id| format!("id={id}")).collect::<Vec<_>>().join("&")
}

/// The payments of a payout that is settled, in order.
fn items(browser: &Browser, place: &str) -> Vec<String> {
    rows(&open(browser, place)).iter().map(|row| id(row).to_owned()).collect()
}

fn refused(reply: &Reply, status: u16) {
    assert_eq!(reply.status, status, "{reply:?}");
}

fn selected_payments_are_cancelled_once(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    let place = pay_by_form(&browser, &[ADA, GRACE, KJ, (server.info("email"), "3", "")]);
    settled(&server, &place);
    let items = items(&browser, &place);
    let cancel = format!("{place}/selected/cancel");
    let asked = format!("{cancel}?{}", query(&items[..3]));
    let question = open(&browser, &asked);
    says(&question, "Cancel 3 payments");
    for words in ["ada@example.com", "grace@example.com", "kj@example.com"] {
        says(&question, words);
    }
    assert_eq!(settled(&server, &place)["item_breakdown"]["cancelled"], 0, "it only asks");
    let form = browser.form(&asked, &cancel);
    // One is cancelled while the question is open.
    let one = format!("{place}/items/{}/cancel", items[2]);
    assert_eq!(browser.post(&one, &browser.form(&place, &one)).status, 303);
    let replies = at_once(4, |_| browser.post(&cancel, &form));
    assert!(replies.iter().all(|reply| sent(reply) == place));
    let said = "2 payments cancelled. The money is back in your balance. 1 could no longer be cancelled.";
    says(&open(&browser, &place), said);
    assert_eq!(settled(&server, &place)["item_breakdown"]["cancelled"], 3);
    assert_eq!(settled(&server, &place)["item_breakdown"]["completed"], 1);
    // The same form again is the same answer, and another form finds nothing to cancel.
    assert_eq!(sent(&browser.post(&cancel, &form)), place);
    says(&open(&browser, &place), said);
    let again = browser.fill(&asked, &cancel, &[]);
    assert_eq!(sent(&again), place);
    says(&open(&browser, &place), "3 could no longer be cancelled.");
    silent(&open(&browser, &place), "Select ");
    server.assert_books_balance();
}

fn what_is_not_ours_or_not_there_cancels_nothing(engine: Engine) {
    let server = Server::start(engine);
    server.fund_live(server.info("email"), 1_000_000);
    let (browser, other) = (demo(&server), stranger(&server));
    let (place, second) = (pay_by_form(&browser, &[ADA, GRACE]), pay_by_form(&browser, &[KJ]));
    settled(&server, &place);
    settled(&server, &second);
    let (own, foreign) = (items(&browser, &place), items(&browser, &second));
    let cancel = format!("{place}/selected/cancel");
    let form = browser.form(&format!("{cancel}?{}", query(&own)), &cancel);
    let with_ids = |ids: &[String]| {
        let kept = form.iter().filter(|(name, _)| name != "id").cloned();
        kept.chain(ids.iter().map(|id| ("id".to_owned(), id.clone()))).collect::<Vec<_>>()
    };
    let mixed = [own[0].clone(), foreign[0].clone()];
    for ids in [&mixed[..], &["txn_1".to_owned()], &["%3Cb%3E".to_owned()]] {
        refused(&browser.get(&format!("{cancel}?{}", query(ids))), 404);
        refused(&browser.post(&cancel, &with_ids(ids)), 404);
    }
    let many: Vec<String> = (0..101).map(|number| format!("txn_{number}")).collect();
    refused(&browser.get(&format!("{cancel}?{}", query(&many))), 413);
    refused(&browser.post(&cancel, &with_ids(&many)), 413);
    let whole = format!("{PAYOUTS}/selected/cancel");
    let payouts = format!("{whole}?id={}", id(&place));
    for path in [format!("{cancel}?{}", query(&own)), payouts] {
        refused(&other.get(&path), 404);
        refused(&browser.get(&path.replace("/test/", "/live/")), 404);
        assert_eq!(Browser::new(server.origin()).get(&path).status, 303, "who is not signed in");
    }
    let theirs = other.form("/dashboard/test/payouts/new", "/dashboard/test/payouts/new");
    let theirs = with(&theirs, &[("id", &own[0])]);
    refused(&other.post(&cancel, &theirs), 404);
    refused(&other.post(&whole, &with(&theirs, &[("id", id(&place))])), 404);
    refused(&browser.post(&cancel, &with(&form, &[("csrf", "none")])), 403);
    refused(&browser.post(&cancel, &with(&form, &[("form_key", "short")])), 403);
    // Nothing was selected.
    assert_eq!(sent(&browser.get(&cancel)), place);
    says(&open(&browser, &place), "Select at least one row.");
    for place in [&place, &second] {
        assert_eq!(settled(&server, place)["item_breakdown"]["cancelled"], 0);
    }
}

fn selected_payouts_are_cancelled(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    let places = [ADA, GRACE, KJ].map(|person| pay_by_form(&browser, &[person]));
    let paid = pay_by_form(&browser, &[(server.info("email"), "3", "")]);
    for place in places.iter().chain([&paid]) {
        settled(&server, place);
    }
    let list = open(&browser, PAYOUTS);
    assert_eq!(list.body.matches("form=\"selection\"").count(), 3, "what is paid can't be selected");
    let cancel = format!("{PAYOUTS}/selected/cancel");
    let ids: Vec<String> = [&places[0], &places[1], &paid].iter().map(|place| id(place).to_owned()).collect();
    let asked = format!("{cancel}?{}", query(&ids));
    says(&open(&browser, &asked), "Cancel 3 payouts");
    assert_eq!(sent(&browser.fill(&asked, &cancel, &[])), PAYOUTS);
    says(
        &open(&browser, PAYOUTS),
        "2 payouts cancelled. The money is back in your balance. 1 could no longer be cancelled.",
    );
    assert_eq!(settled(&server, &places[2])["item_breakdown"]["cancelled"], 0);
    server.assert_books_balance();
}

fn selected_recipients_are_reminded(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    let place = pay_by_form(&browser, &[ADA, GRACE, KJ, (server.info("email"), "3", "")]);
    settled(&server, &place);
    let items = items(&browser, &place);
    let remind = format!("{place}/selected/remind");
    let asked = format!("{remind}?{}", query(&[items[0].clone(), items[1].clone(), items[3].clone()]));
    says(&open(&browser, &asked), "Send 3 reminders");
    let form = browser.form(&asked, &remind);
    assert_eq!(sent(&browser.post(&remind, &form)), place);
    says(
        &open(&browser, &place),
        "Reminder sent to 2 recipients. 1 payment is no longer waiting to be claimed.",
    );
    assert_eq!(pages::count(&server, "emails where kind = 'reminder'"), 2);
    assert_eq!(sent(&browser.post(&remind, &form)), place);
    says(&open(&browser, &place), "No reminders were sent. 2 recipients were reminded in the last 24 hours.");
    assert_eq!(pages::count(&server, "emails where kind = 'reminder'"), 2);
}

fn selected_recipients_are_rows_of_a_new_payout(engine: Engine) {
    let server = Server::start(engine);
    let (browser, other) = (demo(&server), stranger(&server));
    pay_and_settle(&server.sandbox(), &[("ada@example.com", "1"), ("grace@example.com", "1")]);
    let list = rows(&open(&browser, "/dashboard/test/recipients"));
    let ids: Vec<String> = list.iter().map(|row| id(row).to_owned()).collect();
    let new = format!("/dashboard/test/payouts/new?{}", query(&ids));
    says(&open(&browser, "/dashboard/test/recipients"), "formaction=\"/dashboard/test/payouts/new\"");
    let page = browser.open(&new);
    for email in ["ada@example.com", "grace@example.com"] {
        says(&page, &format!("value=\"{email}\""));
    }
    assert_eq!(count(&server), 1, "nothing is sent");
    assert_eq!(other.open(&new).status, 404);
    assert_eq!(browser.open("/dashboard/test/payouts/new?id=rcp_1").status, 404);
}

fn selected_transactions_are_exported(engine: Engine) {
    let server = Server::start(engine);
    let (browser, other) = (demo(&server), stranger(&server));
    let made = pay_and_settle(&server.sandbox(), &[("ada@example.com", "1"), ("grace@example.com", "2")]);
    let items = items(&browser, &format!("{PAYOUTS}/{}", text(&made, "id")));
    let export = format!("{TRANSACTIONS}/export");
    let file = open(&browser, &format!("{export}?{}", query(&items[..1])));
    let lines: Vec<&str> = file.body.lines().collect();
    assert_eq!(lines.len(), 2, "{file:?}");
    assert!(lines[0].starts_with("\"id\"") && lines[1].contains(&items[0]), "{file:?}");
    assert_eq!(open(&browser, &format!("{export}?{}", query(&items))).body.lines().count(), 3);
    refused(&other.get(&format!("{export}?{}", query(&items))), 404);
    refused(&browser.get(&format!("{export}?id={}&id=txn_1", items[0])), 404);
}

fn rows_are_selected_without_a_script(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    let place = pay_by_form(&browser, &[ADA, GRACE]);
    settled(&server, &place);
    for list in [place.as_str(), PAYOUTS, TRANSACTIONS, "/dashboard/test/recipients"] {
        let page = open(&browser, list);
        silent(&page, " checked");
        says(&page, "Select all on this page");
        let all = open(&browser, &format!("{list}?select=all"));
        let boxes = page.body.matches("form=\"selection\"").count();
        assert!(boxes > 0, "{list}");
        assert_eq!(all.body.matches(" checked").count(), boxes, "{list}");
    }
}
