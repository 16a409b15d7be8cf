//! Automatic withdrawals: where the incoming payments of an account are withdrawn to, and from what sum on.
//!
//! Payments are *collected* for one withdrawal whose id is chosen before there is one. So every payment is withdrawn
//! once at most: it is collected once, for one id, and no two withdrawals have the same id.

use crate::account::{Account, Mode};
use crate::external_account::Destination;
use crate::id::{AccountId, TransactionId};
use crate::money::{Amount, Currency};
use crate::named_enum;
use crate::time::Timestamp;

/// So many payments are collected in one commit.
pub const MAX_COLLECTED: usize = 100;
/// Between the parts of a setting in the security log, and behind the minimum.
const BETWEEN: &str = " · ";
const UNIT: &str = " USDC";
/// Between two destinations.
const INSTEAD_OF: &str = " < ";

named_enum! {
    /// Why nothing is withdrawn automatically.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum OffReason {
        /// Its owner wants it so.
        Owner = "owner",
        /// The bank account or wallet was archived.
        DestinationArchived = "destination_archived",
        /// A withdrawal to the destination failed.
        WithdrawalFailed = "withdrawal_failed",
        /// The bank sent a withdrawal to the destination back.
        WithdrawalReturned = "withdrawal_returned",
        /// The operator has had no terms for withdrawals to the destination for days.
        RouteClosed = "route_closed",
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SwitchedOff {
    pub reason: OffReason,
    /// By the account's clock.
    pub at: Timestamp,
}

/// What one account wants to be done with its incoming payments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AutomaticWithdrawals {
    pub account: AccountId,
    pub mode: Mode,
    pub destination: Destination,
    /// Less than this is not withdrawn.
    pub minimum: Amount,
    pub off: Option<SwitchedOff>,
    /// When they were last turned on, in real time. Payments that came before stay in the balance.
    pub on_since: Timestamp,
    /// The withdrawal that will take what is collected.
    pub next_withdrawal: TransactionId,
    /// What the next withdrawal takes: payments that were collected for it and have not been spent.
    pub collected: Amount,
    /// Since when the operator has had no terms for the next withdrawal, in real time.
    pub closed_since: Option<Timestamp>,
    /// When it is tried again, in real time. Every new payment tries it, too.
    pub next_at: Option<Timestamp>,
}

impl AutomaticWithdrawals {
    pub const fn is_on(&self) -> bool {
        self.off.is_none()
    }
}

/// How the security log writes down where payments go, and from what sum on. It holds ids and no numbers: emails look
/// up as much of the numbers as pages show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoggedSetting<'a> {
    /// What its owner calls the bank account or wallet.
    pub name: &'a str,
    pub minimum: Amount,
    pub destination: Destination,
    /// Where payments went until then, if that was elsewhere.
    pub before: Option<Destination>,
}

impl LoggedSetting<'_> {
    /// `Payroll · 100.00 USDC`: the same in every language.
    pub fn shown(self) -> String {
        format!("{}{BETWEEN}{}{UNIT}", self.name, self.minimum)
    }

    /// The same with the ids, as it is stored.
    pub fn words(self) -> String {
        let before = self.before.map(|before| format!("{INSTEAD_OF}{before}")).unwrap_or_default();
        format!("{}{BETWEEN}{}{before}", self.shown(), self.destination)
    }

    /// Reads what `words` wrote. A name may contain anything, so it is what is left of the other parts.
    pub fn parse(words: &str) -> Option<LoggedSetting<'_>> {
        let (shown, ids) = words.rsplit_once(BETWEEN)?;
        let (name, minimum) = shown.strip_suffix(UNIT)?.rsplit_once(BETWEEN)?;
        let (destination, before) = match ids.split_once(INSTEAD_OF) {
            Some((destination, before)) => (destination, Some(Destination::parse(before)?)),
            None => (ids, None),
        };
        Some(LoggedSetting {
            name,
            minimum: Amount::parse(minimum, Currency::Usdc).ok()?,
            destination: Destination::parse(destination)?,
            before,
        })
    }
}

named_enum! {
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum IncomingPaymentStatus {
        /// No worker has looked at it yet.
        Pending = "pending",
        /// It is part of one withdrawal, which may not have been made yet.
        Collected = "collected",
        /// It stays in the balance: automatic withdrawals were turned off before it was collected.
        Left = "left",
    }
}

/// A payment that came in while automatic withdrawals were on: money from another account, or from outside over the
/// chain. A deposit is none, and neither is what comes back of the account's own money.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IncomingPayment {
    /// The inbound transfer.
    pub transaction: TransactionId,
    pub account: AccountId,
    pub mode: Mode,
    pub amount: Amount,
    /// In real time.
    pub created_at: Timestamp,
    pub status: IncomingPaymentStatus,
    /// The withdrawal that it was collected for.
    pub withdrawal: Option<TransactionId>,
}

impl IncomingPayment {
    /// One that was just credited to this account.
    pub fn new(
        transaction: TransactionId,
        (account, mode): (AccountId, Mode),
        amount: Amount,
        real_now: Timestamp,
    ) -> IncomingPayment {
        IncomingPayment {
            transaction,
            account,
            mode,
            amount,
            created_at: real_now,
            status: IncomingPaymentStatus::Pending,
            withdrawal: None,
        }
    }

    /// The same, if the account withdraws its payments automatically.
    pub fn to(
        account: &Account,
        transaction: TransactionId,
        amount: Amount,
        real_now: Timestamp,
    ) -> Option<IncomingPayment> {
        let credited = (account.id, account.mode);
        account.withdraws_automatically.then(|| IncomingPayment::new(transaction, credited, amount, real_now))
    }
}
