//! What is new since the last proof, proved from where that one ended: every balance is what was moved, and every new
//! transfer is there for a payout, an item or an arrival that says the same.
//!
//! It only says whether all is well. If not, the whole proof is made again, and names rows.

use super::accounts::{AccountIndex, LedgerKind, LedgerMovement};
use super::facts::{ById, Fact, FactKey, FactKind, Sink, Sums};
use super::finding::Finding;
use super::transfers::{self, Start};
use super::{
    AUDIT, Books, Proof, TableReader, aside, external_transfers, last_transfer, payouts, transactions,
};
use crate::engine::{Connection, Store};
use crate::error::Error;

/// What was proved so far.
#[derive(Clone)]
pub struct News {
    key: FactKey,
    /// What was moved up to this transfer, by the hash of each ledger account's id.
    mark: i64,
    moved: ById<LedgerMovement>,
    /// The last transfer that was seen.
    last: i64,
}

impl News {
    pub(super) fn since(last: i64, proof: &Proof, books: &Books, at_mark: &[LedgerMovement]) -> News {
        let moved = books.accounts.by_id.iter().map(|(id, index)| (*id, at_mark[*index as usize]));
        let moved = moved.filter(|(_, moved)| moved.last > 0).collect();
        News { key: books.key, mark: proof.mark(last), moved, last }
    }
}

impl Store {
    /// Proves what is new and says whether all is well, unless another process is at it.
    pub async fn verify_news(&self, news: News, proof: &Proof) -> Result<Option<(bool, News)>, Error> {
        let (store, proof) = (self.clone(), proof.clone());
        let work = async move || {
            let connection = store.audit_snapshot().await?;
            let proved = match connection.alone(AUDIT).await? {
                true => Some(prove(&connection, news, &proof).await?),
                false => None,
            };
            store.keep_for_audit(connection).await;
            Ok(proved)
        };
        aside(work).await
    }
}

async fn prove(connection: &Connection, news: News, proof: &Proof) -> Result<(bool, News), Error> {
    let reading = TableReader::new(proof);
    let last = last_transfer(connection).await?;
    let accounts = AccountIndex::load(connection, &news.key, &reading).await?;
    let books = Books { key: news.key, accounts };
    let mut moved = vec![LedgerMovement::default(); books.accounts.ledgers.len()];
    let mut is_whole = books.accounts.findings.count == 0;
    for (id, before) in &news.moved {
        match books.accounts.by_id.get(id) {
            Some(index) => moved[*index as usize] = *before,
            None => is_whole = false,
        }
    }
    let mut sums = OfTransfers(Sums::new(news.key));
    let start = Start { after: news.mark, moved, proved: news.last, mark: proof.mark(last) };
    let moves = transfers::read(connection, start, &books, &reading, &mut sums).await?;
    read_subjects(connection, &books, &reading, news.last, &mut sums).await?;
    reading.report();
    is_whole &= reading.take_unreadable().count == 0;
    is_whole &= sums.0.broken().is_empty() && sums.0.findings.count == 0;
    is_whole &= books.accounts.ledgers.iter().zip(&moves.moved).all(|(ledger, moved)| {
        i128::from(ledger.balance) == moved.sum && (ledger.balance >= 0 || ledger.kind.may_be_below_zero())
    });
    is_whole &= [true, false].into_iter().all(|is_live| {
        LedgerKind::ALL.into_iter().map(|kind| books.accounts.total(is_live, kind)).sum::<i128>() == 0
    });
    Ok((is_whole, News::since(last, proof, &books, &moves.at_mark)))
}

/// Reads what the new transfers are there for.
async fn read_subjects(
    connection: &Connection,
    books: &Books,
    reading: &TableReader<'_>,
    proved: i64,
    sums: &mut OfTransfers,
) -> Result<(), Error> {
    let subjects = format!(
        "(select distinct substr(operation, 1, length(operation) - length(step) - 1) as id
          from transfers where seq > {proved}) as k"
    );
    let sql = format!("{} join {subjects} on k.id = t.id", transactions::TRANSACTIONS);
    transactions::read(connection, &sql, books, reading, sums).await?;
    let sql = format!("{} join {subjects} on k.id = c.id", external_transfers::EXTERNAL_TRANSFERS);
    external_transfers::read(connection, &sql, books, reading, sums).await?;
    // Money that crosses moves several times, and the earlier times are not among what is new.
    let steps = STEPS.map(|step| format!("select '{step}' as step")).join(" union all ");
    let operations = format!(
        "(select k.id || ':' || s.step as operation from {subjects} join external_transfers c on c.id = k.id
          join ({steps}) as s on true) as k"
    );
    transfers::read_older(connection, &operations, proved, books, reading, sums).await?;
    let sql = format!("{} join {subjects} on k.id = p.id", payouts::PAYOUTS);
    payouts::read(connection, &sql, books, reading, sums).await?;
    Ok(())
}

/// The steps of what crosses.
const STEPS: [&str; 8] =
    ["credit", "hold", "resolve", "fee", "rounding", "return", "return_fee", "return_rounding"];

/// Only the facts that a transfer and its subject tell each other: others would need rows that are not read.
struct OfTransfers(Sums);

impl Sink for OfTransfers {
    fn tell(&mut self, fact: Fact<'_>, words: impl FnOnce() -> String) {
        if matches!(fact.kind, FactKind::Hold | FactKind::Resolve | FactKind::Credit | FactKind::Cost) {
            self.0.tell(fact, words);
        }
    }

    fn wrong(&mut self, finding: impl FnOnce() -> Finding) {
        self.0.wrong(finding);
    }
}
