//! Mails, and how far each has come.

use rules::claim_email;
use rules::id::{AccountId, MailId, TransactionId};
use rules::mail::{EmailQueue, Mail, MailKind, MailStatus};
use rules::time::Timestamp;

use crate::decode;
use crate::engine::{Each, Kind, Row, Store, Value};
use crate::error::Error;
use crate::list::{List, Page, Position};

macro_rules! columns {
    () => {
        "m.id, m.account_id, m.kind, m.email, m.cause, m.status, m.created_at, m.next_at, m.tries, m.queue, m.items"
    };
}

impl Store {
    pub async fn mail(&self, id: MailId) -> Result<Option<Mail>, Error> {
        const SQL: &str = concat!("select ", columns!(), " from mails m where m.id = $1");
        self.query_one(SQL, &[id.into()], read_mail).await
    }

    /// The email that announces an item of this account, while the item waits.
    pub async fn claim_email(&self, account: AccountId, item: TransactionId) -> Result<Option<Mail>, Error> {
        const SQL: &str = concat!(
            "select ",
            columns!(),
            " from claims c join mails m on m.id = c.mail_id
             where c.item_id = $1 and (c.account_id = $2) is true"
        );
        self.query_one(SQL, &[item.into(), account.into()], read_mail).await
    }

    /// Some mails of a queue that wait to be sent, or have been "being sent", since before these moments.
    pub async fn due_mails(
        &self,
        queue: EmailQueue,
        status: MailStatus,
        until: Timestamp,
        limit: usize,
    ) -> Result<Vec<MailId>, Error> {
        let sql = "select id from mails where (status = 'queued' or status = 'sending') and queue = $1
                       and next_at <= $2 and (status = $3) is true
                   order by next_at limit $4";
        let params = [queue.name().into(), until.into(), status.name().into(), Value::Int(limit as i64)];
        self.query(sql, &params, |row| decode::id(row, 0)).await
    }

    /// The mails that an account has caused, newest first.
    pub async fn mails_of(
        &self,
        account: AccountId,
        after: Option<&Position>,
        size: usize,
    ) -> Result<Page<Mail>, Error> {
        const SELECT: &str = concat!("select ", columns!(), " from mails m where m.account_id = $1");
        let list = List::new(SELECT, vec![account.into()], "m.created_at", "m.id");
        let position = |mail: &Mail| Position { created_at: mail.created_at, id: mail.id.to_string() };
        list.page(self, after, size, read_mail, position).await
    }

    /// Mails of everybody, newest first.
    pub async fn newest_mails(&self, before: Option<Timestamp>, limit: usize) -> Result<Vec<Mail>, Error> {
        const SQL: &str = concat!(
            "select ",
            columns!(),
            " from mails m where m.created_at < $1 order by m.created_at desc, m.id desc limit $2"
        );
        let before = before.unwrap_or(Timestamp::from_micros(i64::MAX));
        self.query(SQL, &[before.into(), Value::Int(limit as i64)], read_mail).await
    }

    /// How many mails with a cause that begins like this were sent since then.
    pub async fn sent_about(&self, about: &str, since: Timestamp) -> Result<i64, Error> {
        let sql = "select count(*) from mails where cause > $1 and cause < $2 and (status = 'sent') is true
                       and next_at > $3";
        let (from, to) = (about.to_owned(), format!("{about}~"));
        let found = self.query_one(sql, &[from.into(), to.into(), since.into()], |row| row.int(0)).await?;
        Ok(found.unwrap_or(0))
    }

    /// How many mails have a cause that begins like this.
    pub async fn reminders_of(&self, about: &str) -> Result<i64, Error> {
        let sql = "select count(*) from mails where cause > $1 and cause < $2";
        let (from, to) = (about.to_owned(), format!("{about}~"));
        let found = self.query_one(sql, &[from.into(), to.into()], |row| row.int(0)).await?;
        Ok(found.unwrap_or(0))
    }
}

pub static LOCK_MAILS: Each = Each::locking(
    "m",
    concat!("select ", columns!(), " from {rows} join mails m on m.id = k.id"),
    &[("id", Kind::Text)],
);

pub static FIND_CAUSES: Each =
    Each::new("select m.cause from {rows} join mails m on m.cause = k.cause", &[("cause", Kind::Text)]);

pub fn read_cause(row: &Row<'_>) -> Result<String, Error> {
    Ok(row.text(0)?.to_owned())
}

pub fn read_mail(row: &Row<'_>) -> Result<Mail, Error> {
    Ok(Mail {
        id: decode::id(row, 0)?,
        account: decode::optional_id(row, 1)?,
        kind: decode::named(row, 2, MailKind::parse)?,
        email: decode::email(row, 3)?,
        cause: row.text(4)?.to_owned(),
        status: decode::named(row, 5, MailStatus::parse)?,
        created_at: decode::time(row, 6)?,
        next_at: decode::time(row, 7)?,
        tries: row.int(8)?,
        queue: decode::named(row, 9, EmailQueue::parse)?,
        items: row.int(10)?,
    })
}

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
        ("next_at", Kind::Int),
        ("queue", Kind::Text),
        ("address", Kind::Text),
        ("mailbox", Kind::Text),
        ("items", Kind::Int),
    ],
);

pub fn mail_values(mail: &Mail) -> Vec<Value<'_>> {
    vec![
        mail.id.into(),
        mail.account.into(),
        mail.kind.name().into(),
        mail.email.as_str().into(),
        (&mail.cause).into(),
        mail.status.name().into(),
        mail.created_at.into(),
        mail.next_at.into(),
        mail.queue.name().into(),
        claim_email::address_of(mail).into(),
        claim_email::mailbox_of(mail).into(),
        mail.items.into(),
    ]
}

pub static UPDATE_MAILS: Each = Each::update(
    "mails",
    &[("id", Kind::Text), ("status", Kind::Text), ("next_at", Kind::Int), ("tries", Kind::Int)],
);

pub fn progress_values(mail: &Mail) -> Vec<Value<'_>> {
    vec![mail.id.into(), mail.status.name().into(), mail.next_at.into(), mail.tries.into()]
}
