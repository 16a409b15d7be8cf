//! Payouts in progress: what a user has entered and not sent yet. A draft that was sent stays for a while, as the
//! memory of what was sent and of the file it came from.

use crate::id::{AccountId, PayoutDraftId, PayoutId};
use crate::time::{SECONDS_PER_DAY, Timestamp};

/// Drafts of an account that aren't sent.
pub const MOST_DRAFTS: usize = 20;
/// Bytes of what a draft holds: a hundred rows with all that can be typed into them.
pub const LONGEST_DRAFT: usize = 1 << 20;
/// After its last change, in real time.
pub const KEPT_SECONDS: i64 = 30 * SECONDS_PER_DAY;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PayoutDraft {
    pub account: AccountId,
    pub id: PayoutDraftId,
    /// Counts its changes. A user changes or sends the version that they saw.
    pub version: i64,
    /// Its rows, in a format of the pages. Nothing once it is sent.
    pub content: String,
    /// The hash of the file that it came from.
    pub file: Option<String>,
    /// The payout that it became.
    pub payout: Option<PayoutId>,
    pub updated_at: Timestamp,
}

impl PayoutDraft {
    pub fn is_sent(&self) -> bool {
        self.payout.is_some()
    }

    pub fn is_over(&self, now: Timestamp) -> bool {
        self.updated_at.plus_seconds(KEPT_SECONDS) <= now
    }
}
