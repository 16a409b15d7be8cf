//! Claims and mails: each belongs to an item that waits, or has waited, and names the address of its recipient.

use super::facts::{Fact, Kind, Sink};
use super::finding::Finding;
use super::{Books, Reading};
use crate::engine::{Connection, Row};
use crate::error::Error;

const CLAIMS: &str = "select c.item_id, c.account_id, c.expires_at, c.email_key, c.mode, r.email_key, a.mode,
        coalesce(c.amount, t.amount)
    from claims c left join transactions t on t.id = c.item_id left join recipients r on r.id = t.recipient_id
    left join accounts a on a.id = c.account_id";
const MAILS: &str = "select m.cause, m.account_id, m.created_at, m.email,
        case m.status when 'kept' then 'kept' else 'sent' end, r.email,
        case a.mode when 'live' then 'sent' else 'kept' end
    from mails m left join transactions t on t.id = m.cause left join recipients r on r.id = t.recipient_id
    left join accounts a on a.id = m.account_id where m.kind = 'claim'";

/// How many there are.
#[derive(Default)]
pub struct Waiting {
    pub claims: u64,
    pub mails: u64,
}

pub async fn read(
    connection: &Connection,
    books: &Books,
    reading: &Reading<'_>,
    sink: &mut impl Sink,
) -> Result<Waiting, Error> {
    let mut waiting = Waiting::default();
    let claim = |row: &Row<'_>| {
        waiting.claims += 1;
        let amount = row.optional_int(7)?;
        take(books, reading, ("claims", Kind::Claim, amount), row, sink)
    };
    connection.scan(CLAIMS, claim).await?;
    let mail = |row: &Row<'_>| {
        waiting.mails += 1;
        take(books, reading, ("mails", Kind::Mail, None), row, sink)
    };
    connection.scan(MAILS, mail).await?;
    Ok(waiting)
}

/// Both have an item, an account, a time, some an amount, and two columns that must be what they were copied from.
fn take(
    books: &Books,
    reading: &Reading<'_>,
    (table, kind, amount): (&str, Kind, Option<i64>),
    row: &Row<'_>,
    sink: &mut impl Sink,
) -> Result<(), Error> {
    reading.row();
    let (item, account, at) = (row.text(0)?, row.text(1)?, row.int(2)?);
    let key = &books.key;
    let owner = key.text(account);
    let details = match amount {
        Some(amount) => books.moved(owner, amount, at),
        None => key.with(owner, at),
    };
    let fact = Fact { kind, subject: item, id: key.text(item), details, times: -1 };
    sink.tell(fact, || format!("one of {account} with the time {at}"));
    let copied = (Some(row.text(3)?), Some(row.text(4)?));
    let source = (row.optional_text(5)?, row.optional_text(6)?);
    if copied != source {
        // Addresses are private; that they differ is enough.
        sink.wrong(|| {
            let expected = "the address of the item's recipient, and the mode of its account";
            Finding::new(format!("{table} {item}"), expected, "another")
        });
    }
    Ok(())
}
