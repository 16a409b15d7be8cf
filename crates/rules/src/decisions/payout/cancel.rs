//! Cancelling what can still be stopped.

use crate::account::Caller;
use crate::change::{Change, Outcome};
use crate::decisions::payout::settlement::{IdSupply, NewIds, Settlement};
use crate::id::{PayoutId, TransactionId};
use crate::payout::Payout;
use crate::refusal::{Noun, Refusal};
use crate::time::Timestamp;
use crate::transaction::{ItemStatus, TransactionStatus};
use crate::world::World;

/// Stops every item that has not ended.
pub fn cancel(
    world: &World,
    caller: &Caller,
    id: PayoutId,
    fresh: NewIds,
    now: Timestamp,
) -> Result<Change, Refusal> {
    let payout = find(world, caller, id)?;
    let open = world.items_of(id).filter(|known| !known.transaction.status.is_end());
    let (mut supply, payer) = (IdSupply::new(fresh), world.account(caller.account)?);
    let mut settlement = Settlement::new(payer, payout, &mut supply, now);
    let mut stopped = 0;
    for known in open {
        settlement.give_back(&known.transaction, &known.email, TransactionStatus::Cancelled, None);
        stopped += 1;
    }
    if stopped == 0 {
        return Err(Refusal::InvalidState { noun: Noun::Payout, state: payout.status.name() });
    }
    let (payout, rows) = settlement.finish();
    Ok(Change { outcome: Outcome::Payout(payout), rows })
}

/// Stops one item.
pub fn cancel_item(
    world: &World,
    caller: &Caller,
    id: PayoutId,
    item: TransactionId,
    fresh: NewIds,
    now: Timestamp,
) -> Result<Change, Refusal> {
    let unknown = Refusal::NotFound(Noun::PayoutItem);
    let payout = find(world, caller, id).map_err(|_| unknown.clone())?;
    let known = world.item(caller.account, item).filter(|known| known.transaction.payout == Some(id));
    let known = known.ok_or(unknown)?;
    let status = known.transaction.status;
    if status.is_end() {
        let state = ItemStatus::of(status).name();
        return Err(Refusal::InvalidState { noun: Noun::PayoutItem, state });
    }
    let (mut supply, payer) = (IdSupply::new(fresh), world.account(caller.account)?);
    let mut settlement = Settlement::new(payer, payout, &mut supply, now);
    settlement.give_back(&known.transaction, &known.email, TransactionStatus::Cancelled, None);
    let (_, rows) = settlement.finish();
    Ok(Change { outcome: Outcome::item_of(&rows, item, &known.email), rows })
}

fn find<'w>(world: &'w World, caller: &Caller, id: PayoutId) -> Result<&'w Payout, Refusal> {
    let known = world.payouts.get(&id).filter(|payout| payout.account == caller.account);
    known.ok_or(Refusal::NotFound(Noun::Payout))
}
