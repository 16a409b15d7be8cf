//! The zone of times on pages and in emails: what the user has set, or else what the browser says, or else UTC.

use rules::time::Timestamp;
use serde_json::json;

use super::{PASSWORD, join};
use crate::support::pages::{count, demo, led, open, says, silent, stranger};
use crate::support::{Browser, Engine, Server, accepted, email_to, pay_and_settle, text};

testkit::on_both_engines!(the_zone_that_a_user_has_set_wins_and_the_api_keeps_utc);

testkit::on_sqlite_daily!(
    days_of_a_filter_are_those_of_the_reader,
    hostile_zones_are_ignored,
    emails_are_in_the_zone_of_their_reader,
    a_test_clock_that_is_ahead_is_on_every_page,
);

const COOKIE: &str = "__Host-florin-zone";
const TEST: &str = "/dashboard/test";
const SETTINGS: &str = "/dashboard/test/settings";
const SAVE: &str = "/dashboard/test/settings/time_zone";
const HOUR: i64 = 3_600;

fn choose(browser: &Browser, zone: &str) {
    assert_eq!(led(&browser.fill(SETTINGS, SAVE, &[("time_zone", zone)])), SETTINGS);
}

/// The only payment of the account: its page, and when it was made.
fn payment(server: &Server) -> (String, Timestamp) {
    let payout = pay_and_settle(&server.sandbox(), &[("ada@example.com", "1")]);
    let items = server.sandbox().get(&format!("/payouts/{}/items", text(&payout, "id"))).json();
    let item = &items["data"][0];
    let at = Timestamp::parse(text(item, "created_at")).expect("a time");
    (format!("{TEST}/transactions/{}", text(item, "id")), at)
}

/// How `<time>` begins and how its tooltip ends, for a reader whose clocks are so many hours ahead.
fn shown(at: Timestamp, hours: i64, zone: &str) -> [String; 2] {
    let local = at.plus_seconds(hours * HOUR).to_string();
    [format!("<time datetime=\"{at}\" title=\""), format!(", {} {zone}\">", &local[11..19])]
}

#[track_caller]
fn has_time(browser: &Browser, page: &str, parts: [String; 2]) {
    let page = open(browser, page);
    for part in parts {
        says(&page, &part);
    }
}

fn the_zone_that_a_user_has_set_wins_and_the_api_keeps_utc(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let (page, at) = payment(&server);
    has_time(&owner, &page, shown(at, 0, "UTC"));
    owner.set_cookie(COOKIE, "Asia/Tokyo");
    has_time(&owner, &page, shown(at, 9, "UTC+9 (Asia/Tokyo)"));
    choose(&owner, "America/Bogota");
    says(&open(&owner, SETTINGS), "Time zone saved.");
    says(&open(&owner, SETTINGS), "value=\"America/Bogota\" selected");
    says(&open(&owner, SETTINGS), "Time zone changed");
    has_time(&owner, &page, shown(at, -5, "UTC\u{2212}5 (America/Bogota)"));
    has_time(&owner, "/dashboard/test/transactions", shown(at, -5, "UTC\u{2212}5 (America/Bogota)"));
    let row = server.sandbox().get("/transactions").json();
    assert_eq!(text(&row["data"][0], "created_at"), at.to_string());
    let export = owner.get("/dashboard/test/transactions/export");
    assert!(export.body.contains(&at.to_string()), "{export:?}");
    // Another browser of the user, and another user.
    let elsewhere = demo(&server);
    has_time(&elsewhere, &page, shown(at, -5, "UTC\u{2212}5 (America/Bogota)"));
    silent(&open(&stranger(&server), SETTINGS), "UTC\u{2212}5");
    choose(&owner, "");
    assert_eq!(count(&server, "users where time_zone is not null"), 0);
    has_time(&owner, &page, shown(at, 9, "UTC+9 (Asia/Tokyo)"));
}

fn days_of_a_filter_are_those_of_the_reader(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let (page, at) = payment(&server);
    let id = page.rsplit('/').next().expect("an id");
    // Their clocks are 25 hours apart, so they never show the same day.
    for (zone, hours, other) in
        [("Pacific/Kiritimati", 14, "Pacific/Pago_Pago"), ("Pacific/Pago_Pago", -11, "UTC")]
    {
        choose(&owner, zone);
        let local = at.plus_seconds(hours * HOUR).to_string();
        let list = format!("/dashboard/test/transactions?from={day}&to={day}", day = &local[..10]);
        says(&open(&owner, &list), id);
        if other != "UTC" {
            choose(&owner, other);
            silent(&open(&owner, &list), id);
        }
    }
}

fn hostile_zones_are_ignored(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let (page, at) = payment(&server);
    for hostile in
        ["Mars/Olympus", "../../etc/passwd", "<script>alert(1)</script>", "UTC+5", "Asia/Tokyo Asia/Tokyo"]
    {
        owner.set_cookie(COOKIE, hostile);
        has_time(&owner, &page, shown(at, 0, "UTC"));
        let refused = owner.fill(SETTINGS, SAVE, &[("time_zone", hostile)]);
        assert_eq!(refused.status, 404, "{hostile}");
        silent(&refused, "<script>alert");
    }
    assert_eq!(count(&server, "users where time_zone is not null"), 0);
}

fn emails_are_in_the_zone_of_their_reader(engine: Engine) {
    let server = Server::start(engine);
    let eve = join(&server, "eve@example.org", "Eve");
    choose(&eve, "Asia/Kolkata");
    Browser::signed_in(server.origin(), "eve@example.org", PASSWORD);
    let letter = email_to(server.origin(), "eve@example.org", "security");
    assert!(letter.text.contains(" UTC+5:30"), "{}", letter.text);
    // Someone who pays to a sandbox's recipient must not learn that the address has a user.
    let until = |server: &Server| {
        pay_and_settle(&server.sandbox(), &[("eve@example.org", "1")]);
        email_to(server.origin(), "eve@example.org", "claim").text
    };
    assert!(!until(&server).contains("UTC+5:30"));
}

fn a_test_clock_that_is_ahead_is_on_every_page(engine: Engine) {
    let server = Server::start(engine);
    let (owner, other) = (demo(&server), stranger(&server));
    let says_so = "This test account's clock is 31 days ahead.";
    silent(&open(&owner, TEST), "clock is");
    accepted(&server.sandbox().post("/simulate/clock", &json!({ "advance_seconds": 31 * 86_400 })));
    for page in ["", "/payouts", "/payouts/csv", "/transactions", "/recipients", "/settings", "/webhooks"] {
        says(&open(&owner, &format!("{TEST}{page}")), says_so);
    }
    says(&open(&owner, SETTINGS), "It can't go back");
    silent(&open(&owner, "/dashboard/live"), "clock is");
    silent(&open(&owner, "/dashboard/live/settings"), "It can't go back");
    silent(&open(&other, TEST), "clock is");
}
