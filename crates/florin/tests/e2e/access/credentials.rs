//! Who is let in at all: no caller without a credential, with something like one, or with one of the other mode.

use app::dice::Dice;
use data_encoding::{BASE64, HEXLOWER};
use rules::account::Mode;

use super::world::World;
use super::{other, seen};
use crate::support::{Engine, Reply, canary, raw_reply};

testkit::on_sqlite_daily!(
    no_route_answers_to_a_missing_broken_or_unknown_credential,
    a_revoked_key_is_refused_by_every_route,
    a_key_of_the_other_mode_is_refused_by_every_route_and_told_where_to_go,
);

testkit::on_one_engine!(
    no_route_answers_to_a_credential_in_any_other_place,
    no_route_answers_to_two_credentials_at_once,
    basic_with_the_key_is_the_same_as_bearer_on_every_route,
    the_scheme_is_read_in_any_case,
);

#[track_caller]
fn assert_unauthorized(reply: &Reply, which: &str) {
    assert_eq!(reply.status, 401, "{which}: {reply:?}");
    reply.assert_problem(401, "unauthorized");
    assert_eq!(reply.header("www-authenticate"), Some("Bearer realm=\"Florin\""), "{which}");
    assert!(reply.json()["errors"].is_null(), "{which}: {reply:?}");
}

/// Values of `Authorization` that are nearly, but not, this key.
fn garbage(key: &str, mode: Mode) -> Vec<String> {
    let stranger =
        app::credential::generate(&Dice::system(), "florin", app::credential::Credential::Key(mode));
    let another_brand =
        app::credential::generate(&Dice::system(), "acme", app::credential::Credential::Key(mode));
    [&stranger, &another_brand].into_iter().for_each(|key| canary(key));
    let (head, tail) = key.split_at(key.len() - 3);
    let (first, second) = (&tail[..1], &tail[1..]);
    let mistyped = format!("{head}{}{second}", if first == "x" { "y" } else { "x" });
    let basic = |text: &str| format!("Basic {}", BASE64.encode(text.as_bytes()));
    let secret = key.rsplit_once('_').expect("a prefix").1;
    let mut rows = vec![
        String::new(),
        "Bearer".to_owned(),
        "Bearer ".to_owned(),
        "Basic".to_owned(),
        "Basic !!rubbish!!".to_owned(),
        format!("Basic {key}"),
        format!("Basic {}=", BASE64.encode(format!("{key}:").as_bytes())),
        format!("Basic {}", HEXLOWER.encode(format!("{key}:").as_bytes())),
        format!("Basic  {}", BASE64.encode(format!("{key}:").as_bytes())),
        basic("rubbish"),
        basic(&format!(":{key}")),
        basic(&format!("{key}:password")),
        basic(&format!("{key}::")),
        basic(&format!("{mistyped}:")),
        basic(":"),
        basic(""),
    ];
    let bearers = [
        stranger.clone(),
        another_brand,
        mistyped,
        key.to_ascii_uppercase(),
        key.replace(mode.name(), other(mode).name()),
        key.replace("florin_", ""),
        format!("florin_florin_{}_{secret}", mode.name()),
        format!("florin_{}_{key}", mode.name()),
        format!("florin_{}_", mode.name()),
        format!("florin_at_{secret}"),
        secret.to_owned(),
        head.to_owned(),
        format!("{key}x"),
        format!("x{key}"),
        format!(" {key}"),
        format!("\t{key}"),
        format!("{key} {key}"),
        format!("{key},{key}"),
        format!("{key}, Bearer {key}"),
        format!("{key} {stranger}"),
        format!("\"{key}\""),
        format!("<{key}>"),
        format!("{key}%00"),
        "null".to_owned(),
        "*".to_owned(),
    ];
    rows.extend(bearers.map(|text| format!("Bearer {text}")));
    rows.extend(["Token", "Digest", "ApiKey", "Bearer-Token"].map(|scheme| format!("{scheme} {key}")));
    rows.extend([key.to_owned(), format!("Bearer:{key}"), format!("Bearer={key}"), format!("Bearer\t{key}")]);
    rows
}

fn no_route_answers_to_a_missing_broken_or_unknown_credential(engine: Engine) {
    let world = World::start(engine);
    let before = world.state();
    for route in world.routes() {
        let id = world.id(&route);
        assert_unauthorized(&route.call(&world.anyone(), id), &format!("{route} without a credential"));
        let key = &world.ours.side(route.mode).key;
        for value in garbage(key, route.mode) {
            let reply = route.call(&world.anyone().with_authorization(&value), id);
            assert_unauthorized(&reply, &format!("{route} with {value:?}"));
            assert!(!reply.body.contains(key.as_str()), "{route}: the answer repeats the credential");
        }
        for bytes in [&b"Bearer \xff\xfe"[..], "Bearer schlüssel".as_bytes()] {
            let header = [b"Authorization: ", bytes, b"\r\n"].concat();
            let reply = raw_reply(world.server.origin(), &route.bytes(id, &header));
            assert_unauthorized(&reply, &format!("{route} with {bytes:?}"));
        }
    }
    assert_eq!(world.state(), before);
}

fn no_route_answers_to_a_credential_in_any_other_place(engine: Engine) {
    let world = World::start(engine);
    let before = world.state();
    for route in world.routes() {
        let (id, key) = (world.id(&route), &world.ours.side(route.mode).key);
        for name in ["access_token", "api_key", "key", "token", "authorization"] {
            let path = format!("{}?{name}={key}", route.path(id));
            let reply = world.anyone().send(route.sample.method, &path, &[], route.body.as_deref());
            assert_unauthorized(&reply, &format!("{route} with ?{name}="));
        }
        let (bearer, cookie) = (format!("Bearer {key}"), format!("Authorization={key}; access_token={key}"));
        for (name, value) in [
            ("Cookie", cookie.as_str()),
            ("X-Api-Key", key),
            ("X-Authorization", &bearer),
            ("Proxy-Authorization", &bearer),
            ("Idempotency-Key", key),
        ] {
            let reply = route.call_with(&world.anyone(), id, &[(name, value)]);
            assert_unauthorized(&reply, &format!("{route} with {name}"));
        }
    }
    assert_eq!(world.state(), before);
}

fn no_route_answers_to_two_credentials_at_once(engine: Engine) {
    let world = World::start(engine);
    let before = world.state();
    for route in world.routes() {
        let (id, key) = (world.id(&route), &world.ours.side(route.mode).key);
        let (good, theirs) =
            (format!("Bearer {key}"), format!("Bearer {}", world.theirs.side(route.mode).key));
        let bearer = good.as_str();
        let basic = format!("Basic {}", BASE64.encode(format!("{key}:").as_bytes()));
        for [first, second] in [
            [bearer, bearer],
            [bearer, &theirs],
            [bearer, "Bearer rubbish"],
            ["Bearer rubbish", bearer],
            [bearer, ""],
            ["", bearer],
            [bearer, &basic],
        ] {
            let headers = format!("Authorization: {first}\r\nauthorization: {second}\r\n");
            let reply = raw_reply(world.server.origin(), &route.bytes(id, headers.as_bytes()));
            assert_unauthorized(&reply, &format!("{route} with {headers:?}"));
        }
    }
    assert_eq!(world.state(), before);
}

fn a_revoked_key_is_refused_by_every_route(engine: Engine) {
    let world = World::start(engine);
    let revoked = |mode: Mode| {
        let arguments =
            ["key", "create", "--email", &world.ours.email, "--mode", mode.name(), "--scopes", "all"];
        let made = world.server.florin_json(&arguments);
        world.server.florin_json(&["key", "revoke", made["id"].as_str().expect("an id")]);
        let key = made["key"].as_str().expect("the key").to_owned();
        canary(&key);
        key
    };
    let (live, test) = (revoked(Mode::Live), revoked(Mode::Test));
    let before = world.state();
    for route in world.routes() {
        let right = if route.mode == Mode::Live { &live } else { &test };
        let reply = route.call(&world.anyone().with_key(right), world.id(&route));
        assert_unauthorized(&reply, &format!("{route}"));
        assert_eq!(reply.json()["detail"], "This API key or access token has been revoked.", "{route}");
        // At the other address it is no better.
        let wrong = if route.mode == Mode::Live { &test } else { &live };
        assert_unauthorized(
            &route.call(&world.anyone().with_key(wrong), world.id(&route)),
            &format!("{route}"),
        );
    }
    assert_eq!(world.state(), before);
}

fn a_key_of_the_other_mode_is_refused_by_every_route_and_told_where_to_go(engine: Engine) {
    let world = World::start(engine);
    let before = world.state();
    for route in world.routes() {
        let home = other(route.mode);
        let side = world.ours.side(home);
        let right = match home {
            Mode::Live => world.server.info("live_api"),
            Mode::Test => world.server.info("test_api"),
        };
        // Neither the ids of this address nor those of the key's own make a difference.
        for id in [world.id(&route), side.id(&route)] {
            let reply = route.call(&world.anyone().with_key(&side.key), id);
            assert_unauthorized(&reply, &format!("{route}"));
            let json = reply.json();
            let detail = json["detail"].as_str().expect("a detail");
            let named = detail.split([' ', ';']).any(|word| word.trim_end_matches('.') == right);
            assert!(named, "{route}: {detail:?} does not name {right}");
            assert!(detail.contains(&format!("{} credential", home.name())), "{route}: {detail}");
        }
    }
    assert_eq!(world.state(), before);
}

fn the_scheme_is_read_in_any_case(engine: Engine) {
    let world = World::start(engine);
    let route = world.routes().into_iter().find(|route| route.is_get()).expect("a route");
    let (id, key) = (world.id(&route), &world.ours.side(route.mode).key);
    let encoded = BASE64.encode(key.as_bytes());
    canary(&encoded);
    let bearers = ["Bearer", "bearer", "BEARER", "bEaReR"].map(|scheme| format!("{scheme} {key}"));
    let basics = ["Basic", "basic", "BASIC"].map(|scheme| format!("{scheme} {encoded}"));
    for value in bearers.iter().chain(&basics) {
        let reply = route.call(&world.anyone().with_authorization(value), id);
        route.assert_passed(&reply, value);
    }
}

fn basic_with_the_key_is_the_same_as_bearer_on_every_route(engine: Engine) {
    let world = World::start(engine);
    let basic = |key: &str| {
        let encoded = BASE64.encode(format!("{key}:").as_bytes());
        canary(&encoded);
        world.anyone().with_authorization(format!("Basic {encoded}"))
    };
    let narrow = world.narrow_keys();
    for route in world.routes() {
        let id = world.id(&route);
        let key = &world.ours.side(route.mode).key;
        let reply = route.call(&basic(key), id);
        route.assert_passed(&reply, "Basic");
        if route.is_get() {
            assert_eq!(seen(&reply), seen(&route.call(&world.owner(&route), id)), "{route}");
        }
        let narrow = narrow.not_for(&route);
        let (with_basic, with_bearer) = (basic(narrow), world.anyone().with_key(narrow));
        let reply = route.call(&with_basic, id);
        reply.assert_problem(403, "forbidden");
        assert_eq!(seen(&reply), seen(&route.call(&with_bearer, id)), "{route}");
        let wrong = route.call(&basic(&world.ours.side(other(route.mode)).key), id);
        assert_unauthorized(&wrong, &format!("{route}"));
    }
}
