//! Payouts in progress: what a user has entered and not sent yet. A draft that was sent stays for a while, as the
//! memory of what was sent and of the file it came from.

use crate::id::{AccountId, PayoutDraftId, PayoutId};
use crate::time::{SECONDS_PER_DAY, Timestamp};

/// Drafts of an account that aren't sent.
pub const MAX_DRAFTS: usize = 20;
/// Bytes of what a draft holds: a hundred rows with all that can be typed into them.
pub const LONGEST_DRAFT: usize = 1 << 20;
/// Characters of a title: as long as a payout's reference.
pub const LONGEST_TITLE: usize = 255;
/// After its last change, in real time.
pub const KEPT_SECONDS: i64 = 30 * SECONDS_PER_DAY;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PayoutDraft {
    pub account: AccountId,
    pub id: PayoutDraftId,
    /// Grows with every change, also if the draft is deleted and written anew: at least the microsecond of the change.
    /// A user changes or sends the version that they saw.
    pub version: i64,
    /// What lists call it: the reference of the payout.
    pub title: String,
    pub row_count: i64,
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

    /// Whether a draft with this id may be written now. What such an id became is remembered for as long: an older id
    /// may be that of a payout which was sent and forgotten, and browsers remember addresses for longer.
    pub fn may_begin(id: PayoutDraftId, now: Timestamp) -> bool {
        let made_ms = i64::try_from(id.unix_millis()).unwrap_or(i64::MAX);
        now.micros() / 1_000 < made_ms.saturating_add(KEPT_SECONDS * 1_000)
    }

    pub fn is_over(&self, now: Timestamp) -> bool {
        self.updated_at.plus_seconds(KEPT_SECONDS) <= now
    }
}
