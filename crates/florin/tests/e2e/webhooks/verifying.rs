//! The example for integrators in Rust, on real deliveries. Those in Python and JavaScript are run by
//! `scripts/webhooks/run`, which also asks all three about the same requests.

#[allow(dead_code, reason = "it is a program of its own, too")]
#[path = "../../../../../docs/webhooks/verify.rs"]
mod example;

use super::{add, arrived, press, reveal, secret_on};
use crate::support::pages::demo;
use crate::support::{Engine, Received, Receiver, Server};

const OLD: &str = "the timestamp is more than five minutes off";
const WRONG: &str = "no signature matches: the request was changed, or signed with another secret";

fn judge(secret: &str, request: &Received, now: u64) -> Result<(), &'static str> {
    let header = |name: &str| request.headers.get(name).map(String::as_str);
    example::verify(secret, header, request.body.as_bytes(), now)
}

fn the_example_takes_what_is_ours_and_fresh_and_nothing_else(engine: Engine) {
    let server = Server::start(engine);
    let (browser, receiver) = (demo(&server), Receiver::start());
    let place = add(&browser, &receiver.url(), &[]);
    let old = reveal(&browser, &place);
    let new = secret_on(&press(&browser, &place, "rotate", &[]));
    press(&browser, &place, "test", &[]);
    let request = arrived(&receiver, 1).remove(0);
    let now: u64 = request.headers["webhook-timestamp"].parse().expect("seconds");

    for secret in [&old, &new] {
        for good in [now - 300, now, now + 300] {
            assert_eq!(judge(secret, &request, good), Ok(()));
        }
        for late in [0, now - 301, now + 301] {
            assert_eq!(judge(secret, &request, late), Err(OLD), "{late}");
        }
    }
    let other = add(&browser, &format!("{}/other", receiver.url()), &[]);
    assert_eq!(judge(&reveal(&browser, &other), &request, now), Err(WRONG));
    assert_eq!(judge("whsec_!", &request, now), Err("the secret is not Base64"));
    let with = |name: &str, value: &str| {
        let mut changed = request.clone();
        changed.headers.insert(name.to_owned(), value.to_owned());
        judge(&new, &changed, now)
    };
    let (first, second) = request.headers["webhook-signature"].split_once(' ').expect("two");
    let first_only = with("webhook-signature", first);
    assert_eq!(first_only, Ok(()), "the newest comes first");
    for signatures in
        ["", "v1,", "v2,AAAA", "v1,AAAA v1,BBBB", second, &first.replace("v1,", "v2,"), &first[3..]]
    {
        assert_eq!(with("webhook-signature", signatures), Err(WRONG), "{signatures}");
    }
    assert_eq!(with("webhook-signature", &format!("v9,x {second} {first}")), Ok(()));
    assert_eq!(with("webhook-id", "evt_1"), Err(WRONG));
    assert_eq!(with("webhook-timestamp", &(now + 1).to_string()), Err(WRONG));
    for no_number in ["", "now", "-1", "+1", "1.5"] {
        assert_eq!(with("webhook-timestamp", no_number), Err("webhook-timestamp is not a number of seconds"));
    }
    let mut changed = request.clone();
    changed.body.push(' ');
    assert_eq!(judge(&new, &changed, now), Err(WRONG));
    changed.headers.remove("webhook-id");
    assert_eq!(judge(&new, &changed, now), Err("the header webhook-id is missing"));
}

testkit::on_one_engine!(the_example_takes_what_is_ours_and_fresh_and_nothing_else);
