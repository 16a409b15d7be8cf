//! The ledger and the transactions that show it.

use rules::id::AccountId;
use rules::ledger::{LedgerAccount, LedgerAccountId, Transfer};
use rules::money::Amount;
use rules::time::Timestamp;
use rules::transaction::Transaction;

use crate::decode;
use crate::engine::{Each, Kind, Row, Store, Value};
use crate::error::Error;

/// What an account can spend, and when that last changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Balance {
    pub available: Amount,
    pub updated_at: Timestamp,
}

impl Store {
    pub async fn balance(&self, account: AccountId) -> Result<Option<Balance>, Error> {
        let id = LedgerAccountId::available(account).to_string();
        let sql = "select balance, updated_at from ledger_accounts where id = $1";
        let read = |row: &Row<'_>| {
            Ok(Balance { available: Amount::from_micros(row.int(0)?), updated_at: decode::time(row, 1)? })
        };
        self.query_one(sql, &[id.into()], read).await
    }
}

pub static INSERT_LEDGER_ACCOUNTS: Each = Each::new(
    "insert into ledger_accounts (id, mode, account_id, updated_at)
     select id, mode, account_id, updated_at from {rows}",
    &[("id", Kind::Text), ("mode", Kind::Text), ("account_id", Kind::Text), ("updated_at", Kind::Int)],
);

pub fn ledger_account_values(account: &LedgerAccount) -> Vec<Value<'_>> {
    vec![
        account.id.to_string().into(),
        account.mode.name().into(),
        account.owner.into(),
        account.updated_at.into(),
    ]
}

pub static INSERT_TRANSACTIONS: Each = Each::new(
    "insert into transactions (id, account_id, type, status, amount, currency, created_at, completed_at)
     select id, account_id, type, status, amount, currency, created_at, completed_at from {rows}",
    &[
        ("id", Kind::Text),
        ("account_id", Kind::Text),
        ("type", Kind::Text),
        ("status", Kind::Text),
        ("amount", Kind::Int),
        ("currency", Kind::Text),
        ("created_at", Kind::Int),
        ("completed_at", Kind::Int),
    ],
);

pub fn transaction_values(transaction: &Transaction) -> Vec<Value<'_>> {
    vec![
        transaction.id.into(),
        transaction.account.into(),
        transaction.kind.name().into(),
        transaction.status.name().into(),
        transaction.amount.into(),
        transaction.currency.code().into(),
        transaction.created_at.into(),
        transaction.completed_at.into(),
    ]
}

pub static INSERT_TRANSFERS: Each = Each::new(
    "insert into transfers (operation, debit_id, credit_id, amount, created_at)
     select operation, debit_id, credit_id, amount, created_at from {rows}",
    &[
        ("operation", Kind::Text),
        ("debit_id", Kind::Text),
        ("credit_id", Kind::Text),
        ("amount", Kind::Int),
        ("created_at", Kind::Int),
    ],
);

pub fn transfer_values(transfer: &Transfer) -> Vec<Value<'_>> {
    vec![
        transfer.operation.as_str().into(),
        transfer.debit.to_string().into(),
        transfer.credit.to_string().into(),
        transfer.amount.into(),
        transfer.created_at.into(),
    ]
}

/// Balances only ever move by a difference, never to a value that somebody computed.
pub static MOVE_BALANCES: Each = Each::new(
    "update ledger_accounts set balance = ledger_accounts.balance + k.difference, updated_at = k.updated_at
     from {rows} where ledger_accounts.id = k.id",
    &[("id", Kind::Text), ("difference", Kind::Int), ("updated_at", Kind::Int)],
);
