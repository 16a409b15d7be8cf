//! External wallets.

use rules::account::Caller;
use rules::archive_status::ArchiveStatus;
use rules::evm_address::EvmAddress;
use rules::external_wallet::ExternalWallet;
use rules::id::ExternalWalletId;

use crate::decode;
use crate::engine::{BatchStatement, Kind, Row, Store, Value};
use crate::error::Error;
use crate::list::{List, Page, Period, Position};

macro_rules! columns {
    () => {
        "w.id, w.account_id, w.app_id, w.name, w.status, w.chain, w.address, w.created_at, w.events"
    };
}

#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct ExternalWalletFilter {
    pub created: Period,
    pub statuses: Vec<ArchiveStatus>,
}

impl Store {
    pub async fn external_wallet(
        &self,
        caller: &Caller,
        id: ExternalWalletId,
    ) -> Result<Option<ExternalWallet>, Error> {
        const SQL: &str = concat!(
            "select ",
            columns!(),
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
    ) -> Result<Page<ExternalWallet>, Error> {
        const SELECT: &str =
            concat!("select ", columns!(), " from external_wallets w where w.account_id = $1");
        let mut list = List::new(SELECT, vec![caller.account.into()], "w.created_at", "w.id");
        if !caller.is_owner {
            list.and("w.app_id =", caller.app);
        }
        list.created_within(filter.created);
        list.any_of("w.status", filter.statuses.iter().map(|status| status.name()));
        let position = |row: &ExternalWallet| Position { created_at: row.created_at, id: row.id.to_string() };
        list.page(self, after, size, read_external_wallet, position).await
    }
}

pub static LOCK_EXTERNAL_WALLETS: BatchStatement = BatchStatement::locking(
    "w",
    concat!(
        "select ",
        columns!(),
        " from {rows} join external_wallets w on w.id = k.id and (w.account_id = k.account_id) is true"
    ),
    &[("account_id", Kind::Text), ("id", Kind::Text)],
);

pub fn read_external_wallet(row: &Row<'_>) -> Result<ExternalWallet, Error> {
    Ok(ExternalWallet {
        id: decode::id(row, 0)?,
        account: decode::id(row, 1)?,
        app: decode::id(row, 2)?,
        name: row.text(3)?.to_owned(),
        status: decode::named(row, 4, ArchiveStatus::parse)?,
        chain: row.text(5)?.to_owned(),
        address: decode::named(row, 6, |text| EvmAddress::parse(text).ok())?,
        created_at: decode::time(row, 7)?,
        events: row.int(8)?,
    })
}

pub static INSERT_EXTERNAL_WALLETS: BatchStatement = BatchStatement::insert(
    "external_wallets",
    &[
        ("id", Kind::Text),
        ("account_id", Kind::Text),
        ("app_id", Kind::Text),
        ("name", Kind::Text),
        ("status", Kind::Text),
        ("chain", Kind::Text),
        ("address", Kind::Text),
        ("created_at", Kind::Int),
        ("events", Kind::Int),
    ],
);

pub fn external_wallet_values(wallet: &ExternalWallet) -> Vec<Value<'_>> {
    vec![
        wallet.id.into(),
        wallet.account.into(),
        wallet.app.into(),
        (&wallet.name).into(),
        wallet.status.name().into(),
        wallet.chain.as_str().into(),
        wallet.address.as_str().into(),
        wallet.created_at.into(),
        wallet.events.into(),
    ]
}

/// Where it is never changes.
pub static UPDATE_EXTERNAL_WALLETS: BatchStatement = BatchStatement::update(
    "external_wallets",
    &[("id", Kind::Text), ("name", Kind::Text), ("status", Kind::Text), ("events", Kind::Int)],
);

pub fn label_values(wallet: &ExternalWallet) -> Vec<Value<'_>> {
    vec![wallet.id.into(), (&wallet.name).into(), wallet.status.name().into(), wallet.events.into()]
}
