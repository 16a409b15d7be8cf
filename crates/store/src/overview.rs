//! What the first page of an account shows. Every question looks at a bounded number of rows, however many there are.

use rules::id::AccountId;
use rules::ledger::LedgerAccountId;
use rules::money::{Amount, MICROS_PER_UNIT};
use rules::time::Timestamp;
use rules::transaction::{TransactionStatus, TransactionType};

use crate::engine::{Columns, Store, Value};
use crate::error::Error;

/// What moved on one day, of one type, and is in one state now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DailyVolume {
    /// Days since 1970.
    pub day: i64,
    pub kind: TransactionType,
    pub status: TransactionStatus,
    pub amount: Amount,
    pub transactions: i64,
}

/// How many are under way, each counted up to the limit of the question.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct UnderWay {
    pub payouts: i64,
    /// Unclaimed items.
    pub unclaimed: i64,
    pub deposits: i64,
    pub withdrawals: i64,
}

impl Store {
    /// What an account has promised and not yet paid.
    pub async fn held(&self, account: AccountId) -> Result<Amount, Error> {
        let sql = "select balance from ledger_accounts where id = $1";
        let id = LedgerAccountId::Held(account).to_string();
        let found = self.query_columns(sql, &[id.into()], |columns| columns.read()).await?.pop();
        Ok(found.unwrap_or(Amount::ZERO))
    }

    /// The newest transactions of an account in a period, at most `limit` of them, added up by day, type and state.
    /// A payment of the account to itself moves no money, so neither the item nor its credit counts.
    pub async fn moved(
        &self,
        account: AccountId,
        from: Timestamp,
        to: Timestamp,
        limit: usize,
    ) -> Result<Vec<DailyVolume>, Error> {
        // Units and micro-units are added apart: together, a day of enormous amounts would not fit.
        let sql =
            "select t.created_at / 86400000000, t.type, t.status, cast(sum(t.amount / 1000000) as bigint),
                       cast(sum(t.amount % 1000000) as bigint), count(*)
                   from (select n.created_at, n.type, n.status, case
                           when n.type = 'payout' and exists (select 1 from transactions i
                               where i.source_id = n.id and i.account_id = $1) then 0
                           when n.source_id is not null and exists (select 1 from transactions s
                               where s.id = n.source_id and s.account_id = $1) then 0
                           else n.amount end as amount
                       from (select id, created_at, type, status, amount, source_id from transactions
                           where account_id = $1 and created_at >= $2 and created_at < $3
                           order by created_at desc, id desc limit $4) n) t
                   group by 1, 2, 3";
        let params = [account.into(), from.into(), to.into(), Value::Int(limit as i64)];
        self.query_columns(sql, &params, read_moved).await
    }

    /// Payouts, deposits and withdrawals are counted among the newest `limit`: older ones have long ended.
    pub async fn under_way(&self, account: AccountId, limit: usize) -> Result<UnderWay, Error> {
        let sql = "select
            (select count(*) from (select status from payouts where account_id = $1
                order by created_at desc, id desc limit $2) p where p.status = 'processing'),
            (select count(*) from (select item_id from claims where account_id = $1 limit $2) c),
            (select count(*) from (select id from external_transfers where account_id = $1 and type = 'deposit'
                order by created_at desc, id desc limit $2) c join transactions t on t.id = c.id
                where t.status = 'awaiting_transfer' or t.status = 'processing'),
            (select count(*) from (select id from external_transfers where account_id = $1 and type = 'withdrawal'
                order by created_at desc, id desc limit $2) c join transactions t on t.id = c.id
                where t.status = 'queued' or t.status = 'processing')";
        let read = |columns: &mut Columns<'_>| {
            Ok(UnderWay {
                payouts: columns.read()?,
                unclaimed: columns.read()?,
                deposits: columns.read()?,
                withdrawals: columns.read()?,
            })
        };
        let params = [account.into(), Value::Int(limit as i64)];
        let found = self.query_columns(sql, &params, read).await?.pop();
        Ok(found.unwrap_or_default())
    }
}

fn read_moved(columns: &mut Columns<'_>) -> Result<DailyVolume, Error> {
    let (day, kind, status) = (columns.read()?, columns.read()?, columns.read()?);
    let (units, micros): (i64, i64) = (columns.read()?, columns.read()?);
    let amount = Amount::from_micros(units.saturating_mul(MICROS_PER_UNIT).saturating_add(micros));
    Ok(DailyVolume { day, kind, status, amount, transactions: columns.read()? })
}
