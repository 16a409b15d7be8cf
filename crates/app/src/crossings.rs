//! The worker that looks after deposits and withdrawals: it gives orders to banks, asks what became of them, credits
//! what has come and stops waiting for what has not. An order is given once, by whoever got to mark it as given.

use std::sync::atomic::Ordering;

use rails::Manual;
use rails::order::{Awaited, Order, Rail, Status, Submitted};
use rails::simulated::{self, Memory, Simulated};
use rules::account::Mode;
use rules::change::Outcome;
use rules::command::{CrossingCommand, DueCrossing};
use rules::crossing::{Crossing, Route, Submission};
use rules::id::AccountId;
use rules::notice::{Effect, Notice, TakeNotice, Tidings};
use rules::refusal::{Limit, Refusal};
use rules::time::Timestamp;
use rules::transaction::{Transaction, TransactionStatus, TransactionType};
use rules::withdrawal::Answer;

use crate::App;
use crate::chain::is_for_the_chain;
use crate::failure::Failure;
use crate::writer::Answered;

const AT_ONCE: usize = 100;
/// When somebody who could not say is asked again.
const ASK_AGAIN_SECONDS: i64 = 3_600;

/// Held by the worker that looks after the deposits and withdrawals of one mode.
#[derive(Default)]
pub struct Turns {
    live: tokio::sync::Mutex<()>,
    test: tokio::sync::Mutex<()>,
}

impl Turns {
    fn of(&self, mode: Mode) -> &tokio::sync::Mutex<()> {
        match mode {
            Mode::Live => &self.live,
            Mode::Test => &self.test,
        }
    }
}

/// The simulated bank's memory of one account's orders.
struct Ledger<'a> {
    app: &'a App,
    account: AccountId,
}

impl Memory for Ledger<'_> {
    async fn remember(&self, reference: &str) -> Result<(), ()> {
        let command = CrossingCommand::TakeSimulatedOrder(self.account, reference.to_owned());
        self.app.have_done(command).await.map_err(drop)
    }

    async fn recall(&self, reference: &str) -> Result<Option<Timestamp>, ()> {
        self.app.store.simulated_order(reference).await.map_err(drop)
    }
}

/// The rails that an account's money takes. Test money is always simulated.
enum Rails<'a> {
    Simulated(Simulated<Ledger<'a>>),
    Manual(Manual),
}

impl Rail for Rails<'_> {
    async fn submit(&self, order: &Order, now: Timestamp) -> Submitted {
        match self {
            Rails::Simulated(rail) => rail.submit(order, now).await,
            Rails::Manual(rail) => rail.submit(order, now).await,
        }
    }

    async fn status(&self, order: &Order, now: Timestamp) -> Status {
        match self {
            Rails::Simulated(rail) => rail.status(order, now).await,
            Rails::Manual(rail) => rail.status(order, now).await,
        }
    }

    async fn incoming(&self, awaited: &Awaited, now: Timestamp) -> Option<Tidings> {
        match self {
            Rails::Simulated(rail) => rail.incoming(awaited, now).await,
            Rails::Manual(rail) => rail.incoming(awaited, now).await,
        }
    }
}

/// One that is being looked after.
struct Case<'a> {
    rails: Rails<'a>,
    due: DueCrossing,
    transaction: Transaction,
    /// The account's time.
    now: Timestamp,
}

impl Case<'_> {
    fn crossing(&self) -> &Crossing {
        self.transaction.crossing.as_deref().expect("what is due crosses")
    }

    fn order(&self) -> Order {
        let crossing = self.crossing();
        Order {
            reference: crossing.reference.clone(),
            route: crossing.route,
            inside: self.transaction.amount,
            outside: crossing.outside,
        }
    }
}

impl App {
    /// Looks after each that is due, live ones first, and says how many moved on.
    pub async fn look_after_crossings(&self) -> usize {
        self.look_after_crossings_of(Mode::Live).await + self.look_after_crossings_of(Mode::Test).await
    }

    /// Looks after each of one mode that is due, and says how many moved on. One that is stuck keeps no other waiting.
    async fn look_after_crossings_of(&self, mode: Mode) -> usize {
        let now = self.clock.now();
        let (mut moved, mut last, mut is_stopped) = (0, None, false);
        let has_chain = self.chain.is_some() || !matches!(self.store.network().await, Ok(None));
        loop {
            let due = match self.store.due_crossings(mode, now, last.as_ref(), AT_ONCE).await {
                Ok(due) => due,
                Err(error) => {
                    tracing::warn!(%error, "due deposits and withdrawals could not be looked up");
                    return moved;
                }
            };
            last = due.last().cloned();
            if last.is_none() {
                return moved;
            }
            for found in due {
                // What was begun is finished; nothing new is begun.
                if self.crossings_stopping.load(Ordering::Relaxed) {
                    return moved;
                }
                // The chain's own worker sends these, here or in a process that has its settings.
                if has_chain && is_for_the_chain(&found) {
                    continue;
                }
                // Money is stopped: they stay due until it flows again.
                if is_stopped && found.transaction.status == TransactionStatus::Queued {
                    continue;
                }
                let id = found.transaction.id;
                match self.look_after(found).await {
                    Ok(()) => moved += 1,
                    Err(Failure::Refused(Refusal::MoneyStopped)) => is_stopped = true,
                    Err(failure) => {
                        tracing::warn!(?failure, transaction = %id, "it could not be looked after yet");
                    }
                }
            }
        }
    }

    /// Lets an order that is being given be given, and begins no other while what is returned is held.
    pub async fn stop_crossings(&self) -> [tokio::sync::MutexGuard<'_, ()>; 2] {
        self.crossings_stopping.store(true, Ordering::Relaxed);
        [self.crossings_turns.of(Mode::Live).lock().await, self.crossings_turns.of(Mode::Test).lock().await]
    }

    /// Looks after all of one mode that are due by now. One worker at a time does, so that whoever was waiting finds it
    /// done; the other mode has its own, and does not wait.
    pub(crate) async fn look_after_all_crossings(&self, mode: Mode) {
        let _turn = self.crossings_turns.of(mode).lock().await;
        // What moves on may be due again at once, as an order that was just given; not many times, though.
        for _ in 0..8 {
            if self.look_after_crossings_of(mode).await == 0 {
                return;
            }
        }
    }

    async fn look_after(&self, found: store::DueCrossing) -> Result<(), Failure> {
        let store::DueCrossing { transaction, mode, clock_ahead } = found;
        let now = self.clock.now().plus_micros(clock_ahead);
        let account = transaction.account;
        let route = transaction.crossing.as_ref().expect("what is due crosses").route;
        let rails = match mode {
            Mode::Test => Rails::Simulated(Simulated { memory: Ledger { app: self, account } }),
            Mode::Live => Rails::Manual(Manual),
        };
        let events = self.fresh().events;
        let due = DueCrossing { account, transaction: transaction.id, mode, route, events };
        let case = Case { rails, due, transaction, now };
        match (case.transaction.kind, case.transaction.status) {
            (TransactionType::Deposit, TransactionStatus::AwaitingTransfer) => {
                self.await_deposit(&case).await
            }
            (TransactionType::Deposit, _) => self.have_done(CrossingCommand::DueDeposit(case.due)).await,
            (_, TransactionStatus::Queued) => self.send_withdrawal(&case).await,
            _ => self.ask_after(&case).await,
        }
    }

    async fn await_deposit(&self, case: &Case<'_>) -> Result<(), Failure> {
        let crossing = case.crossing();
        let awaited = Awaited {
            reference: crossing.reference.clone(),
            route: crossing.route,
            amount: crossing.outside,
            since: case.transaction.created_at,
        };
        match case.rails.incoming(&awaited, case.now).await {
            Some(tidings) => {
                let mut notice = self.notice_of(case, tidings, None);
                // It came when the simulated bank says, however late it was asked.
                let after = simulated::news_after(crossing.announced);
                notice.received_at = after.map(|seconds| awaited.since.plus_seconds(seconds));
                match self.have_done(CrossingCommand::TakeNotice(notice)).await {
                    // The account has created all the test money that it may: this deposit expires.
                    Err(Failure::Refused(Refusal::LimitExceeded(Limit::TestMoney { .. }))) => {
                        self.have_done(CrossingCommand::DueDeposit(case.due)).await
                    }
                    done => done,
                }
            }
            None => self.have_done(CrossingCommand::DueDeposit(case.due)).await,
        }
    }

    /// Marks the order as given, and gives it if nobody else did.
    async fn send_withdrawal(&self, case: &Case<'_>) -> Result<(), Failure> {
        let marked =
            self.writer.submit_in_background(CrossingCommand::SendWithdrawal(case.due).into()).await?;
        let Answered::Now(Outcome::Transaction(_), _) = marked else { return Ok(()) };
        let answer = match case.rails.submit(&case.order(), case.now).await {
            Submitted::Taken { hash, ask_at } => Answer { submission: Submission::Taken, ask_at, hash },
            Submitted::Refused => return self.tell(case, Tidings::Failed, None).await,
            Submitted::Unclear => {
                Answer { submission: Submission::Unclear, ask_at: Some(case.now), hash: None }
            }
        };
        self.note(case, answer).await
    }

    async fn ask_after(&self, case: &Case<'_>) -> Result<(), Failure> {
        match case.rails.status(&case.order(), case.now).await {
            Status::Told { tidings, look_again_at } => self.tell(case, tidings, look_again_at).await,
            Status::Pending { ask_at } => {
                let answer = Answer { submission: Submission::Taken, ask_at, hash: None };
                self.note(case, answer).await
            }
            Status::Unclear => {
                tracing::warn!(
                    withdrawal = %case.transaction.id,
                    "nobody can say what became of this order; it is never given a second time"
                );
                let ask_at = Some(case.now.plus_seconds(ASK_AGAIN_SECONDS));
                self.note(case, Answer { submission: Submission::Unclear, ask_at, hash: None }).await
            }
        }
    }

    /// Has something done that nobody waits to hear of.
    async fn have_done(&self, command: CrossingCommand) -> Result<(), Failure> {
        self.writer.submit_in_background(command.into()).await.map(drop)
    }

    async fn note(&self, case: &Case<'_>, answer: Answer) -> Result<(), Failure> {
        let command = CrossingCommand::NoteAnswer(case.due.account, case.due.transaction, answer);
        self.writer.submit_background_of(case.due.mode, command.into()).await.map(drop)
    }

    async fn tell(
        &self,
        case: &Case<'_>,
        tidings: Tidings,
        look_again_at: Option<Timestamp>,
    ) -> Result<(), Failure> {
        let notice = self.notice_of(case, tidings, look_again_at);
        self.have_done(CrossingCommand::TakeNotice(notice)).await
    }

    fn notice_of(&self, case: &Case<'_>, tidings: Tidings, look_again_at: Option<Timestamp>) -> TakeNotice {
        let name = rail_notice(&case.transaction, tidings.name());
        self.notice(&case.transaction, case.due.mode, name, tidings, look_again_at)
    }

    pub(crate) fn notice(
        &self,
        about: &Transaction,
        mode: Mode,
        name: String,
        tidings: Tidings,
        look_again_at: Option<Timestamp>,
    ) -> TakeNotice {
        let crossing = about.crossing.as_deref().expect("notices are about what crosses");
        TakeNotice {
            id: self.dice.id(self.clock.now()),
            parts: self.dice.series(self.clock.now()),
            name,
            account: about.account,
            transaction: about.id,
            mode,
            route: crossing.route,
            reference: crossing.reference.clone(),
            tidings,
            look_again_at,
            received_at: None,
            most: Some(self.settings.most_per_crossing),
            most_test_money: self.settings.most_test_money,
            terms_today: match crossing.route {
                Route::Bank(rail) => self.tariff(mode).deposit_terms(rail),
                Route::Chain => None,
            },
            unless_promised: None,
            fresh: self.fresh(),
        }
    }

    /// What waits for somebody to look at it, also if another process took it in.
    pub(crate) async fn show_notices(&self) {
        match self.store.to_look_at().await {
            Ok((parked, contradicted)) => {
                metrics::gauge!("florin_notices_parked").set(parked as f64);
                metrics::gauge!("florin_notices_contradicted").set(contradicted as f64);
            }
            Err(error) => tracing::warn!(%error, "notices could not be counted"),
        }
    }
}

/// What somebody has to look at is said aloud.
pub(crate) fn report_notice(notice: &Notice) {
    metrics::counter!("florin_notices_total", "effect" => notice.effect.name()).increment(1);
    // In the sandbox, everybody can make a bank say anything.
    if notice.mode == Mode::Test {
        return;
    }
    let (tidings, id) = (notice.tidings, notice.id.to_string());
    let transaction = notice.transaction.map(|id| id.to_string()).unwrap_or_default();
    match notice.effect {
        Effect::Contradicted => tracing::error!(
            notice = id,
            tidings,
            transaction,
            "a bank says the opposite of what was said before; look at its statement, nothing was moved"
        ),
        Effect::Parked => tracing::warn!(notice = id, "money is parked; an operator has to decide on it"),
        Effect::Applied | Effect::Credited | Effect::Ignored => {}
    }
}

/// What a rail says of one transaction: the same, however often it says so.
pub(crate) fn rail_notice(about: &Transaction, tidings: &str) -> String {
    format!("{}:{tidings}", about.id)
}
