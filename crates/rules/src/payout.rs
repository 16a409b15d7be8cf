//! Payouts: up to a hundred items, what became of each, and their preview.

use crate::account::{Account, Mode};
use crate::email_address::EmailAddress;
use crate::event_type::EventType;
use crate::id::{AccountId, PayoutId, RecipientId};
use crate::money::{Amount, Currency};
use crate::named_enum;
use crate::refusal::Refusal;
use crate::time::Timestamp;
use crate::transaction::ItemStatus;

/// How many people one payout can pay.
pub const MAX_ITEMS: usize = 100;

/// For how long a worker that takes a payout has it to itself.
pub const LEASE_SECONDS: i64 = 10;

named_enum! {
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum PayoutStatus {
        Processing = "processing",
        Completed = "completed",
        Failed = "failed",
        Cancelled = "cancelled",
    }
}

impl PayoutStatus {
    /// The event of reaching it.
    pub const fn event(self) -> EventType {
        match self {
            PayoutStatus::Processing => EventType::PayoutCreated,
            PayoutStatus::Completed => EventType::PayoutCompleted,
            PayoutStatus::Failed => EventType::PayoutFailed,
            PayoutStatus::Cancelled => EventType::PayoutCancelled,
        }
    }
}

/// How many items are in which state. They add up to all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Breakdown {
    pub cancelled: i64,
    pub completed: i64,
    pub failed: i64,
    pub pending_claim: i64,
    pub processing: i64,
}

impl Breakdown {
    pub(crate) fn counter(&mut self, status: ItemStatus) -> &mut i64 {
        match status {
            ItemStatus::Cancelled => &mut self.cancelled,
            ItemStatus::Completed => &mut self.completed,
            ItemStatus::Failed => &mut self.failed,
            ItemStatus::PendingClaim => &mut self.pending_claim,
            ItemStatus::Processing => &mut self.processing,
        }
    }

    pub fn total(&self) -> i64 {
        self.cancelled + self.completed + self.failed + self.pending_claim + self.processing
    }

    /// Processing while an item can still change; then as good as its best item.
    pub const fn status(&self) -> PayoutStatus {
        if self.processing + self.pending_claim > 0 {
            PayoutStatus::Processing
        } else if self.completed > 0 {
            PayoutStatus::Completed
        } else if self.failed > 0 {
            PayoutStatus::Failed
        } else {
            PayoutStatus::Cancelled
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Payout {
    pub id: PayoutId,
    pub account: AccountId,
    /// That of its account: live payouts are settled before test ones.
    pub mode: Mode,
    pub status: PayoutStatus,
    pub currency: Currency,
    pub total_amount: Amount,
    pub total_items: i64,
    pub breakdown: Breakdown,
    pub reference: Option<String>,
    pub idempotency_key: Option<String>,
    pub created_at: Timestamp,
    pub completed_at: Option<Timestamp>,
    /// When a worker should look at it again; until then a worker has it. In real time, even for a test account.
    pub next_at: Option<Timestamp>,
}

impl Payout {
    /// Why no recipient received anything, where one should have.
    pub fn failure_reason(&self) -> Option<&'static str> {
        (self.status == PayoutStatus::Failed).then_some("no_item_completed")
    }
}

/// The wallet that an item is paid into, and what crediting it depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wallet {
    pub account: AccountId,
    pub clock_ahead: i64,
    /// Whether its owner wants each payment to be withdrawn.
    pub withdraws_automatically: bool,
}

impl Wallet {
    pub const fn of(owner: &Account) -> Wallet {
        Wallet {
            account: owner.id,
            clock_ahead: owner.clock_ahead,
            withdraws_automatically: owner.withdraws_automatically,
        }
    }
}

/// What would become of an item.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PreviewItem {
    pub email: EmailAddress,
    pub recipient: Option<RecipientId>,
    pub amount: Amount,
    pub on_platform: bool,
    /// Where it would be soon after, as far as the caller may know: a person who was never paid may have a wallet all
    /// the same.
    pub status: ItemStatus,
}

/// What would happen to a payout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preview {
    /// `None` if it is more than can be counted.
    pub total: Option<Amount>,
    pub available: Amount,
    /// One for each item of the request; `None` where there is no such recipient.
    pub items: Vec<Option<PreviewItem>>,
    /// Why it would be refused, if it would be.
    pub refusal: Option<Refusal>,
}
