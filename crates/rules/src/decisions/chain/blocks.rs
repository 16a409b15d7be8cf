//! Taking blocks into the books: everything that they say about us, and the step to the last of them, in one change.

use std::collections::BTreeMap;

use crate::account::Mode;
use crate::chain::{
    Authorization, AuthorizationEnd, ChainNetwork, ChainPayment, DepositAddress, FinalBlock, Hash,
};
use crate::change::{Change, Outcome, Row};
use crate::decisions::chain::network::known;
use crate::decisions::deposit::{self, LateMoney};
use crate::decisions::freeze;
use crate::decisions::payout::NewIds;
use crate::decisions::rail_notice::{self, TakeRailNotice};
use crate::evm_address::EvmAddress;
use crate::external_transfer::{Counterparty, Route};
use crate::freeze::{Cause, Freeze};
use crate::id::{AccountId, FreezeId, RailNoticeId, Series};
use crate::ledger::LedgerAccountId;
use crate::money::Amount;
use crate::pricing::Terms;
use crate::rail_notice::{Effect, RailNotice, RailOutcome};
use crate::refusal::Refusal;
use crate::time::Timestamp;
use crate::world::{Needs, World};

/// Some blocks that follow the last one that the books know, and all that they say about us.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blocks {
    /// What the first of them follows.
    pub parent: Hash,
    /// The last of them.
    pub last: FinalBlock,
    pub said: Vec<ChainEvent>,
    /// Smaller transfers are not credited.
    pub least: Amount,
    /// In case an operator must look.
    pub freeze: FreezeId,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChainEvent {
    Came(IncomingTokenTransfer),
    CameToTreasury(Amount),
    Kept(AuthorizationOutcome),
    /// An authorization was kept that these books have forgotten: they are older than the chain.
    Recalled(Box<Authorization>, AuthorizationOutcome),
    /// Cancelled on the chain.
    Withdrawn(AuthorizationOutcome),
    Strange(String),
}

/// Money that came to a deposit address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IncomingTokenTransfer {
    pub account: AccountId,
    pub address: EvmAddress,
    pub amount: Amount,
    pub transaction: Hash,
    /// By which it is told apart from everything else that ever came.
    pub name: String,
    pub notice: RailNoticeId,
    pub fresh: NewIds,
}

/// What became of an authorization.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AuthorizationOutcome {
    pub nonce: Hash,
    pub payment: ChainPayment,
    /// Whose address is emptied, if it is a sweep.
    pub from: EvmAddress,
    pub reference: String,
    pub transaction: Option<Hash>,
    pub notice: RailNoticeId,
    pub fresh: NewIds,
}

impl AuthorizationOutcome {
    pub(super) fn needs(&self, needs: &mut Needs) {
        needs.authorizations.insert(self.nonce);
        match self.payment {
            ChainPayment::Withdrawal(account, id) => {
                rail_notice::needs(needs, &self.take_notice(account, id, RailOutcome::Failed));
            }
            ChainPayment::Sweep(_) => _ = needs.deposit_addresses.insert(self.from.to_string()),
        }
    }

    /// What is said of a withdrawal.
    pub(super) fn take_notice(
        &self,
        account: AccountId,
        transaction: crate::id::TransactionId,
        outcome: RailOutcome,
    ) -> TakeRailNotice {
        TakeRailNotice {
            id: self.notice,
            // Nothing that is received has parts here.
            parts: Series::around(self.notice),
            // Said once, by whichever process.
            name: format!("{transaction}:chain"),
            account,
            transaction,
            mode: Mode::Live,
            route: Route::Chain,
            reference: self.reference.clone(),
            outcome,
            look_again_at: None,
            received_at: None,
            terms_today: None,
            most: None,
            max_test_money: Amount::ZERO,
            unless_authorized: None,
            fresh: self.fresh,
        }
    }
}

pub(crate) fn needs_to_take(needs: &mut Needs, blocks: &Blocks) {
    needs.network = true;
    needs.freeze = true;
    needs.balances.insert(LedgerAccountId::WorldChain(Mode::Live));
    for said in &blocks.said {
        match said {
            ChainEvent::Came(arrival) => {
                needs.balance_of(arrival.account);
                needs.moved.insert(LedgerAccountId::WorldChain(Mode::Live));
                needs.notices.insert(arrival.name.clone());
                needs.deposit_addresses.insert(arrival.address.to_string());
            }
            ChainEvent::Kept(booked) | ChainEvent::Recalled(_, booked) | ChainEvent::Withdrawn(booked) => {
                booked.needs(needs)
            }
            ChainEvent::CameToTreasury(_) | ChainEvent::Strange(_) => {}
        }
    }
}

/// What blocks do to the books, as it grows.
struct BlockBooking<'a> {
    world: &'a World,
    network: ChainNetwork,
    addresses: BTreeMap<String, DepositAddress>,
    /// What this change adds to each account, and takes from outside.
    added: BTreeMap<AccountId, i64>,
    outside: i64,
    rows: Vec<Row>,
    strange: Vec<String>,
    now: Timestamp,
}

/// Refused if the books have gone on meanwhile, or stand on another chain.
pub(crate) fn take(world: &World, blocks: &Blocks, now: Timestamp) -> Result<Change, Refusal> {
    let network = known(world)?;
    if network.last.hash != blocks.parent || network.last.number >= blocks.last.number {
        return Err(Refusal::ChainMoved);
    }
    let mut taking = BlockBooking {
        world,
        network: ChainNetwork { last: blocks.last, ..network.clone() },
        addresses: BTreeMap::new(),
        added: BTreeMap::new(),
        outside: 0,
        rows: Vec::new(),
        strange: Vec::new(),
        now,
    };
    for said in &blocks.said {
        match said {
            ChainEvent::Came(arrival) => taking.came(arrival, blocks.least)?,
            ChainEvent::CameToTreasury(amount) => {
                taking.add_own(*amount);
                taking.network.holds = sum(taking.network.holds, amount.micros());
            }
            ChainEvent::Kept(booked) => taking.kept(booked)?,
            ChainEvent::Recalled(authorization, booked) => taking.recalled(authorization, booked)?,
            ChainEvent::Withdrawn(booked) => taking.withdrawn(booked)?,
            ChainEvent::Strange(words) => taking.strange.push(words.clone()),
        }
    }
    Ok(taking.change(blocks.freeze))
}

impl BlockBooking<'_> {
    fn came(&mut self, arrival: &IncomingTokenTransfer, least: Amount) -> Result<(), Refusal> {
        self.hold(&arrival.address, arrival.amount.micros())?;
        if self.world.notices.contains(&arrival.name) {
            self.strange.push(format!("{} was booked before its block was read", arrival.name));
            return Ok(());
        }
        let account = self.world.account(arrival.account)?;
        let added = self.added.entry(arrival.account).or_default();
        let late = LateMoney {
            id: arrival.fresh.inbound.nth(0),
            route: Route::Chain,
            terms: Terms::FREE,
            amount: arrival.amount,
            reference: arrival.notice.to_string(),
            bank_account: None,
            counterparty: Counterparty::DepositAddress {
                chain: self.network.name.clone(),
                address: arrival.address.to_string(),
            },
            hash: Some(arrival.transaction.to_string()),
            name: &arrival.name,
        };
        // With all that came before it in these blocks.
        let (inside, outside) =
            (arrival.amount.micros().checked_add(*added), arrival.amount.micros().checked_add(self.outside));
        let fits = inside.zip(outside).is_some_and(|(inside, outside)| {
            deposit::has_room(self.world, account, Route::Chain, inside, outside)
        });
        if !fits {
            let (amount, account) = (arrival.amount, arrival.account);
            self.strange.push(format!("{amount} USDC arrived for {account}, more than its balance can hold"));
        }
        if arrival.amount < least || !fits {
            self.add_own(arrival.amount);
            return Ok(());
        }
        *added += arrival.amount.micros();
        self.outside += arrival.amount.micros();
        let (transaction, rows) =
            deposit::book_late(self.world, account, &late, arrival.fresh.events.nth(0), self.now)?;
        self.rows.extend(rows);
        self.rows.push(Row::RailNotice(RailNotice {
            id: arrival.notice,
            name: arrival.name.clone(),
            mode: Mode::Live,
            route: Route::Chain,
            outcome: RailOutcome::Received(arrival.amount).name(),
            reference: late.reference,
            amount: Some(arrival.amount),
            transaction: Some(transaction.id),
            effect: Effect::Credited,
            booked: Some(arrival.amount),
            received_at: Some(self.now),
            worth: Amount::ZERO,
            created_at: self.now,
        }));
        Ok(())
    }

    /// More money on the chain that is not in the books.
    fn add_own(&mut self, amount: Amount) {
        match self.network.own.micros().checked_add(amount.micros()) {
            Some(own) => self.network.own = Amount::from_micros(own),
            None => self.strange.push("more USDC arrived than can be counted".to_owned()),
        }
    }

    fn hold(&mut self, address: &EvmAddress, more: i64) -> Result<(), Refusal> {
        let key = address.to_string();
        if !self.addresses.contains_key(&key) {
            let known = self.world.deposit_addresses.get(&key).ok_or(Refusal::ChainMoved)?;
            self.addresses.insert(key.clone(), known.clone());
        }
        let known = self.addresses.get_mut(&key).expect("it was put there");
        known.holds = sum(known.holds, more);
        Ok(())
    }

    fn kept(&mut self, booked: &AuthorizationOutcome) -> Result<(), Refusal> {
        match self.end(booked, AuthorizationEnd::Used)? {
            Some(authorization) => self.paid(&authorization, booked),
            None => Ok(()),
        }
    }

    /// Its money is gone, so it is booked; and an operator must look at what else was forgotten.
    fn recalled(
        &mut self,
        authorization: &Authorization,
        booked: &AuthorizationOutcome,
    ) -> Result<(), Refusal> {
        if self.world.authorizations.contains(&booked.nonce) {
            return Err(Refusal::ChainMoved);
        }
        self.strange.push(format!(
            "{} was paid, but its authorization is missing from these books, which are older than the chain",
            booked.reference
        ));
        let ended = authorization.ended(AuthorizationEnd::Used, booked.transaction, self.now);
        self.rows.push(Row::Authorization(Box::new(ended)));
        self.paid(authorization, booked)
    }

    fn paid(&mut self, authorization: &Authorization, booked: &AuthorizationOutcome) -> Result<(), Refusal> {
        let amount = authorization.amount.micros();
        if authorization.from == self.network.treasury {
            self.network.holds = sum(self.network.holds, -amount);
        } else {
            self.hold(&authorization.from, -amount)?;
        }
        if authorization.to == self.network.treasury {
            self.network.holds = sum(self.network.holds, amount);
        }
        if let ChainPayment::Withdrawal(account, id) = booked.payment {
            let hash = booked.transaction.map(|hash| hash.to_string());
            let said = booked.take_notice(account, id, RailOutcome::Completed(hash));
            self.tell(&said)?;
            // A withdrawal to the treasury gives the money to the operator: it left the ledger and not the chain.
            if authorization.to == self.network.treasury {
                self.add_own(authorization.amount);
            }
        }
        Ok(())
    }

    fn withdrawn(&mut self, booked: &AuthorizationOutcome) -> Result<(), Refusal> {
        // Its time was over before, and its money is back.
        let authorization = self.world.authorizations.get(&booked.nonce);
        if authorization.is_some_and(|authorization| authorization.end == Some(AuthorizationEnd::Expired)) {
            return Ok(());
        }
        if self.end(booked, AuthorizationEnd::Cancelled)?.is_some()
            && let ChainPayment::Withdrawal(account, id) = booked.payment
        {
            self.tell(&booked.take_notice(account, id, RailOutcome::Failed))?;
        }
        Ok(())
    }

    /// Ends the authorization, unless it has ended: then a refunded payment was paid, or one was paid twice.
    fn end(
        &mut self,
        booked: &AuthorizationOutcome,
        end: AuthorizationEnd,
    ) -> Result<Option<Authorization>, Refusal> {
        let authorization = self.world.authorizations.get(&booked.nonce).ok_or(Refusal::ChainMoved)?;
        if let Some(before) = authorization.end {
            self.strange.push(format!(
                "authorization {} of {} ended as {}, but the chain now reports it as {}",
                booked.nonce,
                authorization.payment.id(),
                before.name(),
                end.name()
            ));
            return Ok(None);
        }
        let ended = authorization.ended(end, booked.transaction, self.now);
        self.rows.push(Row::Authorization(Box::new(ended)));
        if let ChainPayment::Sweep(_) = authorization.payment {
            self.hold(&authorization.from, 0)?;
            let address = self.addresses.get_mut(authorization.from.as_str()).expect("it is held");
            address.sweep = None;
        }
        Ok(Some(authorization.clone()))
    }

    fn tell(&mut self, said: &TakeRailNotice) -> Result<(), Refusal> {
        let change = rail_notice::take(self.world, said, self.now)?;
        let contradicts =
            |row: &Row| matches!(row, Row::RailNotice(notice) if notice.effect == Effect::Contradicted);
        if change.rows.iter().any(contradicts) {
            self.strange.push(format!("{} was refunded, but was also paid", said.transaction));
        }
        // Withdrawals that fail together switch automatic withdrawals off once, with one email.
        let is_told = |row: &Row, rows: &[Row]| match row {
            Row::Email(message) => {
                let same = |known: &Row| matches!(known, Row::Email(known) if known.cause == message.cause);
                rows.iter().any(same)
            }
            _ => false,
        };
        for row in change.rows {
            if !is_told(&row, &self.rows) {
                self.rows.push(row);
            }
        }
        Ok(())
    }

    fn change(mut self, freeze: FreezeId) -> Change {
        let touched = std::mem::take(&mut self.addresses).into_values();
        self.rows.extend(touched.map(|address| Row::DepositAddress(Box::new(address))));
        self.rows.push(Row::Network(Box::new(self.network.clone())));
        if !self.strange.is_empty() {
            let reason = self.strange.join("; ");
            let cause = Cause::Unexplained;
            let stop = Freeze { id: freeze, cause, reason, created_at: self.now, lift: None };
            self.rows.extend(freeze::stop(self.world, &stop).rows);
        }
        Change { outcome: Outcome::Network(Box::new(self.network)), rows: self.rows }
    }
}

/// Nothing that the token can hold comes near the end of what can be counted; what does is found by comparing.
fn sum(amount: Amount, more: i64) -> Amount {
    Amount::from_micros(amount.micros().saturating_add(more))
}
