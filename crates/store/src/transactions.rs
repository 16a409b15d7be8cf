//! Transactions, and the payout items that they are.

use rules::account::Caller;
use rules::email_address::EmailAddress;
use rules::id::{AccountId, BankAccountId, PayoutId, RecipientId, TransactionId};
use rules::money::Currency;
use rules::payout::{DueItem, Wallet};
use rules::transaction::{FailureReason, Source, Transaction, TransactionStatus, TransactionType};
use rules::world::KnownItem;

use crate::decode;
use crate::engine::{BatchStatement, Kind, Row, Store, Value};
use crate::error::Error;
use crate::external_transfers::{external_transfer_columns, read_with_external_transfer};
use crate::list::{List, Page, Period, Position};

macro_rules! columns {
    () => {
        "t.id, t.account_id, t.type, t.status, t.amount, t.currency, t.created_at, t.completed_at, t.payout_id,
         t.recipient_id, t.bank_account_id, t.reference, t.failure_reason, t.claim_expires_at, t.source_id,
         t.external_reference"
    };
}
pub(crate) use columns;

/// An item, its recipient's address, and the wallet it would go to: the one that is known, or that of the person who
/// has verified the address. In test mode nobody but the payer is found by their address: a payment that costs nothing
/// must not tell who has an account.
macro_rules! items {
    () => {
        concat!(
            "select ",
            columns!(),
            ", r.email, coalesce(w.id, v.id), coalesce(w.clock_ahead, v.clock_ahead, 0), r.wallet_id"
        )
    };
}
macro_rules! with_wallets {
    () => {
        " join recipients r on r.id = t.recipient_id
         left join accounts w on w.id = r.wallet_id
         left join users u on u.email_key = case when r.wallet_id is null then r.email_key end
            and u.verified_at is not null
         left join accounts p on p.id = case when u.id is not null then t.account_id end
         left join accounts v on v.user_id = u.id and v.mode = p.mode
            and (p.mode = 'live' or p.user_id = u.id)"
    };
}

/// A payout item, with the address of whom it pays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownItem {
    pub transaction: Transaction,
    pub email: EmailAddress,
}

#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct TransactionFilter {
    pub created: Period,
    pub statuses: Vec<TransactionStatus>,
    pub types: Vec<TransactionType>,
    pub payout: Option<PayoutId>,
    pub recipient: Option<RecipientId>,
    pub bank_account: Option<BankAccountId>,
}

#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct ItemFilter {
    pub statuses: Vec<TransactionStatus>,
    pub created: Period,
}

impl Store {
    pub async fn transaction(
        &self,
        caller: &Caller,
        id: TransactionId,
    ) -> Result<Option<Transaction>, Error> {
        let key = [id.into(), caller.account.into()];
        let found = self.look_up(&LOOK_UP_TRANSACTION, &key, read_transaction).await?;
        match found {
            // Those that cross are few, and read with all they have.
            Some(found) if found.may_cross() => self.external_transfer(caller.account, id).await,
            found => Ok(found),
        }
    }

    pub async fn item(&self, caller: &Caller, id: TransactionId) -> Result<Option<ShownItem>, Error> {
        const SQL: &str = concat!(
            "select ",
            columns!(),
            ", r.email from transactions t join recipients r on r.id = t.recipient_id
             where t.id = $1 and (t.account_id = $2) is true"
        );
        self.query_one(SQL, &[id.into(), caller.account.into()], read_shown).await
    }

    pub async fn transactions(
        &self,
        caller: &Caller,
        filter: &TransactionFilter,
        after: Option<&Position>,
        size: usize,
    ) -> Result<Page<Transaction>, Error> {
        match (filter.payout, filter.recipient) {
            (Some(payout), recipient) => {
                let list = List::new(OF_PAYOUT, of_payout(caller, payout), "t.created_at", "t.id");
                // A payout has fewer items than a page may read.
                let mut list = list.whole();
                if let Some(recipient) = recipient {
                    list.filter("t.recipient_id =", recipient);
                }
                self.filtered(list, filter, after, size, read_transaction).await
            }
            (None, Some(recipient)) => {
                let of = |select| {
                    let params = vec![caller.account.into(), recipient.into()];
                    List::new(select, params, "t.created_at", "t.id")
                };
                let read = |list| self.filtered(list, filter, after, size, read_transaction);
                if self.indexes_what_waits() {
                    return read(of(OF_RECIPIENT)).await;
                }
                // In this order: what is settled in between is then seen twice, and not missed.
                let waiting = read(of(WAITING_FOR_RECIPIENT).whole()).await?;
                Ok(waiting.merged(read(of(SETTLED_FOR_RECIPIENT)).await?, size, position))
            }
            (None, None) => {
                let account = caller.account.into();
                let list = match filter.bank_account {
                    Some(id) => List::new(OF_BANK_ACCOUNT, vec![account, id.into()], "c.created_at", "c.id"),
                    None => List::new(OF_ACCOUNT, vec![account], "t.created_at", "t.id"),
                };
                self.filtered(list, filter, after, size, read_with_external_transfer).await
            }
        }
    }

    async fn filtered<'a>(
        &self,
        mut list: List<'a>,
        filter: &'a TransactionFilter,
        after: Option<&'a Position>,
        size: usize,
        read: fn(&Row<'_>) -> Result<Transaction, Error>,
    ) -> Result<Page<Transaction>, Error> {
        list.created_within(filter.created);
        list.any_of("t.status", filter.statuses.iter().map(|status| status.name()));
        list.any_of("t.type", filter.types.iter().map(|kind| kind.name()));
        if let Some(bank_account) = filter.bank_account {
            list.filter("t.bank_account_id =", bank_account);
        }
        list.page(self, after, size, read, position).await
    }

    /// The items of a payout, in the order of the request.
    pub async fn items(
        &self,
        caller: &Caller,
        payout: PayoutId,
        filter: &ItemFilter,
        after: Option<&Position>,
        size: usize,
    ) -> Result<Page<ShownItem>, Error> {
        let list = List::in_order(ITEMS_OF_PAYOUT, of_payout(caller, payout), "t.created_at", "t.id");
        let mut list = list.whole();
        list.created_within(filter.created);
        list.any_of("t.status", filter.statuses.iter().map(|status| status.name()));
        list.page(self, after, size, read_shown, |row| position(&row.transaction)).await
    }

    /// The wallet that an item would be paid into now.
    pub async fn wallet_of(&self, item: TransactionId) -> Result<Option<AccountId>, Error> {
        const SQL: &str = concat!(items!(), " from transactions t ", with_wallets!(), " where t.id = $1");
        let known = self.query_one(SQL, &[item.into()], read_item).await?;
        Ok(known.and_then(|known| known.wallet).map(|wallet| wallet.account))
    }

    /// Those of these items whose turn has come, in order.
    pub async fn due_items(&self, items: impl Iterator<Item = TransactionId>) -> Result<Vec<DueItem>, Error> {
        let ids: Vec<Vec<Value<'_>>> = items.map(|item| vec![item.into()]).collect();
        let mut items = self.query_each(&DUE_ITEMS, &ids, read_due).await?;
        items.sort_unstable_by_key(|item| item.transaction.id);
        Ok(items)
    }
}

static DUE_ITEMS: BatchStatement = BatchStatement::new(
    concat!(
        items!(),
        " from {rows} join transactions t on t.id = k.id and t.status = 'queued'",
        with_wallets!()
    ),
    &[("id", Kind::Text)],
);

static LOOK_UP_TRANSACTION: BatchStatement = BatchStatement::new(
    concat!(
        "select ",
        columns!(),
        ", k.asked from {rows} join transactions t on t.id = k.id and (t.account_id = k.account_id) is true"
    ),
    &[("asked", Kind::Int), ("id", Kind::Text), ("account_id", Kind::Text)],
);

// The selections of lists. Each leaves its engine one index to choose: all of an account by age, those of a payout by
// their ids, which follow its own, those of a recipient by theirs.
//
// SQLite has an entry for a recipient only once an item is settled: each would be on a page of its own, which a payout
// of a hundred would have to write before it is accepted. What waits is found by the payouts that wait.
const OF_ACCOUNT: &str = concat!(
    "select ",
    columns!(),
    ", ",
    external_transfer_columns!(),
    " from transactions t left join external_transfers c on c.id = t.id and t.type <> 'payout' where t.account_id = $1"
);
const OF_BANK_ACCOUNT: &str = concat!(
    "select ",
    columns!(),
    ", ",
    external_transfer_columns!(),
    " from external_transfers c join transactions t on t.id = c.id
     where (c.account_id = $1) is true and c.bank_account_id = $2"
);
const OF_RECIPIENT: &str = concat!(
    "select ",
    columns!(),
    " from recipients r join transactions t on t.recipient_id = r.id where (r.account_id = $1) is true and r.id = $2"
);
const SETTLED_FOR_RECIPIENT: &str = concat!(
    "select ",
    columns!(),
    " from recipients r join transactions t on t.recipient_id = r.id and t.status <> 'queued'
     where (r.account_id = $1) is true and r.id = $2"
);
const WAITING_FOR_RECIPIENT: &str = concat!(
    "select ",
    columns!(),
    " from payouts p join transactions t on t.id >= 'txn_' || substr(p.id, 4, 24) || '00'
         and t.id <= 'txn_' || substr(p.id, 4, 24) || 'zz' and t.status = 'queued'
     where p.next_at is not null and (p.account_id = $1) is true and (t.recipient_id = $2) is true"
);
const OF_PAYOUT: &str = concat!(
    "select ",
    columns!(),
    " from payouts p join transactions t on t.id >= $3 and t.id <= $4 where (p.account_id = $1) is true and p.id = $2"
);
const ITEMS_OF_PAYOUT: &str = concat!(
    "select ",
    columns!(),
    ", r.email from payouts p join transactions t on t.id >= $3 and t.id <= $4
     join recipients r on r.id = t.recipient_id where (p.account_id = $1) is true and p.id = $2"
);

fn of_payout(caller: &Caller, payout: PayoutId) -> Vec<Value<'static>> {
    vec![caller.account.into(), payout.into(), payout.item(0).into(), last_item(payout).into()]
}

pub fn position(row: &Transaction) -> Position {
    Position { created_at: row.created_at, id: row.id.to_string() }
}

/// No item of a payout has a later id.
fn last_item(payout: PayoutId) -> TransactionId {
    payout.item(rules::id::SERIES as usize - 2)
}

pub static FIND_ITEMS: BatchStatement = BatchStatement::new(
    concat!(
        items!(),
        " from {rows} join transactions t on t.id = k.id
            and (t.account_id = k.account_id) is true and t.type = 'payout'",
        with_wallets!()
    ),
    &[("account_id", Kind::Text), ("id", Kind::Text)],
);

pub fn read_transaction(row: &Row<'_>) -> Result<Transaction, Error> {
    let source = match (row.optional_text(14)?, row.optional_text(15)?) {
        (Some(_), _) => Some(Source::Item(decode::id(row, 14)?)),
        (None, Some(name)) => Some(Source::External(name.to_owned())),
        (None, None) => None,
    };
    Ok(Transaction {
        id: decode::id(row, 0)?,
        account: decode::id(row, 1)?,
        kind: decode::named(row, 2, TransactionType::parse)?,
        status: decode::named(row, 3, TransactionStatus::parse)?,
        amount: decode::amount(row, 4)?,
        currency: decode::named(row, 5, Currency::parse)?,
        created_at: decode::time(row, 6)?,
        completed_at: decode::optional_time(row, 7)?,
        payout: decode::optional_id(row, 8)?,
        recipient: decode::optional_id(row, 9)?,
        bank_account: decode::optional_id(row, 10)?,
        reference: row.optional_text(11)?.map(str::to_owned),
        failure_reason: decode::optional_named(row, 12, FailureReason::parse)?,
        claim_expires_at: decode::optional_time(row, 13)?,
        source,
        external_transfer: None,
    })
}

fn read_shown(row: &Row<'_>) -> Result<ShownItem, Error> {
    Ok(ShownItem { transaction: read_transaction(row)?, email: decode::email(row, 16)? })
}

pub fn read_item(row: &Row<'_>) -> Result<KnownItem, Error> {
    let clock_ahead = row.int(18)?;
    let wallet = decode::optional_id(row, 17)?.map(|account| Wallet { account, clock_ahead });
    Ok(KnownItem { transaction: read_transaction(row)?, email: decode::email(row, 16)?, wallet })
}

fn read_due(row: &Row<'_>) -> Result<DueItem, Error> {
    let KnownItem { transaction, email, wallet } = read_item(row)?;
    let wallet_is_news = wallet.is_some() && row.optional_text(19)?.is_none();
    Ok(DueItem { transaction, email, wallet, wallet_is_news })
}

pub static INSERT_TRANSACTIONS: BatchStatement = BatchStatement::insert(
    "transactions",
    &[
        ("id", Kind::Text),
        ("account_id", Kind::Text),
        ("type", Kind::Text),
        ("status", Kind::Text),
        ("amount", Kind::Int),
        ("currency", Kind::Text),
        ("created_at", Kind::Int),
        ("completed_at", Kind::Int),
        ("payout_id", Kind::Text),
        ("recipient_id", Kind::Text),
        ("bank_account_id", Kind::Text),
        ("reference", Kind::Text),
        ("failure_reason", Kind::Text),
        ("claim_expires_at", Kind::Int),
        ("source_id", Kind::Text),
        ("external_reference", Kind::Text),
    ],
);

pub fn transaction_values(row: &Transaction) -> Vec<Value<'_>> {
    let (source_item, external) = match &row.source {
        Some(Source::Item(item)) => (Some(*item), None),
        Some(Source::External(name)) => (None, Some(name)),
        None => (None, None),
    };
    vec![
        row.id.into(),
        row.account.into(),
        row.kind.name().into(),
        row.status.name().into(),
        row.amount.into(),
        row.currency.code().into(),
        row.created_at.into(),
        row.completed_at.into(),
        row.payout.into(),
        row.recipient.into(),
        row.bank_account.into(),
        row.reference.as_ref().into(),
        row.failure_reason.map(FailureReason::name).into(),
        row.claim_expires_at.into(),
        source_item.into(),
        external.into(),
    ]
}

/// Only how far it has come can change.
pub static UPDATE_TRANSACTIONS: BatchStatement = BatchStatement::update(
    "transactions",
    &[
        ("id", Kind::Text),
        ("status", Kind::Text),
        ("completed_at", Kind::Int),
        ("failure_reason", Kind::Text),
        ("claim_expires_at", Kind::Int),
    ],
);

pub fn progress_values(row: &Transaction) -> Vec<Value<'_>> {
    vec![
        row.id.into(),
        row.status.name().into(),
        row.completed_at.into(),
        row.failure_reason.map(FailureReason::name).into(),
        row.claim_expires_at.into(),
    ]
}
