//! Recipients of an account, with the nickname of the app that asks.

use std::collections::BTreeSet;

use rules::account::{Account, Caller};
use rules::id::{AccountId, AppId, RecipientId};
use rules::named_enum;
use rules::recipient::Recipient;

use crate::engine::{BatchStatement, ColumnType, Columns, SqlRow, Store, Value};
use crate::error::Error;
use crate::list::{List, ListPage, Period, Position};
use crate::table::table;
use crate::transactions::transactions;
use crate::users::{account_columns, accounts};

table! {
    recipients as r;
    columns recipient_columns {
        id: Text,
        account_id: Text,
        email: Text,
        created_at: Int,
        wallet_id: Text,
        events: Int,
    }
    unread { email_key: Text }
    read -> Recipient {
        Recipient { id, account: account_id, email, created_at, person: None, wallet: wallet_id, events }
    }
    write recipient: &Recipient {
        id: recipient.id,
        account_id: recipient.account,
        email: recipient.email.as_str(),
        email_key: recipient.email.lookup_key(),
        created_at: recipient.created_at,
        events: recipient.events,
    }
    insert INSERT_RECIPIENTS with recipient_values;
    /// What else can change about a recipient is kept elsewhere.
    update COUNT_EVENTS with counted_values by id: events;
}

/// A recipient, what the person is called, and what an app calls them.
macro_rules! known {
    () => {
        concat!("select ", recipient_columns!(), ", u.name, n.nickname")
    };
}
/// Who is shown: a person who was paid in live mode.
macro_rules! person {
    () => {
        " left join accounts w on w.id = r.wallet_id and w.mode = 'live'
         left join users u on u.email_key = case when w.id is not null then r.email_key end
            and u.verified_at is not null"
    };
}
/// Who will be shown as soon as they are paid; the payer's account is `a`.
macro_rules! payee {
    () => {
        " left join users u on u.email_key = r.email_key and u.verified_at is not null and a.mode = 'live'"
    };
}

/// A recipient as one app sees it; no nickname is the empty text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownRecipient {
    pub recipient: Recipient,
    pub nickname: String,
}

named_enum! {
    /// In which order recipients are listed. By email means by the address in lower case.
    #[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
    pub enum RecipientOrder {
        #[default]
        Newest = "newest",
        Oldest = "oldest",
        Email = "email",
        EmailDescending = "email_descending",
    }
}

#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct RecipientFilter {
    pub created: Period,
    pub order: RecipientOrder,
    /// In lower case.
    pub email_key: Option<String>,
}

impl Store {
    pub async fn recipient(&self, caller: &Caller, id: RecipientId) -> Result<Option<KnownRecipient>, Error> {
        const SQL: &str = concat!(
            known!(),
            " from recipients r",
            person!(),
            " left join recipient_nicknames n on n.recipient_id = r.id and n.app_id = $1
             where r.id = $2 and (r.account_id = $3) is true"
        );
        self.query_one(SQL, &[caller.app.into(), id.into(), caller.account.into()], read_recipient).await
    }

    /// Those of these recipients to which the account has completed a payment.
    pub async fn recipients_paid_before(
        &self,
        account: AccountId,
        ids: &BTreeSet<RecipientId>,
    ) -> Result<BTreeSet<RecipientId>, Error> {
        let rows: Vec<Vec<Value<'_>>> = ids.iter().map(|id| vec![account.into(), (*id).into()]).collect();
        let found = self.query_each(&FIND_PAID_BEFORE, &rows, |row| Columns::of(row).read()).await?;
        Ok(found.into_iter().collect())
    }

    pub async fn recipients(
        &self,
        caller: &Caller,
        filter: &RecipientFilter,
        after: Option<&Position>,
        size: usize,
    ) -> Result<ListPage<KnownRecipient>, Error> {
        const SELECT: &str = concat!(
            known!(),
            " from recipients r",
            person!(),
            " left join recipient_nicknames n on n.recipient_id = r.id and n.app_id = $1
             where r.account_id = $2"
        );
        let params = vec![caller.app.into(), caller.account.into()];
        let by = |id| List::new(SELECT, params, "r.created_at", id);
        // An account has one recipient for each address, and an index finds them by it.
        let mut list = match filter.order {
            RecipientOrder::Newest => by("r.id"),
            RecipientOrder::Oldest => by("r.id").ascending(),
            RecipientOrder::Email => by("r.email_key").by_id().ascending(),
            RecipientOrder::EmailDescending => by("r.email_key").by_id(),
        };
        let is_by_email = match filter.order {
            RecipientOrder::Newest | RecipientOrder::Oldest => false,
            RecipientOrder::Email | RecipientOrder::EmailDescending => true,
        };
        match is_by_email {
            true => list.filter_created("r.created_at", filter.created),
            false => list.created_within(filter.created),
        }
        if let Some(email_key) = &filter.email_key {
            list.and("r.email_key =", email_key);
        }
        let position = |row: &KnownRecipient| match is_by_email {
            true => Position::of(row.recipient.created_at, row.recipient.email.lookup_key()),
            false => Position::of(row.recipient.created_at, row.recipient.id),
        };
        list.page(self, after, size, read_recipient, position).await
    }
}

/// Those of some recipients to which their account has completed a payment. A recipient whose latest payments all wait
/// or failed counts as new: their number is the customer's choice, and must not decide how long others wait.
static FIND_PAID_BEFORE: BatchStatement = BatchStatement::new(
    "select k.id from {rows} where exists (select 1 from (
             select t.status, t.account_id from transactions t
             where t.recipient_id = k.id and t.status <> 'queued'
             order by t.created_at desc, t.id desc limit 100) latest
         where latest.status = 'completed' and latest.account_id = k.account_id)",
    &[recipients::kind::account_id, recipients::kind::id],
);

pub static FIND_RECIPIENTS: BatchStatement = BatchStatement::new(
    concat!(
        known!(),
        ", k.app_id from {rows} join recipients r on r.id = k.id and (r.account_id = k.account_id) is true",
        person!(),
        " left join recipient_nicknames n on n.recipient_id = r.id and n.app_id = k.app_id"
    ),
    &[recipients::kind::account_id, ("app_id", ColumnType::Text), recipients::kind::id],
);

pub static FIND_RECIPIENTS_BY_EMAIL: BatchStatement = BatchStatement::new(
    concat!(
        known!(),
        ", k.app_id from {rows} join recipients r on r.account_id = k.account_id and r.email_key = k.email_key",
        person!(),
        " left join recipient_nicknames n on n.recipient_id = r.id and n.app_id = k.app_id"
    ),
    &[recipients::kind::account_id, ("app_id", ColumnType::Text), recipients::kind::email_key],
);

/// With what the account's own app calls them, and which app that is.
macro_rules! as_owned {
    () => {
        " join accounts a on a.id = r.account_id
         left join recipient_nicknames n on n.recipient_id = r.id and n.app_id = a.own_app_id"
    };
}

/// The recipients of items.
pub static FIND_PAID: BatchStatement = BatchStatement::new(
    concat!(
        known!(),
        ", a.own_app_id from {rows} join transactions t on t.id = k.id and (t.account_id = k.account_id) is true
         join recipients r on r.id = t.recipient_id",
        as_owned!(),
        payee!()
    ),
    &[transactions::kind::account_id, transactions::kind::id],
);

/// Those that have paid an address and learned of it last, each with their account, up to
/// `rules::decisions::recipient::MAX_TOLD` of them.
pub static FIND_ACQUAINTANCES: BatchStatement = BatchStatement::new(
    concat!(
        known!(),
        ", ",
        account_columns!(),
        " from {rows} join recipients r on r.email_key = k.email_key and r.id in (
             select x.id from recipients x where x.email_key = k.email_key and x.wallet_id is not null
             order by x.id desc limit 1000)",
        person!(),
        as_owned!()
    ),
    &[recipients::kind::email_key],
);

/// A recipient as the app behind its columns sees it.
pub fn read_with_app(row: &SqlRow<'_>) -> Result<(AppId, KnownRecipient), Error> {
    let mut columns = Columns::of(row);
    let known = known_recipient(&mut columns)?;
    Ok((columns.read()?, known))
}

/// A recipient as its account's own app sees it.
pub fn read_acquaintance(row: &SqlRow<'_>) -> Result<(Account, KnownRecipient), Error> {
    let mut columns = Columns::of(row);
    let known = known_recipient(&mut columns)?;
    Ok((accounts::read(&mut columns)?, known))
}

pub fn read_recipient(row: &SqlRow<'_>) -> Result<KnownRecipient, Error> {
    known_recipient(&mut Columns::of(row))
}

fn known_recipient(columns: &mut Columns<'_>) -> Result<KnownRecipient, Error> {
    let recipient = recipients::read(columns)?;
    let recipient = Recipient { person: columns.read()?, ..recipient };
    let nickname: Option<String> = columns.read()?;
    Ok(KnownRecipient { recipient, nickname: nickname.unwrap_or_default() })
}

/// The recipient with each address, if there is one: what a payout must know.
pub static FIND_PAYEES_BY_EMAIL: BatchStatement = BatchStatement::new(
    "select k.account_id, k.email_key, r.id
     from {rows} join recipients r on r.account_id = k.account_id and r.email_key = k.email_key",
    &[recipients::kind::account_id, recipients::kind::email_key],
);

/// Whose payee, by which address, and the recipient's id.
pub type Payee = (AccountId, String, RecipientId);

pub fn read_payee(row: &SqlRow<'_>) -> Result<Payee, Error> {
    let mut columns = Columns::of(row);
    Ok((columns.read()?, columns.read()?, columns.read()?))
}

pub static FIND_PAYEES: BatchStatement = BatchStatement::new(
    "select r.account_id, r.id from {rows} join recipients r on r.id = k.id and (r.account_id = k.account_id) is true",
    &[recipients::kind::account_id, recipients::kind::id],
);

pub fn read_payee_id(row: &SqlRow<'_>) -> Result<(AccountId, RecipientId), Error> {
    let mut columns = Columns::of(row);
    Ok((columns.read()?, columns.read()?))
}

/// Where a recipient is paid is learnt once.
pub static SET_WALLETS: BatchStatement = BatchStatement::new(
    "update recipients set wallet_id = k.wallet_id from {rows}
     where recipients.id = k.id and recipients.wallet_id is null",
    &[recipients::kind::id, recipients::kind::wallet_id],
);

/// A row may be there although it was not gathered as a nickname, so this writes either way.
pub static PUT_NICKNAMES: BatchStatement = BatchStatement::new(
    "insert into recipient_nicknames (app_id, recipient_id, nickname)
     select app_id, recipient_id, nickname from {rows} where true
     on conflict (app_id, recipient_id) do update set nickname = excluded.nickname",
    &[("app_id", ColumnType::Text), ("recipient_id", ColumnType::Text), ("nickname", ColumnType::Text)],
);
