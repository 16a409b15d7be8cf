//! What is of one endpoint is not of another, and what is of one account or mode is of no other.

use super::{NEW, add, add_quiet, rows, test_event};
use crate::support::pages::{demo, id, open, stranger};
use crate::support::{Browser, Engine, Server, with};

testkit::on_both_engines!(a_delivery_is_only_there_below_its_own_endpoint);

testkit::on_sqlite_daily!(a_form_that_is_not_ours_changes_nothing);

fn tokens(browser: &Browser) -> Vec<(String, String)> {
    with(&browser.form(NEW, NEW), &[("form_key", &"k".repeat(24))])
}

fn a_delivery_is_only_there_below_its_own_endpoint(engine: Engine) {
    let server = Server::start(engine);
    let (owner, other) = (demo(&server), stranger(&server));
    let (place, second) = (add_quiet(&server, &owner), add(&owner, "https://other.example.com/"));
    let theirs = add_quiet(&server, &other);
    let delivery = test_event(&owner, &place);
    open(&owner, &delivery);
    for wrong in [&second, &theirs] {
        let path = format!("{wrong}/deliveries/{}", id(&delivery));
        for browser in [&owner, &other] {
            assert_eq!(browser.get(&path).status, 404, "{path}");
            assert_eq!(browser.get(&format!("{path}/progress")).status, 404, "{path}");
            assert_eq!(browser.post(&format!("{path}/again"), &tokens(browser)).status, 404, "{path}");
        }
    }
    let live = delivery.replace("/test/", "/live/");
    assert_eq!(owner.get(&live).status, 404);
    assert_eq!(rows(&open(&other, "/dashboard/test/webhooks")), [theirs.as_str()]);
    // A terminal that listens is no endpoint of the portal.
    let listening = "update endpoints set archived_at = created_at";
    server.execute(&format!("{listening} where id = '{}'", id(&second)));
    assert_eq!(owner.get(&second).status, 404);
}

fn a_form_that_is_not_ours_changes_nothing(engine: Engine) {
    let server = Server::start(engine);
    let (owner, other) = (demo(&server), stranger(&server));
    let place = add_quiet(&server, &owner);
    let delivery = test_event(&owner, &place);
    let look = || {
        ["endpoints", "deliveries", "replays", "events"].map(|table| {
            let sql = format!("select count(*) || ' ' from {table}");
            server.database().texts(server.data(), &sql)
        })
    };
    let before = (look(), open(&owner, "/dashboard/test/webhooks").body.matches("Paused").count());
    let fields = [("url", "https://evil.example/"), ("events", "all"), ("what", "failed")];
    let forms = ["on", "off", "test", "remove", "secret", "rotate", "replay", "edit"];
    let actions: Vec<String> = forms.iter().map(|form| format!("{place}/{form}")).collect();
    let theirs = tokens(&other).into_iter().find(|(name, _)| name == "csrf").expect("a token").1;
    for action in actions.iter().chain([&format!("{delivery}/again"), &NEW.to_owned()]) {
        let form = with(&tokens(&owner), &fields);
        let without: Vec<_> = form.iter().filter(|(name, _)| name != "csrf").cloned().collect();
        assert_eq!(owner.post(action, &without).status, 403, "{action}");
        assert_eq!(owner.post(action, &with(&form, &[("csrf", &theirs)])).status, 403, "{action}");
    }
    assert_eq!((look(), open(&owner, "/dashboard/test/webhooks").body.matches("Paused").count()), before);
}
