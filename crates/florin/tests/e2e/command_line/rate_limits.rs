//! Rate limits: off in `dev`, and where they are on, each key has its own.

use serde_json::json;

use crate::support::pages::{demo, says};
use crate::support::{Browser, Client, Engine, Reply, Server, eventually, item, payout};

testkit::on_sqlite_daily!(
    a_sandbox_creates_so_many_objects_a_day_and_live_accounts_any_number,
    exports_give_their_places_back,
);

testkit::on_one_engine!(
    without_a_setting_there_is_no_limit,
    a_client_over_its_limit_is_told_when_to_retry_and_no_other_client_notices,
    all_keys_of_an_account_share_a_limit_that_the_other_mode_does_not,
    a_session_shares_the_limit_of_its_account_and_gets_a_page_that_says_so,
    strangers_share_the_pages_of_their_network,
    forms_are_as_large_as_people_need_them,
);

/// More requests than a limit of five a second lets through, unless each takes a fifth of a second.
const MANY: usize = 500;

fn without_a_setting_there_is_no_limit(engine: Engine) {
    let server = Server::start(engine);
    for client in [server.sandbox(), server.sandbox().anonymous()] {
        for _ in 0..MANY {
            let reply = client.get("/balance");
            assert_ne!(reply.status, 429);
            for name in ["ratelimit", "ratelimit-policy", "retry-after"] {
                assert_eq!(reply.header(name), None, "{name}");
            }
        }
    }
}

/// The number behind `name=` in a header such as `"default";r=4;t=1`.
fn parameter(reply: &Reply, header: &str, name: &str) -> u64 {
    let value = reply.header(header).unwrap_or_else(|| panic!("no {header} in {reply:?}"));
    let mut parts = value.split(';');
    assert_eq!(parts.next(), Some("\"default\""), "{value}");
    let found = parts.find_map(|part| part.strip_prefix(name)?.strip_prefix('=')?.parse().ok());
    found.unwrap_or_else(|| panic!("no {name} in {value}"))
}

/// Asks until the limit is reached; until then the allowance shrinks, but for what time gives back.
fn exhaust(client: &Client, usual: u16) -> Reply {
    let first = client.get("/balance");
    assert_eq!((first.status, parameter(&first, "ratelimit", "r")), (usual, 4), "{first:?}");
    for _ in 0..MANY {
        let reply = client.get("/balance");
        assert_eq!(
            [parameter(&reply, "ratelimit-policy", "q"), parameter(&reply, "ratelimit-policy", "w")],
            [5, 1]
        );
        if reply.status == 429 {
            return reply;
        }
        assert_eq!(reply.status, usual, "{reply:?}");
        assert!(parameter(&reply, "ratelimit", "r") < 5, "{reply:?}");
    }
    panic!("{MANY} requests went through a limit of five a second");
}

fn a_client_over_its_limit_is_told_when_to_retry_and_no_other_client_notices(engine: Engine) {
    let server = Server::start_with(engine, &["--rate-limit", "5"]);
    let other = server.sandbox().with_key(&server.new_key(server.info("email"), "test", "all"));
    let live = server.live();
    let greedy = server.sandbox();

    let refused = exhaust(&greedy, 200);
    refused.assert_problem(429, "rate_limited");
    let wait: u64 = refused.header("retry-after").and_then(|text| text.parse().ok()).expect("whole seconds");
    assert!((1..=2).contains(&wait), "{refused:?}");
    assert_eq!(parameter(&refused, "ratelimit", "r"), 0);
    assert_eq!(parameter(&refused, "ratelimit", "t"), wait);

    // Neither another key of the same account, nor the other mode, nor a caller without a key.
    for (client, status) in [(&other, 200), (&live, 200), (&greedy.anonymous(), 401)] {
        let reply = client.get("/balance");
        assert_eq!((reply.status, parameter(&reply, "ratelimit", "r")), (status, 4), "{reply:?}");
    }
    // Time gives back what was spent.
    eventually("the limit is over", || (greedy.get("/balance").status == 200).then_some(()));
}

fn all_keys_of_an_account_share_a_limit_that_the_other_mode_does_not(engine: Engine) {
    let server = Server::start_with(engine, &["--rate-limit", "100", "--account-rate-limit", "5"]);
    let new_key = || server.sandbox().with_key(&server.new_key(server.info("email"), "test", "all"));
    let keys = [server.sandbox(), new_key(), new_key()];
    let mut replies = (0..MANY).map(|index| keys[index % keys.len()].get("/balance"));
    let refused = replies.find(|reply| reply.status == 429).expect("the account is limited");
    refused.assert_problem(429, "rate_limited");
    assert_eq!(refused.header("ratelimit-policy"), Some("\"account\";q=5;w=1"), "{refused:?}");
    let live = server.live().get("/balance");
    assert_eq!(live.status, 200);
    assert_eq!(live.header("ratelimit"), Some("\"account\";r=4;t=1"), "{live:?}");
}

fn a_sandbox_creates_so_many_objects_a_day_and_live_accounts_any_number(engine: Engine) {
    let server = Server::start_with(engine, &["--sandbox-writes-per-day", "20"]);
    let (sandbox, live) = (server.sandbox(), server.live());
    let three = payout(["a@example.com", "b@example.com", "c@example.com"].map(|email| item(email, "1")));
    (0..3).for_each(|_| assert_eq!(sandbox.post("/payouts", &three).status, 200));
    let refused = sandbox.post("/payouts", &three);
    refused.assert_problem(429, "rate_limited");
    assert!(
        refused.json()["detail"].as_str().is_some_and(|detail| detail.contains("20 new objects per day"))
    );
    let wait: u64 = refused.header("retry-after").and_then(|text| text.parse().ok()).expect("whole seconds");
    assert!((3_600..86_400).contains(&wait), "{wait}");

    // What writes nothing goes on, and one more object fits.
    assert_eq!(sandbox.post("/payouts/validate", &three).status, 200);
    assert_eq!(sandbox.get("/balance").status, 200);
    let recipient = |name: &str| json!({ "email": format!("{name}@example.com") });
    assert_eq!(sandbox.post("/recipients", &recipient("d")).status, 200);
    sandbox.post("/recipients", &recipient("e")).assert_problem(429, "rate_limited");
    let browser = demo(&server);
    let new = "/dashboard/test/recipients/new";
    // The key had its half. A session has the other.
    for number in 0..10 {
        let email = format!("session{number}@example.com");
        assert_eq!(browser.fill(new, new, &[("email", &email)]).status, 303, "{number}");
    }
    let page = browser.fill(new, new, &[("email", "f@example.com")]);
    assert_eq!(page.status, 429);
    says(&page, "Daily limit reached");
    // What was made can still be ended, and the owner can still take the key away.
    let paid = sandbox.get("/payouts").json()["data"][0]["id"].as_str().expect("a payout").to_owned();
    assert_eq!(sandbox.post(&format!("/payouts/{paid}/cancel"), &json!({})).status, 200);
    let form = browser.form("/dashboard/test/settings", "/dashboard/sign-out");
    assert_eq!(browser.post("/dashboard/sign-out", &form).status, 303);
    for number in 0..12 {
        assert_eq!(live.post("/recipients", &recipient(&format!("live{number}"))).status, 200);
    }
}

/// More than signing in asks for, and less than a test asks for in a second.
const PAGES: [&str; 4] = ["--rate-limit", "30", "--account-rate-limit", "30"];

/// Opens a page until it is refused.
fn refused(browser: &Browser, path: &str) -> Reply {
    let found = (0..MANY).map(|_| browser.get(path)).find(|reply| reply.status != 200);
    let refused = found.expect("pages are limited");
    assert_eq!(refused.status, 429, "{path}");
    let wait: u64 = refused.header("retry-after").and_then(|text| text.parse().ok()).expect("whole seconds");
    assert!((1..=2).contains(&wait), "{wait}");
    says(&refused, "Too many requests");
    refused
}

fn a_session_shares_the_limit_of_its_account_and_gets_a_page_that_says_so(engine: Engine) {
    let server = Server::start_with(engine, &PAGES);
    let browser = demo(&server);
    refused(&browser, "/dashboard/test/transactions?status=failed");
    // The account's keys share it, and the live account has its own.
    let shared = server.sandbox().get("/balance");
    let left = shared.header("ratelimit").and_then(|text| text.strip_prefix("\"account\";r="));
    let left = left.and_then(|text| text.split(';').next()?.parse::<u64>().ok());
    assert!(left.is_some_and(|left| left < 10), "of thirty, time has given back few: {shared:?}");
    assert_eq!(server.live().get("/balance").status, 200);
    eventually("the limit is over", || (server.sandbox().get("/balance").status == 200).then_some(()));
}

fn strangers_share_the_pages_of_their_network(engine: Engine) {
    let server = Server::start_with(engine, &PAGES);
    refused(&Browser::new(server.origin()), "/claim");
    // Forms count before they are read, also those that can't be ours.
    let form = [("content-type", "application/x-www-form-urlencoded")];
    let sent =
        || Browser::new(server.origin()).send("POST", "/dashboard/sign-in", &form, Some(&[b'&'; 100_000]));
    assert!((0..MANY).any(|_| sent().status == 429), "every form was read");
    assert_eq!(server.sandbox().get("/balance").status, 200);
}

fn forms_are_as_large_as_people_need_them(engine: Engine) {
    let server = Server::start(engine);
    let form = [("content-type", "application/x-www-form-urlencoded")];
    let (stranger, owner) = (Browser::new(server.origin()), demo(&server));
    stranger.open("/dashboard/sign-in");
    for (browser, path, body, status) in [
        (&stranger, "/dashboard/sign-in", vec![b'a'; 70_000], 413),
        (&stranger, "/dashboard/sign-in", vec![b'&'; 3_000], 413),
        (&owner, "/dashboard/test/payouts/new", vec![b'&'; 3_000], 413),
        (&owner, "/dashboard/test/payouts/new", vec![b'a'; 70_000], 403),
    ] {
        assert_eq!(browser.send("POST", path, &form, Some(&body)).status, status, "{path}");
    }
}

/// Two at a time are allowed: one after the other, there may be any number.
fn exports_give_their_places_back(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    for _ in 0..5 {
        assert_eq!(browser.get("/dashboard/test/transactions/export").status, 200);
    }
}

/// Guessing keys is limited by where the guesses come from, and costs the owners of keys nothing.
#[test]
fn clients_without_a_valid_key_share_the_allowance_of_their_address() {
    let server = Server::start_with(Engine::Sqlite, &["--rate-limit", "5"]);
    let stranger = server.sandbox().with_authorization("Bearer florin_test_guess");
    exhaust(&stranger, 401).assert_problem(429, "rate_limited");
    let reply = server.sandbox().get("/balance");
    assert_eq!((reply.status, parameter(&reply, "ratelimit", "r")), (200, 4), "{reply:?}");
    // What needs no key is not limited, so that probes and browsers go on.
    for path in ["/healthz", "/readyz", "/openapi.json", "/docs"] {
        assert_eq!(server.anyone().get(path).status, 200, "{path}");
    }
}
