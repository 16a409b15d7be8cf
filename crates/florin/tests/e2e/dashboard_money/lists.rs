//! Lists in another order, filters that are remembered, and what the rows of a page amount to.

use serde_json::json;

use super::{PAYOUTS, TRANSACTIONS, id, next, rows, walk};
use crate::support::pages::{demo, money, open, says, silent, stranger};
use crate::support::{
    Browser, Engine, Server, accepted, bank_account, items_of, pay_and_settle, text, unescaped,
};

testkit::on_both_engines!(lists_are_read_from_either_end);
testkit::on_sqlite_daily!(
    filters_are_as_they_were_left,
    filters_are_remembered_for_their_user_alone,
    a_page_says_what_its_rows_amount_to,
);

const RECIPIENTS: &str = "/dashboard/test/recipients";
const COOKIE: &str = "__Host-florin-lists";

fn reversed(mut rows: Vec<String>) -> Vec<String> {
    rows.reverse();
    rows
}

/// The link in a column's header.
fn header(browser: &Browser, path: &str, label: &str) -> (String, String) {
    let page = open(browser, path);
    let cell = page.body.split("<th ").find(|cell| cell.contains(&format!("\">{label}<svg"))).expect(label);
    let attribute = |name: &str| {
        let rest = cell.split(&format!("{name}=\"")).nth(1).expect(name);
        unescaped(rest.split('"').next().expect("its end"))
    };
    (attribute("aria-sort"), attribute("href"))
}

fn lists_are_read_from_either_end(engine: Engine) {
    let server = Server::start(engine);
    let (browser, sandbox) = (demo(&server), server.sandbox());
    let emails: Vec<String> = (0..30).map(|number| format!("P{:02}@example.com", number * 7 % 30)).collect();
    let amounts: Vec<String> = (0..30).map(|number| format!("{}", 1 + number % 9)).collect();
    let people: Vec<(&str, &str)> =
        emails.iter().zip(&amounts).map(|(email, amount)| (email.as_str(), amount.as_str())).collect();
    let payout = pay_and_settle(&sandbox, &people);
    for _ in 0..2 {
        pay_and_settle(&sandbox, &[("kj@example.com", "1")]);
    }
    for number in 0..3 {
        let mut body = bank_account("mxn_spei");
        body["name"] = json!(format!("Account {number}"));
        accepted(&sandbox.post("/bank_accounts", &body));
    }
    let accounts = "/dashboard/test/bank_accounts";
    for (list, label, count) in [
        (PAYOUTS, "Created", 3),
        (TRANSACTIONS, "Date", 33),
        (RECIPIENTS, "Added", 31),
        (accounts, "Added", 3),
    ] {
        let newest = walk(&browser, &format!("{list}?order=newest"));
        assert_eq!(newest.len(), count, "{list}");
        assert_eq!(walk(&browser, &format!("{list}?order=oldest")), reversed(newest.clone()), "{list}");
        assert_eq!(walk(&browser, &format!("{list}?order=largest_of_all")), newest, "{list}");
        let (aria, href) = header(&browser, &format!("{list}?order=newest"), label);
        assert_eq!((aria.as_str(), href), ("descending", format!("{list}?order=oldest")));
        let (aria, href) = header(&browser, &format!("{list}?order=oldest"), label);
        assert_eq!((aria.as_str(), href), ("ascending", format!("{list}?order=newest")));
    }
    oldest_pages_lead_back(&browser);
    let ids: Vec<String> = rows_by_email(&browser);
    let by_email = walk(&browser, &format!("{RECIPIENTS}?order=email"));
    assert_eq!(by_email, ids);
    assert_eq!(walk(&browser, &format!("{RECIPIENTS}?order=email_descending")), reversed(by_email));
    assert_eq!(header(&browser, &format!("{RECIPIENTS}?order=email"), "Added").0, "none");

    let place = format!("{PAYOUTS}/{}", text(&payout, "id"));
    let mut items = items_of(&sandbox, &payout);
    let requested: Vec<String> = items.iter().map(|item| text(item, "id").to_owned()).collect();
    let shown = |query: &str| {
        let all = walk(&browser, &format!("{place}{query}"));
        all.iter().map(|row| id(row).to_owned()).collect::<Vec<String>>()
    };
    assert_eq!(shown(""), requested);
    items.sort_by_key(|item| (text(item, "amount").to_owned(), text(item, "id").to_owned()));
    let smallest: Vec<String> = items.iter().map(|item| text(item, "id").to_owned()).collect();
    assert_eq!(shown("?order=smallest"), smallest);
    assert_eq!(shown("?order=largest&status=pending_claim"), reversed(smallest));
    says(&open(&browser, &format!("{place}?order=largest")), "?status=pending_claim&order=largest\"");
}

fn oldest_pages_lead_back(browser: &Browser) {
    let first = open(browser, &format!("{TRANSACTIONS}?order=oldest"));
    let second = open(browser, &next(&first).expect("a second page"));
    let previous =
        second.body.split(" rel=\"prev\"").next().and_then(|before| before.rsplit("href=\"").next());
    let previous = unescaped(previous.expect("a way back").trim_end_matches('"'));
    assert_eq!(rows(&open(browser, &previous)), rows(&first));
    let cursor = next(&first).expect("a second page");
    assert_eq!(browser.get(&cursor.replace("oldest", "newest")).status, 404, "a cursor of another order");
}

/// Where the recipients are, by their addresses in lower case.
fn rows_by_email(browser: &Browser) -> Vec<String> {
    let mut all = Vec::new();
    let mut path = Some(format!("{RECIPIENTS}?order=newest"));
    while let Some(here) = path {
        let page = open(browser, &here);
        for row in page.body.split("<tr>").skip(2) {
            let href = row.split("href=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a link");
            let email =
                row.split("data-label=\"Email\"><span>").nth(1).and_then(|rest| rest.split('<').next());
            all.push((email.expect("an address").to_lowercase(), href.to_owned()));
        }
        path = next(&page);
    }
    all.sort();
    all.into_iter().map(|(_, href)| href).collect()
}

/// Where a list leads that is opened from the menu.
fn from_the_menu(browser: &Browser, list: &str) -> Option<String> {
    let reply = browser.get(list);
    assert!(reply.status == 200 || reply.status == 303, "{reply:?}");
    reply.header("location").map(str::to_owned)
}

fn filters_are_as_they_were_left(engine: Engine) {
    let server = Server::start(engine);
    server.fund_live(server.info("email"), 1_000_000);
    let (browser, sandbox) = (demo(&server), server.sandbox());
    let payout = pay_and_settle(&sandbox, &[("ada@example.com", "1")]);
    assert_eq!(from_the_menu(&browser, PAYOUTS), None);
    let filtered = open(&browser, &format!("{PAYOUTS}?status=failed&from=&to=&reference="));
    says(&filtered, "1 filter active");
    assert_eq!(from_the_menu(&browser, PAYOUTS), Some(format!("{PAYOUTS}?status=failed")));
    assert_eq!(from_the_menu(&browser, &PAYOUTS.replace("test", "live")), None, "the other mode");
    assert_eq!(from_the_menu(&browser, TRANSACTIONS), None, "another list");
    // A link that says anything wins, and whatever it leads to is remembered.
    open(&browser, &format!("{PAYOUTS}?order=oldest"));
    assert_eq!(from_the_menu(&browser, PAYOUTS), Some(format!("{PAYOUTS}?order=oldest")));
    open(&browser, &format!("{TRANSACTIONS}?type=payout&status=completed"));
    // A message of a form waits for the page that shows it.
    let place = format!("{PAYOUTS}/{}", text(&payout, "id"));
    says(&open(&browser, &place), &format!("href=\"{PAYOUTS}\""));
    // A new sign-in in the same browser.
    browser.fill(&place, "/dashboard/sign-out", &[]);
    browser.sign_in(server.info("email"), server.info("password"));
    assert_eq!(
        from_the_menu(&browser, TRANSACTIONS),
        Some(format!("{TRANSACTIONS}?type=payout&status=completed"))
    );
    let page = browser.open(TRANSACTIONS);
    says(&page, "2 filters active");
    let clear = page.body.split("Clear filters").next().and_then(|before| before.rsplit("href=\"").next());
    let clear = unescaped(clear.and_then(|rest| rest.split('"').next()).expect("a link"));
    let cleared = open(&browser, &clear);
    silent(&cleared, "Clear filters");
    assert_eq!(rows(&cleared).len(), 2);
    assert_eq!(from_the_menu(&browser, TRANSACTIONS), None);
    // Clearing the filters leaves the order.
    let both = open(&browser, &format!("{PAYOUTS}?status=failed&order=oldest"));
    says(&both, &format!("href=\"{PAYOUTS}?order=oldest\""));
}

fn filters_are_remembered_for_their_user_alone(engine: Engine) {
    let server = Server::start(engine);
    let (browser, other) = (demo(&server), stranger(&server));
    pay_and_settle(&server.sandbox(), &[("ada@example.com", "1")]);
    open(&browser, &format!("{RECIPIENTS}?email=secret-person%40example.com"));
    let cookie = browser.cookie(COOKIE).expect("a cookie");
    assert!(!cookie.contains("secret") && cookie.len() < 3_000, "{cookie}");
    other.set_cookie(COOKIE, &cookie);
    assert_eq!(from_the_menu(&other, RECIPIENTS), None);
    for forged in ["", "abc", &cookie[1..], &cookie.to_lowercase()] {
        browser.set_cookie(COOKIE, forged);
        assert_eq!(from_the_menu(&browser, RECIPIENTS), None, "{forged}");
    }
    browser.set_cookie(COOKIE, &cookie);
    let place = from_the_menu(&browser, RECIPIENTS);
    assert_eq!(place, Some(format!("{RECIPIENTS}?email=secret-person%40example.com")));
    // Too long to be remembered, and no filter that a later visit should begin with.
    open(&browser, &format!("{RECIPIENTS}?email={}", "x".repeat(1_000)));
    assert_eq!(from_the_menu(&browser, RECIPIENTS), None);
}

fn a_page_says_what_its_rows_amount_to(engine: Engine) {
    let server = Server::start(engine);
    let (browser, sandbox) = (demo(&server), server.sandbox());
    let me = server.info("email");
    let first =
        pay_and_settle(&sandbox, &[("ada@example.com", "1.5"), (me, "2"), ("x+fail@example.com", "4")]);
    says(&open(&browser, PAYOUTS), &format!("Total: 1 payout, {}", money("7.50 USDC")));
    let place = format!("{PAYOUTS}/{}", text(&first, "id"));
    says(&open(&browser, &place), &format!("Total: 3 payments, {}", money("7.50 USDC")));
    says(
        &open(&browser, &format!("{place}?status=failed")),
        &format!("Total: 1 payment, {}", money("4.00 USDC")),
    );
    // What failed moved nothing.
    let payouts = open(&browser, &format!("{TRANSACTIONS}?type=payout"));
    says(&payouts, &format!("Total: 3 transactions, {} in, {} out", money("0.00 USDC"), money("3.50 USDC")));
    let people: Vec<String> = (0..26).map(|number| format!("p{number}@example.com")).collect();
    let people: Vec<(&str, &str)> = people.iter().map(|email| (email.as_str(), "1")).collect();
    let second = pay_and_settle(&sandbox, &people);
    let page = open(&browser, &format!("{PAYOUTS}/{}", text(&second, "id")));
    says(&page, &format!("On this page: 25 payments, {}", money("25.00 USDC")));
    says(
        &open(&browser, &next(&page).expect("more")),
        &format!("On this page: 1 payment, {}", money("1.00 USDC")),
    );
}
