//! What a form did is said once, by the next page of the same session; and the address of a form, opened like a page.

use crate::support::pages::{demo, led, open, says, silent, stranger};
use crate::support::{Browser, Engine, Server, unescaped};

testkit::on_sqlite_daily!(
    what_a_form_did_is_said_once_and_by_no_link,
    a_message_is_for_the_session_that_sent_the_form,
    the_address_of_a_form_leads_back_to_its_page,
);

const SETTINGS: &str = "/dashboard/test/settings";
const NAME: &str = "/dashboard/test/settings/name";
const COOKIE: &str = "__Host-florin-flash";
/// A page without a place for messages.
const WITHOUT_MESSAGES: &str = "/dashboard/confirm";
const SIGN_IN: &str = "/dashboard/sign-in";

fn rename(browser: &Browser) {
    assert_eq!(led(&browser.fill(SETTINGS, NAME, &[("name", "Demo Business")])), SETTINGS);
}

fn what_a_form_did_is_said_once_and_by_no_link(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    silent(&open(&owner, &format!("{SETTINGS}?said=renamed")), "Renamed.");
    rename(&owner);
    // A part that a page loads anew shows no message, and leaves it to the next page.
    let part = owner.send("GET", SETTINGS, &[("HX-Request", "true")], None);
    silent(&part, "Renamed.");
    silent(&open(&owner, WITHOUT_MESSAGES), "Renamed.");
    says(&open(&owner, SETTINGS), "Renamed.");
    assert_eq!(owner.cookie(COOKIE), None);
    silent(&open(&owner, SETTINGS), "Renamed.");

    let out = owner.fill(SETTINGS, "/dashboard/sign-out", &[]);
    assert_eq!(out.header("location"), Some(SIGN_IN));
    says(&open(&owner, SIGN_IN), "You've signed out.");
    silent(&open(&owner, SIGN_IN), "You've signed out.");
    silent(&open(&owner, "/dashboard/sign-in?said=reset"), "Your password was changed.");
}

fn a_message_is_for_the_session_that_sent_the_form(engine: Engine) {
    let server = Server::start(engine);
    let (owner, other) = (demo(&server), stranger(&server));
    rename(&owner);
    let cookie = owner.cookie(COOKIE).expect("a message");
    let (_, proof) = cookie.split_once('.').expect("a proof");
    for forged in
        [cookie.clone(), format!("password_changed.{proof}"), "renamed".to_owned(), "renamed.".into()]
    {
        other.set_cookie(COOKIE, &forged);
        let page = open(&other, SETTINGS);
        silent(&page, "Renamed.");
        silent(&page, "Password changed.");
    }
    owner.set_cookie(COOKIE, &format!("password_changed.{proof}"));
    silent(&open(&owner, SETTINGS), "Password changed.");
    owner.set_cookie(COOKIE, &cookie);
    says(&open(&owner, SETTINGS), "Renamed.");
}

fn the_address_of_a_form_leads_back_to_its_page(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let html = [("Accept", "text/html,*/*;q=0.8")];
    for (form, back) in [
        (NAME, SETTINGS),
        ("/dashboard/test/payouts/pay_1/cancel", "/dashboard/test/payouts/pay_1"),
        ("/dashboard/sign-out", "/dashboard"),
        ("/claim/abc/join", "/claim/abc"),
    ] {
        let page = owner.send("GET", form, &html, None);
        assert_eq!((page.status, page.header("allow")), (405, Some("POST")), "{page:?}");
        assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
        says(&page, "Nothing to show here");
        assert!(unescaped(&page.body).contains(&format!("href=\"{back}\"")), "{page:?}");
        owner.send("GET", form, &[("Accept", "*/*")], None).assert_problem(405, "method_not_allowed");
    }
    for path in ["/v1/payouts/validate", "/sandbox/v1/simulate/clock", "/oauth/token"] {
        let refused = owner.send("GET", path, &html, None);
        assert_eq!((refused.status, refused.header("allow")), (405, Some("POST")), "{refused:?}");
        assert_eq!(refused.header("content-type"), Some("application/problem+json"), "{refused:?}");
    }
}
