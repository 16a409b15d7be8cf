//! Pricing a quote, and agreeing on one: a deposit or a withdrawal uses it once.

use std::sync::Arc;

use crate::account::Caller;
use crate::change::{Change, Outcome, Row};
use crate::id::{QuoteId, TransactionId};
use crate::money::Amount;
use crate::pricing::Terms;
use crate::quote::{Direction, GOOD_FOR_SECONDS, Quote, Side};
use crate::rail::Rail;
use crate::refusal::{Refusal, StaleQuote};
use crate::tariff::Tariff;
use crate::time::Timestamp;
use crate::world::World;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CreateQuote {
    pub id: QuoteId,
    pub direction: Direction,
    pub rail: Rail,
    pub amount: Amount,
    pub side: Side,
    pub tariff: Arc<Tariff>,
}

pub fn create(world: &World, caller: &Caller, new: &CreateQuote, now: Timestamp) -> Result<Change, Refusal> {
    let created_at = world.account(caller.account)?.time(now);
    let terms = match new.direction {
        Direction::Deposit => new.tariff.deposit(new.rail)?.0,
        Direction::Withdrawal => new.tariff.withdrawal(new.rail)?,
    };
    let price = match (new.direction, new.side) {
        (Direction::Deposit, Side::Source) => terms.deposit(new.amount),
        (Direction::Deposit, Side::Destination) => terms.deposit_for(new.amount),
        (Direction::Withdrawal, Side::Source) => terms.withdrawal(new.amount),
        (Direction::Withdrawal, Side::Destination) => terms.withdrawal_for(new.amount),
    };
    let quote = Quote {
        id: new.id,
        account: caller.account,
        app: caller.app,
        direction: new.direction,
        rail: new.rail,
        terms,
        price: price?,
        created_at,
        expires_at: created_at.plus_seconds(GOOD_FOR_SECONDS),
        used_by: None,
    };
    Ok(Change { outcome: Outcome::Quote(quote.clone()), rows: vec![Row::Quote(quote)] })
}

/// What a quote is used for.
pub struct QuoteUse {
    pub direction: Direction,
    pub rail: Rail,
    pub amount: Amount,
    pub by: TransactionId,
}

/// The terms that hold: those that were quoted, with the quote as it is once they are used, or else those on offer.
pub fn agree(
    world: &World,
    caller: &Caller,
    quote: Option<QuoteId>,
    wanted: &QuoteUse,
    offered: Terms,
    now: Timestamp,
) -> Result<(Terms, Option<Row>), Refusal> {
    match quote {
        Some(id) => redeem(world, caller, id, wanted, now).map(|(quoted, row)| (quoted, Some(row))),
        None => Ok((offered, None)),
    }
}

fn redeem(
    world: &World,
    caller: &Caller,
    id: QuoteId,
    wanted: &QuoteUse,
    now: Timestamp,
) -> Result<(Terms, Row), Refusal> {
    let known =
        world.quotes.get(&id).filter(|known| known.account == caller.account && caller.reaches(known.app));
    let Some(quote) = known else {
        return Err(Refusal::QuoteExpired(StaleQuote::Unknown));
    };
    if quote.used_by.is_some() {
        return Err(Refusal::QuoteExpired(StaleQuote::Used));
    }
    if quote.expires_at <= world.account(caller.account)?.time(now) {
        return Err(Refusal::QuoteExpired(StaleQuote::Expired));
    }
    if quote.direction != wanted.direction || quote.rail != wanted.rail {
        let (direction, rail) = (quote.direction.name(), quote.rail.payment_rail());
        return Err(Refusal::OtherQuote { is_for: format!("a {direction} on {rail}") });
    }
    if quote.source() != wanted.amount {
        return Err(Refusal::OtherQuote { is_for: format!("exactly {}", quote.source()) });
    }
    let used = Quote { used_by: Some(wanted.by), ..quote.clone() };
    Ok((quote.terms, Row::Quote(used)))
}
