//! Bank accounts: every rail, every rule about their details, their names, and their end.

mod archive;
mod creation;
mod holders;
mod matching;
mod names;
mod numbers;

use crate::support::{RAILS, Reply, bank_account};
use serde_json::Value;

/// The property that holds the details of a rail.
fn property(rail: &str) -> &'static str {
    let known = RAILS.into_iter().find(|(known, _, _)| *known == rail);
    known.expect("one of the eight rails").1
}

/// A good body with some fields of its details replaced; null takes a field away.
fn with_details(rail: &str, changes: &[(&str, Value)]) -> Value {
    let mut body = bank_account(rail);
    let details = body[property(rail)].as_object_mut().expect("details");
    for (field, value) in changes {
        match value {
            Value::Null => details.remove(*field),
            value => details.insert((*field).to_owned(), value.clone()),
        };
    }
    body
}

/// Checks that these places, in any order, are complained about, each without showing what was sent.
#[track_caller]
fn assert_refused(reply: &Reply, expected: &[String]) {
    reply.assert_problem(400, "invalid_request");
    let mut locations = reply.locations();
    locations.sort();
    locations.dedup();
    let mut expected = expected.to_vec();
    expected.sort();
    assert_eq!(locations, expected, "{reply:?}");
}
