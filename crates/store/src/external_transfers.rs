//! What deposits and withdrawals have beyond other transactions.

use rules::account::{Caller, Mode};
use rules::external_account::bank_account::Sealed;
use rules::external_transfer::{Counterparty, ExternalTransfer, MAX_OPEN};
use rules::id::{AccountId, ExternalWalletId, TransactionId};
use rules::money::Amount;
use rules::pricing::Terms;
use rules::rate_lock::RateLock;
use rules::time::Timestamp;
use rules::transaction::{Transaction, TransactionStatus, TransactionType};

use crate::engine::{BatchStatement, ColumnType, Columns, SqlRow, Store};
use crate::error::Error;
use crate::list::{List, ListOrder, ListPage, Period, Position};
use crate::table::table;
use crate::transactions::{position, transaction_columns, transactions};

table! {
    external_transfers as c;
    columns external_transfer_columns {
        route: Text,
        external_wallet_id: Text,
        beneficiary_name: Text,
        beneficiary_details: Text,
        sealed_details: Bytes,
        chain: Text,
        address: Text,
        exchange_rate: Int,
        fixed_fee: Int,
        percentage_points: Int,
        spread_points: Int,
        outside_amount: Int,
        reference: Text,
        quote_id: Text,
        submission: Text,
        expires_at: Int,
        next_at: Int,
        processing_at: Int,
        returned_at: Int,
        hash: Text,
        events: Int,
        announced_amount: Int,
        rate_expires_at: Int,
        rate_max_amount: Int,
        received_at: Int,
        max_worth: Int,
        mode: Text,
        automatic: Int,
        transfer_time: Text,
        sent_at: Int,
        bank_reference: Text,
    }
    unread { id: Text, account_id: Text, r#type: Text, created_at: Int, bank_account_id: Text }
    read -> ExternalTransfer {
        let operator = (beneficiary_name, beneficiary_details);
        ExternalTransfer {
            mode,
            route,
            counterparty: counterparty(operator, sealed_details, external_wallet_id, (chain, address))?,
            terms: Terms {
                rate: exchange_rate,
                fixed: fixed_fee,
                percentage: percentage_points,
                spread: spread_points,
            },
            outside: outside_amount,
            announced: announced_amount,
            rate_lock: rate_lock(rate_expires_at, rate_max_amount),
            received_at,
            max_worth,
            reference,
            quote: quote_id,
            submission,
            transfer_time,
            expires_at,
            next_at,
            processing_at,
            sent_at,
            bank_reference,
            returned_at,
            hash,
            is_automatic: automatic,
            events,
        }
    }
    write row: WrittenTransfer<'_> {
        id: row.transaction.id,
        account_id: row.transaction.account,
        r#type: row.transaction.kind,
        created_at: row.transaction.created_at,
        route: row.external.route,
        bank_account_id: row.transaction.bank_account,
        external_wallet_id: CounterpartyColumns::of(row).wallet,
        beneficiary_name: CounterpartyColumns::of(row).name,
        beneficiary_details: CounterpartyColumns::of(row).details,
        sealed_details: CounterpartyColumns::of(row).sealed,
        chain: CounterpartyColumns::of(row).chain,
        address: CounterpartyColumns::of(row).address,
        exchange_rate: row.external.terms.rate,
        fixed_fee: row.external.terms.fixed,
        percentage_points: row.external.terms.percentage,
        spread_points: row.external.terms.spread,
        outside_amount: row.external.outside,
        announced_amount: row.external.announced,
        reference: &row.external.reference,
        quote_id: row.external.quote,
        submission: row.external.submission,
        expires_at: row.external.expires_at,
        next_at: row.external.next_at,
        processing_at: row.external.processing_at,
        returned_at: row.external.returned_at,
        hash: row.external.hash.as_ref(),
        events: row.external.events,
        rate_expires_at: row.external.rate_lock.map(|lock| lock.expires_at),
        rate_max_amount: row.external.rate_lock.map(|lock| lock.max_amount),
        received_at: row.external.received_at,
        max_worth: row.external.max_worth,
        mode: row.external.mode,
        automatic: i64::from(row.external.is_automatic),
        transfer_time: row.external.transfer_time,
        sent_at: row.external.sent_at,
        bank_reference: row.external.bank_reference.as_ref(),
    }
    insert INSERT_EXTERNAL_TRANSFERS with external_transfer_values;
    /// Only how far it has come can change, how much it turned out to be, and what a deposit costs that came late.
    update UPDATE_EXTERNAL_TRANSFERS with external_transfer_progress by id:
        outside_amount, submission, next_at, processing_at, sent_at, bank_reference, returned_at, hash, events,
        received_at, exchange_rate, fixed_fee, percentage_points, spread_points;
}

/// Deposits, or withdrawals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExternalTransferFilter {
    pub kind: TransactionType,
    pub created: Period,
    pub order: ListOrder,
    pub statuses: Vec<TransactionStatus>,
}

/// One that a worker should look at, or that is asked after by its reference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DueTransferRow {
    pub transaction: Transaction,
    pub mode: Mode,
    /// What time it is for its account, beyond the real time.
    pub clock_ahead: i64,
    /// Whether an operator has locked the account's owner.
    pub is_locked: bool,
}

impl DueTransferRow {
    /// Whether it is a withdrawal that is not sent before its owner is unlocked.
    pub fn is_held(&self) -> bool {
        self.is_locked && self.transaction.status == TransactionStatus::Queued
    }

    /// Its place among all that are due.
    fn place(&self) -> (i64, String) {
        let next_at = self
            .transaction
            .external_transfer
            .as_ref()
            .and_then(|external_transfer| external_transfer.next_at);
        (next_at.map_or(i64::MAX, Timestamp::micros), self.transaction.id.to_string())
    }
}

macro_rules! due {
    ($where:literal) => {
        due!(
            "external_transfers c join transactions t on t.id = c.id join accounts a on a.id = c.account_id",
            $where
        )
    };
    ($from:literal, $where:literal) => {
        concat!(
            "select ",
            transaction_columns!(),
            ", ",
            external_transfer_columns!(),
            ", a.mode, a.clock_ahead, a.locked_at is not null from ",
            $from,
            " ",
            $where
        )
    };
}

mod due;
mod open;

pub use open::OpenFilter;

impl Store {
    /// One transaction with what it has beyond others.
    pub(crate) async fn external_transfer(
        &self,
        account: AccountId,
        id: TransactionId,
    ) -> Result<Option<Transaction>, Error> {
        const SQL: &str = concat!(
            "select ",
            transaction_columns!(),
            ", ",
            external_transfer_columns!(),
            " from transactions t left join external_transfers c on c.id = t.id
             where t.id = $1 and (t.account_id = $2) is true"
        );
        self.query_one(SQL, &[id.into(), account.into()], read_with_external_transfer).await
    }

    /// All deposits or all withdrawals of an account.
    pub async fn external_transfers(
        &self,
        caller: &Caller,
        filter: &ExternalTransferFilter,
        after: Option<&Position>,
        size: usize,
    ) -> Result<ListPage<Transaction>, Error> {
        const SELECT: &str = concat!(
            "select ",
            transaction_columns!(),
            ", ",
            external_transfer_columns!(),
            " from external_transfers c join transactions t on t.id = c.id where c.account_id = $1 and c.type = $2"
        );
        let params = vec![caller.account.into(), filter.kind.into()];
        let mut list = List::new(SELECT, params, "c.created_at", "c.id").in_order(filter.order);
        list.created_within(filter.created);
        list.any_of("t.status", filter.statuses.iter().map(|status| status.name()));
        list.page(self, after, size, read_with_external_transfer, position).await
    }

    /// By the id of the transaction, for any account.
    pub async fn any_external_transfer(&self, id: TransactionId) -> Result<Option<DueTransferRow>, Error> {
        const SQL: &str = due!("where c.id = $1");
        self.query_one(SQL, &[id.into()], read_due).await
    }

    /// By what its payer quotes, or what the bank knows it by.
    pub async fn external_transfer_by_reference(
        &self,
        reference: &str,
    ) -> Result<Option<DueTransferRow>, Error> {
        const SQL: &str = due!("where c.reference = $1");
        self.query_one(SQL, &[reference.into()], read_due).await
    }
}

pub static FIND_EXTERNAL_TRANSFERS: BatchStatement = BatchStatement::new(
    concat!(
        "select ",
        transaction_columns!(),
        ", ",
        external_transfer_columns!(),
        " from {rows} join transactions t on t.id = k.id and (t.account_id = k.account_id) is true
          join external_transfers c on c.id = t.id"
    ),
    &[transactions::kind::account_id, transactions::kind::id],
);

/// Otherwise the statement below would stop counting too early, and find no account.
const _: () = assert!(MAX_OPEN <= 10_000);

/// Which of these accounts have as many under way as they may have.
pub static FIND_CROWDED: BatchStatement = BatchStatement::new(
    "select k.account_id from {rows} where k.most <= (select count(*) from (
         select 1 from external_transfers c where c.account_id = k.account_id and c.next_at is not null limit 10000
     ) counted)",
    &[external_transfers::kind::account_id, ("most", ColumnType::Int)],
);

fn read_due(row: &SqlRow<'_>) -> Result<DueTransferRow, Error> {
    let mut columns = Columns::of(row);
    Ok(DueTransferRow {
        transaction: with_external_transfer(&mut columns)?,
        mode: columns.read()?,
        clock_ahead: columns.read()?,
        is_locked: columns.read()?,
    })
}

pub fn read_with_external_transfer(row: &SqlRow<'_>) -> Result<Transaction, Error> {
    with_external_transfer(&mut Columns::of(row))
}

/// A transaction and, behind its columns, its external transfer, if it has one.
pub(crate) fn with_external_transfer(columns: &mut Columns<'_>) -> Result<Transaction, Error> {
    let transaction = transactions::read(columns)?;
    let external_transfer = external_transfers::read_joined(columns)?.map(Box::new);
    Ok(Transaction { external_transfer, ..transaction })
}

/// A deposit may turn out to be more or less than was announced.
pub static UPDATE_AMOUNTS: BatchStatement =
    BatchStatement::update("transactions", &[transactions::kind::id, transactions::kind::amount]);

/// An external transfer and the transaction that it belongs to.
#[derive(Clone, Copy)]
pub struct WrittenTransfer<'a> {
    pub transaction: &'a Transaction,
    pub external: &'a ExternalTransfer,
}

impl WrittenTransfer<'_> {
    /// None for a transaction that stays inside.
    pub fn of(transaction: &Transaction) -> Option<WrittenTransfer<'_>> {
        Some(WrittenTransfer { transaction, external: transaction.external_transfer.as_deref()? })
    }
}

/// What the columns hold that tell where the money goes, or where it came from.
#[derive(Default)]
struct CounterpartyColumns<'a> {
    wallet: Option<ExternalWalletId>,
    name: Option<&'a str>,
    details: Option<&'a str>,
    sealed: Option<&'a [u8]>,
    chain: Option<&'a str>,
    address: Option<&'a str>,
}

impl<'a> CounterpartyColumns<'a> {
    fn of(row: WrittenTransfer<'a>) -> CounterpartyColumns<'a> {
        let none = CounterpartyColumns::default();
        match &row.external.counterparty {
            Counterparty::Operator { name, details } => {
                CounterpartyColumns { name: Some(name), details: Some(details), ..none }
            }
            Counterparty::BankAccount(Sealed(bytes)) => CounterpartyColumns { sealed: Some(bytes), ..none },
            Counterparty::Address { wallet, chain, address } => CounterpartyColumns {
                wallet: Some(*wallet),
                chain: Some(chain),
                address: Some(address),
                ..none
            },
            Counterparty::DepositAddress { chain, address } => {
                CounterpartyColumns { chain: Some(chain), address: Some(address), ..none }
            }
            Counterparty::Unknown => none,
        }
    }
}

fn counterparty(
    operator: (Option<String>, Option<String>),
    sealed: Option<Sealed>,
    wallet: Option<ExternalWalletId>,
    place: (Option<String>, Option<String>),
) -> Result<Counterparty, Error> {
    match (operator, sealed, place) {
        ((Some(name), Some(details)), None, (None, None)) => Ok(Counterparty::Operator { name, details }),
        ((None, None), Some(sealed), (None, None)) => Ok(Counterparty::BankAccount(sealed)),
        ((None, None), None, (Some(chain), Some(address))) => Ok(match wallet {
            Some(wallet) => Counterparty::Address { wallet, chain, address },
            None => Counterparty::DepositAddress { chain, address },
        }),
        ((None, None), None, (None, None)) => Ok(Counterparty::Unknown),
        _ => Err(Error::Corrupt("external_transfers has a counterparty that Florin never writes".to_owned())),
    }
}

fn rate_lock(expires_at: Option<Timestamp>, max_amount: Option<Amount>) -> Option<RateLock> {
    Some(RateLock { expires_at: expires_at?, max_amount: max_amount? })
}
