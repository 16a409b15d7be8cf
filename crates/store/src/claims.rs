//! Items that wait to be claimed.

use rules::account::Mode;
use rules::claim::OpenClaim;
use rules::claim_email::Scope;
use rules::email_address::EmailAddress;
use rules::id::{AccountId, RecipientId, TransactionId};
use rules::money::Amount;
use rules::time::Timestamp;
use rules::transaction::TransactionStatus;

use crate::decode;
use crate::engine::{BatchStatement, Kind, Row, Store, Value};
use crate::error::Error;

/// A payout item as its recipient sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClaimedItem {
    pub account: AccountId,
    pub recipient: RecipientId,
    pub email: EmailAddress,
    pub amount: Amount,
    pub reference: Option<String>,
    pub status: TransactionStatus,
    pub claim_expires_at: Option<Timestamp>,
    clock_ahead: i64,
}

/// What one sender has waiting for an address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SenderSum {
    pub name: String,
    pub count: i64,
    pub total: Amount,
}

/// All that waits for an address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WaitingSum {
    pub count: i64,
    pub total: Amount,
    /// When the first of it goes back.
    pub until: Timestamp,
    /// The item that waits longest: a link that is made from it works longest.
    pub last: TransactionId,
}

/// The `+` in these conditions keeps SQLite from searching by expiry, which would read every open claim of the mode.
fn scope_values(scope: Scope) -> (&'static str, String) {
    match scope {
        Scope::Live => (Mode::Live.name(), String::new()),
        Scope::Sandbox(account) => (Mode::Test.name(), account.to_string()),
    }
}

impl ClaimedItem {
    /// Whether a link that was made from it still works.
    pub fn link_works(&self, real_now: Timestamp) -> bool {
        self.claim_expires_at.is_some_and(|expiry| self.now(real_now) < expiry)
    }

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

    /// What whoever has the link of an item may know about it.
    pub async fn claimed_item(&self, item: TransactionId) -> Result<Option<ClaimedItem>, Error> {
        let sql = "select t.account_id, t.recipient_id, r.email, t.amount, t.reference, t.status, t.claim_expires_at,
                       a.clock_ahead
                   from transactions t join recipients r on r.id = t.recipient_id
                   join accounts a on a.id = t.account_id where t.id = $1 and (t.type = 'payout') is true";
        self.query_one(sql, &[item.into()], read_claimed_item).await
    }

    /// What waits for an address from each sender, the largest sums first. `now` is the time in that scope.
    pub async fn waiting_by_sender(
        &self,
        scope: Scope,
        email_key: &str,
        now: Timestamp,
        limit: usize,
    ) -> Result<Vec<SenderSum>, Error> {
        let (mode, account) = scope_values(scope);
        let sql = "select u.name, count(*), cast(sum(c.amount) as bigint)
                   from claims c join accounts a on a.id = c.account_id join users u on u.id = a.user_id
                   where c.mode = $1 and c.email_key = $2 and (c.account_id = $3 or $3 = '') and +c.expires_at > $4
                   group by c.account_id, u.name order by 3 desc, c.account_id limit $5";
        let params = [mode.into(), email_key.into(), account.into(), now.into(), Value::Int(limit as i64)];
        let read = |row: &Row<'_>| {
            let (name, total) = (row.text(0)?.to_owned(), decode::amount(row, 2)?);
            Ok(SenderSum { name, count: row.int(1)?, total })
        };
        self.query(sql, &params, read).await
    }

    /// All that waits for an address, if anything does.
    pub async fn waiting_for(
        &self,
        scope: Scope,
        email_key: &str,
        now: Timestamp,
    ) -> Result<Option<WaitingSum>, Error> {
        let (mode, account) = scope_values(scope);
        let sql = "select count(*), cast(coalesce(sum(c.amount), 0) as bigint), min(c.expires_at) from claims c
                   where c.mode = $1 and c.email_key = $2 and (c.account_id = $3 or $3 = '') and +c.expires_at > $4";
        let params = [mode.into(), email_key.into(), account.into(), now.into()];
        let read = |row: &Row<'_>| {
            Ok((row.int(0)?, decode::amount(row, 1)?, decode::optional_time(row, 2)?.unwrap_or_default()))
        };
        let sums = self.query_one(sql, &params, read).await?;
        let sql = "select c.item_id from claims c
                   where c.mode = $1 and c.email_key = $2 and (c.account_id = $3 or $3 = '') and +c.expires_at > $4
                   order by c.expires_at desc, c.item_id desc limit 1";
        let last = self.query_one(sql, &params, |row| decode::id(row, 0)).await?;
        Ok(sums.zip(last).map(|((count, total, until), last)| WaitingSum { count, total, until, last }))
    }

    /// How many of these items go to the recipient, and what they are together, whatever became of them.
    pub async fn announced_items(
        &self,
        items: (TransactionId, TransactionId),
        recipient: RecipientId,
    ) -> Result<(i64, Amount), Error> {
        let sql = "select count(*), cast(coalesce(sum(t.amount), 0) as bigint) from transactions t
                   where t.id >= $1 and t.id <= $2 and (t.recipient_id = $3) is true";
        let params = [items.0.into(), items.1.into(), recipient.into()];
        let read = |row: &Row<'_>| Ok((row.int(0)?, decode::amount(row, 1)?));
        Ok(self.query_one(sql, &params, read).await?.unwrap_or_default())
    }

    /// Some of what waits for an address; in the sandbox, from one sender.
    pub async fn claims_for(
        &self,
        scope: Scope,
        email_key: &str,
        limit: usize,
    ) -> Result<Vec<(AccountId, TransactionId)>, Error> {
        let (mode, account) = scope_values(scope);
        let sql = "select c.account_id, c.item_id from claims c
                   where c.mode = $1 and c.email_key = $2 and (c.account_id = $3 or $3 = '')
                   order by c.item_id limit $4";
        let params = [mode.into(), email_key.into(), account.into(), Value::Int(limit as i64)];
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

pub static INSERT_CLAIMS: BatchStatement = BatchStatement::insert(
    "claims",
    &[
        ("item_id", Kind::Text),
        ("account_id", Kind::Text),
        ("mode", Kind::Text),
        ("email_key", Kind::Text),
        ("amount", Kind::Int),
        ("expires_at", Kind::Int),
        ("email_id", Kind::Text),
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
        claim.email_id.into(),
    ]
}

pub static DELETE_CLAIMS: BatchStatement = BatchStatement::new(
    "delete from claims where item_id in (select item_id from {rows})",
    &[("item_id", Kind::Text)],
);
