//! Payouts: each is due one hold of its total, as many items as it counts, and its events.

use rules::payout::{Breakdown, PayoutStatus};
use rules::transaction::ItemStatus;

use super::events::told;
use super::facts::{Fact, FactKind, Sink};
use super::finding::Finding;
use super::{Books, TableReader};
use crate::engine::{Columns, Connection, SqlRow};
use crate::error::Error;

pub const PAYOUTS: &str =
    "select p.id, p.account_id, p.status, p.currency, p.total_amount, p.total_items, p.processing, p.pending_claim,
    p.completed, p.failed, p.cancelled, p.created_at, p.completed_at, p.next_at from payouts p";

/// Reads all of them, or those that `sql` narrows it down to, and says how many there are.
pub async fn read(
    connection: &Connection,
    sql: &str,
    books: &Books,
    reading: &TableReader<'_>,
    sink: &mut impl Sink,
) -> Result<u64, Error> {
    let mut count = 0;
    let take = |row: &SqlRow<'_>| {
        reading.row();
        count += 1;
        let mut columns = Columns::of(row);
        let payout = Payout {
            id: columns.text()?,
            account: columns.text()?,
            status: columns.text()?,
            currency: columns.text()?,
            total_amount: columns.read()?,
            total_items: columns.read()?,
            counters: Breakdown {
                processing: columns.read()?,
                pending_claim: columns.read()?,
                completed: columns.read()?,
                failed: columns.read()?,
                cancelled: columns.read()?,
            },
            created_at: columns.read()?,
            completed_at: columns.read()?,
            next_at: columns.read()?,
        };
        payout.check(sink);
        payout.tell(books, sink);
        Ok(())
    };
    reading.scan(connection, "payouts", sql, take).await?;
    Ok(count)
}

fn shown(at: Option<i64>) -> String {
    at.map_or("none".to_owned(), |at| at.to_string())
}

struct Payout<'a> {
    id: &'a str,
    account: &'a str,
    status: &'a str,
    currency: &'a str,
    total_amount: i64,
    total_items: i64,
    counters: Breakdown,
    created_at: i64,
    completed_at: Option<i64>,
    next_at: Option<i64>,
}

impl Payout<'_> {
    fn counted(&self) -> [(ItemStatus, i64); 5] {
        let counters = &self.counters;
        [
            (ItemStatus::Processing, counters.processing),
            (ItemStatus::PendingClaim, counters.pending_claim),
            (ItemStatus::Completed, counters.completed),
            (ItemStatus::Failed, counters.failed),
            (ItemStatus::Cancelled, counters.cancelled),
        ]
    }

    /// What follows from the row itself.
    fn check(&self, sink: &mut impl Sink) {
        let mut wrong = |expected: String, actual: String| {
            sink.wrong(|| Finding::new(format!("payouts {}", self.id), expected, actual));
        };
        let counted = self.counted();
        let sum: i128 = counted.iter().map(|(_, count)| i128::from(*count)).sum();
        if sum != i128::from(self.total_items) || counted.iter().any(|(_, count)| *count < 0) {
            let actual = counted.map(|(status, count)| format!("{} {count}", status.name()));
            return wrong(format!("counters that add up to {}", self.total_items), actual.join(", "));
        }
        let status = self.counters.status();
        if self.status != status.name() {
            wrong(
                format!("status {}, which follows from its counters", status.name()),
                self.status.to_owned(),
            );
        }
        if self.completed_at.is_none() != (status == PayoutStatus::Processing) {
            wrong("completed_at if and only if the payout is final".to_owned(), shown(self.completed_at));
        }
        if self.next_at.is_some() != (self.counters.processing > 0) {
            wrong("next_at if and only if items are processing".to_owned(), shown(self.next_at));
        }
    }

    /// What other rows must say.
    fn tell(&self, books: &Books, sink: &mut impl Sink) {
        let key = &books.key;
        let (id, owner) = (key.text(self.id), key.text(self.account));
        let mut tell = |kind, details, times: i64, words: &dyn Fn() -> String| {
            sink.tell(Fact { kind, subject: self.id, id, details, times }, words);
        };
        let held = books.moved(owner, self.total_amount, books.dated(owner, self.created_at));
        let total =
            || format!("a total of {} of {} made at {}", self.total_amount, self.account, self.created_at);
        tell(FactKind::Hold, held, 1, &total);
        tell(FactKind::Total, key.text(self.currency), self.total_amount, &total);
        let positions = self.total_items.wrapping_mul(self.total_items.wrapping_add(1)) / 2;
        tell(FactKind::Position, 0, positions, &|| format!("{} items, numbered from one", self.total_items));
        for (status, count) in self.counted().into_iter().filter(|(_, count)| *count != 0) {
            let words =
                || format!("{count} {} of {} made at {}", status.name(), self.account, self.created_at);
            tell(FactKind::Counter, books.counted(owner, self.created_at, status), count, &words);
        }
        let mut happened = |kind: &str, sequence, at| {
            let words = || format!("{kind} {sequence} of {} at {at}", self.account);
            tell(FactKind::Event, told(key, kind, sequence, owner, at), 1, &words);
        };
        happened(PayoutStatus::Processing.event().name(), 1, self.created_at);
        if let (Some(status), Some(at)) = (PayoutStatus::parse(self.status), self.completed_at) {
            happened(status.event().name(), 2, at);
        }
    }
}
