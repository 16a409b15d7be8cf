//! Emails, and how far each has come.

use rules::claim_email;
use rules::email::{Email, EmailKind, EmailQueue, EmailStatus};
use rules::id::{AccountId, EmailId, TransactionId};
use rules::time::Timestamp;

use crate::decode;
use crate::engine::{BatchStatement, Kind, Row, Store, Value};
use crate::error::Error;
use crate::list::{List, Page, Position};

macro_rules! columns {
    () => {
        "m.id, m.account_id, m.kind, m.email, m.cause, m.status, m.created_at, m.next_at, m.tries, m.queue, m.items"
    };
}

impl Store {
    pub async fn email(&self, id: EmailId) -> Result<Option<Email>, Error> {
        const SQL: &str = concat!("select ", columns!(), " from emails m where m.id = $1");
        self.query_one(SQL, &[id.into()], read_email).await
    }

    /// The email that announces an item of this account, while the item waits.
    pub async fn claim_email(&self, account: AccountId, item: TransactionId) -> Result<Option<Email>, Error> {
        const SQL: &str = concat!(
            "select ",
            columns!(),
            " from claims c join emails m on m.id = c.email_id
             where c.item_id = $1 and (c.account_id = $2) is true"
        );
        self.query_one(SQL, &[item.into(), account.into()], read_email).await
    }

    /// Some emails of a queue that wait to be sent, or have been "being sent", since before these moments.
    pub async fn due_emails(
        &self,
        queue: EmailQueue,
        status: EmailStatus,
        until: Timestamp,
        limit: usize,
    ) -> Result<Vec<EmailId>, Error> {
        let sql = "select id from emails where (status = 'queued' or status = 'sending') and queue = $1
                       and next_at <= $2 and (status = $3) is true
                   order by next_at limit $4";
        let params = [queue.name().into(), until.into(), status.name().into(), Value::Int(limit as i64)];
        self.query(sql, &params, |row| decode::id(row, 0)).await
    }

    /// The emails that an account has caused, newest first.
    pub async fn emails_of(
        &self,
        account: AccountId,
        after: Option<&Position>,
        size: usize,
    ) -> Result<Page<Email>, Error> {
        const SELECT: &str = concat!("select ", columns!(), " from emails m where m.account_id = $1");
        let list = List::new(SELECT, vec![account.into()], "m.created_at", "m.id");
        let position =
            |message: &Email| Position { created_at: message.created_at, id: message.id.to_string() };
        list.page(self, after, size, read_email, position).await
    }

    /// Emails of everybody, newest first.
    pub async fn newest_emails(&self, before: Option<Timestamp>, limit: usize) -> Result<Vec<Email>, Error> {
        const SQL: &str = concat!(
            "select ",
            columns!(),
            " from emails m where m.created_at < $1 order by m.created_at desc, m.id desc limit $2"
        );
        let before = before.unwrap_or(Timestamp::from_micros(i64::MAX));
        self.query(SQL, &[before.into(), Value::Int(limit as i64)], read_email).await
    }

    /// How many emails with a cause that begins like this were sent since then.
    pub async fn sent_about(&self, about: &str, since: Timestamp) -> Result<i64, Error> {
        let sql = "select count(*) from emails where cause > $1 and cause < $2 and (status = 'sent') is true
                       and next_at > $3";
        let (from, to) = (about.to_owned(), format!("{about}~"));
        let found = self.query_one(sql, &[from.into(), to.into(), since.into()], |row| row.int(0)).await?;
        Ok(found.unwrap_or(0))
    }

    /// How many emails have a cause that begins like this.
    pub async fn reminders_of(&self, about: &str) -> Result<i64, Error> {
        let sql = "select count(*) from emails where cause > $1 and cause < $2";
        let (from, to) = (about.to_owned(), format!("{about}~"));
        let found = self.query_one(sql, &[from.into(), to.into()], |row| row.int(0)).await?;
        Ok(found.unwrap_or(0))
    }
}

pub static LOCK_EMAILS: BatchStatement = BatchStatement::locking(
    "m",
    concat!("select ", columns!(), " from {rows} join emails m on m.id = k.id"),
    &[("id", Kind::Text)],
);

pub static FIND_CAUSES: BatchStatement = BatchStatement::new(
    "select m.cause from {rows} join emails m on m.cause = k.cause",
    &[("cause", Kind::Text)],
);

pub fn read_cause(row: &Row<'_>) -> Result<String, Error> {
    Ok(row.text(0)?.to_owned())
}

pub fn read_email(row: &Row<'_>) -> Result<Email, Error> {
    Ok(Email {
        id: decode::id(row, 0)?,
        account: decode::optional_id(row, 1)?,
        kind: decode::named(row, 2, EmailKind::parse)?,
        to: decode::email(row, 3)?,
        cause: row.text(4)?.to_owned(),
        status: decode::named(row, 5, EmailStatus::parse)?,
        created_at: decode::time(row, 6)?,
        next_at: decode::time(row, 7)?,
        tries: row.int(8)?,
        queue: decode::named(row, 9, EmailQueue::parse)?,
        items: row.int(10)?,
    })
}

pub static INSERT_EMAILS: BatchStatement = BatchStatement::insert(
    "emails",
    &[
        ("id", Kind::Text),
        ("account_id", Kind::Text),
        ("kind", Kind::Text),
        ("email", Kind::Text),
        ("cause", Kind::Text),
        ("status", Kind::Text),
        ("created_at", Kind::Int),
        ("next_at", Kind::Int),
        ("queue", Kind::Text),
        ("address", Kind::Text),
        ("mailbox", Kind::Text),
        ("items", Kind::Int),
    ],
);

pub fn email_values(message: &Email) -> Vec<Value<'_>> {
    vec![
        message.id.into(),
        message.account.into(),
        message.kind.name().into(),
        message.to.as_str().into(),
        (&message.cause).into(),
        message.status.name().into(),
        message.created_at.into(),
        message.next_at.into(),
        message.queue.name().into(),
        claim_email::address_of(message).into(),
        claim_email::mailbox_of(message).into(),
        message.items.into(),
    ]
}

pub static UPDATE_EMAILS: BatchStatement = BatchStatement::update(
    "emails",
    &[("id", Kind::Text), ("status", Kind::Text), ("next_at", Kind::Int), ("tries", Kind::Int)],
);

pub fn progress_values(message: &Email) -> Vec<Value<'_>> {
    vec![message.id.into(), message.status.name().into(), message.next_at.into(), message.tries.into()]
}
