//! The first page: its numbers are those of the API, and test money can be added.

use super::{pay_by_form, rows, settled};
use crate::support::pages::{demo, open, says, silent};
use crate::support::{Engine, Server, advance, at_once, balance, deposit, register, with, withdraw};

testkit::on_both_engines!(test_money_is_added_once_for_each_form);

testkit::on_sqlite_daily!(
    the_overview_shows_what_there_is_and_what_is_under_way,
    live_money_is_not_made_up,
    an_account_whose_clock_is_ahead_sees_its_own_days,
);

const HOME: &str = "/dashboard/test";
const ADD: &str = "/dashboard/test/inbound_transfers";

fn the_overview_shows_what_there_is_and_what_is_under_way(engine: Engine) {
    let server = Server::start(engine);
    let (browser, sandbox) = (demo(&server), server.sandbox());
    let first = open(&browser, HOME);
    for words in ["10,000", "Next steps", "Create an API key", "Add test money", "Test money"] {
        says(&first, words);
    }
    let place = pay_by_form(
        &browser,
        &[("ada@example.com", "250", ""), (server.info("email"), "5", ""), ("x+fail@example.com", "9", "")],
    );
    settled(&server, &place);
    let bank = register(&sandbox, "brl_pix");
    deposit(&sandbox, &bank, "100.00");
    withdraw(&sandbox, &bank, "50");
    let page = open(&browser, HOME);
    silent(&page, "Next steps");
    says(&page, "9,700<span");
    says(&page, "300<span");
    for words in ["<b>1</b><span>Payouts in progress", "<b>1</b><span>Unclaimed payments"] {
        says(&page, words);
    }
    for words in ["<b>1</b><span>Deposits in progress", "<b>1</b><span>Withdrawals in progress"] {
        says(&page, words);
    }
    says(&page, "/dashboard/test/payouts?status=processing");
    // What came in: the money at the start. What left: one item waits, and 50 are held. The item to the account itself
    // moved nothing, and the one that failed is back.
    says(&page, "Money in <span class=\"money\">10,000<span");
    says(&page, "Money out <span class=\"money\">300<span");
    says(&page, "<span class=\"money\">\u{2212}250<span");
    says(&page, "<span class=\"money\">9<span");
    silent(&page, "\u{2212}9<span");
    assert_eq!(rows(&page).len(), 7);
}

fn test_money_is_added_once_for_each_form(engine: Engine) {
    let server = Server::start(engine);
    let (browser, sandbox) = (demo(&server), server.sandbox());
    let form = with(&browser.form(HOME, ADD), &[("amount", "12.50")]);
    let replies = at_once(10, |_| browser.post(ADD, &form));
    assert!(replies.iter().all(|reply| reply.header("location") == Some("/dashboard/test")), "{replies:?}");
    assert_eq!(balance(&sandbox), "10012.50");
    says(&open(&browser, "/dashboard/test"), "Money added.");
    for wrong in ["", "0", "-1", "1,000", "abc", "1e3", "0.0000001", "9999999999999"] {
        let page = browser.post(ADD, &with(&browser.form(HOME, ADD), &[("amount", wrong)]));
        assert_eq!(page.status, 422, "{wrong}");
        says(&page, "id=\"money-amount-mistake\"");
    }
    let much = |browser: &crate::support::Browser| {
        browser.post(ADD, &with(&browser.form(HOME, ADD), &[("amount", "60000000")])).status
    };
    let statuses: Vec<u16> = (0..10).map(|_| much(&browser)).collect();
    assert!(statuses.contains(&303) && statuses.ends_with(&[422]), "{statuses:?}");
    open(&browser, HOME);
}

fn live_money_is_not_made_up(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    let page = open(&browser, "/dashboard/live");
    says(&page, "Create a deposit and send the money");
    silent(&page, "Add test money");
    let form = with(&browser.form(HOME, ADD), &[("amount", "5")]);
    assert_eq!(browser.post("/dashboard/live/inbound_transfers", &form).status, 404);
    assert_eq!(balance(&server.live()), "0.00");
}

fn an_account_whose_clock_is_ahead_sees_its_own_days(engine: Engine) {
    let server = Server::start(engine);
    let (browser, sandbox) = (demo(&server), server.sandbox());
    says(&open(&browser, HOME), "Money in <span class=\"money\">10,000<span");
    advance(&sandbox, 40 * 86_400);
    says(&open(&browser, HOME), "No money moved in this period.");
    browser.post(ADD, &with(&browser.form(HOME, ADD), &[("amount", "7")]));
    says(&open(&browser, HOME), "Money in <span class=\"money\">7<span");
}
