//! The items that wait for a person or a worker: live money, emails and webhooks. Operators see the number and age of
//! each kind, and never whose they are.

use crate::named_enum;
use crate::time::{SECONDS_PER_DAY, Timestamp};

/// Counting stops here: an operator with this many waiting items needs no exact number.
pub const MAX_COUNTED: i64 = 10_000;

/// How long a bank may take for a sent withdrawal before it counts as waiting. The slowest rail takes two business
/// days.
pub const SENT_SECONDS: i64 = 7 * SECONDS_PER_DAY;

named_enum! {
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
    pub enum WaitingKind {
        /// Stops of outgoing money that are in force.
        MoneyStops = "money_stops",
        /// Withdrawals that operators must pay.
        Withdrawals = "withdrawals",
        /// Withdrawals that were sent so long ago that the bank should have confirmed them.
        SentWithdrawals = "sent_withdrawals",
        /// Money from a bank that was credited to no account.
        ParkedPayments = "parked_payments",
        /// Operator actions that need a second operator.
        Proposals = "proposals",
        /// Withdrawals that are due and were not sent: for lack of funds, gas or room in the limits.
        UnsentWithdrawals = "unsent_withdrawals",
        /// Payments that were sent to the chain and are in no final block.
        ChainPayments = "chain_payments",
        /// Emails that are due, or that the mail server didn't accept.
        Emails = "emails",
        /// Endpoints whose receiver fails.
        WebhookEndpoints = "webhook_endpoints",
    }
}

impl WaitingKind {
    /// Its name in a list.
    pub const fn title(self) -> &'static str {
        match self {
            WaitingKind::MoneyStops => "Stops of outgoing money",
            WaitingKind::Withdrawals => "Withdrawals to pay",
            WaitingKind::SentWithdrawals => "Unconfirmed sent withdrawals",
            WaitingKind::ParkedPayments => "Parked payments",
            WaitingKind::Proposals => "Proposals for a second operator",
            WaitingKind::UnsentWithdrawals => "Unsent withdrawals",
            WaitingKind::ChainPayments => "Unconfirmed chain payments",
            WaitingKind::Emails => "Due emails",
            WaitingKind::WebhookEndpoints => "Failing webhook endpoints",
        }
    }

    /// The command that shows what to do about it.
    pub const fn command(self) -> &'static str {
        match self {
            WaitingKind::MoneyStops => "florin money status",
            WaitingKind::Withdrawals | WaitingKind::SentWithdrawals | WaitingKind::UnsentWithdrawals => {
                "florin ops withdrawals list"
            }
            WaitingKind::ParkedPayments => "florin ops deposits parked",
            WaitingKind::Proposals => "florin ops proposals",
            WaitingKind::ChainPayments => "florin chain status",
            WaitingKind::Emails => "florin doctor",
            WaitingKind::WebhookEndpoints => "",
        }
    }

    /// Whether only an operator can end the wait. Workers retry the rest, and an endpoint is its owner's.
    pub const fn is_for_operators(self) -> bool {
        match self {
            WaitingKind::MoneyStops
            | WaitingKind::Withdrawals
            | WaitingKind::SentWithdrawals
            | WaitingKind::ParkedPayments
            | WaitingKind::Proposals => true,
            WaitingKind::UnsentWithdrawals
            | WaitingKind::ChainPayments
            | WaitingKind::Emails
            | WaitingKind::WebhookEndpoints => false,
        }
    }
}

/// The waiting items of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Waiting {
    pub kind: WaitingKind,
    /// At most [`MAX_COUNTED`].
    pub count: i64,
    /// When the oldest began to wait; `None` if none waits.
    pub since: Option<Timestamp>,
}

impl Waiting {
    /// How long the oldest has waited.
    pub fn seconds(&self, now: Timestamp) -> i64 {
        self.since.map_or(0, |since| now.seconds_after(since).max(0))
    }

    pub const fn is_for_an_operator(&self) -> bool {
        self.count > 0 && self.kind.is_for_operators()
    }
}

#[cfg(test)]
mod tests {
    use super::{Waiting, WaitingKind};
    use crate::time::Timestamp;

    #[test]
    fn the_age_of_the_oldest_is_never_negative() {
        let now = Timestamp::parse("2026-11-19T12:00:00Z").expect("a time");
        for (since, seconds) in
            [(None, 0), (Some(now), 0), (Some(now.plus_seconds(-90)), 90), (Some(now.plus_seconds(5)), 0)]
        {
            let waiting = Waiting { kind: WaitingKind::Emails, count: 1, since };
            assert_eq!(waiting.seconds(now), seconds, "{since:?}");
        }
    }

    #[test]
    fn only_items_that_exist_wait_for_an_operator() {
        let waiting = |kind, count| Waiting { kind, count, since: None }.is_for_an_operator();
        assert!(waiting(WaitingKind::Withdrawals, 1));
        assert!(!waiting(WaitingKind::Withdrawals, 0));
        assert!(!waiting(WaitingKind::WebhookEndpoints, 1));
    }
}
