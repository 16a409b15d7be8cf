//! Bank accounts, seen by the app that registered them and by the owner.

use rules::account::Caller;
use rules::archive_status::ArchiveStatus;
use rules::external_account::bank_account::BankAccount;
use rules::id::{AccountId, BankAccountId, UserId};

use crate::engine::{BatchStatement, Columns, Store, Value};
use crate::error::Error;
use crate::list::{List, ListPage, Period, Position};
use crate::table::table;

table! {
    bank_accounts as b;
    columns bank_account_columns {
        id: Text,
        account_id: Text,
        app_id: Text,
        name: Text,
        status: Text,
        rail: Text,
        details: Bytes,
        created_at: Int,
        events: Int,
    }
    read read_bank_account -> BankAccount {
        BankAccount { id, account: account_id, app: app_id, name, status, rail, details, created_at, events }
    }
    write bank_account: &BankAccount {
        id: bank_account.id,
        account_id: bank_account.account,
        app_id: bank_account.app,
        name: &bank_account.name,
        status: bank_account.status,
        rail: bank_account.rail,
        details: bank_account.details.0.as_slice(),
        created_at: bank_account.created_at,
        events: bank_account.events,
    }
    insert INSERT_BANK_ACCOUNTS with bank_account_values;
    /// Where the money goes never changes.
    update UPDATE_BANK_ACCOUNTS with label_values by id: name, status, events;
}

#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct BankAccountFilter {
    pub created: Period,
    pub status: Vec<ArchiveStatus>,
}

impl Store {
    /// For emails to the user: a bank account of one of the user's accounts.
    pub async fn bank_account_of(
        &self,
        user: UserId,
        id: BankAccountId,
    ) -> Result<Option<BankAccount>, Error> {
        const SQL: &str = concat!(
            "select ",
            bank_account_columns!(),
            " from bank_accounts b join accounts a on a.id = b.account_id
             where b.id = $1 and (a.user_id = $2) is true"
        );
        self.query_one(SQL, &[id.into(), user.into()], read_bank_account).await
    }

    /// Whether a bank account of this account has this name.
    pub async fn has_bank_account_named(&self, account: AccountId, name: &str) -> Result<bool, Error> {
        let sql = "select 1 from bank_accounts where account_id = $1 and (name = $2) is true limit 1";
        let params = [account.into(), Value::Text(name.to_owned().into())];
        Ok(self.query_one(sql, &params, |row| Columns::of(row).read::<i64>()).await?.is_some())
    }

    pub async fn bank_account(
        &self,
        caller: &Caller,
        id: BankAccountId,
    ) -> Result<Option<BankAccount>, Error> {
        const SQL: &str = concat!(
            "select ",
            bank_account_columns!(),
            " from bank_accounts b
             where b.id = $1 and (b.account_id = $2 and (b.app_id = $3 or cast($4 as bigint) = 1)) is true"
        );
        let params = [id.into(), caller.account.into(), caller.app.into(), i64::from(caller.is_owner).into()];
        self.query_one(SQL, &params, read_bank_account).await
    }

    pub async fn bank_accounts(
        &self,
        caller: &Caller,
        filter: &BankAccountFilter,
        after: Option<&Position>,
        size: usize,
    ) -> Result<ListPage<BankAccount>, Error> {
        const SELECT: &str =
            concat!("select ", bank_account_columns!(), " from bank_accounts b where b.account_id = $1");
        let mut list = List::new(SELECT, vec![caller.account.into()], "b.created_at", "b.id");
        if !caller.is_owner {
            list.and("b.app_id =", caller.app);
        }
        list.created_within(filter.created);
        list.any_of("b.status", filter.status.iter().map(|status| status.name()));
        let position = |row: &BankAccount| Position::of(row.created_at, row.id);
        list.page(self, after, size, read_bank_account, position).await
    }
}

pub static LOCK_BANK_ACCOUNTS: BatchStatement = BatchStatement::locking(
    "b",
    concat!(
        "select ",
        bank_account_columns!(),
        " from {rows} join bank_accounts b on b.id = k.id and (b.account_id = k.account_id) is true"
    ),
    &[bank_accounts::kind::account_id, bank_accounts::kind::id],
);
