//! Who can sign up: any visitor, only people whom an operator invites, or neither. Recipients can always claim.

use std::path::PathBuf;

use serde_json::Value;

use super::PASSWORD;
use crate::support::pages::{count, open, says, silent};
use crate::support::{
    Browser, Ended, Engine, Reply, Server, balance, email_to, emails_to, pay_and_settle, with,
};

testkit::on_both_engines!(an_invitation_opens_one_account_and_no_other_link_does);

testkit::on_sqlite_daily!(
    a_page_without_a_form_answers_the_same_about_every_address,
    a_claim_opens_an_account_whoever_can_sign_up,
    no_link_works_while_sign_up_is_closed,
    an_operator_is_told_why_an_address_is_not_invited,
);

const SIGN_IN: &str = "/dashboard/sign-in";
const JOIN: &str = "/dashboard/join";
const ADA: &str = "ada@example.com";
const DAY_MICROS: i64 = 86_400_000_000;

fn start(engine: Engine, sign_up: &str) -> Server {
    Server::start_with(engine, &["--sign-up", sign_up])
}

/// The same server with another setting.
fn restart(server: &mut Server, sign_up: &str) {
    assert_eq!(server.terminate(), Some(0));
    server.restart_with(&["--sign-up", sign_up]);
}

/// Posts to a page that may have no form, with the hidden fields of one that has.
fn post(server: &Server, action: &str, fields: &[(&str, &str)]) -> Reply {
    let browser = Browser::new(server.origin());
    let form = browser.form(SIGN_IN, SIGN_IN);
    browser.post(action, &with(&form, fields))
}

#[track_caller]
fn invite(server: &Server, address: &str) -> Value {
    server.florin_json(&["user", "invite", "--email", address])
}

/// The link of the newest sign-up email to an address.
fn link_to(server: &Server, address: &str) -> String {
    email_to(server.origin(), address, "join").links[0].clone()
}

/// Opens an account by a link.
fn join_by(server: &Server, link: &str) -> Reply {
    post(server, link, &[("name", "Ada"), ("account_type", "personal"), ("password", PASSWORD)])
}

/// Neither shows a form nor opens an account.
#[track_caller]
fn is_dead(server: &Server, link: &str, words: &str) {
    let users = count(server, "users");
    let page = Browser::new(server.origin()).get(link);
    assert_eq!(page.status, 404, "{page:?}");
    says(&page, words);
    assert_eq!(join_by(server, link).status, 404);
    assert_eq!(count(server, "users"), users);
}

fn a_page_without_a_form_answers_the_same_about_every_address(engine: Engine) {
    let open_to_all = start(engine, "open");
    says(&open(&Browser::new(open_to_all.origin()), SIGN_IN), JOIN);
    assert_eq!(post(&open_to_all, JOIN, &[("email", ADA)]).status, 200);
    assert_eq!(emails_to(open_to_all.origin(), ADA, "join").len(), 1);
    drop(open_to_all);
    for (sign_up, words, in_french) in [
        ("invitation", "You need an invitation", "Inscription sur invitation"),
        ("closed", "This service doesn't accept new accounts.", "Inscriptions fermées"),
    ] {
        let server = start(engine, sign_up);
        invite(&server, "invited@example.com");
        let written = count(&server, "emails");
        silent(&open(&Browser::new(server.origin()), SIGN_IN), JOIN);
        let page = open(&Browser::new(server.origin()), JOIN);
        says(&page, words);
        says(&page, "If you were sent money, use the link in the email.");
        assert!(!page.body.contains("<form"), "{sign_up}: {}", page.body);
        says(&open(&Browser::reading(server.origin(), "fr-CA"), JOIN), in_french);
        let answer = |address: &str| {
            let reply = post(&server, JOIN, &[("email", address)]);
            (reply.status, reply.body)
        };
        let first = answer(ADA);
        assert!(first.0 == 403 && first.1.contains("<h1>"), "{sign_up}: {first:?}");
        for address in [server.info("email"), "invited@example.com", "not an address", ""] {
            assert_eq!(answer(address), first, "{sign_up}: {address:?}");
        }
        assert_eq!(count(&server, "emails"), written, "{sign_up}: no email to any of them");
        assert_eq!(count(&server, "users"), 1, "{sign_up}");
    }
}

fn a_claim_opens_an_account_whoever_can_sign_up(engine: Engine) {
    for sign_up in ["open", "invitation", "closed"] {
        let server = start(engine, sign_up);
        server.fund_live(server.info("email"), 100_000_000);
        let live = server.live();
        pay_and_settle(&live, &[(ADA, "25")]);
        let link = email_to(server.origin(), ADA, "claim").links[0].clone();
        let browser = Browser::new(server.origin());
        let fields = [("name", "Ada"), ("password", PASSWORD)];
        let claimed = browser.fill(&link, &format!("{link}/join"), &fields);
        assert_eq!(claimed.header("location"), Some("/dashboard/live"), "{sign_up}: {claimed:?}");
        let key = server.new_key(ADA, "live", "all");
        assert_eq!(balance(&live.with_key(&key)), "25.00", "{sign_up}");
        let signed_in = Browser::signed_in(server.origin(), ADA, PASSWORD);
        assert_eq!(signed_in.get("/dashboard/live").status, 200, "{sign_up}");
    }
}

fn an_invitation_opens_one_account_and_no_other_link_does(engine: Engine) {
    let mut server = start(engine, "open");
    assert_eq!(post(&server, JOIN, &[("email", "eve@example.com")]).status, 200);
    let asked = link_to(&server, "eve@example.com");
    restart(&mut server, "invitation");
    is_dead(&server, &asked, "Ask for a new invitation.");
    let invited = server.florin_json(&["user", "invite", "--email", ADA, "--language", "es"]);
    assert_eq!((&invited["email"], &invited["language"]), (&ADA.into(), &"es".into()), "{invited}");
    let letter = email_to(server.origin(), ADA, "join");
    assert_eq!(letter.subject, "Invitación a Florin");
    assert!(!invited.to_string().contains(&letter.links[0]), "only the owner of the address has the link");
    let link = &letter.links[0];
    // Another proof, or that of another email, opens nothing.
    is_dead(&server, &format!("{link}a"), "This link doesn't work");
    let mixed = format!("{}{}", &asked[..JOIN.len() + 27], &link[JOIN.len() + 27..]);
    is_dead(&server, &mixed, "This link doesn't work");
    let browser = Browser::new(server.origin());
    let fields = [("name", "Ada"), ("account_type", "business"), ("password", PASSWORD)];
    let joined = browser.fill(link, link, &fields);
    assert_eq!((joined.status, joined.header("location")), (303, Some("/dashboard")), "{joined:?}");
    assert_eq!(count(&server, "users"), 2);
    // Used: its owner is asked to sign in.
    let again = join_by(&server, link);
    assert!(
        again.header("location").is_some_and(|place| place.starts_with("/dashboard/sign-in?")),
        "{again:?}"
    );
    assert_eq!(count(&server, "users"), 2);
    // A day later.
    invite(&server, "late@example.com");
    let late = link_to(&server, "late@example.com");
    let older =
        format!("update emails set created_at = created_at - {DAY_MICROS} where email = 'late@example.com'");
    server.execute_unguarded("emails_keep", "emails", &older);
    is_dead(&server, &late, "Ask for a new invitation.");
    invite(&server, "late@example.com");
    assert_eq!(join_by(&server, &link_to(&server, "late@example.com")).status, 303, "a new invitation works");
    server.assert_books_balance();
}

fn no_link_works_while_sign_up_is_closed(engine: Engine) {
    let mut server = start(engine, "open");
    assert_eq!(post(&server, JOIN, &[("email", "eve@example.com")]).status, 200);
    invite(&server, ADA);
    let links = [link_to(&server, "eve@example.com"), link_to(&server, ADA)];
    restart(&mut server, "closed");
    for link in &links {
        is_dead(&server, link, "This service doesn't accept new accounts.");
    }
    restart(&mut server, "open");
    for link in &links {
        assert_eq!(join_by(&server, link).status, 303, "open again");
    }
}

fn an_operator_is_told_why_an_address_is_not_invited(engine: Engine) {
    let server = start(engine, "invitation");
    let settings: PathBuf = server.data().join("closed.toml");
    std::fs::write(&settings, "sign_up = \"closed\"").expect("a settings file");
    let settings = settings.to_str().expect("a path in UTF-8");
    let run =
        |arguments: &[&str]| -> Ended { server.florin(&[&["user", "invite"], arguments].concat()).into() };
    let shouted = server.info("email").to_uppercase();
    for (arguments, words) in [
        (&["--email", server.info("email")][..], "a user with this email address already exists"),
        (&["--email", &shouted], "a user with this email address already exists"),
        (&["--email", "ada"], "needs an @"),
        (&["--email", ADA, "--language", "de"], "use en, es, pt or fr"),
        (&["--email", ADA, "--config", settings], "sign-up is closed"),
    ] {
        let refused = run(arguments);
        assert_eq!((refused.code, refused.stdout.as_str()), (Some(1), ""), "{refused:?}");
        assert!(refused.stderr.contains(words), "{arguments:?}: {refused:?}");
    }
    assert_eq!(run(&[]).code, Some(2), "an address is needed");
    assert_eq!(count(&server, "emails where kind = 'join'"), 0);
    // Invitations share the limits of sign-up emails.
    let mut sent = 0;
    let refused = loop {
        let ended = run(&["--email", ADA]);
        if ended.code != Some(0) {
            break ended;
        }
        sent += 1;
        assert!(sent <= 14, "an address is invited without end");
    };
    assert!(sent > 0 && refused.stderr.contains("Too many attempts"), "{refused:?}");
    assert_eq!(count(&server, "emails where kind = 'join'"), sent);
}
