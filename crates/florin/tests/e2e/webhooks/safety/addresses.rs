//! Addresses that are refused, whatever way they are written, also those that were good when they were saved.

use super::super::{add, attempted, press, try_add};
use crate::support::pages::demo;
use crate::support::{Engine, Receiver, Server, unescaped};

/// Not public, in every spelling that some parser understands.
const PRIVATE: &[&str] = &[
    "127.0.0.1",
    "127.1.2.3",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "0",
    "127.1",
    "2130706433",
    "0x7f000001",
    "0177.0.0.1",
    "0x7f.1",
    "224.0.0.1",
    "255.255.255.255",
    "192.0.2.1",
    "198.18.0.1",
    "[::1]",
    "[::]",
    "[::ffff:127.0.0.1]",
    "[::ffff:a9fe:a9fe]",
    "[::127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "[64:ff9b::10.0.0.1]",
    "[2002:7f00:1::]",
    "[2001:0:7f00:1::]",
    "[fe80::1]",
    "[fc00::1]",
    "[fd12:3456::1]",
    "[ff02::1]",
    "[2001:db8::1]",
    "[fe80::1%25eth0]",
    "localhost",
    "localhost.",
    "LOCALHOST",
    "printer",
    "router.local",
    "metadata.google.internal",
    "１２７.0.0.1",
    "①②⑦.0.0.1",
    "127。0。0。1",
    "127.0.0.1.",
];

/// Whole addresses that are wrong for another reason.
const WRONG: &[&str] = &[
    "",
    "hooks.example.com",
    "//hooks.example.com/",
    "ftp://hooks.example.com/",
    "file:///etc/passwd",
    "gopher://hooks.example.com/",
    "javascript:alert(1)",
    "https://",
    "https:///hooks",
    "https://hooks.example.com:22/",
    "https://hooks.example.com:25/",
    "https://hooks.example.com:6379/",
    "https://hooks.example.com:5432/",
    "https://hooks.example.com:0/",
    "https://hooks.example.com:65536/",
    "https://user@hooks.example.com/",
    "https://user:secret@hooks.example.com/",
    "https://hooks.example.com@127.0.0.1/",
    "https://hooks.example.com/#part",
    "https://hooks.example.com\\@127.0.0.1/",
    "https://hooks example.com/",
    "https://hooks.example.com/\r\nHost: other",
    "https://-.example.com/ ",
];

fn what_is_not_public_is_refused_when_it_is_saved(engine: Engine) {
    let server = Server::start_with(engine, &["--webhook-networks", "none"]);
    let browser = demo(&server);
    let hosts =
        PRIVATE.iter().flat_map(|host| ["http", "https"].map(|scheme| format!("{scheme}://{host}/hooks")));
    for url in hosts.chain(WRONG.iter().map(|url| (*url).to_owned())) {
        for mode in ["test", "live"] {
            let reply = try_add(&browser, mode, &url, &[]);
            assert_eq!(reply.status, 422, "{mode} {url}");
        }
    }
    assert_eq!(server.database().rows_in(server.data(), "endpoints"), 0);
    // None that is in use: what is added is called.
    for url in ["https://hooks.example.com/florin?a=b", "https://hooks.example.com:8443/"] {
        for mode in ["test", "live"] {
            assert_eq!(try_add(&browser, mode, url, &[]).status, 303, "{mode} {url}");
        }
    }
    assert_eq!(try_add(&browser, "test", "http://hooks.example.com/", &[]).status, 303);
    let refused = try_add(&browser, "live", "http://hooks.example.com/", &[]);
    assert_eq!(refused.status, 422);
    assert!(unescaped(&refused.body).contains("In live mode, the URL must start with https://"));
}

fn what_the_operator_allows_is_allowed_and_nothing_beside_it(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    for url in ["http://10.0.0.1/", "http://169.254.169.254/latest/meta-data/", "http://[fe80::1]/"] {
        assert_eq!(try_add(&browser, "test", url, &[]).status, 422, "{url}");
    }
    // Florin itself, by any of its names.
    let port = server.origin().rsplit(':').next().expect("a port");
    for host in ["127.0.0.1", "localhost", "127.1", "[::ffff:127.0.0.1]"] {
        let url = format!("http://{host}:{port}/sandbox/v1/simulate/clock");
        let refused = try_add(&browser, "test", &url, &[]);
        assert_eq!(refused.status, 422, "{url}");
    }
    assert_eq!(server.database().rows_in(server.data(), "endpoints"), 0);
}

/// Saved while it was allowed, and then the operator has second thoughts.
fn what_is_forbidden_later_is_never_dialled(engine: Engine) {
    let mut server = Server::start(engine);
    let receiver = Receiver::start();
    let by_name = Receiver::start();
    let browser = demo(&server);
    let urls = [receiver.url(), format!("http://localhost:{}/", by_name.address().port())];
    let places = urls.map(|url| add(&browser, &url, &[]));
    server.kill();
    server.restart_with(&["--webhook-networks", "none"]);
    let browser = demo(&server);
    for (place, why) in places.into_iter().zip(["address", "not public"]) {
        let sent = press(&browser, &place, "test", &[]);
        let page =
            sent.header("location").and_then(|place| place.split('?').next()).expect("a page").to_owned();
        let shown = attempted(&browser, &place, page.rsplit('/').next().expect("an id"), 1);
        assert_eq!(shown.attempts[0].title, "No response");
        assert!(shown.attempts[0].excerpt.contains(why), "it says why: {:?}", shown.attempts);
    }
    assert_eq!([receiver.connections(), by_name.connections()], [0, 0]);
    // Allowed again, it arrives.
    server.kill();
    server.restart_with(&[]);
    crate::support::advance(&server.sandbox(), 10);
    super::super::arrived(&receiver, 1);
    super::super::arrived(&by_name, 1);
}

testkit::on_both_engines!(what_is_forbidden_later_is_never_dialled);

testkit::on_sqlite_daily!(what_the_operator_allows_is_allowed_and_nothing_beside_it);

testkit::on_one_engine!(what_is_not_public_is_refused_when_it_is_saved);
