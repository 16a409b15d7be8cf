//! What deposits and withdrawals have beyond other transactions.

use rules::account::{Caller, Mode};
use rules::bank_account::Sealed;
use rules::external_transfer::{Counterparty, ExternalTransfer, Route, Submission};
use rules::id::{AccountId, TransactionId};
use rules::money::Amount;
use rules::pricing::{BasisPoints, Rate, Terms};
use rules::rate_lock::RateLock;
use rules::time::Timestamp;
use rules::transaction::{Transaction, TransactionStatus, TransactionType};

use crate::Position;
use crate::decode;
use crate::engine::{BatchStatement, Kind, Row, Store, Value};
use crate::error::Error;
use crate::list::{List, Page, Period};
use crate::transactions::{columns, position, read_transaction};

/// These come behind the columns of the transaction itself.
macro_rules! external_transfer_columns {
    () => {
        "c.route, c.external_wallet_id, c.beneficiary_name, c.beneficiary_details, c.sealed_details, c.chain, c.address,
         c.exchange_rate, c.fixed_fee, c.percentage_points, c.spread_points, c.outside_amount, c.reference, c.quote_id,
         c.submission, c.expires_at, c.next_at, c.processing_at, c.returned_at, c.hash, c.events, c.announced_amount,
         c.rate_expires_at, c.rate_max_amount, c.received_at, c.max_worth, c.mode"
    };
}
pub(crate) use external_transfer_columns;

/// The first of them.
const FIRST: usize = 16;
/// How many of them there are.
pub(crate) const EXTERNAL_TRANSFER_COLUMNS: usize = 27;

/// Deposits, or withdrawals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExternalTransferFilter {
    pub kind: TransactionType,
    pub created: Period,
    pub statuses: Vec<TransactionStatus>,
}

/// One that a worker should look at, or that is asked after by its reference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DueExternalTransfer {
    pub transaction: Transaction,
    pub mode: Mode,
    /// What time it is for its account, beyond the real time.
    pub clock_ahead: i64,
}

impl DueExternalTransfer {
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
    () => {
        concat!(
            "select ",
            columns!(),
            ", ",
            external_transfer_columns!(),
            ", a.mode, a.clock_ahead from external_transfers c
         join transactions t on t.id = c.id join accounts a on a.id = c.account_id "
        )
    };
}

impl Store {
    /// One transaction with what it has beyond others.
    pub(crate) async fn external_transfer(
        &self,
        account: AccountId,
        id: TransactionId,
    ) -> Result<Option<Transaction>, Error> {
        const SQL: &str = concat!(
            "select ",
            columns!(),
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
    ) -> Result<Page<Transaction>, Error> {
        const SELECT: &str = concat!(
            "select ",
            columns!(),
            ", ",
            external_transfer_columns!(),
            " from external_transfers c join transactions t on t.id = c.id where c.account_id = $1 and c.type = $2"
        );
        let params = vec![caller.account.into(), filter.kind.name().into()];
        let mut list = List::new(SELECT, params, "c.created_at", "c.id");
        list.created_within(filter.created);
        list.any_of("t.status", filter.statuses.iter().map(|status| status.name()));
        list.page(self, after, size, read_with_external_transfer, position).await
    }

    /// Some of one mode that should be looked at, by the clocks of their accounts: the next ones behind this one.
    pub async fn due_external_transfers(
        &self,
        mode: Mode,
        now: Timestamp,
        after: Option<&DueExternalTransfer>,
        limit: usize,
    ) -> Result<Vec<DueExternalTransfer>, Error> {
        const DUE: &str = concat!(
            due!(),
            "where c.mode = $5 and c.next_at <= $1 and (c.next_at, c.id) > ($2, $3)
             order by c.next_at, c.id limit $4"
        );
        const AHEAD: &str = concat!(
            due!(),
            "where a.clock_ahead > 0 and c.next_at > $1 and c.next_at <= $1 + a.clock_ahead
                 and (c.next_at, c.id) > ($2, $3) order by c.next_at, c.id limit $4"
        );
        let (seen_at, seen) = after.map_or((i64::MIN, String::new()), DueExternalTransfer::place);
        let params = |limit: usize| {
            [now.into(), Value::Int(seen_at), Value::Text(seen.clone().into()), Value::Int(limit as i64)]
        };
        let mut of_mode = params(limit).to_vec();
        of_mode.push(mode.name().into());
        let mut found = self.query(DUE, &of_mode, read_due).await?;
        // Accounts whose clock was moved are few, have their own index, and are test accounts. What is due for them
        // alone comes behind all that is due for everybody.
        if mode == Mode::Test && found.len() < limit {
            found.extend(self.query(AHEAD, &params(limit - found.len()), read_due).await?);
        }
        Ok(found)
    }

    /// By the id of the transaction, whoever's it is.
    pub async fn any_external_transfer(
        &self,
        id: TransactionId,
    ) -> Result<Option<DueExternalTransfer>, Error> {
        const SQL: &str = concat!(due!(), "where c.id = $1");
        self.query_one(SQL, &[id.into()], read_due).await
    }

    /// By what its payer quotes, or what the bank knows it by.
    pub async fn external_transfer_by_reference(
        &self,
        reference: &str,
    ) -> Result<Option<DueExternalTransfer>, Error> {
        const SQL: &str = concat!(due!(), "where c.reference = $1");
        self.query_one(SQL, &[reference.into()], read_due).await
    }

    /// What an operator has to do, or can expect, oldest first.
    pub async fn open_external_transfers(
        &self,
        kind: TransactionType,
        mode: Mode,
        limit: usize,
    ) -> Result<Vec<DueExternalTransfer>, Error> {
        const SQL: &str = concat!(
            due!(),
            "where c.type = $1 and a.mode = $2 and t.status in ('awaiting_transfer', 'queued', 'processing')
             order by c.created_at, c.id limit $3"
        );
        let params = [kind.name().into(), mode.name().into(), Value::Int(limit as i64)];
        self.query(SQL, &params, read_due).await
    }
}

pub static FIND_EXTERNAL_TRANSFERS: BatchStatement = BatchStatement::new(
    concat!(
        "select ",
        columns!(),
        ", ",
        external_transfer_columns!(),
        " from {rows} join transactions t on t.id = k.id and (t.account_id = k.account_id) is true
          join external_transfers c on c.id = t.id"
    ),
    &[("account_id", Kind::Text), ("id", Kind::Text)],
);

fn read_due(row: &Row<'_>) -> Result<DueExternalTransfer, Error> {
    Ok(DueExternalTransfer {
        transaction: read_with_external_transfer(row)?,
        mode: decode::named(row, FIRST + EXTERNAL_TRANSFER_COLUMNS, Mode::parse)?,
        clock_ahead: row.int(FIRST + EXTERNAL_TRANSFER_COLUMNS + 1)?,
    })
}

/// A transaction and, if it has one, its external transfer.
pub fn read_with_external_transfer(row: &Row<'_>) -> Result<Transaction, Error> {
    let transaction = read_transaction(row)?;
    if row.optional_text(FIRST)?.is_none() {
        return Ok(transaction);
    }
    let column = |index: usize| FIRST + index;
    let text = |index: usize| Ok::<_, Error>(row.optional_text(column(index))?.map(str::to_owned));
    let counterparty = match (text(2)?, text(3)?, row.optional_bytes(column(4))?, text(5)?, text(6)?) {
        (Some(name), Some(details), None, None, None) => Counterparty::Operator { name, details },
        (None, None, Some(sealed), None, None) => Counterparty::BankAccount(Sealed(sealed.to_vec())),
        (None, None, None, Some(chain), Some(address)) => match decode::optional_id(row, column(1))? {
            Some(wallet) => Counterparty::Address { wallet, chain, address },
            None => Counterparty::DepositAddress { chain, address },
        },
        (None, None, None, None, None) => Counterparty::Somebody,
        _ => return Err(decode::corrupt(column(2))),
    };
    let external_transfer = ExternalTransfer {
        mode: decode::named(row, column(26), Mode::parse)?,
        route: decode::named(row, column(0), Route::parse)?,
        counterparty,
        terms: read_terms(row, column(7))?,
        outside: decode::amount(row, column(11))?,
        announced: decode::amount(row, column(21))?,
        rate_lock: decode::optional_time(row, column(22))?
            .zip(row.optional_int(column(23))?.map(Amount::from_micros))
            .map(|(expires_at, max_amount)| RateLock { expires_at, max_amount }),
        received_at: decode::optional_time(row, column(24))?,
        max_worth: row.optional_int(column(25))?.map(Amount::from_micros),
        reference: row.text(column(12))?.to_owned(),
        quote: decode::optional_id(row, column(13))?,
        submission: decode::named(row, column(14), Submission::parse)?,
        expires_at: decode::optional_time(row, column(15))?,
        next_at: decode::optional_time(row, column(16))?,
        processing_at: decode::optional_time(row, column(17))?,
        returned_at: decode::optional_time(row, column(18))?,
        hash: text(19)?,
        events: row.int(column(20))?,
    };
    Ok(Transaction { external_transfer: Some(Box::new(external_transfer)), ..transaction })
}

/// Four columns: the rate, and what is taken.
pub fn read_terms(row: &Row<'_>, column: usize) -> Result<Terms, Error> {
    let rate = match row.optional_int(column)? {
        Some(micros) => Some(Rate::from_micros(micros).ok_or_else(|| decode::corrupt(column))?),
        None => None,
    };
    let points = |column: usize| {
        let points = u16::try_from(row.int(column)?).ok().and_then(BasisPoints::new);
        points.ok_or_else(|| decode::corrupt(column))
    };
    let fixed = Amount::from_micros(row.int(column + 1)?);
    Ok(Terms { rate, fixed, percentage: points(column + 2)?, spread: points(column + 3)? })
}

pub fn terms_values(terms: &Terms) -> [Value<'static>; 4] {
    [
        terms.rate.map(|rate| Value::Int(rate.micros())).into(),
        terms.fixed.into(),
        Value::Int(terms.percentage.get().into()),
        Value::Int(terms.spread.get().into()),
    ]
}

pub static INSERT_EXTERNAL_TRANSFERS: BatchStatement = BatchStatement::insert(
    "external_transfers",
    &[
        ("id", Kind::Text),
        ("account_id", Kind::Text),
        ("type", Kind::Text),
        ("created_at", Kind::Int),
        ("route", Kind::Text),
        ("bank_account_id", Kind::Text),
        ("external_wallet_id", Kind::Text),
        ("beneficiary_name", Kind::Text),
        ("beneficiary_details", Kind::Text),
        ("sealed_details", Kind::Bytes),
        ("chain", Kind::Text),
        ("address", Kind::Text),
        ("exchange_rate", Kind::Int),
        ("fixed_fee", Kind::Int),
        ("percentage_points", Kind::Int),
        ("spread_points", Kind::Int),
        ("outside_amount", Kind::Int),
        ("announced_amount", Kind::Int),
        ("reference", Kind::Text),
        ("quote_id", Kind::Text),
        ("submission", Kind::Text),
        ("expires_at", Kind::Int),
        ("next_at", Kind::Int),
        ("processing_at", Kind::Int),
        ("returned_at", Kind::Int),
        ("hash", Kind::Text),
        ("events", Kind::Int),
        ("rate_expires_at", Kind::Int),
        ("rate_max_amount", Kind::Int),
        ("received_at", Kind::Int),
        ("max_worth", Kind::Int),
        ("mode", Kind::Text),
    ],
);

pub fn external_transfer_values<'a>(
    (row, external_transfer): (&'a Transaction, &'a ExternalTransfer),
) -> Vec<Value<'a>> {
    let mut values: Vec<Value<'_>> = vec![
        row.id.into(),
        row.account.into(),
        row.kind.name().into(),
        row.created_at.into(),
        external_transfer.route.name().into(),
        row.bank_account.into(),
    ];
    values.extend(match &external_transfer.counterparty {
        Counterparty::Operator { name, details } => {
            [Value::Null, name.into(), details.into(), Value::Null, Value::Null, Value::Null]
        }
        Counterparty::BankAccount(Sealed(bytes)) => {
            [Value::Null, Value::Null, Value::Null, bytes.as_slice().into(), Value::Null, Value::Null]
        }
        Counterparty::Address { wallet, chain, address } => {
            [(*wallet).into(), Value::Null, Value::Null, Value::Null, chain.into(), address.into()]
        }
        Counterparty::DepositAddress { chain, address } => {
            [Value::Null, Value::Null, Value::Null, Value::Null, chain.into(), address.into()]
        }
        Counterparty::Somebody => [const { Value::Null }; 6],
    });
    values.extend(terms_values(&external_transfer.terms));
    values.extend([
        external_transfer.outside.into(),
        external_transfer.announced.into(),
        (&external_transfer.reference).into(),
        external_transfer.quote.into(),
        external_transfer.submission.name().into(),
        external_transfer.expires_at.into(),
        external_transfer.next_at.into(),
        external_transfer.processing_at.into(),
        external_transfer.returned_at.into(),
        external_transfer.hash.as_ref().into(),
        Value::Int(external_transfer.events),
        external_transfer.rate_lock.map(|lock| lock.expires_at).into(),
        external_transfer.rate_lock.map(|lock| lock.max_amount).into(),
        external_transfer.received_at.into(),
        external_transfer.max_worth.into(),
        external_transfer.mode.name().into(),
    ]);
    values
}

/// Only how far it has come can change, how much it turned out to be, and what a deposit costs that came late.
pub static UPDATE_EXTERNAL_TRANSFERS: BatchStatement = BatchStatement::update(
    "external_transfers",
    &[
        ("id", Kind::Text),
        ("outside_amount", Kind::Int),
        ("submission", Kind::Text),
        ("next_at", Kind::Int),
        ("processing_at", Kind::Int),
        ("returned_at", Kind::Int),
        ("hash", Kind::Text),
        ("events", Kind::Int),
        ("received_at", Kind::Int),
        ("exchange_rate", Kind::Int),
        ("fixed_fee", Kind::Int),
        ("percentage_points", Kind::Int),
        ("spread_points", Kind::Int),
    ],
);

pub fn external_transfer_progress<'a>(
    (row, external_transfer): (&'a Transaction, &'a ExternalTransfer),
) -> Vec<Value<'a>> {
    let mut values = vec![
        row.id.into(),
        external_transfer.outside.into(),
        external_transfer.submission.name().into(),
        external_transfer.next_at.into(),
        external_transfer.processing_at.into(),
        external_transfer.returned_at.into(),
        external_transfer.hash.as_ref().into(),
        Value::Int(external_transfer.events),
        external_transfer.received_at.into(),
    ];
    values.extend(terms_values(&external_transfer.terms));
    values
}

/// A deposit may turn out to be more or less than was announced.
pub static UPDATE_AMOUNTS: BatchStatement =
    BatchStatement::update("transactions", &[("id", Kind::Text), ("amount", Kind::Int)]);
