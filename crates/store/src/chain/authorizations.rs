//! What was authorized on the chain, and what relays it there.

use rules::chain::{Authorization, ChainPayment, Hash, RelayTransaction};
use rules::id::AccountId;
use rules::money::Amount;
use rules::time::Timestamp;

use crate::engine::{BatchStatement, Columns, Store, Value, corrupt};
use crate::error::Error;
use crate::table::table;

table! {
    authorizations as a;
    columns authorization_columns {
        id: Text,
        payment: Text,
        account_id: Text,
        from_address: Text,
        to_address: Text,
        amount: Int,
        valid_before: Int,
        call: Bytes,
        created_at: Int,
        ending: Text,
        ended_at: Int,
        chain_transaction: Text,
    }
    read read_authorization -> Authorization {
        Authorization {
            nonce: id,
            payment: payment_of(account_id, payment)?,
            from: from_address,
            to: to_address,
            amount,
            valid_before,
            call,
            created_at,
            end: ending,
            ended_at,
            transaction: chain_transaction,
        }
    }
    write authorization: &Authorization {
        id: authorization.nonce,
        payment: authorization.payment.id(),
        account_id: authorization.payment.account(),
        from_address: authorization.from.as_str(),
        to_address: authorization.to.as_str(),
        amount: authorization.amount,
        valid_before: authorization.valid_before,
        call: authorization.call.as_slice(),
        created_at: authorization.created_at,
        ending: authorization.end,
        ended_at: authorization.ended_at,
        chain_transaction: authorization.transaction,
    }
    insert INSERT_AUTHORIZATIONS with authorization_values;
    /// How it ended; nothing else about an authorization changes.
    update END_AUTHORIZATIONS with end_values by id: ending, ended_at, chain_transaction;
}

fn payment_of(account: Option<AccountId>, id: String) -> Result<ChainPayment, Error> {
    ChainPayment::parse(account, &id).ok_or_else(|| corrupt("authorizations.payment"))
}

table! {
    relay_transactions as c;
    columns relay_transaction_columns {
        id: Text,
        authorization_id: Text,
        nonce: Int,
        max_fee: Int,
        tip: Int,
        gas_limit: Int,
        raw: Bytes,
        created_at: Int,
    }
    read read_relay_transaction -> RelayTransaction {
        RelayTransaction {
            hash: id,
            authorization: authorization_id,
            nonce,
            max_fee,
            tip,
            gas_limit,
            raw,
            created_at,
        }
    }
    write relay_transaction: &RelayTransaction {
        id: relay_transaction.hash,
        authorization_id: relay_transaction.authorization,
        nonce: relay_transaction.nonce,
        max_fee: relay_transaction.max_fee,
        tip: relay_transaction.tip,
        gas_limit: relay_transaction.gas_limit,
        raw: relay_transaction.raw.as_slice(),
        created_at: relay_transaction.created_at,
    }
    insert INSERT_RELAY_TRANSACTIONS with relay_transaction_values;
}

impl Store {
    pub async fn authorization(&self, nonce: Hash) -> Result<Option<Authorization>, Error> {
        const SQL: &str =
            concat!("select ", authorization_columns!(), " from authorizations a where a.id = $1");
        self.query_one(SQL, &[nonce.into()], read_authorization).await
    }

    /// Some open authorizations that nothing relays under this nonce of the gas account or a later one, oldest first,
    /// from behind this one on.
    pub async fn uncarried_authorizations(
        &self,
        nonce: i64,
        after: Option<&Authorization>,
        limit: usize,
    ) -> Result<Vec<Authorization>, Error> {
        const SQL: &str = concat!(
            "select ",
            authorization_columns!(),
            " from authorizations a where a.ending is null and not exists
                 (select 1 from relay_transactions c where c.authorization_id = a.id and c.nonce >= $1)
                 and (a.created_at > $2 or a.created_at = $2 and a.id > $3)
             order by a.created_at, a.id limit $4"
        );
        let created_at = after.map_or(Value::Int(i64::MIN), |known| known.created_at.into());
        let id = after.map_or(String::new(), |known| known.nonce.to_string());
        let values = [nonce.into(), created_at, id.into(), Value::Int(limit as i64)];
        self.query(SQL, &values, read_authorization).await
    }

    /// Some open authorizations that no block of this time or later can hold.
    pub async fn late_authorizations(
        &self,
        time: Timestamp,
        limit: usize,
    ) -> Result<Vec<Authorization>, Error> {
        const SQL: &str = concat!(
            "select ",
            authorization_columns!(),
            " from authorizations a where a.ending is null and a.valid_before <= $1
             order by a.created_at, a.id limit $2"
        );
        self.query(SQL, &[time.into(), Value::Int(limit as i64)], read_authorization).await
    }

    /// How many authorizations are open, and since when the oldest.
    pub async fn open_authorizations(&self) -> Result<(i64, Option<Timestamp>), Error> {
        let sql = "select count(*), min(created_at) from authorizations where ending is null";
        let read = |columns: &mut Columns<'_>| Ok((columns.read()?, columns.read()?));
        Ok(self.query_columns(sql, &[], read).await?.pop().unwrap_or((0, None)))
    }

    /// How much was authorized to others since a moment.
    pub async fn authorized_since(&self, since: Timestamp) -> Result<Amount, Error> {
        let sql = "select cast(coalesce(sum(amount), 0) as bigint) from authorizations
                   where created_at > $1 and account_id is not null";
        let found = self.query_columns(sql, &[since.into()], |columns| columns.read()).await?.pop();
        Ok(found.unwrap_or(Amount::ZERO))
    }

    /// How much of it was authorized for one account.
    pub async fn authorized_for_since(&self, account: AccountId, since: Timestamp) -> Result<Amount, Error> {
        let sql = "select cast(coalesce(sum(amount), 0) as bigint) from authorizations
                   where created_at > $1 and account_id = $2";
        let values = [since.into(), account.into()];
        let found = self.query_columns(sql, &values, |columns| columns.read()).await?.pop();
        Ok(found.unwrap_or(Amount::ZERO))
    }

    /// How much is authorized to others and still there.
    pub async fn authorized_and_open(&self) -> Result<Amount, Error> {
        let sql = "select cast(coalesce(sum(amount), 0) as bigint)
                   from authorizations /*sqlite indexed by authorizations_open */
                   where ending is null and account_id is not null";
        let found = self.query_columns(sql, &[], |columns| columns.read()).await?.pop();
        Ok(found.unwrap_or(Amount::ZERO))
    }

    /// What relays authorizations under this nonce of the gas account or a later one: the dearest of each, by nonce.
    pub async fn relay_transactions_from(
        &self,
        nonce: i64,
        limit: usize,
    ) -> Result<Vec<RelayTransaction>, Error> {
        const SQL: &str = concat!(
            "select ",
            relay_transaction_columns!(),
            " from relay_transactions c where /* reads all: those since the current nonce are few */ c.nonce >= $1
                 and not exists (select 1 from relay_transactions d where d.nonce = c.nonce and d.max_fee > c.max_fee)
             order by c.nonce limit $2"
        );
        self.query(SQL, &[nonce.into(), Value::Int(limit as i64)], read_relay_transaction).await
    }
}

pub static FIND_AUTHORIZATIONS: BatchStatement = BatchStatement::new(
    concat!("select ", authorization_columns!(), " from {rows} join authorizations a on a.id = k.id"),
    &[authorizations::kind::id],
);

pub static FIND_RELAY_TRANSACTIONS: BatchStatement = BatchStatement::new(
    concat!(
        "select ",
        relay_transaction_columns!(),
        " from {rows} join relay_transactions c on c.authorization_id = k.id"
    ),
    &[authorizations::kind::id],
);
