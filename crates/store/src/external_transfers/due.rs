//! Deposits and withdrawals that a worker should look at now.

use rules::account::Mode;
use rules::id::AccountId;
use rules::time::Timestamp;

use super::{DueTransferRow, read_due};
use crate::engine::{PerEngine, Store, Value};
use crate::error::Error;
use crate::transactions::transaction_columns;

impl Store {
    /// Some of one mode that should be looked at, by the clocks of their accounts: the next ones behind this one.
    pub async fn due_external_transfers(
        &self,
        mode: Mode,
        now: Timestamp,
        after: Option<&DueTransferRow>,
        limit: usize,
    ) -> Result<Vec<DueTransferRow>, Error> {
        const DUE: &str = due!(
            "where c.mode = $5 and c.next_at <= $1 and (c.next_at, c.id) > ($2, $3)
             order by c.next_at, c.id limit $4"
        );
        const AHEAD: PerEngine = PerEngine {
            sqlite: due!(
                "accounts a cross join external_transfers c join transactions t on t.id = c.id",
                "where a.clock_ahead > 0 and c.account_id = a.id and c.next_at > $1
                     and c.next_at <= $1 + a.clock_ahead and (c.next_at, c.id) > ($2, $3)
                 order by c.next_at, c.id limit $4"
            ),
            postgres: due!(
                "accounts a cross join lateral (
                     select c.* from external_transfers c
                     where c.account_id = a.id and c.next_at > $1 and c.next_at <= $1 + a.clock_ahead
                         and (c.next_at, c.id) > ($2, $3)
                     order by c.next_at, c.id limit $4) c
                 cross join lateral (select t.* from transactions t where t.id = c.id limit 1) t",
                "where a.clock_ahead > 0 order by c.next_at, c.id limit $4"
            ),
        };
        let (seen_at, seen) = after.map_or((i64::MIN, String::new()), DueTransferRow::place);
        let params = |limit: usize| {
            [now.into(), Value::Int(seen_at), Value::Text(seen.clone().into()), Value::Int(limit as i64)]
        };
        let mut of_mode = params(limit).to_vec();
        of_mode.push(mode.into());
        let mut found = self.query(DUE, &of_mode, read_due).await?;
        // Accounts whose clock was moved are few, have their own index, and are test accounts. What is due for them
        // alone comes behind all that is due for all accounts.
        if mode == Mode::Test && found.len() < limit {
            found.extend(self.query(self.words(AHEAD), &params(limit - found.len()), read_due).await?);
        }
        Ok(found)
    }

    /// Some of one account that should be looked at, by its clock: the next ones behind this one.
    pub async fn due_external_transfers_of(
        &self,
        account: AccountId,
        now: Timestamp,
        after: Option<&DueTransferRow>,
        limit: usize,
    ) -> Result<Vec<DueTransferRow>, Error> {
        const SQL: &str = due!(
            "where c.account_id = $1 and c.next_at <= $2 + a.clock_ahead and (c.next_at, c.id) > ($3, $4)
             order by c.next_at, c.id limit $5"
        );
        let (seen_at, seen) = after.map_or((i64::MIN, String::new()), DueTransferRow::place);
        let params =
            [account.into(), now.into(), Value::Int(seen_at), seen.as_str().into(), Value::Int(limit as i64)];
        self.query(SQL, &params, read_due).await
    }
}
