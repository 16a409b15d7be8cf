//! Deposits and withdrawals that have not ended, for operators.

use rules::account::Mode;
use rules::id::{AccountId, TransactionId};
use rules::transaction::{Transaction, TransactionType};

use super::read_due;
use crate::engine::{Store, Value};
use crate::error::Error;
use crate::transactions::transaction_columns;

/// Which open deposits or withdrawals an operator wants to see.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OpenFilter {
    pub account: Option<AccountId>,
    pub reference: Option<String>,
    /// Those behind this one only.
    pub after: Option<TransactionId>,
}

impl Store {
    /// What an operator has to do, or can expect, oldest first, and whether there is more.
    pub async fn open_external_transfers(
        &self,
        kind: TransactionType,
        mode: Mode,
        filter: &OpenFilter,
        limit: usize,
    ) -> Result<(Vec<Transaction>, bool), Error> {
        const OPEN: &str = due!(
            "where c.type = $1 and a.mode = $2
                 and /* reads all: an operator asks */ t.status in ('awaiting_transfer', 'queued', 'processing')"
        );
        let mut sql = OPEN.to_owned();
        let mut params = vec![kind.into(), mode.into(), Value::Int(limit as i64 + 1)];
        let mut and = |condition: &str, value| {
            params.push(value);
            sql.push_str(&condition.replace('$', &format!("${}", params.len())));
        };
        if let Some(account) = filter.account {
            and(" and c.account_id = $", account.into());
        }
        if let Some(reference) = &filter.reference {
            and(" and c.reference = $", reference.as_str().into());
        }
        if let Some(after) = filter.after {
            and(
                " and (c.created_at, c.id) > (select s.created_at, s.id from external_transfers s where s.id = $)",
                after.into(),
            );
        }
        sql.push_str(" order by c.created_at, c.id limit $3");
        let mut found = self.query(&sql, &params, read_due).await?;
        let is_more = found.len() > limit;
        found.truncate(limit);
        Ok((found.into_iter().map(|found| found.transaction).collect(), is_more))
    }
}
