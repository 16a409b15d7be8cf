//! Everything about an address that is not the host's number: scheme, port, name, credentials, and ourselves.

use rules::account::Mode;
use rules::webhook_url::{DialTarget, Reach, UrlFault, WebhookUrl};

use crate::webhook_urls::{allowing, live, public, test};

const LIVE: &[u16] = &[443, 8443];
const TEST: &[u16] = &[80, 443, 8080, 8443];

#[test]
fn an_honest_address_is_taken_and_has_one_spelling() {
    for (text, normal, target) in [
        ("https://example.com", "https://example.com/", "/"),
        ("https://hooks.example.com/florin", "https://hooks.example.com/florin", "/florin"),
        ("HTTPS://Hooks.Example.COM:443/Florin?a=b", "https://hooks.example.com/Florin?a=b", "/Florin?a=b"),
        ("https://example.com:8443/a/../b/./c", "https://example.com:8443/b/c", "/b/c"),
        ("https://example.com.", "https://example.com/", "/"),
        ("https://example.com.:8443/x", "https://example.com:8443/x", "/x"),
        (
            "https://bücher.example.com/ü?ü",
            "https://xn--bcher-kva.example.com/%C3%BC?%C3%BC",
            "/%C3%BC?%C3%BC",
        ),
        ("https://ｈｏｏｋｓ.example.com/", "https://hooks.example.com/", "/"),
        ("https://a_b.example.com/", "https://a_b.example.com/", "/"),
        ("https://example.com?x", "https://example.com/?x", "/?x"),
        ("https://internal.example.com/", "https://internal.example.com/", "/"),
        ("https://test.com/", "https://test.com/", "/"),
        ("https://a.notlocal/../", "https://a.notlocal/", "/"),
    ] {
        let url = live(text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
        assert_eq!((url.as_str(), url.path_and_query()), (normal, target));
        assert!(url.is_tls());
        assert_eq!(live(normal), Ok(url));
    }
}

#[test]
fn the_parts_of_an_address_are_what_will_be_dialled() {
    let url = test("http://Example.com:8080/a?b").expect("good");
    assert_eq!((url.host(), url.port(), url.authority()), ("example.com", 8080, "example.com:8080"));
    assert_eq!((url.is_tls(), url.target()), (false, DialTarget::Name("example.com")));
    let url = live("https://[2606:4700:4700:0::1111]:443/").expect("good");
    assert_eq!((url.host(), url.authority()), ("[2606:4700:4700::1111]", "[2606:4700:4700::1111]"));
    assert_eq!(url.target(), DialTarget::Address("2606:4700:4700::1111".parse().expect("an address")));
    let home = allowing(&["127.0.0.0/8"]);
    let url = WebhookUrl::parse("http://localhost:9999/x", Mode::Test, &home).expect("good");
    assert_eq!((url.target(), url.authority()), (DialTarget::Localhost, "localhost:9999"));
}

#[test]
fn live_is_encrypted_and_test_may_be_plain() {
    assert_eq!(live("http://example.com/"), Err(UrlFault::NeedsTls));
    assert_eq!(live("http://example.com:443/"), Err(UrlFault::NeedsTls));
    assert!(test("http://example.com/").is_ok());
    let home = allowing(&["127.0.0.0/8"]);
    assert_eq!(WebhookUrl::parse("http://127.0.0.1/", Mode::Live, &home), Err(UrlFault::NeedsTls));
}

/// All of them are refused, for this reason.
#[track_caller]
fn check(fault: UrlFault, texts: &[&str]) {
    for text in texts {
        assert_eq!(live(text), Err(fault.clone()), "{text:?}");
    }
}

#[test]
fn what_does_not_begin_with_a_scheme_of_the_mode_is_refused() {
    for text in [
        "",
        "example.com",
        "//example.com",
        "https:example.com",
        "https:/example.com",
        "ftp://example.com",
        "file:///etc/passwd",
        "gopher://example.com:70/",
        "javascript://example.com/%0aalert(1)",
        "ws://example.com",
        "httpss://example.com",
        "blob:https://example.com/x",
        "://example.com",
    ] {
        assert_eq!(live(text), Err(UrlFault::NeedsTls), "{text:?}");
        assert_eq!(test(text), Err(UrlFault::Scheme), "{text:?}");
    }
    assert!(UrlFault::Scheme.to_string().contains("http://"));
}

#[test]
fn what_is_not_plain_text_is_refused() {
    check(
        UrlFault::NotPlain,
        &[
            " https://example.com",
            "https://example.com ",
            "https://exa mple.com",
            "https://example.com/a b",
            "https://exam\tple.com",
            "https://example.com/\n",
            "https://example.com/\r\nX: y",
            "\u{feff} https://example.com",
            "https://example.com/\u{0}",
            "https://example.com/\u{a0}",
            "https://example.com/\u{2028}",
            "https://example.com/\u{85}",
            "https:\\\\example.com",
            "https://example.com\\@127.0.0.1/",
        ],
    );
}

#[test]
fn an_address_without_a_host_is_refused() {
    check(
        UrlFault::NoHost,
        &[
            "https://",
            "https:///",
            "https:///example.com",
            "https://?x",
            "https://#",
            "https://:443/",
            "https://::1",
        ],
    );
}

#[test]
fn credentials_have_no_place_in_an_address() {
    check(
        UrlFault::Credentials,
        &[
            "https://user@example.com",
            "https://user:secret@example.com",
            "https://:secret@example.com",
            "https://@example.com",
            "https://:@example.com",
            "https://example.com@127.0.0.1/",
            "https://127.0.0.1@example.com/",
        ],
    );
}

#[test]
fn a_fragment_has_no_place_in_an_address() {
    check(
        UrlFault::Fragment,
        &["https://example.com#", "https://example.com/#x", "https://example.com/?a#b"],
    );
}

#[test]
fn a_host_that_is_none_is_refused() {
    check(
        UrlFault::Host,
        &[
            "https://exa!mple.com",
            "https://*.example.com",
            "https://-a.example.com",
            "https://a-.example.com",
            "https://a..example.com",
            "https://.example.com",
            "https://example.com..",
            "https://1.1.1.1..",
            "https://256.256.256.256",
            "https://1.2.3.4.5",
            "https://0x1ffffffff",
            "https://09.1.1.1",
            "https://example.0x7f",
            "https://example.com%00.evil.com",
            "https://exa%6dple%2fcom",
            "https://[::1",
            "https://[::1]x",
            "https://xn--a",
            "https://a$.example.com",
        ],
    );
}

#[test]
fn a_name_without_a_dot_is_refused() {
    check(
        UrlFault::ShortName,
        &["https://intranet2", "https://metadata", "https://redis", "https://com", "https://example0"],
    );
}

#[test]
fn names_that_no_public_dns_knows_are_refused() {
    for (end, names) in [
        ("localhost", &["localhost", "a.localhost", "LOCALHOST.", "x.y.LocalHost", "l%6fcalhost"][..]),
        ("local", &["printer.local", "local", "ｐrinter.ｌocal"]),
        ("internal", &["metadata.google.internal", "a.internal."]),
        ("invalid", &["a.invalid"]),
        ("onion", &["expyuzz4wqqyqhjn.onion"]),
        ("home.arpa", &["nas.home.arpa", "home.arpa"]),
        ("arpa", &["1.0.0.127.in-addr.arpa"]),
        ("test", &["a.test", "test"]),
        ("example", &["a.example"]),
        ("alt", &["a.alt"]),
        ("lan", &["router.lan"]),
        ("corp", &["hr.corp"]),
        ("home", &["a.home"]),
        ("intranet", &["a.intranet"]),
        ("private", &["a.private"]),
        ("localdomain", &["localhost.localdomain"]),
        ("mail", &["a.mail"]),
    ] {
        for name in names {
            assert_eq!(live(&format!("https://{name}/")), Err(UrlFault::NotPublic(end)), "{name}");
            assert_eq!(test(&format!("http://{name}/")), Err(UrlFault::NotPublic(end)), "{name}");
        }
    }
}

#[test]
fn who_allows_a_private_network_can_use_its_names() {
    let office = allowing(&["10.0.0.0/8"]);
    let in_office = |text: &str| WebhookUrl::parse(text, Mode::Live, &office);
    assert!(in_office("https://hooks.corp.internal/").is_ok());
    assert!(in_office("https://nas.home.arpa/").is_ok());
    assert_eq!(in_office("https://hooks.internal:9000/"), Err(UrlFault::Port(LIVE)));
    assert_eq!(in_office("https://localhost/"), Err(UrlFault::NotPublic("localhost")));
    assert_eq!(in_office("https://a.onion/"), Err(UrlFault::NotPublic("onion")));
    assert_eq!(in_office("https://internal/"), Err(UrlFault::ShortName));
    let this_machine = allowing(&["127.0.0.0/8", "::1"]);
    let here = |text: &str| WebhookUrl::parse(text, Mode::Test, &this_machine);
    assert_eq!(here("http://a.internal/"), Err(UrlFault::NotPublic("internal")));
    assert_eq!(here("http://a.localhost/"), Err(UrlFault::NotPublic("localhost")));
    assert!(here("http://localhost/").is_ok() && here("http://LOCALHOST.:1/").is_ok());
}

#[test]
fn only_ports_of_web_servers_are_called() {
    for port in
        [0, 1, 21, 22, 23, 25, 53, 81, 110, 143, 444, 465, 587, 2375, 3306, 5432, 6379, 9200, 11211, 27017]
    {
        assert_eq!(live(&format!("https://example.com:{port}/")), Err(UrlFault::Port(LIVE)), "{port}");
        assert_eq!(test(&format!("http://example.com:{port}/")), Err(UrlFault::Port(TEST)), "{port}");
        assert_eq!(live(&format!("https://1.1.1.1:{port}/")), Err(UrlFault::Port(LIVE)), "{port}");
    }
    for port in [80, 8080] {
        assert_eq!(live(&format!("https://example.com:{port}/")), Err(UrlFault::Port(LIVE)));
        assert!(test(&format!("http://example.com:{port}/")).is_ok());
        assert!(test(&format!("https://example.com:{port}/")).is_ok());
    }
    for port in [443, 8443] {
        assert!(live(&format!("https://example.com:{port}/")).is_ok());
        assert!(test(&format!("http://example.com:{port}/")).is_ok());
    }
    for port in ["65536", "99999999999", "-1", "x", "+443", "4 43"] {
        assert!(live(&format!("https://example.com:{port}/")).is_err(), "{port}");
    }
    let words = live("https://example.com:22/").expect_err("a fault").to_string();
    assert_eq!(words, "the port must be one of 443, 8443");
}

#[test]
fn an_address_in_an_allowed_network_may_have_any_port() {
    let home = allowing(&["127.0.0.0/8", "93.184.216.0/24"]);
    let at_home = |text: &str| WebhookUrl::parse(text, Mode::Live, &home);
    for text in ["https://127.0.0.1:5432/", "https://localhost:22/", "https://93.184.216.34:1/"] {
        assert!(at_home(text).is_ok(), "{text}");
    }
    assert_eq!(at_home("https://127.0.0.1:0/"), Err(UrlFault::Port(LIVE)));
    assert_eq!(at_home("https://localhost:0/"), Err(UrlFault::Port(LIVE)));
    assert_eq!(at_home("https://93.184.217.34:1/"), Err(UrlFault::Port(LIVE)));
    assert_eq!(at_home("https://example.com:5432/"), Err(UrlFault::Port(LIVE)));
}

#[test]
fn this_service_is_never_its_own_receiver() {
    for text in [
        "https://florin.example.com/v1/payouts",
        "https://FLORIN.example.com",
        "https://florin.example.com.:443/dashboard",
        "https://fl%6frin.example.com/",
        "https://ｆｌｏｒｉｎ.example.com/",
        "https://flo\u{ad}rin.example.com/",
    ] {
        assert_eq!(live(text), Err(UrlFault::Own), "{text}");
    }
    for text in ["https://florin.example.com:8443/", "https://x.florin.example.com/", "https://example.com/"]
    {
        assert!(live(text).is_ok(), "{text}");
    }
}

#[test]
fn this_service_is_known_by_every_name_of_its_machine() {
    let networks =
        || ["127.0.0.0/8", "::1"].map(|text| rules::webhook_url::IpNetwork::parse(text).expect("one"));
    for own in ["localhost", "127.0.0.1", "[::1]", "LOCALHOST."] {
        let reach = Reach::new(networks().into(), &[(own.to_owned(), 8080)]).expect("a host");
        for host in ["localhost", "127.0.0.1", "127.0.0.2", "[::1]", "0x7f.1", "localhost."] {
            let url = |port: u16| WebhookUrl::parse(&format!("http://{host}:{port}/"), Mode::Test, &reach);
            assert_eq!(url(8080), Err(UrlFault::Own), "{own} {host}");
            assert!(url(8081).is_ok(), "{own} {host}");
        }
        for socket in ["127.0.0.1:8080", "127.8.8.8:8080", "[::1]:8080"] {
            assert!(reach.check_socket(socket.parse().expect("a socket")).is_err(), "{own} {socket}");
        }
        assert_eq!(reach.check_socket("127.0.0.1:8081".parse().expect("a socket")), Ok(()));
    }
    assert!(Reach::new(Vec::new(), &[("not a host".to_owned(), 80)]).is_err());
    assert!(Reach::new(Vec::new(), &[(String::new(), 80)]).is_err());
}

#[test]
fn an_address_is_no_longer_than_it_may_be() {
    let of = |length: usize| format!("https://example.com/{}", "a".repeat(length - 20));
    assert!(live(&of(2_048)).is_ok());
    assert_eq!(live(&of(2_049)), Err(UrlFault::TooLong));
    // Each of these letters becomes nine characters.
    let grows = format!("https://example.com/{}", "李".repeat(300));
    assert_eq!(live(&grows), Err(UrlFault::TooLong));
    let label = "a".repeat(64);
    assert_eq!(live(&format!("https://{label}.com/")), Err(UrlFault::Host));
    assert_eq!(live(&format!("https://{}com/", "a.".repeat(126))), Err(UrlFault::Host));
    assert!(live(&format!("https://{}com/", "a.".repeat(125))).is_ok());
}

#[test]
fn every_fault_says_what_to_do_and_repeats_no_secret() {
    for text in ["https://user:s3cr3t@example.com/", "https://s3cr3t", "http://example.com/s3cr3t", "s3cr3t"]
    {
        let words = WebhookUrl::parse(text, Mode::Live, &public()).expect_err(text).to_string();
        assert!(!words.contains("s3cr3t") && words.contains("must"), "{words}");
    }
}
