//! The live chain: how far it was read, and which addresses on it are ours.

use rules::chain::{ChainNetwork, DepositAddress, FinalBlock, Hash};
use rules::id::AccountId;
use rules::money::Amount;

use crate::engine::{BatchStatement, ColumnType, Columns, Store, Value};
use crate::error::Error;
use crate::table::table;

pub mod authorizations;

table! {
    networks as n;
    columns network_columns {
        id: Text,
        chain_id: Int,
        token: Text,
        code: Text,
        treasury: Text,
        gas_account: Text,
        block: Int,
        block_hash: Text,
        block_at: Int,
        holds: Int,
        own: Int,
        next_index: Int,
        next_nonce: Int,
        created_at: Int,
    }
    read read_network -> ChainNetwork {
        ChainNetwork {
            name: id,
            chain_id,
            token,
            code,
            treasury,
            gas_account,
            last: FinalBlock { number: block, hash: block_hash, at: block_at },
            holds,
            own,
            next_index,
            next_nonce,
            created_at,
        }
    }
    write network: &ChainNetwork {
        id: &network.name,
        chain_id: network.chain_id,
        token: network.token.as_str(),
        code: network.code,
        treasury: network.treasury.as_str(),
        gas_account: network.gas_account.as_str(),
        block: network.last.number,
        block_hash: network.last.hash,
        block_at: network.last.at,
        holds: network.holds,
        own: network.own,
        next_index: network.next_index,
        next_nonce: network.next_nonce,
        created_at: network.created_at,
    }
    insert INSERT_NETWORKS with network_values;
}

pub static UPDATE_NETWORKS: BatchStatement = BatchStatement::update("networks", networks::WRITTEN);

table! {
    deposit_addresses as d;
    columns address_columns {
        id: Text,
        account_id: Text,
        nth: Int,
        key_index: Int,
        holds: Int,
        sweep: Text,
        created_at: Int,
        retired_at: Int,
    }
    read read_deposit_address -> DepositAddress {
        DepositAddress {
            address: id,
            account: account_id,
            nth,
            index: key_index,
            holds,
            sweep,
            created_at,
            retired_at,
        }
    }
    write known: &DepositAddress {
        id: known.address.as_str(),
        account_id: known.account,
        nth: known.nth,
        key_index: known.index,
        holds: known.holds,
        sweep: known.sweep,
        created_at: known.created_at,
        retired_at: known.retired_at,
    }
    insert INSERT_DEPOSIT_ADDRESSES with deposit_address_values;
}

pub static UPDATE_DEPOSIT_ADDRESSES: BatchStatement =
    BatchStatement::update("deposit_addresses", deposit_addresses::WRITTEN);

/// What the books say is on the chain, all read at one moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OnChain {
    pub block: i64,
    pub block_hash: Hash,
    /// What the treasury has, what all deposit addresses have, and what of both is not in the books.
    pub treasury: Amount,
    pub elsewhere: Amount,
    pub own: Amount,
    /// What the ledger says has come in over the chain and not gone out again.
    pub inside: Amount,
}

impl Store {
    pub async fn network(&self) -> Result<Option<ChainNetwork>, Error> {
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
        let sql = "select /* reads all: every account is given an address */ a.id
                   from accounts a where a.mode = 'live' and a.id > $1
                       and not exists (select 1 from deposit_addresses d where d.account_id = a.id)
                   order by a.id limit $2";
        let after = after.map_or(String::new(), |id| id.to_string());
        self.query_columns(sql, &[after.into(), Value::Int(limit as i64)], |columns| columns.read()).await
    }

    pub async fn on_chain(&self) -> Result<Option<OnChain>, Error> {
        Ok(self.query_columns(ON_CHAIN, &[], read_on_chain).await?.pop())
    }
}

/// Everything that [`OnChain`] says, and then the name of the network.
pub const ON_CHAIN: &str = "select n.block, n.block_hash, n.holds, n.own,
        (select cast(coalesce(sum(d.holds), 0) as bigint) from deposit_addresses d where d.holds > 0),
        coalesce((select -l.balance from ledger_accounts l where l.id = 'live:world:chain'), 0), n.id
    from networks n";

pub fn read_on_chain(columns: &mut Columns<'_>) -> Result<OnChain, Error> {
    Ok(OnChain {
        block: columns.read()?,
        block_hash: columns.read()?,
        treasury: columns.read()?,
        own: columns.read()?,
        elsewhere: columns.read()?,
        inside: columns.read()?,
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
    &[("only_one", ColumnType::Int)],
);

pub static FIND_DEPOSIT_ADDRESSES: BatchStatement = BatchStatement::new(
    concat!("select ", address_columns!(), " from {rows} join deposit_addresses d on d.id = k.id"),
    &[deposit_addresses::kind::id],
);

pub static FIND_ADDRESSES_OF: BatchStatement = BatchStatement::new(
    concat!(
        "select ",
        address_columns!(),
        " from {rows} join deposit_addresses d on d.account_id = k.account_id and d.retired_at is null"
    ),
    &[deposit_addresses::kind::account_id],
);
