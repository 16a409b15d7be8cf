//! Receivers that answer with too much, with too little, or with something else.

use super::{Shown, add, attempted, press};
use crate::support::pages::demo;
use crate::support::{Browser, Does, Engine, Receiver, Server};

/// How the delivery of a test event to a receiver like this ends, and the page that tells of it.
fn answered(browser: &Browser, does: Does) -> (Shown, String, Receiver) {
    let receiver = Receiver::that(move |_| does.clone());
    let place = add(browser, &receiver.url(), &[]);
    let sent = press(browser, &place, "test", &[]);
    let page = sent.header("location").and_then(|place| place.split('?').next()).expect("a page").to_owned();
    let event = page.rsplit('/').next().expect("an id").to_owned();
    let shown = attempted(browser, &place, &event, 1);
    (shown, browser.get(&page).body, receiver)
}

fn no_answer_is_too_long_to_be_dealt_with(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    let gigabyte = "HTTP/1.1 200 OK\r\ncontent-length: 1073741824\r\n\r\n";
    let endless = "HTTP/1.1 500 Oops\r\n\r\n";
    let beginning = "x".repeat(512);
    for (head, status, title, excerpt) in [
        (gigabyte, "delivered", "200 OK", ""),
        (endless, "waiting", "500 Internal Server Error", beginning.as_str()),
    ] {
        let (shown, ..) = answered(&browser, Does::Pour(head.to_owned()));
        assert_eq!((shown.status.as_str(), shown.attempts[0].title.as_str()), (status, title));
        assert_eq!(shown.attempts[0].excerpt, excerpt, "the beginning of a failure is kept, and no more");
    }
}

fn what_a_receiver_says_is_shown_as_text(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    let script = "<script>alert(1)</script>&amp;\u{202e}";
    let (shown, page, _) = answered(&browser, Does::Say(500, Vec::new(), script.as_bytes().to_vec()));
    assert!(!page.contains("<script>alert"), "{page}");
    assert!(shown.attempts[0].excerpt.starts_with("<script>alert(1)</script>"), "{:?}", shown.attempts);
    assert!(!page.contains('\u{202e}'), "nothing turns the text around");

    // What is compressed stays so: it was not asked for.
    let squeezed = [&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3][..], &[0; 400]].concat();
    let gzip = vec!["content-encoding: gzip".to_owned()];
    let (shown, page, receiver) = answered(&browser, Does::Say(500, gzip, squeezed));
    assert_eq!(shown.status, "waiting");
    assert!(!receiver.received()[0].headers.contains_key("accept-encoding"));
    assert!(!page.contains('\0') && shown.attempts[0].excerpt.contains('\u{fffd}'), "{:?}", shown.attempts);
}

fn what_is_no_answer_is_a_failure_with_its_reason(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    let head = |rest: &str| format!("HTTP/1.1 200 OK\r\n{rest}").into_bytes();
    let large = head(&format!("x-large: {}\r\n\r\n", "x".repeat(100_000)));
    for (bytes, why) in [
        (b"SSH-2.0-OpenSSH_9.2\r\n".to_vec(), "It is not an HTTP/1.1 response"),
        (Vec::new(), "the connection was closed before it was complete"),
        (head("content-length: 10\r\n\r\nshort"), "the connection"),
        (large, "The response headers are too large."),
    ] {
        let (shown, ..) = answered(&browser, Does::Blurt(bytes));
        assert_eq!((shown.status.as_str(), shown.attempts[0].title.as_str()), ("waiting", "No response"));
        let text = shown.attempts[0].excerpt.to_lowercase();
        assert!(text.contains(&why.to_lowercase()), "{why}: {text}");
    }
}

testkit::on_sqlite_daily!(
    no_answer_is_too_long_to_be_dealt_with,
    what_a_receiver_says_is_shown_as_text,
    what_is_no_answer_is_a_failure_with_its_reason,
);
