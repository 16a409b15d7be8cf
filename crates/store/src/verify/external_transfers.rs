//! Deposits, withdrawals, and money that came from a bank without having been announced: each follows from its terms,
//! and is due its transfers, its events, and the notice that moved it.

use rules::decisions::deposit::AWAITED_SECONDS;
use rules::external_transfer::Route;
use rules::money::Amount;
use rules::pricing::{Fees, Price, PriceError, Terms};
use rules::time::MICROS_PER_SECOND;
use rules::transaction::{TransactionStatus, TransactionType};

use super::events::told;
use super::facts::{ById, Fact, FactKind, Sink};
use super::finding::Finding;
use super::rate_lock::RateLockTerms;
use super::transfers::cost;
use super::{Books, TableReader};
use crate::engine::{Columns, Connection, SqlRow};
use crate::error::Error;

pub const EXTERNAL_TRANSFERS: &str =
    "select c.id, c.account_id, c.type, c.created_at, c.route, c.exchange_rate, c.fixed_fee, c.percentage_points,
        c.spread_points, c.outside_amount, c.announced_amount, c.submission, c.expires_at,
        c.next_at, c.processing_at, c.returned_at, c.events, t.account_id, t.type, t.created_at, t.status, t.amount,
        t.currency, t.completed_at, t.failure_reason, c.rate_expires_at, c.rate_max_amount, c.received_at,
        case when c.bank_account_id is null then t.bank_account_id is null
                else c.bank_account_id = t.bank_account_id end
            and case when c.sealed_details is null then c.type <> 'withdrawal' or c.route = 'chain'
                else c.sealed_details = b.details and b.account_id = c.account_id end
            and case when c.external_wallet_id is null then
                    case when c.type = 'inbound_transfer' and c.route = 'chain'
                        then d.account_id = c.account_id and c.chain = n.id and c.hash is not null
                        else c.address is null and c.chain is null and c.hash is null end
                else c.address = w.address and c.chain = w.chain and w.account_id = c.account_id end
    from external_transfers c left join transactions t on t.id = c.id
    left join bank_accounts b on b.id = c.bank_account_id
    left join external_wallets w on w.id = c.external_wallet_id left join deposit_addresses d on d.id = c.address
    left join networks n on n.id = c.chain";

/// How long a deposit is awaited. If that ever changes, older ones keep their time.
const AWAITED: i64 = AWAITED_SECONDS * MICROS_PER_SECOND;
/// Banks move whole cents.
const CENT: i64 = 10_000;

/// What a notice did: it moved a deposit, brought money beside one, or ended a withdrawal.
pub const APPLIED: u64 = 0;
pub const CREDITED: u64 = 1;
pub const ENDED: u64 = 2;
pub const RETURNED: u64 = 3;

/// How many there are, and what is still open of each account.
#[derive(Default)]
pub struct ExternalTransferTotals {
    pub deposits: u64,
    pub withdrawals: u64,
    pub open: ById<i128>,
}

pub async fn read(
    connection: &Connection,
    sql: &str,
    books: &Books,
    reading: &TableReader<'_>,
    sink: &mut impl Sink,
) -> Result<ExternalTransferTotals, Error> {
    let mut all = ExternalTransferTotals::default();
    let take = |row: &SqlRow<'_>| {
        reading.row();
        match ExternalTransfer::read(books, row)? {
            Some(external_transfer) => all.take(books, &external_transfer, sink),
            None => {
                let id = Columns::of(row).text()?;
                let expected = "a deposit, withdrawal or inbound transfer with terms, and its transaction";
                sink.wrong(|| Finding::new(format!("external_transfers {id}"), expected, "something else"));
            }
        }
        Ok(())
    };
    reading.scan(connection, "external_transfers", sql, take).await?;
    Ok(all)
}

/// Four columns, all of which are read, whatever they hold.
fn read_terms(columns: &mut Columns<'_>) -> Result<Terms, Error> {
    let (rate, fixed) = (columns.read(), columns.read());
    let (percentage, spread) = (columns.read(), columns.read());
    Ok(Terms { rate: rate?, fixed: fixed?, percentage: percentage?, spread: spread? })
}

struct ExternalTransfer<'a> {
    id: &'a str,
    account: &'a str,
    owner: u64,
    kind: TransactionType,
    status: TransactionStatus,
    route: Route,
    terms: Terms,
    amount: i64,
    outside: i64,
    announced: i64,
    submission: &'a str,
    created_at: i64,
    expires_at: Option<i64>,
    next_at: Option<i64>,
    processing_at: Option<i64>,
    completed_at: Option<i64>,
    returned_at: Option<i64>,
    events: i64,
    failure_reason: Option<&'a str>,
    promise: RateLockTerms,
    /// Whether its transaction, and what it was copied from, say the same.
    agrees: bool,
}

impl<'a> ExternalTransfer<'a> {
    fn read(books: &Books, row: &'a SqlRow<'_>) -> Result<Option<ExternalTransfer<'a>>, Error> {
        let mut columns = Columns::of(row);
        let (id, account, kind_name) = (columns.text()?, columns.text()?, columns.text()?);
        let (created_at, route) = (columns.read()?, Route::parse(columns.text()?));
        let terms = read_terms(&mut columns);
        let (outside, announced, submission) = (columns.read()?, columns.read()?, columns.text()?);
        let (expires_at, next_at) = (columns.read()?, columns.read()?);
        let (processing_at, returned_at, events) = (columns.read()?, columns.read()?, columns.read()?);
        let (recorded_account, recorded_kind) = (columns.optional_text()?, columns.optional_text()?);
        let mut agrees = (recorded_account, recorded_kind, columns.read::<Option<i64>>()?)
            == (Some(account), Some(kind_name), Some(created_at));
        let (status, amount) = (columns.optional_text()?.and_then(TransactionStatus::parse), columns.read()?);
        agrees &= columns.optional_text()? == Some("USDC");
        let (completed_at, failure_reason) = (columns.read()?, columns.optional_text()?);
        let lock = columns.read::<Option<i64>>()?.zip(columns.read()?);
        let received_at = columns.read()?;
        agrees &= columns.read::<bool>()?;
        let kind = TransactionType::parse(kind_name).filter(|kind| *kind != TransactionType::Payout);
        let (Some(kind), Some(route), Ok(terms), Some(status), Some(amount)) =
            (kind, route, terms, status, amount)
        else {
            return Ok(None);
        };
        Ok(Some(ExternalTransfer {
            id,
            account,
            owner: books.key.text(account),
            kind,
            status,
            route,
            agrees: agrees && terms.rate.is_some() == (route != Route::Chain),
            terms,
            amount,
            outside,
            announced,
            submission,
            created_at,
            expires_at,
            next_at,
            processing_at,
            returned_at,
            events,
            completed_at,
            failure_reason,
            promise: RateLockTerms { created_at, announced, outside, lock, received_at },
        }))
    }

    fn price(&self) -> Result<Price, PriceError> {
        match self.kind {
            TransactionType::Withdrawal => self.terms.withdrawal(Amount::from_micros(self.amount)),
            _ => self.terms.deposit(Amount::from_micros(self.outside)),
        }
    }

    /// What follows from its state and its terms.
    fn is_whole(&self) -> bool {
        let price = self.price();
        let has_ended = self.status.is_end();
        let is_back = self.failure_reason == Some("returned_by_bank");
        let was_sent = matches!(
            self.status,
            TransactionStatus::Processing | TransactionStatus::Completed | TransactionStatus::Failed
        );
        let priced = price.is_ok_and(|price| match self.kind {
            TransactionType::Withdrawal => {
                price.outside.micros() == self.outside && self.outside == self.announced
            }
            _ => price.inside.micros() == self.amount,
        });
        let timed = match self.kind {
            TransactionType::InboundTransfer => {
                self.processing_at.is_none() && self.expires_at.is_none() && self.announced == self.outside
            }
            kind => {
                self.processing_at.is_some() == was_sent
                    && self.expires_at.is_some() == (kind == TransactionType::Deposit)
                    && self.expires_at.is_none_or(|end| end == self.created_at.wrapping_add(AWAITED))
            }
        };
        let has_come = matches!(self.status, TransactionStatus::Processing | TransactionStatus::Completed);
        let came_or_announced = (has_come || self.outside == self.announced)
            && (self.route == Route::Chain || self.outside % CENT == 0);
        let first = TransactionStatus::first(self.kind);
        let is_known = self.status == first || first.leads_to(self.kind, self.status);
        let reason = match self.status {
            TransactionStatus::Failed if is_back => Some("returned_by_bank"),
            TransactionStatus::Failed => Some("rejected"),
            _ => None,
        };
        let looked_at = match self.status {
            TransactionStatus::AwaitingTransfer | TransactionStatus::Queued => self.next_at.is_some(),
            TransactionStatus::Processing => self.next_at.is_some() || self.submission == "taken",
            TransactionStatus::Completed => true,
            _ => self.next_at.is_none(),
        };
        let given = match (self.kind, self.status) {
            (TransactionType::Withdrawal, TransactionStatus::Queued | TransactionStatus::Cancelled)
            | (TransactionType::Deposit | TransactionType::InboundTransfer, _) => self.submission == "none",
            _ => ["none", "sent", "taken", "unclear"].contains(&self.submission),
        };
        self.agrees
            && self.promise.is_kept(self.kind, self.status, &self.terms)
            && priced
            && timed
            && came_or_announced
            && is_known
            && looked_at
            && given
            && self.failure_reason == reason
            && self.completed_at.is_some() == has_ended
            && self.returned_at.is_some() == is_back
    }

    fn words(&self) -> String {
        let ExternalTransfer { id, account, amount, outside, created_at, .. } = self;
        let (kind, status, route) = (self.kind.name(), self.status.name(), self.route.name());
        format!("{id} {kind} {status}, {amount} of {account}, {outside} on {route}, made at {created_at}")
    }
}

impl ExternalTransferTotals {
    fn take(&mut self, books: &Books, known: &ExternalTransfer<'_>, sink: &mut impl Sink) {
        match known.kind {
            TransactionType::Deposit => self.deposits += 1,
            TransactionType::Withdrawal => self.withdrawals += 1,
            TransactionType::InboundTransfer | TransactionType::Payout => {}
        }
        if !known.is_whole() {
            let expected = "amounts, times and states that follow from its terms and its transaction";
            sink.wrong(|| Finding::new(format!("external_transfers {}", known.id), expected, known.words()));
        }
        let fees = known.price().map_or(Fees::default(), |price| price.fees);
        let telling = FactRecorder { books, known, id: books.key.text(known.id), fees };
        match known.kind {
            TransactionType::Deposit => telling.deposit(sink),
            TransactionType::Withdrawal => {
                telling.withdrawal(sink);
                if !known.status.is_end() {
                    *self.open.entry(known.owner).or_default() += i128::from(known.amount);
                }
            }
            TransactionType::InboundTransfer | TransactionType::Payout => telling.arrival(sink),
        }
    }
}

/// One on its way into the sums.
struct FactRecorder<'a> {
    books: &'a Books,
    known: &'a ExternalTransfer<'a>,
    id: u64,
    fees: Fees,
}

impl FactRecorder<'_> {
    fn tell(&self, sink: &mut impl Sink, kind: FactKind, details: u64, times: i64) {
        let known = self.known;
        sink.tell(Fact { kind, subject: known.id, id: self.id, details, times }, || known.words());
    }

    /// Its transaction says the same.
    fn twin(&self, sink: &mut impl Sink) {
        let ExternalTransfer { owner, created_at, amount, .. } = *self.known;
        self.tell(sink, FactKind::ExternalTransfer, self.books.moved(owner, amount, created_at), -1);
    }

    fn deposit(&self, sink: &mut impl Sink) {
        let (books, known) = (self.books, self.known);
        self.twin(sink);
        let has_come = matches!(known.status, TransactionStatus::Processing | TransactionStatus::Completed);
        if has_come {
            self.tell(sink, FactKind::RailNotice, books.key.with(APPLIED, known.outside), 1);
        }
        if known.status == TransactionStatus::Completed {
            let at = books.dated(known.owner, known.completed_at.unwrap_or(0));
            self.tell(sink, FactKind::Credit, books.moved(known.owner, known.amount, at), 1);
            self.world(sink, 1);
            self.fee_from_outside(sink);
        }
        self.events(sink);
    }

    fn withdrawal(&self, sink: &mut impl Sink) {
        let (books, known) = (self.books, self.known);
        let ExternalTransfer { owner, amount, .. } = *known;
        self.twin(sink);
        let dated = |at: i64| books.dated(owner, at);
        self.tell(sink, FactKind::Hold, books.moved(owner, amount, dated(known.created_at)), 1);
        let ended_at = dated(known.completed_at.unwrap_or(0));
        let crossed = amount.wrapping_sub(self.fees.total().micros());
        match known.status {
            TransactionStatus::Completed => {
                self.tell(sink, FactKind::RailNotice, books.key.with(ENDED, 0), 1);
                self.paid(sink, crossed, ended_at);
            }
            TransactionStatus::Failed if known.returned_at.is_some() => {
                self.tell(sink, FactKind::RailNotice, books.key.with(RETURNED, 0), 1);
                self.paid(sink, crossed, ended_at);
                let at = dated(known.returned_at.unwrap_or(0));
                self.charge(sink, "return", Amount::from_micros(crossed), Some(at));
                self.world(sink, 1);
                self.charge(sink, "return_fee", self.fees.charged(), Some(at));
                self.charge(sink, "return_rounding", self.fees.rounding(), Some(at));
            }
            TransactionStatus::Failed | TransactionStatus::Cancelled => {
                if known.status == TransactionStatus::Failed {
                    self.tell(sink, FactKind::RailNotice, books.key.with(ENDED, 0), 1);
                }
                self.tell(sink, FactKind::Resolve, books.moved(owner, amount, ended_at), 1);
                self.tell(sink, FactKind::Destination, books.moved(owner, amount, 0), 1);
            }
            _ => {}
        }
        self.events(sink);
    }

    fn paid(&self, sink: &mut impl Sink, crossed: i64, at: i64) {
        let owner = self.known.owner;
        self.tell(sink, FactKind::Resolve, self.books.moved(owner, crossed, at), 1);
        self.world(sink, 1);
        self.charge(sink, "fee", self.fees.charged(), Some(at));
        self.charge(sink, "rounding", self.fees.rounding(), Some(at));
    }

    fn arrival(&self, sink: &mut impl Sink) {
        self.count_events(sink, 1);
        self.tell(sink, FactKind::RailNotice, self.books.key.with(CREDITED, self.known.outside), 1);
        // Its transaction took it for money from the chain.
        let chain = self.books.world(self.known.owner, Route::Chain);
        self.tell(sink, FactKind::World, chain, -1);
        self.world(sink, 1);
        self.fee_from_outside(sink);
    }

    fn fee_from_outside(&self, sink: &mut impl Sink) {
        let fee = self.fees.charged();
        self.charge(sink, "fee", fee, None);
        self.world(sink, i64::from(fee > Amount::ZERO));
    }

    /// So many transfers name the part of the outside that belongs to the route.
    fn world(&self, sink: &mut impl Sink, times: i64) {
        let world = self.books.world(self.known.owner, self.known.route);
        self.tell(sink, FactKind::World, world, times);
    }

    /// A transfer beside the main one. What goes straight from outside to the fees does not name the owner.
    fn charge(&self, sink: &mut impl Sink, step: &str, amount: Amount, of_owner_at: Option<i64>) {
        if amount > Amount::ZERO {
            let (owner, at) = of_owner_at.map_or((0, 0), |at| (self.known.owner, at));
            self.tell(sink, FactKind::Cost, cost(self.books, step, owner, amount.micros(), at), 1);
        }
    }

    fn count_events(&self, sink: &mut impl Sink, expected: i64) {
        let ExternalTransfer { id, events, .. } = *self.known;
        if events != expected {
            let expected = format!("{expected} events");
            sink.wrong(|| Finding::new(format!("external_transfers {id}"), expected, events.to_string()));
        }
    }

    fn events(&self, sink: &mut impl Sink) {
        let known = self.known;
        let noun = known.kind.name();
        let ended_at = known.completed_at.unwrap_or(0);
        let mut happened: Vec<(&str, i64)> = vec![("created", known.created_at)];
        happened.extend(known.processing_at.map(|at| ("processing", at)));
        match (known.status, known.returned_at) {
            (TransactionStatus::Failed, Some(returned_at)) => {
                happened.extend([("completed", ended_at), ("returned", returned_at)]);
            }
            (status, _) if status.is_end() => happened.push((status.name(), ended_at)),
            _ => {}
        }
        self.count_events(sink, happened.len() as i64);
        for (number, (what, at)) in happened.into_iter().enumerate() {
            let (kind, sequence) = (format!("{noun}.{what}"), number as i64 + 1);
            let details = told(&self.books.key, &kind, sequence, known.owner, at);
            let fact = Fact { kind: FactKind::Event, subject: known.id, id: self.id, details, times: 1 };
            sink.tell(fact, || format!("{kind} {sequence} of {} at {at}", known.words()));
        }
    }
}
