//! Endpoints that are turned off: by the receiver, by days of failures, by their owner. What waits is kept.

use super::verification::raw;
use super::{add, added, all_is_sent, arrived, happened, press, times, try_add};
use crate::support::pages::demo;
use crate::support::{
    Browser, DAY, Does, Engine, Receiver, Server, advance, email_to, emails_to, eventually, pay_and_settle,
};

/// The email about it, as it is called and as the pages of the account call it.
const KIND: &str = "webhook_off";
const ABOUT: &str = "Webhook endpoint turned off";

/// Between the attempts at one delivery; each may be a tenth longer.
const PAUSES_SECONDS: [i64; 9] = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];

/// How the page of an endpoint says that it stands.
fn standing(browser: &Browser, place: &str) -> String {
    browser.get(place).body
}

#[track_caller]
fn is_off(browser: &Browser, place: &str, why: &str) {
    eventually("it is turned off", || {
        standing(browser, place).contains("This endpoint is off").then_some(())
    });
    let page = standing(browser, place);
    assert!(page.contains(why), "{why}: {page}");
}

/// The only email about it, in the pages of the test account too.
#[track_caller]
fn mailed(server: &Server, browser: &Browser, place: &str, why: &str) {
    let (origin, email) = (server.origin(), server.info("email"));
    let letter = email_to(origin, email, KIND);
    assert!(letter.text.replace('\n', " ").contains(why), "{letter:?}");
    assert_eq!(letter.links, [place]);
    assert_eq!(emails_to(origin, email, KIND).len(), 1);
    assert!(browser.get("/dashboard/test/emails").body.contains(ABOUT));
}

fn gone_turns_it_off_with_an_email_and_what_waits_is_sent_when_it_is_on(engine: Engine) {
    let server = Server::start(engine);
    let (browser, receiver) = (demo(&server), Receiver::that(|_| Does::Answer(410)));
    let place = add(&browser, &receiver.url(), &[]);
    let before = happened(&server);
    press(&browser, &place, "test", &[]);
    is_off(&browser, &place, "410 Gone");
    mailed(&server, &browser, &place, "410 Gone");

    let asked = receiver.received().len();
    assert_eq!(asked, 1);
    pay_and_settle(&server.sandbox(), &[("ann@example.com", "1.00"), ("bob@example.com", "2.00")]);
    advance(&server.sandbox(), DAY);
    receiver.now_does(|_| Does::Answer(200));
    assert_eq!(receiver.received().len(), asked, "nothing is sent while it is off");

    press(&browser, &place, "on", &[]);
    all_is_sent(&server);
    let mut times = times(&receiver.received());
    times.retain(|_, times| *times > 0);
    let missed = happened(&server);
    for id in missed.keys().filter(|id| !before.contains_key(*id)) {
        assert_eq!(times.remove(id), Some(1), "{id} waited");
    }
    assert_eq!(times.into_values().collect::<Vec<_>>(), [2], "and the one that was refused");
    assert!(!standing(&browser, &place).contains("This endpoint is off"));
}

fn a_test_that_is_never_accepted_turns_it_off_with_an_email_and_on_it_gets_another(engine: Engine) {
    let server = Server::start(engine);
    let (browser, client) = (demo(&server), server.sandbox());
    let (address, bodies) = raw(500);
    let place = added(&try_add(&browser, "test", &format!("http://{address}/"), &[]));
    let attempted = |count: usize| {
        eventually(&format!("{count} attempts"), || {
            (bodies.lock().expect("bodies").len() >= count).then_some(())
        });
    };
    for (count, pause) in (1..).zip(PAUSES_SECONDS) {
        attempted(count);
        noted(&server, count, 1);
        assert!(!standing(&browser, &place).contains("This endpoint is off"), "after {count}");
        advance(&client, pause * 11 / 10 + 1);
    }
    is_off(&browser, &place, "accept the test event within three days");
    mailed(&server, &browser, &place, "accept the test event within three days");
    let test = |body: &str| {
        body.split("webhook-id: ").nth(1).and_then(|rest| rest.lines().next().map(str::to_owned))
    };
    press(&browser, &place, "on", &[]);
    attempted(11);
    let sent = bodies.lock().expect("bodies").clone();
    assert_ne!(test(&sent[10]), test(&sent[9]), "a new test");
    assert!(standing(&browser, &place).contains("Pending verification"));
}

/// Waits until so many deliveries have had an attempt of this number: when the next one is due is known only then. The
/// test that verified an endpoint is a delivery, too.
fn noted(server: &Server, number: usize, deliveries: i64) {
    eventually("the attempt is noted", || {
        let noted = format!("delivery_attempts where number = {number}");
        (server.database().rows_in(server.data(), &noted) >= deliveries).then_some(())
    });
}

fn five_days_of_failures_turn_it_off_with_an_email(engine: Engine) {
    let server = Server::start(engine);
    let (browser, client, receiver) =
        (demo(&server), server.sandbox(), Receiver::that(|_| Does::Answer(500)));
    let place = add(&browser, &receiver.url(), &[]);
    press(&browser, &place, "test", &[]);
    arrived(&receiver, 1);
    noted(&server, 1, 2);
    for days in 1..=4 {
        advance(&client, DAY);
        arrived(&receiver, 1 + days);
        noted(&server, 1 + days, 1);
        assert!(!standing(&browser, &place).contains("This endpoint is off"), "after {days} days");
    }
    eventually("it is shown to fail", || {
        standing(&browser, &place).contains("Deliveries are failing").then_some(())
    });
    advance(&client, DAY + 3_600);
    is_off(&browser, &place, "five days");
    mailed(&server, &browser, &place, "five days");

    // Turned on, it has five days again.
    press(&browser, &place, "on", &[]);
    let before = receiver.received().len();
    press(&browser, &place, "test", &[]);
    arrived(&receiver, before + 1);
    assert!(!standing(&browser, &place).contains("This endpoint is off"));
    let emails = server.database().rows_in(server.data(), "emails where kind = 'webhook_off'");
    assert_eq!(emails, 1);
}

/// One success in between, and the days are counted anew.
fn a_success_starts_the_days_anew(engine: Engine) {
    let server = Server::start(engine);
    let (browser, client, receiver) =
        (demo(&server), server.sandbox(), Receiver::that(|_| Does::Answer(500)));
    let place = add(&browser, &receiver.url(), &[]);
    press(&browser, &place, "test", &[]);
    arrived(&receiver, 1);
    noted(&server, 1, 2);
    advance(&client, 4 * DAY);
    arrived(&receiver, 2);
    noted(&server, 2, 1);
    receiver.now_does(|_| Does::Answer(200));
    advance(&client, DAY / 2);
    all_is_sent(&server);
    receiver.now_does(|_| Does::Answer(500));
    let before = receiver.received().len();
    press(&browser, &place, "test", &[]);
    arrived(&receiver, before + 1);
    noted(&server, 1, 3);
    advance(&client, DAY);
    arrived(&receiver, before + 2);
    assert!(!standing(&browser, &place).contains("This endpoint is off"));
}

fn what_its_owner_turns_off_is_silent_until_it_is_on(engine: Engine) {
    let server = Server::start(engine);
    let (browser, receiver, other) = (demo(&server), Receiver::start(), Receiver::start());
    let place = add(&browser, &receiver.url(), &["payout.created"]);
    press(&browser, &place, "off", &[]);
    add(&browser, &other.url(), &["payout.created"]);
    pay_and_settle(&server.sandbox(), &[("ann@example.com", "1.00")]);
    arrived(&other, 1);
    assert_eq!(receiver.connections(), 0);
    press(&browser, &place, "on", &[]);
    assert_eq!(arrived(&receiver, 1)[0].kind(), "payout.created");
    press(&browser, &place, "remove", &[]);
    pay_and_settle(&server.sandbox(), &[("ann@example.com", "1.00")]);
    arrived(&other, 2);
    all_is_sent(&server);
    assert_eq!(receiver.received().len(), 1, "what was removed gets nothing");
    assert_eq!(browser.get(&place).status, 404);
}

testkit::on_both_engines!(five_days_of_failures_turn_it_off_with_an_email);

testkit::on_sqlite_daily!(
    gone_turns_it_off_with_an_email_and_what_waits_is_sent_when_it_is_on,
    a_test_that_is_never_accepted_turns_it_off_with_an_email_and_on_it_gets_another,
    a_success_starts_the_days_anew,
    what_its_owner_turns_off_is_silent_until_it_is_on,
);
