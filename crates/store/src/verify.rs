//! Proves the books from the rows: every balance, every payout, every item, every event. It reads one moment of the
//! database, so it can run beside servers that write, and it changes nothing.

mod accounts;
mod automatic_withdrawals;
mod chain;
mod culprits;
mod events;
mod external_transfers;
mod facts;
mod finding;
mod news;
mod payouts;
mod rail_notices;
mod rate_lock;
mod reading;
mod statements;
mod transactions;
mod transfers;
mod waiting;

pub use accounts::LedgerKind;
pub use finding::Finding;
pub use news::News;

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use futures_util::future::LocalBoxFuture;
use rules::account::Mode;
use rules::external_transfer::Route;
use rules::transaction::ItemStatus;
use tokio::runtime::Handle;

use crate::engine::{Columns, Connection, Store};
use crate::error::Error;
use accounts::{AccountIndex, LedgerMovement};
use facts::{ById, FactKey, Sink, SumIndex, Sums, Traces};
use finding::Findings;
use reading::TableReader;
use transfers::Start;

/// Broken sums that are looked into; each is about a thousandth of all objects.
const MAX_EXPLAINED: usize = 16;

/// What was proved, or what is wrong.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct VerifyReport {
    pub accounts: u64,
    pub transfers: u64,
    pub payouts: u64,
    pub items: u64,
    pub arrivals: u64,
    pub deposits: u64,
    pub withdrawals: u64,
    pub rail_notices: u64,
    pub events: u64,
    pub claims: u64,
    pub emails: u64,
    pub statements: u64,
    /// What each mode's accounts of each kind hold together, in micro-units.
    pub sums: Vec<(Mode, &'static str, i128)>,
    /// Some of what is wrong.
    pub findings: Vec<Finding>,
    /// How much is wrong, at least.
    pub found: usize,
}

/// How far a proof has come, for a progress display.
#[derive(Default, Debug)]
pub struct VerifyProgress {
    rows: AtomicU64,
    transfers: AtomicU64,
    last_transfer: AtomicU64,
}

impl VerifyProgress {
    pub fn rows(&self) -> u64 {
        self.rows.load(Ordering::Relaxed)
    }

    pub fn transfers(&self) -> u64 {
        self.transfers.load(Ordering::Relaxed)
    }

    /// About how many transfers there are; 0 until that is known.
    pub fn last_transfer(&self) -> u64 {
        self.last_transfer.load(Ordering::Relaxed)
    }
}

/// How a proof is made.
#[derive(Clone)]
pub struct Proof {
    /// Random bytes that no other process knows.
    pub key: [u8; 32],
    /// How many connections read at the same time.
    pub readers: usize,
    /// A transfer that is committed late has a number below others that were seen already, but not this far below.
    pub under_way: i64,
    pub progress: Arc<VerifyProgress>,
    /// Called on a reading thread each time some rows were read. It may sleep.
    pub pause: Arc<dyn Fn() + Send + Sync>,
}

impl Proof {
    /// More transfers than all servers together have under way.
    pub const UNDER_WAY: i64 = 100_000;

    /// Where a later proof of what is new begins.
    fn mark(&self, last: i64) -> i64 {
        (last - self.under_way).max(0)
    }
}

/// What every reader must know.
struct Books {
    key: FactKey,
    accounts: AccountIndex,
}

impl Books {
    /// The part of a fact about moved money that both sides know.
    fn moved(&self, owner: u64, amount: i64, at: i64) -> u64 {
        self.key.with(self.key.with(owner, amount), at)
    }

    /// The part of the outside that money of this owner takes on a route.
    fn world(&self, owner: u64, route: Route) -> u64 {
        let is_live = self.accounts.tenants.get(&owner).is_some_and(|tenant| tenant.is_live);
        self.world_of(if is_live { Mode::Live } else { Mode::Test }, route)
    }

    fn world_of(&self, mode: Mode, route: Route) -> u64 {
        self.key.text(&route.world(mode).to_string())
    }

    /// A time that the ledger and the account agree on, or none: clocks of test accounts may be ahead of the ledger's.
    fn dated(&self, owner: u64, at: i64) -> i64 {
        if self.accounts.is_ahead(owner) { 0 } else { at }
    }

    /// An item, as its payout counts it.
    fn counted(&self, owner: u64, created_at: i64, status: ItemStatus) -> u64 {
        self.key.with(self.key.with(owner, created_at), status as i64)
    }
}

/// The tables, those that take longest first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Transactions,
    Events,
    Transfers,
    Waiting,
    Payouts,
    ExternalTransfers,
    Statements,
}

const PARTS: [Part; 7] = [
    Part::Transactions,
    Part::Events,
    Part::Transfers,
    Part::Waiting,
    Part::Payouts,
    Part::ExternalTransfers,
    Part::Statements,
];

/// What the parts found out together.
#[derive(Default)]
struct PartResults {
    report: VerifyReport,
    moved: Vec<LedgerMovement>,
    at_mark: Vec<LedgerMovement>,
    open: ById<i128>,
    unreadable: Findings,
}

impl PartResults {
    fn still_open(&mut self, more: ById<i128>) {
        for (owner, amount) in more {
            *self.open.entry(owner).or_default() += amount;
        }
    }
}

impl Store {
    /// Proves the books as they are at this moment.
    pub async fn verify(&self, proof: &Proof) -> Result<VerifyReport, Error> {
        let (store, proof) = (self.clone(), proof.clone());
        let work = async move || {
            let mut connections = store.snapshot(proof.readers.max(1)).await?;
            prove(&mut connections, &proof).await
        };
        Ok(aside(work).await?.0)
    }

    /// The same by one reader, even if another process is at it. Also tells where to go on from.
    pub async fn verify_anyway(&self, proof: &Proof) -> Result<(VerifyReport, News), Error> {
        let (store, proof) = (self.clone(), proof.clone());
        let work = async move || {
            let mut connections = [store.audit_snapshot().await?];
            let proved = prove(&mut connections, &proof).await?;
            let [connection] = connections;
            store.keep_for_audit(connection).await;
            Ok(proved)
        };
        aside(work).await
    }

    /// The same by one reader, unless another process is at it; then nothing is read. Also tells where to go on from.
    pub async fn verify_alone(&self, proof: &Proof) -> Result<Option<(VerifyReport, News)>, Error> {
        let (store, proof) = (self.clone(), proof.clone());
        let work = async move || {
            let mut connections = [store.audit_snapshot().await?];
            let proved = match connections[0].alone(AUDIT).await? {
                true => Some(prove(&mut connections, &proof).await?),
                false => None,
            };
            let [connection] = connections;
            store.keep_for_audit(connection).await;
            Ok(proved)
        };
        aside(work).await
    }
}

/// Any number that all Florin processes agree on and no other program uses.
const AUDIT: i64 = 7_044_881_521;

/// Reading is work for the processor, so it has threads of its own.
async fn aside<T: Send + 'static>(
    work: impl AsyncFnOnce() -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let runtime = Handle::current();
    let working = tokio::task::spawn_blocking(move || runtime.block_on(work()));
    working.await.unwrap_or_else(|_| Err(Error::Unavailable("the verification was aborted".to_owned())))
}

/// Boxed, so that it is compiled here and not by each caller.
fn prove<'a>(
    connections: &'a mut [Connection],
    proof: &'a Proof,
) -> LocalBoxFuture<'a, Result<(VerifyReport, News), Error>> {
    Box::pin(prove_by(connections, proof))
}

async fn prove_by(connections: &mut [Connection], proof: &Proof) -> Result<(VerifyReport, News), Error> {
    let key = FactKey::new(proof.key);
    let reading = TableReader::new(proof);
    let last = last_transfer(&connections[0]).await?;
    proof.progress.last_transfer.store(last as u64, Ordering::Relaxed);
    let mut accounts = AccountIndex::load(&connections[0], &key, &reading).await?;
    reading.report();
    let mut of_rows = std::mem::take(&mut accounts.findings);
    of_rows.merge(reading.take_unreadable());
    let books = Books { key, accounts };
    let known = Mutex::new(PartResults::default());
    let mut sums = Sums::new(key);
    for part in read_all(connections, &books, proof, &known, || Sums::new(key))? {
        sums.merge(part);
    }
    let mut known = known.into_inner().expect("no reader panicked");
    of_rows.merge(std::mem::take(&mut known.unreadable));
    of_rows.merge(std::mem::take(&mut sums.findings));
    // What rows say about each other names the culprit; what follows from it comes later.
    let mut findings = match sums.broken() {
        none if none.is_empty() => Findings::default(),
        broken => explain(connections, &books, proof, &broken)?,
    };
    findings.merge(of_rows);
    let balances = books.accounts.check_balances(&connections[0], &key, &known.moved, &known.open).await?;
    findings.merge(balances);
    let news = News::since(last, proof, &books, &known.at_mark);
    Ok((report(known, &books, findings), news))
}

async fn last_transfer(connection: &Connection) -> Result<i64, Error> {
    let sql = "select coalesce(max(seq), 0) from transfers";
    let last = connection.query(sql, &[], |row| Columns::of(row).read()).await?;
    Ok(last[0])
}

/// Reads what is broken once more and names the rows.
fn explain(
    connections: &mut [Connection],
    books: &Books,
    proof: &Proof,
    broken: &[SumIndex],
) -> Result<Findings, Error> {
    let places = &broken[..broken.len().min(MAX_EXPLAINED)];
    let ignored = Mutex::new(PartResults::default());
    let parts = read_all(connections, books, proof, &ignored, || Traces::at(places))?;
    let mut found = culprits::find(parts.into_iter().flat_map(|part| part.traces).collect());
    found.count += broken.len() - places.len();
    Ok(found)
}

fn report(known: PartResults, books: &Books, findings: Findings) -> VerifyReport {
    let mut report = VerifyReport { accounts: books.accounts.ledgers.len() as u64, ..known.report };
    for mode in Mode::ALL {
        let of = |kind: LedgerKind| (mode, kind.name(), books.accounts.total(mode == Mode::Live, kind));
        report.sums.extend(LedgerKind::ALL.map(of));
    }
    report.found = findings.count;
    report.findings = findings.listed;
    report
}

/// Every part once, on as many threads as there are connections.
fn read_all<S: Sink + Send>(
    connections: &mut [Connection],
    books: &Books,
    proof: &Proof,
    known: &Mutex<PartResults>,
    sink: impl Fn() -> S + Sync,
) -> Result<Vec<S>, Error> {
    let (next, runtime) = (AtomicUsize::new(0), Handle::current());
    let work = |connection: &Connection| {
        let mut sink = sink();
        while let Some(part) = PARTS.get(next.fetch_add(1, Ordering::Relaxed)) {
            runtime.block_on(read_part(connection, books, proof, *part, (known, &mut sink)))?;
        }
        Ok(sink)
    };
    std::thread::scope(|scope| {
        let work = &work;
        let reading: Vec<_> =
            connections.iter_mut().map(|connection| scope.spawn(move || work(connection))).collect();
        reading.into_iter().map(|thread| thread.join().expect("a reader does not panic")).collect()
    })
}

async fn read_part<S: Sink>(
    connection: &Connection,
    books: &Books,
    proof: &Proof,
    part: Part,
    (known, sink): (&Mutex<PartResults>, &mut S),
) -> Result<(), Error> {
    let reading = TableReader::new(proof);
    let known = || known.lock().expect("no reader panicked");
    match part {
        Part::Transactions => {
            let all =
                transactions::read(connection, transactions::TRANSACTIONS, books, &reading, sink).await?;
            let mut known = known();
            (known.report.items, known.report.arrivals) = (all.items, all.arrivals);
            known.still_open(all.open);
        }
        Part::Events => {
            let events = events::read(connection, books, &reading, sink).await?;
            known().report.events = events;
        }
        Part::Transfers => {
            let last = proof.progress.last_transfer() as i64;
            let moved = vec![LedgerMovement::default(); books.accounts.ledgers.len()];
            let start = Start { after: 0, moved, proved: 0, mark: proof.mark(last) };
            let moves = transfers::read(connection, start, books, &reading, sink).await?;
            let mut known = known();
            (known.report.transfers, known.moved, known.at_mark) =
                (moves.transfers, moves.moved, moves.at_mark);
        }
        Part::Waiting => {
            let waiting = waiting::read(connection, books, &reading, sink).await?;
            let mut known = known();
            (known.report.claims, known.report.emails) = (waiting.claims, waiting.emails);
        }
        Part::ExternalTransfers => {
            let sql = external_transfers::EXTERNAL_TRANSFERS;
            let all = external_transfers::read(connection, sql, books, &reading, sink).await?;
            let rail_notices = rail_notices::read(connection, books, &reading, sink).await?;
            chain::read(connection, &reading, sink).await?;
            automatic_withdrawals::read(connection, &reading, sink).await?;
            let mut known = known();
            (known.report.deposits, known.report.withdrawals) = (all.deposits, all.withdrawals);
            known.report.rail_notices = rail_notices;
            known.still_open(all.open);
        }
        Part::Statements => {
            let statements = statements::read(connection, books, &reading, sink).await?;
            known().report.statements = statements;
        }
        Part::Payouts => {
            let payouts = payouts::read(connection, payouts::PAYOUTS, books, &reading, sink).await?;
            known().report.payouts = payouts;
        }
    }
    known().unreadable.merge(reading.take_unreadable());
    reading.report();
    Ok(())
}
