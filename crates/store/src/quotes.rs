//! Quotes.

use rules::pricing::Price;
use rules::quote::{Direction, Quote};
use rules::rail::Rail;

use crate::decode;
use crate::engine::{BatchStatement, Kind, Row, Value};
use crate::error::Error;
use crate::external_transfers::{read_terms, terms_values};

pub static FIND_QUOTES: BatchStatement = BatchStatement::new(
    "select q.id, q.account_id, q.app_id, q.direction, q.route, q.exchange_rate, q.fixed_fee, q.percentage_points,
        q.spread_points, q.inside_amount, q.outside_amount, q.created_at, q.expires_at, q.used_by
     from {rows} join quotes q on q.id = k.id and (q.account_id = k.account_id) is true",
    &[("account_id", Kind::Text), ("id", Kind::Text)],
);

pub fn read_quote(row: &Row<'_>) -> Result<Quote, Error> {
    let direction = decode::named(row, 3, Direction::parse)?;
    let terms = read_terms(row, 5)?;
    let (inside, outside) = (decode::amount(row, 9)?, decode::amount(row, 10)?);
    // What it costs follows from the terms; the amounts are what was promised.
    let price = match direction {
        Direction::Deposit => terms.deposit(outside),
        Direction::Withdrawal => terms.withdrawal(inside),
    };
    let price = price.map_err(|_| decode::corrupt(9))?;
    Ok(Quote {
        id: decode::id(row, 0)?,
        account: decode::id(row, 1)?,
        app: decode::id(row, 2)?,
        direction,
        rail: decode::named(row, 4, Rail::parse)?,
        terms,
        price: Price { inside, outside, ..price },
        created_at: decode::time(row, 11)?,
        expires_at: decode::time(row, 12)?,
        used_by: decode::optional_id(row, 13)?,
    })
}

pub static INSERT_QUOTES: BatchStatement = BatchStatement::insert(
    "quotes",
    &[
        ("id", Kind::Text),
        ("account_id", Kind::Text),
        ("app_id", Kind::Text),
        ("direction", Kind::Text),
        ("route", Kind::Text),
        ("exchange_rate", Kind::Int),
        ("fixed_fee", Kind::Int),
        ("percentage_points", Kind::Int),
        ("spread_points", Kind::Int),
        ("inside_amount", Kind::Int),
        ("outside_amount", Kind::Int),
        ("created_at", Kind::Int),
        ("expires_at", Kind::Int),
        ("used_by", Kind::Text),
    ],
);

pub fn quote_values(quote: &Quote) -> Vec<Value<'_>> {
    let mut values: Vec<Value<'_>> = vec![
        quote.id.into(),
        quote.account.into(),
        quote.app.into(),
        quote.direction.name().into(),
        quote.rail.payment_rail().into(),
    ];
    values.extend(terms_values(&quote.terms));
    values.extend([
        quote.price.inside.into(),
        quote.price.outside.into(),
        quote.created_at.into(),
        quote.expires_at.into(),
        quote.used_by.into(),
    ]);
    values
}

/// It is used once.
pub static UPDATE_QUOTES: BatchStatement =
    BatchStatement::update("quotes", &[("id", Kind::Text), ("used_by", Kind::Text)]);

pub fn used_values(quote: &Quote) -> Vec<Value<'_>> {
    vec![quote.id.into(), quote.used_by.into()]
}
