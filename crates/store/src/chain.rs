//! The live chain: how far it was read, and which addresses on it are ours.

use rules::chain::{Block, DepositAddress, Hash, Network};
use rules::evm_address::EvmAddress;
use rules::id::AccountId;
use rules::money::Amount;

use crate::decode;
use crate::engine::{BatchStatement, Kind, Row, Store, Value};
use crate::error::Error;

pub mod authorizations;

macro_rules! network_columns {
    () => {
        "n.id, n.chain_id, n.token, n.code, n.treasury, n.gas_account, n.block, n.block_hash, n.block_at, n.holds,
         n.own, n.next_index, n.next_nonce, n.created_at"
    };
}

macro_rules! address_columns {
    () => {
        "d.id, d.account_id, d.nth, d.key_index, d.holds, d.sweep, d.created_at, d.retired_at"
    };
}

/// What the books say is on the chain, all read at one moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OnChain {
    pub block: i64,
    pub block_hash: Hash,
    /// What the treasury has, what all deposit addresses have, and what of both is in nobody's books.
    pub treasury: Amount,
    pub elsewhere: Amount,
    pub own: Amount,
    /// What the ledger says has come in over the chain and not gone out again.
    pub inside: Amount,
}

impl Store {
    pub async fn network(&self) -> Result<Option<Network>, Error> {
        const SQL: &str = concat!("select ", network_columns!(), " from networks n");
        self.query_one(SQL, &[], read_network).await
    }

    /// Where an account is paid.
    pub async fn deposit_address(&self, account: AccountId) -> Result<Option<DepositAddress>, Error> {
        const SQL: &str = concat!(
            "select ",
            address_columns!(),
            " from deposit_addresses d where d.account_id = $1 and d.retired_at is null"
        );
        self.query_one(SQL, &[account.into()], read_deposit_address).await
    }

    /// All that was ever given, from this one on, in the order in which they were.
    pub async fn deposit_addresses(&self, from: i64, limit: usize) -> Result<Vec<DepositAddress>, Error> {
        const SQL: &str = concat!(
            "select ",
            address_columns!(),
            " from deposit_addresses d where d.key_index >= $1 order by d.key_index limit $2"
        );
        self.query(SQL, &[from.into(), Value::Int(limit as i64)], read_deposit_address).await
    }

    /// Some that hold something, most first.
    pub async fn holding_addresses(&self, limit: usize) -> Result<Vec<DepositAddress>, Error> {
        const SQL: &str = concat!(
            "select ",
            address_columns!(),
            " from deposit_addresses d where d.holds > 0 order by d.holds desc, d.id limit $1"
        );
        self.query(SQL, &[Value::Int(limit as i64)], read_deposit_address).await
    }

    /// Some that hold this much and that nothing empties yet, most first.
    pub async fn addresses_to_sweep(
        &self,
        least: Amount,
        limit: usize,
    ) -> Result<Vec<DepositAddress>, Error> {
        const SQL: &str = concat!(
            "select ",
            address_columns!(),
            " from deposit_addresses d where d.holds >= $1 and d.holds > 0 and d.sweep is null
              order by d.holds desc, d.id limit $2"
        );
        self.query(SQL, &[least.into(), Value::Int(limit as i64)], read_deposit_address).await
    }

    /// Some live accounts that were never given an address, from behind this one on.
    pub async fn accounts_without_address(
        &self,
        after: Option<AccountId>,
        limit: usize,
    ) -> Result<Vec<AccountId>, Error> {
        let sql = "select a.id from accounts a where a.mode = 'live' and a.id > $1
                       and not exists (select 1 from deposit_addresses d where d.account_id = a.id)
                   order by a.id limit $2";
        let after = after.map_or(String::new(), |id| id.to_string());
        self.query(sql, &[after.into(), Value::Int(limit as i64)], |row| decode::id(row, 0)).await
    }

    pub async fn on_chain(&self) -> Result<Option<OnChain>, Error> {
        self.query_one(ON_CHAIN, &[], read_on_chain).await
    }
}

/// Everything that [`OnChain`] says, and then the name of the network.
pub const ON_CHAIN: &str = "select n.block, n.block_hash, n.holds, n.own,
        (select cast(coalesce(sum(d.holds), 0) as bigint) from deposit_addresses d where d.holds > 0),
        coalesce((select -l.balance from ledger_accounts l where l.id = 'live:world:chain'), 0), n.id
    from networks n";

pub fn read_on_chain(row: &Row<'_>) -> Result<OnChain, Error> {
    Ok(OnChain {
        block: row.int(0)?,
        block_hash: decode::named(row, 1, Hash::parse)?,
        treasury: decode::amount(row, 2)?,
        own: decode::amount(row, 3)?,
        elsewhere: decode::amount(row, 4)?,
        inside: decode::amount(row, 5)?,
    })
}

impl OnChain {
    /// What is there, and what should be: what is owed, and what is the operator's own.
    pub fn sums(&self) -> (i128, i128) {
        let sum = |one: Amount, other: Amount| i128::from(one.micros()) + i128::from(other.micros());
        (sum(self.treasury, self.elsewhere), sum(self.inside, self.own))
    }
}

pub static LOCK_NETWORK: BatchStatement = BatchStatement::locking(
    "n",
    concat!("select ", network_columns!(), " from {rows} join networks n on n.only_one = k.only_one"),
    &[("only_one", Kind::Int)],
);

pub fn read_network(row: &Row<'_>) -> Result<Network, Error> {
    Ok(Network {
        name: row.text(0)?.to_owned(),
        chain_id: row.int(1)?,
        token: address(row, 2)?,
        code: decode::named(row, 3, Hash::parse)?,
        treasury: address(row, 4)?,
        gas_account: address(row, 5)?,
        last: Block {
            number: row.int(6)?,
            hash: decode::named(row, 7, Hash::parse)?,
            at: decode::time(row, 8)?,
        },
        holds: decode::amount(row, 9)?,
        own: decode::amount(row, 10)?,
        next_index: row.int(11)?,
        next_nonce: row.int(12)?,
        created_at: decode::time(row, 13)?,
    })
}

const NETWORK: &[(&str, Kind)] = &[
    ("id", Kind::Text),
    ("chain_id", Kind::Int),
    ("token", Kind::Text),
    ("code", Kind::Text),
    ("treasury", Kind::Text),
    ("gas_account", Kind::Text),
    ("block", Kind::Int),
    ("block_hash", Kind::Text),
    ("block_at", Kind::Int),
    ("holds", Kind::Int),
    ("own", Kind::Int),
    ("next_index", Kind::Int),
    ("next_nonce", Kind::Int),
    ("created_at", Kind::Int),
];

pub static INSERT_NETWORKS: BatchStatement = BatchStatement::insert("networks", NETWORK);
pub static UPDATE_NETWORKS: BatchStatement = BatchStatement::update("networks", NETWORK);

pub fn network_values(network: &Network) -> Vec<Value<'_>> {
    vec![
        (&network.name).into(),
        network.chain_id.into(),
        network.token.as_str().into(),
        network.code.to_string().into(),
        network.treasury.as_str().into(),
        network.gas_account.as_str().into(),
        network.last.number.into(),
        network.last.hash.to_string().into(),
        network.last.at.into(),
        network.holds.into(),
        network.own.into(),
        network.next_index.into(),
        network.next_nonce.into(),
        network.created_at.into(),
    ]
}

pub static FIND_DEPOSIT_ADDRESSES: BatchStatement = BatchStatement::new(
    concat!("select ", address_columns!(), " from {rows} join deposit_addresses d on d.id = k.id"),
    &[("id", Kind::Text)],
);

pub static FIND_ADDRESSES_OF: BatchStatement = BatchStatement::new(
    concat!(
        "select ",
        address_columns!(),
        " from {rows} join deposit_addresses d on d.account_id = k.account_id and d.retired_at is null"
    ),
    &[("account_id", Kind::Text)],
);

pub fn read_deposit_address(row: &Row<'_>) -> Result<DepositAddress, Error> {
    Ok(DepositAddress {
        address: address(row, 0)?,
        account: decode::id(row, 1)?,
        nth: row.int(2)?,
        index: row.int(3)?,
        holds: decode::amount(row, 4)?,
        sweep: decode::optional_named(row, 5, Hash::parse)?,
        created_at: decode::time(row, 6)?,
        retired_at: decode::optional_time(row, 7)?,
    })
}

const DEPOSIT_ADDRESS: &[(&str, Kind)] = &[
    ("id", Kind::Text),
    ("account_id", Kind::Text),
    ("nth", Kind::Int),
    ("key_index", Kind::Int),
    ("holds", Kind::Int),
    ("sweep", Kind::Text),
    ("created_at", Kind::Int),
    ("retired_at", Kind::Int),
];

pub static INSERT_DEPOSIT_ADDRESSES: BatchStatement =
    BatchStatement::insert("deposit_addresses", DEPOSIT_ADDRESS);
pub static UPDATE_DEPOSIT_ADDRESSES: BatchStatement =
    BatchStatement::update("deposit_addresses", DEPOSIT_ADDRESS);

pub fn deposit_address_values(known: &DepositAddress) -> Vec<Value<'_>> {
    vec![
        known.address.as_str().into(),
        known.account.into(),
        known.nth.into(),
        known.index.into(),
        known.holds.into(),
        known.sweep.map(|nonce| nonce.to_string()).into(),
        known.created_at.into(),
        known.retired_at.into(),
    ]
}

pub(crate) fn address(row: &Row<'_>, column: usize) -> Result<EvmAddress, Error> {
    decode::named(row, column, |text| EvmAddress::parse(text).ok())
}
