//! Payouts in progress, and how many an account has.

use super::World;
use crate::id::{AccountId, PayoutDraftId};
use crate::payout_draft::PayoutDraft;

impl World {
    pub fn load_payout_draft_count(&mut self, account: AccountId, count: usize) {
        self.payout_draft_counts.insert(account, count);
    }

    /// How many drafts of an account aren't sent; it must have been gathered.
    pub fn open_payout_drafts(&self, account: AccountId) -> usize {
        self.payout_draft_counts.get(&account).copied().unwrap_or(0)
    }

    pub(super) fn put_payout_draft(&mut self, draft: PayoutDraft) {
        let key = (draft.account, draft.id);
        let was_open = self.is_open(&key);
        self.count(key.0, was_open, !draft.is_sent());
        self.payout_drafts.put(key, draft);
    }

    pub(super) fn delete_payout_draft(&mut self, account: AccountId, id: PayoutDraftId) {
        let key = (account, id);
        let was_open = self.is_open(&key);
        self.count(account, was_open, false);
        self.payout_drafts.delete(key);
    }

    fn is_open(&self, key: &(AccountId, PayoutDraftId)) -> bool {
        self.payout_drafts.get(key).is_some_and(|known| !known.is_sent())
    }

    /// The count of the database is from before the batch.
    fn count(&mut self, account: AccountId, was_open: bool, is_open: bool) {
        let count = self.payout_draft_counts.entry(account).or_default();
        *count = (*count + usize::from(is_open)).saturating_sub(usize::from(was_open));
    }
}
