//! Where people sign in from: one address in one spelling, and never one that the client made up.

use super::{PASSWORD, join};
use crate::support::{Browser, Engine, Reply, Server, at_once, encoded, eventually, with};

testkit::on_sqlite_daily!(
    guessing_behind_a_proxy_that_writes_mapped_addresses_locks_out_nobody_else,
    what_a_client_writes_before_the_proxy_does_not_hide_where_it_is,
);

/// More than one place may guess without waiting.
const GUESSES: usize = 60;

/// Sends a sign-in form through a proxy that adds this to the request.
pub fn post_from(
    forwarded: &str,
    browser: &Browser,
    form: &[(String, String)],
    (email, password): (&str, &str),
) -> Reply {
    let fields = with(form, &[("email", email), ("password", password)]);
    let fields: Vec<String> =
        fields.iter().map(|(name, value)| format!("{}={}", encoded(name), encoded(value))).collect();
    let headers = [
        ("Content-Type", "application/x-www-form-urlencoded"),
        ("Origin", browser.origin()),
        ("X-Forwarded-For", forwarded),
    ];
    browser.send("POST", "/dashboard/sign-in", &headers, Some(fields.join("&").as_bytes()))
}

fn sign_in(server: &Server, forwarded: &str, email: &str, password: &str) -> Reply {
    let browser = Browser::new(server.origin());
    let form = browser.form("/dashboard/sign-in", "/dashboard/sign-in");
    let reply = post_from(forwarded, &browser, &form, (email, password));
    if reply.status == 303 {
        let log = browser.get("/dashboard/live/settings/log").body;
        assert!(!log.contains("::ffff:"), "the log has one spelling for each address");
    }
    reply
}

/// Whether a visitor who goes on guessing from here has to wait. The first waits are short, and may be over; each is
/// twice as long as the one before.
fn must_wait(server: &Server, forwarded: &str, person: &str) -> bool {
    (0..8).any(|number| {
        let reply = sign_in(server, forwarded, &format!("{person}{number}@example.org"), "a guess");
        assert_eq!(reply.status, 422, "{reply:?}");
        reply.body.contains("Too many attempts.")
    })
}

fn guess_at_many(server: &Server, forwarded: impl Fn(usize) -> String + Sync) {
    at_once(GUESSES, |number| {
        // A network has few places at a time, and a guess that finds none is not counted.
        eventually("a place in the queue", || {
            let email = format!("guessed{number}@example.org");
            let reply = sign_in(server, &forwarded(number), &email, "a guess");
            (reply.status != 503).then_some(())
        });
    });
}

fn guessing_behind_a_proxy_that_writes_mapped_addresses_locks_out_nobody_else(engine: Engine) {
    let server = Server::start_with(engine, &["--behind-proxy", "true"]);
    join(&server, "grace@example.org", "Grace");
    guess_at_many(&server, |_| "::ffff:203.0.113.1".to_owned());
    for same in ["::ffff:203.0.113.1", "203.0.113.1", "203.0.113.1:50123", "[::ffff:203.0.113.1]:50123"] {
        assert!(must_wait(&server, same, "another"), "{same}");
    }
    let other = sign_in(&server, "::ffff:203.0.113.2", "grace@example.org", PASSWORD);
    assert_eq!(other.status, 303, "{other:?}");
    assert!(!must_wait(&server, "203.0.113.3", "another"));
}

/// Each guess pretends to come from somewhere else, in front of what the proxy adds.
fn what_a_client_writes_before_the_proxy_does_not_hide_where_it_is(engine: Engine) {
    let server = Server::start_with(engine, &["--behind-proxy", "true"]);
    let made_up = |number: usize| match number % 3 {
        0 => format!("198.51.100.{number}"),
        1 => format!("\u{ff}{number}"),
        _ => format!("unknown, ,[::{number}"),
    };
    guess_at_many(&server, |number| format!("{}, 203.0.113.1", made_up(number)));
    assert!(must_wait(&server, "203.0.113.1", "another"));
    assert!(!must_wait(&server, "203.0.113.1, 203.0.113.2", "another"));
}
