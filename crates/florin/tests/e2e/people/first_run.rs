//! The first steps of `florin dev`: each is checked off once it is done, and other servers have no such page.

use serde_json::json;

use super::PASSWORD;
use super::languages::{READERS, ask, leaks_no_english, speaks, text};
use crate::command_line::production::Production;
use crate::support::pages::{demo, open, says, silent, stranger};
use crate::support::{
    Browser, Engine, Process, Reply, Server, balance, eventually, pay_and_settle, text as field, unescaped,
};

testkit::on_both_engines!(each_step_is_checked_off_once_it_is_done);

testkit::on_one_engine!(
    a_payment_that_is_refused_says_why,
    a_revoked_key_is_replaced_by_a_restart,
    the_first_steps_speak_the_readers_language,
    only_the_demo_user_is_invited_and_only_until_the_last_step,
    a_production_server_has_no_first_steps,
);

const STEPS: &str = "/dev";
const PAY: &str = "/dev/payouts";
const RECIPIENT: &str = "you@example.com";

fn done(page: &Reply) -> usize {
    page.body.matches("first-step is-done").count()
}

/// The page once so many steps are done.
#[track_caller]
fn steps(visitor: &Browser, count: usize) -> Reply {
    eventually("the step is done", || Some(open(visitor, STEPS)).filter(|page| done(page) == count))
}

/// A command that the page shows, as a shell reads it.
#[track_caller]
fn command(page: &Reply, start: &str) -> std::process::Command {
    let shown = page.body.split("<code>").find(|code| code.starts_with(start)).expect("a command");
    let mut shell = std::process::Command::new("sh");
    shell.arg("-c").arg(format!("exec env {}", unescaped(shown.split("</code>").next().expect("an end"))));
    shell
}

fn pay(visitor: &Browser) -> Reply {
    visitor.fill(STEPS, PAY, &[("email", RECIPIENT)])
}

/// Claims from the email that the page leads to.
#[track_caller]
fn claim(visitor: &Browser) -> Browser {
    let page = eventually("the email", || {
        Some(open(visitor, STEPS)).filter(|page| page.body.contains("href=\"/dev/emails/email_"))
    });
    let email =
        page.body.split("href=\"/dev/emails/").nth(2).or(page.body.split("href=\"/dev/emails/").nth(1));
    let email = email.and_then(|rest| rest.split('"').next()).expect("an email");
    let letter = unescaped(&open(visitor, &format!("/dev/emails/{email}")).body);
    let link = letter.split(visitor.origin()).find(|rest| rest.starts_with("/claim/")).expect("a claim link");
    let link =
        link.split(|letter: char| letter.is_whitespace() || "\"<".contains(letter)).next().expect("it");
    let recipient = Browser::new(visitor.origin());
    let fields = [("name", "You"), ("password", PASSWORD)];
    let claimed = recipient.fill(link, &format!("{link}/join"), &fields);
    assert_eq!(claimed.header("location"), Some("/dashboard/test"), "{claimed:?}");
    recipient
}

/// The recipient withdraws with a key of their own.
fn withdraw(server: &Server) {
    let sandbox = server.sandbox();
    let recipient = sandbox.get(&format!("/recipients?email={RECIPIENT}")).json();
    let address = format!("{}@simulated.invalid", field(&recipient["data"][0], "id"));
    let own = sandbox.with_key(&server.new_key(&address, "test", "all"));
    let pix = json!({"name": "Pix", "currency": "BRL", "payment_rail": "brl_pix",
        "brl_pix": {"pix_key": "12345678909"}});
    let account = own.post("/bank_accounts", &pix).json();
    let withdrawal = json!({"bank_account_id": account["id"], "amount": "20.00"});
    assert_eq!(own.post("/withdrawals", &withdrawal).status, 200);
}

fn each_step_is_checked_off_once_it_is_done(engine: Engine) {
    let server = Server::start(engine);
    let visitor = Browser::new(server.origin());
    let page = steps(&visitor, 0);
    for words in [server.info("email"), server.info("password"), server.info("test_key"), "12345678909"] {
        says(&page, words);
    }
    silent(&page, "hx-get");
    assert_eq!(pay(&visitor).header("location"), Some(STEPS));
    assert_eq!(balance(&server.sandbox()), "9975.00");
    let page = steps(&visitor, 1);
    says(&page, "sent 25.00\u{a0}USDC to <b>you@example.com</b>");
    silent(&page, "action=\"/dev/payouts\"");
    let recipient = claim(&visitor);
    let page = steps(&visitor, 3);
    says(&page, "The money is in the recipient's balance.");

    // While nothing changes, the page that asks again stays as it is.
    let refresh =
        page.body.split("hx-get=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("an address");
    let refresh = unescaped(refresh);
    assert_eq!((visitor.get(&refresh).status, visitor.get(&refresh).body.as_str()), (204, ""));
    withdraw(&server);
    assert_eq!(visitor.get(&refresh).status, 200);
    says(&steps(&visitor, 4), "is withdrawing 20.00\u{a0}USDC");

    let page = steps(&visitor, 4);
    let mut listener = Process::start(command(&page, "FLORIN_TEST_KEY="));
    while !listener.line().contains("whsec_") {}
    let paid = command(&page, "curl ").output().expect("sh runs");
    assert!(paid.status.success(), "{paid:?}");
    let page = steps(&visitor, 5);
    says(&page, "All steps done");
    says(&page, "\"environment\": \"test\"");
    silent(&page, "hx-get");
    assert_eq!(balance(&server.sandbox()), "9950.00");
    listener.end("TERM");
    says(&open(&recipient, STEPS), "All steps done");
    server.assert_books_balance();
}

fn a_payment_that_is_refused_says_why(engine: Engine) {
    let server = Server::start(engine);
    let visitor = Browser::new(server.origin());
    for (address, words) in [
        ("you", "Enter an email address with an @"),
        ("", "Enter an email address with an @"),
        (server.info("email"), "This is the demo account's own address."),
        ("Demo@Florin.Example", "This is the demo account's own address."),
    ] {
        let page = visitor.fill(STEPS, PAY, &[("email", address)]);
        assert_eq!(page.status, 422, "{address}: {page:?}");
        says(&page, words);
    }
    // One form pays once, and only the address that it named first.
    let form = visitor.form(STEPS, PAY);
    let fields = |email: &str| crate::support::with(&form, &[("email", email)]);
    assert_eq!(visitor.post(PAY, &fields(RECIPIENT)).status, 303);
    assert_eq!(visitor.post(PAY, &fields(RECIPIENT)).status, 303);
    assert_eq!(visitor.post(PAY, &fields("bob@example.com")).status, 403);
    let forged = crate::support::with(&form, &[("email", "bob@example.com"), ("csrf", "x")]);
    assert_eq!(visitor.post(PAY, &forged).status, 403);
    let keyless = crate::support::with(&form, &[("email", "bob@example.com"), ("form_key", "")]);
    assert_eq!(visitor.post(PAY, &keyless).status, 403);
    assert_eq!(balance(&server.sandbox()), "9975.00");

    let broke = Server::start(engine);
    pay_and_settle(&broke.sandbox(), &[("ada+fail@example.com", "1"), ("ben@example.com", "9990")]);
    let made = broke.sandbox().get("/payouts").json();
    let path = format!("/payouts/{}/cancel", field(&made["data"][0], "id"));
    let visitor = Browser::new(broke.origin());
    silent(&open(&visitor, STEPS), "action=\"/dev/payouts\"");
    assert_eq!(broke.sandbox().post(&path, &json!({})).status, 200);
    let form = visitor.form(STEPS, PAY);
    pay_and_settle(&broke.sandbox(), &[("ben@example.com", "9990")]);
    let page = visitor.post(PAY, &crate::support::with(&form, &[("email", RECIPIENT)]));
    assert_eq!(page.status, 422, "{page:?}");
    assert_eq!(balance(&broke.sandbox()), "10.00");
}

fn a_revoked_key_is_replaced_by_a_restart(engine: Engine) {
    let mut server = Server::start(engine);
    let visitor = Browser::new(server.origin());
    let form = visitor.form(STEPS, PAY);
    let keys = server.florin_json(&["key", "list", "--email", server.info("email")]);
    server.florin_json(&["key", "revoke", keys["data"][0]["id"].as_str().expect("an id")]);
    let page = eventually("the key is revoked", || {
        Some(open(&visitor, STEPS)).filter(|page| page.body.contains("The test key no longer works"))
    });
    silent(&page, "action=\"/dev/payouts\"");
    let sent = visitor.post(PAY, &crate::support::with(&form, &[("email", RECIPIENT)]));
    assert_eq!(sent.header("location"), Some(STEPS));
    assert_eq!(server.terminate(), Some(0));
    server.restart();
    assert_eq!(balance(&server.sandbox()), "10000.00", "a revoked key pays nobody");
    silent(&open(&Browser::new(server.origin()), STEPS), "The test key no longer works");
}

fn the_first_steps_speak_the_readers_language(engine: Engine) {
    let server = Server::start(engine);
    let visitor = Browser::new(server.origin());
    let check = |key: &str| {
        for (accepted, tag, language) in READERS {
            let page = ask(&visitor, STEPS, accepted);
            speaks(&page, tag);
            let words = text(language, key);
            assert!(unescaped(&page.body).contains(&words), "{language}: no {words:?} in {page:?}");
            if language != "en" {
                leaks_no_english(&page, language);
            }
        }
    };
    check("first-run-intro");
    pay(&visitor);
    steps(&visitor, 1);
    check("first-run-claim-text");
    claim(&visitor);
    withdraw(&server);
    check("first-run-claimed");
}

fn only_the_demo_user_is_invited_and_only_until_the_last_step(engine: Engine) {
    let server = Server::start(engine);
    let (owner, other) = (demo(&server), stranger(&server));
    let is_invited = |browser: &Browser, mode: &str| {
        open(browser, &format!("/dashboard/{mode}")).body.contains("href=\"/dev\"")
    };
    assert!(is_invited(&owner, "test"));
    assert!(!is_invited(&owner, "live") && !is_invited(&other, "test"));
    pay(&owner);
    claim(&owner);
    withdraw(&server);
    let page = steps(&owner, 4);
    assert!(is_invited(&owner, "test"));
    let mut listener = Process::start(command(&page, "FLORIN_TEST_KEY="));
    while !listener.line().contains("whsec_") {}
    pay_and_settle(&server.sandbox(), &[("ada@example.com", "1")]);
    steps(&owner, 5);
    assert!(!is_invited(&owner, "test"));
    listener.end("TERM");
}

fn a_production_server_has_no_first_steps(engine: Engine) {
    let production = Production::prepare(engine);
    let _server = production.start(&[]);
    let visitor = Browser::new(&production.origin());
    let form = visitor.form("/dashboard/sign-in", "/dashboard/sign-in");
    assert_eq!(visitor.get(STEPS).status, 404);
    assert_eq!(visitor.post(PAY, &crate::support::with(&form, &[("email", RECIPIENT)])).status, 404);
}
