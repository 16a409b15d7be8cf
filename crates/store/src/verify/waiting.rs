//! Claims and emails: each belongs to an item that waits, or has waited, and names the address of its recipient.

use rules::id::TransactionId;

use super::facts::{Fact, FactKind, Sink};
use super::finding::Finding;
use super::{Books, TableReader};
use crate::engine::{Columns, Connection, SqlRow};
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
pub struct WaitingTotals {
    pub claims: u64,
    pub emails: u64,
}

pub async fn read(
    connection: &Connection,
    books: &Books,
    reading: &TableReader<'_>,
    sink: &mut impl Sink,
) -> Result<WaitingTotals, Error> {
    let mut waiting = WaitingTotals::default();
    let claim = |row: &SqlRow<'_>| {
        reading.row();
        waiting.claims += 1;
        let mut columns = Columns::of(row);
        let shared = WaitingRow::read(&mut columns)?;
        let amount = columns.read()?;
        check_announced(&shared, columns.optional_text()?, columns.optional_text()?, sink);
        let about = About { table: "claims", kind: FactKind::Claim, subject: shared.item, amount, times: -1 };
        take(books, about, &shared, sink);
        Ok(())
    };
    reading.scan(connection, "claims", CLAIMS, claim).await?;
    let email = |row: &SqlRow<'_>| {
        reading.row();
        waiting.emails += 1;
        let mut columns = Columns::of(row);
        let shared = WaitingRow::read(&mut columns)?;
        // It answers for all items of its payout that it announces.
        let payout = TransactionId::parse(shared.item).map(|item| item.payout().to_string());
        let subject = payout.as_deref().unwrap_or(shared.item);
        let times = columns.read::<i64>()?.wrapping_neg();
        let about = About { table: "emails", kind: FactKind::Email, subject, amount: None, times };
        take(books, about, &shared, sink);
        Ok(())
    };
    reading.scan(connection, "emails", EMAILS, email).await?;
    Ok(waiting)
}

/// What both begin with: an item, an account, a time, and two columns that must be what they were copied from.
struct WaitingRow<'a> {
    item: &'a str,
    account: &'a str,
    at: i64,
    /// The address and the mode.
    copied: (&'a str, &'a str),
    source: (Option<&'a str>, Option<&'a str>),
}

impl<'a> WaitingRow<'a> {
    fn read(columns: &mut Columns<'a>) -> Result<WaitingRow<'a>, Error> {
        Ok(WaitingRow {
            item: columns.text()?,
            account: columns.text()?,
            at: columns.read()?,
            copied: (columns.text()?, columns.text()?),
            source: (columns.optional_text()?, columns.optional_text()?),
        })
    }
}

/// An item that waits has an email of its own payout, to the same address.
fn check_announced(claim: &WaitingRow<'_>, cause: Option<&str>, email: Option<&str>, sink: &mut impl Sink) {
    let payout = |id: &str| TransactionId::parse(id).map(TransactionId::payout);
    let (item, address) = (claim.item, claim.copied.0);
    let is_announced = cause.is_some_and(|cause| payout(cause) == payout(item)) && email == Some(address);
    if !is_announced {
        sink.wrong(|| {
            let expected = "an email for its payout to its address";
            Finding::new(format!("claims {item}"), expected, "none")
        });
    }
}

/// What rows of a table are about.
struct About<'a> {
    table: &'static str,
    kind: FactKind,
    subject: &'a str,
    amount: Option<i64>,
    times: i64,
}

fn take(
    books: &Books,
    About { table, kind, subject, amount, times }: About<'_>,
    row: &WaitingRow<'_>,
    sink: &mut impl Sink,
) {
    let WaitingRow { item, account, at, copied: (address, mode), source } = *row;
    let key = &books.key;
    let owner = key.text(account);
    let details = match amount {
        Some(amount) => books.moved(owner, amount, at),
        None => key.with(owner, at),
    };
    let fact = Fact { kind, subject, id: key.text(subject), details, times };
    sink.tell(fact, || format!("{item} of {account} with the time {at}"));
    if (Some(address), Some(mode)) != source {
        // Addresses are private; that they differ is enough.
        sink.wrong(|| {
            let expected = "the address of the item's recipient, and the mode of its account";
            Finding::new(format!("{table} {item}"), expected, "another")
        });
    }
}
