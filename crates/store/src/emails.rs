//! Emails, and how far each has come.

use rules::claim_email;
use rules::email::{Email, EmailQueue, EmailStatus};
use rules::id::{AccountId, EmailId, TransactionId};
use rules::operator_alert::OperatorAlert;
use rules::time::Timestamp;
use rules::waiting::WaitingKind;

use crate::engine::{BatchStatement, Columns, SqlRow, Store, Value, corrupt};
use crate::error::Error;
use crate::list::{List, ListPage, Position};
use crate::table::table;

table! {
    emails as m;
    columns email_columns {
        id: Text,
        account_id: Text,
        kind: Text,
        email: Text,
        cause: Text,
        status: Text,
        created_at: Int,
        next_at: Int,
        tries: Int,
        queue: Text,
        items: Int,
        language: Text,
    }
    unread {
        address: Text,
        mailbox: Text,
    }
    read read_email -> Email {
        Email {
            id,
            account: account_id,
            kind,
            to: email,
            cause,
            status,
            created_at,
            next_at,
            tries,
            queue,
            items,
            language,
        }
    }
    write message: &Email {
        id: message.id,
        account_id: message.account,
        kind: message.kind,
        email: message.to.as_str(),
        cause: &message.cause,
        status: message.status,
        created_at: message.created_at,
        next_at: message.next_at,
        tries: message.tries,
        queue: message.queue,
        address: claim_email::address_of(message),
        mailbox: claim_email::mailbox_of(message),
        items: message.items,
        language: message.language,
    }
    insert INSERT_EMAILS with email_values;
    update UPDATE_EMAILS with progress_values by id: status, next_at, tries;
}

impl Store {
    pub async fn email(&self, id: EmailId) -> Result<Option<Email>, Error> {
        const SQL: &str = concat!("select ", email_columns!(), " from emails m where m.id = $1");
        self.query_one(SQL, &[id.into()], read_email).await
    }

    /// The email that announces an item of this account, while the item waits.
    pub async fn claim_email(&self, account: AccountId, item: TransactionId) -> Result<Option<Email>, Error> {
        const SQL: &str = concat!(
            "select ",
            email_columns!(),
            " from claims c join emails m on m.id = c.email_id
             where c.item_id = $1 and (c.account_id = $2) is true"
        );
        self.query_one(SQL, &[item.into(), account.into()], read_email).await
    }

    /// Some emails of a queue that wait to be sent, or have been "being sent", since before these moments. Accounts
    /// take turns, so that one with thousands does not delay the others.
    pub async fn due_emails(
        &self,
        queue: EmailQueue,
        status: EmailStatus,
        until: Timestamp,
        limit: usize,
    ) -> Result<Vec<EmailId>, Error> {
        let sql = "select id from (
                       select id, next_at, row_number() over (partition by account_id order by next_at, id) as turn
                       from emails where (status = 'queued' or status = 'sending') and queue = $1
                           and next_at <= $2 and (status = $3) is true) as due
                   order by turn, next_at limit $4";
        let params = [queue.into(), until.into(), status.into(), Value::Int(limit as i64)];
        self.query_columns(sql, &params, |columns| columns.read()).await
    }

    /// The emails that an account has caused, newest first.
    pub async fn emails_of(
        &self,
        account: AccountId,
        after: Option<&Position>,
        size: usize,
    ) -> Result<ListPage<Email>, Error> {
        const SELECT: &str = concat!("select ", email_columns!(), " from emails m where m.account_id = $1");
        let list = List::new(SELECT, vec![account.into()], "m.created_at", "m.id");
        let position = |message: &Email| Position::of(message.created_at, message.id);
        list.page(self, after, size, read_email, position).await
    }

    /// Emails of all accounts, newest first.
    pub async fn newest_emails(&self, before: Option<Timestamp>, limit: usize) -> Result<Vec<Email>, Error> {
        const SQL: &str = concat!(
            "select ",
            email_columns!(),
            " from emails m where /* reads all: for developers alone */ m.created_at < $1
              order by m.created_at desc, m.id desc limit $2"
        );
        let before = before.unwrap_or(Timestamp::from_micros(i64::MAX));
        self.query(SQL, &[before.into(), Value::Int(limit as i64)], read_email).await
    }

    /// How many emails with a cause that begins like this were sent since then.
    pub async fn sent_about(&self, about: &str, since: Timestamp) -> Result<i64, Error> {
        let sql = "select count(*) from emails where cause > $1 and cause < $2 and (status = 'sent') is true
                       and next_at > $3";
        let (from, to) = (about.to_owned(), format!("{about}~"));
        let params = [from.into(), to.into(), since.into()];
        let found = self.query_columns(sql, &params, |columns| columns.read()).await?.pop();
        Ok(found.unwrap_or(0))
    }

    /// The newest alert of a kind, and its time.
    pub async fn newest_alert(&self, kind: WaitingKind) -> Result<Option<(OperatorAlert, Timestamp)>, Error> {
        let sql = "select cause, created_at from emails where cause > $1 and cause < $2
                   order by cause desc limit 1";
        let prefix = OperatorAlert::prefix(kind);
        let params = [Value::Text(prefix.clone().into()), Value::Text(format!("{prefix}~").into())];
        let read = |columns: &mut Columns<'_>| Ok((columns.read::<String>()?, columns.read()?));
        let found = self.query_columns(sql, &params, read).await?.pop();
        found
            .map(|(cause, at)| {
                Ok((OperatorAlert::of_cause(&cause).ok_or_else(|| corrupt("emails.cause"))?, at))
            })
            .transpose()
    }

    /// How many emails have a cause that begins like this.
    pub async fn reminders_of(&self, about: &str) -> Result<i64, Error> {
        let sql = "select count(*) from emails where cause > $1 and cause < $2";
        let (from, to) = (about.to_owned(), format!("{about}~"));
        let params = [from.into(), to.into()];
        let found = self.query_columns(sql, &params, |columns| columns.read()).await?.pop();
        Ok(found.unwrap_or(0))
    }
}

pub static LOCK_EMAILS: BatchStatement = BatchStatement::locking(
    "m",
    concat!("select ", email_columns!(), " from {rows} join emails m on m.id = k.id"),
    &[emails::kind::id],
);

pub static FIND_CAUSES: BatchStatement = BatchStatement::new(
    "select m.cause from {rows} join emails m on m.cause = k.cause",
    &[emails::kind::cause],
);

pub fn read_cause(row: &SqlRow<'_>) -> Result<String, Error> {
    Columns::of(row).read()
}
