//! What a sender can make Florin send, and what that delays: claim emails are few, and no reset email waits for them.

use serde_json::json;

use super::join;
use crate::support::pages::{demo, says};
use crate::support::{
    Browser, Client, DAY, EmailServer, Engine, Fault, Server, accepted, advance, balance, email_to,
    emails_to, eventually, item, items_of, pay_and_settle, payout, settled, text, with,
};

testkit::on_both_engines!(
    three_hundred_payments_to_one_address_are_one_email,
    what_waits_a_day_is_one_email_about_all_of_it,
    a_sender_cannot_write_to_more_people_than_a_day_allows,
    nothing_is_sent_twice_or_forgotten_when_the_server_is_killed,
);

testkit::on_sqlite_daily!(
    a_reset_email_waits_for_no_claim_email,
    a_reset_email_waits_for_no_other_reset_email,
    tags_in_an_address_make_no_other_mailbox,
    a_link_works_for_everything_even_if_its_own_payment_is_cancelled,
    the_least_that_a_live_item_may_be,
    sandbox_reminders_use_up_nobodys_emails,
);

fn funded(engine: Engine, arguments: &[&str]) -> Server {
    let server = Server::start_with(engine, arguments);
    server.fund_live(server.info("email"), 1_000_000_000);
    server
}

/// How many emails of this kind and state the page for developers shows.
fn in_state(server: &Server, kind: &str, state: &str) -> usize {
    let list = Browser::new(server.origin()).get("/dev/emails").body;
    list.matches(&format!("<tr data-kind=\"{kind}\" data-state=\"{state}\">")).count()
}

fn cancelled(client: &Client, made: &serde_json::Value) {
    accepted(&client.post(&format!("/payouts/{}/cancel", text(made, "id")), &json!({})));
}

fn three_hundred_payments_to_one_address_are_one_email(engine: Engine) {
    let email_server = EmailServer::start();
    let server = funded(engine, &email_server.arguments());
    let live = server.live();
    for _ in 0..3 {
        let people = (0..100).map(|_| item("victim@example.com", "0.01"));
        let made = settled(&live, &accepted(&live.post("/payouts", &payout(people))));
        eventually("the first email", || {
            (!email_server.taken("victim@example.com").is_empty()).then_some(())
        });
        cancelled(&live, &made);
    }
    // The second and the third payout were looked at, and wait; what they announced is gone.
    eventually("the others wait or are not needed", || {
        (in_state(&server, "claim", "delayed") + in_state(&server, "claim", "obsolete") == 2).then_some(())
    });
    let taken = email_server.taken("victim@example.com");
    assert_eq!(taken.len(), 1, "{taken:?}");
    assert_eq!(balance(&live), "1000.00", "it cost nothing");
}

/// The mail server takes a connection and the recipient of every claim email, and never answers.
fn a_reset_email_waits_for_no_claim_email(engine: Engine) {
    let email_server = EmailServer::start_with(Fault::SilentAbout("bulk"));
    let server = funded(engine, &email_server.arguments());
    join(&server, "grace@example.org", "Grace");
    let people: Vec<String> = (0..40).map(|number| format!("bulk{number}@example.com")).collect();
    pay_and_settle(&server.live(), &people.iter().map(|to| (to.as_str(), "0.01")).collect::<Vec<_>>());
    eventually("all connections for claim emails hang", || {
        (email_server.unanswered().len() >= 8).then_some(())
    });
    let browser = Browser::new(server.origin());
    let asked = browser.fill("/dashboard/reset", "/dashboard/reset", &[("email", "grace@example.org")]);
    assert_eq!(asked.status, 200);
    let subject = "Subject: Reset your password";
    eventually("the reset email", || {
        email_server
            .taken("grace@example.org")
            .iter()
            .find(|email| email.message.contains(subject))
            .map(|_| ())
    });
    let subject = "Subject: Confirm your email address";
    browser.fill("/dashboard/join", "/dashboard/join", &[("email", "new@example.org")]);
    eventually("the sign-up email", || {
        email_server.taken("new@example.org").iter().find(|email| email.message.contains(subject)).map(|_| ())
    });
    assert!(email_server.all_taken().iter().all(|email| !email.to.starts_with("bulk")));
    assert_eq!(email_server.unanswered().len(), 8, "the claim emails still hang");
}

/// The mail server never answers about one address that a stranger chose.
fn a_reset_email_waits_for_no_other_reset_email(engine: Engine) {
    let email_server = EmailServer::start_with(Fault::SilentAbout("slow"));
    let server = funded(engine, &email_server.arguments());
    join(&server, "grace@example.org", "Grace");
    let browser = Browser::new(server.origin());
    let ask = |path: &str, email: &str| browser.fill(path, path, &[("email", email)]).status;
    assert_eq!(ask("/dashboard/join", "slow@example.com"), 200);
    eventually("one email hangs", || (!email_server.unanswered().is_empty()).then_some(()));
    assert_eq!(ask("/dashboard/reset", "grace@example.org"), 200);
    eventually("the reset email", || {
        let taken = email_server.taken("grace@example.org");
        taken.iter().find(|email| email.message.contains("Subject: Reset your password")).map(|_| ())
    });
    assert_eq!(in_state(&server, "join", "sending"), 1, "the other still hangs");
}

/// In the sandbox, whose clock can be moved: the rules are the same.
fn what_waits_a_day_is_one_email_about_all_of_it(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let (one, two) = (("ada@example.com", "10"), ("ada@example.com", "2.5"));
    pay_and_settle(&sandbox, &[one, two, ("ben@example.com", "1")]);
    let letter = email_to(server.origin(), "ada@example.com", "claim");
    assert_eq!(letter.subject, "Demo Business sent you 12.50 USDC");
    assert!(letter.text.contains("Payments"), "{}", letter.text);
    let later: Vec<_> = (0..3).map(|_| pay_and_settle(&sandbox, &[("ada@example.com", "1")])).collect();
    let gone = pay_and_settle(&sandbox, &[("ben@example.com", "1")]);
    cancelled(&sandbox, &gone);
    assert_eq!((in_state(&server, "claim", "kept"), in_state(&server, "claim", "delayed")), (2, 4));
    advance(&sandbox, DAY - 60);
    assert_eq!(
        (in_state(&server, "claim", "kept"), in_state(&server, "claim", "delayed")),
        (2, 4),
        "not yet"
    );
    advance(&sandbox, 120);
    assert_eq!(
        (in_state(&server, "claim", "kept"), in_state(&server, "claim", "delayed")),
        (3, 0),
        "one email about all"
    );
    assert_eq!((in_state(&server, "claim", "combined"), in_state(&server, "claim", "obsolete")), (2, 1));
    let letters = emails_to(server.origin(), "ada@example.com", "claim");
    assert!(
        letters.iter().all(|letter| letter.subject == "Demo Business sent you 15.50 USDC"),
        "{letters:?}"
    );
    // What was combined is claimed with the rest.
    let browser = Browser::new(server.origin());
    let link = &letters[0].links[0];
    browser.fill(link, &format!("{link}/join"), &[("name", "Ada"), ("password", super::PASSWORD)]);
    for made in &later {
        assert_eq!(items_of(&sandbox, made)[0]["status"], "completed");
    }
    server.assert_books_balance();
}

fn a_sender_cannot_write_to_more_people_than_a_day_allows(engine: Engine) {
    let email_server = EmailServer::start();
    let mut arguments = email_server.arguments().to_vec();
    arguments.extend(["--claim-emails-per-sender", "3"]);
    let server = funded(engine, &arguments);
    let people: Vec<String> = (0..10).map(|number| format!("p{number}@example.com")).collect();
    let made =
        pay_and_settle(&server.live(), &people.iter().map(|to| (to.as_str(), "1")).collect::<Vec<_>>());
    eventually("three are sent and seven wait", || {
        (in_state(&server, "claim", "sent") == 3 && in_state(&server, "claim", "delayed") == 7).then_some(())
    });
    let about_claims =
        email_server.all_taken().iter().filter(|email| email.to.ends_with("@example.com")).count();
    assert_eq!(about_claims, 3);
    let statuses: Vec<_> = items_of(&server.live(), &made);
    assert!(statuses.iter().all(|item| item["status"] == "pending_claim"), "no money is lost");
    // Another sender is not held up, and all recipients can still claim.
    join(&server, "acme@example.org", "Acme");
    server.fund_live("acme@example.org", 1_000_000);
    let acme = server.live().with_key(&server.new_key("acme@example.org", "live", "all"));
    pay_and_settle(&acme, &[("q@example.com", "1")]);
    eventually("the other's email", || (email_server.taken("q@example.com").len() == 1).then_some(()));
    server.assert_books_balance();
}

fn tags_in_an_address_make_no_other_mailbox(engine: Engine) {
    let email_server = EmailServer::start();
    let mut arguments = email_server.arguments().to_vec();
    arguments.extend(["--emails-per-recipient", "6"]);
    let server = funded(engine, &arguments);
    let people: Vec<String> = (0..6).map(|number| format!("victim+{number}@example.com")).collect();
    pay_and_settle(&server.live(), &people.iter().map(|to| (to.as_str(), "1")).collect::<Vec<_>>());
    // Two of six are kept for the recipient, and two of the others for other senders.
    eventually("two are sent and four wait", || {
        (in_state(&server, "claim", "sent") == 2 && in_state(&server, "claim", "delayed") == 4).then_some(())
    });
    assert_eq!(email_server.all_taken().iter().filter(|email| email.to.starts_with("victim+")).count(), 2);
}

fn a_link_works_for_everything_even_if_its_own_payment_is_cancelled(engine: Engine) {
    let server = funded(engine, &[]);
    let live = server.live();
    let made = pay_and_settle(&live, &[("ada@example.com", "1"), ("ada@example.com", "2")]);
    let letter = email_to(server.origin(), "ada@example.com", "claim");
    assert_eq!(letter.subject, "Demo Business sent you 3.00 USDC");
    let later = pay_and_settle(&live, &[("ada@example.com", "4")]);
    cancelled(&live, &made);
    let browser = Browser::new(server.origin());
    let link = &letter.links[0];
    let page = browser.get(link);
    assert!(page.status == 200 && page.body.contains("4.00"), "{page:?}");
    let joined =
        browser.fill(link, &format!("{link}/join"), &[("name", "Ada"), ("password", super::PASSWORD)]);
    assert_eq!(joined.header("location"), Some("/dashboard/live"), "{joined:?}");
    assert_eq!(items_of(&live, &later)[0]["status"], "completed");
    let key = server.new_key("ada@example.com", "live", "all");
    assert_eq!(balance(&live.with_key(&key)), "4.00");
    assert_eq!(browser.get(link).status, 410);
    server.assert_books_balance();
}

fn nothing_is_sent_twice_or_forgotten_when_the_server_is_killed(engine: Engine) {
    let email_server = EmailServer::start_with(Fault::SilentAbout("slow"));
    let mut server = funded(engine, &email_server.arguments());
    let people: Vec<String> = (0..12).map(|number| format!("slow{number}@example.com")).collect();
    pay_and_settle(&server.live(), &people.iter().map(|to| (to.as_str(), "1")).collect::<Vec<_>>());
    eventually("some are being sent", || (email_server.unanswered().len() == 8).then_some(()));
    server.kill();
    let patient = EmailServer::start();
    server.restart_with(&patient.arguments());
    eventually("the rest is sent", || (in_state(&server, "claim", "sent") == 4).then_some(()));
    let tried = email_server.unanswered();
    let taken: Vec<String> = patient.all_taken().into_iter().map(|email| email.to).collect();
    assert_eq!(taken.iter().filter(|to| to.starts_with("slow")).count(), 4);
    assert!(!taken.iter().any(|to| tried.contains(to)), "what may have been sent is not sent again");
    assert_eq!(in_state(&server, "claim", "sending"), 8);
    server.assert_books_balance();
}

fn the_least_that_a_live_item_may_be(engine: Engine) {
    let server = funded(engine, &["--min-per-item", "0.5"]);
    let live = server.live();
    let body = payout([item("ada@example.com", "0.5"), item("ben@example.com", "0.499999")]);
    let refused = live.post("/payouts", &body);
    refused.assert_problem(422, "limit_exceeded");
    assert_eq!(refused.json()["detail"], "An item must be at least 0.50 USDC.");
    assert_eq!(refused.locations(), ["body.items[1].amount"]);
    let said = accepted(&live.post("/payouts/validate", &body));
    assert_eq!(
        (&said["valid"], &said["problem"]["title"]),
        (&json!(false), &json!("limit_exceeded")),
        "{said}"
    );
    assert_eq!(balance(&live), "1000.00");
    assert_eq!(live.get("/payouts").json()["data"], json!([]));
    accepted(&live.post("/payouts", &payout([item("ada@example.com", "0.5")])));
    let (browser, new) = (demo(&server), "/dashboard/live/payouts/new");
    let row = [("do", "check"), ("to", "ada@example.com"), ("amount", "0.499999"), ("reference", "")];
    let page = browser.ask(new, &with(&browser.form(new, new), &row));
    assert_eq!(page.status, 422);
    says(&page, "A payment must be at least 0.50\u{a0}USDC.");
    // Test money may be as small as an amount can be.
    accepted(&server.sandbox().post("/payouts", &payout([item("ada@example.com", "0.000001")])));
    let usual = funded(engine, &[]);
    let least = usual.live().post("/payouts", &payout([item("ada@example.com", "0.009999")]));
    assert_eq!(least.json()["detail"], "An item must be at least 0.01 USDC.");
    accepted(&usual.live().post("/payouts", &payout([item("ada@example.com", "0.01")])));
}

/// Test payouts cost nothing, so they must not keep any user from signing up.
fn sandbox_reminders_use_up_nobodys_emails(engine: Engine) {
    let email_server = EmailServer::start();
    let server = Server::start_with(engine, &email_server.arguments());
    let made = pay_and_settle(&server.sandbox(), &[("victim@example.com", "1")]);
    let place = format!("/dashboard/test/payouts/{}", text(&made, "id"));
    let item = text(&items_of(&server.sandbox(), &made)[0], "id").to_owned();
    let (owner, remind) = (demo(&server), format!("{place}/items/{item}/remind"));
    let form = owner.form(&place, &remind);
    let reminded = (0..5).filter(|_| owner.post(&remind, &form).status == 303).count();
    assert_eq!(reminded, 1, "the other share of the mailbox is for other senders");
    Browser::new(server.origin()).fill(
        "/dashboard/join",
        "/dashboard/join",
        &[("email", "victim@example.com")],
    );
    eventually("the email to sign up", || {
        (email_server.taken("victim@example.com").len() == 1).then_some(())
    });
}
