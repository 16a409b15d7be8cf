//! Quotes.

use rules::money::Amount;
use rules::pricing::{Price, Terms};
use rules::quote::{Direction, Quote};

use crate::engine::BatchStatement;
use crate::error::Error;
use crate::table::table;

table! {
    quotes as q;
    columns quote_columns {
        id: Text,
        account_id: Text,
        app_id: Text,
        direction: Text,
        route: Text,
        exchange_rate: Int,
        fixed_fee: Int,
        percentage_points: Int,
        spread_points: Int,
        inside_amount: Int,
        outside_amount: Int,
        created_at: Int,
        expires_at: Int,
        used_by: Text,
    }
    read read_quote -> Quote {
        let terms = Terms {
            rate: exchange_rate,
            fixed: fixed_fee,
            percentage: percentage_points,
            spread: spread_points,
        };
        Quote {
            id,
            account: account_id,
            app: app_id,
            direction,
            rail: route,
            price: price(direction, &terms, inside_amount, outside_amount)?,
            terms,
            created_at,
            expires_at,
            used_by,
        }
    }
    write quote: &Quote {
        id: quote.id,
        account_id: quote.account,
        app_id: quote.app,
        direction: quote.direction,
        route: quote.rail,
        exchange_rate: quote.terms.rate,
        fixed_fee: quote.terms.fixed,
        percentage_points: quote.terms.percentage,
        spread_points: quote.terms.spread,
        inside_amount: quote.price.inside,
        outside_amount: quote.price.outside,
        created_at: quote.created_at,
        expires_at: quote.expires_at,
        used_by: quote.used_by,
    }
    insert INSERT_QUOTES with quote_values;
    /// It is used once.
    update UPDATE_QUOTES with used_values by id: used_by;
}

/// What it costs follows from the terms; the amounts are what was promised.
fn price(direction: Direction, terms: &Terms, inside: Amount, outside: Amount) -> Result<Price, Error> {
    let price = match direction {
        Direction::Deposit => terms.deposit(outside),
        Direction::Withdrawal => terms.withdrawal(inside),
    };
    let price =
        price.map_err(|_| Error::Corrupt("quotes has a price that Florin never writes".to_owned()))?;
    Ok(Price { inside, outside, ..price })
}

pub static FIND_QUOTES: BatchStatement = BatchStatement::new(
    concat!(
        "select ",
        quote_columns!(),
        " from {rows} join quotes q on q.id = k.id and (q.account_id = k.account_id) is true"
    ),
    &[quotes::kind::account_id, quotes::kind::id],
);
