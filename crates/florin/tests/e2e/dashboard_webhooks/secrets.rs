//! Signing secrets: shown to a user who has just given the password, on one page, and replaced with a day in between.

use super::{NEW, URL, WEBHOOKS, add, add_quiet, test_event};
use crate::support::pages::{demo, led, open, says, silent};
use crate::support::{Browser, Engine, Reply, Server, canary, with};

testkit::on_both_engines!(a_new_secret_signs_beside_the_old_one_for_a_day);

testkit::on_sqlite_daily!(
    a_secret_is_on_the_page_that_was_asked_for_it_and_on_no_other,
    changes_and_secrets_need_the_password_once_more_after_a_while,
);

/// The secret that a page shows.
#[track_caller]
fn shown(page: &Reply) -> String {
    assert_eq!(page.status, 200, "{page:?}");
    let found = page.body.split("whsec_").nth(1).and_then(|rest| rest.split('<').next());
    let secret = format!("whsec_{}", crate::support::unescaped(found.expect("a secret")));
    assert_eq!(secret.len(), "whsec_".len() + 44, "{secret}");
    canary(&secret);
    secret
}

fn reveal(browser: &Browser, place: &str) -> String {
    shown(&browser.fill(place, &format!("{place}/secret"), &[]))
}

fn a_secret_is_on_the_page_that_was_asked_for_it_and_on_no_other(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let (place, other) = (add_quiet(&server, &owner), add(&owner, "https://other.example.com/"));
    let secret = reveal(&owner, &place);
    assert_eq!(reveal(&owner, &place), secret);
    assert_ne!(reveal(&owner, &other), secret, "each has its own");
    let delivery = test_event(&owner, &place);
    let edit = format!("{place}/edit");
    for path in [WEBHOOKS, &place, &edit, &delivery, &format!("{place}/deliveries")] {
        silent(&open(&owner, path), &secret);
    }
    // It cannot be had by a link.
    assert_eq!(owner.get(&format!("{place}/secret")).status, 405);
    says(&open(&owner, "/dashboard/test/settings/log"), "Webhook");
}

fn a_new_secret_signs_beside_the_old_one_for_a_day(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let place = add_quiet(&server, &owner);
    let old = reveal(&owner, &place);
    silent(&open(&owner, &place), "Two secrets are active");
    let page = owner.fill(&place, &format!("{place}/rotate"), &[]);
    let new = shown(&page);
    assert_ne!(new, old);
    says(&page, "Two secrets are active");
    silent(&page, &old);
    assert_eq!(reveal(&owner, &place), new);
    says(&open(&owner, &place), "Two secrets are active");
    server.execute("update endpoints set old_secret_until = old_secret_until - 86400000000");
    silent(&open(&owner, &place), "Two secrets are active");
    let page = owner.fill(&place, &format!("{place}/secret"), &[]);
    assert_eq!(shown(&page), new);
    silent(&page, "Two secrets are active");
}

fn changes_and_secrets_need_the_password_once_more_after_a_while(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let place = add_quiet(&server, &owner);
    server.execute("update sessions set proved_at = proved_at - 960000000");
    let asks = |reply: &Reply| {
        let to = reply.header("location").unwrap_or_default();
        reply.status == 303 && to.starts_with("/dashboard/confirm?next=")
    };
    let form = owner.form(&place, &format!("{place}/test"));
    let fields = with(&form, &[("url", "https://evil.example/"), ("events", "all")]);
    let (new, edit) = (NEW.to_owned(), format!("{place}/edit"));
    for path in [&new, &edit] {
        assert!(asks(&owner.get(path)), "{path}");
    }
    for path in
        [&new, &edit, &format!("{place}/secret"), &format!("{place}/rotate"), &format!("{place}/remove")]
    {
        let reply = owner.post(path, &fields);
        assert!(asks(&reply), "{path}: {reply:?}");
        silent(&reply, "whsec_");
    }
    let page = open(&owner, &place);
    says(&page, URL);
    silent(&page, "evil.example");
    // Looking, and what changes nothing about who is told what, needs no more than being signed in.
    assert_eq!(led(&owner.post(&format!("{place}/on"), &form)), place);
    let confirm = "/dashboard/confirm";
    let asked = format!("{confirm}?next={}", crate::support::encoded(&place));
    let reply = owner.fill(&asked, confirm, &[("password", server.info("password"))]);
    assert_eq!(reply.header("location"), Some(place.as_str()), "{reply:?}");
    reveal(&owner, &place);
}
