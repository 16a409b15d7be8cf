//! The worker that looks after deposits and withdrawals: it gives orders to banks, asks what became of them, credits
//! what has come and stops waiting for what has not. An order is given once, by whoever got to mark it as given.

use std::sync::atomic::Ordering;

use rails::Manual;
use rails::order::{Awaited, Order, Rail, Status, Submitted};
use rails::simulated::{self, Simulated, SimulatedOrders};
use rules::account::Mode;
use rules::change::Outcome;
use rules::command::{DueExternalTransfer, ExternalTransferCommand};
use rules::external_transfer::{ExternalTransfer, Route, Submission};
use rules::id::AccountId;
use rules::rail_notice::{Effect, RailNotice, RailOutcome, TakeRailNotice};
use rules::refusal::{Limit, Refusal};
use rules::time::Timestamp;
use rules::transaction::{Transaction, TransactionStatus, TransactionType};
use rules::withdrawal::RailAnswer;

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
struct AccountOrders<'a> {
    app: &'a App,
    account: AccountId,
}

impl SimulatedOrders for AccountOrders<'_> {
    async fn remember(&self, reference: &str) -> Result<(), ()> {
        let command = ExternalTransferCommand::TakeSimulatedOrder(self.account, reference.to_owned());
        self.app.have_done(command).await.map_err(drop)
    }

    async fn recall(&self, reference: &str) -> Result<Option<Timestamp>, ()> {
        self.app.store.simulated_order(reference).await.map_err(drop)
    }
}

/// The rails that an account's money takes. Test money is always simulated.
enum Rails<'a> {
    Simulated(Simulated<AccountOrders<'a>>),
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

    async fn incoming(&self, awaited: &Awaited, now: Timestamp) -> Option<RailOutcome> {
        match self {
            Rails::Simulated(rail) => rail.incoming(awaited, now).await,
            Rails::Manual(rail) => rail.incoming(awaited, now).await,
        }
    }
}

/// One that is being looked after.
struct Case<'a> {
    rails: Rails<'a>,
    due: DueExternalTransfer,
    transaction: Transaction,
    /// The account's time.
    now: Timestamp,
}

impl Case<'_> {
    fn external_transfer(&self) -> &ExternalTransfer {
        self.transaction.external_transfer.as_deref().expect("what is due crosses")
    }

    fn order(&self) -> Order {
        let external_transfer = self.external_transfer();
        Order {
            reference: external_transfer.reference.clone(),
            route: external_transfer.route,
            inside: self.transaction.amount,
            outside: external_transfer.outside,
        }
    }
}

impl App {
    /// Looks after each that is due, live ones first, and says how many moved on.
    pub async fn look_after_external_transfers(&self) -> usize {
        self.look_after_external_transfers_of(Mode::Live).await
            + self.look_after_external_transfers_of(Mode::Test).await
    }

    /// Looks after each of one mode that is due, and says how many moved on. One that is stuck keeps no other waiting.
    async fn look_after_external_transfers_of(&self, mode: Mode) -> usize {
        let now = self.clock.now();
        let (mut moved, mut last, mut is_stopped) = (0, None, false);
        let has_chain = self.chain.is_some() || !matches!(self.store.network().await, Ok(None));
        loop {
            let due = match self.store.due_external_transfers(mode, now, last.as_ref(), AT_ONCE).await {
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
                if self.external_transfers_stopping.load(Ordering::Relaxed) {
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
    pub async fn stop_external_transfers(&self) -> [tokio::sync::MutexGuard<'_, ()>; 2] {
        self.external_transfers_stopping.store(true, Ordering::Relaxed);
        [
            self.external_transfers_turns.of(Mode::Live).lock().await,
            self.external_transfers_turns.of(Mode::Test).lock().await,
        ]
    }

    /// Looks after all of one mode that are due by now. One worker at a time does, so that whoever was waiting finds it
    /// done; the other mode has its own, and does not wait.
    pub(crate) async fn look_after_all_external_transfers(&self, mode: Mode) {
        let _turn = self.external_transfers_turns.of(mode).lock().await;
        // What moves on may be due again at once, as an order that was just given; not many times, though.
        for _ in 0..8 {
            if self.look_after_external_transfers_of(mode).await == 0 {
                return;
            }
        }
    }

    async fn look_after(&self, found: store::DueExternalTransfer) -> Result<(), Failure> {
        let store::DueExternalTransfer { transaction, mode, clock_ahead } = found;
        let now = self.clock.now().plus_micros(clock_ahead);
        let account = transaction.account;
        let route = transaction.external_transfer.as_ref().expect("what is due crosses").route;
        let rails = match mode {
            Mode::Test => Rails::Simulated(Simulated { memory: AccountOrders { app: self, account } }),
            Mode::Live => Rails::Manual(Manual),
        };
        let events = self.fresh().events;
        let due = DueExternalTransfer { account, transaction: transaction.id, mode, route, events };
        let case = Case { rails, due, transaction, now };
        match (case.transaction.kind, case.transaction.status) {
            (TransactionType::Deposit, TransactionStatus::AwaitingTransfer) => {
                self.await_deposit(&case).await
            }
            (TransactionType::Deposit, _) => {
                self.have_done(ExternalTransferCommand::DueDeposit(case.due)).await
            }
            (_, TransactionStatus::Queued) => self.send_withdrawal(&case).await,
            _ => self.ask_after(&case).await,
        }
    }

    async fn await_deposit(&self, case: &Case<'_>) -> Result<(), Failure> {
        let external_transfer = case.external_transfer();
        let awaited = Awaited {
            reference: external_transfer.reference.clone(),
            route: external_transfer.route,
            amount: external_transfer.outside,
            since: case.transaction.created_at,
        };
        match case.rails.incoming(&awaited, case.now).await {
            Some(outcome) => {
                let mut notice = self.notice_of(case, outcome, None);
                // It came when the simulated bank says, however late it was asked.
                let after = simulated::news_after(external_transfer.announced);
                notice.received_at = after.map(|seconds| awaited.since.plus_seconds(seconds));
                match self.have_done(ExternalTransferCommand::TakeRailNotice(notice)).await {
                    // The account has created all the test money that it may: this deposit expires.
                    Err(Failure::Refused(Refusal::LimitExceeded(Limit::TestMoney { .. }))) => {
                        self.have_done(ExternalTransferCommand::DueDeposit(case.due)).await
                    }
                    done => done,
                }
            }
            None => self.have_done(ExternalTransferCommand::DueDeposit(case.due)).await,
        }
    }

    /// Marks the order as given, and gives it if nobody else did.
    async fn send_withdrawal(&self, case: &Case<'_>) -> Result<(), Failure> {
        let marked = self
            .writer
            .submit_in_background(ExternalTransferCommand::SendWithdrawal(case.due).into())
            .await?;
        let Answered::Now(Outcome::Transaction(_), _) = marked else { return Ok(()) };
        let answer = match case.rails.submit(&case.order(), case.now).await {
            Submitted::Taken { hash, ask_at } => RailAnswer { submission: Submission::Taken, ask_at, hash },
            Submitted::Refused => return self.tell(case, RailOutcome::Failed, None).await,
            Submitted::Unclear => {
                RailAnswer { submission: Submission::Unclear, ask_at: Some(case.now), hash: None }
            }
        };
        self.note(case, answer).await
    }

    async fn ask_after(&self, case: &Case<'_>) -> Result<(), Failure> {
        match case.rails.status(&case.order(), case.now).await {
            Status::Told { outcome, look_again_at } => self.tell(case, outcome, look_again_at).await,
            Status::Pending { ask_at } => {
                let answer = RailAnswer { submission: Submission::Taken, ask_at, hash: None };
                self.note(case, answer).await
            }
            Status::Unclear => {
                tracing::warn!(
                    withdrawal = %case.transaction.id,
                    "nobody can say what became of this order; it is never given a second time"
                );
                let ask_at = Some(case.now.plus_seconds(ASK_AGAIN_SECONDS));
                self.note(case, RailAnswer { submission: Submission::Unclear, ask_at, hash: None }).await
            }
        }
    }

    /// Has something done that nobody waits to hear of.
    async fn have_done(&self, command: ExternalTransferCommand) -> Result<(), Failure> {
        self.writer.submit_in_background(command.into()).await.map(drop)
    }

    async fn note(&self, case: &Case<'_>, answer: RailAnswer) -> Result<(), Failure> {
        let command = ExternalTransferCommand::NoteAnswer(case.due.account, case.due.transaction, answer);
        self.writer.submit_background_of(case.due.mode, command.into()).await.map(drop)
    }

    async fn tell(
        &self,
        case: &Case<'_>,
        outcome: RailOutcome,
        look_again_at: Option<Timestamp>,
    ) -> Result<(), Failure> {
        let notice = self.notice_of(case, outcome, look_again_at);
        self.have_done(ExternalTransferCommand::TakeRailNotice(notice)).await
    }

    fn notice_of(
        &self,
        case: &Case<'_>,
        outcome: RailOutcome,
        look_again_at: Option<Timestamp>,
    ) -> TakeRailNotice {
        let name = rail_notice(&case.transaction, outcome.name());
        self.notice(&case.transaction, case.due.mode, name, outcome, look_again_at)
    }

    pub(crate) fn notice(
        &self,
        about: &Transaction,
        mode: Mode,
        name: String,
        outcome: RailOutcome,
        look_again_at: Option<Timestamp>,
    ) -> TakeRailNotice {
        let external_transfer = about.external_transfer.as_deref().expect("notices are about what crosses");
        TakeRailNotice {
            id: self.dice.id(self.clock.now()),
            parts: self.dice.series(self.clock.now()),
            name,
            account: about.account,
            transaction: about.id,
            mode,
            route: external_transfer.route,
            reference: external_transfer.reference.clone(),
            outcome,
            look_again_at,
            received_at: None,
            most: Some(self.settings.most_per_external_transfer),
            most_test_money: self.settings.most_test_money,
            terms_today: match external_transfer.route {
                Route::Bank(rail) => self.tariff(mode).deposit_terms(rail),
                Route::Chain => None,
            },
            unless_authorized: None,
            fresh: self.fresh(),
        }
    }

    /// What waits for somebody to look at it, also if another process took it in.
    pub(crate) async fn show_notices(&self) {
        match self.store.to_look_at().await {
            Ok((parked, contradicted)) => {
                metrics::gauge!("florin_rail_notices_parked").set(parked as f64);
                metrics::gauge!("florin_rail_notices_contradicted").set(contradicted as f64);
            }
            Err(error) => tracing::warn!(%error, "notices could not be counted"),
        }
    }
}

/// What somebody has to look at is said aloud.
pub(crate) fn report_notice(notice: &RailNotice) {
    metrics::counter!("florin_rail_notices_total", "effect" => notice.effect.name()).increment(1);
    // In the sandbox, everybody can make a bank say anything.
    if notice.mode == Mode::Test {
        return;
    }
    let (outcome, id) = (notice.outcome, notice.id.to_string());
    let transaction = notice.transaction.map(|id| id.to_string()).unwrap_or_default();
    match notice.effect {
        Effect::Contradicted => tracing::error!(
            notice = id,
            outcome,
            transaction,
            "a bank says the opposite of what was said before; look at its statement, nothing was moved"
        ),
        Effect::Parked => tracing::warn!(notice = id, "money is parked; an operator has to decide on it"),
        Effect::Applied | Effect::Credited | Effect::Ignored => {}
    }
}

/// What a rail says of one transaction: the same, however often it says so.
pub(crate) fn rail_notice(about: &Transaction, outcome: &str) -> String {
    format!("{}:{outcome}", about.id)
}
