//! Filters that match little in a long list: a page may be empty, and says where the list continues.

use crate::support::pages::demo;
use crate::support::{Engine, Server, accepted, item, payout, settled, text};

testkit::on_both_engines!(a_match_far_back_is_found_by_going_on_in_the_api_on_the_page_and_in_the_export);

/// Payouts of a hundred, so that the newest items are as many as one page may read.
const NEWER: usize = 20;

fn a_match_far_back_is_found_by_going_on_in_the_api_on_the_page_and_in_the_export(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let first = accepted(&sandbox.post("/payouts", &payout([item("x+fail@example.com", "0.01")])));
    settled(&sandbox, &first);
    for number in 0..NEWER {
        let people = (0..100).map(|person| item(&format!("n{number}p{person}@example.com"), "0.01"));
        accepted(&sandbox.post("/payouts", &payout(people)));
    }

    let newest = sandbox.get("/transactions?status=failed").json();
    assert_eq!(newest["data"].as_array().map(Vec::len), Some(0));
    let cursor = text(&newest, "next_cursor");
    let rest = sandbox.get(&format!("/transactions?status=failed&cursor={cursor}")).json();
    let found = rest["data"].as_array().expect("a list");
    assert_eq!((found.len(), &found[0]["status"]), (1, &"failed".into()), "{rest}");
    assert!(rest["next_cursor"].is_null(), "{rest}");
    let id = text(&found[0], "id");

    let browser = demo(&server);
    let page = browser.get("/dashboard/test/transactions?status=failed").body;
    assert!(page.contains("No matches on this page") && !page.contains("No matches<"), "{page}");
    let next =
        page.split("class=\"button pagination-next\" href=\"").nth(1).and_then(|rest| rest.split('"').next());
    let next = crate::support::unescaped(next.expect("a link to the next page"));
    assert!(browser.get(&next).body.contains(id), "the next page shows it");
    let export = browser.get("/dashboard/test/transactions/export?status=failed").body;
    assert!(export.lines().count() == 2 && export.contains(id), "{export}");
    let none = browser.get("/dashboard/test/transactions?status=expired&from=2020-01-01&to=2020-01-02").body;
    assert!(none.contains("No matches<"), "{none}");
}
