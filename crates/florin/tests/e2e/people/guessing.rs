//! Wrong passwords: nothing is learned from them, and they get slower.

use super::{PASSWORD, join};
use crate::support::pages::count;
use crate::support::{Browser, Engine, Server, at_once, eventually, pay_and_settle, with};

testkit::on_both_engines!(
    guessing_is_slowed_down_even_all_at_once_and_the_owner_still_gets_in,
    strangers_can_have_few_emails_sent_to_an_address_and_its_owner_still_gets_one,
);

testkit::on_sqlite_daily!(
    a_wrong_password_and_an_unknown_address_get_the_same_answer,
    the_owner_reads_of_every_failed_attempt,
);

fn a_wrong_password_and_an_unknown_address_get_the_same_answer(engine: Engine) {
    let server = Server::start(engine);
    join(&server, "grace@example.org", "Grace");
    let answer = |address: &str| {
        let reply = Browser::new(server.origin()).sign_in(address, "a wrong password");
        // Each browser has a token of its own.
        let body = reply.body.split("name=\"csrf\" value=\"").map(|part| part.get(32..).unwrap_or(part));
        (reply.status, body.collect::<String>().replace(address, "-"))
    };
    let known = answer("grace@example.org");
    assert_eq!(known.0, 422);
    assert_eq!(known, answer("nobody@example.org"));
    assert_eq!(Browser::new(server.origin()).sign_in("no address", "x").status, 422);
    assert_eq!(
        Browser::new(server.origin()).sign_in("GRACE@example.ORG", PASSWORD).status,
        303,
        "case is nothing"
    );
    assert_eq!(
        Browser::new(server.origin()).sign_in("grace@example.org", &format!("{PASSWORD} ")).status,
        422
    );
}

fn guessing_is_slowed_down_even_all_at_once_and_the_owner_still_gets_in(engine: Engine) {
    let server = Server::start(engine);
    let owner = join(&server, "grace@example.org", "Grace");
    let device = owner.cookie("__Host-florin-device").expect("a device");
    let forms: Vec<_> = (0..60)
        .map(|_| {
            let browser = Browser::new(server.origin());
            let form = browser.form("/dashboard/sign-in", "/dashboard/sign-in");
            (browser, form)
        })
        .collect();
    let answers = at_once(forms.len(), |number| {
        let (browser, form) = &forms[number];
        browser
            .post("/dashboard/sign-in", &with(form, &[("email", "grace@example.org"), ("password", "guess")]))
    });
    let judged = answers.iter().filter(|reply| reply.body.contains("Wrong email or password")).count();
    assert!(judged <= 6, "{judged} guesses were judged");
    assert!(
        answers.iter().any(|reply| reply.body.contains("Too many attempts.")),
        "the others were told to wait"
    );
    // The same place must wait, for every user it names; the owner's own browser has its own count elsewhere.
    let browser = Browser::new(server.origin());
    browser.set_cookie("__Host-florin-device", &device);
    let refused = browser.sign_in("grace@example.org", PASSWORD);
    assert!(refused.status == 303 || refused.body.contains("Too many attempts."), "{refused:?}");
}

fn the_owner_reads_of_every_failed_attempt(engine: Engine) {
    let server = Server::start(engine);
    let owner = join(&server, "grace@example.org", "Grace");
    for _ in 0..3 {
        Browser::new(server.origin()).sign_in("grace@example.org", "guess");
    }
    let log = crate::support::eventually("three lines", || {
        let log = owner.get("/dashboard/live/settings/log").body;
        (log.matches("Sign-in failed").count() == 3).then_some(log)
    });
    assert!(!log.contains("guess"), "what was typed is nowhere");
}

fn strangers_can_have_few_emails_sent_to_an_address_and_its_owner_still_gets_one(engine: Engine) {
    let server = Server::start(engine);
    let owner = join(&server, "grace@example.org", "Grace");
    server.fund_live(server.info("email"), 10_000_000);
    pay_and_settle(&server.live(), &[("ada@example.org", "1")]);
    eventually("the claim email has left: until then it is the one that is asked for", || {
        (count(&server, "emails where email = 'ada@example.org' and status <> 'queued'") > 0).then_some(())
    });
    let sent = |address: &str| {
        count(
            &server,
            &format!("emails where email = '{address}' and kind in ('join', 'known', 'reset', 'reminder')"),
        )
    };
    let before = sent("grace@example.org");
    let stranger = Browser::new(server.origin());
    for address in ["grace@example.org", "ada@example.org"] {
        for page in ["/dashboard/join", "/dashboard/reset", "/claim"] {
            for _ in 0..5 {
                assert_eq!(
                    stranger.fill(page, page, &[("email", address)]).status,
                    200,
                    "the page reveals nothing"
                );
            }
        }
    }
    assert_eq!(sent("grace@example.org") - before, 3 + 1, "three of any kind, and one more to reset");
    // Requests for a claim email have a budget of their own, and the mailbox's reserve says how many are sent.
    assert_eq!(sent("ada@example.org"), 3 + 3, "nobody with this address could reset anything");
    // The owner's own browser has a budget of its own.
    let again = Browser::new(server.origin());
    again.set_cookie("__Host-florin-device", &owner.cookie("__Host-florin-device").expect("a device"));
    again.fill("/dashboard/reset", "/dashboard/reset", &[("email", "grace@example.org")]);
    assert_eq!(sent("grace@example.org") - before, 3 + 1 + 1);
}
