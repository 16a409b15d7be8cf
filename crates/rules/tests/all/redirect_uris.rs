//! Where people may be sent back to: what can be registered has one meaning only, and nothing else is equal to it.

use proptest::prelude::*;
use rules::redirect_uri::RedirectUri;
use testkit::redirect_uris::{OTHERS, REFUSED, REGISTERED};

#[test]
fn there_are_as_many_tricks_as_were_promised() {
    let mut all = [REFUSED, OTHERS].concat();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), REFUSED.len() + OTHERS.len(), "one stands there twice");
    assert!(all.len() >= 120, "{}", all.len());
}

#[test]
fn what_has_more_than_one_meaning_cannot_be_registered() {
    let accepted: Vec<&&str> = REFUSED.iter().filter(|text| RedirectUri::parse(text).is_ok()).collect();
    assert!(accepted.is_empty(), "{accepted:?}");
    for length in [1_001, 5_000, 100_000] {
        let long = format!("https://app.example/{}", "a".repeat(length - 20));
        assert!(RedirectUri::parse(&long).is_err(), "{length} characters");
    }
    let label = "a".repeat(64);
    assert!(RedirectUri::parse(&format!("https://{label}.example/callback")).is_err());
    let host = "a.".repeat(127);
    assert!(RedirectUri::parse(&format!("https://{host}example/callback")).is_err());
}

#[test]
fn a_trick_is_never_equal_to_what_was_registered() {
    for text in REGISTERED {
        let registered = RedirectUri::parse(text).expect(text);
        assert_eq!(registered.as_str(), text);
        for trick in [REFUSED, OTHERS].concat() {
            assert_ne!(trick, registered.as_str());
            assert_ne!(RedirectUri::parse(trick), Ok(registered.clone()), "{trick:?}");
        }
    }
}

#[test]
fn an_honest_address_can_be_registered_and_names_its_origin() {
    for (text, origin) in [
        ("https://app.example/callback", "https://app.example"),
        ("https://app.example", "https://app.example"),
        ("https://app.example/", "https://app.example"),
        ("https://app.example?a=/b", "https://app.example"),
        ("https://app.example:8443/callback", "https://app.example:8443"),
        ("https://app.example/a/b.c/d~e/(f)!$&'+,;=:@-_", "https://app.example"),
        ("https://app.example/tenant?id=7&next=%2Fhome%3Fa%3D1", "https://app.example"),
        ("https://app.example/caf%C3%A9", "https://app.example"),
        ("https://app.example/...", "https://app.example"),
        ("https://app.example/.well-known/x", "https://app.example"),
        ("https://app.example/a%20b", "https://app.example"),
        ("https://xn--bcher-kva.example/callback", "https://xn--bcher-kva.example"),
        ("https://intranet/callback", "https://intranet"),
        ("https://192.0.2.7/callback", "https://192.0.2.7"),
        ("https://1.2.3.4a/callback", "https://1.2.3.4a"),
        ("https://3com.example/callback", "https://3com.example"),
        ("https://a--b.example/callback", "https://a--b.example"),
        ("http://localhost/callback", "http://localhost"),
        ("http://localhost:8080/callback", "http://localhost:8080"),
        ("http://127.0.0.1:1/callback", "http://127.0.0.1:1"),
        ("http://[::1]:65535/callback", "http://[::1]:65535"),
        ("https://[::1]/callback", "https://[::1]"),
    ] {
        let uri = RedirectUri::parse(text).unwrap_or_else(|why| panic!("{text}: {why:?}"));
        assert_eq!((uri.as_str(), uri.origin()), (text, origin));
    }
    let longest = format!("https://app.example/{}", "a".repeat(980));
    assert_eq!(RedirectUri::parse(&longest).map(|uri| uri.to_string()), Ok(longest));
}

/// Texts made of what addresses are made of, and of what breaks them.
fn tricky() -> impl Strategy<Value = String> {
    let parts = [
        "https://",
        "http://",
        "HTTPS://",
        "app",
        ".",
        "..",
        "example",
        "localhost",
        "127.0.0.1",
        "[::1]",
        ":",
        "443",
        "/",
        "//",
        "\\",
        "?",
        "#",
        "@",
        "%2e",
        "%2f",
        "%40",
        "%",
        "%00",
        "*",
        " ",
        "\t",
        "\r\n",
        "\u{430}",
        "a=1",
        "&",
        "-",
        "_",
        "xn--",
        "0x7f",
        "callback",
        "evil.example",
    ];
    let any_part = proptest::sample::select(parts.to_vec());
    let begin = prop_oneof![3 => Just("https://app.example"), 1 => Just("http://localhost"), 1 => Just("")];
    (begin, proptest::collection::vec(any_part, 0..8))
        .prop_map(|(begin, parts)| begin.to_owned() + &parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn whatever_is_accepted_is_plain(text in tricky()) {
        let Ok(uri) = RedirectUri::parse(&text) else { return Ok(()) };
        prop_assert_eq!(uri.as_str(), &text);
        prop_assert!(text.bytes().all(|byte| byte.is_ascii_graphic()));
        prop_assert!(!text.contains(['#', '\\', '*']));
        let origin = uri.origin();
        prop_assert!(text.starts_with(origin));
        let (scheme, authority) = origin.split_once("://").expect("an origin");
        prop_assert!(!authority.contains(['@', '/', '?', '%', '_']) && !authority.is_empty());
        prop_assert_eq!(authority.to_ascii_lowercase(), authority);
        let host = authority.trim_end_matches(|letter: char| letter.is_ascii_digit()).trim_end_matches(':');
        let is_here = ["localhost", "127.0.0.", "127.0.0.1", "[::1]"].contains(&host);
        prop_assert!(scheme == "https" || scheme == "http" && is_here, "{}", text);
        let rest = text[origin.len()..].split('?').next().unwrap_or_default();
        prop_assert!(rest.is_empty() || rest.starts_with('/'));
        prop_assert!(!rest.split('/').any(|segment| segment == "." || segment == ".."));
    }

    /// Whatever one letter does to an address, it is another address.
    #[test]
    fn one_letter_more_or_less_is_another_address(
        which in 0..REGISTERED.len(),
        place in any::<proptest::sample::Index>(),
        letter in "[ -~]",
        is_added in any::<bool>(),
    ) {
        let registered = RedirectUri::parse(REGISTERED[which]).expect("an address");
        let mut text = REGISTERED[which].to_owned();
        let place = place.index(text.len());
        if is_added { text.insert_str(place, &letter) } else { _ = text.remove(place) }
        prop_assert_ne!(RedirectUri::parse(&text), Ok(registered));
    }
}
