//! A new password without the old one.

use super::{PASSWORD, join};
use crate::support::pages::says;
use crate::support::{Browser, Engine, Server, email_to};

testkit::on_both_engines!(a_link_dies_with_the_password_it_was_made_for);

testkit::on_sqlite_daily!(a_link_sets_a_new_password_once_and_ends_every_session);

const NEW: &str = "staple horse battery";

fn ask(server: &Server, address: &str) -> String {
    let browser = Browser::new(server.origin());
    let reply = browser.fill("/dashboard/reset", "/dashboard/reset", &[("email", address)]);
    assert_eq!(reply.status, 200);
    email_to(server.origin(), "grace@example.org", "reset").links[0].clone()
}

fn a_link_sets_a_new_password_once_and_ends_every_session(engine: Engine) {
    let server = Server::start(engine);
    let signed_in = join(&server, "grace@example.org", "Grace");
    // The email goes to the address as it was proved, whatever was typed.
    let link = ask(&server, "GRACE@EXAMPLE.ORG");
    let browser = Browser::new(server.origin());
    let short = browser.fill(&link, &link, &[("password", "short")]);
    assert_eq!(short.status, 422);
    let common = browser.fill(&link, &link, &[("password", "1Q2W3E4R5T6Y")]);
    assert_eq!(common.status, 422);
    says(&common, "one of the most common passwords");
    // Typed into the field that shows it.
    let shown = [("password", ""), ("password_shown", NEW), ("password_show", "yes")];
    let changed = browser.fill(&link, &link, &shown);
    assert_eq!(changed.status, 303, "{changed:?}");
    assert_eq!(browser.get(&link).status, 404, "once");
    assert_eq!(signed_in.get("/dashboard/live/settings").status, 303, "who was in is out");
    assert_eq!(browser.sign_in("grace@example.org", PASSWORD).status, 422);
    assert_eq!(browser.sign_in("grace@example.org", NEW).status, 303);
    let notice = email_to(server.origin(), "grace@example.org", "security");
    assert!(notice.text.contains("127.0.0.1"), "{notice:?}");
}

fn a_link_dies_with_the_password_it_was_made_for(engine: Engine) {
    let server = Server::start(engine);
    let owner = join(&server, "grace@example.org", "Grace");
    let link = ask(&server, "grace@example.org");
    let path = "/dashboard/live/settings/password";
    let common = owner.fill(path, path, &[("password", "qwertyuiop")]);
    assert_eq!(common.status, 422);
    says(&common, "one of the most common passwords");
    let changed = owner.fill(path, path, &[("password", NEW)]);
    assert_eq!(changed.status, 303, "{changed:?}");
    assert_eq!(owner.get("/dashboard/live/settings").status, 200, "who changed it stays");
    assert_eq!(Browser::new(server.origin()).get(&link).status, 404);
}
