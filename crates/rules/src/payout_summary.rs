//! The outcomes of a payout's items, as its sender sees them: paid, open or returned.

use crate::listed_enum;
use crate::payout::Breakdown;

listed_enum! {
    /// The outcome of an item, in the order of a summary.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum ItemOutcome {
        Paid,
        BeingPaid,
        WaitingForClaim,
        Failed,
        /// Not claimed in time, and returned. The API counts these as cancelled.
        Expired,
        Cancelled,
    }
}

impl ItemOutcome {
    /// Whether these items can still change.
    pub const fn is_open(self) -> bool {
        match self {
            ItemOutcome::BeingPaid | ItemOutcome::WaitingForClaim => true,
            ItemOutcome::Paid | ItemOutcome::Failed | ItemOutcome::Expired | ItemOutcome::Cancelled => false,
        }
    }
}

/// How many items of a payout have one outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SummaryPart {
    pub outcome: ItemOutcome,
    pub count: i64,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PayoutSummary {
    pub total: i64,
    /// One part for each outcome that items have, in order. Their counts add up to `total`.
    pub parts: Vec<SummaryPart>,
}

impl PayoutSummary {
    /// `expired` is how many of the cancelled items were not claimed in time. It may be counted a moment after the
    /// breakdown.
    pub fn of(breakdown: &Breakdown, expired: i64) -> PayoutSummary {
        let expired = expired.clamp(0, breakdown.cancelled);
        let count = |outcome: ItemOutcome| match outcome {
            ItemOutcome::Paid => breakdown.completed,
            ItemOutcome::BeingPaid => breakdown.processing,
            ItemOutcome::WaitingForClaim => breakdown.pending_claim,
            ItemOutcome::Failed => breakdown.failed,
            ItemOutcome::Expired => expired,
            ItemOutcome::Cancelled => breakdown.cancelled - expired,
        };
        let parts = ItemOutcome::ALL.map(|outcome| SummaryPart { outcome, count: count(outcome) });
        let parts = parts.into_iter().filter(|part| part.count > 0).collect();
        PayoutSummary { total: breakdown.total(), parts }
    }

    pub fn count(&self, outcome: ItemOutcome) -> i64 {
        self.parts.iter().find(|part| part.outcome == outcome).map_or(0, |part| part.count)
    }

    /// Whether all items have the same outcome.
    pub fn is_uniform(&self) -> bool {
        self.parts.len() == 1
    }

    /// The outcome that decides the look of the summary. Open outcomes come before final ones.
    pub fn mood(&self) -> ItemOutcome {
        let first_of = |among: &[ItemOutcome]| among.iter().copied().find(|outcome| self.count(*outcome) > 0);
        first_of(&[
            ItemOutcome::BeingPaid,
            ItemOutcome::WaitingForClaim,
            ItemOutcome::Paid,
            ItemOutcome::Failed,
            ItemOutcome::Expired,
        ])
        .unwrap_or(ItemOutcome::Cancelled)
    }
}
