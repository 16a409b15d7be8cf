//! What does not arrive is sent again, by the schedule, until it has arrived or the schedule ends.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::{ShownAttempt, add, arrived, attempted, closed_port, delivery, press, times};
use crate::support::pages::demo;
use crate::support::{Browser, Client, Does, Engine, Receiver, Server, advance, eventually};

/// Longer than the longest pause, with what chance adds to it.
const LONGER_THAN_ANY_PAUSE: i64 = 96_000;

/// Sends a test event, and returns its id.
fn send(browser: &Browser, place: &str) -> String {
    let sent = press(browser, place, "test", &[]);
    let place = sent.header("location").expect("a place").to_owned();
    place.split('?').next().and_then(|path| path.rsplit('/').next()).expect("an id").to_owned()
}

/// Lets time pass until an event was attempted so often.
#[track_caller]
fn retried(client: &Client, browser: &Browser, place: &str, event: &str, count: usize) -> super::Shown {
    let known = attempted(browser, place, event, 1).attempts.len();
    for next in known + 1..=count {
        advance(client, LONGER_THAN_ANY_PAUSE);
        attempted(browser, place, event, next);
    }
    delivery(browser, place, event)
}

fn after_ten_attempts_it_is_given_up_and_the_log_tells_of_each(engine: Engine) {
    let server = Server::start(engine);
    let (browser, client, elsewhere) = (demo(&server), server.sandbox(), Receiver::start());
    let (location, count) = (format!("Location: {}", elsewhere.url()), AtomicUsize::new(0));
    let receiver = Receiver::that(move |_| match count.fetch_add(1, Ordering::Relaxed) {
        0 => Does::Say(500, Vec::new(), b"<b>out of order</b>".to_vec()),
        1 => Does::Say(302, vec![location.clone()], Vec::new()),
        2 => Does::Say(308, vec![location.clone()], Vec::new()),
        3 => Does::Blurt(b"nonsense\r\n\r\n".to_vec()),
        4 => Does::Answer(404),
        _ => Does::Answer(503),
    });
    let place = add(&browser, &receiver.url(), &[]);
    let event = send(&browser, &place);

    let first = attempted(&browser, &place, &event, 1);
    assert_eq!(first.status, "waiting");
    assert!(first.text.starts_with("Next attempt: "), "{}", first.text);
    // Patience counts from the first failure, so its days must not be over before the schedule is.
    let pauses = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
    for (number, pause) in pauses.into_iter().enumerate() {
        assert_eq!(delivery(&browser, &place, &event).attempts.len(), number + 1, "not before its time");
        advance(&client, pause + pause / 10 + 1);
        attempted(&browser, &place, &event, number + 2);
    }
    let shown = eventually("it is given up", || {
        let shown = delivery(&browser, &place, &event);
        (shown.status == "failed").then_some(shown)
    });
    assert_eq!(shown.text, "The last attempt failed. You can resend the event.");
    let oldest_first: Vec<ShownAttempt> = shown.attempts.into_iter().rev().collect();
    let titles: Vec<&str> = oldest_first.iter().map(|attempt| attempt.title.as_str()).collect();
    let unavailable = "503 Service Unavailable";
    let expected = [
        "500 Internal Server Error",
        "302 Found",
        "308 Permanent Redirect",
        "No response",
        "404 Not Found",
        unavailable,
        unavailable,
        unavailable,
        unavailable,
        unavailable,
    ];
    assert_eq!(titles, expected);
    assert_eq!(oldest_first[0].excerpt, "<b>out of order</b>");
    for (number, attempt) in (1..).zip(&oldest_first) {
        assert!(attempt.text.starts_with(&format!("Attempt {number}, took ")), "{attempt:?}");
    }
    advance(&client, LONGER_THAN_ANY_PAUSE);
    let received = receiver.received();
    assert_eq!(times(&received), [(event, 10)].into(), "ten in all");
    assert!(received.iter().all(|request| request.body == received[0].body), "the same bytes every time");
    assert_eq!(elsewhere.connections(), 0, "no redirect is followed");
}

fn who_recovers_gets_it(engine: Engine) {
    let server = Server::start(engine);
    let (browser, receiver) = (demo(&server), Receiver::that(|_| Does::Answer(500)));
    let place = add(&browser, &receiver.url(), &[]);
    let events: Vec<String> = (0..3).map(|_| send(&browser, &place)).collect();
    events.iter().for_each(|event| {
        attempted(&browser, &place, event, 1);
    });
    receiver.now_does(|_| Does::Answer(201));
    advance(&server.sandbox(), LONGER_THAN_ANY_PAUSE);
    for event in &events {
        let shown = attempted(&browser, &place, event, 2);
        let (status, text) = (shown.status.as_str(), shown.text.as_str());
        assert_eq!((status, text), ("delivered", "Your server accepted this event."));
    }
    assert_eq!(times(&receiver.received()), events.into_iter().map(|event| (event, 2)).collect());
}

fn an_unreachable_receiver_is_retried_too(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    let place = add(&browser, &format!("http://{}/", closed_port()), &[]);
    let event = send(&browser, &place);
    let shown = retried(&server.sandbox(), &browser, &place, &event, 2);
    assert_eq!(shown.status, "waiting");
    for attempt in shown.attempts {
        assert_eq!(attempt.title, "No response");
        assert_eq!(attempt.excerpt, "The connection was refused.");
    }
}

/// The only test that waits for the deadline of fifteen seconds.
#[test]
fn who_never_answers_is_left_after_the_deadline() {
    let server = Server::start(Engine::Sqlite);
    let (browser, receiver) = (demo(&server), Receiver::that(|_| Does::Hang));
    let place = add(&browser, &receiver.url(), &[]);
    let event = send(&browser, &place);
    let shown = attempted(&browser, &place, &event, 1);
    assert_eq!(shown.attempts[0].title, "No response");
    assert_eq!(shown.attempts[0].excerpt, "Timed out while waiting for the response.");
    receiver.now_does(|_| Does::Answer(200));
    let shown = retried(&server.sandbox(), &browser, &place, &event, 2);
    assert_eq!(shown.status, "delivered");
}

fn who_asks_for_time_gets_it_by_the_clock_of_the_account(engine: Engine) {
    let server = Server::start(engine);
    let (browser, client) = (demo(&server), server.sandbox());
    let receiver = Receiver::that(|_| Does::Say(429, vec!["Retry-After: 3600".to_owned()], Vec::new()));
    let place = add(&browser, &receiver.url(), &[]);
    let event = send(&browser, &place);
    let shown = attempted(&browser, &place, &event, 1);
    let minutes: u32 = shown.text.split_whitespace().find_map(|word| word.parse().ok()).expect("minutes");
    assert!((59..=66).contains(&minutes) && shown.text.ends_with("minutes"), "{}", shown.text);

    receiver.now_does(|_| Does::Answer(200));
    advance(&client, 3_500);
    let other = send(&browser, &place);
    assert_eq!(delivery(&browser, &place, &event).attempts.len(), 1, "not before");
    advance(&client, 500);
    assert_eq!(attempted(&browser, &place, &event, 2).status, "delivered");
    assert_eq!(attempted(&browser, &place, &other, 1).status, "delivered");
    assert_eq!(arrived(&receiver, 3).len(), 3);
}

testkit::on_sqlite_daily!(
    after_ten_attempts_it_is_given_up_and_the_log_tells_of_each,
    who_recovers_gets_it,
    an_unreachable_receiver_is_retried_too,
    who_asks_for_time_gets_it_by_the_clock_of_the_account,
);
