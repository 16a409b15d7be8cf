//! Payments that look as if an account had made them before. Only the pages ask for them, before a payout is sent.

use rules::id::{AccountId, PayoutId, RecipientId};
use rules::money::Amount;
use rules::time::Timestamp;

use crate::engine::{BatchStatement, ColumnType, Columns, SqlRow, Store, Value};
use crate::error::Error;

/// Latest transactions of an account that are looked at for payments that no worker has settled yet.
const MAX_UNSETTLED: i64 = 500;

/// A payment that is about to be made, to a recipient who is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlannedPayment {
    pub recipient: RecipientId,
    pub amount: Amount,
    pub reference: Option<String>,
}

impl Store {
    /// For each payment, the latest payout since then with one of the same amount and reference to the same recipient.
    /// What failed or was cancelled doesn't count: it is paid again on purpose.
    pub async fn payouts_of_same_payments(
        &self,
        account: AccountId,
        payments: &[PlannedPayment],
        since: Timestamp,
    ) -> Result<Vec<Option<PayoutId>>, Error> {
        if payments.is_empty() {
            return Ok(Vec::new());
        }
        let values = |(place, payment): (usize, &PlannedPayment)| -> Vec<Value<'_>> {
            let reference = payment.reference.clone().unwrap_or_default();
            vec![
                account.into(),
                Value::Int(place as i64),
                payment.recipient.into(),
                payment.amount.into(),
                reference.into(),
                since.into(),
            ]
        };
        let rows: Vec<Vec<Value<'_>>> = payments.iter().enumerate().map(values).collect();
        let mut found = vec![None; payments.len()];
        for (place, payout) in self.query_each(&FIND_SAME_PAYMENTS, &rows, read_place).await? {
            found[place as usize] = payout;
        }
        let unsettled = self.unsettled_payments(account, since).await?;
        for (place, payment) in payments.iter().enumerate() {
            let same = unsettled.iter().find(|(unsettled, _)| unsettled == payment);
            found[place] = same.map(|(_, payout)| *payout).or(found[place]);
        }
        Ok(found)
    }

    /// SQLite's entries of recipients have them only once they are settled.
    async fn unsettled_payments(
        &self,
        account: AccountId,
        since: Timestamp,
    ) -> Result<Vec<(PlannedPayment, PayoutId)>, Error> {
        let sql = "select l.recipient_id, l.amount, l.reference, l.payout_id from (
                select t.recipient_id, t.amount, t.reference, t.payout_id, t.status from transactions t
                /*sqlite indexed by transactions_by_age */
                where t.account_id = $1 and t.created_at >= $2
                order by t.created_at desc, t.id desc limit $3) l
            where l.status = 'queued' and l.payout_id is not null";
        let params = [account.into(), since.into(), Value::Int(MAX_UNSETTLED)];
        let read = |columns: &mut Columns<'_>| {
            let (recipient, amount, reference) = (columns.read()?, columns.read()?, columns.read()?);
            Ok((PlannedPayment { recipient, amount, reference }, columns.read()?))
        };
        self.query_columns(sql, &params, read).await
    }
}

// Among the latest payments to each recipient: their number is the customer's choice, and must not decide how long
// others wait.
static FIND_SAME_PAYMENTS: BatchStatement = BatchStatement::new(
    "select k.place, (select same.payout_id from (
             select t.payout_id, t.account_id, t.amount, t.reference, t.status from transactions t
             where t.recipient_id = k.recipient_id and t.created_at >= k.since and t.status <> 'queued'
             order by t.created_at desc, t.id desc limit 100) same
         where same.account_id = k.account_id and same.amount = k.amount
             and coalesce(same.reference, '') = k.reference
             and same.status <> 'failed' and same.status <> 'cancelled' and same.status <> 'expired'
         limit 1)
     from {rows}",
    &[
        ("account_id", ColumnType::Text),
        ("place", ColumnType::Int),
        ("recipient_id", ColumnType::Text),
        ("amount", ColumnType::Int),
        ("reference", ColumnType::Text),
        ("since", ColumnType::Int),
    ],
);

fn read_place(row: &SqlRow<'_>) -> Result<(i64, Option<PayoutId>), Error> {
    let mut columns = Columns::of(row);
    Ok((columns.read()?, columns.read()?))
}
