//! Transactions: payout items, and money that arrived. Each is due its transfers, its claim, its email and its events.

use rules::claim::CLAIM_SECONDS;
use rules::external_transfer::Route;
use rules::time::MICROS_PER_SECOND;
use rules::transaction::ItemStatus;

use super::events::told;
use super::facts::{ById, Fact, FactKind, Sink};
use super::finding::Finding;
use super::{Books, TableReader};
use crate::engine::{Columns, Connection, SqlRow};
use crate::error::Error;

pub const TRANSACTIONS: &str =
    "select t.id, t.account_id, t.type, t.status, t.amount, t.currency, t.created_at,
    t.completed_at, t.payout_id, t.failure_reason, t.claim_expires_at, t.source_id, t.external_reference
    from transactions t";

/// How many there are, and what is still open of each account.
#[derive(Default)]
pub struct Transactions {
    pub items: u64,
    pub arrivals: u64,
    pub open: ById<i128>,
}

/// Reads all of them, or those that `sql` narrows it down to.
pub async fn read(
    connection: &Connection,
    sql: &str,
    books: &Books,
    reading: &TableReader<'_>,
    sink: &mut impl Sink,
) -> Result<Transactions, Error> {
    let mut all = Transactions::default();
    let take = |row: &SqlRow<'_>| {
        reading.row();
        let mut columns = Columns::of(row);
        let (id, account, kind) = (columns.text()?, columns.text()?, columns.text()?);
        let transaction = Transaction {
            id,
            account,
            owner: books.key.text(account),
            status: columns.text()?,
            amount: columns.read()?,
            currency: columns.text()?,
            created_at: columns.read()?,
            completed_at: columns.read()?,
            payout: columns.optional_text()?,
            failure_reason: columns.optional_text()?,
            claim_expires_at: columns.read()?,
            source: columns.optional_text()?,
            external: columns.optional_text()?,
        };
        match kind {
            "payout" => all.item(books, &transaction, sink),
            "inbound_transfer" => all.arrival(books, &transaction, sink),
            "deposit" | "withdrawal" => transaction.external_transfer(books, sink),
            _ => transaction.wrong(sink, "a known transaction type"),
        }
        Ok(())
    };
    reading.scan(connection, "transactions", sql, take).await?;
    Ok(all)
}

struct Transaction<'a> {
    id: &'a str,
    account: &'a str,
    owner: u64,
    status: &'a str,
    amount: i64,
    currency: &'a str,
    created_at: i64,
    completed_at: Option<i64>,
    payout: Option<&'a str>,
    failure_reason: Option<&'a str>,
    claim_expires_at: Option<i64>,
    source: Option<&'a str>,
    external: Option<&'a str>,
}

impl Transaction<'_> {
    fn wrong(&self, sink: &mut impl Sink, expected: &str) {
        sink.wrong(|| Finding::new(format!("transactions {}", self.id), expected, self.words()));
    }

    fn words(&self) -> String {
        let Transaction { id, status, amount, account, .. } = self;
        format!("{id} {status}, {amount} of {account}, made at {}", self.created_at)
    }

    /// What a deposit or withdrawal is about is in its external transfer, which must be there.
    fn external_transfer(&self, books: &Books, sink: &mut impl Sink) {
        let is_whole = self.payout.is_none()
            && self.claim_expires_at.is_none()
            && self.source.is_none()
            && self.external.is_none();
        if !is_whole {
            self.wrong(sink, "a deposit or withdrawal without a payout, claim or source");
        }
        let details = books.moved(self.owner, self.amount, self.created_at);
        let id = books.key.text(self.id);
        self.tell(sink, Fact { kind: FactKind::ExternalTransfer, subject: self.id, id, details, times: 1 });
    }

    fn tell(&self, sink: &mut impl Sink, fact: Fact<'_>) {
        sink.tell(fact, || self.words());
    }
}

/// How an item that is due to its payout is counted, whether it ended, and why it may have.
fn state(status: &str) -> Option<(ItemStatus, bool, Option<&'static str>)> {
    Some(match status {
        "queued" | "processing" => (ItemStatus::Processing, false, None),
        "pending_claim" => (ItemStatus::PendingClaim, false, None),
        "completed" => (ItemStatus::Completed, true, None),
        "failed" => (ItemStatus::Failed, true, Some("simulated_failure")),
        "cancelled" => (ItemStatus::Cancelled, true, None),
        "expired" => (ItemStatus::Cancelled, true, Some("claim_expired")),
        _ => return None,
    })
}

impl Transactions {
    fn item(&mut self, books: &Books, item: &Transaction<'_>, sink: &mut impl Sink) {
        self.items += 1;
        let (Some(payout), Some((status, has_ended, reason))) = (item.payout, state(item.status)) else {
            return item.wrong(sink, "a payout item in a valid state");
        };
        let waits_or_waited = status == ItemStatus::PendingClaim || item.status == "expired";
        let position = position(item.id, payout);
        let is_whole = position.is_some()
            && item.completed_at.is_some() == has_ended
            && item.failure_reason == reason
            && (item.claim_expires_at.is_some() || !waits_or_waited)
            && (item.claim_expires_at.is_none() || status != ItemStatus::Processing)
            && item.source.is_none()
            && item.external.is_none();
        if !is_whole {
            item.wrong(sink, "an item whose times, reason and payout match its state");
        }
        let key = &books.key;
        let (id, payout_id) = (key.text(item.id), key.text(payout));
        let counted = books.counted(item.owner, item.created_at, status);
        let tell = |sink: &mut _, kind, details, times| {
            item.tell(sink, Fact { kind, subject: payout, id: payout_id, details, times });
        };
        tell(sink, FactKind::Counter, counted, -1);
        tell(sink, FactKind::Total, key.text(item.currency), item.amount.wrapping_neg());
        tell(sink, FactKind::Position, 0, -position.unwrap_or(0));
        if let Some(expires_at) = item.claim_expires_at {
            tell(sink, FactKind::Email, key.with(item.owner, asked_at(expires_at)), 1);
        }
        let tell = |sink: &mut _, kind, details| {
            item.tell(sink, Fact { kind, subject: item.id, id, details, times: 1 });
        };
        if has_ended {
            let at = books.dated(item.owner, item.completed_at.unwrap_or(0));
            tell(sink, FactKind::Resolve, books.moved(item.owner, item.amount, at));
            if status != ItemStatus::Completed {
                tell(sink, FactKind::Destination, books.moved(item.owner, item.amount, 0));
            }
        } else {
            *self.open.entry(item.owner).or_default() += i128::from(item.amount);
        }
        if let (Some(expires_at), ItemStatus::PendingClaim) = (item.claim_expires_at, status) {
            tell(sink, FactKind::Claim, books.moved(item.owner, item.amount, expires_at));
        }
        item_events(books, item, status, id, sink);
    }

    fn arrival(&mut self, books: &Books, arrival: &Transaction<'_>, sink: &mut impl Sink) {
        self.arrivals += 1;
        let is_whole = arrival.status == "completed"
            && arrival.completed_at == Some(arrival.created_at)
            && arrival.currency == "USDC"
            && arrival.payout.is_none()
            && arrival.failure_reason.is_none()
            && arrival.claim_expires_at.is_none();
        if !is_whole {
            arrival.wrong(sink, "an inbound transfer that was completed when it was created");
        }
        let key = &books.key;
        let own = key.text(arrival.id);
        match (arrival.source, arrival.external) {
            (Some(source), None) => {
                let details = books.moved(arrival.owner, arrival.amount, 0);
                let id = key.text(source);
                arrival
                    .tell(sink, Fact { kind: FactKind::Destination, subject: source, id, details, times: 1 });
            }
            (None, Some(_)) => {
                let at = books.dated(arrival.owner, arrival.created_at);
                let details = books.moved(arrival.owner, arrival.amount, at);
                let mut tell = |kind, details| {
                    arrival.tell(sink, Fact { kind, subject: arrival.id, id: own, details, times: 1 });
                };
                tell(FactKind::Credit, details);
                // If it came from a bank, its external transfer says so.
                tell(FactKind::World, books.world(arrival.owner, Route::Chain));
            }
            (Some(_), Some(_)) | (None, None) => arrival.wrong(sink, "exactly one source of its money"),
        }
        let details = told(key, "inbound_transfer.completed", 1, arrival.owner, arrival.created_at);
        let fact = Fact { kind: FactKind::Event, subject: arrival.id, id: own, details, times: 1 };
        sink.tell(fact, || format!("inbound_transfer.completed 1 of {}", arrival.words()));
    }
}

/// The number of an item among those of its payout, from one: the last two digits of its id, behind those that the
/// payout has, too.
fn position(item: &str, payout: &str) -> Option<i64> {
    const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    let digit = |byte: u8| DIGITS.iter().position(|known| *known == byte).map(|digit| digit as i64);
    let (own, last) = item.strip_prefix("txn_")?.as_bytes().split_last_chunk::<2>()?;
    let (shared, zeros) = payout.strip_prefix("po_")?.as_bytes().split_last_chunk::<2>()?;
    let number = digit(last[0])? * 32 + digit(last[1])?;
    (own.len() == 24 && own == shared && zeros == b"00").then_some(number)
}

/// When the recipient was asked to claim.
const fn asked_at(expires_at: i64) -> i64 {
    expires_at.wrapping_sub(CLAIM_SECONDS * MICROS_PER_SECOND)
}

fn item_events(books: &Books, item: &Transaction<'_>, status: ItemStatus, id: u64, sink: &mut impl Sink) {
    let mut sequence = 0;
    let mut happened = |kind: &str, at: i64| {
        sequence += 1;
        let details = told(&books.key, kind, sequence, item.owner, at);
        let fact = Fact { kind: FactKind::Event, subject: item.id, id, details, times: 1 };
        sink.tell(fact, || format!("{kind} {sequence} of {} at {at}", item.words()));
    };
    if let Some(expires_at) = item.claim_expires_at {
        happened("payout_item.pending_claim", asked_at(expires_at));
    }
    let ended_at = item.completed_at.unwrap_or(0);
    match status {
        ItemStatus::Processing | ItemStatus::PendingClaim => {}
        ItemStatus::Completed => happened("payout_item.completed", ended_at),
        ItemStatus::Failed => happened("payout_item.failed", ended_at),
        ItemStatus::Cancelled => happened("payout_item.cancelled", ended_at),
    }
}
