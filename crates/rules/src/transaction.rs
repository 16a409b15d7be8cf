//! Transactions: what an account sees of money that moved or is about to.
//!
//! A payout item is the transaction of type `payout`: one row and one id, seen in two ways.

use crate::arrival::ArrivalEstimate;
use crate::external_account::Destination;
use crate::external_transfer::{Counterparty, ExternalTransfer};
use crate::id::{AccountId, BankAccountId, PayoutId, RecipientId, TransactionId};
use crate::money::{Amount, Currency};
use crate::named_enum;
use crate::time::Timestamp;

named_enum! {
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum TransactionType {
        Deposit = "deposit",
        Withdrawal = "withdrawal",
        Payout = "payout",
        InboundTransfer = "inbound_transfer",
    }
}

impl TransactionType {
    /// Whether its money comes to the account, and does not leave it.
    pub const fn is_incoming(self) -> bool {
        match self {
            TransactionType::Deposit | TransactionType::InboundTransfer => true,
            TransactionType::Withdrawal | TransactionType::Payout => false,
        }
    }
}

named_enum! {
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum TransactionStatus {
        Queued = "queued",
        AwaitingTransfer = "awaiting_transfer",
        Processing = "processing",
        Completed = "completed",
        Failed = "failed",
        Cancelled = "cancelled",
        Expired = "expired",
        PendingClaim = "pending_claim",
    }
}

impl TransactionStatus {
    /// The states of a deposit, in the order in which people meet them.
    pub const OF_DEPOSITS: [TransactionStatus; 6] = [
        TransactionStatus::AwaitingTransfer,
        TransactionStatus::Processing,
        TransactionStatus::Completed,
        TransactionStatus::Failed,
        TransactionStatus::Cancelled,
        TransactionStatus::Expired,
    ];
    /// The states of a withdrawal.
    pub const OF_WITHDRAWALS: [TransactionStatus; 5] = [
        TransactionStatus::Queued,
        TransactionStatus::Processing,
        TransactionStatus::Completed,
        TransactionStatus::Failed,
        TransactionStatus::Cancelled,
    ];

    pub const fn names<const COUNT: usize>(statuses: [TransactionStatus; COUNT]) -> [&'static str; COUNT] {
        let mut names = [""; COUNT];
        let mut index = 0;
        while index < COUNT {
            names[index] = statuses[index].name();
            index += 1;
        }
        names
    }

    /// What a transaction of this type in this state may become next: the one table of all paths.
    pub const fn next(self, kind: TransactionType) -> &'static [TransactionStatus] {
        use TransactionStatus::{
            AwaitingTransfer, Cancelled, Completed, Expired, Failed, PendingClaim, Processing, Queued,
        };
        match (kind, self) {
            (TransactionType::Deposit, AwaitingTransfer) => &[Processing, Cancelled, Expired],
            (TransactionType::Deposit, Processing) => &[Completed, Failed],
            (TransactionType::Withdrawal, Queued) => &[Processing, Cancelled],
            (TransactionType::Withdrawal, Processing) => &[Completed, Failed],
            // The one way out of an end: the bank sends it back.
            (TransactionType::Withdrawal, Completed) => &[Failed],
            (TransactionType::Payout, Queued) => &[Processing, Cancelled],
            (TransactionType::Payout, Processing) => &[Completed, Failed, PendingClaim],
            (TransactionType::Payout, PendingClaim) => &[Completed, Cancelled, Expired],
            (TransactionType::InboundTransfer, Processing) => &[Completed, Failed],
            _ => &[],
        }
    }

    /// The state that a transaction of this type begins in.
    pub const fn first(kind: TransactionType) -> TransactionStatus {
        match kind {
            TransactionType::Deposit => TransactionStatus::AwaitingTransfer,
            TransactionType::Withdrawal | TransactionType::Payout => TransactionStatus::Queued,
            TransactionType::InboundTransfer => TransactionStatus::Processing,
        }
    }

    /// Whether some steps of the table lead there; standing still is no step.
    pub fn leads_to(self, kind: TransactionType, there: TransactionStatus) -> bool {
        self.next(kind).iter().any(|next| *next == there || next.leads_to(kind, there))
    }

    /// Whether the money of a transaction of this type counts: incoming money once it is credited, and outgoing money
    /// once it is reserved, unless it was given back.
    pub const fn counts(self, kind: TransactionType) -> bool {
        match self {
            TransactionStatus::Completed => true,
            TransactionStatus::Queued
            | TransactionStatus::AwaitingTransfer
            | TransactionStatus::Processing
            | TransactionStatus::PendingClaim => !kind.is_incoming(),
            TransactionStatus::Failed | TransactionStatus::Cancelled | TransactionStatus::Expired => false,
        }
    }

    /// Nothing more will happen by itself.
    pub const fn is_end(self) -> bool {
        match self {
            TransactionStatus::Completed
            | TransactionStatus::Failed
            | TransactionStatus::Cancelled
            | TransactionStatus::Expired => true,
            TransactionStatus::Queued
            | TransactionStatus::AwaitingTransfer
            | TransactionStatus::Processing
            | TransactionStatus::PendingClaim => false,
        }
    }
}

named_enum! {
    /// The same transaction as an item of its payout: one whose turn has not come is already `processing`, and one that
    /// was not claimed in time is `cancelled`.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum ItemStatus {
        Processing = "processing",
        PendingClaim = "pending_claim",
        Completed = "completed",
        Failed = "failed",
        Cancelled = "cancelled",
    }
}

impl ItemStatus {
    pub const fn of(status: TransactionStatus) -> ItemStatus {
        match status {
            TransactionStatus::Queued
            | TransactionStatus::AwaitingTransfer
            | TransactionStatus::Processing => ItemStatus::Processing,
            TransactionStatus::PendingClaim => ItemStatus::PendingClaim,
            TransactionStatus::Completed => ItemStatus::Completed,
            TransactionStatus::Failed => ItemStatus::Failed,
            TransactionStatus::Cancelled | TransactionStatus::Expired => ItemStatus::Cancelled,
        }
    }
}

named_enum! {
    /// Why a transaction ended without its money arriving.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum FailureReason {
        /// Not claimed in time.
        ClaimExpired = "claim_expired",
        /// The sandbox was asked to let it fail.
        SimulatedFailure = "simulated_failure",
        /// The bank, or the chain, would not take it.
        Rejected = "rejected",
        /// It had arrived, and was sent back.
        ReturnedByBank = "returned_by_bank",
    }
}

/// Where incoming money came from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// A payout item of another account.
    Item(TransactionId),
    /// Something outside, by its own unique name.
    External(String),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transaction {
    pub id: TransactionId,
    pub account: AccountId,
    pub kind: TransactionType,
    pub status: TransactionStatus,
    pub amount: Amount,
    pub currency: Currency,
    pub created_at: Timestamp,
    pub completed_at: Option<Timestamp>,
    pub payout: Option<PayoutId>,
    pub recipient: Option<RecipientId>,
    pub bank_account: Option<BankAccountId>,
    pub reference: Option<String>,
    pub failure_reason: Option<FailureReason>,
    pub claim_expires_at: Option<Timestamp>,
    pub source: Option<Source>,
    /// What money that crosses to or from a bank or a chain has beyond this.
    pub external_transfer: Option<Box<ExternalTransfer>>,
}

impl Transaction {
    /// Whether it may have crossed to or from a bank or a chain. What people pay each other does not.
    pub fn may_cross(&self) -> bool {
        match self.kind {
            TransactionType::Deposit | TransactionType::Withdrawal => true,
            TransactionType::InboundTransfer => matches!(self.source, Some(Source::External(_))),
            TransactionType::Payout => false,
        }
    }

    /// The change in the available balance; zero while the money doesn't count.
    pub fn balance_change(&self) -> Amount {
        match (self.status.counts(self.kind), self.kind.is_incoming()) {
            (true, true) => self.amount,
            (true, false) => Amount::from_micros(-self.amount.micros()),
            (false, _) => Amount::ZERO,
        }
    }

    /// Whether Florin made it of incoming payments.
    pub fn is_automatic(&self) -> bool {
        self.external_transfer.as_ref().is_some_and(|external_transfer| external_transfer.is_automatic)
    }

    /// Whether the money of a withdrawal is known to have left.
    pub fn is_sent(&self) -> bool {
        self.external_transfer.as_ref().is_some_and(|external_transfer| external_transfer.sent_at.is_some())
    }

    /// The arrival estimate of a withdrawal, by the account's clock: from the time when it was sent, or else from its
    /// creation. `None` for other types.
    pub fn arrival(&self) -> Option<ArrivalEstimate> {
        let external_transfer = self.external_transfer.as_deref()?;
        let sent_at = external_transfer.sent_at.unwrap_or(self.created_at);
        Some(external_transfer.transfer_time?.estimate(sent_at, external_transfer.route.zone()))
    }

    /// Where a withdrawal goes.
    pub fn destination(&self) -> Option<Destination> {
        if self.kind != TransactionType::Withdrawal {
            return None;
        }
        match self.external_transfer.as_deref().map(|external_transfer| &external_transfer.counterparty) {
            Some(Counterparty::Address { wallet, .. }) => Some(Destination::ExternalWallet(*wallet)),
            Some(
                Counterparty::Operator { .. }
                | Counterparty::BankAccount(_)
                | Counterparty::DepositAddress { .. }
                | Counterparty::Unknown,
            )
            | None => self.bank_account.map(Destination::BankAccount),
        }
    }

    /// One that was just made and that nothing is known about but its money.
    pub fn new(
        id: TransactionId,
        account: AccountId,
        kind: TransactionType,
        amount: Amount,
        now: Timestamp,
    ) -> Transaction {
        Transaction {
            id,
            account,
            kind,
            status: TransactionStatus::Queued,
            amount,
            currency: Currency::Usdc,
            created_at: now,
            completed_at: None,
            payout: None,
            recipient: None,
            bank_account: None,
            reference: None,
            failure_reason: None,
            claim_expires_at: None,
            source: None,
            external_transfer: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Transaction, TransactionStatus, TransactionType};
    use crate::id::{AccountId, TransactionId};
    use crate::money::Amount;
    use crate::time::Timestamp;

    #[test]
    fn every_state_of_every_type_is_reached_or_unknown_to_it() {
        let words = TransactionType::ALL.map(|kind| {
            let first = TransactionStatus::first(kind);
            let reached = TransactionStatus::ALL
                .into_iter()
                .filter(|status| *status == first || first.leads_to(kind, *status));
            let states: Vec<&str> = reached.map(TransactionStatus::name).collect();
            format!("{}: {}", kind.name(), states.join(" "))
        });
        assert_eq!(
            words,
            [
                "deposit: awaiting_transfer processing completed failed cancelled expired",
                "withdrawal: queued processing completed failed cancelled",
                "payout: queued processing completed failed cancelled expired pending_claim",
                "inbound_transfer: processing completed failed",
            ]
        );
    }

    #[test]
    fn ends_have_no_way_out_but_for_a_withdrawal_that_the_bank_sends_back() {
        for kind in TransactionType::ALL {
            for status in TransactionStatus::ALL.into_iter().filter(|status| status.is_end()) {
                let expected: &[TransactionStatus] = match (kind, status) {
                    (TransactionType::Withdrawal, TransactionStatus::Completed) => {
                        &[TransactionStatus::Failed]
                    }
                    _ => &[],
                };
                assert_eq!(status.next(kind), expected, "{} {}", kind.name(), status.name());
            }
        }
    }

    #[test]
    fn what_is_not_an_end_leads_to_one() {
        for kind in TransactionType::ALL {
            let first = TransactionStatus::first(kind);
            for status in TransactionStatus::ALL {
                if (status == first || first.leads_to(kind, status)) && !status.is_end() {
                    assert!(
                        TransactionStatus::ALL.iter().any(|end| end.is_end() && status.leads_to(kind, *end))
                    );
                }
                assert!(!status.leads_to(kind, first), "nothing begins again");
            }
        }
    }

    #[test]
    fn the_balance_changes_by_what_counts() {
        use TransactionStatus::{Completed, Expired, Failed, PendingClaim, Processing, Queued};
        use TransactionType::{Deposit, InboundTransfer, Payout, Withdrawal};
        for (kind, status, expected) in [
            (Deposit, TransactionStatus::AwaitingTransfer, 0),
            (Deposit, Processing, 0),
            (Deposit, Completed, 7),
            (InboundTransfer, Completed, 7),
            (Payout, Queued, -7),
            (Payout, PendingClaim, -7),
            (Payout, Completed, -7),
            (Payout, Expired, 0),
            (Withdrawal, Processing, -7),
            (Withdrawal, Completed, -7),
            (Withdrawal, Failed, 0),
        ] {
            let (id, account) = (TransactionId::new(1, [0; 10]), AccountId::new(1, [0; 10]));
            let row = Transaction::new(id, account, kind, Amount::from_micros(7), Timestamp::default());
            let row = Transaction { status, ..row };
            assert_eq!(row.balance_change().micros(), expected, "{kind:?} {status:?}");
        }
    }

    #[test]
    fn the_states_of_each_type_are_those_of_the_table() {
        let deposits = (TransactionType::Deposit, &TransactionStatus::OF_DEPOSITS[..]);
        let withdrawals = (TransactionType::Withdrawal, &TransactionStatus::OF_WITHDRAWALS[..]);
        for (kind, listed) in [deposits, withdrawals] {
            let first = TransactionStatus::first(kind);
            let is_reached = |status: TransactionStatus| status == first || first.leads_to(kind, status);
            for status in TransactionStatus::ALL {
                assert_eq!(listed.contains(&status), is_reached(status), "{kind:?} {status:?}");
            }
        }
    }
}
