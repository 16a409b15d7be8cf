//! Signatures, judged by a library that we did not write.

use hyper::HeaderMap;
use standardwebhooks::{Webhook, WebhookError};

use super::{add, arrived, press, reveal, secret_on};
use crate::support::pages::demo;
use crate::support::{DAY, Does, Engine, Received, Receiver, Server, advance};

/// What the library says of a delivery.
pub fn judge(secret: &str, request: &Received) -> Result<(), WebhookError> {
    let headers = ["webhook-id", "webhook-timestamp", "webhook-signature"];
    let headers: HeaderMap = headers
        .map(|name| (name.parse().expect("a name"), request.headers[name].parse().expect("a value")))
        .into_iter()
        .collect();
    Webhook::new(secret)?.verify(request.body.as_bytes(), &headers)
}

/// The same request with another value in a header.
fn with(request: &Received, name: &str, value: &str) -> Received {
    let mut changed = request.clone();
    changed.headers.insert(name.to_owned(), value.to_owned());
    changed
}

fn signatures(request: &Received) -> usize {
    request.headers["webhook-signature"].split(' ').count()
}

/// Sends one test event, and returns what arrived of it.
fn send(browser: &crate::support::Browser, place: &str, receiver: &Receiver) -> Received {
    let before = receiver.received().len();
    press(browser, place, "test", &[]);
    arrived(receiver, before + 1).remove(before)
}

fn what_we_sign_is_good_and_what_was_changed_is_not(engine: Engine) {
    let server = Server::start(engine);
    let (browser, receiver) = (demo(&server), Receiver::start());
    let place = add(&browser, &receiver.url(), &[]);
    let secret = reveal(&browser, &place);
    let request = send(&browser, &place, &receiver);
    judge(&secret, &request).expect("ours is good");
    assert_eq!(signatures(&request), 1);

    let bad = |request: &Received| matches!(judge(&secret, request), Err(WebhookError::InvalidSignature));
    let mut body = request.clone();
    body.body = body.body.replace("\"sequence\":2", "\"sequence\":3");
    assert_ne!(body.body, request.body);
    assert!(bad(&body), "another body");
    assert!(bad(&with(&request, "webhook-id", "evt_other")), "another id");
    let then: i64 = request.headers["webhook-timestamp"].parse().expect("seconds");
    assert!(bad(&with(&request, "webhook-timestamp", &(then + 1).to_string())), "another time");
    assert!(bad(&with(&request, "webhook-signature", "v1,AAAA")), "no signature of ours");
    let other = add(&browser, &format!("{}/other", receiver.url()), &[]);
    assert!(judge(&reveal(&browser, &other), &request).is_err(), "the secret of another endpoint");
}

/// An attacker who has caught a delivery cannot use it later, nor make it look fresh.
fn what_is_old_is_refused_even_if_it_is_signed(engine: Engine) {
    let server = Server::start(engine);
    let (browser, receiver) = (demo(&server), Receiver::start());
    let place = add(&browser, &receiver.url(), &[]);
    let secret = reveal(&browser, &place);
    let request = send(&browser, &place, &receiver);
    let then: i64 = request.headers["webhook-timestamp"].parse().expect("seconds");
    let signed_at = |at: i64| {
        let signed = Webhook::new(&secret).expect("a secret").sign(request.id(), at, request.body.as_bytes());
        let request = with(&request, "webhook-timestamp", &at.to_string());
        judge(&secret, &with(&request, "webhook-signature", &signed.expect("signed")))
    };
    signed_at(then).expect("as we sign it");
    assert!(matches!(signed_at(then - 301), Err(WebhookError::TimestampTooOldError)));
}

fn while_secrets_change_both_are_good_and_then_only_the_new_one(engine: Engine) {
    let server = Server::start(engine);
    let (browser, receiver) = (demo(&server), Receiver::start());
    let place = add(&browser, &receiver.url(), &[]);
    let old = reveal(&browser, &place);
    let new = secret_on(&press(&browser, &place, "rotate", &[]));
    assert_ne!(old, new);
    assert_eq!(reveal(&browser, &place), new);

    let request = send(&browser, &place, &receiver);
    assert_eq!(signatures(&request), 2);
    judge(&old, &request).expect("the old one is still good");
    judge(&new, &request).expect("the new one is good already");

    server.execute("update endpoints set old_secret_until = 1 where old_secret_until is not null");
    let request = send(&browser, &place, &receiver);
    assert_eq!(signatures(&request), 1);
    judge(&new, &request).expect("the new one stays good");
    assert!(matches!(judge(&old, &request), Err(WebhookError::InvalidSignature)), "the old one has ended");

    let newest = secret_on(&press(&browser, &place, "rotate", &[]));
    let request = send(&browser, &place, &receiver);
    assert!(
        judge(&newest, &request).is_ok() && judge(&new, &request).is_ok() && judge(&old, &request).is_err()
    );
}

/// Every attempt is signed when it is made, by the real clock, whatever the account's own clock says.
fn every_attempt_is_signed_anew_by_the_real_clock(engine: Engine) {
    let server = Server::start(engine);
    let (browser, receiver) = (demo(&server), Receiver::that(|_| Does::Answer(500)));
    let place = add(&browser, &receiver.url(), &[]);
    let secret = reveal(&browser, &place);
    advance(&server.sandbox(), DAY);
    press(&browser, &place, "test", &[]);
    arrived(&receiver, 1);
    receiver.now_does(|_| Does::Answer(200));
    advance(&server.sandbox(), 10);
    let received = arrived(&receiver, 2);
    for request in &received {
        judge(&secret, request).expect("both are fresh");
    }
    assert_eq!((received[0].id(), &received[0].body), (received[1].id(), &received[1].body));
}

testkit::on_both_engines!(while_secrets_change_both_are_good_and_then_only_the_new_one);

testkit::on_sqlite_daily!(every_attempt_is_signed_anew_by_the_real_clock);

testkit::on_one_engine!(
    what_we_sign_is_good_and_what_was_changed_is_not,
    what_is_old_is_refused_even_if_it_is_signed,
);
