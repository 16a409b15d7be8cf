//! Bank accounts, seen by the app that registered them and by the owner.

use rules::account::Caller;
use rules::archive_status::ArchiveStatus;
use rules::bank_account::{BankAccount, Sealed};
use rules::id::BankAccountId;
use rules::rail::Rail;

use crate::decode;
use crate::engine::{BatchStatement, Kind, Row, Store, Value};
use crate::error::Error;
use crate::list::{List, Page, Period, Position};

#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct BankAccountFilter {
    pub created: Period,
    pub status: Vec<ArchiveStatus>,
}

impl Store {
    pub async fn bank_account(
        &self,
        caller: &Caller,
        id: BankAccountId,
    ) -> Result<Option<BankAccount>, Error> {
        let sql = "select id, account_id, app_id, name, status, rail, details, created_at, events from bank_accounts
                   where id = $1 and (account_id = $2 and (app_id = $3 or cast($4 as bigint) = 1)) is true";
        let params = [id.into(), caller.account.into(), caller.app.into(), i64::from(caller.is_owner).into()];
        self.query_one(sql, &params, read_bank_account).await
    }

    pub async fn bank_accounts(
        &self,
        caller: &Caller,
        filter: &BankAccountFilter,
        after: Option<&Position>,
        size: usize,
    ) -> Result<Page<BankAccount>, Error> {
        let select =
            "select id, account_id, app_id, name, status, rail, details, created_at, events from bank_accounts
                      where account_id = $1";
        let mut list = List::new(select, vec![caller.account.into()], "created_at", "id");
        if !caller.is_owner {
            list.and("app_id =", caller.app);
        }
        list.created_within(filter.created);
        list.any_of("status", filter.status.iter().map(|status| status.name()));
        let position = |row: &BankAccount| Position { created_at: row.created_at, id: row.id.to_string() };
        list.page(self, after, size, read_bank_account, position).await
    }
}

pub static LOCK_BANK_ACCOUNTS: BatchStatement = BatchStatement::locking(
    "b",
    "select b.id, b.account_id, b.app_id, b.name, b.status, b.rail, b.details, b.created_at, b.events
     from {rows} join bank_accounts b on b.id = k.id and (b.account_id = k.account_id) is true",
    &[("account_id", Kind::Text), ("id", Kind::Text)],
);

pub fn read_bank_account(row: &Row<'_>) -> Result<BankAccount, Error> {
    Ok(BankAccount {
        id: decode::id(row, 0)?,
        account: decode::id(row, 1)?,
        app: decode::id(row, 2)?,
        name: row.text(3)?.to_owned(),
        status: decode::named(row, 4, ArchiveStatus::parse)?,
        rail: decode::named(row, 5, Rail::parse)?,
        details: Sealed(row.bytes(6)?.to_owned()),
        created_at: decode::time(row, 7)?,
        events: row.int(8)?,
    })
}

pub static INSERT_BANK_ACCOUNTS: BatchStatement = BatchStatement::insert(
    "bank_accounts",
    &[
        ("id", Kind::Text),
        ("account_id", Kind::Text),
        ("app_id", Kind::Text),
        ("name", Kind::Text),
        ("status", Kind::Text),
        ("rail", Kind::Text),
        ("details", Kind::Bytes),
        ("created_at", Kind::Int),
        ("events", Kind::Int),
    ],
);

pub fn bank_account_values(bank_account: &BankAccount) -> Vec<Value<'_>> {
    vec![
        bank_account.id.into(),
        bank_account.account.into(),
        bank_account.app.into(),
        (&bank_account.name).into(),
        bank_account.status.name().into(),
        bank_account.rail.payment_rail().into(),
        bank_account.details.0.as_slice().into(),
        bank_account.created_at.into(),
        bank_account.events.into(),
    ]
}

/// Where the money goes never changes.
pub static UPDATE_BANK_ACCOUNTS: BatchStatement = BatchStatement::update(
    "bank_accounts",
    &[("id", Kind::Text), ("name", Kind::Text), ("status", Kind::Text), ("events", Kind::Int)],
);

pub fn label_values(bank_account: &BankAccount) -> Vec<Value<'_>> {
    vec![
        bank_account.id.into(),
        (&bank_account.name).into(),
        bank_account.status.name().into(),
        bank_account.events.into(),
    ]
}
