//! How one payment is booked for the deposit that it names. The terms that were agreed cover what the rate lock covers,
//! and one payment. What is more, late, or a second payment has the terms of today. What exceeds the limit of one
//! transfer, or has no terms today, is parked for an operator. Nothing is lost: the parts add up to the payment.

use crate::money::Amount;
use crate::pricing::{Price, PriceError, Terms};
use crate::time::Timestamp;
use crate::transaction::{Transaction, TransactionStatus};

/// Money that came for a deposit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BankPayment {
    pub amount: Amount,
    /// When the bank received it, by the account's clock.
    pub received_at: Timestamp,
    /// None where the tariff does not have the rail any more.
    pub terms_today: Option<Terms>,
    /// The most that it may be worth; None if operators decided that it may be more.
    pub most: Option<Amount>,
}

/// Some of a payment, priced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    pub terms: Terms,
    pub price: Price,
}

/// Some of a payment that waits for an operator, and what it is worth in USDC.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParkedAmount {
    pub amount: Amount,
    pub worth: Amount,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Allocation {
    /// What the deposit itself gets.
    pub deposit: Option<Part>,
    /// What is credited as an inbound transfer beside it.
    pub beside: Option<Part>,
    pub parked: Option<ParkedAmount>,
}

impl Allocation {
    /// What all of it is worth in USDC.
    pub fn worth(&self) -> Amount {
        let crossed = |part: &Option<Part>| part.map_or(0, |part| part.price.crossed.micros());
        let parked = self.parked.map_or(0, |parked| parked.worth.micros());
        let parts = crossed(&self.deposit).saturating_add(crossed(&self.beside));
        Amount::from_micros(parts.saturating_add(parked))
    }
}

/// Refused only if it is worth nothing at all, or more than can be counted.
pub fn allocate(deposit: &Transaction, payment: &BankPayment) -> Result<Allocation, PriceError> {
    let external_transfer = deposit.external_transfer.as_ref().expect("deposits cross");
    let is_awaited = deposit.status == TransactionStatus::AwaitingTransfer;
    // Money that arrived before the deposit was created has no rate lock: its sender could choose the best rate since.
    let in_time = |end| deposit.created_at <= payment.received_at && payment.received_at <= end;
    let lock = external_transfer.rate_lock.filter(|lock| is_awaited && in_time(lock.expires_at));
    // The process that books it may not know the server's limit, but the deposit does.
    let limit = payment.most.map(|most| external_transfer.max_worth.unwrap_or(most));
    let room = limit.unwrap_or(Amount::from_micros(i64::MAX));
    let (mut first, mut second) = (None, None);
    let mut left = payment.amount;
    let (terms, most) = match lock {
        Some(lock) => (Some(external_transfer.terms), lock.max_amount),
        None => (payment.terms_today, payment.amount),
    };
    if let Some(terms) = terms {
        let wanted = left.min(most);
        let taken = wanted.min(terms.affordable(room));
        first = part(terms, taken)?;
        left = minus(left, first);
        // The fixed fee is taken once from one payment. A first part that the limit has cut leaves no room for more.
        if let (Some(first), Some(today), true) = (first, payment.terms_today, taken == wanted) {
            let surplus = today.without_fixed_fee();
            let room = Amount::from_micros(room.micros() - first.price.crossed.micros());
            second = part(surplus, left.min(surplus.affordable(room)))?;
            left = minus(left, second);
        }
    }
    let mut parked = None;
    if left > Amount::ZERO {
        let worth = payment.terms_today.map_or(Ok(Amount::ZERO), |today| today.worth(left))?;
        let worth = if worth > Amount::ZERO { worth } else { external_transfer.terms.worth(left)? };
        parked = (worth > Amount::ZERO).then_some(ParkedAmount { amount: left, worth });
        // What is worth less than a micro-unit stays with the part before it.
        if parked.is_none() {
            let last = if second.is_some() { &mut second } else { &mut first };
            let Some(Part { terms, price }) = *last else { return Err(PriceError::TooSmall) };
            *last = part(terms, Amount::from_micros(price.outside.micros() + left.micros()))?;
        }
    }
    let (deposit, beside) = if is_awaited { (first, second) } else { (None, first) };
    Ok(Allocation { deposit, beside, parked })
}

/// None if there is nothing, or if the fees leave nothing of it.
fn part(terms: Terms, outside: Amount) -> Result<Option<Part>, PriceError> {
    if outside <= Amount::ZERO {
        return Ok(None);
    }
    match terms.deposit(outside) {
        Ok(price) => Ok(Some(Part { terms, price })),
        Err(PriceError::TooSmall) => Ok(None),
        Err(PriceError::TooLarge) => Err(PriceError::TooLarge),
    }
}

fn minus(left: Amount, part: Option<Part>) -> Amount {
    Amount::from_micros(left.micros() - part.map_or(0, |part| part.price.outside.micros()))
}
