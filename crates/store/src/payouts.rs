//! Payouts, and when a worker should look at them.

use rules::account::{Caller, Mode};
use rules::id::{AccountId, PayoutId};
use rules::money::Currency;
use rules::payout::{Breakdown, Payout, PayoutStatus};
use rules::time::Timestamp;

use crate::decode;
use crate::engine::{BatchStatement, Kind, Row, Store, Value};
use crate::error::Error;
use crate::list::{List, Page, Period, Position};

macro_rules! columns {
    () => {
        "p.id, p.account_id, p.status, p.currency, p.total_amount, p.total_items, p.processing, p.pending_claim,
         p.completed, p.failed, p.cancelled, p.reference, p.idempotency_key, p.created_at, p.completed_at, p.next_at,
         p.mode"
    };
}

#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct PayoutFilter {
    pub created: Period,
    pub statuses: Vec<PayoutStatus>,
    pub reference: Option<String>,
    pub idempotency_key: Option<String>,
}

impl Store {
    pub async fn payout(&self, account: AccountId, id: PayoutId) -> Result<Option<Payout>, Error> {
        const SQL: &str =
            concat!("select ", columns!(), " from payouts p where p.id = $1 and (p.account_id = $2) is true");
        self.query_one(SQL, &[id.into(), account.into()], read_payout).await
    }

    pub async fn payouts(
        &self,
        caller: &Caller,
        filter: &PayoutFilter,
        after: Option<&Position>,
        size: usize,
    ) -> Result<Page<Payout>, Error> {
        const SELECT: &str = concat!("select ", columns!(), " from payouts p where p.account_id = $1");
        let mut list = List::new(SELECT, vec![caller.account.into()], "p.created_at", "p.id");
        list.created_within(filter.created);
        list.any_of("p.status", filter.statuses.iter().map(|status| status.name()));
        // Each has an index of its own, and a page is read by one of them.
        match (&filter.reference, &filter.idempotency_key) {
            (Some(reference), Some(key)) => {
                list.and("p.idempotency_key =", key);
                list.filter("p.reference =", reference);
            }
            (Some(reference), None) => list.and("p.reference =", reference),
            (None, Some(key)) => list.and("p.idempotency_key =", key),
            (None, None) => {}
        }
        let position = |row: &Payout| Position { created_at: row.created_at, id: row.id.to_string() };
        list.page(self, after, size, read_payout, position).await
    }

    /// Payouts of one mode that no process has and that are waiting to be settled, longest waiting first.
    pub async fn due_payouts(
        &self,
        mode: Mode,
        now: Timestamp,
        limit: usize,
    ) -> Result<Vec<(AccountId, PayoutId)>, Error> {
        let sql =
            "select account_id, id from payouts where mode = $1 and next_at <= $2 order by next_at limit $3";
        let read = |row: &Row<'_>| Ok((decode::id(row, 0)?, decode::id(row, 1)?));
        self.query(sql, &[mode.name().into(), now.into(), Value::Int(limit as i64)], read).await
    }
}

pub static FIND_PAYOUTS: BatchStatement = BatchStatement::new(
    concat!(
        "select ",
        columns!(),
        " from {rows} join payouts p on p.id = k.id and (p.account_id = k.account_id) is true"
    ),
    &[("account_id", Kind::Text), ("id", Kind::Text)],
);

pub fn read_payout(row: &Row<'_>) -> Result<Payout, Error> {
    Ok(Payout {
        id: decode::id(row, 0)?,
        account: decode::id(row, 1)?,
        status: decode::named(row, 2, PayoutStatus::parse)?,
        currency: decode::named(row, 3, Currency::parse)?,
        total_amount: decode::amount(row, 4)?,
        total_items: row.int(5)?,
        breakdown: Breakdown {
            processing: row.int(6)?,
            pending_claim: row.int(7)?,
            completed: row.int(8)?,
            failed: row.int(9)?,
            cancelled: row.int(10)?,
        },
        reference: row.optional_text(11)?.map(str::to_owned),
        idempotency_key: row.optional_text(12)?.map(str::to_owned),
        created_at: decode::time(row, 13)?,
        completed_at: decode::optional_time(row, 14)?,
        next_at: decode::optional_time(row, 15)?,
        mode: decode::named(row, 16, Mode::parse)?,
    })
}

pub static INSERT_PAYOUTS: BatchStatement = BatchStatement::insert(
    "payouts",
    &[
        ("id", Kind::Text),
        ("account_id", Kind::Text),
        ("status", Kind::Text),
        ("currency", Kind::Text),
        ("total_amount", Kind::Int),
        ("total_items", Kind::Int),
        ("processing", Kind::Int),
        ("pending_claim", Kind::Int),
        ("completed", Kind::Int),
        ("failed", Kind::Int),
        ("cancelled", Kind::Int),
        ("reference", Kind::Text),
        ("idempotency_key", Kind::Text),
        ("created_at", Kind::Int),
        ("completed_at", Kind::Int),
        ("next_at", Kind::Int),
        ("mode", Kind::Text),
    ],
);

pub fn payout_values(row: &Payout) -> Vec<Value<'_>> {
    let counters = &row.breakdown;
    vec![
        row.id.into(),
        row.account.into(),
        row.status.name().into(),
        row.currency.code().into(),
        row.total_amount.into(),
        row.total_items.into(),
        counters.processing.into(),
        counters.pending_claim.into(),
        counters.completed.into(),
        counters.failed.into(),
        counters.cancelled.into(),
        row.reference.as_ref().into(),
        row.idempotency_key.as_ref().into(),
        row.created_at.into(),
        row.completed_at.into(),
        row.next_at.into(),
        row.mode.name().into(),
    ]
}

/// What it was made of never changes.
pub static UPDATE_PAYOUTS: BatchStatement = BatchStatement::update(
    "payouts",
    &[
        ("id", Kind::Text),
        ("status", Kind::Text),
        ("processing", Kind::Int),
        ("pending_claim", Kind::Int),
        ("completed", Kind::Int),
        ("failed", Kind::Int),
        ("cancelled", Kind::Int),
        ("completed_at", Kind::Int),
        ("next_at", Kind::Int),
    ],
);

pub fn progress_values(row: &Payout) -> Vec<Value<'_>> {
    let counters = &row.breakdown;
    vec![
        row.id.into(),
        row.status.name().into(),
        counters.processing.into(),
        counters.pending_claim.into(),
        counters.completed.into(),
        counters.failed.into(),
        counters.cancelled.into(),
        row.completed_at.into(),
        row.next_at.into(),
    ]
}
