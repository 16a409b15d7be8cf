//! Opening an account.

use super::{PASSWORD, join};
use crate::support::{Browser, Engine, Server, at_once, email_to, emails_to, with};

testkit::on_both_engines!(
    a_newcomer_proves_the_address_and_gets_both_accounts,
    the_same_link_in_fifty_browsers_opens_one_account,
);

testkit::on_sqlite_daily!(
    nobody_learns_whether_an_address_has_an_account,
    a_link_that_was_changed_or_used_opens_nothing,
    one_address_is_written_to_only_so_often,
);

testkit::on_one_engine!(what_is_wrong_with_name_and_password_stands_next_to_them);

fn a_newcomer_proves_the_address_and_gets_both_accounts(engine: Engine) {
    let server = Server::start(engine);
    let browser = join(&server, "grace@example.org", "Grace & Co");
    let home = browser.open("/dashboard");
    assert_eq!(home.status, 200);
    assert!(home.body.contains("Grace &#38; Co") && home.body.contains("grace@example.org"), "{}", home.body);
    for mode in ["live", "test"] {
        assert_eq!(browser.get(&format!("/dashboard/{mode}/settings")).status, 200, "{mode}");
    }
    let log = browser.get("/dashboard/test/settings/log").body;
    assert!(log.contains("Account created") && log.contains("127.0.0.1"), "{log}");
    assert!(!log.contains("new device"), "somebody who has just joined is no surprise");
    let key = server.new_key("grace@example.org", "test", "all");
    assert_eq!(server.sandbox().with_key(&key).get("/balance").json()["amount"], "10000.00");
}

fn nobody_learns_whether_an_address_has_an_account(engine: Engine) {
    let server = Server::start(engine);
    join(&server, "grace@example.org", "Grace");
    for path in ["/dashboard/join", "/dashboard/reset"] {
        let answer = |address: &str| {
            let browser = Browser::new(server.origin());
            let reply = browser.fill(path, path, &[("email", address)]);
            (reply.status, reply.body.replace(address, "-"))
        };
        assert_eq!(answer("grace@example.org"), answer("nobody@example.org"), "{path}");
    }
    let known = email_to(server.origin(), "grace@example.org", "known");
    assert!(known.links.contains(&"/dashboard/sign-in".to_owned()), "{known:?}");
    assert_eq!(emails_to(server.origin(), "nobody@example.org", "reset").len(), 0);
}

fn a_link_that_was_changed_or_used_opens_nothing(engine: Engine) {
    let server = Server::start(engine);
    let browser = Browser::new(server.origin());
    browser.fill("/dashboard/join", "/dashboard/join", &[("email", "ada@example.com")]);
    let link = email_to(server.origin(), "ada@example.com", "join").links[0].clone();
    let mut changed = vec![format!("{link}a"), link[..link.len() - 1].to_owned(), link.to_uppercase()];
    for place in [20, 30, link.len() - 1] {
        let mut letters: Vec<char> = link.chars().collect();
        letters[place] = if letters[place] == 'a' { 'b' } else { 'a' };
        changed.push(letters.into_iter().collect());
    }
    for wrong in changed {
        let page = browser.get(&wrong);
        assert_eq!(page.status, 404, "{wrong}");
        let form = browser.form("/dashboard/sign-in", "/dashboard/sign-in");
        let fields = with(&form, &[("name", "Ada"), ("account_type", "business"), ("password", PASSWORD)]);
        assert_eq!(browser.post(&wrong, &fields).status, 404, "{wrong}");
    }
    let joined =
        browser.fill(&link, &link, &[("name", "Ada"), ("account_type", "business"), ("password", PASSWORD)]);
    assert_eq!(joined.status, 303);
    let again = Browser::new(server.origin()).get(&link);
    assert_eq!(again.status, 303, "the second visit leads to sign-in");
    assert!(again.header("location").is_some_and(|to| to.starts_with("/dashboard/sign-in?")), "{again:?}");
}

fn the_same_link_in_fifty_browsers_opens_one_account(engine: Engine) {
    let server = Server::start(engine);
    let browser = Browser::new(server.origin());
    browser.fill("/dashboard/join", "/dashboard/join", &[("email", "ada@example.com")]);
    let link = email_to(server.origin(), "ada@example.com", "join").links[0].clone();
    let forms: Vec<_> = (0..50)
        .map(|_| {
            let browser = Browser::new(server.origin());
            let form = browser.form(&link, &link);
            (browser, form)
        })
        .collect();
    let answers = at_once(forms.len(), |number| {
        let (browser, form) = &forms[number];
        browser.post(
            &link,
            &with(form, &[("name", "Ada"), ("account_type", "business"), ("password", PASSWORD)]),
        )
    });
    let to = |reply: &crate::support::Reply| reply.header("location").map(str::to_owned).unwrap_or_default();
    assert_eq!(answers.iter().filter(|reply| to(reply) == "/dashboard").count(), 1);
    // After a few, the others are told to wait or to come back: each would have had its password hashed.
    assert!(answers.iter().all(|reply| [303, 429, 503].contains(&reply.status)), "{answers:?}");
}

fn what_is_wrong_with_name_and_password_stands_next_to_them(engine: Engine) {
    let server = Server::start(engine);
    let browser = Browser::new(server.origin());
    for wrong in ["", "ada", "ada@", "@example.com", "a b@example.com", "ada@example.com\r\nBcc: x@y.example"]
    {
        let reply = browser.fill("/dashboard/join", "/dashboard/join", &[("email", wrong)]);
        assert_eq!(reply.status, 422, "{wrong:?}");
        assert!(reply.body.contains("aria-invalid=\"true\""), "{wrong:?}");
    }
    browser.fill("/dashboard/join", "/dashboard/join", &[("email", "ada@example.com")]);
    let link = email_to(server.origin(), "ada@example.com", "join").links[0].clone();
    for (name, password, message) in [
        ("", PASSWORD, "Enter a name"),
        ("Ada", "short", "too short"),
        ("Ada", "ada@example.com", "too easy to guess"),
        ("Ada", "aaaaaaaaaaaaaaaa", "too easy to guess"),
        ("Ada", "Password123", "one of the most common passwords"),
        ("Ada\u{202e}", PASSWORD, "Remove line breaks"),
    ] {
        let reply = browser.fill(
            &link,
            &link,
            &[("name", name), ("account_type", "personal"), ("password", password)],
        );
        assert_eq!(reply.status, 422, "{name:?} {password:?}");
        assert!(reply.body.contains(message), "{name:?} {password:?}: {}", reply.body);
        let repeated = format!("name=\"password\" value=\"{password}\"");
        assert!(
            !reply.body.contains(&repeated) && !reply.body.contains(PASSWORD),
            "passwords are not repeated"
        );
    }
}

fn one_address_is_written_to_only_so_often(engine: Engine) {
    let server = Server::start(engine);
    let browser = Browser::new(server.origin());
    for _ in 0..10 {
        let reply = browser.fill("/dashboard/join", "/dashboard/join", &[("email", "ada@example.com")]);
        assert_eq!(reply.status, 200, "the page reveals nothing");
    }
    let written = emails_to(server.origin(), "ada@example.com", "join").len();
    assert!((1..=4).contains(&written), "{written}");
}
