//! Claim emails that wait, by the address they wait for, and how many were sent.

use rules::claim_email::{AddressTurn, EmailCount, Scope, WaitingEmail};
use rules::id::AccountId;
use rules::mail::EmailQueue;
use rules::time::Timestamp;

use crate::decode;
use crate::engine::{Each, Kind, Row, Store, Value};
use crate::error::Error;

impl Store {
    /// Some addresses that live claim emails are due for.
    pub async fn due_addresses(&self, now: Timestamp, limit: usize) -> Result<Vec<String>, Error> {
        let params = [EmailQueue::Claims.name().into(), now.into()];
        self.addresses(IN_QUEUE, &params, limit).await
    }

    /// The same for sandboxes, by the clocks of their accounts.
    pub async fn due_sandbox_addresses(&self, now: Timestamp, limit: usize) -> Result<Vec<String>, Error> {
        let params = [EmailQueue::Sandbox.name().into(), now.into()];
        let mut found = self.addresses(IN_QUEUE, &params, limit).await?;
        // Accounts whose clock was moved are few, and have their own index.
        found.extend(self.addresses(AHEAD, &[now.into()], limit).await?);
        Ok(found)
    }

    async fn addresses(
        &self,
        due: &'static str,
        params: &[Value<'_>],
        limit: usize,
    ) -> Result<Vec<String>, Error> {
        let due = self.query(due, params, |row| Ok(row.text(0)?.to_owned())).await?;
        let mut addresses: Vec<String> = Vec::new();
        for address in due {
            if addresses.len() < limit && !addresses.contains(&address) {
                addresses.push(address);
            }
        }
        Ok(addresses)
    }

    /// The emails that wait for an address, those that are due first.
    pub async fn address_turn(&self, address: &str, limit: usize) -> Result<Option<AddressTurn>, Error> {
        let sql = "select m.id, m.email, m.account_id, m.queue,
                       case when m.kind = 'claim'
                       then (select count(*) from (select 1 from claims c where c.mail_id = m.id limit 1) o)
                       else (select count(*) from (select 1 from claims c
                           where c.mode = case when m.queue = 'sandbox' then 'test' else 'live' end
                           and c.email_key = lower(m.email) limit 1) o) end
                   from mails m where m.address = $1 and m.status = 'queued' order by m.next_at, m.id limit $2";
        let params = [address.into(), Value::Int(limit as i64)];
        let found = self.query(sql, &params, read_waiting).await?;
        let scope = found.first().map(|(scope, _)| *scope);
        Ok(scope.map(|scope| AddressTurn {
            scope,
            mails: found.into_iter().map(|(_, waiting)| waiting).collect(),
        }))
    }

    /// Some counts that began before this.
    pub async fn old_email_counts(&self, before: Timestamp, limit: usize) -> Result<Vec<String>, Error> {
        let sql = "select id from email_counts where since < $1 order by since limit $2";
        let params = [before.into(), Value::Int(limit as i64)];
        self.query(sql, &params, |row| Ok(row.text(0)?.to_owned())).await
    }
}

// One address may have all of the emails that are looked at; then the others are found in the next round.
const IN_QUEUE: &str =
    "select address from mails where (status = 'queued' or status = 'sending') and queue = $1
    and next_at <= $2 and (status = 'queued') is true and address is not null order by next_at limit 500";
const AHEAD: &str = "select m.address from accounts a join mails m on m.account_id = a.id
    where a.clock_ahead > 0 and m.status = 'queued' and m.queue = 'sandbox' and m.address is not null
    and m.next_at > $1 and m.next_at <= $1 + a.clock_ahead limit 500";

fn read_waiting(row: &Row<'_>) -> Result<(Scope, WaitingEmail), Error> {
    let sender: AccountId = decode::id(row, 2)?;
    let scope = match decode::named(row, 3, EmailQueue::parse)? {
        EmailQueue::Sandbox => Scope::Sandbox(sender),
        EmailQueue::SignIn | EmailQueue::Account | EmailQueue::Claims => Scope::Live,
    };
    let (id, email) = (decode::id(row, 0)?, decode::email(row, 1)?);
    Ok((scope, WaitingEmail { id, email, sender, is_needed: row.int(4)? > 0 }))
}

pub static LOCK_EMAIL_COUNTS: Each = Each::locking(
    "e",
    "select e.id, e.since, e.count from {rows} join email_counts e on e.id = k.id",
    &[("id", Kind::Text)],
);

pub fn read_email_count(row: &Row<'_>) -> Result<EmailCount, Error> {
    Ok(EmailCount { name: row.text(0)?.to_owned(), since: decode::time(row, 1)?, count: row.int(2)? })
}

const COLUMNS: &[(&str, Kind)] = &[("id", Kind::Text), ("since", Kind::Int), ("count", Kind::Int)];
pub static INSERT_EMAIL_COUNTS: Each = Each::insert("email_counts", COLUMNS);
pub static UPDATE_EMAIL_COUNTS: Each = Each::update("email_counts", COLUMNS);
pub static DELETE_EMAIL_COUNTS: Each =
    Each::new("delete from email_counts where id in (select id from {rows})", &[("id", Kind::Text)]);

pub fn email_count_values(count: &EmailCount) -> Vec<Value<'_>> {
    vec![(&count.name).into(), count.since.into(), count.count.into()]
}
