//! Payouts, and when a worker should look at them.

use std::collections::BTreeMap;

use rules::account::{Caller, Mode};
use rules::id::{AccountId, PayoutId};
use rules::payout::{Breakdown, MAX_ITEMS, Payout, PayoutStatus};
use rules::time::Timestamp;

use crate::engine::{BatchStatement, ColumnType, Columns, SqlRow, Store, Value};
use crate::error::Error;
use crate::list::{List, ListOrder, ListPage, Period, Position};
use crate::table::table;

table! {
    payouts as p;
    columns payout_columns {
        id: Text,
        account_id: Text,
        status: Text,
        currency: Text,
        total_amount: Int,
        total_items: Int,
        processing: Int,
        pending_claim: Int,
        completed: Int,
        failed: Int,
        cancelled: Int,
        reference: Text,
        idempotency_key: Text,
        created_at: Int,
        completed_at: Int,
        next_at: Int,
        mode: Text,
    }
    read read_payout -> Payout {
        Payout {
            id,
            account: account_id,
            status,
            currency,
            total_amount,
            total_items,
            breakdown: Breakdown { processing, pending_claim, completed, failed, cancelled },
            reference,
            idempotency_key,
            created_at,
            completed_at,
            next_at,
            mode,
        }
    }
    write payout: &Payout {
        id: payout.id,
        account_id: payout.account,
        status: payout.status,
        currency: payout.currency,
        total_amount: payout.total_amount,
        total_items: payout.total_items,
        processing: payout.breakdown.processing,
        pending_claim: payout.breakdown.pending_claim,
        completed: payout.breakdown.completed,
        failed: payout.breakdown.failed,
        cancelled: payout.breakdown.cancelled,
        reference: payout.reference.as_ref(),
        idempotency_key: payout.idempotency_key.as_ref(),
        created_at: payout.created_at,
        completed_at: payout.completed_at,
        next_at: payout.next_at,
        mode: payout.mode,
    }
    insert INSERT_PAYOUTS with payout_values;
    /// What it was made of never changes.
    update UPDATE_PAYOUTS with progress_values by id:
        status, processing, pending_claim, completed, failed, cancelled, completed_at, next_at;
}

#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct PayoutFilter {
    pub created: Period,
    pub order: ListOrder,
    pub statuses: Vec<PayoutStatus>,
    pub reference: Option<String>,
    pub idempotency_key: Option<String>,
}

impl Store {
    pub async fn payout(&self, account: AccountId, id: PayoutId) -> Result<Option<Payout>, Error> {
        const SQL: &str = concat!(
            "select ",
            payout_columns!(),
            " from payouts p where p.id = $1 and (p.account_id = $2) is true"
        );
        self.query_one(SQL, &[id.into(), account.into()], read_payout).await
    }

    pub async fn payouts(
        &self,
        caller: &Caller,
        filter: &PayoutFilter,
        after: Option<&Position>,
        size: usize,
    ) -> Result<ListPage<Payout>, Error> {
        const SELECT: &str = concat!("select ", payout_columns!(), " from payouts p where p.account_id = $1");
        let list = List::new(SELECT, vec![caller.account.into()], "p.created_at", "p.id");
        let mut list = list.in_order(filter.order);
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
        let position = |row: &Payout| Position::of(row.created_at, row.id);
        list.page(self, after, size, read_payout, position).await
    }

    /// How many items of each of these payouts expired. Payouts without any are left out.
    pub async fn expired_items(&self, payouts: &[PayoutId]) -> Result<BTreeMap<PayoutId, i64>, Error> {
        let row = |payout: &PayoutId| -> Vec<Value<'_>> {
            vec![(*payout).into(), payout.item(0).into(), payout.item(MAX_ITEMS - 1).into()]
        };
        let rows: Vec<Vec<Value<'_>>> = payouts.iter().map(row).collect();
        let read = |row: &SqlRow<'_>| {
            let mut columns = Columns::of(row);
            Ok((columns.read()?, columns.read()?))
        };
        let counted: Vec<(PayoutId, i64)> = self.query_each(&COUNT_EXPIRED_ITEMS, &rows, read).await?;
        Ok(counted.into_iter().filter(|(_, count)| *count > 0).collect())
    }

    /// Payouts of one mode that no process has and that are waiting to be settled, longest waiting first. Those of
    /// locked owners wait.
    pub async fn due_payouts(
        &self,
        mode: Mode,
        now: Timestamp,
        limit: usize,
    ) -> Result<Vec<(AccountId, PayoutId)>, Error> {
        let sql = "select account_id, id from payouts where mode = $1 and next_at <= $2
                 and not exists (select 1 from accounts a /*sqlite indexed by accounts_locked */
                     where a.id = payouts.account_id and a.locked_at is not null)
             order by next_at limit $3";
        let params = [mode.into(), now.into(), Value::Int(limit as i64)];
        self.query_columns(sql, &params, |columns| Ok((columns.read()?, columns.read()?))).await
    }
}

pub static FIND_PAYOUTS: BatchStatement = BatchStatement::new(
    concat!(
        "select ",
        payout_columns!(),
        " from {rows} join payouts p on p.id = k.id and (p.account_id = k.account_id) is true"
    ),
    &[payouts::kind::account_id, payouts::kind::id],
);

// The ids of items follow that of their payout.
static COUNT_EXPIRED_ITEMS: BatchStatement = BatchStatement::new(
    "select k.id, (select count(*) from transactions t
         where t.id >= k.first and t.id <= k.last and (t.status = 'expired') is true)
     from {rows}",
    &[("id", ColumnType::Text), ("first", ColumnType::Text), ("last", ColumnType::Text)],
);
