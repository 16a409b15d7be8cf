//! Settlement: what happens to the items of a payout once it is accepted. Workers look items up beforehand; here it is
//! decided whether what they saw still holds.

use std::collections::BTreeMap;

use crate::account::Mode;
use crate::activity_email::ActivityEmail;
use crate::change::{Change, Outcome, Row};
use crate::claim_email::EmailLimits;
use crate::decisions::payout::settlement::{IdSupply, NewIds, Settlement};
use crate::decisions::{claim_email, recipient};
use crate::email_address::EmailAddress;
use crate::id::{AccountId, PayoutId};
use crate::payout::{Breakdown, LEASE_SECONDS, Payout, Wallet};
use crate::refusal::Refusal;
use crate::sandbox;
use crate::time::Timestamp;
use crate::transaction::{FailureReason, Transaction, TransactionStatus};
use crate::world::World;

/// An item whose turn has come, as a worker saw it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DueItem {
    pub transaction: Transaction,
    pub email: EmailAddress,
    /// Where the recipient is paid, if they have a wallet. In test mode only a simulated claim gives them one.
    pub wallet: Option<Wallet>,
    /// Whether the recipient's row does not know the wallet yet.
    pub wallet_is_news: bool,
}

/// The items of one payout that are due. Every change of an item changes a counter of its payout, so as long as the
/// counters are what the worker saw, the items are, too, and need not be read again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SettlePayout {
    pub account: AccountId,
    pub mode: Mode,
    pub payout: PayoutId,
    pub seen: Breakdown,
    pub items: Vec<DueItem>,
    pub fresh: NewIds,
    /// How many claim emails may be sent.
    pub email_limits: EmailLimits,
}

/// Credits who is on the platform, asks the others to claim, and fails what asks to fail.
pub fn settle(world: &World, due: &SettlePayout, now: Timestamp) -> Result<Change, Refusal> {
    world.check_money_may_leave()?;
    let payer = world.account(due.account)?;
    let known = world.payouts.get(&due.payout).filter(|known| known.account == due.account);
    // The payouts of a locked owner stay due, and settle when the owner is unlocked.
    let may_settle = |payout: &&Payout| payout.breakdown == due.seen && payer.locked_at.is_none();
    let Some(payout) = known.filter(may_settle) else {
        return Ok(Change { outcome: Outcome::Done, rows: Vec::new() });
    };
    let mut supply = IdSupply::new(due.fresh);
    let mut settlement = Settlement::new(payer, payout, &mut supply, now);
    let (mut joined, mut paid) = (BTreeMap::new(), BTreeMap::new());
    for DueItem { transaction: item, email, wallet, wallet_is_news } in &due.items {
        if sandbox::asks_to_fail(payer.mode, email) {
            let reason = FailureReason::SimulatedFailure;
            settlement.give_back(item, email, TransactionStatus::Failed, Some(reason));
        } else if let Some(wallet) = wallet {
            settlement.credit(item, email, *wallet);
            paid.insert(wallet.account, wallet.clock_ahead);
            if let (true, Some(recipient)) = (*wallet_is_news, item.recipient) {
                joined.insert(recipient, wallet.account);
            }
        } else {
            settlement.await_claim(item, email);
        }
    }
    let emails = settlement.take_emails();
    let (payout, mut rows) = settlement.finish();
    for (recipient, wallet) in joined {
        rows.extend(recipient::settle_in(world, recipient, wallet, supply.event(), now)?);
    }
    // Who pays themselves knows it.
    paid.remove(&payer.id);
    rows.extend(paid.into_iter().map(|(account, clock_ahead)| {
        Row::ActivityEmail(ActivityEmail::paid(supply.email(), account, now.plus_micros(clock_ahead)))
    }));
    rows.extend(claim_email::written(world, emails, due.email_limits));
    Ok(Change { outcome: Outcome::Payout(payout), rows })
}

/// Takes payouts whose time has come and that no other process owns. Says which were taken.
pub fn lease(world: &World, candidates: &[(AccountId, PayoutId)], now: Timestamp) -> Change {
    let due = candidates.iter().filter_map(|(_, id)| world.payouts.get(id));
    let due = due.filter(|payout| payout.next_at.is_some_and(|at| at <= now));
    let taken: Vec<Payout> = due
        .map(|payout| Payout { next_at: Some(now.plus_seconds(LEASE_SECONDS)), ..payout.clone() })
        .collect();
    let rows = taken.iter().cloned().map(Row::Payout).collect();
    Change { outcome: Outcome::Leased(taken), rows }
}
