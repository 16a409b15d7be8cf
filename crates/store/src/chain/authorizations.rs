//! What was authorized on the chain, and what relays it there.

use rules::chain::{Authorization, End, Hash, Payment, RelayTransaction};
use rules::money::Amount;
use rules::time::Timestamp;

use super::address;
use crate::decode;
use crate::engine::{BatchStatement, Kind, Row, Store, Value};
use crate::error::Error;

macro_rules! authorization_columns {
    () => {
        "a.id, a.payment, a.account_id, a.from_address, a.to_address, a.amount, a.valid_before, a.call, a.created_at,
         a.ending, a.ended_at, a.chain_transaction"
    };
}

macro_rules! relay_transaction_columns {
    () => {
        "c.id, c.authorization_id, c.nonce, c.max_fee, c.tip, c.gas_limit, c.raw, c.created_at"
    };
}

impl Store {
    pub async fn authorization(&self, nonce: Hash) -> Result<Option<Authorization>, Error> {
        const SQL: &str =
            concat!("select ", authorization_columns!(), " from authorizations a where a.id = $1");
        self.query_one(SQL, &[nonce.to_string().into()], read_authorization).await
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
        let read = |row: &Row<'_>| Ok((row.int(0)?, decode::optional_time(row, 1)?));
        Ok(self.query_one(sql, &[], read).await?.unwrap_or((0, None)))
    }

    /// How much was authorized to others since a moment.
    pub async fn authorized_since(&self, since: Timestamp) -> Result<Amount, Error> {
        let sql = "select cast(coalesce(sum(amount), 0) as bigint) from authorizations
                   where created_at > $1 and account_id is not null";
        Ok(self.query_one(sql, &[since.into()], |row| decode::amount(row, 0)).await?.unwrap_or(Amount::ZERO))
    }

    /// How much is authorized to others and still there.
    pub async fn authorized_and_open(&self) -> Result<Amount, Error> {
        let sql = "select cast(coalesce(sum(amount), 0) as bigint) from authorizations
                   where ending is null and account_id is not null";
        Ok(self.query_one(sql, &[], |row| decode::amount(row, 0)).await?.unwrap_or(Amount::ZERO))
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
            " from relay_transactions c where c.nonce >= $1
                 and not exists (select 1 from relay_transactions d where d.nonce = c.nonce and d.max_fee > c.max_fee)
             order by c.nonce limit $2"
        );
        self.query(SQL, &[nonce.into(), Value::Int(limit as i64)], read_relay_transaction).await
    }
}

pub static FIND_AUTHORIZATIONS: BatchStatement = BatchStatement::new(
    concat!("select ", authorization_columns!(), " from {rows} join authorizations a on a.id = k.id"),
    &[("id", Kind::Text)],
);

pub static FIND_RELAY_TRANSACTIONS: BatchStatement = BatchStatement::new(
    concat!(
        "select ",
        relay_transaction_columns!(),
        " from {rows} join relay_transactions c on c.authorization_id = k.id"
    ),
    &[("id", Kind::Text)],
);

pub fn read_authorization(row: &Row<'_>) -> Result<Authorization, Error> {
    let payment = Payment::parse(decode::optional_id(row, 2)?, row.text(1)?);
    Ok(Authorization {
        nonce: decode::named(row, 0, Hash::parse)?,
        payment: payment.ok_or_else(|| decode::corrupt(1))?,
        from: address(row, 3)?,
        to: address(row, 4)?,
        amount: decode::amount(row, 5)?,
        valid_before: decode::time(row, 6)?,
        call: row.bytes(7)?.to_vec(),
        created_at: decode::time(row, 8)?,
        end: decode::optional_named(row, 9, End::parse)?,
        ended_at: decode::optional_time(row, 10)?,
        transaction: decode::optional_named(row, 11, Hash::parse)?,
    })
}

pub static INSERT_AUTHORIZATIONS: BatchStatement = BatchStatement::insert(
    "authorizations",
    &[
        ("id", Kind::Text),
        ("payment", Kind::Text),
        ("account_id", Kind::Text),
        ("from_address", Kind::Text),
        ("to_address", Kind::Text),
        ("amount", Kind::Int),
        ("valid_before", Kind::Int),
        ("call", Kind::Bytes),
        ("created_at", Kind::Int),
        ("ending", Kind::Text),
        ("ended_at", Kind::Int),
        ("chain_transaction", Kind::Text),
    ],
);

pub fn authorization_values(authorization: &Authorization) -> Vec<Value<'_>> {
    vec![
        authorization.nonce.to_string().into(),
        authorization.payment.id().into(),
        authorization.payment.account().into(),
        authorization.from.as_str().into(),
        authorization.to.as_str().into(),
        authorization.amount.into(),
        authorization.valid_before.into(),
        authorization.call.as_slice().into(),
        authorization.created_at.into(),
        authorization.end.map(|end| end.name().to_owned()).into(),
        authorization.ended_at.into(),
        authorization.transaction.map(|hash| hash.to_string()).into(),
    ]
}

/// How it ended; nothing else about an authorization changes.
pub static END_AUTHORIZATIONS: BatchStatement = BatchStatement::update(
    "authorizations",
    &[("id", Kind::Text), ("ending", Kind::Text), ("ended_at", Kind::Int), ("chain_transaction", Kind::Text)],
);

pub fn end_values(authorization: &Authorization) -> Vec<Value<'_>> {
    vec![
        authorization.nonce.to_string().into(),
        authorization.end.map(|end| end.name().to_owned()).into(),
        authorization.ended_at.into(),
        authorization.transaction.map(|hash| hash.to_string()).into(),
    ]
}

pub fn read_relay_transaction(row: &Row<'_>) -> Result<RelayTransaction, Error> {
    Ok(RelayTransaction {
        hash: decode::named(row, 0, Hash::parse)?,
        authorization: decode::named(row, 1, Hash::parse)?,
        nonce: row.int(2)?,
        max_fee: row.int(3)?,
        tip: row.int(4)?,
        gas_limit: row.int(5)?,
        raw: row.bytes(6)?.to_vec(),
        created_at: decode::time(row, 7)?,
    })
}

pub static INSERT_RELAY_TRANSACTIONS: BatchStatement = BatchStatement::insert(
    "relay_transactions",
    &[
        ("id", Kind::Text),
        ("authorization_id", Kind::Text),
        ("nonce", Kind::Int),
        ("max_fee", Kind::Int),
        ("tip", Kind::Int),
        ("gas_limit", Kind::Int),
        ("raw", Kind::Bytes),
        ("created_at", Kind::Int),
    ],
);

pub fn relay_transaction_values(relay_transaction: &RelayTransaction) -> Vec<Value<'_>> {
    vec![
        relay_transaction.hash.to_string().into(),
        relay_transaction.authorization.to_string().into(),
        relay_transaction.nonce.into(),
        relay_transaction.max_fee.into(),
        relay_transaction.tip.into(),
        relay_transaction.gas_limit.into(),
        relay_transaction.raw.as_slice().into(),
        relay_transaction.created_at.into(),
    ]
}
