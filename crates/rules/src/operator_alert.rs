//! Decides when Florin emails the operator about items that wait too long: when a kind becomes late, once a day while
//! it is late, and when it is resolved. The cause of the newest email of a kind records the last alert, so nothing else
//! is stored, and two servers that decide at the same time cause one email.

use crate::named_enum;
use crate::time::{SECONDS_PER_DAY, Timestamp};
use crate::waiting::{Waiting, WaitingKind};

/// After an alert is resolved, the next one of its kind waits this long, because a kind can become late again and
/// again.
const QUIET_SECONDS: i64 = 3_600;

named_enum! {
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum AlertState {
        /// An item waits longer than the operator wants.
        Late = "late",
        Resolved = "resolved",
    }
}

/// An alert about one kind of waiting items.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OperatorAlert {
    pub kind: WaitingKind,
    pub state: AlertState,
    /// Counts the alerts of a kind.
    number: u32,
}

impl OperatorAlert {
    /// The prefix of the causes of all alerts of a kind. The causes sort by age.
    pub fn prefix(kind: WaitingKind) -> String {
        format!("alert:{}:", kind.name())
    }

    /// The cause of its email.
    pub fn cause(&self) -> String {
        format!("{}{:010}:{}", OperatorAlert::prefix(self.kind), self.number, self.state.name())
    }

    pub fn of_cause(cause: &str) -> Option<OperatorAlert> {
        let mut parts = cause.strip_prefix("alert:")?.split(':');
        let kind = WaitingKind::parse(parts.next()?)?;
        let number = parts.next()?.parse().ok()?;
        let state = AlertState::parse(parts.next()?)?;
        Some(OperatorAlert { kind, state, number })
    }
}

/// The alert that is due for a kind, given the last alert and its time.
pub fn next(
    last: Option<(OperatorAlert, Timestamp)>,
    waiting: &Waiting,
    after_seconds: i64,
    now: Timestamp,
) -> Option<OperatorAlert> {
    let is_late = waiting.count > 0 && alerts_after(waiting.kind, after_seconds)? <= waiting.seconds(now);
    let seconds = last.map_or(i64::MAX, |(_, at)| now.seconds_after(at));
    let state = match (last.map(|(alert, _)| alert.state), is_late) {
        (Some(AlertState::Late), true) if seconds >= SECONDS_PER_DAY => AlertState::Late,
        (Some(AlertState::Late), true) | (None | Some(AlertState::Resolved), false) => return None,
        (Some(AlertState::Late), false) => AlertState::Resolved,
        (None | Some(AlertState::Resolved), true) if seconds >= quiet_seconds(waiting.kind) => {
            AlertState::Late
        }
        (None | Some(AlertState::Resolved), true) => return None,
    };
    let number = last.map_or(1, |(alert, _)| alert.number.saturating_add(1));
    Some(OperatorAlert { kind: waiting.kind, state, number })
}

/// A new stop of outgoing money causes an alert immediately.
const fn quiet_seconds(kind: WaitingKind) -> i64 {
    match kind {
        WaitingKind::MoneyStops => 0,
        WaitingKind::Withdrawals
        | WaitingKind::SentWithdrawals
        | WaitingKind::ParkedPayments
        | WaitingKind::Proposals
        | WaitingKind::UnsentWithdrawals
        | WaitingKind::ChainPayments
        | WaitingKind::Emails
        | WaitingKind::WebhookEndpoints => QUIET_SECONDS,
    }
}

/// A stop of outgoing money is urgent. A failing endpoint concerns only its owner, who gets an email when Florin turns
/// it off.
const fn alerts_after(kind: WaitingKind, after_seconds: i64) -> Option<i64> {
    match kind {
        WaitingKind::MoneyStops => Some(0),
        WaitingKind::Withdrawals
        | WaitingKind::SentWithdrawals
        | WaitingKind::ParkedPayments
        | WaitingKind::Proposals
        | WaitingKind::UnsentWithdrawals
        | WaitingKind::ChainPayments
        | WaitingKind::Emails => Some(after_seconds),
        WaitingKind::WebhookEndpoints => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{AlertState, OperatorAlert, next};
    use crate::time::Timestamp;
    use crate::waiting::{Waiting, WaitingKind};

    const HOUR: i64 = 3_600;
    const DAY: i64 = 24 * HOUR;
    const KIND: WaitingKind = WaitingKind::Withdrawals;

    fn now() -> Timestamp {
        Timestamp::parse("2026-11-19T12:00:00Z").expect("a time")
    }

    fn waits(kind: WaitingKind, seconds: i64) -> Waiting {
        Waiting { kind, count: 1, since: Some(now().plus_seconds(-seconds)) }
    }

    fn nothing() -> Waiting {
        Waiting { kind: KIND, count: 0, since: None }
    }

    #[test]
    fn a_late_kind_causes_an_alert_at_once_then_daily_and_when_it_is_resolved() {
        use AlertState::{Late, Resolved};
        for (last, waiting, expected) in [
            (None, nothing(), None),
            (None, waits(KIND, HOUR - 1), None),
            (None, waits(KIND, HOUR), Some(Late)),
            (Some((Late, 15)), waits(KIND, HOUR), None),
            (Some((Late, DAY - 1)), waits(KIND, 2 * DAY), None),
            (Some((Late, DAY)), waits(KIND, 2 * DAY), Some(Late)),
            (Some((Late, 15)), nothing(), Some(Resolved)),
            (Some((Late, 15)), waits(KIND, 1), Some(Resolved)),
            (Some((Resolved, 15)), nothing(), None),
            (Some((Resolved, HOUR - 1)), waits(KIND, HOUR), None),
            (Some((Resolved, HOUR)), waits(KIND, HOUR), Some(Late)),
        ] {
            let told = |state, seconds: i64| {
                (OperatorAlert { kind: KIND, state, number: 7 }, now().plus_seconds(-seconds))
            };
            let found = next(last.map(|(state, seconds)| told(state, seconds)), &waiting, HOUR, now());
            assert_eq!(found.map(|alert| alert.state), expected, "{last:?} {waiting:?}");
            assert!(found.is_none_or(|alert| alert.number == if last.is_some() { 8 } else { 1 }));
        }
    }

    #[test]
    fn a_stop_causes_an_alert_at_once_and_a_failing_endpoint_none() {
        for (kind, is_told) in [(WaitingKind::MoneyStops, true), (WaitingKind::WebhookEndpoints, false)] {
            assert_eq!(next(None, &waits(kind, 0), HOUR, now()).is_some(), is_told, "{kind:?}");
        }
        assert_eq!(next(None, &waits(WaitingKind::WebhookEndpoints, 9 * DAY), HOUR, now()), None);
    }

    #[test]
    fn a_cause_names_its_alert_and_sorts_by_age() {
        let alert = |number, state| OperatorAlert { kind: WaitingKind::Emails, state, number };
        let causes = [alert(9, AlertState::Resolved), alert(10, AlertState::Late)].map(|alert| alert.cause());
        assert!(causes.is_sorted(), "{causes:?}");
        assert_eq!(OperatorAlert::of_cause(&causes[1]), Some(alert(10, AlertState::Late)));
        for other in ["", "alert:", "alert:emails:x:late", "alert:no:0000000001:late", "txn_1:x"] {
            assert_eq!(OperatorAlert::of_cause(other), None, "{other}");
        }
    }
}
