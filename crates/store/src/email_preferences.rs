//! Which emails the owners of addresses want, and the reminders that depend on it.

use rules::claim_email::ExpiryReminder;
use rules::email_address::EmailAddress;
use rules::email_preferences::{EmailPreferenceChange, EmailsOff};
use rules::id::{EmailId, TransactionId};
use rules::time::Timestamp;

use crate::engine::{BatchStatement, ColumnType, Columns, Store, Value};
use crate::error::Error;

/// Where the reading of live claims that go back soon goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExpiryPosition {
    pub expires_at: Timestamp,
    item: String,
}

impl ExpiryPosition {
    /// Behind everything that expires until then.
    pub fn at(expires_at: Timestamp) -> ExpiryPosition {
        // No id is greater.
        ExpiryPosition { expires_at, item: "~".to_owned() }
    }
}

impl Store {
    /// The groups of emails that the owner of an address has turned off.
    pub async fn emails_off(&self, email: &EmailAddress) -> Result<EmailsOff, Error> {
        let sql = "select turned_off from email_preferences where email_key = $1";
        let params = [Value::Text(email.lookup_key().into())];
        let found: Option<i64> = self.query_columns(sql, &params, |columns| columns.read()).await?.pop();
        Ok(EmailsOff::from_bits(found.unwrap_or(0)))
    }

    /// The emails that announced some live claims that expire behind this position and until then, and where to go on.
    pub async fn expiring_claims(
        &self,
        after: &ExpiryPosition,
        until: Timestamp,
        limit: usize,
    ) -> Result<(Vec<EmailId>, ExpiryPosition), Error> {
        let sql = "select expires_at, item_id, email_id from claims
                   where mode = 'live' and expires_at >= $1 and expires_at <= $2
                       and (expires_at > $1 or item_id > $3)
                   order by expires_at, item_id limit $4";
        let params = [
            after.expires_at.into(),
            until.into(),
            Value::Text(after.item.as_str().into()),
            Value::Int(limit as i64),
        ];
        let read = |columns: &mut Columns<'_>| Ok((columns.read()?, columns.read()?, columns.read()?));
        let found: Vec<(Timestamp, TransactionId, EmailId)> = self.query_columns(sql, &params, read).await?;
        let next = match found.last() {
            Some((expires_at, item, _)) if found.len() == limit => {
                ExpiryPosition { expires_at: *expires_at, item: item.to_string() }
            }
            _ => ExpiryPosition::at(until),
        };
        let mut emails: Vec<EmailId> = found.into_iter().map(|(.., email)| email).collect();
        emails.sort_unstable();
        emails.dedup();
        Ok((emails, next))
    }
}

pub static INSERT_EMAIL_PREFERENCES: BatchStatement = BatchStatement::new(
    "insert into email_preferences (email_key, turned_off) select k.email_key, 0 from {rows} where true
     on conflict (email_key) do nothing",
    &[("email_key", ColumnType::Text)],
);

pub static UPDATE_EMAIL_PREFERENCES: BatchStatement = BatchStatement::new(
    "update email_preferences set turned_off = (turned_off | k.turn_off) & ~k.turn_on from {rows}
     where email_preferences.email_key = k.email_key",
    &[("email_key", ColumnType::Text), ("turn_off", ColumnType::Int), ("turn_on", ColumnType::Int)],
);

pub fn change_values(change: &EmailPreferenceChange) -> Vec<Value<'_>> {
    let (turn_off, turn_on) = (Value::Int(change.turn_off.bits()), Value::Int(change.turn_on.bits()));
    vec![change.email_key.as_str().into(), turn_off, turn_on]
}

// For as long as anything of it waits. The address is that of the first email, and 8 is the bit of these reminders.
pub static INSERT_EXPIRY_REMINDERS: BatchStatement = BatchStatement::new(
    "insert into emails (id, account_id, kind, email, cause, queue, status, created_at, next_at, address, mailbox)
     select k.id, m.account_id, 'reminder', m.email, m.cause || ':x:' || k.days, m.queue, 'queued', k.at, k.at,
         m.address, m.mailbox
     from {rows} join emails m on m.id = k.announced_by
     where m.queue = 'claims'
         and exists (select 1 from claims c where c.email_id = m.id and c.expires_at > k.at)
         and not exists (select 1 from emails e where e.cause = m.cause || ':x:' || k.days)
         and not exists (select 1 from email_preferences p
             where p.email_key = lower(m.email) and (p.turned_off & 8) <> 0)
     on conflict (cause) do nothing",
    &[
        ("id", ColumnType::Text),
        ("announced_by", ColumnType::Text),
        ("days", ColumnType::Int),
        ("at", ColumnType::Int),
    ],
);

pub fn reminder_values(reminder: &ExpiryReminder) -> Vec<Value<'_>> {
    vec![reminder.id.into(), reminder.announced_by.into(), Value::Int(reminder.days), reminder.at.into()]
}
