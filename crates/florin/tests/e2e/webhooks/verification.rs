//! Nothing but a signed test event is sent to a receiver that has not accepted one, and what happens meanwhile waits.

use std::collections::BTreeMap;

use super::{add, added, all_is_sent, arrived, happened, press, reveal, times, try_add};
use crate::support::pages::demo;
use crate::support::{
    Browser, DAY, Does, Engine, Received, Receiver, Server, advance, eventually, pay_and_settle,
};

/// A receiver that does this with every request, also with the one that should verify it: what is behind it sees none.
pub(super) fn raw(does: u16) -> (std::net::SocketAddr, std::sync::Arc<std::sync::Mutex<Vec<String>>>) {
    use std::io::{Read, Write};
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address");
    let bodies = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let kept = bodies.clone();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let (mut request, mut buffer) = (Vec::new(), [0; 4096]);
            while !request.ends_with(b"}}") {
                match stream.read(&mut buffer) {
                    Ok(count @ 1..) => request.extend_from_slice(&buffer[..count]),
                    Ok(0) | Err(_) => break,
                }
            }
            let text = String::from_utf8_lossy(&request).into_owned();
            kept.lock().expect("bodies").push(text);
            let head = format!("HTTP/1.1 {does} .\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
            let _ = stream.write_all(head.as_bytes());
        }
    });
    (address, bodies)
}

fn pending(browser: &Browser, place: &str) -> bool {
    browser.get(place).body.contains("Pending verification")
}

fn who_does_not_accept_the_test_is_sent_nothing_else(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    let fence = Receiver::start();
    add(&browser, &fence.url(), &[]);
    for code in [302, 404, 500] {
        let (address, bodies) = raw(code);
        let place = added(&try_add(&browser, "test", &format!("http://{address}/"), &[]));
        pay_and_settle(&server.sandbox(), &[(format!("p{code}@example.com").as_str(), "1.00")]);
        all_is_sent(&server);
        assert!(fence.received().len() >= 3);
        eventually("the test is attempted", || (!bodies.lock().expect("bodies").is_empty()).then_some(()));
        let sent = bodies.lock().expect("bodies").clone();
        assert!(sent.iter().all(|body| body.contains("\"type\":\"webhook.test\"")), "{code}: {sent:?}");
        assert!(sent.iter().all(|body| body.contains("webhook-signature: v1,")), "{code}: {sent:?}");
        assert!(pending(&browser, &place), "{code}");
    }
}

fn what_happened_until_then_is_sent_once_it_is_verified(engine: Engine) {
    let server = Server::start(engine);
    let (browser, before) = (demo(&server), happened(&server));
    // No server is there yet.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address");
    drop(listener);
    let place = add(&browser, &format!("http://{address}/hooks"), &[]);
    pay_and_settle(&server.sandbox(), &[("ann@example.com", "1.00"), ("bob@example.com", "2.00")]);
    assert!(pending(&browser, &place));
    let receiver = Receiver::at(address, |_| Does::Answer(200));
    press(&browser, &place, "test", &[]);
    eventually("it is verified", || (!pending(&browser, &place)).then_some(()));
    all_is_sent(&server);
    let mut expected: BTreeMap<String, usize> =
        happened(&server).into_keys().filter(|id| !before.contains_key(id)).map(|id| (id, 1)).collect();
    let received: Vec<Received> = receiver.received();
    assert_eq!(received[0].kind(), "webhook.test", "first of all");
    expected.insert(received[0].id().to_owned(), 1);
    assert_eq!(times(&received), expected);
}

fn another_url_is_verified_before_it_gets_anything_and_another_secret_changes_nothing(engine: Engine) {
    let server = Server::start(engine);
    let (browser, receiver) = (demo(&server), Receiver::start());
    let place = add(&browser, &receiver.url(), &[]);
    press(&browser, &place, "rotate", &[]);
    reveal(&browser, &place);
    assert!(!pending(&browser, &place), "the secret may change");
    let (address, bodies) = raw(403);
    let edit = format!("{place}/edit");
    let url = format!("http://{address}/");
    let moved = browser.fill(&edit, &edit, &[("url", &url), ("description", ""), ("events", "all")]);
    assert_eq!(moved.status, 303, "{moved:?}");
    assert!(pending(&browser, &place));
    let before = receiver.received().len();
    pay_and_settle(&server.sandbox(), &[("ann@example.com", "1.00")]);
    eventually("the test is attempted", || (!bodies.lock().expect("bodies").is_empty()).then_some(()));
    let sent = bodies.lock().expect("bodies").clone();
    assert!(sent.iter().all(|body| body.contains("\"type\":\"webhook.test\"")), "{sent:?}");
    assert_eq!(receiver.received().len(), before, "the old one gets nothing more");
    // Back at the first, which accepts the test, everything that waited arrives.
    let back =
        browser.fill(&edit, &edit, &[("url", &receiver.url()), ("description", ""), ("events", "all")]);
    assert_eq!(back.status, 303, "{back:?}");
    eventually("it is verified", || (!pending(&browser, &place)).then_some(()));
    all_is_sent(&server);
    assert!(receiver.kinds().contains(&"payout.created".to_owned()), "{:?}", receiver.kinds());
}

/// However fast the account's clock is moved, its tests arrive at the rate of the host, and from few endpoints.
fn unverified_endpoints_at_one_host_are_few_and_moving_the_clock_does_not_hurry_their_tests(engine: Engine) {
    let server = Server::start_with(engine, &["--webhook-host-rate", "2"]);
    let browser = demo(&server);
    let (address, bodies) = raw(500);
    for number in 0..3 {
        added(&try_add(&browser, "test", &format!("http://{address}/{number}"), &[]));
    }
    let refused = try_add(&browser, "test", &format!("http://{address}/3"), &[]);
    assert_eq!(refused.status, 422, "{refused:?}");
    assert!(refused.body.contains("limit of 3 unverified endpoints at this host"), "{refused:?}");
    for round in 1..=4 {
        eventually("all three are attempted", || {
            (server.database().rows_in(server.data(), "delivery_attempts") >= 3 * round).then_some(())
        });
        if round < 4 {
            advance(&server.sandbox(), DAY);
        }
    }
    let sent = bodies.lock().expect("bodies").clone();
    assert_eq!(sent.len(), 12);
    let seconds = |body: &String| {
        let stamp = body.split("webhook-timestamp: ").nth(1).and_then(|rest| rest.lines().next());
        stamp.and_then(|stamp| stamp.parse::<i64>().ok()).expect("seconds")
    };
    // Two at once, then two a second.
    let took = seconds(&sent[11]) - seconds(&sent[0]);
    assert!(took >= (12 - 2) / 2 - 1, "12 in {took} s");
}

/// All four endpoints are at one host, whatever the port: they share twenty a second, after the first twenty.
fn a_host_gets_no_more_than_its_rate_and_nothing_is_lost(engine: Engine) {
    let server = Server::start_with(engine, &["--webhook-host-rate", "20"]);
    let (browser, receiver, other) = (demo(&server), Receiver::start(), Receiver::start());
    let before = happened(&server);
    for (receiver, count) in [(&receiver, 3), (&other, 1)] {
        for number in 0..count {
            add(&browser, &format!("{}/{number}", receiver.url()), &[]);
        }
    }
    let people: Vec<String> = (0..20).map(|person| format!("p{person}@example.com")).collect();
    let people: Vec<(&str, &str)> = people.iter().map(|email| (email.as_str(), "0.01")).collect();
    pay_and_settle(&server.sandbox(), &people);
    let expected = happened(&server).len() - before.len();
    assert_eq!(expected, 41);
    eventually("all arrive", || {
        let all = (receiver.received().len(), other.received().len());
        (all == (3 * expected, expected)).then_some(())
    });
    assert!(times(&receiver.received()).values().all(|times| *times == 3));
    let mut signed: Vec<i64> = arrived(&other, expected)
        .iter()
        .chain(&receiver.received())
        .map(|request| request.headers["webhook-timestamp"].parse().expect("seconds"))
        .collect();
    signed.sort_unstable();
    let took = signed[signed.len() - 1] - signed[0];
    assert!(took >= (4 * expected as i64 - 20) / 20 - 1, "{} in {took} s", signed.len());
}

testkit::on_both_engines!(
    unverified_endpoints_at_one_host_are_few_and_moving_the_clock_does_not_hurry_their_tests,
    a_host_gets_no_more_than_its_rate_and_nothing_is_lost,
);

testkit::on_sqlite_daily!(
    who_does_not_accept_the_test_is_sent_nothing_else,
    what_happened_until_then_is_sent_once_it_is_verified,
    another_url_is_verified_before_it_gets_anything_and_another_secret_changes_nothing,
);
