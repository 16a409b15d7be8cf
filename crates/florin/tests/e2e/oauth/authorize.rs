//! The authorization endpoint: what apps ask, and the answer that goes back with their browser.

use super::app::{Sent, allow, assert_refused, authorize, but, query};
use super::world::{URI, World, register};
use crate::support::Engine;

testkit::on_both_engines!(a_yes_gives_a_code_with_the_state_and_the_issuer);

testkit::on_one_engine!(
    a_wish_that_cannot_be_granted_is_told_to_the_app,
    the_state_comes_back_as_it_was_whatever_is_in_it,
    what_is_unknown_is_ignored_and_what_is_empty_counts_as_left_out,
    an_app_keeps_its_own_query,
    visitors_sign_in_before_they_are_redirected,
);

fn a_yes_gives_a_code_with_the_state_and_the_issuer(engine: Engine) {
    let world = World::start(engine);
    let answer = allow(&world.alice, &world.app.request("balance:read"), &["balance:read"], "test");
    let sent = Sent::of(&answer);
    assert_eq!(sent.to, URI);
    assert_eq!(sent.fields.len(), 3, "{sent:?}");
    assert_eq!(sent.one("state"), "st-4711");
    assert_eq!(sent.one("iss"), format!("{}/oauth", world.server.origin()));
    assert!(sent.one("code").len() >= 27, "160 bits and more");
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    assert_eq!(answer.header("referrer-policy"), Some("same-origin"));
    // A code is never given twice.
    let again = allow(&world.alice, &world.app.request("balance:read"), &["balance:read"], "test");
    assert_ne!(Sent::of(&again).one("code"), sent.one("code"));
}

/// One change to a good request, and the error that the app is told.
const FAULTS: &[(&str, Option<&str>, &str)] = &[
    ("response_type", None, "invalid_request"),
    ("response_type", Some(""), "invalid_request"),
    ("response_type", Some("token"), "unsupported_response_type"),
    ("response_type", Some("code token"), "unsupported_response_type"),
    ("response_type", Some("id_token"), "unsupported_response_type"),
    ("response_type", Some("none"), "unsupported_response_type"),
    ("response_type", Some("CODE"), "unsupported_response_type"),
    ("response_type", Some("code "), "unsupported_response_type"),
    ("scope", None, "invalid_scope"),
    ("scope", Some(""), "invalid_scope"),
    ("scope", Some("   "), "invalid_scope"),
    ("scope", Some("coffee:write"), "invalid_scope"),
    ("scope", Some("balance:read coffee:write"), "invalid_scope"),
    ("scope", Some("balance:read,payouts:read"), "invalid_scope"),
    ("scope", Some("Balance:Read"), "invalid_scope"),
    ("scope", Some("all"), "invalid_scope"),
    ("scope", Some("*"), "invalid_scope"),
    ("scope", Some("openid"), "invalid_scope"),
    ("code_challenge", Some("short"), "invalid_request"),
    ("code_challenge_method", Some("S256"), "invalid_request"),
    ("code_challenge_method", Some("plain"), "invalid_request"),
];

fn a_wish_that_cannot_be_granted_is_told_to_the_app(engine: Engine) {
    let world = World::start(engine);
    let good = world.app.request("balance:read");
    let check = |path: &str, error: &str, state: bool| {
        let sent = Sent::of(&world.alice.get(path));
        assert_eq!(sent.to, URI, "{path}");
        assert_eq!(sent.one("error"), error, "{path}");
        assert_eq!(sent.one("iss"), format!("{}/oauth", world.server.origin()), "{path}");
        let is_allowed = |byte: u8| (0x20..=0x7e).contains(&byte) && byte != b'"' && byte != b'\\';
        assert!(sent.one("error_description").bytes().all(is_allowed), "{sent:?}");
        assert!(!sent.has("code"), "{path}");
        assert_eq!(sent.has("state"), state, "{path}");
    };
    for (name, value, error) in FAULTS {
        check(&authorize(&but(&good, name, *value)), error, true);
    }
    // Each parameter twice, also with the same value. The two that say where to go are with the redirect tricks.
    for (name, value) in &good {
        if !["client_id", "redirect_uri"].contains(name) {
            let twice = format!("{}&{}", authorize(&good), query(&[(name, value.clone())]));
            check(&twice, "invalid_request", *name != "state");
        }
    }
    for name in ["code_challenge", "code_challenge_method"] {
        check(&format!("{}&{name}=a&{name}=b", authorize(&good)), "invalid_request", true);
    }
    // The user says no: also with everything ticked, and with an answer that is none.
    for answer in ["deny", "", "ALLOW", "yes"] {
        let mut form = world.alice.form(&authorize(&good), "/oauth/authorize");
        for (name, value) in [("granted", "balance:read"), ("account", "test"), ("answer", answer)] {
            form.push((name.to_owned(), value.to_owned()));
        }
        let sent = Sent::of(&world.alice.post("/oauth/authorize", &form));
        assert_eq!(sent.one("error"), "access_denied");
        assert_eq!(sent.one("state"), "st-4711");
        assert_eq!(sent.one("iss"), format!("{}/oauth", world.server.origin()));
        assert!(!sent.has("code"));
    }
    assert_eq!(world.server.database().rows_in(world.server.data(), "grants"), 0);
}

fn the_state_comes_back_as_it_was_whatever_is_in_it(engine: Engine) {
    let world = World::start(engine);
    let long = "x".repeat(2_000);
    for state in [
        "a&b=c#d?e",
        "%41%zz+ +",
        "\"><script>alert(1)</script>",
        "'\\`{}|^~",
        "J\u{f6}rg \u{1f4b6} \u{202e}",
        "code=stolen&iss=https://evil.example",
        " spaces around ",
        "a;b,c:d@e!f$g*h(i)",
        "{\"json\":[1,2]}",
        "&lt;&#39;&quot;",
        "+",
        "%",
        "0",
        &long,
    ] {
        let request = but(&world.app.request("balance:read"), "state", Some(state));
        let yes = Sent::of(&allow(&world.alice, &request, &["balance:read"], "test"));
        assert_eq!((yes.one("state").as_str(), yes.has("code")), (state, true));
        let no = Sent::of(&world.alice.get(&authorize(&but(&request, "scope", None))));
        assert_eq!((no.one("state").as_str(), no.has("error")), (state, true));
    }
    // What a form on a page cannot carry unchanged is refused at once, and so is what is no text at all.
    for state in ["a\r\nb", "a\nb", "a\0b", "a\tb", "a\u{7f}b", "a\u{85}b"] {
        let request = but(&world.app.request("balance:read"), "state", Some(state));
        let sent = Sent::of(&world.alice.get(&authorize(&request)));
        assert_eq!((sent.one("error").as_str(), sent.one("state").as_str()), ("invalid_request", state));
    }
    let request = but(&world.app.request("balance:read"), "state", None);
    for broken in ["%ff", "a%c3", "%ed%a0%80", "%c0%af"] {
        let sent = Sent::of(&world.alice.get(&format!("{}&state={broken}", authorize(&request))));
        assert_eq!((sent.one("error").as_str(), sent.has("state")), ("invalid_request", false), "{broken}");
    }
    // None was sent, none comes back.
    let sent = Sent::of(&allow(&world.alice, &request, &["balance:read"], "test"));
    assert!(!sent.has("state") && sent.has("code"), "{sent:?}");
}

fn what_is_unknown_is_ignored_and_what_is_empty_counts_as_left_out(engine: Engine) {
    let world = World::start(engine);
    let mut request = world.app.request("balance:read");
    let more = [
        ("prompt", "none"),
        ("response_mode", "fragment"),
        ("nonce", "n"),
        ("resource", "https://a.example"),
        ("resource", "https://b.example"),
        ("answer", "allow"),
        ("account", "live"),
        ("granted", "payouts:write"),
        ("csrf", "x"),
        // RFC 6749, 3.1: a parameter without a value was not sent.
        ("code_challenge", ""),
        ("code_challenge_method", ""),
    ];
    request.extend(more.map(|(name, value)| (name, value.to_owned())));
    // Nothing is allowed by asking.
    assert_eq!(world.alice.get(&authorize(&request)).status, 200);
    let sent = Sent::of(&allow(&world.alice, &request, &["balance:read"], "test"));
    assert_eq!(sent.to, URI);
    let given = world.app.token(&world.app.exchange(&sent.one("code")));
    assert_eq!((given.status, given.json()["scope"].as_str()), (200, Some("balance:read")), "{given:?}");

    let stateless = but(&world.app.request("balance:read"), "state", Some(""));
    let sent = Sent::of(&allow(&world.alice, &stateless, &["balance:read"], "test"));
    assert!(!sent.has("state"), "{sent:?}");

    // The same at the token endpoint.
    let mut exchange = world.app.exchange(&sent.one("code"));
    let more = ["code_verifier", "scope", "refresh_token", "audience"].map(|name| (name, String::new()));
    exchange.extend(more);
    assert_eq!(world.app.token(&exchange).status, 200);
    let code = world.app.code(&world.alice, "balance:read");
    let exchange = world.app.exchange(&code);
    let unknown = format!("{}&audience=a&audience=b&%22%5C%0A%FF=1&%22%5C%0A%FF=2", query(&exchange));
    assert_eq!(world.app.post("/oauth/token", &unknown).status, 200);
    let empty = but(&but(&exchange, "code", Some("")), "client_secret", Some(&world.app.secret));
    assert_refused(&world.app.token(&empty), 400, "invalid_request");
}

fn an_app_keeps_its_own_query(engine: Engine) {
    let world = World::start(engine);
    for (uri, path, own) in [
        ("https://app.example/tenant?id=7&lang=en", "https://app.example/tenant", 2),
        ("https://app.example/tenant?next=%2Fhome", "https://app.example/tenant", 1),
        ("https://app.example?", "https://app.example", 0),
        ("https://app.example", "https://app.example", 0),
        ("http://localhost:8080/callback", "http://localhost:8080/callback", 0),
    ] {
        let app = register(world.server.anyone(), &world.developer, "With a query", &[uri]);
        let answer = allow(&world.alice, &app.request("balance:read"), &["balance:read"], "test");
        let sent = Sent::of(&answer);
        assert_eq!((sent.to.as_str(), sent.fields.len()), (path, own + 3), "{sent:?}");
        assert!(answer.header("location").expect("an address").starts_with(uri));
        assert_eq!(app.token(&app.exchange(&sent.one("code"))).status, 200);
        let denied = Sent::of(&world.alice.get(&authorize(&but(&app.request("x"), "scope", None))));
        assert_eq!((denied.to.as_str(), denied.one("error").as_str()), (path, "invalid_scope"));
    }
}

/// Else any developer could register an app and make this server send strangers there (RFC 9700, 4.11.2).
fn visitors_sign_in_before_they_are_redirected(engine: Engine) {
    let world = World::start(engine);
    let stranger = crate::support::Browser::new(world.server.origin());
    for scope in ["balance:read", "coffee:write", ""] {
        let path = authorize(&but(&world.app.request(""), "scope", Some(scope)));
        let sent = Sent::of(&stranger.get(&path));
        assert_eq!(sent.to, "/dashboard/sign-in", "{scope:?}");
        assert_eq!(sent.one("next"), path);
    }
}
