//! Sending again: one, what failed, a time. Skipping what waits. And a replay that outlives its server.

use rules::time::Timestamp;
use serde_json::Value;

use super::{add, all_is_sent, arrived, delivery, happened, press, times};
use crate::support::pages::demo;
use crate::support::{
    Browser, Does, Engine, Received, Receiver, Server, advance, eventually, fund, pay_and_settle,
};

const HOUR: i64 = 3_600;

/// Pays a recipient, and waits until all endpoints have heard.
fn something_happens(server: &Server, email: &str) {
    pay_and_settle(&server.sandbox(), &[(email, "1.00")]);
    all_is_sent(server);
}

/// Replays, and waits for the end.
fn replay(server: &Server, browser: &Browser, place: &str, fields: &[(&str, &str)]) {
    press(browser, place, "replay", fields);
    eventually("the replay ends", || {
        (server.database().rows_in(server.data(), "replays where ended_at is null") == 0).then_some(())
    });
}

fn one_is_sent_again_as_it_was(engine: Engine) {
    let server = Server::start(engine);
    let (browser, receiver) = (demo(&server), Receiver::start());
    let place = add(&browser, &receiver.url(), &["payout.created"]);
    something_happens(&server, "ann@example.com");
    let event = arrived(&receiver, 1)[0].id().to_owned();
    press(&browser, &format!("{place}/deliveries/{event}"), "again", &[]);
    let received = arrived(&receiver, 2);
    assert_eq!((received[0].id(), &received[0].body), (received[1].id(), &received[1].body));
    all_is_sent(&server);
    let shown = delivery(&browser, &place, &event);
    assert_eq!((shown.status.as_str(), shown.attempts.len()), ("delivered", 2));
}

fn what_failed_is_sent_again_and_nothing_else(engine: Engine) {
    let server = Server::start(engine);
    let (browser, receiver) = (demo(&server), Receiver::start());
    let place = add(&browser, &receiver.url(), &[]);
    something_happens(&server, "ann@example.com");
    let failed: Vec<String> =
        receiver.received().iter().take(2).map(|request| request.id().to_owned()).collect();
    let ids = failed.join("', '");
    server
        .execute(&format!("update deliveries set status = 'failed', tries = 10 where event_id in ('{ids}')"));
    replay(&server, &browser, &place, &[("what", "failed")]);
    all_is_sent(&server);
    for (id, times) in times(&receiver.received()) {
        assert_eq!(times, if failed.contains(&id) { 2 } else { 1 }, "{id}");
    }
}

/// When it happened, as the form takes it, moved by some seconds.
fn at(request: &Received, seconds: i64) -> String {
    let event: Value = request.event();
    let at = Timestamp::parse(event["timestamp"].as_str().expect("a time")).expect("a time");
    at.plus_seconds(seconds).to_string()[..16].to_owned()
}

fn a_time_is_sent_again_and_nothing_before_or_after(engine: Engine) {
    let server = Server::start(engine);
    let (browser, client, receiver) = (demo(&server), server.sandbox(), Receiver::start());
    let place = add(&browser, &receiver.url(), &["payout.created"]);
    for email in ["ann@example.com", "bob@example.com", "cid@example.com"] {
        something_happens(&server, email);
        advance(&client, HOUR);
    }
    let received = arrived(&receiver, 3);
    let middle = [("what", "range"), ("from", &at(&received[1], 0)), ("to", &at(&received[1], 120))];
    replay(&server, &browser, &place, &middle);
    all_is_sent(&server);
    let ids: Vec<String> = received.iter().map(|request| request.id().to_owned()).collect();
    let times_of = || ids.iter().map(|id| times(&receiver.received())[id]).collect::<Vec<usize>>();
    assert_eq!(times_of(), [1, 2, 1]);
    // Without an end it is until now.
    replay(&server, &browser, &place, &[("what", "range"), ("from", &at(&received[1], 0)), ("to", "")]);
    all_is_sent(&server);
    assert_eq!(times_of(), [1, 3, 2]);
    for wrong in [[("from", ""), ("to", "")], [("from", "2026-11-15T10:00"), ("to", "2026-11-15T09:00")]] {
        let fields = [&[("what", "range")], &wrong[..]].concat();
        let reply = browser.fill(&place, &format!("{place}/replay"), &fields);
        assert_eq!(reply.status, 422, "{wrong:?}");
    }
    assert_eq!(times_of(), [1, 3, 2]);
}

fn what_waits_can_be_skipped_and_still_be_sent(engine: Engine) {
    let server = Server::start(engine);
    let (browser, receiver) = (demo(&server), Receiver::start());
    let place = add(&browser, &receiver.url(), &["payout.created"]);
    press(&browser, &place, "off", &[]);
    pay_and_settle(&server.sandbox(), &[("ann@example.com", "1.00")]);
    replay(&server, &browser, &place, &[("what", "skip")]);
    press(&browser, &place, "on", &[]);
    all_is_sent(&server);
    something_happens(&server, "bob@example.com");
    let received = receiver.received();
    assert_eq!(received.len(), 1, "only what came after");

    let list = browser.get(&format!("{place}/deliveries?status=skipped")).body;
    let event = list.split("/deliveries/evt_").nth(1).and_then(|rest| rest.split('"').next()).expect("one");
    let event = format!("evt_{event}");
    assert_ne!(event, received[0].id());
    press(&browser, &format!("{place}/deliveries/{event}"), "again", &[]);
    assert_eq!(arrived(&receiver, 2)[1].id(), event);
}

fn a_replay_goes_on_after_its_server_was_killed(engine: Engine) {
    let mut server = Server::start(engine);
    let (browser, receiver) = (demo(&server), Receiver::start());
    fund(&server.sandbox(), "1000.00");
    let before = happened(&server);
    let place = add(&browser, &receiver.url(), &[]);
    let people: Vec<String> = (0..100).map(|person| format!("p{person}@example.com")).collect();
    let people: Vec<(&str, &str)> = people.iter().map(|email| (email.as_str(), "0.01")).collect();
    for _ in 0..10 {
        pay_and_settle(&server.sandbox(), &people);
    }
    all_is_sent(&server);
    let expected = happened(&server).len() - before.len();
    assert!(expected > 1_000, "more than is done at once");
    press(&browser, &place, "replay", &[("what", "range"), ("from", "2020-01-01T00:00"), ("to", "")]);
    server.kill();
    server.restart();
    eventually("the replay ends", || {
        (server.database().rows_in(server.data(), "replays where ended_at is null") == 0).then_some(())
    });
    all_is_sent(&server);
    let times = times(&receiver.received());
    assert_eq!(times.len(), expected);
    let once: Vec<&String> = times.iter().filter(|(_, times)| **times < 2).map(|(id, _)| id).collect();
    assert!(once.is_empty(), "{} were not sent again", once.len());
}

fn a_delivery_keeps_its_last_twenty_attempts_and_nothing_of_what_a_success_said(engine: Engine) {
    let server = Server::start(engine);
    let receiver = Receiver::that(|_| Does::Say(200, Vec::new(), vec![b'x'; 1024]));
    let browser = demo(&server);
    let place = add(&browser, &receiver.url(), &["payout.created"]);
    something_happens(&server, "ann@example.com");
    let event = receiver.received().last().expect("the payout").id().to_owned();
    let attempts = format!("delivery_attempts where event_id = '{event}'");
    let attempts = || server.database().rows_in(server.data(), &attempts);
    for sent in 2..=23 {
        press(&browser, &format!("{place}/deliveries/{event}"), "again", &[]);
        all_is_sent(&server);
        assert_eq!(attempts(), sent.min(20));
    }
    let shown = delivery(&browser, &place, &event);
    assert_eq!(shown.attempts.len(), 20);
    let last = server.database().rows_in(server.data(), "delivery_attempts where number between 4 and 23");
    assert_eq!(last, 20, "the newest are kept");
    assert!(shown.attempts.iter().all(|attempt| attempt.excerpt.is_empty()));
}

fn a_replay_beyond_the_limit_of_an_endpoint_waits_and_goes_on(engine: Engine) {
    let server = Server::start(engine);
    let (browser, receiver) = (demo(&server), Receiver::start());
    let place = add(&browser, &receiver.url(), &["payout.created"]);
    something_happens(&server, "ann@example.com");
    let event = arrived(&receiver, 1)[0].id().to_owned();
    // So much is left that a replay can be started, but nothing can be sent.
    server.execute("update endpoints set replays_whole_at = created_at + 86400000000");
    let range = [("what", "range"), ("from", "2020-01-01T00:00"), ("to", "")];
    press(&browser, &place, "replay", &range);
    eventually("the page says so", || browser.get(&place).body.contains("daily limit").then_some(()));
    for (page, kind, fields) in
        [(place.clone(), "replay", &range[..]), (format!("{place}/deliveries/{event}"), "again", &[])]
    {
        let reply = browser.fill(&page, &format!("{page}/{kind}"), fields);
        assert_eq!(reply.status, 429, "{reply:?}");
    }
    let open = || server.database().rows_in(server.data(), "replays where ended_at is null");
    assert_eq!((open(), receiver.received().len()), (1, 1));
    server.execute("update endpoints set replays_whole_at = 0");
    eventually("the replay ends", || (open() == 0).then_some(()));
    assert_eq!(arrived(&receiver, 2)[1].id(), event);
}

testkit::on_both_engines!(
    a_delivery_keeps_its_last_twenty_attempts_and_nothing_of_what_a_success_said,
    a_replay_beyond_the_limit_of_an_endpoint_waits_and_goes_on,
    what_failed_is_sent_again_and_nothing_else,
    a_replay_goes_on_after_its_server_was_killed,
);

testkit::on_sqlite_daily!(
    one_is_sent_again_as_it_was,
    a_time_is_sent_again_and_nothing_before_or_after,
    what_waits_can_be_skipped_and_still_be_sent,
);
