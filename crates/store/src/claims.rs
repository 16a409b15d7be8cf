//! Items that wait to be claimed.

use rules::account::Mode;
use rules::claim::OpenClaim;
use rules::email::Email;
use rules::id::{AccountId, RecipientId, TransactionId};
use rules::money::Amount;
use rules::time::Timestamp;
use rules::transaction::TransactionStatus;

use crate::decode;
use crate::engine::{Each, Kind, Row, Store, Value};
use crate::error::Error;

/// A payout item as its recipient sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClaimedItem {
    pub account: AccountId,
    pub recipient: RecipientId,
    pub email: Email,
    pub amount: Amount,
    pub reference: Option<String>,
    pub status: TransactionStatus,
    pub claim_expires_at: Option<Timestamp>,
    clock_ahead: i64,
}

impl ClaimedItem {
    /// What time it is for the account that pays.
    pub fn now(&self, real_now: Timestamp) -> Timestamp {
        real_now.plus_micros(self.clock_ahead)
    }
}

impl Store {
    /// Some claims of one mode whose time is over, by the clock of the account that pays.
    pub async fn expired_claims(
        &self,
        mode: Mode,
        now: Timestamp,
        limit: usize,
    ) -> Result<Vec<(AccountId, TransactionId)>, Error> {
        let sql = "select account_id, item_id from claims where mode = $1 and expires_at <= $2
                   order by expires_at limit $3";
        let params = [mode.name().into(), now.into(), Value::Int(limit as i64)];
        let mut found = self.query(sql, &params, read_claim).await?;
        if mode == Mode::Live {
            return Ok(found);
        }
        // Accounts whose clock was moved are few, have their own index, and are test accounts.
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

    /// What whoever has the link of an item may know about it.
    pub async fn claimed_item(&self, item: TransactionId) -> Result<Option<ClaimedItem>, Error> {
        let sql = "select t.account_id, t.recipient_id, r.email, t.amount, t.reference, t.status, t.claim_expires_at,
                       a.clock_ahead
                   from transactions t join recipients r on r.id = t.recipient_id
                   join accounts a on a.id = t.account_id where t.id = $1 and (t.type = 'payout') is true";
        self.query_one(sql, &[item.into()], read_claimed_item).await
    }

    /// How much waits for an address, in how many items.
    pub async fn waiting_for(&self, mode: Mode, email_key: &str) -> Result<(usize, Amount), Error> {
        let sql = "select count(*), cast(coalesce(sum(t.amount), 0) as bigint)
                   from claims c join transactions t on t.id = c.item_id where c.mode = $1 and c.email_key = $2";
        let read = |row: &Row<'_>| Ok((row.int(0)? as usize, decode::amount(row, 1)?));
        let found = self.query_one(sql, &[mode.name().into(), email_key.into()], read).await?;
        Ok(found.unwrap_or_default())
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

fn read_claimed_item(row: &Row<'_>) -> Result<ClaimedItem, Error> {
    Ok(ClaimedItem {
        account: decode::id(row, 0)?,
        recipient: decode::id(row, 1)?,
        email: decode::email(row, 2)?,
        amount: decode::amount(row, 3)?,
        reference: row.optional_text(4)?.map(str::to_owned),
        status: decode::named(row, 5, TransactionStatus::parse)?,
        claim_expires_at: decode::optional_time(row, 6)?,
        clock_ahead: row.int(7)?,
    })
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
