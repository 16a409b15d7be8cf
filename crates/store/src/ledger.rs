//! The ledger: accounts, transfers, balances.

use rules::id::AccountId;
use rules::ledger::{LedgerAccount, LedgerAccountId, Transfer};
use rules::money::Amount;
use rules::time::Timestamp;

use crate::engine::{BatchStatement, ColumnType, Columns, SqlRow, Store};
use crate::error::Error;
use crate::table::table;

table! {
    ledger_accounts as l;
    columns ledger_account_columns {
        id: Text,
        mode: Text,
        kind: Text,
        account_id: Text,
        updated_at: Int,
    }
    write account: &LedgerAccount {
        id: account.id.to_string(),
        mode: account.mode,
        kind: account.id.kind(),
        account_id: account.owner,
        updated_at: account.updated_at,
    }
    insert INSERT_LEDGER_ACCOUNTS with ledger_account_values;
}

// Balances are moved by the database itself, as it takes in each transfer.
table! {
    transfers as t;
    columns transfer_columns {
        operation: Text,
        step: Text,
        debit_id: Text,
        credit_id: Text,
        amount: Int,
        created_at: Int,
    }
    write transfer: &Transfer {
        operation: transfer.operation.to_string(),
        step: transfer.operation.step(),
        debit_id: transfer.debit.to_string(),
        credit_id: transfer.credit.to_string(),
        amount: transfer.amount,
        created_at: transfer.created_at,
    }
    insert INSERT_TRANSFERS with transfer_values;
}

/// What an account can spend, and when that last changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Balance {
    pub available: Amount,
    pub updated_at: Timestamp,
}

impl Store {
    pub async fn balance(&self, account: AccountId) -> Result<Option<Balance>, Error> {
        let id = LedgerAccountId::Available(account).to_string();
        let read = |row: &SqlRow<'_>| {
            let mut columns = Columns::of(row);
            Ok(Balance { available: columns.read()?, updated_at: columns.read()? })
        };
        self.look_up(&LOOK_UP_BALANCE, &[id.into()], read).await
    }
}

static LOOK_UP_BALANCE: BatchStatement = BatchStatement::new(
    "select l.balance, l.updated_at, k.asked from {rows} join ledger_accounts l on l.id = k.id",
    &[("asked", ColumnType::Int), ledger_accounts::kind::id],
);

/// Everything a batch may move, locked in id order before anything is decided. The transfers then move the balances
/// by themselves.
pub static LOCK_LEDGER_ACCOUNTS: BatchStatement = BatchStatement::locking(
    "l",
    "select l.id from {rows} join ledger_accounts l on l.id = k.id",
    &[ledger_accounts::kind::id],
);

pub static FIND_BALANCES: BatchStatement = BatchStatement::new(
    "select l.balance, k.position from {rows} join ledger_accounts l on l.id = k.id",
    &[ledger_accounts::kind::id, ("position", ColumnType::Int)],
);

/// The balance, and the position of the question it answers.
pub fn read_balance(row: &SqlRow<'_>) -> Result<(Amount, i64), Error> {
    let mut columns = Columns::of(row);
    Ok((columns.read()?, columns.read()?))
}
