//! An operator alert of every kind.

use rules::operator_alert::AlertState;
use rules::waiting::{Waiting, WaitingKind};

use super::at;
use crate::email::Letter;
use crate::email::templates::{EmailEnvelope, OperatorAlertFacts, operator_alert};

/// Each letter has no link: operators work on the command line.
pub fn letters(
    cover: &EmailEnvelope<'_>,
    state: AlertState,
) -> [(Letter, &'static str); WaitingKind::ALL.len()] {
    WaitingKind::ALL.map(|kind| {
        let waiting = Waiting { kind, count: 3, since: Some(at("2026-11-15T02:09:00Z")) };
        let facts = OperatorAlertFacts { state, waiting };
        (operator_alert(cover, &facts), "")
    })
}
