//! Claims: items that wait for a person who has no wallet yet.

use crate::account::Mode;
use crate::email_address::EmailAddress;
use crate::id::{AccountId, EmailId, TransactionId};
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
    pub email: EmailAddress,
    pub amount: Amount,
    /// In the time of the account that pays.
    pub expires_at: Timestamp,
    /// The email that announces it: no recipient is forgotten.
    pub email_id: EmailId,
}
