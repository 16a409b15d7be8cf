//! Claims and emails: each belongs to an item that waits, or has waited, and names the address of its recipient.

use rules::id::TransactionId;

use super::facts::{Fact, Kind, Sink};
use super::finding::Finding;
use super::{Books, Reading};
use crate::engine::{Connection, Row};
use crate::error::Error;

const CLAIMS: &str = "select c.item_id, c.account_id, c.expires_at, c.email_key, c.mode, r.email_key, a.mode,
        coalesce(c.amount, t.amount), m.cause, lower(m.email)
    from claims c left join transactions t on t.id = c.item_id left join recipients r on r.id = t.recipient_id
    left join accounts a on a.id = c.account_id left join emails m on m.id = c.email_id and m.kind = 'claim'";
const EMAILS: &str = "select m.cause, m.account_id, m.created_at, m.email,
        case when m.status = 'kept' then 'test'
            when m.status = 'sending' or m.status = 'sent' or m.status = 'failed' or m.status = 'unclear' then 'live'
            when m.status = 'queued' or m.status = 'combined' or m.status = 'obsolete' then coalesce(a.mode, 'none')
            else 'no status' end, r.email, a.mode, m.items
    from emails m left join transactions t on t.id = m.cause left join recipients r on r.id = t.recipient_id
    left join accounts a on a.id = m.account_id where m.kind = 'claim'";

/// How many there are.
#[derive(Default)]
pub struct Waiting {
    pub claims: u64,
    pub emails: u64,
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
        check_announced(row, sink)?;
        let item = row.text(0)?;
        take(
            books,
            reading,
            About { table: "claims", kind: Kind::Claim, subject: item, times: -1 },
            row,
            sink,
        )
    };
    reading.scan(connection, "claims", CLAIMS, claim).await?;
    let email = |row: &Row<'_>| {
        waiting.emails += 1;
        // It answers for all items of its payout that it announces.
        let cause = row.text(0)?;
        let payout = TransactionId::parse(cause).map(|item| item.payout().to_string());
        let (subject, times) = (payout.as_deref().unwrap_or(cause), row.int(7)?.wrapping_neg());
        take(books, reading, About { table: "emails", kind: Kind::Email, subject, times }, row, sink)
    };
    reading.scan(connection, "emails", EMAILS, email).await?;
    Ok(waiting)
}

/// An item that waits has an email of its own payout, to the same address.
fn check_announced(row: &Row<'_>, sink: &mut impl Sink) -> Result<(), Error> {
    let item = row.text(0)?;
    let payout = |id: Option<&str>| id.and_then(TransactionId::parse).map(TransactionId::payout);
    let is_announced = row.optional_text(8)?.is_some()
        && payout(row.optional_text(8)?) == payout(Some(item))
        && row.optional_text(9)? == Some(row.text(3)?);
    if !is_announced {
        sink.wrong(|| {
            let expected = "an email of its payout to its address";
            Finding::new(format!("claims {item}"), expected, "none")
        });
    }
    Ok(())
}

/// What rows of a table are about.
struct About<'a> {
    table: &'static str,
    kind: Kind,
    subject: &'a str,
    times: i64,
}

/// Both have an item, an account, a time, some an amount, and two columns that must be what they were copied from.
fn take(
    books: &Books,
    reading: &Reading<'_>,
    About { table, kind, subject, times }: About<'_>,
    row: &Row<'_>,
    sink: &mut impl Sink,
) -> Result<(), Error> {
    reading.row();
    let (item, account, at) = (row.text(0)?, row.text(1)?, row.int(2)?);
    let key = &books.key;
    let owner = key.text(account);
    let amount = if kind == Kind::Claim { row.optional_int(7)? } else { None };
    let details = match amount {
        Some(amount) => books.moved(owner, amount, at),
        None => key.with(owner, at),
    };
    let fact = Fact { kind, subject, id: key.text(subject), details, times };
    sink.tell(fact, || format!("{item} of {account} with the time {at}"));
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
