//! Transactions, and the payout items that they are.

use rules::account::Caller;
use rules::decisions::payout::DueItem;
use rules::email_address::EmailAddress;
use rules::id::{AccountId, PayoutId, TransactionId};
use rules::named_enum;
use rules::payout::Wallet;
use rules::transaction::{Source, Transaction, TransactionStatus};
use rules::world::KnownItem;

use crate::engine::{BatchStatement, Columns, SqlRow, Store, Value};
use crate::error::Error;
use crate::list::{List, ListPage, Period, Position};
use crate::table::table;

table! {
    transactions as t;
    columns transaction_columns {
        id: Text,
        account_id: Text,
        r#type: Text,
        status: Text,
        amount: Int,
        currency: Text,
        created_at: Int,
        completed_at: Int,
        payout_id: Text,
        recipient_id: Text,
        bank_account_id: Text,
        reference: Text,
        failure_reason: Text,
        claim_expires_at: Int,
        source_id: Text,
        external_reference: Text,
    }
    read read_transaction -> Transaction {
        Transaction {
            id,
            account: account_id,
            kind: r#type,
            status,
            amount,
            currency,
            created_at,
            completed_at,
            payout: payout_id,
            recipient: recipient_id,
            bank_account: bank_account_id,
            reference,
            failure_reason,
            claim_expires_at,
            source: source(source_id, external_reference),
            external_transfer: None,
        }
    }
    write row: &Transaction {
        id: row.id,
        account_id: row.account,
        r#type: row.kind,
        status: row.status,
        amount: row.amount,
        currency: row.currency,
        created_at: row.created_at,
        completed_at: row.completed_at,
        payout_id: row.payout,
        recipient_id: row.recipient,
        bank_account_id: row.bank_account,
        reference: row.reference.as_ref(),
        failure_reason: row.failure_reason,
        claim_expires_at: row.claim_expires_at,
        source_id: source_item(row),
        external_reference: external_source(row),
    }
    insert INSERT_TRANSACTIONS with transaction_values;
    /// Only how far it has come can change.
    update UPDATE_TRANSACTIONS with progress_values by id:
        status, completed_at, failure_reason, claim_expires_at;
}

fn source(item: Option<TransactionId>, external: Option<String>) -> Option<Source> {
    item.map(Source::Item).or(external.map(Source::External))
}

const fn source_item(row: &Transaction) -> Option<TransactionId> {
    match row.source {
        Some(Source::Item(item)) => Some(item),
        Some(Source::External(_)) | None => None,
    }
}

const fn external_source(row: &Transaction) -> Option<&String> {
    match &row.source {
        Some(Source::External(name)) => Some(name),
        Some(Source::Item(_)) | None => None,
    }
}

/// An item, its recipient's address, and the wallet it would go to: the one that is known, or that of the person who
/// has verified the address. In test mode only the payer is found by their address: a payment that costs nothing
/// must not tell who has an account.
macro_rules! items {
    () => {
        concat!(
            "select ",
            transaction_columns!(),
            ", r.email, coalesce(w.id, v.id), coalesce(w.clock_ahead, v.clock_ahead, 0),
              coalesce(w.withdraws_automatically, v.withdraws_automatically, 0), r.wallet_id"
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

/// A payout item, with the address of its recipient.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownItem {
    pub transaction: Transaction,
    pub email: EmailAddress,
}

named_enum! {
    /// In which order the items of a payout are listed.
    #[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
    pub enum ItemOrder {
        /// As the request had them.
        #[default]
        Requested = "requested",
        Largest = "largest",
        Smallest = "smallest",
    }
}

#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct ItemFilter {
    pub statuses: Vec<TransactionStatus>,
    pub created: Period,
    pub order: ItemOrder,
}

impl Store {
    pub async fn item(&self, caller: &Caller, id: TransactionId) -> Result<Option<ShownItem>, Error> {
        const SQL: &str = concat!(
            "select ",
            transaction_columns!(),
            ", r.email from transactions t join recipients r on r.id = t.recipient_id
             where t.id = $1 and (t.account_id = $2) is true"
        );
        self.query_one(SQL, &[id.into(), caller.account.into()], read_shown).await
    }

    /// The items of a payout. They are so few that no index has to know their amounts.
    pub async fn items(
        &self,
        caller: &Caller,
        payout: PayoutId,
        filter: &ItemFilter,
        after: Option<&Position>,
        size: usize,
    ) -> Result<ListPage<ShownItem>, Error> {
        let by = |key| List::new(ITEMS_OF_PAYOUT, of_payout(caller, payout), key, "t.id").whole();
        let mut list = match filter.order {
            ItemOrder::Requested => by("t.created_at").ascending(),
            ItemOrder::Largest => by("t.amount"),
            ItemOrder::Smallest => by("t.amount").ascending(),
        };
        list.filter_created("t.created_at", filter.created);
        list.any_of("t.status", filter.statuses.iter().map(|status| status.name()));
        let position = |row: &ShownItem| match filter.order {
            ItemOrder::Requested => position(&row.transaction),
            ItemOrder::Largest | ItemOrder::Smallest => {
                Position::of_amount(row.transaction.amount, row.transaction.id)
            }
        };
        list.page(self, after, size, read_shown, position).await
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
    &[transactions::kind::id],
);

const ITEMS_OF_PAYOUT: &str = concat!(
    "select ",
    transaction_columns!(),
    ", r.email from payouts p join transactions t on t.id >= $3 and t.id <= $4
     join recipients r on r.id = t.recipient_id where (p.account_id = $1) is true and p.id = $2"
);

pub(crate) fn of_payout(caller: &Caller, payout: PayoutId) -> Vec<Value<'static>> {
    vec![caller.account.into(), payout.into(), payout.item(0).into(), last_item(payout).into()]
}

pub fn position(row: &Transaction) -> Position {
    Position::of(row.created_at, row.id)
}

/// No item of a payout has a later id.
pub(crate) fn last_item(payout: PayoutId) -> TransactionId {
    payout.item(rules::id::SERIES as usize - 2)
}

pub static FIND_ITEMS: BatchStatement = BatchStatement::new(
    concat!(
        items!(),
        " from {rows} join transactions t on t.id = k.id
            and (t.account_id = k.account_id) is true and t.type = 'payout'",
        with_wallets!()
    ),
    &[transactions::kind::account_id, transactions::kind::id],
);

fn read_shown(row: &SqlRow<'_>) -> Result<ShownItem, Error> {
    let mut columns = Columns::of(row);
    Ok(ShownItem { transaction: transactions::read(&mut columns)?, email: columns.read()? })
}

pub fn read_item(row: &SqlRow<'_>) -> Result<KnownItem, Error> {
    known_item(&mut Columns::of(row))
}

fn known_item(columns: &mut Columns<'_>) -> Result<KnownItem, Error> {
    let (transaction, email) = (transactions::read(columns)?, columns.read()?);
    let (account, clock_ahead): (Option<AccountId>, i64) = (columns.read()?, columns.read()?);
    let withdraws_automatically = columns.read()?;
    let wallet = account.map(|account| Wallet { account, clock_ahead, withdraws_automatically });
    Ok(KnownItem { transaction, email, wallet })
}

fn read_due(row: &SqlRow<'_>) -> Result<DueItem, Error> {
    let mut columns = Columns::of(row);
    let KnownItem { transaction, email, wallet } = known_item(&mut columns)?;
    let known_wallet: Option<AccountId> = columns.read()?;
    let wallet_is_news = wallet.is_some() && known_wallet.is_none();
    Ok(DueItem { transaction, email, wallet, wallet_is_news })
}
