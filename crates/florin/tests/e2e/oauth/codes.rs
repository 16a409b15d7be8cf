//! Authorization codes: good once, for a minute, for one app at one address with one proof.

use super::app::{App, Fields, Pair, assert_refused, but};
use super::world::World;
use crate::support::{Engine, at_once};

testkit::on_both_engines!(
    a_code_is_good_for_a_minute,
    two_hundred_uses_at_once_give_at_most_one_token_and_then_none,
);

testkit::on_sqlite_daily!(
    a_code_used_twice_gives_nothing_and_ends_what_it_gave,
    a_code_is_burned_by_another_app_and_for_another_address,
    a_code_with_a_challenge_needs_its_verifier_and_one_without_takes_none,
);

testkit::on_one_engine!(only_s256_is_a_challenge);

/// Of RFC 7636, appendix B.
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

fn challenged(app: &App) -> Fields<'static> {
    let mut request = app.request("balance:read");
    request.push(("code_challenge", CHALLENGE.to_owned()));
    request.push(("code_challenge_method", "S256".to_owned()));
    request
}

fn a_code_used_twice_gives_nothing_and_ends_what_it_gave(engine: Engine) {
    let world = World::start(engine);
    let code = world.app.code(&world.alice, "balance:read");
    let pair = Pair::of(&world.app.token(&world.app.exchange(&code)));
    let next = world.app.refresh(&pair.refresh);
    assert!(world.works(&pair.access) && world.works(&next.access));
    assert_refused(&world.app.token(&world.app.exchange(&code)), 400, "invalid_grant");
    assert!(!world.works(&pair.access) && !world.works(&next.access));
    for token in [&pair.refresh, &next.refresh] {
        assert_refused(&world.app.token(&world.app.refreshing(token)), 400, "invalid_grant");
    }
    assert_refused(&world.app.token(&world.app.exchange(&code)), 400, "invalid_grant");
    // The same person can connect the app again.
    assert!(world.works(&world.app.connect(&world.alice, "balance:read").access));
}

fn a_code_is_burned_by_another_app_and_for_another_address(engine: Engine) {
    let world = World::start(engine);
    let other = world.new_app("Another");
    let other_uri = "https://app.example/callback/";
    for (what, spoil) in [
        ("another app", Box::new(|code: &str| other.exchange(code)) as Box<dyn Fn(&str) -> Fields<'static>>),
        ("another address", Box::new(|code| but(&world.app.exchange(code), "redirect_uri", Some(other_uri)))),
        (
            "a longer address",
            Box::new(|code| {
                but(&world.app.exchange(code), "redirect_uri", Some("https://app.example/callback?a=1"))
            }),
        ),
        (
            "a verifier for nothing",
            Box::new(|code| but(&world.app.exchange(code), "code_verifier", Some(VERIFIER))),
        ),
    ] {
        let code = world.app.code(&world.alice, "balance:read");
        assert_refused(&world.app.token(&spoil(&code)), 400, "invalid_grant");
        let late = world.app.token(&world.app.exchange(&code));
        assert_eq!(late.json()["error"], "invalid_grant", "after {what}");
    }
    // What is only incomplete can be completed.
    let code = world.app.code(&world.alice, "balance:read");
    for name in ["redirect_uri", "code", "grant_type"] {
        let incomplete = but(&world.app.exchange(&code), name, None);
        assert_refused(&world.app.token(&incomplete), 400, "invalid_request");
    }
    for verifier in
        ["short", &"a".repeat(42), &"a".repeat(129), &format!("{VERIFIER}+"), &"\u{e9}".repeat(43)]
    {
        let malformed = but(&world.app.exchange(&code), "code_verifier", Some(verifier));
        assert_refused(&world.app.token(&malformed), 400, "invalid_request");
    }
    let unknown_client = but(&world.app.exchange(&code), "client_secret", Some("wrong"));
    assert_refused(&world.app.token(&unknown_client), 401, "invalid_client");
    assert!(world.works(&Pair::of(&world.app.token(&world.app.exchange(&code))).access));
    // What is no code at all.
    for code in ["x", "", &"a".repeat(5_000), "' or 1=1 --", world.app.secret.as_str()] {
        let refused = world.app.token(&world.app.exchange(code));
        assert_refused(&refused, 400, if code.is_empty() { "invalid_request" } else { "invalid_grant" });
    }
}

fn a_code_with_a_challenge_needs_its_verifier_and_one_without_takes_none(engine: Engine) {
    let world = World::start(engine);
    let code = || world.app.code_for(&world.alice, &challenged(&world.app), "test");
    let with_verifier = |code: &str, verifier| but(&world.app.exchange(code), "code_verifier", verifier);
    let good = world.app.token(&with_verifier(&code(), Some(VERIFIER)));
    assert!(world.works(&Pair::of(&good).access));
    let (other, lower) = (VERIFIER.replace('d', "e"), VERIFIER.to_lowercase());
    for verifier in [None, Some(""), Some(CHALLENGE), Some(other.as_str()), Some(lower.as_str())] {
        let code = code();
        let refused = world.app.token(&with_verifier(&code, verifier));
        assert_refused(&refused, 400, "invalid_grant");
        let late = world.app.token(&with_verifier(&code, Some(VERIFIER)));
        assert_refused(&late, 400, "invalid_grant");
    }
    // One whose challenge was taken out on its way takes no verifier.
    let stripped = world.app.code(&world.alice, "balance:read");
    let refused = world.app.token(&with_verifier(&stripped, Some(VERIFIER)));
    assert_refused(&refused, 400, "invalid_grant");
}

fn only_s256_is_a_challenge(engine: Engine) {
    let world = World::start(engine);
    let ask = |challenge: &str, method: Option<&str>| {
        let request = but(&world.app.request("balance:read"), "code_challenge", Some(challenge));
        let request = but(&request, "code_challenge_method", method);
        world.alice.get(&super::app::authorize(&request))
    };
    for method in [None, Some(""), Some("plain"), Some("s256"), Some("S512"), Some("S256 "), Some("none")] {
        let sent = super::app::Sent::of(&ask(CHALLENGE, method));
        assert_eq!(sent.one("error"), "invalid_request", "{method:?}");
    }
    for challenge in [
        "short",
        &CHALLENGE[..42],
        &format!("{CHALLENGE}A"),
        &format!("{CHALLENGE}="),
        &CHALLENGE.replace('-', "+"),
        &CHALLENGE.replace('M', "*"),
        &"A".repeat(128),
        // The last letter has bits that no SHA-256 has.
        &format!("{}N", &CHALLENGE[..42]),
    ] {
        let sent = super::app::Sent::of(&ask(challenge, Some("S256")));
        assert_eq!(sent.one("error"), "invalid_request", "{challenge}");
    }
    assert_eq!(ask(CHALLENGE, Some("S256")).status, 200);
}

fn a_code_is_good_for_a_minute(engine: Engine) {
    let world = World::start(engine);
    let late = world.app.code(&world.alice, "balance:read");
    world.age(61);
    assert_refused(&world.app.token(&world.app.exchange(&late)), 400, "invalid_grant");
    let early = world.app.code(&world.alice, "balance:read");
    world.age(30);
    let pair = Pair::of(&world.app.token(&world.app.exchange(&early)));
    assert!(world.works(&pair.access));
    // Trying it when it is too late still shows that it was stolen.
    world.age(3_000);
    assert!(world.works(&pair.access));
    assert_refused(&world.app.token(&world.app.exchange(&early)), 400, "invalid_grant");
    assert!(!world.works(&pair.access));
}

fn two_hundred_uses_at_once_give_at_most_one_token_and_then_none(engine: Engine) {
    let world = World::start(engine);
    for _ in 0..3 {
        let code = world.app.code(&world.alice, "balance:read");
        let body = super::app::query(&world.app.exchange(&code));
        let replies = at_once(200, |_| {
            let endpoint = world.server.anyone();
            endpoint.send("POST", "/oauth/token", &[super::app::FORM], Some(&body))
        });
        let given: Vec<Pair> = replies.iter().filter(|reply| reply.status == 200).map(Pair::of).collect();
        assert!(given.len() <= 1, "{} pairs", given.len());
        for reply in replies.iter().filter(|reply| reply.status != 200) {
            assert_refused(reply, 400, "invalid_grant");
        }
        for pair in &given {
            assert!(!world.works(&pair.access));
            assert_refused(&world.app.token(&world.app.refreshing(&pair.refresh)), 400, "invalid_grant");
        }
    }
}
