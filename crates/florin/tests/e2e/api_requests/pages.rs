//! The list, its filters, and one request.

use serde_json::json;

use super::{LOG, all_written, item, page_of, place_of, request_id, rows};
use crate::oauth::world::World;
use crate::people::join;
use crate::support::pages::{demo, led, open, says, silent};
use crate::support::{Engine, Server, bank_account};

testkit::on_both_engines!(requests_are_listed_and_filtered);

testkit::on_sqlite_daily!(
    a_request_shows_what_was_asked_and_answered_without_private_values,
    a_request_id_leads_to_its_request_from_everywhere,
    nobody_else_and_no_other_mode_sees_a_request,
    what_an_app_does_is_in_the_log_of_its_user,
);

fn requests_are_listed_and_filtered(engine: Engine) {
    let server = Server::start(engine);
    let (owner, sandbox) = (demo(&server), server.sandbox());
    says(&open(&owner, LOG), "No API requests yet");
    let paid = sandbox.post("/payouts", &item("ada@example.com"));
    let refused = sandbox.post("/payouts", &json!({ "items": [] }));
    let (key, key_id) = server.new_key_and_id(server.info("email"), "test", "balance:read");
    let read = sandbox.with_key(&key).get("/balance");
    let forbidden = sandbox.with_key(&key).get("/payouts?page_size=5");
    let renamed = sandbox.get(&format!("/payouts/{}", paid.id()));
    all_written(&server, 5);
    let page = open(&owner, LOG);
    let all = [&renamed, &forbidden, &read, &refused, &paid].map(place_of);
    assert_eq!(rows(&page), all, "newest first");
    for words in ["/sandbox/v1/payouts?page_size=5", "invalid_request", "forbidden", "Demo", " ms"] {
        says(&page, words);
    }
    let check = |query: &str, expected: &[&str]| {
        let page = open(&owner, &format!("{LOG}?{query}"));
        assert_eq!(rows(&page), expected, "{query}");
    };
    let [renamed, forbidden, read, refused, paid_place] = all.each_ref().map(String::as_str);
    check("status=2xx", &[renamed, read, paid_place]);
    check("status=4xx", &[forbidden, refused]);
    check("status=5xx", &[]);
    check("method=POST", &[refused, paid_place]);
    check("method=POST&status=2xx", &[paid_place]);
    check(&format!("key={key_id}"), &[forbidden, read]);
    check("q=balance", &[read]);
    check("q=PAYOUTS%3Fpage", &[forbidden]);
    check("q=%25", &all.each_ref().map(String::as_str));
    check(&format!("q={}", paid.id()), &[renamed, paid_place]);
    check("status=nonsense&method=PUT&key=x", &all.each_ref().map(String::as_str));
    says(&open(&owner, &format!("{LOG}?q=nothing-like-this")), "No matches");
    says(&open(&owner, "/dashboard/test/api_keys"), &format!("{LOG}?key={key_id}"));
}

fn a_request_shows_what_was_asked_and_answered_without_private_values(engine: Engine) {
    let server = Server::start(engine);
    let (owner, sandbox) = (demo(&server), server.sandbox());
    let paid = sandbox.post("/payouts", &item("ada@example.com"));
    let page = page_of(&owner, &paid);
    for words in ["a•••@example.com", "12.50", "Request ID", &request_id(&paid), "POST", "127.0.0.1"] {
        says(&page, words);
    }
    says(&page, &format!("href=\"/dashboard/test/payouts/{}\"", paid.id()));
    for private in ["ada@example.com", "for Ada"] {
        silent(&page, private);
    }
    let bank = sandbox.post("/bank_accounts", &bank_account("mxn_spei"));
    let page = page_of(&owner, &bank);
    says(&page, "mxn_spei");
    says(&page, "[redacted]");
    let details = bank_account("mxn_spei")["mxn_spei"].clone();
    for (name, value) in details.as_object().expect("details") {
        says(&page, name);
        silent(&page, value.as_str().expect("a text"));
    }
    let refused =
        sandbox.post("/payouts", &json!({ "items": [{ "email": "DE89370400440532013000", "amount": "x" }] }));
    let page = page_of(&owner, &refused);
    for words in ["/errors/invalid_request", "body.items[0].amount", "must be"] {
        says(&page, words);
    }
    silent(&page, "DE89");
    let long = "x".repeat(40_000);
    let large = sandbox.post("/payouts", &json!({ "items": [], "reference": long }));
    says(&page_of(&owner, &large), "is too large or isn't JSON");
}

fn a_request_id_leads_to_its_request_from_everywhere(engine: Engine) {
    let server = Server::start(engine);
    let (owner, sandbox) = (demo(&server), server.sandbox());
    let refused = sandbox.get("/payouts/po_nothing");
    page_of(&owner, &refused);
    let id = request_id(&refused);
    let instance = refused.json()["instance"].as_str().expect("an instance").to_owned();
    assert!(instance.ends_with(&id), "{instance}");
    for typed in [&id, &instance] {
        for page in [LOG, "/dashboard/test/search"] {
            assert_eq!(led(&owner.get(&format!("{page}?q={typed}"))), place_of(&refused), "{page} {typed}");
        }
    }
    let unknown = "0123456789abcdefABCDEF";
    says(&open(&owner, &format!("/dashboard/test/search?q={unknown}")), "Nothing found");
    says(&open(&owner, &format!("{LOG}?q={unknown}")), "No matches");
}

fn nobody_else_and_no_other_mode_sees_a_request(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let (paid, live) =
        (server.sandbox().post("/payouts", &item("ada@example.com")), server.live().get("/balance"));
    page_of(&owner, &paid);
    all_written(&server, 2);
    let eve = join(&server, "eve@example.net", "Eve");
    let id = request_id(&paid);
    assert_eq!(eve.get(&format!("{LOG}/{id}")).status, 404);
    assert_eq!(rows(&open(&eve, LOG)).len(), 0);
    assert_eq!(rows(&open(&eve, &format!("{LOG}?q={id}"))).len(), 0);
    says(&open(&eve, &format!("/dashboard/test/search?q={id}")), "Nothing found");
    assert_eq!(owner.get(&format!("/dashboard/live/api_requests/{id}")).status, 404);
    let live_list = open(&owner, "/dashboard/live/api_requests");
    assert_eq!(rows(&live_list), [format!("/dashboard/live/api_requests/{}", request_id(&live))]);
}

fn what_an_app_does_is_in_the_log_of_its_user(engine: Engine) {
    let world = World::start(engine);
    let token = world.app.connect(&world.alice, "balance:read").access;
    let read = world.api(rules::account::Mode::Test, &token).get("/balance");
    let page = page_of(&world.alice, &read);
    says(&page, "Bookkeeper");
    assert_eq!(rows(&open(&world.alice, &format!("{LOG}?key={}", world.app.id))), [place_of(&read)]);
    assert_eq!(world.developer.get(&place_of(&read)).status, 404, "it isn't the developer's account");
    silent(&page, &token);
}
