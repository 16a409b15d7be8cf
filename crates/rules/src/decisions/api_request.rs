//! Writing and deleting entries of the request log. It decides nothing about them: they change no other row.

use crate::api_request::LoggedRequest;
use crate::change::{Change, Outcome, Row};
use crate::id::AccountId;

pub fn record(requests: &[LoggedRequest]) -> Change {
    let rows = requests.iter().cloned().map(|request| Row::ApiRequest(Box::new(request)));
    Change { outcome: Outcome::Done, rows: rows.collect() }
}

pub fn forget(requests: &[(AccountId, String)]) -> Change {
    let rows = requests.iter().map(|(account, id)| Row::ForgottenApiRequest(*account, id.clone()));
    Change { outcome: Outcome::Done, rows: rows.collect() }
}
