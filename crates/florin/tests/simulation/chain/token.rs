//! The token at the end of one block: who has what, which authorizations were used, and what a call does to that.

use std::collections::{BTreeMap, BTreeSet};

use evm::{Address, B256, TokenEvent, TransferAuthorization, U256};

use super::keys;

#[derive(Clone, Default)]
pub struct Token {
    pub balances: BTreeMap<Address, U256>,
    /// Authorizations that can not be used any more, and whether they were.
    pub ended: BTreeMap<B256, bool>,
    pub blacklist: BTreeSet<Address>,
    pub is_paused: bool,
    /// Of the gas account.
    pub nonce: u64,
    pub wei: u128,
    /// How often the treasury has paid this much.
    pub paid: BTreeMap<(Address, u64), u32>,
}

/// One call of the token contract.
#[derive(Clone, Debug)]
pub enum TokenCall {
    /// The model does not ask whether the owner wants it.
    Move {
        from: Address,
        to: Address,
        value: U256,
    },
    Use(TransferAuthorization),
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

    /// What one call writes to the token's log, or why it reverts. None is a log of another contract.
    pub fn act(&mut self, call: &TokenCall, time: u64) -> Result<Vec<Option<TokenEvent>>, &'static str> {
        match call {
            TokenCall::Move { from, to, value } => Ok(vec![Some(self.shift(*from, *to, *value)?)]),
            TokenCall::Use(authorization) => self.use_authorization(authorization, time),
            TokenCall::Cancel { by, nonce } => {
                if self.ended.contains_key(nonce) {
                    return Err("authorization is used or canceled");
                }
                self.ended.insert(*nonce, false);
                Ok(vec![Some(TokenEvent::AuthorizationCanceled { authorizer: *by, nonce: *nonce })])
            }
            TokenCall::Blacklist(who) => {
                self.blacklist.insert(*who);
                Ok(vec![None])
            }
            TokenCall::Forgive(who) => {
                self.blacklist.remove(who);
                Ok(vec![None])
            }
            TokenCall::Pause | TokenCall::Unpause => {
                self.is_paused = matches!(call, TokenCall::Pause);
                Ok(vec![None])
            }
            TokenCall::SetGas(wei) => {
                self.wei = *wei;
                Ok(Vec::new())
            }
            TokenCall::Approve => Ok(vec![None]),
        }
    }

    fn use_authorization(
        &mut self,
        authorization: &TransferAuthorization,
        time: u64,
    ) -> Result<Vec<Option<TokenEvent>>, &'static str> {
        let TransferAuthorization { from, to, nonce, .. } = *authorization;
        if time <= authorization.valid_after {
            return Err("authorization is not yet valid");
        }
        if time >= authorization.valid_before {
            return Err("authorization is expired");
        }
        if self.ended.contains_key(&nonce) {
            return Err("authorization is used or canceled");
        }
        let moved = self.shift(from, to, U256::from(authorization.value))?;
        self.ended.insert(nonce, true);
        Ok(vec![Some(TokenEvent::AuthorizationUsed { authorizer: from, nonce }), Some(moved)])
    }

    fn shift(&mut self, from: Address, to: Address, value: U256) -> Result<TokenEvent, &'static str> {
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
        Ok(TokenEvent::Transfer { from, to, value })
    }
}
