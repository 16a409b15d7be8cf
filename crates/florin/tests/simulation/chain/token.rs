//! The token at the end of one block: who has what, which promises were used, and what a call does to that.

use std::collections::{BTreeMap, BTreeSet};

use evm::{Address, Authorization, B256, Happening, U256};

use super::keys;

#[derive(Clone, Default)]
pub struct Token {
    pub balances: BTreeMap<Address, U256>,
    /// Promises that can not be used any more, and whether they were.
    pub ended: BTreeMap<B256, bool>,
    pub blacklist: BTreeSet<Address>,
    pub is_paused: bool,
    /// Of the gas account.
    pub nonce: u64,
    pub wei: u128,
    /// How often the treasury has paid somebody this much.
    pub paid: BTreeMap<(Address, u64), u32>,
}

/// What somebody does.
#[derive(Clone, Debug)]
pub enum Deed {
    /// The model does not ask whether the owner wants it.
    Move {
        from: Address,
        to: Address,
        value: U256,
    },
    Use(Authorization),
    Cancel {
        by: Address,
        nonce: B256,
    },
    Blacklist(Address),
    Forgive(Address),
    Pause,
    Unpause,
    /// The gas account has this much from now on.
    SetGas(u128),
    /// A log of the token that says nothing about us.
    Approve,
}

impl Token {
    pub fn balance(&self, owner: Address) -> U256 {
        self.balances.get(&owner).copied().unwrap_or_default()
    }

    /// What one deed says in the token's log, or why it reverts. None is a log of another kind.
    pub fn act(&mut self, deed: &Deed, time: u64) -> Result<Vec<Option<Happening>>, &'static str> {
        match deed {
            Deed::Move { from, to, value } => Ok(vec![Some(self.shift(*from, *to, *value)?)]),
            Deed::Use(promise) => self.use_promise(promise, time),
            Deed::Cancel { by, nonce } => {
                if self.ended.contains_key(nonce) {
                    return Err("authorization is used or canceled");
                }
                self.ended.insert(*nonce, false);
                Ok(vec![Some(Happening::AuthorizationCanceled { authorizer: *by, nonce: *nonce })])
            }
            Deed::Blacklist(who) => {
                self.blacklist.insert(*who);
                Ok(vec![None])
            }
            Deed::Forgive(who) => {
                self.blacklist.remove(who);
                Ok(vec![None])
            }
            Deed::Pause | Deed::Unpause => {
                self.is_paused = matches!(deed, Deed::Pause);
                Ok(vec![None])
            }
            Deed::SetGas(wei) => {
                self.wei = *wei;
                Ok(Vec::new())
            }
            Deed::Approve => Ok(vec![None]),
        }
    }

    fn use_promise(
        &mut self,
        promise: &Authorization,
        time: u64,
    ) -> Result<Vec<Option<Happening>>, &'static str> {
        let Authorization { from, to, nonce, .. } = *promise;
        if time <= promise.valid_after {
            return Err("authorization is not yet valid");
        }
        if time >= promise.valid_before {
            return Err("authorization is expired");
        }
        if self.ended.contains_key(&nonce) {
            return Err("authorization is used or canceled");
        }
        let moved = self.shift(from, to, U256::from(promise.value))?;
        self.ended.insert(nonce, true);
        Ok(vec![Some(Happening::AuthorizationUsed { authorizer: from, nonce }), Some(moved)])
    }

    fn shift(&mut self, from: Address, to: Address, value: U256) -> Result<Happening, &'static str> {
        if self.is_paused {
            return Err("paused");
        }
        if self.blacklist.contains(&from) || self.blacklist.contains(&to) {
            return Err("account is blacklisted");
        }
        if to == Address::ZERO {
            return Err("transfer to the zero address");
        }
        let left = self.balance(from).checked_sub(value).ok_or("transfer amount exceeds balance")?;
        self.balances.insert(from, left);
        *self.balances.entry(to).or_default() += value;
        if from == keys::treasury() && !value.is_zero() {
            let value = u64::try_from(value).expect("the treasury pays what can be counted");
            *self.paid.entry((to, value)).or_default() += 1;
        }
        Ok(Happening::Transfer { from, to, value })
    }
}
