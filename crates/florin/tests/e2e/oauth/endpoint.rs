//! The token endpoint as HTTP: what it takes, what it answers, and that it is never cached.

use super::app::{FORM, Pair, assert_refused, authorize, but, query};
use super::world::World;
use crate::support::{Browser, Engine, raw_reply};

testkit::on_sqlite_daily!(tokens_are_json_that_no_cache_stores, only_two_grants_are_known,);

testkit::on_one_engine!(only_a_small_form_is_read, no_redirect_repeats_the_form_that_was_sent,);

fn tokens_are_json_that_no_cache_stores(engine: Engine) {
    let world = World::start(engine);
    let code = world.app.code(&world.alice, "payouts:read balance:read");
    let first = world.app.token(&world.app.exchange(&code));
    let second = world.app.token(&world.app.refreshing(&Pair::of(&first).refresh));
    for reply in [first, second] {
        assert_eq!(reply.status, 200);
        assert_eq!(reply.header("content-type"), Some("application/json"));
        assert_eq!(reply.header("cache-control"), Some("no-store"));
        assert_eq!(reply.header("pragma"), Some("no-cache"));
        let json = reply.json();
        let keys: Vec<&String> = json.as_object().expect("an object").keys().collect();
        assert_eq!(keys, ["access_token", "token_type", "expires_in", "refresh_token", "scope"]);
        assert_eq!((&json["token_type"], &json["expires_in"]), (&"Bearer".into(), &3_600.into()));
        assert_eq!(json["scope"], "balance:read payouts:read");
        let pair = Pair::of(&reply);
        // A prefix, at least 160 bits in 62 letters, and a checksum.
        for (token, prefix) in [(&pair.access, "florin_at_"), (&pair.refresh, "florin_rt_")] {
            let random = token.strip_prefix(prefix).expect(prefix);
            assert!(random.len() >= 27 + 6, "{} letters", random.len());
            assert!(random.bytes().all(|byte| byte.is_ascii_alphanumeric()));
        }
    }
}

fn only_a_small_form_is_read(engine: Engine) {
    let world = World::start(engine);
    let app = &world.app;
    let pair = app.connect(&world.alice, "balance:read");
    let fields = app.refreshing(&pair.refresh);
    let good = query(&fields);
    let json: serde_json::Map<String, serde_json::Value> =
        fields.iter().map(|(name, value)| ((*name).to_owned(), value.clone().into())).collect();
    let json = serde_json::Value::Object(json).to_string();
    for path in ["/oauth/token", "/oauth/revoke"] {
        for (kind, body) in [
            ("application/json", json.as_str()),
            ("application/json", good.as_str()),
            ("text/plain", good.as_str()),
            ("multipart/form-data; boundary=x", good.as_str()),
            ("application/x-www-form-urlencoded-not", good.as_str()),
            ("", good.as_str()),
        ] {
            let reply = app.endpoint.send("POST", path, &[("Content-Type", kind)], Some(body));
            assert_refused(&reply, 400, "invalid_request");
        }
        let untyped = format!(
            "POST {path} HTTP/1.1\r\nHost: florin\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{good}",
            good.len()
        );
        assert_refused(&raw_reply(world.server.origin(), untyped.as_bytes()), 400, "invalid_request");
        for size in [17 << 10, 2 << 20] {
            let huge = format!("{good}&padding={}", "a".repeat(size));
            assert_refused(&app.post(path, &huge), 400, "invalid_request");
        }
        assert_refused(&app.post(path, ""), 401, "invalid_client");
        assert_refused(&app.post(path, "&&&=&=x&%"), 401, "invalid_client");
        for (name, value) in fields.iter().chain([&("token", pair.refresh.clone())]) {
            let once = but(&but(&fields, "token", Some(&pair.refresh)), name, Some(value));
            let twice = format!("{}&{}", query(&once), query(&[(name, value.clone())]));
            assert_refused(&app.post(path, &twice), 400, "invalid_request");
            let broken = format!("{}&{name}=a%ff", query(&but(&once, name, None)));
            assert_refused(&app.post(path, &broken), 400, "invalid_request");
        }
        for method in ["GET", "PUT", "PATCH", "DELETE"] {
            let reply = app.endpoint.send(method, &format!("{path}?{good}"), &[], None);
            assert_eq!((reply.status, reply.header("allow")), (405, Some("POST")), "{method}: {reply:?}");
            assert_eq!(reply.header("cache-control"), Some("no-store"), "{method}: {reply:?}");
        }
        let raw = [good.as_bytes(), b"&state=\xff\xfe"].concat();
        let unknown = app.endpoint.send_bytes("POST", "/oauth/nothing", &[FORM], &raw);
        assert_eq!(unknown.status, 404);
    }
    for kind in ["application/x-www-form-urlencoded; charset=UTF-8", "Application/X-WWW-Form-URLencoded;a=b"]
    {
        let reply = app.endpoint.send("POST", "/oauth/token", &[("Content-Type", kind)], Some(&good));
        assert!(world.works(&Pair::of(&reply).access), "none of that has done any harm");
    }
}

fn only_two_grants_are_known(engine: Engine) {
    let world = World::start(engine);
    let code = world.app.code(&world.alice, "balance:read");
    let mut fields = world.app.exchange(&code);
    fields.extend([("username", "alice@example.com".to_owned()), ("password", "x".to_owned())]);
    fields.push(("scope", "balance:read".to_owned()));
    for grant_type in [
        "password",
        "client_credentials",
        "implicit",
        "urn:ietf:params:oauth:grant-type:device_code",
        "urn:ietf:params:oauth:grant-type:jwt-bearer",
        "urn:ietf:params:oauth:grant-type:token-exchange",
        "Authorization_Code",
        "authorization_code ",
        "code",
    ] {
        let reply = world.app.token(&but(&fields, "grant_type", Some(grant_type)));
        assert_refused(&reply, 400, "unsupported_grant_type");
    }
    for grant_type in [None, Some("")] {
        assert_refused(&world.app.token(&but(&fields, "grant_type", grant_type)), 400, "invalid_request");
    }
    // One grant's token is nothing to the other.
    let swapped = but(&fields, "grant_type", Some("refresh_token"));
    assert_refused(&world.app.token(&swapped), 400, "invalid_request");
    let swapped = but(&swapped, "refresh_token", Some(&code));
    assert_refused(&world.app.token(&swapped), 400, "invalid_grant");
    let pair = Pair::of(&world.app.token(&world.app.exchange(&code)));
    let exchange = world.app.exchange(&pair.refresh);
    assert_refused(&world.app.token(&exchange), 400, "invalid_grant");
    assert!(world.works(&pair.access));
}

/// 307 and 308 repeat a form, with the password that is in it (RFC 9700, 4.12).
fn no_redirect_repeats_the_form_that_was_sent(engine: Engine) {
    let world = World::start(engine);
    let (app, origin) = (&world.app, world.server.origin());
    let stranger = Browser::new(origin);
    let request = authorize(&app.request("balance:read"));
    let paths = [
        "/",
        "/oauth",
        "/oauth/",
        "/oauth/authorize",
        "/oauth/authorize/",
        "/oauth/token",
        "/oauth/token/",
        "/oauth/revoke/",
        "//oauth/token",
        "/dashboard",
        "/dashboard/",
        "/dashboard/sign-in",
        "/dashboard/sign-in/",
        "/dashboard/confirm",
        "/dashboard/test/authorized_apps",
        "/.well-known/oauth-authorization-server/",
        request.as_str(),
    ];
    let form = query(&app.refreshing("x"));
    for browser in [&stranger, &world.alice] {
        for path in paths {
            let csrf = browser.form("/dashboard/reset", "/dashboard/reset");
            let replies = [browser.get(path), browser.post(path, &csrf), app.post(path, &form)];
            for reply in replies {
                assert!(![301, 302, 307, 308].contains(&reply.status), "{path}: {reply:?}");
            }
        }
    }
    let entered = stranger.sign_in(world.server.info("email"), world.server.info("password"));
    assert_eq!(entered.status, 303);
}
