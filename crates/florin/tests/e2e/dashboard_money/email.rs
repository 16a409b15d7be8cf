//! Email that a test account has caused: it can be read, and its link followed.

use super::{pay_by_form, rows, settled};
use crate::support::pages::{demo, money, open, says, silent, stranger};
use crate::support::{Engine, Reply, Server};

testkit::on_sqlite_daily!(an_email_is_listed_read_and_followed);

const EMAIL: &str = "/dashboard/test/emails";

fn an_email_is_listed_read_and_followed(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    says(&open(&browser, EMAIL), "No emails yet");
    let place = pay_by_form(&browser, &[("ada@example.com", "12.50", "Invoice 7")]);
    settled(&server, &place);
    let list = open(&browser, EMAIL);
    for words in ["ada@example.com", "Payment to claim", "Saved"] {
        says(&list, words);
    }
    let email = rows(&list).remove(0);
    let page = open(&browser, &email);
    for words in ["ada@example.com", "Open claim page", &format!("src=\"{email}/html\"")] {
        says(&page, words);
    }
    silent(&page, "Invoice 7");
    let text = open(&browser, &format!("{email}?format=text"));
    says(&text, "Invoice 7");
    silent(&text, "<iframe");
    let html = open(&browser, &format!("{email}/html"));
    for words in ["Invoice 7", &money("12.50 USDC"), "<base target=\"_blank\">"] {
        says(&html, words);
    }
    shows_no_more_than_an_email(&html);
    let link =
        page.body.split("href=\"/claim/").nth(1).and_then(|rest| rest.split('"').next()).expect("a link");
    says(&open(&browser, &format!("/claim/{link}")), "12.50");
    // No other user reads it, and no user reads live email.
    let other = stranger(&server);
    for path in [email.clone(), format!("{email}/html")] {
        assert_eq!(other.get(&path).status, 404, "{path}");
    }
    let live = email.replace("/test/", "/live/");
    for path in [
        "/dashboard/live/emails".to_owned(),
        format!("{live}/html"),
        live,
        format!("{EMAIL}/email_1"),
        format!("{EMAIL}/email_1/html"),
    ] {
        assert_eq!(browser.get(&path).status, 404, "{path}");
    }
    silent(&open(&browser, "/dashboard/live"), "/dashboard/live/emails");
}

/// The frame of an email runs nothing, loads nothing, and no other site can show it.
fn shows_no_more_than_an_email(html: &Reply) {
    let policy = html.header("content-security-policy").expect("a policy");
    for part in ["sandbox", "default-src 'none'", "form-action 'none'", "frame-ancestors 'self'"] {
        assert!(policy.contains(part), "{policy}");
    }
    assert!(!policy.contains("script") && !policy.contains("allow-same-origin"), "{policy}");
    assert_eq!(html.header("x-frame-options"), Some("SAMEORIGIN"));
}
