//! Emails to the operator about what waits too long: one when a kind is late, one a day while it stays so, and one when
//! it is over. The cause of the newest email of a kind says what the operator was told last, so nothing else is stored,
//! and two servers that decide at once cause one email.

use crate::named_enum;
use crate::time::{SECONDS_PER_DAY, Timestamp};
use crate::waiting::{Waiting, WaitingKind};

/// What was resolved and is late again within this time is news only afterwards: it may go on like that.
const QUIET_SECONDS: i64 = 3_600;

named_enum! {
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum AlertState {
        /// Something waits longer than the operator wants.
        Late = "late",
        Resolved = "resolved",
    }
}

/// One thing that an operator is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OperatorAlert {
    pub kind: WaitingKind,
    pub state: AlertState,
    /// Counts the alerts of a kind.
    number: u32,
}

impl OperatorAlert {
    /// What the causes of all alerts of a kind begin with. In their order, the last one is the newest.
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

/// What to tell the operator about a kind now, after what was told last and when.
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

/// Money that is stopped again is told again at once.
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

/// Stopped money is urgent. An endpoint is its owner's, who is emailed when it is turned off.
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
    fn what_is_late_is_told_at_once_then_daily_and_its_end_once() {
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
    fn stopped_money_is_told_at_once_and_an_endpoint_never() {
        for (kind, is_told) in [(WaitingKind::MoneyStops, true), (WaitingKind::WebhookEndpoints, false)] {
            assert_eq!(next(None, &waits(kind, 0), HOUR, now()).is_some(), is_told, "{kind:?}");
        }
        assert_eq!(next(None, &waits(WaitingKind::WebhookEndpoints, 9 * DAY), HOUR, now()), None);
    }

    #[test]
    fn a_cause_says_what_was_told_and_sorts_by_age() {
        let alert = |number, state| OperatorAlert { kind: WaitingKind::Emails, state, number };
        let causes = [alert(9, AlertState::Resolved), alert(10, AlertState::Late)].map(|alert| alert.cause());
        assert!(causes.is_sorted(), "{causes:?}");
        assert_eq!(OperatorAlert::of_cause(&causes[1]), Some(alert(10, AlertState::Late)));
        for other in ["", "alert:", "alert:emails:x:late", "alert:no:0000000001:late", "txn_1:x"] {
            assert_eq!(OperatorAlert::of_cause(other), None, "{other}");
        }
    }
}
