//! What accounts have used of what they may have: test money, and deposits and withdrawals under way.

use super::World;
use crate::id::AccountId;
use crate::refusal::{Limit, Refusal};

impl World {
    pub fn load_crowded(&mut self, account: AccountId) {
        self.crowded.insert(account);
    }

    /// Whether the account may have one more. Those that the same batch begins are not counted.
    pub fn check_open_transfers(&self, account: AccountId, most: usize) -> Result<(), Refusal> {
        match self.crowded.contains(&account) {
            true => Err(Refusal::LimitExceeded(Limit::OpenTransfers { most })),
            false => Ok(()),
        }
    }

    pub fn load_simulated_in(&mut self, account: AccountId, total: i64) {
        self.simulated_in.insert(account, total);
    }

    /// How much test money an account has created in all.
    pub fn simulated_in(&self, account: AccountId) -> i64 {
        self.simulated_in.get(&account).copied().unwrap_or(0)
    }
}
