//! Recipients of an account, with the nickname of the app that asks.

use std::collections::BTreeSet;

use rules::account::{Account, Caller};
use rules::id::{AccountId, AppId, RecipientId};
use rules::recipient::Recipient;

use crate::decode;
use crate::engine::{BatchStatement, Kind, Row, Store, Value};
use crate::error::Error;
use crate::list::{List, Page, Period, Position};
use crate::users;

macro_rules! columns {
    () => {
        "select r.id, r.account_id, r.email, r.created_at, u.name, n.nickname, r.wallet_id, r.events"
    };
}
/// The first column behind those.
const COLUMNS: usize = 8;
/// Who is shown: somebody who was paid in live mode.
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

#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct RecipientFilter {
    pub created: Period,
    /// In lower case.
    pub email_key: Option<String>,
}

impl Store {
    pub async fn recipient(&self, caller: &Caller, id: RecipientId) -> Result<Option<KnownRecipient>, Error> {
        const SQL: &str = concat!(
            columns!(),
            " from recipients r",
            person!(),
            " left join recipient_nicknames n on n.recipient_id = r.id and n.app_id = $1
             where r.id = $2 and (r.account_id = $3) is true"
        );
        self.query_one(SQL, &[caller.app.into(), id.into(), caller.account.into()], read_recipient).await
    }

    /// Those of these recipients to whom the account has completed a payment.
    pub async fn recipients_paid_before(
        &self,
        account: AccountId,
        ids: &BTreeSet<RecipientId>,
    ) -> Result<BTreeSet<RecipientId>, Error> {
        let rows: Vec<Vec<Value<'_>>> = ids.iter().map(|id| vec![account.into(), (*id).into()]).collect();
        let found = self.query_each(&FIND_PAID_BEFORE, &rows, |row| decode::id(row, 0)).await?;
        Ok(found.into_iter().collect())
    }

    pub async fn recipients(
        &self,
        caller: &Caller,
        filter: &RecipientFilter,
        after: Option<&Position>,
        size: usize,
    ) -> Result<Page<KnownRecipient>, Error> {
        const SELECT: &str = concat!(
            columns!(),
            " from recipients r",
            person!(),
            " left join recipient_nicknames n on n.recipient_id = r.id and n.app_id = $1
             where r.account_id = $2"
        );
        let params = vec![caller.app.into(), caller.account.into()];
        let mut list = List::new(SELECT, params, "r.created_at", "r.id");
        list.created_within(filter.created);
        if let Some(email_key) = &filter.email_key {
            list.and("r.email_key =", email_key);
        }
        let position = |row: &KnownRecipient| Position {
            created_at: row.recipient.created_at,
            id: row.recipient.id.to_string(),
        };
        list.page(self, after, size, read_recipient, position).await
    }
}

/// Those of some recipients to whom their account has completed a payment.
static FIND_PAID_BEFORE: BatchStatement = BatchStatement::new(
    "select k.id from {rows} where exists (select 1 from transactions t
         where t.recipient_id = k.id and t.status <> 'queued' and (t.status = 'completed') is true
         and (t.account_id = k.account_id) is true)",
    &[("account_id", Kind::Text), ("id", Kind::Text)],
);

pub static FIND_RECIPIENTS: BatchStatement = BatchStatement::new(
    concat!(
        columns!(),
        ", k.app_id from {rows} join recipients r on r.id = k.id and (r.account_id = k.account_id) is true",
        person!(),
        " left join recipient_nicknames n on n.recipient_id = r.id and n.app_id = k.app_id"
    ),
    &[("account_id", Kind::Text), ("app_id", Kind::Text), ("id", Kind::Text)],
);

pub static FIND_RECIPIENTS_BY_EMAIL: BatchStatement = BatchStatement::new(
    concat!(
        columns!(),
        ", k.app_id from {rows} join recipients r on r.account_id = k.account_id and r.email_key = k.email_key",
        person!(),
        " left join recipient_nicknames n on n.recipient_id = r.id and n.app_id = k.app_id"
    ),
    &[("account_id", Kind::Text), ("app_id", Kind::Text), ("email_key", Kind::Text)],
);

/// With what the account's own app calls them, and which app that is.
macro_rules! as_owned {
    () => {
        " join accounts a on a.id = r.account_id
         left join recipient_nicknames n on n.recipient_id = r.id and n.app_id = a.own_app_id"
    };
}

/// Whom items pay.
pub static FIND_PAID: BatchStatement = BatchStatement::new(
    concat!(
        columns!(),
        ", a.own_app_id from {rows} join transactions t on t.id = k.id and (t.account_id = k.account_id) is true
         join recipients r on r.id = t.recipient_id",
        as_owned!(),
        payee!()
    ),
    &[("account_id", Kind::Text), ("id", Kind::Text)],
);

/// Those that have paid an address and learned of it last, each with their account, up to
/// `rules::recipient::MOST_TOLD` of them.
pub static FIND_ACQUAINTANCES: BatchStatement = BatchStatement::new(
    concat!(
        columns!(),
        ", a.id, a.user_id, a.mode, a.own_app_id, a.created_at, a.clock_ahead, a.sponsor_id
         from {rows} join recipients r on r.email_key = k.email_key and r.id in (
             select x.id from recipients x where x.email_key = k.email_key and x.wallet_id is not null
             order by x.id desc limit 1000)",
        person!(),
        as_owned!()
    ),
    &[("email_key", Kind::Text)],
);

/// A recipient as the app behind its columns sees it.
pub fn read_with_app(row: &Row<'_>) -> Result<(AppId, KnownRecipient), Error> {
    Ok((decode::id(row, COLUMNS)?, read_recipient(row)?))
}

/// A recipient as its account's own app sees it.
pub fn read_acquaintance(row: &Row<'_>) -> Result<(Account, KnownRecipient), Error> {
    Ok((users::read_account_from(row, COLUMNS)?, read_recipient(row)?))
}

pub fn read_recipient(row: &Row<'_>) -> Result<KnownRecipient, Error> {
    let recipient = Recipient {
        id: decode::id(row, 0)?,
        account: decode::id(row, 1)?,
        email: decode::email(row, 2)?,
        created_at: decode::time(row, 3)?,
        person: row.optional_text(4)?.map(str::to_owned),
        wallet: decode::optional_id(row, 6)?,
        events: row.int(7)?,
    };
    Ok(KnownRecipient { recipient, nickname: row.optional_text(5)?.unwrap_or_default().to_owned() })
}

/// The recipient with each address, if there is one: what a payout must know.
pub static FIND_PAYEES_BY_EMAIL: BatchStatement = BatchStatement::new(
    "select k.account_id, k.email_key, r.id
     from {rows} join recipients r on r.account_id = k.account_id and r.email_key = k.email_key",
    &[("account_id", Kind::Text), ("email_key", Kind::Text)],
);

/// Whose payee, by which address, and the recipient's id.
pub type Payee = (AccountId, String, RecipientId);

pub fn read_payee(row: &Row<'_>) -> Result<Payee, Error> {
    Ok((decode::id(row, 0)?, row.text(1)?.to_owned(), decode::id(row, 2)?))
}

pub static FIND_PAYEES: BatchStatement = BatchStatement::new(
    "select r.account_id, r.id from {rows} join recipients r on r.id = k.id and (r.account_id = k.account_id) is true",
    &[("account_id", Kind::Text), ("id", Kind::Text)],
);

pub fn read_payee_id(row: &Row<'_>) -> Result<(AccountId, RecipientId), Error> {
    Ok((decode::id(row, 0)?, decode::id(row, 1)?))
}

/// Where a recipient is paid is learnt once.
pub static SET_WALLETS: BatchStatement = BatchStatement::new(
    "update recipients set wallet_id = k.wallet_id from {rows}
     where recipients.id = k.id and recipients.wallet_id is null",
    &[("id", Kind::Text), ("wallet_id", Kind::Text)],
);

pub static INSERT_RECIPIENTS: BatchStatement = BatchStatement::insert(
    "recipients",
    &[
        ("id", Kind::Text),
        ("account_id", Kind::Text),
        ("email", Kind::Text),
        ("email_key", Kind::Text),
        ("created_at", Kind::Int),
        ("events", Kind::Int),
    ],
);

/// What else can change about a recipient is kept elsewhere.
pub static COUNT_EVENTS: BatchStatement =
    BatchStatement::update("recipients", &[("id", Kind::Text), ("events", Kind::Int)]);

pub fn counted_values(recipient: &Recipient) -> Vec<Value<'_>> {
    vec![recipient.id.into(), recipient.events.into()]
}

pub fn recipient_values(recipient: &Recipient) -> Vec<Value<'_>> {
    vec![
        recipient.id.into(),
        recipient.account.into(),
        recipient.email.as_str().into(),
        recipient.email.lookup_key().into(),
        recipient.created_at.into(),
        recipient.events.into(),
    ]
}

/// A row may be there although it was not gathered as a nickname, so this writes either way.
pub static PUT_NICKNAMES: BatchStatement = BatchStatement::new(
    "insert into recipient_nicknames (app_id, recipient_id, nickname)
     select app_id, recipient_id, nickname from {rows} where true
     on conflict (app_id, recipient_id) do update set nickname = excluded.nickname",
    &[("app_id", Kind::Text), ("recipient_id", Kind::Text), ("nickname", Kind::Text)],
);
