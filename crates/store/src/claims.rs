//! Items that wait to be claimed.

use rules::account::Mode;
use rules::claim::OpenClaim;
use rules::claim_email::EmailScope;
use rules::email_address::EmailAddress;
use rules::email_language::of_recipients;
use rules::id::{AccountId, RecipientId, TransactionId};
use rules::language::Language;
use rules::money::Amount;
use rules::time::Timestamp;
use rules::transaction::TransactionStatus;
use rules::zone::Zone;

use crate::engine::{BatchStatement, Columns, PerEngine, SqlRow, Store, Value, corrupt};
use crate::error::Error;
use crate::table::table;
use crate::users::known_zone;

/// What says in which language the sender of a claim writes to its recipients: `read_sender_language` reads it.
const SENDER_LANGUAGES: &str =
    "(select a.recipient_language from accounts a where a.id = claims.account_id) as recipient_language,
     (select o.language from accounts a join users o on o.id = a.user_id where a.id = claims.account_id)
         as owner_language";

table! {
    claims as c;
    columns claim_columns {
        item_id: Text,
        account_id: Text,
        mode: Text,
        email_key: Text,
        amount: Int,
        expires_at: Int,
        email_id: Text,
    }
    write claim: &OpenClaim {
        item_id: claim.item,
        account_id: claim.account,
        mode: claim.mode,
        email_key: claim.email.lookup_key(),
        amount: claim.amount,
        expires_at: claim.expires_at,
        email_id: claim.email_id,
    }
    insert INSERT_CLAIMS with claim_values;
}

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
    /// What the user with the address has set, and the sender's language for recipients: for emails alone, because the
    /// first tells that the address has a user.
    pub email_languages: (Option<Language>, Language),
    /// What the user with the address has set.
    pub zone: Option<Zone>,
    clock_ahead: i64,
}

/// What one sender has waiting for an address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SenderSum {
    pub name: String,
    pub count: i64,
    pub total: Amount,
}

/// What waits for an address: everything, or as much as is counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WaitingSum {
    pub count: i64,
    pub total: Amount,
    /// False if more waits than is counted.
    pub is_all: bool,
    /// When the first of it goes back.
    pub until: Timestamp,
    /// What the sender of the oldest item has set for its recipients.
    pub sender_language: Language,
    /// The item that waits longest: a link that is made from it works longest.
    pub last: TransactionId,
}

/// Anyone can make any number of claims wait for an address, so no more than these are counted for a page or an email.
const MAX_COUNTED: usize = 1_000;

/// Which claims belong to a scope and an address (`$1`), by an index that holds no others.
struct InScope {
    condition: &'static str,
    params: Vec<Value<'static>>,
}

impl InScope {
    fn new(scope: EmailScope, email_key: &str) -> Self {
        let key = Value::Text(email_key.to_owned().into());
        match scope {
            EmailScope::Live => InScope { condition: "mode = 'live' and email_key = $1", params: vec![key] },
            EmailScope::Sandbox(account) => InScope {
                condition: "mode = 'test' and email_key = $1 and account_id = $2",
                params: vec![key, account.into()],
            },
        }
    }

    /// Adds a parameter and says how the statement names it.
    fn bind(&mut self, value: Value<'static>) -> String {
        self.params.push(value);
        format!("${}", self.params.len())
    }

    /// The claims that have not expired and wait longest, at most so many.
    fn longest(
        scope: EmailScope,
        email_key: &str,
        now: Timestamp,
        most: usize,
    ) -> (String, Vec<Value<'static>>) {
        let mut scope = InScope::new(scope, email_key);
        let (now, limit) = (scope.bind(now.into()), scope.bind(Value::Int(most as i64)));
        let sql = format!(
            "select item_id, amount, expires_at, account_id, {SENDER_LANGUAGES}
             from claims where {} and expires_at > {now} order by expires_at desc, item_id desc limit {limit}",
            scope.condition
        );
        (sql, scope.params)
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
        let params = [mode.into(), now.into(), Value::Int(limit as i64)];
        let mut found = self.query(sql, &params, read_claim).await?;
        if mode == Mode::Live {
            return Ok(found);
        }
        // Accounts whose clock was moved are few, have their own index, and are test accounts.
        const AHEAD: PerEngine = PerEngine {
            sqlite: "select c.account_id, c.item_id from accounts a cross join claims c
                where a.clock_ahead > 0 and c.account_id = a.id and c.expires_at > $1
                    and c.expires_at <= $1 + a.clock_ahead limit $2",
            postgres: "select c.account_id, c.item_id from accounts a cross join lateral (
                    select c.account_id, c.item_id from claims c
                    where c.account_id = a.id and c.expires_at > $1 and c.expires_at <= $1 + a.clock_ahead
                    limit $2) c
                where a.clock_ahead > 0 limit $2",
        };
        found.extend(
            self.query(self.words(AHEAD), &[now.into(), Value::Int(limit as i64)], read_claim).await?,
        );
        Ok(found)
    }

    /// Some claims of one account whose time is over by its clock.
    pub async fn expired_claims_of(
        &self,
        account: AccountId,
        now: Timestamp,
        limit: usize,
    ) -> Result<Vec<(AccountId, TransactionId)>, Error> {
        let sql = "select c.account_id, c.item_id from accounts a join claims c on c.account_id = a.id
                   where a.id = $1 and c.expires_at <= $2 + a.clock_ahead order by c.expires_at limit $3";
        let params = [account.into(), now.into(), Value::Int(limit as i64)];
        self.query(sql, &params, read_claim).await
    }

    /// What the holder of an item's link may know about it.
    pub async fn claimed_item(&self, item: TransactionId) -> Result<Option<ClaimedItem>, Error> {
        let sql = "select t.account_id, t.recipient_id, r.email, t.amount, t.reference, t.status, t.claim_expires_at,
                       u.language, a.recipient_language, o.language, u.time_zone, a.clock_ahead
                   from transactions t join recipients r on r.id = t.recipient_id
                   join accounts a on a.id = t.account_id join users o on o.id = a.user_id
                   left join users u on u.email_key = r.email_key
                   where t.id = $1 and (t.type = 'payout') is true";
        self.query_one(sql, &[item.into()], read_claimed_item).await
    }

    /// What waits for an address from each sender, the largest sums first. `now` is the time in that scope.
    pub async fn waiting_by_sender(
        &self,
        scope: EmailScope,
        email_key: &str,
        now: Timestamp,
        limit: usize,
    ) -> Result<Vec<SenderSum>, Error> {
        let (counted, params) = InScope::longest(scope, email_key, now, MAX_COUNTED);
        let sql = format!(
            "select u.name, count(*), cast(sum(c.amount) as bigint)
             from ({counted}) c join accounts a on a.id = c.account_id join users u on u.id = a.user_id
             group by c.account_id, u.name order by 3 desc, c.account_id limit {limit}"
        );
        let read = |columns: &mut Columns<'_>| {
            Ok(SenderSum { name: columns.read()?, count: columns.read()?, total: columns.read()? })
        };
        self.query_columns(&sql, &params, read).await
    }

    /// What waits for an address, if anything does.
    pub async fn waiting_for(
        &self,
        scope: EmailScope,
        email_key: &str,
        now: Timestamp,
    ) -> Result<Option<WaitingSum>, Error> {
        // One more shows that there are more.
        let (counted, params) = InScope::longest(scope, email_key, now, MAX_COUNTED + 1);
        let read = |columns: &mut Columns<'_>| {
            let (item, amount, expires_at) = (columns.read()?, columns.read()?, columns.read()?);
            columns.read::<AccountId>()?;
            Ok((item, amount, (expires_at, read_sender_language(columns)?)))
        };
        let found: Vec<(TransactionId, Amount, (Timestamp, Language))> =
            self.query_columns(&counted, &params, read).await?;
        let (Some((last, ..)), Some((.., oldest))) = (found.first(), found.last()) else { return Ok(None) };
        let (is_all, counted) = (found.len() <= MAX_COUNTED, &found[..found.len().min(MAX_COUNTED)]);
        let (until, sender_language) = match is_all {
            true => *oldest,
            false => self.first_to_expire(scope, email_key, now).await?.unwrap_or(*oldest),
        };
        let total = counted.iter().try_fold(Amount::ZERO, |sum, (_, amount, _)| sum.checked_add(*amount));
        let total = total.ok_or_else(|| corrupt("the sum of claims.amount"))?;
        let (count, last) = (counted.len() as i64, *last);
        Ok(Some(WaitingSum { count, total, is_all, until, sender_language, last }))
    }

    /// When the oldest item goes back, and its sender's language for recipients.
    async fn first_to_expire(
        &self,
        scope: EmailScope,
        email_key: &str,
        now: Timestamp,
    ) -> Result<Option<(Timestamp, Language)>, Error> {
        let mut scope = InScope::new(scope, email_key);
        let now = scope.bind(now.into());
        let condition = scope.condition;
        let sql = format!(
            "select expires_at, {SENDER_LANGUAGES}
             from claims where {condition} and expires_at > {now} order by expires_at, item_id limit 1"
        );
        let read = |columns: &mut Columns<'_>| Ok((columns.read()?, read_sender_language(columns)?));
        Ok(self.query_columns(&sql, &scope.params, read).await?.pop())
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
        let read = |columns: &mut Columns<'_>| Ok((columns.read()?, columns.read()?));
        Ok(self.query_columns(sql, &params, read).await?.pop().unwrap_or_default())
    }

    /// Some of what waits for an address; in the sandbox, from one sender. `now` is the time in that scope. What locked
    /// senders have sent waits until they are unlocked.
    pub async fn claims_for(
        &self,
        scope: EmailScope,
        email_key: &str,
        now: Timestamp,
        limit: usize,
    ) -> Result<Vec<(AccountId, TransactionId)>, Error> {
        let mut scope = InScope::new(scope, email_key);
        let (now, limit) = (scope.bind(now.into()), scope.bind(Value::Int(limit as i64)));
        let condition = scope.condition;
        let sql = format!(
            "select account_id, item_id from claims where {condition} and expires_at > {now}
                 and not exists (select 1 from accounts a /*sqlite indexed by accounts_locked */
                     where a.id = claims.account_id and a.locked_at is not null)
             order by expires_at, item_id limit {limit}"
        );
        self.query(&sql, &scope.params, read_claim).await
    }

    /// The next live claims behind a position, in an order of their own, with the wallets that they can be credited to:
    /// those of users who have proved the address. Also where to go on; nowhere at the end.
    pub async fn claims_of_users(
        &self,
        after: Option<&ClaimPosition>,
        now: Timestamp,
        limit: usize,
    ) -> Result<(Vec<(String, AccountId)>, Option<ClaimPosition>), Error> {
        let sql = "select c.email_key, c.expires_at, c.item_id, a.id
                   from (select email_key, expires_at, item_id from claims /*sqlite indexed by claims_by_email */
                         where mode = 'live' and (email_key, expires_at, item_id) > ($1, $2, $3)
                         order by email_key, expires_at, item_id limit $4) c
                   left join users u on u.email_key = c.email_key and u.verified_at is not null
                   left join accounts a on a.user_id = u.id and a.mode = 'live'
                   order by c.email_key, c.expires_at, c.item_id";
        let start = ClaimPosition { email_key: String::new(), expires_at: 0, item: String::new() };
        let ClaimPosition { email_key, expires_at, item } = after.unwrap_or(&start);
        let params = [
            Value::Text(email_key.into()),
            Value::Int(*expires_at),
            Value::Text(item.into()),
            Value::Int(limit as i64),
        ];
        let read = |columns: &mut Columns<'_>| {
            let at = ClaimPosition {
                email_key: columns.read()?,
                expires_at: columns.read()?,
                item: columns.read()?,
            };
            Ok((at, columns.read()?))
        };
        let mut found: Vec<(ClaimPosition, Option<AccountId>)> =
            self.query_columns(sql, &params, read).await?;
        let next = found.last().filter(|_| found.len() == limit).map(|(at, _)| at.clone());
        found.retain(|(at, _)| at.expires_at > now.micros());
        found.dedup_by(|(left, _), (right, _)| left.email_key == right.email_key);
        let users = found.into_iter().filter_map(|(at, wallet)| Some((at.email_key, wallet?)));
        Ok((users.collect(), next))
    }
}

/// Where the reading of live claims goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClaimPosition {
    email_key: String,
    expires_at: i64,
    item: String,
}

/// From a sender's languages for its recipients and for its owner, in this order.
fn read_sender_language(columns: &mut Columns<'_>) -> Result<Language, Error> {
    Ok(of_recipients(columns.read()?, columns.read()?))
}

fn read_claimed_item(row: &SqlRow<'_>) -> Result<ClaimedItem, Error> {
    let mut columns = Columns::of(row);
    Ok(ClaimedItem {
        account: columns.read()?,
        recipient: columns.read()?,
        email: columns.read()?,
        amount: columns.read()?,
        reference: columns.read()?,
        status: columns.read()?,
        claim_expires_at: columns.read()?,
        email_languages: (columns.read()?, read_sender_language(&mut columns)?),
        zone: known_zone(columns.read()?),
        clock_ahead: columns.read()?,
    })
}

fn read_claim(row: &SqlRow<'_>) -> Result<(AccountId, TransactionId), Error> {
    let mut columns = Columns::of(row);
    Ok((columns.read()?, columns.read()?))
}

pub static DELETE_CLAIMS: BatchStatement = BatchStatement::new(
    "delete from claims where item_id in (select item_id from {rows})",
    &[claims::kind::item_id],
);
