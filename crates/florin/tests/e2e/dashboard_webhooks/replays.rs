//! Many at once: sent again because they failed, because of when they happened, or skipped.

use super::{add_quiet, test_event};
use crate::support::pages::{beside, count, demo, id, led, open, says, silent};
use crate::support::{Browser, Engine, Reply, Server, eventually, with};

testkit::on_both_engines!(what_waits_can_be_skipped);

testkit::on_sqlite_daily!(what_failed_is_sent_again_and_nothing_else, what_happened_in_a_time_is_sent_again,);

testkit::on_one_engine!(what_is_no_time_is_told_beside_its_field);

fn replay(browser: &Browser, place: &str, fields: &[(&str, &str)]) -> Reply {
    let action = format!("{place}/replay");
    browser.post(&action, &with(&browser.form(place, &action), fields))
}

/// The endpoint's page, as soon as the newest replay has ended.
fn ended(browser: &Browser, place: &str, words: &str) -> Reply {
    eventually("the end of a replay", || {
        let page = open(browser, &format!("{place}/progress"));
        page.body.contains(words).then_some(page)
    })
}

fn status(server: &Server, delivery: &str) -> String {
    let sql = format!("select status from deliveries where event_id = '{}'", id(delivery));
    server.database().texts(server.data(), &sql).remove(0)
}

fn set(server: &Server, delivery: &str, status: &str) {
    let event = id(delivery);
    server.execute(&format!("update deliveries set status = '{status}' where event_id = '{event}'"));
}

fn what_failed_is_sent_again_and_nothing_else(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let place = add_quiet(&server, &owner);
    let made: Vec<String> = (0..3).map(|_| test_event(&owner, &place)).collect();
    for (delivery, status) in made.iter().zip(["failed", "delivered", "skipped"]) {
        set(&server, delivery, status);
    }
    let action = format!("{place}/replay");
    let form = with(&owner.form(&place, &action), &[("what", "failed")]);
    for _ in 0..2 {
        let done = owner.post(&action, &form);
        assert_eq!(done.header("location"), Some(&*place), "{done:?}");
    }
    assert_eq!(count(&server, "replays"), 1, "a double click is one");
    ended(&owner, &place, "Resent failed deliveries</b> · 1 event ·");
    assert_eq!([0, 1, 2].map(|number| status(&server, &made[number])), ["waiting", "delivered", "skipped"]);
}

fn what_happened_in_a_time_is_sent_again(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let place = add_quiet(&server, &owner);
    let made: Vec<String> = (0..2).map(|_| test_event(&owner, &place)).collect();
    made.iter().for_each(|delivery| set(&server, delivery, "delivered"));
    led(&replay(
        &owner,
        &place,
        &[("what", "range"), ("from", "2020-01-01T00:00"), ("to", "2020-01-02T00:00")],
    ));
    let page = ended(
        &owner,
        &place,
        "Resent events from 1 Jan 2020, 00:00 UTC to 2 Jan 2020, 00:00 UTC</b> · 0 events ·",
    );
    says(&page, "Completed");
    assert_eq!(status(&server, &made[0]), "delivered");
    led(&replay(&owner, &place, &[("what", "range"), ("from", "2020-01-01T00:00:30"), ("to", "")]));
    ended(&owner, &place, "</b> · 2 events ·");
    assert_eq!([0, 1].map(|number| status(&server, &made[number])), ["waiting", "waiting"]);
}

fn what_is_no_time_is_told_beside_its_field(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let place = add_quiet(&server, &owner);
    for (from, to, field, words) in [
        ("", "", "from", "Enter the start of the period."),
        ("yesterday", "", "from", "Enter a date and time, for example 2026-11-15T12:30."),
        ("2999-01-01T00:00", "", "from", "The start can't be in the future."),
        ("2020-01-01T00:00", "soon", "to", "Enter a date and time, for example 2026-11-15T12:30."),
        ("2020-01-01T00:00", "2020-01-01T00:00", "to", "The end must be after the start."),
        ("2020-01-01T00:00", "2019-01-01T00:00", "to", "The end must be after the start."),
    ] {
        let page = replay(&owner, &place, &[("what", "range"), ("from", from), ("to", to)]);
        assert_eq!((page.status, beside(&page, "replay", field).as_str()), (422, words), "{from} {to}");
        says(&page, &format!("name=\"{field}\""));
        says(&page, &format!("value=\"{from}\""));
    }
    for what in ["", "everything"] {
        let page = replay(&owner, &place, &[("what", what)]);
        assert_eq!(page.status, 422);
        says(&page, "Choose which events to resend.");
    }
    assert_eq!(count(&server, "replays"), 0);
}

fn what_waits_can_be_skipped(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let place = add_quiet(&server, &owner);
    let made: Vec<String> = (0..2).map(|_| test_event(&owner, &place)).collect();
    set(&server, &made[0], "failed");
    let done = replay(&owner, &place, &[("what", "skip")]);
    assert_eq!(done.header("location"), Some(&*place));
    ended(&owner, &place, "Skipped waiting events</b> · 1 event ·");
    assert_eq!([0, 1].map(|number| status(&server, &made[number])), ["failed", "skipped"]);
    silent(&open(&owner, &place), "Skip waiting events");
}
