//! Claims: items that wait for a person who has no wallet yet, and the mail that tells them.

use crate::account::Mode;
use crate::email::Email;
use crate::id::{AccountId, MailId, TransactionId};
use crate::money::Amount;
use crate::time::{SECONDS_PER_DAY, Timestamp};

/// How long an item waits to be claimed.
pub const CLAIM_SECONDS: i64 = 30 * SECONDS_PER_DAY;

/// An item that waits. It is gone as soon as the item is claimed, cancelled or expired.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenClaim {
    pub item: TransactionId,
    pub account: AccountId,
    pub mode: Mode,
    pub email: Email,
    pub amount: Amount,
    /// In the time of the account that pays.
    pub expires_at: Timestamp,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MailKind {
    Claim,
}

impl MailKind {
    pub const fn name(self) -> &'static str {
        match self {
            MailKind::Claim => "claim",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MailStatus {
    /// To be sent.
    Queued,
    /// Caused by a test account: to be looked at, never to be sent.
    Kept,
}

impl MailStatus {
    pub const fn name(self) -> &'static str {
        match self {
            MailStatus::Queued => "queued",
            MailStatus::Kept => "kept",
        }
    }
}

/// A mail that is to be written to somebody. What it says is made when it is sent, from what caused it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mail {
    pub id: MailId,
    pub account: AccountId,
    pub kind: MailKind,
    pub email: Email,
    /// The id of what caused it: there is never a second mail for it.
    pub cause: TransactionId,
    pub status: MailStatus,
    pub created_at: Timestamp,
}
