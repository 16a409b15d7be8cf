//! External wallets.

use rules::account::Caller;
use rules::archive_status::ArchiveStatus;
use rules::external_account::external_wallet::ExternalWallet;
use rules::id::{ExternalWalletId, UserId};

use crate::engine::{BatchStatement, Store};
use crate::error::Error;
use crate::list::{List, ListPage, Period, Position};
use crate::table::table;

table! {
    external_wallets as w;
    columns external_wallet_columns {
        id: Text,
        account_id: Text,
        app_id: Text,
        name: Text,
        status: Text,
        chain: Text,
        address: Text,
        created_at: Int,
        events: Int,
    }
    read read_external_wallet -> ExternalWallet {
        ExternalWallet { id, account: account_id, app: app_id, name, status, chain, address, created_at, events }
    }
    write wallet: &ExternalWallet {
        id: wallet.id,
        account_id: wallet.account,
        app_id: wallet.app,
        name: &wallet.name,
        status: wallet.status,
        chain: &wallet.chain,
        address: wallet.address.as_str(),
        created_at: wallet.created_at,
        events: wallet.events,
    }
    insert INSERT_EXTERNAL_WALLETS with external_wallet_values;
    /// Where it is never changes.
    update UPDATE_EXTERNAL_WALLETS with label_values by id: name, status, events;
}

#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct ExternalWalletFilter {
    pub created: Period,
    pub statuses: Vec<ArchiveStatus>,
}

impl Store {
    /// For emails to the user: a wallet of one of the user's accounts.
    pub async fn external_wallet_of(
        &self,
        user: UserId,
        id: ExternalWalletId,
    ) -> Result<Option<ExternalWallet>, Error> {
        const SQL: &str = concat!(
            "select ",
            external_wallet_columns!(),
            " from external_wallets w join accounts a on a.id = w.account_id
             where w.id = $1 and (a.user_id = $2) is true"
        );
        self.query_one(SQL, &[id.into(), user.into()], read_external_wallet).await
    }

    pub async fn external_wallet(
        &self,
        caller: &Caller,
        id: ExternalWalletId,
    ) -> Result<Option<ExternalWallet>, Error> {
        const SQL: &str = concat!(
            "select ",
            external_wallet_columns!(),
            " from external_wallets w
             where w.id = $1 and (w.account_id = $2 and (w.app_id = $3 or cast($4 as bigint) = 1)) is true"
        );
        let params = [id.into(), caller.account.into(), caller.app.into(), i64::from(caller.is_owner).into()];
        self.query_one(SQL, &params, read_external_wallet).await
    }

    pub async fn external_wallets(
        &self,
        caller: &Caller,
        filter: &ExternalWalletFilter,
        after: Option<&Position>,
        size: usize,
    ) -> Result<ListPage<ExternalWallet>, Error> {
        const SELECT: &str = concat!(
            "select ",
            external_wallet_columns!(),
            " from external_wallets w where w.account_id = $1"
        );
        let mut list = List::new(SELECT, vec![caller.account.into()], "w.created_at", "w.id");
        if !caller.is_owner {
            list.and("w.app_id =", caller.app);
        }
        list.created_within(filter.created);
        list.any_of("w.status", filter.statuses.iter().map(|status| status.name()));
        let position = |row: &ExternalWallet| Position::of(row.created_at, row.id);
        list.page(self, after, size, read_external_wallet, position).await
    }
}

pub static LOCK_EXTERNAL_WALLETS: BatchStatement = BatchStatement::locking(
    "w",
    concat!(
        "select ",
        external_wallet_columns!(),
        " from {rows} join external_wallets w on w.id = k.id and (w.account_id = k.account_id) is true"
    ),
    &[external_wallets::kind::account_id, external_wallets::kind::id],
);
