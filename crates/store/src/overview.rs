//! What the first page of an account shows. Every question looks at a bounded number of rows, however many there are.

use rules::id::AccountId;
use rules::ledger::LedgerAccountId;
use rules::money::{Amount, MICROS_PER_UNIT};
use rules::time::Timestamp;
use rules::transaction::{TransactionStatus, TransactionType};

use crate::decode;
use crate::engine::{Row, Store, Value};
use crate::error::Error;

/// What moved on one day, of one type, and is in one state now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moved {
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
    /// Items that nobody has claimed yet.
    pub unclaimed: i64,
    pub deposits: i64,
    pub withdrawals: i64,
}

impl Store {
    /// What an account has promised and not yet paid.
    pub async fn held(&self, account: AccountId) -> Result<Amount, Error> {
        let sql = "select balance from ledger_accounts where id = $1";
        let id = LedgerAccountId::Held(account).to_string();
        let found = self.query_one(sql, &[id.into()], |row| decode::amount(row, 0)).await?;
        Ok(found.unwrap_or(Amount::ZERO))
    }

    /// The newest transactions of an account in a period, at most `limit` of them, added up by day, type and state.
    pub async fn moved(
        &self,
        account: AccountId,
        from: Timestamp,
        to: Timestamp,
        limit: usize,
    ) -> Result<Vec<Moved>, Error> {
        // Units and micro-units are added apart: together, a day of enormous amounts would not fit.
        let sql =
            "select t.created_at / 86400000000, t.type, t.status, cast(sum(t.amount / 1000000) as bigint),
                       cast(sum(t.amount % 1000000) as bigint), count(*)
                   from (select created_at, type, status, amount from transactions
                       where account_id = $1 and created_at >= $2 and created_at < $3
                       order by created_at desc, id desc limit $4) t
                   group by 1, 2, 3";
        let params = [account.into(), from.into(), to.into(), Value::Int(limit as i64)];
        self.query(sql, &params, read_moved).await
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
        let read = |row: &Row<'_>| {
            Ok(UnderWay {
                payouts: row.int(0)?,
                unclaimed: row.int(1)?,
                deposits: row.int(2)?,
                withdrawals: row.int(3)?,
            })
        };
        let found = self.query_one(sql, &[account.into(), Value::Int(limit as i64)], read).await?;
        Ok(found.unwrap_or_default())
    }
}

fn read_moved(row: &Row<'_>) -> Result<Moved, Error> {
    let micros = row.int(3)?.saturating_mul(MICROS_PER_UNIT).saturating_add(row.int(4)?);
    Ok(Moved {
        day: row.int(0)?,
        kind: decode::named(row, 1, TransactionType::parse)?,
        status: decode::named(row, 2, TransactionStatus::parse)?,
        amount: Amount::from_micros(micros),
        transactions: row.int(5)?,
    })
}
