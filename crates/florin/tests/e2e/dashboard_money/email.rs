//! Email that a test account has caused: it can be read, and its link followed.

use super::{pay_by_form, rows, settled};
use crate::support::pages::{demo, open, says, silent, stranger};
use crate::support::{Engine, Server};

testkit::on_sqlite_daily!(an_email_is_listed_read_and_followed);

const EMAIL: &str = "/dashboard/test/emails";

fn an_email_is_listed_read_and_followed(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    says(&open(&browser, EMAIL), "No email yet");
    let place = pay_by_form(&browser, &[("ada@example.com", "12.50", "Invoice 7")]);
    settled(&server, &place);
    let list = open(&browser, EMAIL);
    for words in ["ada@example.com", "Money waits", "Kept"] {
        says(&list, words);
    }
    let email = rows(&list).remove(0);
    let page = open(&browser, &email);
    for words in ["ada@example.com", "12.50 USDC", "Invoice 7", "Open the claim page"] {
        says(&page, words);
    }
    let link =
        page.body.split("href=\"/claim/").nth(1).and_then(|rest| rest.split('"').next()).expect("a link");
    says(&open(&browser, &format!("/claim/{link}")), "12.50");
    // No other user reads it, and no user reads live email.
    assert_eq!(stranger(&server).get(&email).status, 404);
    for path in
        ["/dashboard/live/emails".to_owned(), email.replace("/test/", "/live/"), format!("{EMAIL}/email_1")]
    {
        assert_eq!(browser.get(&path).status, 404, "{path}");
    }
    silent(&open(&browser, "/dashboard/live"), "/dashboard/live/emails");
}
