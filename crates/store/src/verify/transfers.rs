//! Transfers: each one answers a payout, an item or an arrival, stays within its mode, and moves two balances.

use rules::month::MICROS_PER_DAY;

use super::accounts::{Ledger, LedgerKind, LedgerMovement, month_of};
use super::facts::{Fact, FactKind, Sink};
use super::finding::Finding;
use super::statements::{self, Opening};
use super::{Books, TableReader};
use crate::engine::{Columns, Connection, SqlRow};
use crate::error::Error;

/// What is read, and what is known before.
pub struct Start {
    /// All transfers up to this one are in `moved` already.
    pub after: i64,
    pub moved: Vec<LedgerMovement>,
    /// What transfers up to this one are there for was proved already.
    pub proved: i64,
    /// What was moved up to this one is noted on the way.
    pub mark: i64,
}

/// What was moved, for each ledger account, and how many transfers there are.
pub struct Moves {
    pub moved: Vec<LedgerMovement>,
    pub at_mark: Vec<LedgerMovement>,
    pub transfers: u64,
}

pub async fn read(
    connection: &Connection,
    start: Start,
    books: &Books,
    reading: &TableReader<'_>,
    sink: &mut impl Sink,
) -> Result<Moves, Error> {
    let Start { after, moved, proved, mark } = start;
    let mut moves = Moves { moved, at_mark: Vec::new(), transfers: 0 };
    let mut is_past_mark = false;
    let take = |row: &SqlRow<'_>| {
        reading.transfer();
        moves.transfers += 1;
        let transfer = Transfer::read(row)?;
        if transfer.seq > mark && !is_past_mark {
            is_past_mark = true;
            moves.at_mark = moves.moved.clone();
        }
        if let Some(sides) = moves.take(books, &transfer, sink)
            && transfer.seq > proved
        {
            answer(books, &transfer, sides, sink);
        }
        Ok(())
    };
    let sql = format!("{COLUMNS} where t.seq > {after} order by t.seq");
    reading.scan(connection, "transfers", &sql, take).await?;
    if !is_past_mark {
        moves.at_mark = moves.moved.clone();
    }
    Ok(moves)
}

/// What older transfers were there for: those that `of` names, up to this one.
pub async fn read_older(
    connection: &Connection,
    of: &str,
    proved: i64,
    books: &Books,
    reading: &TableReader<'_>,
    sink: &mut impl Sink,
) -> Result<(), Error> {
    let take = |row: &SqlRow<'_>| {
        reading.row();
        let transfer = Transfer::read(row)?;
        let side = |id: &str| {
            let index = books.accounts.by_id.get(&books.key.text(id));
            index.map(|index| &books.accounts.ledgers[*index as usize])
        };
        if let (Some(debit), Some(credit)) = (side(transfer.debit), side(transfer.credit)) {
            answer(books, &transfer, (debit, credit), sink);
        }
        Ok(())
    };
    let sql = format!("{COLUMNS} join {of} on t.operation = k.operation where t.seq <= {proved}");
    reading.scan(connection, "transfers", &sql, take).await
}

const COLUMNS: &str =
    "select t.seq, t.operation, t.step, t.debit_id, t.credit_id, t.amount, t.created_at from transfers t";

struct Transfer<'a> {
    seq: i64,
    operation: &'a str,
    step: &'a str,
    debit: &'a str,
    credit: &'a str,
    amount: i64,
    created_at: i64,
}

impl<'a> Transfer<'a> {
    fn read(row: &'a SqlRow<'_>) -> Result<Transfer<'a>, Error> {
        let mut columns = Columns::of(row);
        Ok(Transfer {
            seq: columns.read()?,
            operation: columns.text()?,
            step: columns.text()?,
            debit: columns.text()?,
            credit: columns.text()?,
            amount: columns.read()?,
            created_at: columns.read()?,
        })
    }
}

impl Transfer<'_> {
    fn wrong(&self, sink: &mut impl Sink, expected: &str) {
        sink.wrong(|| Finding::new(format!("transfers {}", self.operation), expected, self.words()));
    }

    fn words(&self) -> String {
        format!("{} from {} to {} at {}", self.amount, self.debit, self.credit, self.created_at)
    }
}

impl Moves {
    /// Moves what it moves, and gives back its two sides, if they are there.
    fn take<'b>(
        &mut self,
        books: &'b Books,
        transfer: &Transfer<'_>,
        sink: &mut impl Sink,
    ) -> Option<(&'b Ledger, &'b Ledger)> {
        let key = &books.key;
        let side = |id: &str| books.accounts.by_id.get(&key.text(id)).map(|index| *index as usize);
        let (Some(debit), Some(credit)) = (side(transfer.debit), side(transfer.credit)) else {
            transfer.wrong(sink, "two existing ledger accounts");
            return None;
        };
        let ledgers = &books.accounts.ledgers;
        self.open_statement(books, transfer, (debit, transfer.debit), sink);
        self.open_statement(books, transfer, (credit, transfer.credit), sink);
        if transfer.amount <= 0 {
            transfer.wrong(sink, "an amount above zero");
        }
        if ledgers[debit].is_live != ledgers[credit].is_live {
            transfer.wrong(sink, "both ledger accounts in the same mode");
        }
        for (index, difference) in [(debit, -i128::from(transfer.amount)), (credit, transfer.amount.into())] {
            let (moved, ledger) = (&mut self.moved[index], &ledgers[index]);
            moved.sum += difference;
            moved.last = moved.last.max(transfer.seq);
            moved.dated |= ledger.updated_at == transfer.created_at;
            // Whatever follows the first time only follows from it.
            if moved.sum < 0 && !ledger.kind.may_be_below_zero() && !moved.was_below {
                moved.was_below = true;
                transfer.wrong(sink, "a balance that covers the amount");
            }
        }
        Some((&ledgers[debit], &ledgers[credit]))
    }
}

impl Moves {
    /// The first transfer that an account has in a month is due a statement, with the balances before it.
    fn open_statement(
        &mut self,
        books: &Books,
        transfer: &Transfer<'_>,
        (index, id): (usize, &str),
        sink: &mut impl Sink,
    ) {
        let day = transfer.created_at.div_euclid(MICROS_PER_DAY);
        let Some((available, held)) = books.accounts.ledgers[index].wallets else { return };
        // Finding out the month takes longer than all else, and an account mostly moves more than once a day.
        if self.moved[index].day >= day {
            return;
        }
        self.moved[index].day = day;
        let (month, available, held) = (month_of(transfer.created_at), available as usize, held as usize);
        let ledger = &books.accounts.ledgers[available];
        if self.moved[available].month.max(ledger.first_month()) >= month {
            return;
        }
        self.moved[available].month = month;
        let balances = [self.moved[available].sum, self.moved[held].sum];
        let account = id.split_once(':').map_or(id, |(account, _)| account);
        statements::tell(books, (account, -1), &Opening { month, first: transfer.seq, balances }, sink);
    }
}

/// A transfer that goes beside the main one of its subject.
pub fn cost(books: &Books, step: &str, owner: u64, amount: i64, at: i64) -> u64 {
    books.moved(owner ^ books.key.text(step).rotate_left(11), amount, at)
}

/// What the transfer is there for.
fn answer(books: &Books, transfer: &Transfer<'_>, sides: (&Ledger, &Ledger), sink: &mut impl Sink) {
    let key = &books.key;
    let (debit, credit) = sides;
    let Some((subject, step)) = transfer.operation.split_once(':').filter(|(_, step)| *step == transfer.step)
    else {
        return transfer.wrong(sink, "an operation that ends with its step");
    };
    let id = key.text(subject);
    let mut tell = |kind, details| {
        sink.tell(Fact { kind, subject, id, details, times: -1 }, || transfer.words());
    };
    let dated = |owner: u64| books.dated(owner, transfer.created_at);
    match (step, debit.kind, credit.kind) {
        ("hold", LedgerKind::Available, LedgerKind::Held) if debit.owner == credit.owner => {
            tell(FactKind::Hold, books.moved(debit.owner, transfer.amount, dated(debit.owner)));
        }
        ("resolve", LedgerKind::Held, LedgerKind::Available) => {
            tell(FactKind::Resolve, books.moved(debit.owner, transfer.amount, dated(debit.owner)));
            tell(FactKind::Destination, books.moved(credit.owner, transfer.amount, 0));
        }
        ("resolve", LedgerKind::Held, LedgerKind::World) => {
            tell(FactKind::Resolve, books.moved(debit.owner, transfer.amount, dated(debit.owner)));
            tell(FactKind::World, key.text(transfer.credit));
        }
        ("fee", LedgerKind::Held, LedgerKind::Fees)
        | ("rounding", LedgerKind::Held, LedgerKind::Rounding) => {
            tell(FactKind::Cost, cost(books, step, debit.owner, transfer.amount, dated(debit.owner)));
        }
        ("fee", LedgerKind::World, LedgerKind::Fees) => {
            tell(FactKind::Cost, cost(books, step, 0, transfer.amount, 0));
            tell(FactKind::World, key.text(transfer.debit));
        }
        ("park", LedgerKind::World, LedgerKind::Suspense) => {
            tell(FactKind::Parked, cost(books, step, 0, transfer.amount, transfer.created_at));
            tell(FactKind::World, key.text(transfer.debit));
        }
        ("unpark", LedgerKind::Suspense, LedgerKind::World) => {
            tell(FactKind::Parked, cost(books, step, 0, transfer.amount, 0));
            tell(FactKind::World, key.text(transfer.credit));
        }
        ("return", LedgerKind::World, LedgerKind::Available)
        | ("return_fee", LedgerKind::Fees, LedgerKind::Available)
        | ("return_rounding", LedgerKind::Rounding, LedgerKind::Available) => {
            tell(FactKind::Cost, cost(books, step, credit.owner, transfer.amount, dated(credit.owner)));
            if debit.kind == LedgerKind::World {
                tell(FactKind::World, key.text(transfer.debit));
            }
        }
        ("credit", LedgerKind::World, LedgerKind::Available) => {
            tell(FactKind::Credit, books.moved(credit.owner, transfer.amount, dated(credit.owner)));
            tell(FactKind::World, key.text(transfer.debit));
        }
        _ => transfer.wrong(sink, "a step that may move money between these accounts"),
    }
}
