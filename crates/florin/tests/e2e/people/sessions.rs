//! Sessions: cookies, ends, and the password once more.

use super::{PASSWORD, join};
use crate::support::{Browser, Engine, PATIENCE, Server, eventually};

testkit::on_both_engines!(
    secrets_need_the_password_once_more_after_a_while,
    a_form_that_arrives_after_its_sender_was_signed_out_does_nothing,
    a_session_that_ended_opens_nothing_wherever_it_ended,
);

testkit::on_sqlite_daily!(
    too_many_sessions_end_the_one_that_was_not_used_for_the_longest,
    right_passwords_are_limited_by_browser_and_by_person,
    cookies_are_for_this_host_and_change_at_sign_in,
);

testkit::on_one_engine!(pages_are_kept_by_nobody_and_framed_by_nobody);

fn cookies_are_for_this_host_and_change_at_sign_in(engine: Engine) {
    let server = Server::start(engine);
    let browser = Browser::new(server.origin());
    browser.get("/dashboard/sign-in");
    let before = browser.cookie("__Host-florin").expect("forms are bound to a cookie");
    let reply = browser.sign_in(server.info("email"), server.info("password"));
    let after = browser.cookie("__Host-florin").expect("a session");
    assert_ne!(before, after, "no client can choose another client's session");
    for (_, cookie) in reply.headers.iter().filter(|(name, _)| name == "set-cookie") {
        for part in ["__Host-", "; Path=/", "; Secure", "; HttpOnly", "; SameSite=Lax"] {
            assert!(cookie.contains(part) && !cookie.contains("Domain"), "{cookie}");
        }
    }
    // A session id that an attacker has chosen is no session, also after a sign-in with it.
    let fixed = Browser::new(server.origin());
    fixed.set_cookie("__Host-florin", &before);
    assert_eq!(fixed.get("/dashboard/test/settings").status, 303);
}

fn a_session_that_ended_opens_nothing_wherever_it_ended(engine: Engine) {
    let server = Server::start(engine);
    let owner = join(&server, "grace@example.org", "Grace");
    let copy = |browser: &Browser| {
        let copy = Browser::new(server.origin());
        copy.set_cookie("__Host-florin", &browser.cookie("__Host-florin").expect("a session"));
        copy
    };
    let stolen = copy(&owner);
    assert_eq!(stolen.get("/dashboard/live/settings").status, 200);
    let out = owner.fill("/dashboard/live/settings", "/dashboard/sign-out", &[]);
    assert_eq!((out.status, owner.cookie("__Host-florin")), (303, None));
    assert_eq!(stolen.get("/dashboard/live/settings").status, 303, "a copy of the cookie is worth nothing");

    let here = Browser::signed_in(server.origin(), "grace@example.org", PASSWORD);
    let there = Browser::signed_in(server.origin(), "grace@example.org", PASSWORD);
    let everywhere = "/dashboard/live/settings/sign_out_everywhere";
    assert_eq!(here.fill("/dashboard/live/settings", everywhere, &[]).status, 303);
    assert_eq!(here.get("/dashboard/live/settings").status, 200);
    assert_eq!(there.get("/dashboard/live/settings").status, 303);
    if engine == Engine::Postgres {
        let second = server.second_process();
        let far = Browser::new(second.test_api().trim_end_matches("/sandbox/v1"));
        far.set_cookie("__Host-florin", &here.cookie("__Host-florin").expect("a session"));
        assert_eq!(far.get("/dashboard/live/settings").status, 200, "a session is known to every process");
        here.fill("/dashboard/live/settings", "/dashboard/sign-out", &[]);
        assert_eq!(far.get("/dashboard/live/settings").status, 303, "and so is its end");
    }
}

fn secrets_need_the_password_once_more_after_a_while(engine: Engine) {
    let server = Server::start(engine);
    let owner = join(&server, "grace@example.org", "Grace");
    let page = "/dashboard/live/api_keys/new";
    assert_eq!(owner.get(page).status, 200, "a moment after signing in");
    age(&server, "proved_at", 16 * 60);
    let asked = owner.get(page);
    assert_eq!(asked.status, 303);
    let confirm = asked.header("location").expect("a way").to_owned();
    assert!(confirm.starts_with("/dashboard/confirm?next=%2Fdashboard%2Flive%2Fapi_keys%2Fnew"), "{confirm}");
    assert_eq!(owner.get("/dashboard/live/api_keys").status, 200, "looking needs none");
    // A stolen cookie does not get rid of its owner.
    let other = Browser::signed_in(server.origin(), "grace@example.org", PASSWORD);
    let everywhere = "/dashboard/live/settings/sign_out_everywhere";
    let asked = owner.fill("/dashboard/live/settings", everywhere, &[]);
    assert!(asked.header("location").is_some_and(|to| to.starts_with("/dashboard/confirm")), "{asked:?}");
    assert_eq!(other.get("/dashboard/live/settings").status, 200);
    let app = "/oauth/authorize?response_type=code&client_id=x&redirect_uri=y&scope=balance:read";
    assert_eq!(owner.get(app).status, 400, "what is wrong is said first");
    let wrong = owner.fill(&confirm, "/dashboard/confirm", &[("password", "wrong")]);
    assert_eq!(wrong.status, 422);
    let right = owner.fill(&confirm, "/dashboard/confirm", &[("password", PASSWORD)]);
    assert_eq!(right.header("location"), Some(page));
    assert_eq!(owner.get(page).status, 200);
    age(&server, "seen_at", 13 * 3_600);
    eventually("the session ends", || (owner.get("/dashboard/live/api_keys").status == 303).then_some(()));
}

/// Another browser that shows the device of this one.
fn on_device(server: &Server, owner: &Browser) -> Browser {
    let browser = Browser::new(server.origin());
    let device = owner.cookie("__Host-florin-device").expect("a device");
    browser.set_cookie("__Host-florin-device", &device);
    browser
}

fn too_many_sessions_end_the_one_that_was_not_used_for_the_longest(engine: Engine) {
    let server = Server::start(engine);
    let owner = join(&server, "grace@example.org", "Grace");
    let is_signed_in = |browser: &Browser| browser.get("/dashboard/live/settings").status == 200;
    let enter = |number: usize| {
        // Each way to sign in has a limit of its own. New browsers come last: they make older ones unknown.
        let browser = if number > 25 { Browser::new(server.origin()) } else { on_device(&server, &owner) };
        let reply = browser.sign_in("grace@example.org", PASSWORD);
        assert_eq!(reply.status, 303, "{number}: {reply:?}");
        browser
    };
    let newer: Vec<Browser> = (1..50).map(enter).collect();
    assert!(is_signed_in(&newer[0]) && is_signed_in(&newer[48]), "fifty sessions");
    let last = enter(50);
    assert!(!is_signed_in(&owner), "the first session was not used since");
    assert!(newer.iter().all(is_signed_in) && is_signed_in(&last));
}

fn right_passwords_are_limited_by_browser_and_by_person(engine: Engine) {
    let server = Server::start(engine);
    let owner = join(&server, "grace@example.org", "Grace");
    let refused_after = |enter: &dyn Fn() -> Browser| {
        (0..60).find(|_| {
            let reply = enter().sign_in("grace@example.org", PASSWORD);
            assert!(reply.status == 303 || reply.body.contains("Too many attempts."), "{reply:?}");
            reply.status != 303
        })
    };
    assert!((30..40).contains(&refused_after(&|| on_device(&server, &owner)).expect("a limit")));
    // Browsers that are new have a count of their own.
    assert!((30..40).contains(&refused_after(&|| Browser::new(server.origin())).expect("a limit")));
    let other = Browser::new(server.origin()).sign_in(server.info("email"), server.info("password"));
    assert_eq!(other.status, 303, "and so has another person");
}

/// Lets sessions be older than they are.
fn age(server: &Server, column: &str, seconds: i64) {
    let older = format!("update sessions set {column} = {column} - {}", seconds * 1_000_000);
    server.execute_unguarded("sessions_keep", "sessions", &older);
}

fn pages_are_kept_by_nobody_and_framed_by_nobody(engine: Engine) {
    let server = Server::start(engine);
    let owner = join(&server, "grace@example.org", "Grace");
    for path in ["/dashboard/sign-in", "/dashboard/live/settings", "/claim/x", "/oauth/authorize", "/nothing"]
    {
        let reply = owner.send("GET", path, &[("Accept", "text/html")], None);
        let header = |name: &str| reply.header(name).unwrap_or_default().to_owned();
        assert_eq!(header("cache-control"), "no-store", "{path}");
        assert_eq!(header("x-frame-options"), "DENY", "{path}");
        assert_eq!(header("x-content-type-options"), "nosniff", "{path}");
        let policy = header("content-security-policy");
        assert!(policy.contains("frame-ancestors 'none'") && policy.contains("default-src 'none'"), "{path}");
        assert!(!policy.contains("unsafe"), "{path}: {policy}");
    }
}

/// The head of the request is there while the session lives, its last byte only when it has ended.
fn a_form_that_arrives_after_its_sender_was_signed_out_does_nothing(engine: Engine) {
    let server = Server::start(engine);
    let owner = join(&server, "grace@example.org", "Grace");
    let thief = Browser::new(server.origin());
    thief.set_cookie("__Host-florin", &owner.cookie("__Host-florin").expect("a session"));
    let page = "/dashboard/live/api_keys/new";
    let form = thief.form(page, page);
    let token = &form.iter().find(|(name, _)| name == "csrf").expect("a token").1;
    let body = format!("csrf={token}&form_key=01234567890123456789&name=mine&scope=balance%3Aread");
    let head = format!(
        "POST {page} HTTP/1.1\r\nHost: {}\r\nCookie: {}\r\nContent-Type: application/x-www-form-urlencoded\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{}",
        server.origin().trim_start_matches("http://"),
        thief.cookie_line(),
        body.len(),
        &body[..body.len() - 1],
    );
    let address = server.origin().trim_start_matches("http://");
    let mut stream = std::net::TcpStream::connect(address).expect("the server listens");
    std::io::Write::write_all(&mut stream, head.as_bytes()).expect("the head");
    eventually("the server has read it", || {
        (owner.get("/dashboard/live/api_keys").status == 200).then_some(())
    });
    owner.fill("/dashboard/live/settings", "/dashboard/live/settings/sign_out_everywhere", &[]);
    let out = owner.fill("/dashboard/live/settings", "/dashboard/sign-out", &[]);
    assert_eq!(out.status, 303);
    std::io::Write::write_all(&mut stream, &body.as_bytes()[body.len() - 1..]).expect("the last byte");
    stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
    let mut answer = String::new();
    std::io::Read::read_to_string(&mut stream, &mut answer).expect("an answer");
    assert!(
        answer.starts_with("HTTP/1.1 303") && answer.contains("location: /dashboard/sign-in"),
        "{answer}"
    );
    let back = Browser::signed_in(server.origin(), "grace@example.org", PASSWORD);
    assert!(back.get("/dashboard/live/api_keys").body.contains("No API keys yet"));
}
