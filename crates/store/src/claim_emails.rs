//! Claim emails that wait, by the mailbox they wait for, and how many were sent.

use rules::claim_email::{
    CombinedEmails, EmailCount, EmailScope, NeedlessEmails, PostponedEmails, PostponedGroup,
};
use rules::decisions::claim_email::{CountKey, MailboxTurn, WaitingEmail};
use rules::email::EmailQueue;
use rules::time::Timestamp;

use crate::engine::{BatchStatement, ColumnType, Columns, SqlRow, Store, Value};
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

impl Store {
    /// Some mailboxes that live claim emails are due for.
    pub async fn due_mailboxes(&self, now: Timestamp, limit: usize) -> Result<Vec<String>, Error> {
        let params = [EmailQueue::Claims.into(), now.into()];
        self.mailboxes(IN_QUEUE, &params, limit).await
    }

    /// The same for sandboxes, by the clocks of their accounts.
    pub async fn due_sandbox_mailboxes(&self, now: Timestamp, limit: usize) -> Result<Vec<String>, Error> {
        let params = [EmailQueue::Sandbox.into(), now.into()];
        let mut found = self.mailboxes(IN_QUEUE, &params, limit).await?;
        // Accounts whose clock was moved are few, and have their own index.
        found.extend(self.mailboxes(AHEAD, &[now.into()], limit).await?);
        Ok(found)
    }

    async fn mailboxes(
        &self,
        due: &'static str,
        params: &[Value<'_>],
        limit: usize,
    ) -> Result<Vec<String>, Error> {
        let due = self.query_columns(due, params, |columns| columns.read()).await?;
        let mut mailboxes: Vec<String> = Vec::new();
        for mailbox in due {
            if mailboxes.len() < limit && !mailboxes.contains(&mailbox) {
                mailboxes.push(mailbox);
            }
        }
        Ok(mailboxes)
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
        let found = self.query(WAITING, &params, read_waiting).await?;
        let scope = found.first().map(|(scope, _)| *scope);
        Ok(scope.map(|scope| MailboxTurn {
            scope,
            messages: found.into_iter().map(|(_, waiting)| waiting).collect(),
        }))
    }

    /// Some counts that are over, by the clocks of their scopes.
    pub async fn old_email_counts(&self, now: Timestamp, limit: usize) -> Result<Vec<CountKey>, Error> {
        let params = [now.into(), Value::Int(limit as i64)];
        let sql = "select scope, id from email_counts where ends_at <= $1 order by ends_at limit $2";
        let mut found = self.query(sql, &params, read_count_key).await?;
        // Accounts whose clock was moved are few, and have their own index.
        let sql = "select e.scope, e.id from accounts a join email_counts e on e.scope = a.id
                   where a.clock_ahead > 0 and e.ends_at > $1 and e.ends_at <= $1 + a.clock_ahead limit $2";
        found.extend(self.query(sql, &params, read_count_key).await?);
        Ok(found)
    }
}

// One mailbox may have all of the emails that are looked at; then the others are found in the next round.
const IN_QUEUE: &str =
    "select mailbox from emails where (status = 'queued' or status = 'sending') and queue = $1
    and next_at <= $2 and (status = 'queued') is true and mailbox is not null order by next_at limit 500";
const AHEAD: &str = "select m.mailbox from accounts a join emails m on m.account_id = a.id
    where a.clock_ahead > 0 and m.status = 'queued' and (m.queue = 'sandbox') is true and m.mailbox is not null
    and m.next_at > $1 and m.next_at <= $1 + a.clock_ahead limit 500";

// A claim email that was tried stands for everything that waits for its address, as a reminder does. In a sandbox that
// is what its own account has sent.
const WAITING: &str = "with due as (
        select m.id, row_number() over (partition by m.account_id
            order by case when m.kind = 'reminder' then 0 else 1 end, m.next_at, m.id) as place
        from emails m join accounts a on a.id = m.account_id
        where m.mailbox = $1 and m.status = 'queued' and m.tries = 0 and m.next_at <= $2 + a.clock_ahead),
    chosen as (
        select id, place from due where place <= 20
        union all select id, 0 from emails where mailbox = $1 and status = 'queued' and tries > 0)
    select m.id, m.email, m.account_id, m.queue,
        (select cast(coalesce(sum(c.amount), 0) as bigint) from claims c where c.email_id = m.id),
        case when m.kind = 'claim' and m.tries = 0
        then (select count(*) from (select 1 from claims c
            where c.email_id = m.id and c.expires_at > $2 + a.clock_ahead limit 1) o)
        else (select count(*) from (select 1 from claims c
            where c.mode = a.mode and c.email_key = lower(m.email) and c.expires_at > $2 + a.clock_ahead
            and (a.mode = 'live' or c.account_id = a.id) limit 1) o) end
    from chosen join emails m on m.id = chosen.id join accounts a on a.id = m.account_id
    order by chosen.place, m.next_at, m.id limit $3";

fn read_waiting(row: &SqlRow<'_>) -> Result<(EmailScope, WaitingEmail), Error> {
    let mut columns = Columns::of(row);
    let (id, email, sender, queue) = (columns.read()?, columns.read()?, columns.read()?, columns.read()?);
    let scope = match queue {
        EmailQueue::Sandbox => EmailScope::Sandbox(sender),
        EmailQueue::SignIn | EmailQueue::Account | EmailQueue::Claims => EmailScope::Live,
    };
    let (amount, is_needed) = (columns.read()?, columns.read()?);
    Ok((scope, WaitingEmail { id, email, sender, amount, is_needed }))
}

fn read_count_key(row: &SqlRow<'_>) -> Result<CountKey, Error> {
    let mut columns = Columns::of(row);
    Ok((columns.read()?, columns.read()?))
}

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

/// An empty sender is any.
pub static POSTPONE_AT_MAILBOXES: BatchStatement = BatchStatement::new(
    "update emails set next_at = f.until from (
         select m.id, k.until from {rows} join emails m on m.mailbox = k.mailbox and m.next_at < k.until
         where m.status = 'queued'
         and (m.tries = 0 and m.kind = 'claim' and (k.sender = '' or m.account_id = k.sender)) is true
         order by m.next_at limit 1000) f
     where emails.id = f.id",
    &[("mailbox", ColumnType::Text), ("sender", ColumnType::Text), ("until", ColumnType::Int)],
);
pub static POSTPONE_AT_ADDRESSES: BatchStatement = BatchStatement::new(
    "update emails set next_at = f.until from (
         select m.id, k.until from {rows} join emails m on m.address = k.address and m.next_at < k.until
         where m.status = 'queued' and (m.tries = 0 and m.kind = 'claim' and m.account_id = k.sender) is true
         order by m.next_at limit 1000) f
     where emails.id = f.id",
    &[("address", ColumnType::Text), ("sender", ColumnType::Text), ("until", ColumnType::Int)],
);
pub static POSTPONE_OF_SENDERS: BatchStatement = BatchStatement::new(
    "update emails set next_at = f.until from (
         select m.id, k.until from {rows} join emails m on m.account_id = k.sender and m.next_at < k.until
         where m.status = 'queued' and (m.tries = 0 and m.kind = 'claim') is true
         order by m.next_at limit 1000) f
     where emails.id = f.id",
    &[("sender", ColumnType::Text), ("until", ColumnType::Int)],
);
pub static COMBINE_EMAILS: BatchStatement = BatchStatement::new(
    "update emails set status = 'combined', next_at = f.at from (
         select m.id, k.at from {rows} join emails m on m.address = k.address
         where m.status = 'queued' and (m.tries = 0 and m.id <> k.id) is true
         order by m.next_at limit 1000) f
     where emails.id = f.id",
    &[("address", ColumnType::Text), ("id", ColumnType::Text), ("at", ColumnType::Int)],
);
pub static END_NEEDLESS_EMAILS: BatchStatement = BatchStatement::new(
    "update emails set status = 'obsolete', next_at = f.at from (
         select m.id, k.at from {rows} join emails m on m.mailbox = k.mailbox
         where m.status = 'queued' and (m.tries = 0 and m.kind = 'claim') is true
         and not exists (select 1 from claims c where c.email_id = m.id)
         order by m.next_at limit 1000) f
     where emails.id = f.id",
    &[("mailbox", ColumnType::Text), ("at", ColumnType::Int)],
);

pub fn needless_values(emails: &NeedlessEmails) -> Vec<Value<'_>> {
    vec![(&emails.mailbox).into(), emails.at.into()]
}

pub fn combined_values(emails: &CombinedEmails) -> Vec<Value<'_>> {
    vec![(&emails.address).into(), emails.into.into(), emails.at.into()]
}

/// The rows of each of the statements that postpone.
#[derive(Default)]
pub struct PostponedRows<'a> {
    pub at_mailboxes: Vec<Vec<Value<'a>>>,
    pub at_addresses: Vec<Vec<Value<'a>>>,
    pub of_senders: Vec<Vec<Value<'a>>>,
}

pub fn postponed_rows(emails: &[PostponedEmails]) -> PostponedRows<'_> {
    let mut rows = PostponedRows::default();
    for PostponedEmails { emails, until } in emails {
        let until = (*until).into();
        match emails {
            PostponedGroup::Mailbox(mailbox) => {
                rows.at_mailboxes.push(vec![mailbox.into(), "".into(), until])
            }
            PostponedGroup::SenderAtMailbox(mailbox, sender) => {
                rows.at_mailboxes.push(vec![mailbox.into(), (*sender).into(), until]);
            }
            PostponedGroup::SenderAtAddress(address, sender) => {
                rows.at_addresses.push(vec![address.into(), (*sender).into(), until]);
            }
            PostponedGroup::Sender(sender) => rows.of_senders.push(vec![(*sender).into(), until]),
        }
    }
    rows
}
