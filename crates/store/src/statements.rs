//! Statements: what an account had when a month began, and what moved since. The rows are written by the database
//! itself. Movements are read a part at a time, so a month with a million of them takes no more memory than one with
//! ten.

use rules::account::Caller;
use rules::id::AccountId;
use rules::ledger::LedgerAccountId;
use rules::money::Amount;
use rules::month::Month;
use rules::time::Timestamp;

use crate::engine::{Columns, SqlRow, Store, Value};
use crate::error::Error;
use crate::external_transfers::external_transfer_columns;
use crate::named::{NamedTransaction, read_named_columns};
use crate::transactions::transaction_columns;

/// More months than an account can have in a lifetime.
const MAX_MONTHS: usize = 1_200;

/// What an account had at one moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StatementBalance {
    pub available: Amount,
    /// For pending payouts and withdrawals.
    pub reserved: Amount,
}

impl StatementBalance {
    pub const fn total(self) -> Amount {
        Amount::from_micros(self.available.micros() + self.reserved.micros())
    }
}

/// One month of an account, as it was read: which transfers belong to it, and the balances around them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StatementSpan {
    pub month: Month,
    /// From this transfer on, and before that one.
    first: i64,
    end: i64,
    pub opening: StatementBalance,
    pub closing: StatementBalance,
}

impl StatementSpan {
    pub const fn start(&self) -> MovementCursor {
        MovementCursor(self.first)
    }

    pub const fn end(&self) -> MovementCursor {
        MovementCursor(self.end)
    }

    pub const fn has_movements(&self) -> bool {
        self.first < self.end
    }

    /// A later month, if no money has moved since this one: it begins and ends with what was left.
    pub const fn without_movements(&self, month: Month) -> StatementSpan {
        StatementSpan { month, first: self.end, end: self.end, opening: self.closing, closing: self.closing }
    }
}

/// How far the movements of a month were read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MovementCursor(i64);

/// Money that came to an account or left it. What it reserves, and what comes back from that, stays within.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LedgerEntry {
    pub booked_at: Timestamp,
    /// Above zero if it came. Without the fee.
    pub amount: Amount,
    /// Below zero if it was given back.
    pub fee: Amount,
    /// A withdrawal that the bank sent back.
    pub is_return: bool,
    pub transaction: NamedTransaction,
}

/// The next movements in the order in which they were booked.
#[derive(Debug)]
pub struct LedgerEntries {
    pub entries: Vec<LedgerEntry>,
    /// Where to go on, if there may be more.
    pub next: Option<MovementCursor>,
}

/// What moved in one direction.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct MovementSum {
    pub amount: i128,
    pub fees: i128,
    pub movements: u64,
}

/// Sums of the next movements in both directions.
#[derive(Debug)]
pub struct MovementSums {
    pub money_in: MovementSum,
    pub money_out: MovementSum,
    pub next: Option<MovementCursor>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Direction {
    In,
    Out,
}

/// Part of a list of movements, with the number of each.
struct Part<T> {
    rows: Vec<(i64, T)>,
    /// The last that was looked at, if there may be more.
    last: Option<i64>,
}

impl Store {
    /// The months in which money of an account moved and the one that began with it, newest first.
    pub async fn statement_months(&self, caller: &Caller) -> Result<Vec<StatementSpan>, Error> {
        let sql = concat!(spans!(), " order by s.starts_at desc limit $4");
        let limit = Value::Int(MAX_MONTHS as i64);
        let params = [vec![caller.account.into()], wallets(caller.account), vec![limit]].concat();
        self.query(sql, &params, read_span).await
    }

    /// A month of an account, also if no money moved in it; nothing before the account's first month.
    pub async fn statement(&self, caller: &Caller, month: Month) -> Result<Option<StatementSpan>, Error> {
        let sql = concat!(spans!(), " and s.starts_at <= $4 order by s.starts_at desc limit 1");
        let starts_at = month.starts_at().into();
        let params = [vec![caller.account.into()], wallets(caller.account), vec![starts_at]].concat();
        let found = self.query_one(sql, &params, read_span).await?;
        Ok(found.map(|span| if span.month == month { span } else { span.without_movements(month) }))
    }

    /// The next movements of a month. Up to twice as many rows as `size` are read.
    pub async fn ledger_entries(
        &self,
        caller: &Caller,
        span: &StatementSpan,
        from: MovementCursor,
        size: usize,
    ) -> Result<LedgerEntries, Error> {
        let mut parts = Vec::new();
        for direction in [Direction::In, Direction::Out] {
            let params = self.range(caller, span, (from, size), direction);
            let rows = self.query(direction.entries(), &params, |row| read_entry(row, direction)).await?;
            parts.push(Part::of(rows, size));
        }
        let (entries, next) = merged(parts, span);
        Ok(LedgerEntries { entries: entries.into_iter().flatten().collect(), next })
    }

    /// The same without what they are about. Sums of a part that another direction has not reached are not among them.
    pub async fn movement_sums(
        &self,
        caller: &Caller,
        span: &StatementSpan,
        from: MovementCursor,
        size: usize,
    ) -> Result<MovementSums, Error> {
        let mut parts = Vec::new();
        for direction in [Direction::In, Direction::Out] {
            let params = self.range(caller, span, (from, size), direction);
            let read = |columns: &mut Columns<'_>| {
                let moved = Moved::read(columns, direction)?;
                Ok((moved.seq, (direction, moved)))
            };
            parts.push(Part::of(self.query_columns(direction.amounts(), &params, read).await?, size));
        }
        let (rows, next) = merged(parts, span);
        let mut sums =
            MovementSums { money_in: MovementSum::default(), money_out: MovementSum::default(), next };
        for (direction, moved) in rows.into_iter().filter(|(_, moved)| !moved.is_own) {
            let sum = match direction {
                Direction::In => &mut sums.money_in,
                Direction::Out => &mut sums.money_out,
            };
            sum.amount += i128::from(moved.amount).abs();
            sum.fees += i128::from(moved.fee);
            sum.movements += 1;
        }
        Ok(sums)
    }

    fn range(
        &self,
        caller: &Caller,
        span: &StatementSpan,
        (from, size): (MovementCursor, usize),
        direction: Direction,
    ) -> Vec<Value<'static>> {
        let [available, held] = wallets(caller.account).try_into().expect("an account has two");
        let (own, other) = match direction {
            Direction::In => (available, held),
            Direction::Out => (held, available),
        };
        vec![own, other, Value::Int(from.0), Value::Int(span.end), Value::Int(size as i64)]
    }
}

/// Spendable and reserved.
fn wallets(account: AccountId) -> Vec<Value<'static>> {
    let ids = [LedgerAccountId::Available(account), LedgerAccountId::Held(account)];
    ids.map(|id| Value::Text(id.to_string().into())).to_vec()
}

impl<T> Part<T> {
    fn of(rows: Vec<(i64, T)>, size: usize) -> Part<T> {
        let last = if rows.len() >= size { rows.last().map(|(seq, _)| *seq) } else { None };
        Part { rows, last }
    }
}

/// Rows of both directions in order, as far as both were read.
fn merged<T>(parts: Vec<Part<T>>, span: &StatementSpan) -> (Vec<T>, Option<MovementCursor>) {
    let reached = parts.iter().filter_map(|part| part.last).min();
    let mut rows: Vec<(i64, T)> = parts.into_iter().flat_map(|part| part.rows).collect();
    rows.retain(|(seq, _)| reached.is_none_or(|reached| *seq <= reached));
    rows.sort_by_key(|(seq, _)| *seq);
    let next = reached.map(|reached| MovementCursor(reached + 1)).filter(|next| next.0 < span.end);
    (rows.into_iter().map(|(_, row)| row).collect(), next)
}

/// A month ends where the next one of the account begins, or with what has been booked so far. All of it is read by one
/// statement, so that the balances belong to the transfers.
macro_rules! spans {
    () => {
        "select s.starts_at, s.first_transfer, s.available, s.held,
             coalesce(n.first_transfer, 1 + (select case when w.last > h.last then w.last else h.last end from
                 (select coalesce(max(seq), 0) as last from transfers where credit_id = $2
                     and (step = 'resolve' or step = 'credit' or step = 'return')) w,
                 (select coalesce(max(seq), 0) as last from transfers where debit_id = $3 and step = 'resolve') h)),
             coalesce(n.available, (select balance from ledger_accounts where id = $2)),
             coalesce(n.held, (select balance from ledger_accounts where id = $3))
         from statements s left join statements n on n.account_id = s.account_id and n.starts_at = (
             select min(x.starts_at) from statements x where x.account_id = s.account_id and x.starts_at > s.starts_at)
         where s.account_id = $1"
    };
}
use spans;

fn read_span(row: &SqlRow<'_>) -> Result<StatementSpan, Error> {
    let mut columns = Columns::of(row);
    let starts_at: Timestamp = columns.read()?;
    Ok(StatementSpan {
        month: Month::of(starts_at),
        first: columns.read()?,
        opening: StatementBalance { available: columns.read()?, reserved: columns.read()? },
        end: columns.read()?,
        closing: StatementBalance { available: columns.read()?, reserved: columns.read()? },
    })
}

/// What came: payments of other accounts, money from outside, and withdrawals that were sent back. `$1` is where it
/// came to, `$2` where the account's own reserve comes from.
macro_rules! incoming {
    () => {
        "(select seq, operation, step, amount, created_at, debit_id = $2 as is_own,
                substr(operation, 1, length(operation) - length(step) - 1) as subject
            from transfers where credit_id = $1 and (step = 'resolve' or step = 'credit' or step = 'return')
                and seq >= $3 and seq < $4 order by seq limit $5) m
         left join transfers f on f.operation = m.subject
             || case m.step when 'credit' then ':fee' when 'return' then ':return_fee' end
         left join transfers r on r.operation = m.subject || case m.step when 'return' then ':return_rounding' end"
    };
}

/// What left: items that were paid and withdrawals that arrived.
macro_rules! outgoing {
    () => {
        "(select seq, operation, step, amount, created_at, credit_id = $2 as is_own,
                substr(operation, 1, length(operation) - length(step) - 1) as subject
            from transfers where debit_id = $1 and step = 'resolve'
                and seq >= $3 and seq < $4 order by seq limit $5) m
         left join transfers f on f.operation = m.subject || ':fee'
         left join transfers r on r.operation = m.subject || ':rounding'"
    };
}

macro_rules! amounts {
    ($movements:expr) => {
        concat!(
            "select m.seq, cast(case when m.is_own then 1 else 0 end as bigint), m.amount,
                 coalesce(f.amount, 0) + coalesce(r.amount, 0), m.step, m.created_at from ",
            $movements,
            " order by m.seq"
        )
    };
}

/// `$entry` is the account's own transaction. A payment of another account is found by the item that it answers.
macro_rules! entries {
    ($movements:expr, $entry:literal) => {
        concat!(
            "select m.seq, cast(case when m.is_own then 1 else 0 end as bigint), m.amount,
                 coalesce(f.amount, 0) + coalesce(r.amount, 0), m.step, m.created_at, ",
            transaction_columns!(),
            ", ",
            external_transfer_columns!(),
            ", p.email, b.name, e.name, u.name, i.reference, o.reference from ",
            $movements,
            " join transactions t on t.id = ",
            $entry,
            " left join external_transfers c on c.id = t.id and t.type <> 'payout'
              left join recipients p on p.id = t.recipient_id
              left join bank_accounts b on b.id = t.bank_account_id
              left join external_wallets e on e.id = c.external_wallet_id
              left join transactions i on i.id = t.source_id
              left join accounts a on a.id = i.account_id
              left join users u on u.id = a.user_id
              left join payouts o on o.id = t.payout_id
              order by m.seq"
        )
    };
}

impl Direction {
    const fn amounts(self) -> &'static str {
        match self {
            Direction::In => amounts!(incoming!()),
            Direction::Out => amounts!(outgoing!()),
        }
    }

    const fn entries(self) -> &'static str {
        match self {
            Direction::In => entries!(
                incoming!(),
                "coalesce((select s.id from transactions s
                    where s.source_id = case m.step when 'resolve' then m.subject end), m.subject)"
            ),
            Direction::Out => entries!(outgoing!(), "m.subject"),
        }
    }
}

/// The figures of one transfer and what it cost.
struct Moved {
    seq: i64,
    /// Given back by the account to itself, or paid to itself.
    is_own: bool,
    amount: i64,
    fee: i64,
    is_return: bool,
    booked_at: Timestamp,
}

impl Moved {
    fn read(columns: &mut Columns<'_>, direction: Direction) -> Result<Moved, Error> {
        let (seq, is_own): (i64, i64) = (columns.read()?, columns.read()?);
        let (moved, costs): (i64, i64) = (columns.read()?, columns.read()?);
        let (step, booked_at): (String, Timestamp) = (columns.read()?, columns.read()?);
        let (amount, fee) = match (direction, step.as_str()) {
            (Direction::Out, _) => (-moved, costs),
            // A deposit is worth what it brought before its fee.
            (Direction::In, "credit") => (moved + costs, costs),
            (Direction::In, _) => (moved, -costs),
        };
        Ok(Moved { seq, is_own: is_own != 0, amount, fee, is_return: step == "return", booked_at })
    }
}

/// No entry for what is the account's own.
fn read_entry(row: &SqlRow<'_>, direction: Direction) -> Result<(i64, Option<LedgerEntry>), Error> {
    let mut columns = Columns::of(row);
    let moved = Moved::read(&mut columns, direction)?;
    let entry = LedgerEntry {
        booked_at: moved.booked_at,
        amount: Amount::from_micros(moved.amount),
        fee: Amount::from_micros(moved.fee),
        is_return: moved.is_return,
        transaction: read_named_columns(&mut columns)?,
    };
    Ok((moved.seq, (!moved.is_own).then_some(entry)))
}
