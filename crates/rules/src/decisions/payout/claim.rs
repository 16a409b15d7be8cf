//! Claims and their expiry. Claim, cancellation, expiry and failure of one item are decided from its state under the
//! lock of the account that pays, and share one operation in the ledger: only one of them ever happens.

use std::collections::BTreeSet;

use crate::account::Caller;
use crate::activity_email::ActivityEmail;
use crate::change::{Change, Outcome, Row};
use crate::decisions::payout::settlement::{IdSupply, NewIds, Settlement};
use crate::decisions::recipient;
use crate::decisions::sandbox::{self, NewPerson};
use crate::id::{AccountId, RecipientId, TransactionId};
use crate::payout::Wallet;
use crate::refusal::{Noun, Refusal};
use crate::sandbox::can_claim_as_recipient;
use crate::time::Timestamp;
use crate::transaction::{FailureReason, ItemStatus, TransactionStatus};
use crate::world::{KnownItem, World};

/// Everything that waits for one person, with the wallet it goes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClaimItems {
    pub wallet: AccountId,
    pub items: Vec<(AccountId, TransactionId)>,
    pub fresh: NewIds,
}

/// Credits what still waits. What was cancelled or has expired in the meantime is left out.
pub fn claim_items(world: &World, claim: &ClaimItems, now: Timestamp) -> Result<Change, Refusal> {
    world.check_money_may_leave()?;
    let owner = world.account(claim.wallet)?;
    let wallet = Wallet::of(owner);
    let waiting = claim.items.iter().filter_map(|(account, item)| waiting(world, *account, *item, now));
    let (mut supply, mut rows, mut credited) = (IdSupply::new(claim.fresh), Vec::new(), 0);
    let mut paid = BTreeSet::new();
    for items in by_payout(waiting) {
        let payer = world.account(items[0].transaction.account)?;
        if payer.mode != owner.mode {
            return Err(Refusal::NotFound(Noun::PayoutItem));
        }
        let payout = world.payout_of(items[0])?;
        let mut settlement = Settlement::new(payer, payout, &mut supply, now);
        for known in &items {
            settlement.credit(&known.transaction, &known.email, wallet);
            paid.insert(known.transaction.recipient.expect("an item has a recipient"));
        }
        credited += items.len();
        rows.extend(settlement.finish().1);
        if payer.id != wallet.account {
            let told = ActivityEmail::claimed(supply.email(), payer, payout.id, now);
            rows.push(Row::ActivityEmail(told));
        }
    }
    for recipient in paid {
        rows.extend(recipient::settle_in(world, recipient, wallet.account, supply.event(), now)?);
    }
    if credited == 0 {
        return Err(Refusal::NothingToClaim);
    }
    Ok(Change { outcome: Outcome::Resolved(credited), rows })
}

/// One item of the caller's sandbox, claimed as its recipient would.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SimulateClaim {
    pub item: TransactionId,
    /// The recipient's wallet, if there was one at the lookup: it is locked with everything else.
    pub wallet: Option<AccountId>,
    /// Used if the recipient has no wallet yet.
    pub person: NewPerson,
    /// The name and the hash of the password of a user who wants to sign in to it.
    pub sign_in: Option<(String, String)>,
    pub fresh: NewIds,
}

pub fn simulate_claim(
    world: &World,
    caller: &Caller,
    claim: &SimulateClaim,
    now: Timestamp,
) -> Result<Change, Refusal> {
    if !can_claim_as_recipient(caller.mode) {
        return Err(Refusal::NotFound(Noun::PayoutItem));
    }
    world.check_money_may_leave()?;
    let known = world.item(caller.account, claim.item).ok_or(Refusal::NotFound(Noun::PayoutItem))?;
    if waiting(world, caller.account, claim.item, now).is_none() {
        let state = ItemStatus::of(known.transaction.status).name();
        return Err(Refusal::InvalidState { noun: Noun::PayoutItem, state });
    }
    let recipient = known.transaction.recipient.expect("an item has a recipient");
    let (mut supply, mut rows) = (IdSupply::new(claim.fresh), Vec::new());
    let wallet = match known.wallet.or_else(|| learnt(world, recipient)) {
        Some(wallet) => wallet,
        None => {
            let (name, password_hash) = match &claim.sign_in {
                Some((name, password_hash)) => (name.as_str(), password_hash.as_str()),
                None => (known.email.local_part(), ""),
            };
            let account = claim.person.account;
            rows = sandbox::simulated_person(
                world.account(caller.account)?,
                claim.person,
                recipient,
                (name, password_hash),
                now,
            );
            rows.extend(recipient::settle_in(world, recipient, account, supply.event(), now)?);
            Wallet { account, clock_ahead: 0, withdraws_automatically: false }
        }
    };
    let (payer, payout) = (world.account(caller.account)?, world.payout_of(known)?);
    let mut settlement = Settlement::new(payer, payout, &mut supply, now);
    settlement.credit(&known.transaction, &known.email, wallet);
    rows.extend(settlement.finish().1);
    rows.push(Row::ActivityEmail(ActivityEmail::claimed(supply.email(), payer, payout.id, now)));
    Ok(Change { outcome: Outcome::item_of(&rows, claim.item, &known.email), rows })
}

/// A wallet that the recipient has since an earlier command of the same batch.
fn learnt(world: &World, recipient: RecipientId) -> Option<Wallet> {
    let account = *world.changed_wallets.get(&recipient)?;
    let made_up = Wallet { account, clock_ahead: 0, withdraws_automatically: false };
    Some(world.accounts.get(&account).map_or(made_up, Wallet::of))
}

/// Gives back what was not claimed in time. What ended otherwise in the meantime is left alone.
pub fn expire(
    world: &World,
    account: AccountId,
    items: &[TransactionId],
    fresh: NewIds,
    now: Timestamp,
) -> Result<Change, Refusal> {
    let payer = world.account(account)?;
    let mut supply = IdSupply::new(fresh);
    let overdue = items.iter().filter_map(|item| world.item(account, *item)).filter(|known| {
        let expiry = known.transaction.claim_expires_at;
        known.transaction.status == TransactionStatus::PendingClaim
            && expiry.is_some_and(|expiry| expiry <= payer.time(now))
    });
    let (mut rows, mut expired) = (Vec::new(), 0);
    for items in by_payout(overdue) {
        expired += items.len();
        let payout = world.payout_of(items[0])?;
        let mut settlement = Settlement::new(payer, payout, &mut supply, now);
        for known in items {
            let reason = FailureReason::ClaimExpired;
            settlement.give_back(&known.transaction, &known.email, TransactionStatus::Expired, Some(reason));
        }
        rows.extend(settlement.finish().1);
        let told = ActivityEmail::refunded(supply.email(), payer, payout.id, now);
        rows.push(Row::ActivityEmail(told));
    }
    Ok(Change { outcome: Outcome::Resolved(expired), rows })
}

/// An item that can be claimed now: an item past its deadline can't, even before a worker expires it. An item of a
/// locked sender waits until the sender is unlocked, or until it expires.
fn waiting(world: &World, account: AccountId, item: TransactionId, now: Timestamp) -> Option<&KnownItem> {
    let payer = world.account(account).ok().filter(|payer| payer.locked_at.is_none())?;
    world.item(account, item).filter(|known| {
        let expiry = known.transaction.claim_expires_at;
        known.transaction.status == TransactionStatus::PendingClaim
            && expiry.is_some_and(|expiry| payer.time(now) < expiry)
    })
}

/// Items of one payout together, so that it changes once.
fn by_payout<'w>(items: impl Iterator<Item = &'w KnownItem>) -> Vec<Vec<&'w KnownItem>> {
    let mut groups: Vec<Vec<&KnownItem>> = Vec::new();
    for known in items {
        match groups.iter_mut().find(|group| group[0].transaction.payout == known.transaction.payout) {
            Some(group) => group.push(known),
            None => groups.push(vec![known]),
        }
    }
    groups
}
