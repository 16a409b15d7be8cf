//! Claiming: the email, the page, and the wallet that follows.

use serde_json::json;

use super::{PASSWORD, join};
use crate::support::{
    Browser, Engine, Server, at_once, balance, email_to, emails_to, eventually, pay_and_settle, text, with,
};

testkit::on_both_engines!(
    a_newcomer_claims_everything_that_waits_and_has_a_wallet,
    many_who_ask_for_one_email_at_once_get_an_answer_each,
    fifty_clicks_claim_once,
    a_newcomer_who_joins_while_money_is_stopped_is_not_told_that_it_is_there,
);

testkit::on_sqlite_daily!(
    whoever_has_an_account_claims_by_signing_in_and_nobody_else_can,
    a_claim_in_the_sandbox_verifies_nobodys_address,
    links_that_are_over_say_so,
    a_lost_email_is_sent_again_but_not_too_often,
);

fn funded(engine: Engine) -> Server {
    let server = Server::start(engine);
    server.fund_live(server.info("email"), 1_000_000_000);
    server
}

fn a_newcomer_claims_everything_that_waits_and_has_a_wallet(engine: Engine) {
    let server = funded(engine);
    let live = server.live();
    pay_and_settle(&live, &[("ada@example.com", "25")]);
    let letter = email_to(server.origin(), "ada@example.com", "claim");
    assert!(letter.subject.contains("Demo Business") && letter.subject.contains("25.00 USDC"), "{letter:?}");
    pay_and_settle(&live, &[("Ada@Example.com", "17.5")]);
    let link = &letter.links[0];
    let browser = Browser::new(server.origin());
    let page = browser.get(link).body;
    assert!(page.contains("42") && page.contains("2 payments") && page.contains("ada@example.com"), "{page}");
    let join = format!("{link}/join");
    let short = browser.fill(link, &join, &[("name", "Ada"), ("password", "short")]);
    assert_eq!(short.status, 422);
    let claimed = browser.fill(link, &join, &[("name", "Ada Lovelace"), ("password", PASSWORD)]);
    assert_eq!(claimed.header("location"), Some("/dashboard/live"), "{claimed:?}");
    let key = server.new_key("ada@example.com", "live", "all");
    assert_eq!(balance(&live.with_key(&key)), "42.50");
    assert_eq!(browser.get(link).status, 410, "it is over");
    let recipient = live.get("/recipients?email=ada@example.com").json();
    assert_eq!(recipient["data"][0]["display_name"], "Ada Lovelace");
    assert_eq!(recipient["data"][0]["on_platform"], true);
    pay_and_settle(&live, &[("ada@example.com", "1")]);
    assert_eq!(balance(&live.with_key(&key)), "43.50", "from now on money arrives at once");
    assert_eq!(emails_to(server.origin(), "ada@example.com", "claim").len(), 2, "and without an email");
}

fn whoever_has_an_account_claims_by_signing_in_and_nobody_else_can(engine: Engine) {
    let server = funded(engine);
    let live = server.live();
    pay_and_settle(&live, &[("ada@example.com", "25")]);
    let link = email_to(server.origin(), "ada@example.com", "claim").links[0].clone();
    let eve = join(&server, "eve@example.net", "Eve");
    let page = eve.get(&link).body;
    assert!(page.contains("signed in with another email"), "{page}");
    let form = crate::support::hidden_fields(&page, "/dashboard/sign-out");
    let refused = eve.post(&link, &form);
    assert_eq!(refused.status, 404, "{refused:?}");
    let sneaky = eve.post(&format!("{link}/join"), &with(&form, &[("name", "Eve"), ("password", PASSWORD)]));
    assert_eq!(sneaky.header("location"), Some(link.as_str()), "{sneaky:?}");
    // Ada opens an account on her own, and everything that waits is hers.
    join(&server, "ada@example.com", "Ada");
    let key = server.new_key("ada@example.com", "live", "all");
    assert_eq!(balance(&live.with_key(&key)), "25.00");
    let eves = server.new_key("eve@example.net", "live", "all");
    assert_eq!(balance(&live.with_key(&eves)), "0.00");
}

/// In test mode the sender reads the email, so the link proves nothing about the address.
fn a_claim_in_the_sandbox_verifies_nobodys_address(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let paid = pay_and_settle(&sandbox, &[("ada@example.com", "25")]);
    let link = email_to(server.origin(), "ada@example.com", "claim").links[0].clone();
    let browser = Browser::new(server.origin());
    let page = browser.get(&link).body;
    assert!(page.contains("Test mode"), "{page}");
    let claimed = browser.fill(&link, &format!("{link}/join"), &[("name", "Ada"), ("password", PASSWORD)]);
    assert_eq!(claimed.header("location"), Some("/dashboard/test"), "{claimed:?}");
    assert_eq!(browser.get("/dashboard/test/settings").status, 200);
    assert_eq!(browser.get("/dashboard/live/settings").status, 404, "they have no live account");
    let item = sandbox.get(&format!("/payouts/{}/items", text(&paid, "id"))).json()["data"][0].clone();
    assert_eq!(item["status"], "completed");
    assert_eq!(Browser::new(server.origin()).sign_in("ada@example.com", PASSWORD).status, 422);
    // The address is still free for the user who proves it.
    join(&server, "ada@example.com", "The real Ada");
}

fn links_that_are_over_say_so(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let paid = pay_and_settle(&sandbox, &[("ada@example.com", "1"), ("bob@example.com", "2")]);
    let (ada, bob) = (
        email_to(server.origin(), "ada@example.com", "claim").links[0].clone(),
        email_to(server.origin(), "bob@example.com", "claim").links[0].clone(),
    );
    let browser = Browser::new(server.origin());
    assert_eq!(browser.get(&ada).status, 200);
    let items = sandbox.get(&format!("/payouts/{}/items", text(&paid, "id"))).json()["data"].clone();
    let cancel = format!("/payouts/{}/items/{}/cancel", text(&paid, "id"), text(&items[0], "id"));
    assert_eq!(sandbox.post(&cancel, &json!({})).status, 200);
    let cancelled = browser.get(&ada);
    assert!(cancelled.status == 410 && cancelled.body.contains("cancelled this payment"), "{cancelled:?}");
    sandbox.post("/simulate/clock", &json!({ "advance_seconds": 31 * 86_400 }));
    let expired = browser.get(&bob);
    assert!(expired.status == 410 && expired.body.contains("Payment expired"), "{expired:?}");
    for wrong in ["/claim/x", "/claim/%00", "/claim/..%2f..", &bob[..bob.len() - 1], &format!("{bob}a")] {
        let reply = browser.get(wrong);
        assert_eq!(reply.status, 404, "{wrong}");
        assert!(!reply.body.contains("bob@example.com"), "{wrong}");
    }
}

fn fifty_clicks_claim_once(engine: Engine) {
    let server = funded(engine);
    let live = server.live();
    pay_and_settle(&live, &[("ada@example.com", "25")]);
    let link = email_to(server.origin(), "ada@example.com", "claim").links[0].clone();
    let join = format!("{link}/join");
    let browser = Browser::new(server.origin());
    let form = with(&browser.form(&link, &join), &[("name", "Ada"), ("password", PASSWORD)]);
    let answers = at_once(50, |_| browser.post(&join, &form));
    // A click after the session has changed is told that the form is too old, and one of too many to wait or to come
    // back.
    assert!(answers.iter().all(|reply| [303, 403, 429, 503].contains(&reply.status)), "{answers:?}");
    let key = server.new_key("ada@example.com", "live", "all");
    assert_eq!(balance(&live.with_key(&key)), "25.00");
}

fn a_newcomer_who_joins_while_money_is_stopped_is_not_told_that_it_is_there(engine: Engine) {
    let server = funded(engine);
    let live = server.live();
    pay_and_settle(&live, &[("ada@example.com", "25")]);
    let link = email_to(server.origin(), "ada@example.com", "claim").links[0].clone();
    assert!(server.florin(&["money", "stop", "--reason", "a test"]).status.success());
    let browser = Browser::new(server.origin());
    let joined =
        browser.fill(&link, &format!("{link}/join"), &[("name", "Ada Lovelace"), ("password", PASSWORD)]);
    assert_eq!(joined.header("location"), Some(link.as_str()), "{joined:?}");
    let page = browser.get(&link).body;
    assert!(page.contains("Add to my balance") && !page.contains("The money is in your balance"), "{page}");
    let paused = browser.fill(&link, &link, &[]);
    assert!(paused.status == 422 && paused.body.contains("has paused payments"), "{paused:?}");
    let key = server.new_key("ada@example.com", "live", "all");
    assert_eq!(balance(&live.with_key(&key)), "0.00");

    // From now on the worker that claims for users can be faster.
    let form = browser.form(&link, &link);
    assert!(server.florin(&["money", "resume"]).status.success());
    let claimed = browser.post(&link, &form);
    assert_eq!(claimed.header("location"), Some("/dashboard/live"), "{claimed:?}");
    assert_eq!(balance(&live.with_key(&key)), "25.00");
}

fn a_lost_email_is_sent_again_but_not_too_often(engine: Engine) {
    let server = funded(engine);
    pay_and_settle(&server.live(), &[("ada@example.com", "25")]);
    email_to(server.origin(), "ada@example.com", "claim");
    let browser = Browser::new(server.origin());
    let mut answers = Vec::new();
    for address in ["ada@example.com", "nobody@example.com"] {
        let reply = browser.fill("/claim", "/claim", &[("email", address)]);
        answers.push((reply.status, reply.body.replace(address, "-")));
    }
    assert_eq!(answers[0], answers[1], "the page doesn't reveal for whom money waits");
    eventually("a reminder", || {
        (!emails_to(server.origin(), "ada@example.com", "reminder").is_empty()).then_some(())
    });
    for _ in 0..10 {
        browser.fill("/claim", "/claim", &[("email", "ada@example.com")]);
    }
    assert!(emails_to(server.origin(), "ada@example.com", "reminder").len() <= 5);
}

fn many_who_ask_for_one_email_at_once_get_an_answer_each(engine: Engine) {
    let server = funded(engine);
    pay_and_settle(&server.live(), &[("ada@example.com", "25")]);
    email_to(server.origin(), "ada@example.com", "claim");
    let browser = Browser::new(server.origin());
    let form = with(&browser.form("/claim", "/claim"), &[("email", "ada@example.com")]);
    let answers = at_once(30, |_| browser.post("/claim", &form));
    assert!(answers.iter().all(|reply| reply.status == 200), "{answers:?}");
    assert!((1..=4).contains(&emails_to(server.origin(), "ada@example.com", "reminder").len()));
}
