//! The ledger: accounts, transfers, balances.

use rules::id::AccountId;
use rules::ledger::{LedgerAccount, LedgerAccountId, Transfer};
use rules::money::Amount;
use rules::time::Timestamp;

use crate::decode;
use crate::engine::{BatchStatement, Kind, Row, Store, Value};
use crate::error::Error;

/// What an account can spend, and when that last changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Balance {
    pub available: Amount,
    pub updated_at: Timestamp,
}

impl Store {
    pub async fn balance(&self, account: AccountId) -> Result<Option<Balance>, Error> {
        let id = LedgerAccountId::Available(account).to_string();
        let read = |row: &Row<'_>| {
            Ok(Balance { available: decode::amount(row, 0)?, updated_at: decode::time(row, 1)? })
        };
        self.look_up(&LOOK_UP_BALANCE, &[id.into()], read).await
    }
}

static LOOK_UP_BALANCE: BatchStatement = BatchStatement::new(
    "select l.balance, l.updated_at, k.asked from {rows} join ledger_accounts l on l.id = k.id",
    &[("asked", Kind::Int), ("id", Kind::Text)],
);

/// Everything a batch may move, locked in id order before anything is decided. The transfers then move the balances
/// by themselves.
pub static LOCK_LEDGER_ACCOUNTS: BatchStatement = BatchStatement::locking(
    "l",
    "select l.id from {rows} join ledger_accounts l on l.id = k.id",
    &[("id", Kind::Text)],
);

pub static FIND_BALANCES: BatchStatement = BatchStatement::new(
    "select l.balance, k.position from {rows} join ledger_accounts l on l.id = k.id",
    &[("id", Kind::Text), ("position", Kind::Int)],
);

/// The balance, and the position of the question it answers.
pub fn read_balance(row: &Row<'_>) -> Result<(Amount, i64), Error> {
    Ok((decode::amount(row, 0)?, row.int(1)?))
}

pub static INSERT_LEDGER_ACCOUNTS: BatchStatement = BatchStatement::insert(
    "ledger_accounts",
    &[
        ("id", Kind::Text),
        ("mode", Kind::Text),
        ("kind", Kind::Text),
        ("account_id", Kind::Text),
        ("updated_at", Kind::Int),
    ],
);

pub fn ledger_account_values(account: &LedgerAccount) -> Vec<Value<'_>> {
    vec![
        account.id.to_string().into(),
        account.mode.name().into(),
        account.id.kind().into(),
        account.owner.into(),
        account.updated_at.into(),
    ]
}

/// Balances are moved by the database itself, as it takes in each transfer.
pub static INSERT_TRANSFERS: BatchStatement = BatchStatement::insert(
    "transfers",
    &[
        ("operation", Kind::Text),
        ("step", Kind::Text),
        ("debit_id", Kind::Text),
        ("credit_id", Kind::Text),
        ("amount", Kind::Int),
        ("created_at", Kind::Int),
    ],
);

pub fn transfer_values(transfer: &Transfer) -> Vec<Value<'_>> {
    vec![
        transfer.operation.to_string().into(),
        transfer.operation.step().into(),
        transfer.debit.to_string().into(),
        transfer.credit.to_string().into(),
        transfer.amount.into(),
        transfer.created_at.into(),
    ]
}
