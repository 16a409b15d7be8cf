//! What was promised on the chain, and what carries it there.

use rules::chain::{Authorization, Carrier, End, Hash, Payment};
use rules::money::Amount;
use rules::time::Timestamp;

use super::address;
use crate::decode;
use crate::engine::{Each, Kind, Row, Store, Value};
use crate::error::Error;

macro_rules! authorization_columns {
    () => {
        "a.id, a.payment, a.account_id, a.from_address, a.to_address, a.amount, a.valid_before, a.call, a.created_at,
         a.ending, a.ended_at, a.chain_transaction"
    };
}

macro_rules! carrier_columns {
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

    /// Some open promises that nothing carries under this nonce of the gas account or a later one, oldest first, from
    /// behind this one on.
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
                 (select 1 from carriers c where c.authorization_id = a.id and c.nonce >= $1)
                 and (a.created_at > $2 or a.created_at = $2 and a.id > $3)
             order by a.created_at, a.id limit $4"
        );
        let created_at = after.map_or(Value::Int(i64::MIN), |known| known.created_at.into());
        let id = after.map_or(String::new(), |known| known.nonce.to_string());
        let values = [nonce.into(), created_at, id.into(), Value::Int(limit as i64)];
        self.query(SQL, &values, read_authorization).await
    }

    /// Some open promises that no block of this time or later can hold.
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

    /// How many promises are open, and since when the oldest.
    pub async fn open_promises(&self) -> Result<(i64, Option<Timestamp>), Error> {
        let sql = "select count(*), min(created_at) from authorizations where ending is null";
        let read = |row: &Row<'_>| Ok((row.int(0)?, decode::optional_time(row, 1)?));
        Ok(self.query_one(sql, &[], read).await?.unwrap_or((0, None)))
    }

    /// How much was promised to others since a moment.
    pub async fn promised_since(&self, since: Timestamp) -> Result<Amount, Error> {
        let sql = "select cast(coalesce(sum(amount), 0) as bigint) from authorizations
                   where created_at > $1 and account_id is not null";
        Ok(self.query_one(sql, &[since.into()], |row| decode::amount(row, 0)).await?.unwrap_or(Amount::ZERO))
    }

    /// How much is promised to others and still there.
    pub async fn promised_and_open(&self) -> Result<Amount, Error> {
        let sql = "select cast(coalesce(sum(amount), 0) as bigint) from authorizations
                   where ending is null and account_id is not null";
        Ok(self.query_one(sql, &[], |row| decode::amount(row, 0)).await?.unwrap_or(Amount::ZERO))
    }

    /// What carries promises under this nonce of the gas account or a later one: the dearest of each, by nonce.
    pub async fn carriers_from(&self, nonce: i64, limit: usize) -> Result<Vec<Carrier>, Error> {
        const SQL: &str = concat!(
            "select ",
            carrier_columns!(),
            " from carriers c where c.nonce >= $1
                 and not exists (select 1 from carriers d where d.nonce = c.nonce and d.max_fee > c.max_fee)
             order by c.nonce limit $2"
        );
        self.query(SQL, &[nonce.into(), Value::Int(limit as i64)], read_carrier).await
    }
}

pub static FIND_AUTHORIZATIONS: Each = Each::new(
    concat!("select ", authorization_columns!(), " from {rows} join authorizations a on a.id = k.id"),
    &[("id", Kind::Text)],
);

pub static FIND_CARRIERS: Each = Each::new(
    concat!("select ", carrier_columns!(), " from {rows} join carriers c on c.authorization_id = k.id"),
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

pub static INSERT_AUTHORIZATIONS: Each = Each::insert(
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

pub fn authorization_values(promise: &Authorization) -> Vec<Value<'_>> {
    vec![
        promise.nonce.to_string().into(),
        promise.payment.id().into(),
        promise.payment.account().into(),
        promise.from.as_str().into(),
        promise.to.as_str().into(),
        promise.amount.into(),
        promise.valid_before.into(),
        promise.call.as_slice().into(),
        promise.created_at.into(),
        promise.end.map(|end| end.name().to_owned()).into(),
        promise.ended_at.into(),
        promise.transaction.map(|hash| hash.to_string()).into(),
    ]
}

/// How it ended; nothing else about a promise changes.
pub static END_AUTHORIZATIONS: Each = Each::update(
    "authorizations",
    &[("id", Kind::Text), ("ending", Kind::Text), ("ended_at", Kind::Int), ("chain_transaction", Kind::Text)],
);

pub fn end_values(promise: &Authorization) -> Vec<Value<'_>> {
    vec![
        promise.nonce.to_string().into(),
        promise.end.map(|end| end.name().to_owned()).into(),
        promise.ended_at.into(),
        promise.transaction.map(|hash| hash.to_string()).into(),
    ]
}

pub fn read_carrier(row: &Row<'_>) -> Result<Carrier, Error> {
    Ok(Carrier {
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

pub static INSERT_CARRIERS: Each = Each::insert(
    "carriers",
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

pub fn carrier_values(carrier: &Carrier) -> Vec<Value<'_>> {
    vec![
        carrier.hash.to_string().into(),
        carrier.authorization.to_string().into(),
        carrier.nonce.into(),
        carrier.max_fee.into(),
        carrier.tip.into(),
        carrier.gas_limit.into(),
        carrier.raw.as_slice().into(),
        carrier.created_at.into(),
    ]
}
