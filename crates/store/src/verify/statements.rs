//! Statements: each begins with the balances that the transfers before it add up to, so that one ends where the next
//! one begins. Every account has the one that began with it.

use super::accounts::month_of;
use super::facts::{Fact, FactKind, Sink};
use super::{Books, TableReader};
use crate::engine::{Columns, Connection, SqlRow};
use crate::error::Error;

const STATEMENTS: &str = "select account_id, starts_at, first_transfer, available, held from statements";
const ACCOUNTS: &str = "select id, created_at from accounts";

/// What a statement begins with.
pub struct Opening {
    pub month: i64,
    pub first: i64,
    /// Available, and held.
    pub balances: [i128; 2],
}

/// Told by each row, and by what makes it due: the account itself, or the first transfer of a month.
pub fn tell(books: &Books, (account, times): (&str, i64), opening: &Opening, sink: &mut impl Sink) {
    let id = books.key.text(account);
    let numbers = opening.balances.map(|balance| i64::try_from(balance).unwrap_or(i64::MAX));
    let [available, held] = numbers;
    let details = [opening.first, available, held]
        .into_iter()
        .fold(books.key.with(id, opening.month), |hash, number| books.key.with(hash, number));
    let words = || {
        format!(
            "{available} available and {held} held before transfer {} in the month of {}",
            opening.first, opening.month
        )
    };
    sink.tell(Fact { kind: FactKind::Statement, subject: account, id, details, times }, words);
}

pub async fn read(
    connection: &Connection,
    books: &Books,
    reading: &TableReader<'_>,
    sink: &mut impl Sink,
) -> Result<u64, Error> {
    let mut count = 0;
    let statement = |row: &SqlRow<'_>| {
        reading.row();
        count += 1;
        let mut columns = Columns::of(row);
        let account = columns.text()?;
        let (month, first) = (columns.read()?, columns.read()?);
        let balances = [columns.read::<i64>()?, columns.read::<i64>()?].map(i128::from);
        tell(books, (account, 1), &Opening { month, first, balances }, sink);
        Ok(())
    };
    reading.scan(connection, "statements", STATEMENTS, statement).await?;
    let account = |row: &SqlRow<'_>| {
        reading.row();
        let mut columns = Columns::of(row);
        let (account, created_at) = (columns.text()?, columns.read()?);
        tell(
            books,
            (account, -1),
            &Opening { month: month_of(created_at), first: 0, balances: [0, 0] },
            sink,
        );
        Ok(())
    };
    reading.scan(connection, "accounts", ACCOUNTS, account).await?;
    Ok(count)
}
