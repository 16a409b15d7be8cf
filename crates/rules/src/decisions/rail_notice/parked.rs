//! Money that came without a known owner: it is parked, and later matched with a deposit or sent back.

use crate::account::Mode;
use crate::change::{Change, Outcome, Row};
use crate::decisions::rail_notice::{TakeRailNotice, needs, take};
use crate::external_transfer::Route;
use crate::id::RailNoticeId;
use crate::ledger::{LedgerAccountId, Operation, Transfer};
use crate::money::Amount;
use crate::pricing::Terms;
use crate::rail_notice::{Effect, RailNotice, RailOutcome};
use crate::refusal::{Limit, Noun, Refusal};
use crate::time::Timestamp;
use crate::transaction::TransactionType;
use crate::world::{Needs, World};

/// Money without a known owner: it waits, in what it is worth now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParkMoney {
    pub id: RailNoticeId,
    pub name: String,
    pub mode: Mode,
    pub route: Route,
    pub reference: String,
    pub amount: Amount,
    pub terms: Terms,
    /// When the bank received it.
    pub received_at: Timestamp,
}

pub fn needs_to_park(needs: &mut Needs, park: &ParkMoney) {
    needs.notices.insert(park.name.clone());
    needs.freeze = true;
    needs.moved.extend([park.route.world(park.mode), LedgerAccountId::Suspense(park.mode)]);
}

pub fn park(world: &World, park: &ParkMoney, now: Timestamp) -> Result<Change, Refusal> {
    if let Some(known) = world.notices.get(&park.name) {
        return Ok(Change { outcome: Outcome::RailNotice(known.clone()), rows: Vec::new() });
    }
    let worth = park.terms.without_fixed_fee().deposit(park.amount)?.crossed;
    let notice = RailNotice {
        id: park.id,
        name: park.name.clone(),
        mode: park.mode,
        route: park.route,
        outcome: RailOutcome::Received(park.amount).name(),
        reference: park.reference.clone(),
        amount: Some(park.amount),
        booked: None,
        received_at: Some(park.received_at),
        transaction: None,
        effect: Effect::Parked,
        worth,
        created_at: now,
    };
    let transfer = Transfer {
        operation: Operation::Park(park.id),
        debit: park.route.world(park.mode),
        credit: LedgerAccountId::Suspense(park.mode),
        amount: worth,
        created_at: now,
    };
    let rows = vec![Row::Transfer(transfer), Row::RailNotice(notice.clone())];
    Ok(Change { outcome: Outcome::RailNotice(notice), rows })
}

/// It was found out which deposit parked money is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchMoney {
    /// The name of the notice that was parked.
    pub parked: String,
    pub take: TakeRailNotice,
}

pub fn needs_to_match(of: &mut Needs, found: &MatchMoney) {
    needs(of, &found.take);
    of.notices.insert(found.parked.clone());
    of.moved.insert(LedgerAccountId::Suspense(found.take.mode));
}

/// The money leaves where it was parked, and comes in as if it had been known whose it is.
pub fn match_parked(world: &World, found: &MatchMoney, now: Timestamp) -> Result<Change, Refusal> {
    let parked = world.notices.get(&found.parked).ok_or(Refusal::NotFound(Noun::RailNotice))?;
    let take_notice = &found.take;
    let about = world.transaction(take_notice.account, take_notice.transaction, TransactionType::Deposit);
    let deposit = about.ok_or(Refusal::NotFound(Noun::Deposit))?;
    if world.notices.contains(&take_notice.name) {
        return Ok(Change { outcome: Outcome::Transaction(deposit.clone()), rows: Vec::new() });
    }
    if parked.effect != Effect::Parked {
        return Err(Refusal::InvalidState { noun: Noun::RailNotice, state: parked.effect.name() });
    }
    if parked.mode != take_notice.mode || parked.route != take_notice.route {
        return Err(Refusal::NotFound(Noun::Deposit));
    }
    let mut change = take(world, take_notice, now)?;
    // Without terms it would only be parked again.
    let parks = |row: &Row| matches!(row, Row::RailNotice(notice) if notice.effect == Effect::Parked);
    if change.rows.iter().any(parks) {
        return Err(match take_notice.terms_today {
            Some(_) => Refusal::LimitExceeded(Limit::Smallest),
            None => Refusal::RouteClosed { what: "deposits", route: parked.route.name() },
        });
    }
    let about = change.rows.iter().find_map(|row| match row {
        Row::RailNotice(notice) if notice.name == take_notice.name => notice.transaction,
        _ => None,
    });
    change.rows.insert(0, unpark(parked, now));
    change.rows.push(Row::RailNotice(RailNotice {
        effect: Effect::Applied,
        transaction: about,
        ..parked.clone()
    }));
    Ok(change)
}

/// The money leaves where it was parked, for where it came from.
fn unpark(parked: &RailNotice, now: Timestamp) -> Row {
    Row::Transfer(Transfer {
        operation: Operation::Unpark(parked.id),
        debit: LedgerAccountId::Suspense(parked.mode),
        credit: parked.route.world(parked.mode),
        amount: parked.worth,
        created_at: now,
    })
}

/// Parked money that goes back to its sender.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SendBack {
    pub id: RailNoticeId,
    pub name: String,
    /// The name of the notice that was parked.
    pub parked: String,
    pub mode: Mode,
    pub route: Route,
}

pub fn needs_to_send_back(needs: &mut Needs, back: &SendBack) {
    needs.notices.extend([back.name.clone(), back.parked.clone()]);
    needs.freeze = true;
    needs.moved.extend([back.route.world(back.mode), LedgerAccountId::Suspense(back.mode)]);
}

pub fn send_back(world: &World, back: &SendBack, now: Timestamp) -> Result<Change, Refusal> {
    if let Some(known) = world.notices.get(&back.name) {
        return Ok(Change { outcome: Outcome::RailNotice(known.clone()), rows: Vec::new() });
    }
    let parked = world.notices.get(&back.parked).ok_or(Refusal::NotFound(Noun::RailNotice))?;
    if parked.effect != Effect::Parked {
        return Err(Refusal::InvalidState { noun: Noun::RailNotice, state: parked.effect.name() });
    }
    world.check_money_may_leave()?;
    let found = RailNotice { effect: Effect::Applied, ..parked.clone() };
    let said = RailNotice {
        id: back.id,
        name: back.name.clone(),
        outcome: RailOutcome::Returned.name(),
        worth: Amount::ZERO,
        received_at: None,
        created_at: now,
        ..found.clone()
    };
    let rows = vec![unpark(parked, now), Row::RailNotice(found), Row::RailNotice(said.clone())];
    Ok(Change { outcome: Outcome::RailNotice(said), rows })
}
