//! Transfers: each one answers a payout, an item or an arrival, stays within its mode, and moves two balances.

use super::accounts::{Ledger, LedgerKind, Moved};
use super::facts::{Fact, Kind, Sink};
use super::finding::Finding;
use super::{Books, Reading};
use crate::engine::{Connection, Row};
use crate::error::Error;

const TRANSFERS: &str =
    "select seq, operation, step, debit_id, credit_id, amount, created_at from transfers order by seq";

/// What was moved, for each ledger account, and how many transfers there are.
pub struct Moves {
    pub moved: Vec<Moved>,
    pub transfers: u64,
}

pub async fn read(
    connection: &Connection,
    books: &Books,
    reading: &Reading<'_>,
    sink: &mut impl Sink,
) -> Result<Moves, Error> {
    let mut moves = Moves { moved: vec![Moved::default(); books.accounts.ledgers.len()], transfers: 0 };
    let take = |row: &Row<'_>| {
        reading.transfer();
        moves.transfers += 1;
        let transfer = Transfer {
            seq: row.int(0)?,
            operation: row.text(1)?,
            step: row.text(2)?,
            debit: row.text(3)?,
            credit: row.text(4)?,
            amount: row.int(5)?,
            created_at: row.int(6)?,
        };
        moves.take(books, &transfer, sink);
        Ok(())
    };
    connection.scan(TRANSFERS, take).await?;
    Ok(moves)
}

struct Transfer<'a> {
    seq: i64,
    operation: &'a str,
    step: &'a str,
    debit: &'a str,
    credit: &'a str,
    amount: i64,
    created_at: i64,
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
    fn take(&mut self, books: &Books, transfer: &Transfer<'_>, sink: &mut impl Sink) {
        let key = &books.key;
        let side = |id: &str| books.accounts.by_id.get(&key.text(id)).map(|index| *index as usize);
        let (Some(debit), Some(credit)) = (side(transfer.debit), side(transfer.credit)) else {
            return transfer.wrong(sink, "two ledger accounts that are there");
        };
        let ledgers = &books.accounts.ledgers;
        if transfer.amount <= 0 {
            transfer.wrong(sink, "an amount above zero");
        }
        if ledgers[debit].is_live != ledgers[credit].is_live {
            transfer.wrong(sink, "both sides in one mode");
        }
        for (index, difference) in [(debit, -i128::from(transfer.amount)), (credit, transfer.amount.into())] {
            let (moved, ledger) = (&mut self.moved[index], &ledgers[index]);
            moved.sum += difference;
            moved.last = moved.last.max(transfer.seq);
            moved.dated |= ledger.updated_at == transfer.created_at;
            // Whatever follows the first time only follows from it.
            if moved.sum < 0 && !ledger.kind.may_be_below_zero() && !moved.was_below {
                moved.was_below = true;
                transfer.wrong(sink, "the account to hold as much by then");
            }
        }
        answer(books, transfer, (&ledgers[debit], &ledgers[credit]), sink);
    }
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
            tell(Kind::Hold, books.moved(debit.owner, transfer.amount, dated(debit.owner)));
        }
        ("resolve", LedgerKind::Held, LedgerKind::Available) => {
            tell(Kind::Resolve, books.moved(debit.owner, transfer.amount, dated(debit.owner)));
            tell(Kind::Destination, books.moved(credit.owner, transfer.amount, 0));
        }
        ("credit", LedgerKind::World, LedgerKind::Available) => {
            tell(Kind::Credit, books.moved(credit.owner, transfer.amount, dated(credit.owner)));
        }
        _ => transfer.wrong(sink, "a step that may move money between these accounts"),
    }
}
