//! Two-factor sign-in, with the codes of an independent implementation.

use totp_rs::{Builder, Secret};

use super::{PASSWORD, join};
use crate::support::{Browser, Engine, Server};

testkit::on_both_engines!(a_payout_that_is_confirmed_twice_with_one_code_is_sent_once);

testkit::on_sqlite_daily!(
    with_a_second_factor_the_password_alone_opens_nothing,
    recovery_codes_work_once_each,
    it_takes_the_second_factor_to_confirm_and_to_turn_it_off,
    a_new_browser_is_known_only_after_the_second_factor,
    codes_cannot_be_guessed,
    a_thief_of_the_password_is_reported_and_cannot_keep_the_owner_out,
    codes_cannot_be_guessed_where_the_password_is_confirmed,
);

const PAGE: &str = "/dashboard/live/settings/second_factor";

/// The code that an authenticator shows at this moment, or some steps later.
pub(super) fn code(secret: &str, later: u64) -> String {
    let secret = Secret::try_from_base32(secret).expect("a secret");
    let totp = Builder::new().with_secret(secret).build().expect("a TOTP");
    #[allow(clippy::disallowed_methods, reason = "the server keeps real time, too")]
    let now =
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("after 1970").as_secs();
    totp.generate(now + 30 * later).to_string()
}

/// Turns it on, and returns the secret and the recovery codes.
pub(super) fn turn_on(owner: &Browser) -> (String, Vec<String>) {
    let (secret, _, codes) = turn_on_by_code(owner);
    (secret, codes)
}

/// The same, with the code that was used: a moment later, the secret may stand for another.
fn turn_on_by_code(owner: &Browser) -> (String, String, Vec<String>) {
    let page = owner.get(PAGE).body;
    let secret =
        page.split("instead: <code>").nth(1).and_then(|rest| rest.split('<').next()).expect("a secret");
    let wrong = owner.fill(PAGE, PAGE, &[("code", "000000")]);
    assert_eq!(wrong.status, 422);
    let offer = crate::support::hidden_fields(&page, PAGE);
    let used = code(secret, 0);
    let fields = crate::support::with(&offer, &[("code", &used)]);
    let on = owner.post(PAGE, &fields);
    assert_eq!(on.status, 200, "{on:?}");
    let is_code = |line: &&str| line.len() == 14 && line.split(' ').all(|part| part.len() == 4);
    let texts = on.body.split(['<', '>']).flat_map(str::lines);
    let codes: Vec<String> = texts.filter(is_code).map(str::to_owned).collect();
    assert_eq!(codes.len(), 10, "{codes:?}");
    (secret.to_owned(), used, codes)
}

pub(super) fn give(browser: &Browser, code: &str) -> crate::support::Reply {
    browser.fill("/dashboard/sign-in/code", "/dashboard/sign-in/code", &[("code", code)])
}

fn with_a_second_factor_the_password_alone_opens_nothing(engine: Engine) {
    let server = Server::start(engine);
    let owner = join(&server, "grace@example.org", "Grace");
    let elsewhere = Browser::signed_in(server.origin(), "grace@example.org", PASSWORD);
    let (secret, used, _) = turn_on_by_code(&owner);
    assert_eq!(elsewhere.get("/dashboard/live/settings").status, 303, "every other session ends");
    assert_eq!(owner.get("/dashboard/live/settings").status, 200);
    let browser = Browser::new(server.origin());
    let half = browser.sign_in("grace@example.org", PASSWORD);
    assert!(half.header("location").is_some_and(|to| to.starts_with("/dashboard/sign-in/code")), "{half:?}");
    let half_cookie = browser.cookie("__Host-florin");
    for path in ["/dashboard", "/dashboard/live/settings", "/dashboard/test/api_keys", "/dashboard/confirm"] {
        let reply = browser.get(path);
        assert_eq!(reply.status, 303, "{path}");
        assert!(reply.header("location").is_some_and(|to| to.starts_with("/dashboard/sign-in?")), "{path}");
    }
    assert_eq!(give(&browser, "000000").status, 422);
    assert_eq!(give(&browser, &used).status, 422, "the code that turned it on is used up");
    let next = code(&secret, 1);
    assert_eq!(give(&browser, &next).status, 303);
    assert_ne!(browser.cookie("__Host-florin"), half_cookie, "the session has a new name");
    assert_eq!(browser.get("/dashboard/live/settings").status, 200);
    let replay = Browser::new(server.origin());
    replay.sign_in("grace@example.org", PASSWORD);
    assert_eq!(give(&replay, &next).status, 422, "no code works twice");
}

fn recovery_codes_work_once_each(engine: Engine) {
    let server = Server::start(engine);
    let owner = join(&server, "grace@example.org", "Grace");
    let (_, codes) = turn_on(&owner);
    for (number, spelling) in
        [codes[0].clone(), codes[1].replace(' ', ""), codes[2].to_uppercase()].iter().enumerate()
    {
        let browser = Browser::new(server.origin());
        browser.sign_in("grace@example.org", PASSWORD);
        assert_eq!(give(&browser, spelling).status, 303, "{number}");
        let again = Browser::new(server.origin());
        again.sign_in("grace@example.org", PASSWORD);
        assert_eq!(give(&again, spelling).status, 422, "{number}");
    }
    assert!(owner.get("/dashboard/live/settings").body.contains("7 recovery codes left"));
}

fn it_takes_the_second_factor_to_confirm_and_to_turn_it_off(engine: Engine) {
    let server = Server::start(engine);
    let owner = join(&server, "grace@example.org", "Grace");
    let (secret, codes) = turn_on(&owner);
    let confirm = |code: &str| {
        owner
            .fill("/dashboard/confirm", "/dashboard/confirm", &[("password", PASSWORD), ("code", code)])
            .status
    };
    assert_eq!((confirm(""), confirm("000000"), confirm(&code(&secret, 1))), (422, 422, 303));
    let off = owner.fill("/dashboard/live/settings", &format!("{PAGE}/off"), &[]);
    assert_eq!(off.status, 303, "{off:?}");
    assert_eq!(
        Browser::new(server.origin()).sign_in("grace@example.org", PASSWORD).header("location"),
        Some("/dashboard")
    );
    assert!(!owner.get("/dashboard/live/settings").body.contains(&codes[9]), "codes are shown once");
}

fn a_payout_that_is_confirmed_twice_with_one_code_is_sent_once(engine: Engine) {
    let server = Server::start(engine);
    let owner = join(&server, "grace@example.org", "Grace");
    server.fund_live("grace@example.org", 100_000_000);
    let (secret, _) = turn_on(&owner);
    server.execute("update sessions set proved_at = proved_at - 10800000000");
    let (list, new) = ("/dashboard/live/payouts", "/dashboard/live/payouts/new");
    let rows = [("do", "check"), ("to", "ada@example.com"), ("amount", "7"), ("reference", "")];
    let dry_run = owner.ask(new, &crate::support::with(&owner.form(new, new), &rows));
    let asked = owner.post(list, &crate::support::hidden_fields(&dry_run.body, list));
    let carried = crate::support::hidden_fields(&asked.body, list);
    let without = crate::support::with(&carried, &[("confirm_password", PASSWORD)]);
    assert_eq!(owner.post(list, &without).status, 422, "the password alone is not enough");
    let code = code(&secret, 1);
    let fields = [("confirm_password", PASSWORD), ("confirm_code", code.as_str())];
    let confirmed = crate::support::with(&carried, &fields);
    let replies = crate::support::at_once(4, |_| owner.post(list, &confirmed));
    for reply in &replies {
        assert_eq!(
            (reply.status, reply.header("location")),
            (303, replies[0].header("location")),
            "{reply:?}"
        );
    }
    let live = server.live().with_key(&server.new_key("grace@example.org", "live", "all"));
    assert_eq!(crate::support::balance(&live), "93.00");
}

fn a_new_browser_is_known_only_after_the_second_factor(engine: Engine) {
    let server = Server::start(engine);
    let owner = join(&server, "grace@example.org", "Grace");
    let (_, codes) = turn_on(&owner);
    let browser = Browser::new(server.origin());
    browser.sign_in("grace@example.org", PASSWORD);
    assert_eq!(browser.cookie("__Host-florin-device"), None, "the password alone makes no browser known");
    // A recovery code has an email of its own, so it is a code of the authenticator that tells of a new device.
    assert_eq!(give(&browser, &codes[0]).status, 303);
    assert!(browser.cookie("__Host-florin-device").is_some());
    assert_ne!(
        browser.cookie("__Host-florin-device"),
        owner.cookie("__Host-florin-device"),
        "each has its own"
    );
    let log = owner.get("/dashboard/live/settings/log").body;
    assert!(log.contains("Recovery code used"), "{log}");
}

fn codes_cannot_be_guessed(engine: Engine) {
    let server = Server::start(engine);
    let owner = join(&server, "grace@example.org", "Grace");
    turn_on(&owner);
    let browser = Browser::new(server.origin());
    browser.sign_in("grace@example.org", PASSWORD);
    let judged = (0..30).filter(|_| give(&browser, "000000").body.contains("code is wrong")).count();
    assert!(judged <= 8, "{judged} codes were judged");
}

fn a_thief_of_the_password_is_reported_and_cannot_keep_the_owner_out(engine: Engine) {
    let server = Server::start(engine);
    let owner = join(&server, "grace@example.org", "Grace");
    let (secret, codes) = turn_on(&owner);
    let owner = Browser::new(server.origin());
    owner.sign_in("grace@example.org", PASSWORD);
    assert_eq!(give(&owner, &codes[0]).status, 303, "the owner's browser is known again");
    let thief = Browser::new(server.origin());
    thief.sign_in("grace@example.org", PASSWORD);
    let judged = (0..10).filter(|_| give(&thief, "000000").body.contains("code is wrong")).count();
    assert_eq!(judged, 5);
    assert!(give(&thief, "000000").body.contains("Too many attempts."));
    let told = || {
        let letters = crate::support::emails_to(server.origin(), "grace@example.org", "security");
        letters.iter().filter(|letter| letter.subject == "Wrong verification codes for your account").count()
    };
    crate::support::eventually("an alert", || (told() > 0).then_some(()));
    assert_eq!(told(), 1, "one a day");
    let known = Browser::new(server.origin());
    known.set_cookie("__Host-florin-device", &owner.cookie("__Host-florin-device").expect("a device"));
    known.sign_in("grace@example.org", PASSWORD);
    assert_eq!(give(&known, &code(&secret, 1)).status, 303, "the owner's browser has a count of its own");
    assert!(give(&thief, "000000").body.contains("Too many attempts."), "which forgives the thief nothing");
}

fn codes_cannot_be_guessed_where_the_password_is_confirmed(engine: Engine) {
    let server = Server::start(engine);
    let owner = join(&server, "grace@example.org", "Grace");
    turn_on(&owner);
    let thief = Browser::new(server.origin());
    thief.sign_in("grace@example.org", PASSWORD);
    (0..5).for_each(|_| assert!(give(&thief, "000000").body.contains("code is wrong")));
    // With a stolen session and the password there is another page that asks for a code. It has no tries of its own.
    thief.set_cookie("__Host-florin", &owner.cookie("__Host-florin").expect("a session"));
    let fields = [("password", PASSWORD), ("code", "000000")];
    let reply = thief.fill("/dashboard/confirm", "/dashboard/confirm", &fields);
    assert!(reply.body.contains("Too many attempts."), "{reply:?}");
}
