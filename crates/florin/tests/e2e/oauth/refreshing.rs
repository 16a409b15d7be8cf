//! Refresh tokens: each is replaced when it is used, a lost answer can be fetched again, and an old one ends all.

use std::collections::HashSet;

use super::app::{FORM, Pair, assert_refused, but, query};
use super::world::World;
use crate::support::{Engine, at_once, eventually};

testkit::on_both_engines!(five_hundred_refreshes_at_once_give_one_pair);

testkit::on_sqlite_daily!(
    a_refresh_token_is_replaced_and_the_one_before_works_until_the_new_one_is_used,
    a_lost_answer_is_given_again_for_half_a_minute_and_then_replaced,
    an_old_refresh_token_ends_the_grant_for_good,
    scopes_shrink_and_never_grow,
    another_app_cannot_use_a_refresh_token,
    tokens_have_their_time,
    refreshing_counts_for_the_account_that_the_app_acts_for,
);

fn refreshing_counts_for_the_account_that_the_app_acts_for(engine: Engine) {
    let world = World::start_with(engine, &["--sandbox-writes-per-day", "20", "--writes-per-day", "20"]);
    let mut pair = world.app.connect(&world.alice, "balance:read");
    let mut refreshed = 0;
    let refused = loop {
        let reply = world.app.token(&world.app.refreshing(&pair.refresh));
        if reply.status != 200 {
            break reply;
        }
        pair = Pair::of(&reply);
        refreshed += 1;
    };
    assert_refused(&refused, 429, "temporarily_unavailable");
    assert_eq!(refreshed, 10, "half of what the account may write");
    assert!(world.works(&pair.access), "reading goes on");
}

fn a_refresh_token_is_replaced_and_the_one_before_works_until_the_new_one_is_used(engine: Engine) {
    let world = World::start(engine);
    let first = world.app.connect(&world.alice, "balance:read payouts:read");
    let mut seen = HashSet::from([first.access.clone(), first.refresh.clone()]);
    let mut pair = first.clone();
    for _ in 0..5 {
        let next = world.app.refresh(&pair.refresh);
        assert_eq!(next.scope, "balance:read payouts:read");
        assert!(seen.insert(next.access.clone()) && seen.insert(next.refresh.clone()), "given before");
        // Access tokens live on beside the newer ones.
        assert!(world.works(&pair.access) && world.works(&next.access));
        pair = next;
    }
    for token in &seen {
        let kind = if token.starts_with("florin_at_") { "an access token" } else { "a refresh token" };
        assert!(token.starts_with("florin_at_") || token.starts_with("florin_rt_"), "{kind}");
    }
    // An access token refreshes nothing, a refresh token opens nothing.
    assert_refused(&world.app.token(&world.app.refreshing(&pair.access)), 400, "invalid_grant");
    assert!(!world.works(&pair.refresh));
    assert!(world.works(&pair.access));
}

fn a_lost_answer_is_given_again_for_half_a_minute_and_then_replaced(engine: Engine) {
    let world = World::start(engine);
    let first = world.app.connect(&world.alice, "balance:read");
    let request = world.app.refreshing(&first.refresh);
    let answer = world.app.token(&request);
    assert_eq!(world.app.token(&request).body, answer.body, "byte for byte");
    world.age(25);
    assert_eq!(world.app.token(&request).body, answer.body, "byte for byte");
    let second = Pair::of(&answer);
    world.age(10);
    let third = Pair::of(&world.app.token(&request));
    assert_ne!((&third.access, &third.refresh), (&second.access, &second.refresh));
    assert_eq!(world.app.refresh(&first.refresh), third, "and that one is given again, too");
    // The newest works; what was given for the lost answer is now old.
    let fourth = world.app.refresh(&third.refresh);
    assert!(world.works(&fourth.access));
    assert_refused(&world.app.token(&world.app.refreshing(&second.refresh)), 400, "invalid_grant");
    assert!(!world.works(&fourth.access));
}

fn an_old_refresh_token_ends_the_grant_for_good(engine: Engine) {
    let world = World::start(engine);
    let kept = world.app.connect(&world.alice, "balance:read");
    for extra in [None, Some("payouts:write"), Some("balance:read")] {
        let first = world.app.connect(&world.alice, "balance:read");
        let second = world.app.refresh(&first.refresh);
        let third = world.app.refresh(&second.refresh);
        assert!(world.works(&third.access));
        // Whatever it comes with.
        let replay = but(&world.app.refreshing(&first.refresh), "scope", extra);
        assert_refused(&world.app.token(&replay), 400, "invalid_grant");
        for pair in [&first, &second, &third] {
            assert!(!world.works(&pair.access));
            assert_refused(&world.app.token(&world.app.refreshing(&pair.refresh)), 400, "invalid_grant");
        }
    }
    // Another grant of the same person to the same app is another grant.
    assert!(world.works(&kept.access));
    assert!(world.works(&world.app.refresh(&kept.refresh).access));
    // The person is told.
    let log = world.alice.open("/dashboard/test/settings").body;
    assert!(log.contains("Bookkeeper"), "{log}");
}

fn scopes_shrink_and_never_grow(engine: Engine) {
    let world = World::start(engine);
    let all = "balance:read recipients:read payouts:read";
    let mut pair = world.app.connect(&world.alice, all);
    let mut ask = |scope: Option<&str>| {
        let reply = world.app.token(&but(&world.app.refreshing(&pair.refresh), "scope", scope));
        if reply.status == 200 {
            pair = Pair::of(&reply);
        }
        reply
    };
    for (scope, given) in [
        (Some("balance:read"), "balance:read"),
        (Some("payouts:read balance:read"), "balance:read payouts:read"),
        (Some("balance:read balance:read"), "balance:read"),
        (None, all),
        (Some(""), all),
        (Some(all), all),
    ] {
        let reply = ask(scope);
        assert_eq!(reply.json()["scope"], given, "{scope:?}: {reply:?}");
        let token = Pair::of(&reply).access;
        let api = world.api(rules::account::Mode::Test, &token);
        assert_eq!(api.get("/balance").status, 200);
        let payouts = if given.contains("payouts:read") { 200 } else { 403 };
        assert_eq!(api.get("/payouts").status, payouts, "{scope:?}");
        assert_eq!(api.get("/transactions").status, 403, "never granted");
    }
    for scope in
        ["payouts:write", "balance:read payouts:write", "coffee:write", "balance:read,payouts:read", "  "]
    {
        assert_refused(&ask(Some(scope)), 400, "invalid_scope");
    }
    // Asking for too much has not used the token up.
    assert_eq!(ask(None).json()["scope"], all);
}

fn another_app_cannot_use_a_refresh_token(engine: Engine) {
    let world = World::start(engine);
    let other = world.new_app("Another");
    let pair = world.app.connect(&world.alice, "balance:read");
    for _ in 0..3 {
        assert_refused(&other.token(&other.refreshing(&pair.refresh)), 400, "invalid_grant");
    }
    assert!(world.works(&pair.access));
    assert!(world.works(&world.app.refresh(&pair.refresh).access), "and that has done no harm");
    for token in ["x", "florin_rt_x", &"a".repeat(5_000), &format!("{}x", pair.refresh)] {
        assert_refused(&world.app.token(&world.app.refreshing(token)), 400, "invalid_grant");
    }
}

fn five_hundred_refreshes_at_once_give_one_pair(engine: Engine) {
    let world = World::start(engine);
    // On PostgreSQL in two processes.
    let second = (engine == Engine::Postgres).then(|| world.server.second_process());
    let base = |url: &str| url.strip_suffix("/sandbox/v1").expect("the sandbox").to_owned();
    let mut origins = vec![world.server.origin().to_owned()];
    origins.extend(second.as_ref().map(|second| base(second.test_api())));
    let mut pair = world.app.connect(&world.alice, "balance:read");
    for _ in 0..3 {
        let body = query(&world.app.refreshing(&pair.refresh));
        let replies = at_once(500, |number| {
            let endpoint = world.server.anyone().at(&origins[number % origins.len()]).apart();
            endpoint.send("POST", "/oauth/token", &[FORM], Some(&body))
        });
        let given: HashSet<String> = replies.iter().map(|reply| reply.body.clone()).collect();
        assert!(replies.iter().all(|reply| reply.status == 200), "{given:?}");
        assert_eq!(given.len(), 1, "one pair for all");
        pair = Pair::of(&replies[0]);
        assert!(world.works(&pair.access));
    }
}

fn tokens_have_their_time(engine: Engine) {
    const DAY: i64 = 86_400;
    let world = World::start(engine);
    let reply = world.app.token(&world.app.exchange(&world.app.code(&world.alice, "balance:read")));
    assert_eq!(reply.json()["expires_in"], 3_600);
    let pair = Pair::of(&reply);
    world.age(3_500);
    assert!(world.works(&pair.access));
    world.age(101);
    eventually("the token has expired", || (!world.works(&pair.access)).then_some(()));
    // An app that comes back within 90 days each time stays connected for years.
    let mut pair = pair;
    for _ in 0..6 {
        world.age(89 * DAY);
        pair = world.app.refresh(&pair.refresh);
        assert!(world.works(&pair.access));
    }
    world.age(90 * DAY + 1);
    assert_refused(&world.app.token(&world.app.refreshing(&pair.refresh)), 400, "invalid_grant");
}
