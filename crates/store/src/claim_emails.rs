//! Claim emails that wait, by the mailbox they wait for, and how many were sent. Those of locked senders wait longer.

use std::collections::{BTreeMap, BTreeSet};

use rules::claim_email::{CombinedEmails, EmailCount, EmailScope, PostponedEmails, PostponedGroup};
use rules::decisions::claim_email::{CountKey, MailboxTurn, WaitingEmail};
use rules::email::EmailQueue;
use rules::id::AccountId;
use rules::time::Timestamp;

use crate::engine::{BatchStatement, ColumnType, Columns, PerEngine, SqlRow, Store, Value};
use crate::error::Error;
use crate::table::table;

table! {
    email_counts as e;
    columns email_count_columns {
        id: Text,
        scope: Text,
        since: Int,
        count: Int,
        ends_at: Int,
    }
    read read_email_count -> EmailCount { EmailCount { name: id, scope, since, count, ends_at } }
    write count: &EmailCount {
        id: &count.name,
        scope: count.scope,
        since: count.since,
        count: count.count,
        ends_at: count.ends_at,
    }
    insert INSERT_EMAIL_COUNTS with email_count_values;
}

pub static UPDATE_EMAIL_COUNTS: BatchStatement =
    BatchStatement::update("email_counts", email_counts::WRITTEN);

/// Emails whose mailboxes are looked at in one round.
const MAX_FOUND: usize = 500;
/// Of one sender to one mailbox in a turn.
const MAX_SENDER: usize = 100;

/// Mailboxes that claim emails are due for.
#[derive(Default)]
pub struct DueMailboxes {
    pub mailboxes: Vec<String>,
    /// The next round begins behind this sender.
    pub last_sender: Option<AccountId>,
}

impl Store {
    /// Some mailboxes that live claim emails are due for, of the senders behind this one first.
    pub async fn due_mailboxes(
        &self,
        after: Option<AccountId>,
        now: Timestamp,
        limit: usize,
    ) -> Result<DueMailboxes, Error> {
        self.mailboxes_of_senders(EmailQueue::Claims, after, now, limit).await
    }

    /// The same for sandboxes, by the clocks of their accounts.
    pub async fn due_sandbox_mailboxes(
        &self,
        after: Option<AccountId>,
        now: Timestamp,
        limit: usize,
    ) -> Result<DueMailboxes, Error> {
        let mut found = self.mailboxes_of_senders(EmailQueue::Sandbox, after, now, limit).await?;
        // Accounts whose clock was moved are few, and have their own index.
        let ahead: Vec<Option<String>> =
            self.query_columns(AHEAD, &[now.into()], |columns| columns.read()).await?;
        found.mailboxes.extend(ahead.into_iter().flatten());
        found.mailboxes = distinct(found.mailboxes, limit);
        Ok(found)
    }

    /// The same for one sandbox.
    pub async fn due_mailboxes_of_sandbox(
        &self,
        account: AccountId,
        now: Timestamp,
        limit: usize,
    ) -> Result<Vec<String>, Error> {
        let sql = "select mailbox from emails
            where queue = 'sandbox' and account_id = $1 and status = 'queued' and mailbox is not null
            and next_at <= $2 + (select clock_ahead from accounts where id = $1) order by next_at limit $3";
        let params = [account.into(), now.into(), Value::Int(MAX_FOUND as i64)];
        let found = self.query_columns(sql, &params, |columns| columns.read()).await?;
        Ok(distinct(found, limit))
    }

    /// The oldest of each sender, then the next of each, so that no number of emails hides those of another sender.
    async fn mailboxes_of_senders(
        &self,
        queue: EmailQueue,
        after: Option<AccountId>,
        now: Timestamp,
        limit: usize,
    ) -> Result<DueMailboxes, Error> {
        let after = after.map_or(String::new(), |sender| sender.to_string());
        let params = [queue.into(), now.into(), Value::Int(limit as i64), after.into()];
        let senders: Vec<AccountId> =
            self.query_columns(DUE_SENDERS, &params, |columns| columns.read()).await?;
        let share = (MAX_FOUND / senders.len().max(1)) as i64;
        let last_sender = senders.last().copied();
        let mut found: Vec<(usize, String)> = Vec::new();
        for sender in senders {
            let params = [queue.into(), sender.into(), now.into(), Value::Int(share)];
            let of_sender = self.query_columns(OF_SENDER, &params, |columns| columns.read()).await?;
            found.extend(distinct(of_sender, limit).into_iter().enumerate());
        }
        found.sort_by_key(|(place, _)| *place);
        let mailboxes = distinct(found.into_iter().map(|(_, mailbox)| mailbox).collect(), limit);
        Ok(DueMailboxes { mailboxes, last_sender })
    }

    /// The emails that wait for a mailbox: all that were tried before, and of what is due the first of each sender, the
    /// second of each sender and so on, so that no number of emails hides those of another sender.
    pub async fn mailbox_turn(
        &self,
        mailbox: &str,
        now: Timestamp,
        limit: usize,
    ) -> Result<Option<MailboxTurn>, Error> {
        let params = [mailbox.into(), now.into(), Value::Int(limit as i64)];
        let senders: Vec<AccountId> =
            self.query_columns(SENDERS_TO_MAILBOX, &params, |columns| columns.read()).await?;
        let share = (limit / senders.len().max(1)).clamp(1, MAX_SENDER) as i64;
        let mut found = self.query(TRIED, &[mailbox.into(), now.into()], read_waiting).await?;
        let mut due: Vec<(usize, WaitingRow)> = Vec::new();
        for sender in senders {
            let params = [mailbox.into(), now.into(), sender.into(), Value::Int(share)];
            due.extend(self.query(DUE, &params, read_waiting).await?.into_iter().enumerate());
        }
        due.sort_by_key(|(place, (next_at, _, waiting))| (*place, *next_at, waiting.id));
        found.extend(due.into_iter().map(|(_, row)| row));
        found.truncate(limit);
        let scope = found.first().map(|(_, scope, _)| *scope);
        Ok(scope.map(|scope| MailboxTurn {
            scope,
            messages: found.into_iter().map(|(_, _, waiting)| waiting).collect(),
        }))
    }

    /// When each of these counts began, of those that are there.
    pub async fn email_counts_since(&self, names: &[String]) -> Result<BTreeMap<String, Timestamp>, Error> {
        let rows: Vec<Vec<Value<'_>>> = names.iter().map(|name| vec![name.into()]).collect();
        let read = |row: &SqlRow<'_>| {
            let mut columns = Columns::of(row);
            Ok((columns.read()?, columns.read()?))
        };
        Ok(self.query_each(&FIND_EMAIL_COUNTS, &rows, read).await?.into_iter().collect())
    }

    /// Some counts that are over, by the clocks of their scopes.
    pub async fn old_email_counts(&self, now: Timestamp, limit: usize) -> Result<Vec<CountKey>, Error> {
        let params = [now.into(), Value::Int(limit as i64)];
        let sql = "select scope, id from email_counts where ends_at <= $1 order by ends_at limit $2";
        let mut found = self.query(sql, &params, read_count_key).await?;
        // Accounts whose clock was moved are few, and have their own index.
        const AHEAD: PerEngine = PerEngine {
            sqlite: "select e.scope, e.id from accounts a cross join email_counts e
                where e.scope = a.id and a.clock_ahead > 0 and e.ends_at > $1
                    and e.ends_at <= $1 + a.clock_ahead limit $2",
            postgres: "select e.scope, e.id from accounts a cross join lateral (
                    select e.scope, e.id from email_counts e
                    where e.scope = a.id and e.ends_at > $1 and e.ends_at <= $1 + a.clock_ahead limit $2) e
                where a.clock_ahead > 0 limit $2",
        };
        found.extend(self.query(self.words(AHEAD), &params, read_count_key).await?);
        Ok(found)
    }
}

/// Not more than so many, in the order in which they were found first.
fn distinct(found: Vec<String>, limit: usize) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let mut mailboxes: Vec<String> =
        found.into_iter().filter(|mailbox| seen.insert(mailbox.clone())).collect();
    mailboxes.truncate(limit);
    mailboxes
}

// From one sender to the next by the index, however many emails each of them has.
const DUE_SENDERS: &str = "with recursive senders (id) as (
        select min(account_id) from emails /*sqlite indexed by emails_by_sender */
        where queue = $1 and status = 'queued'
        union all
        select (select min(m.account_id) from emails m /*sqlite indexed by emails_by_sender */
            where m.queue = $1 and m.status = 'queued' and m.account_id > s.id)
        from senders s where s.id is not null)
    select d.id from (
        select s.id, (select min(m.next_at) from emails m /*sqlite indexed by emails_by_sender */
            where m.queue = $1 and m.status = 'queued' and m.account_id = s.id) as due
        from senders s where s.id is not null) d
    where d.due <= $2 and not exists (select 1 from accounts a /*sqlite indexed by accounts_locked */
        where a.id = d.id and a.locked_at is not null) order by case when d.id > $4 then 0 else 1 end, d.id limit $3";
const OF_SENDER: &str = "select mailbox from emails /*sqlite indexed by emails_by_sender */
    where queue = $1 and account_id = $2 and status = 'queued' and next_at <= $3 and mailbox is not null
    order by next_at limit $4";
// One of each account.
const AHEAD: &str = "select (select m.mailbox from emails m /*sqlite indexed by emails_by_sender */
        where m.queue = 'sandbox' and m.account_id = a.id and m.status = 'queued' and m.mailbox is not null
        and m.next_at > $1 and m.next_at <= $1 + a.clock_ahead order by m.next_at limit 1)
    from accounts a where a.clock_ahead > 0";
macro_rules! due_of_sender {
    ($kind:literal) => {
        concat!(
            "exists (select 1 from emails m /*sqlite indexed by emails_to_mailbox */
                where m.mailbox = $1 and m.account_id = s.id and m.kind = '",
            $kind,
            "' and m.status = 'queued' and m.tries < 1 and m.next_at <= $2 + a.clock_ahead)"
        )
    };
}
// Those with something due. Others could be so many that they would hide them.
const SENDERS_TO_MAILBOX: &str = concat!(
    "with recursive senders (id) as (
        select min(account_id) from emails /*sqlite indexed by emails_to_mailbox */
        where mailbox = $1 and status = 'queued' and tries < 1
        union all
        select (select min(m.account_id) from emails m /*sqlite indexed by emails_to_mailbox */
            where m.mailbox = $1 and m.status = 'queued' and m.tries < 1 and m.account_id > s.id)
        from senders s where s.id is not null)
    select s.id from senders s cross join accounts a where a.id = s.id and a.locked_at is null and (",
    due_of_sender!("reminder"),
    " or ",
    due_of_sender!("claim"),
    ") limit $3"
);

// A reminder of what goes back soon needs something that does. Owners of addresses can turn reminders off.
// A claim email that was tried stands for everything that waits for its address, as a reminder does. In a sandbox that
// is what its own account has sent.
macro_rules! waiting {
    ($($which:tt)*) => {
        concat!(
            "select m.id, m.email, m.account_id, m.queue, m.next_at,
                (select cast(coalesce(sum(c.amount), 0) as bigint) from claims c where c.email_id = m.id),
                case when m.kind = 'reminder' and a.mode = 'live' and m.cause not like '%:r%'
                    and m.cause not like '%:u%' and exists (select 1 from email_preferences p
                        where p.email_key = lower(m.email) and (p.turned_off & 8) <> 0)
                then 0
                when m.cause like '%:x:%'
                then (select count(*) from (select 1 from claims c
                    where c.mode = 'live' and c.email_key = lower(m.email) and c.expires_at > $2
                    and c.expires_at <= m.created_at
                        + case when m.cause like '%:x:7' then 604800000000 else 172800000000 end limit 1) o)
                when m.kind = 'claim' and m.tries < 1
                then (select count(*) from (select 1 from claims c
                    where c.email_id = m.id and c.expires_at > $2 + a.clock_ahead limit 1) o)
                when a.mode = 'live'
                then (select count(*) from (select 1 from claims c
                    where c.mode = 'live' and c.email_key = lower(m.email) and c.expires_at > $2 limit 1) o)
                else (select count(*) from (select 1 from claims c
                    where c.mode = 'test' and c.account_id = a.id and c.email_key = lower(m.email)
                    and c.expires_at > $2 + a.clock_ahead limit 1) o) end
            from emails m join accounts a on a.id = m.account_id where a.locked_at is null and m.id in (",
            $($which)*,
            ") order by "
        )
    };
}
const TRIED: &str = concat!(
    waiting!("select id from emails where mailbox = $1 and status = 'queued' and tries > 0"),
    "m.next_at, m.id"
);
macro_rules! oldest_of_sender {
    ($kind:literal) => {
        concat!(
            "select id from (select e.id from emails e /*sqlite indexed by emails_to_mailbox */
                 where e.mailbox = $1 and e.account_id = $3 and e.kind = '",
            $kind,
            "' and e.status = 'queued' and e.tries < 1
                 and e.next_at <= $2 + (select clock_ahead from accounts where id = $3)
                 order by e.next_at limit $4) ",
            $kind
        )
    };
}
// Reminders before claims.
const DUE: &str = concat!(
    waiting!(concat!(oldest_of_sender!("reminder"), " union all ", oldest_of_sender!("claim"))),
    "case when m.kind = 'reminder' then 0 else 1 end, m.next_at, m.id limit $4"
);

type WaitingRow = (i64, EmailScope, WaitingEmail);

fn read_waiting(row: &SqlRow<'_>) -> Result<WaitingRow, Error> {
    let mut columns = Columns::of(row);
    let (id, email, sender, queue) = (columns.read()?, columns.read()?, columns.read()?, columns.read()?);
    let scope = match queue {
        EmailQueue::Sandbox => EmailScope::Sandbox(sender),
        EmailQueue::SignIn | EmailQueue::Account | EmailQueue::Activity | EmailQueue::Claims => {
            EmailScope::Live
        }
    };
    let (next_at, amount, is_needed) = (columns.read()?, columns.read()?, columns.read()?);
    Ok((next_at, scope, WaitingEmail { id, email, sender, amount, is_needed }))
}

fn read_count_key(row: &SqlRow<'_>) -> Result<CountKey, Error> {
    let mut columns = Columns::of(row);
    Ok((columns.read()?, columns.read()?))
}

static FIND_EMAIL_COUNTS: BatchStatement = BatchStatement::new(
    "select e.id, e.since from {rows} join email_counts e on e.id = k.id",
    &[email_counts::kind::id],
);

pub static LOCK_EMAIL_COUNTS: BatchStatement = BatchStatement::locking(
    "e",
    concat!("select ", email_count_columns!(), " from {rows} join email_counts e on e.id = k.id"),
    &[email_counts::kind::id],
);

pub static DELETE_EMAIL_COUNTS: BatchStatement = BatchStatement::new(
    "delete from email_counts where id in (select id from {rows})",
    &[email_counts::kind::id],
);

// Each of these changes so many rows at most, because payments wait for the commit. The next round finds the rest.

pub static POSTPONE_AT_MAILBOXES: BatchStatement = BatchStatement::new(
    "update emails set next_at = f.until from (
         select m.id, k.until from {rows} join emails m on m.mailbox = k.mailbox and m.next_at < k.until
         where m.status = 'queued' and (m.tries < 1 and m.kind = 'claim') is true limit 1000) f
     where emails.id = f.id",
    &[("mailbox", ColumnType::Text), ("until", ColumnType::Int)],
);
pub static POSTPONE_OF_SENDERS_AT_MAILBOXES: BatchStatement = BatchStatement::new(
    "update emails set next_at = f.until from (
         select m.id, k.until from {rows} join emails m on m.mailbox = k.mailbox and m.account_id = k.sender
             and m.kind = 'claim' and m.next_at < k.until
         where m.status = 'queued' and m.tries < 1 limit 1000) f
     where emails.id = f.id",
    &[("mailbox", ColumnType::Text), ("sender", ColumnType::Text), ("until", ColumnType::Int)],
);
pub static POSTPONE_AT_ADDRESSES: BatchStatement = BatchStatement::new(
    "update emails set next_at = f.until from (
         select m.id, k.until from {rows} join emails m on m.address = k.address and m.next_at < k.until
         where m.status = 'queued' and (m.tries < 1 and m.kind = 'claim' and m.account_id = k.sender) is true
         limit 1000) f
     where emails.id = f.id",
    &[("address", ColumnType::Text), ("sender", ColumnType::Text), ("until", ColumnType::Int)],
);
pub static POSTPONE_OF_SENDERS: BatchStatement = BatchStatement::new(
    "update emails set next_at = f.until from (
         select m.id, k.until from {rows} join emails m on m.queue = k.queue and m.account_id = k.sender
             and m.next_at < k.until
         where m.status = 'queued' and (m.tries < 1 and m.kind = 'claim') is true limit 1000) f
     where emails.id = f.id",
    &[("queue", ColumnType::Text), ("sender", ColumnType::Text), ("until", ColumnType::Int)],
);
pub static COMBINE_EMAILS: BatchStatement = BatchStatement::new(
    "update emails set status = 'combined', next_at = f.at from (
         select m.id, k.at from {rows} join emails m on m.address = k.address
         where m.status = 'queued' and (m.tries < 1 and m.id <> k.id) is true limit 1000) f
     where emails.id = f.id",
    &[("address", ColumnType::Text), ("id", ColumnType::Text), ("at", ColumnType::Int)],
);

pub fn combined_values(emails: &CombinedEmails) -> Vec<Value<'_>> {
    vec![(&emails.address).into(), emails.into.into(), emails.at.into()]
}

/// The rows of each of the statements that postpone.
#[derive(Default)]
pub struct PostponedRows<'a> {
    pub at_mailboxes: Vec<Vec<Value<'a>>>,
    pub of_senders_at_mailboxes: Vec<Vec<Value<'a>>>,
    pub at_addresses: Vec<Vec<Value<'a>>>,
    pub of_senders: Vec<Vec<Value<'a>>>,
}

pub fn postponed_rows(emails: &[PostponedEmails]) -> PostponedRows<'_> {
    let mut rows = PostponedRows::default();
    for PostponedEmails { emails, until } in emails {
        let until = (*until).into();
        match emails {
            PostponedGroup::Mailbox(mailbox) => {
                rows.at_mailboxes.push(vec![mailbox.into(), until]);
            }
            PostponedGroup::SenderAtMailbox(mailbox, sender) => {
                rows.of_senders_at_mailboxes.push(vec![mailbox.into(), (*sender).into(), until]);
            }
            PostponedGroup::SenderAtAddress(address, sender) => {
                rows.at_addresses.push(vec![address.into(), (*sender).into(), until]);
            }
            PostponedGroup::Sender(sender) => {
                for queue in [EmailQueue::Claims, EmailQueue::Sandbox] {
                    rows.of_senders.push(vec![queue.into(), (*sender).into(), until.clone()]);
                }
            }
        }
    }
    rows
}
