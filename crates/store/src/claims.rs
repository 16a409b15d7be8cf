//! Items that wait to be claimed, and the mails that say so.

use rules::account::Mode;
use rules::claim::{Mail, OpenClaim};
use rules::id::{AccountId, TransactionId};
use rules::time::Timestamp;

use crate::decode;
use crate::engine::{Each, Kind, Row, Store, Value};
use crate::error::Error;

impl Store {
    /// Some claims whose time is over, by the clock of the account that pays.
    pub async fn expired_claims(
        &self,
        now: Timestamp,
        limit: usize,
    ) -> Result<Vec<(AccountId, TransactionId)>, Error> {
        let sql =
            "select account_id, item_id from claims where expires_at <= $1 order by expires_at limit $2";
        let mut found = self.query(sql, &[now.into(), Value::Int(limit as i64)], read_claim).await?;
        // Accounts whose clock was moved are few, and have their own index.
        let sql = "select c.account_id, c.item_id from accounts a join claims c on c.account_id = a.id
                   where a.clock_ahead > 0 and c.expires_at > $1 and c.expires_at <= $1 + a.clock_ahead limit $2";
        found.extend(self.query(sql, &[now.into(), Value::Int(limit as i64)], read_claim).await?);
        Ok(found)
    }

    /// Whose address an item waits for, if it still does.
    pub async fn claim_of(&self, item: TransactionId) -> Result<Option<(Mode, String)>, Error> {
        let sql = "select mode, email_key from claims where item_id = $1";
        let read = |row: &Row<'_>| Ok((decode::named(row, 0, Mode::parse)?, row.text(1)?.to_owned()));
        self.query_one(sql, &[item.into()], read).await
    }

    /// Some of what waits for an address.
    pub async fn claims_for(
        &self,
        mode: Mode,
        email_key: &str,
        limit: usize,
    ) -> Result<Vec<(AccountId, TransactionId)>, Error> {
        let sql = "select account_id, item_id from claims where mode = $1 and email_key = $2
                   order by item_id limit $3";
        let params = [mode.name().into(), email_key.into(), Value::Int(limit as i64)];
        self.query(sql, &params, read_claim).await
    }
}

fn read_claim(row: &Row<'_>) -> Result<(AccountId, TransactionId), Error> {
    Ok((decode::id(row, 0)?, decode::id(row, 1)?))
}

pub static INSERT_CLAIMS: Each = Each::insert(
    "claims",
    &[
        ("item_id", Kind::Text),
        ("account_id", Kind::Text),
        ("mode", Kind::Text),
        ("email_key", Kind::Text),
        ("amount", Kind::Int),
        ("expires_at", Kind::Int),
    ],
);

pub fn claim_values(claim: &OpenClaim) -> Vec<Value<'_>> {
    vec![
        claim.item.into(),
        claim.account.into(),
        claim.mode.name().into(),
        claim.email.lookup_key().into(),
        claim.amount.into(),
        claim.expires_at.into(),
    ]
}

pub static DELETE_CLAIMS: Each =
    Each::new("delete from claims where item_id in (select item_id from {rows})", &[("item_id", Kind::Text)]);

pub static INSERT_MAILS: Each = Each::insert(
    "mails",
    &[
        ("id", Kind::Text),
        ("account_id", Kind::Text),
        ("kind", Kind::Text),
        ("email", Kind::Text),
        ("cause", Kind::Text),
        ("status", Kind::Text),
        ("created_at", Kind::Int),
    ],
);

pub fn mail_values(mail: &Mail) -> Vec<Value<'_>> {
    vec![
        mail.id.into(),
        mail.account.into(),
        mail.kind.name().into(),
        mail.email.as_str().into(),
        mail.cause.into(),
        mail.status.name().into(),
        mail.created_at.into(),
    ]
}
