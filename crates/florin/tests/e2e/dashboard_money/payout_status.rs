//! What the pages say became of a payout, and how they keep up with it.

use super::{PAYOUTS, id, pay_by_form, settled};
use crate::support::pages::{demo, open, says, silent};
use crate::support::{Browser, Engine, Server, advance};

testkit::on_both_engines!(a_payout_says_what_became_of_its_items);

testkit::on_sqlite_daily!(a_payout_keeps_itself_fresh_while_anything_can_change);

const ADA: (&str, &str, &str) = ("ada@example.com", "2", "");
const MONTH: i64 = 31 * 86_400;

fn a_payout_says_what_became_of_its_items(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    let me = server.info("email");
    let (grace, eve) = (("grace@example.com", "1", ""), ("eve+fail@example.com", "1", ""));
    let mixed = pay_by_form(&browser, &[(me, "3", ""), ADA, grace, eve]);
    let alone = pay_by_form(&browser, &[(me, "4", ""), (me, "5", "")]);
    settled(&server, &mixed);
    settled(&server, &alone);
    for path in [mixed.as_str(), PAYOUTS] {
        let page = open(&browser, path);
        says(&page, "1 of 4 paid");
        says(&page, "2 waiting to be claimed, 1 failed");
    }
    says(&open(&browser, PAYOUTS), "All 2 paid");
    let ada = items(&browser, &mixed)[1].clone();
    let cancel = format!("{mixed}/items/{}/cancel", id(&ada));
    assert_eq!(browser.post(&cancel, &browser.form(&mixed, &cancel)).status, 303);
    advance(&server.sandbox(), MONTH);
    assert_eq!(settled(&server, &mixed)["item_breakdown"]["cancelled"], 2);
    for path in [mixed.as_str(), PAYOUTS] {
        let page = open(&browser, path);
        says(&page, "1 of 4 paid");
        says(&page, "1 failed, 1 expired and refunded, 1 cancelled");
    }
    let spanish =
        Browser::signed_in_reading(server.origin(), "es-MX", server.info("email"), server.info("password"));
    says(&open(&spanish, &mixed), "1 vencido y devuelto");
}

/// Where the items of a payout are, in their order.
fn items(browser: &Browser, place: &str) -> Vec<String> {
    super::rows(&open(browser, place))
}

fn a_payout_keeps_itself_fresh_while_anything_can_change(engine: Engine) {
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
