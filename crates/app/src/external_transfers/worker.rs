//! The worker that looks after deposits and withdrawals: it gives orders to banks, asks what became of them, credits
//! what has come and stops waiting for what has not. An order is given once, by the process whose commit marked it as
//! given.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use futures_util::future::join_all;
use rails::Manual;
use rails::order::{ExpectedPayment, Order, OrderStatus, RailAdapter, SubmissionResult};
use rails::simulated::{self, Simulated, SimulatedOrders};
use rules::account::Mode;
use rules::change::Outcome;
use rules::command::{DueExternalTransfer, ExternalTransferCommand};
use rules::decisions::rail_notice::TakeRailNotice;
use rules::decisions::withdrawal::{RailAnswer, UnclearOrder, unclear_order};
use rules::external_transfer::{ExternalTransfer, Submission};
use rules::id::AccountId;
use rules::rail_notice::RailOutcome;
use rules::refusal::{Limit, Refusal};
use rules::time::{SECONDS_PER_DAY, Timestamp};
use rules::transaction::{Transaction, TransactionStatus, TransactionType};

use super::{ExternalTransfers, rail_notice};
use crate::chain::is_for_the_chain;
use crate::platform::Platform;
use crate::platform::failure::Failure;
use crate::platform::writer::CommandResponse;

const AT_ONCE: usize = 100;
/// What moves on may be due again at once, as an order that was just given; not many times, though.
const MAX_ROUNDS: usize = 8;

/// The simulated bank's memory of one account's orders.
struct AccountOrders<'a> {
    platform: &'a Platform,
    account: AccountId,
}

impl SimulatedOrders for AccountOrders<'_> {
    async fn remember(&self, reference: &str) -> Result<(), ()> {
        let command = ExternalTransferCommand::TakeSimulatedOrder(self.account, reference.to_owned());
        self.platform.writer.submit_in_background(command.into()).await.map(drop).map_err(drop)
    }

    async fn recall(&self, reference: &str) -> Result<Option<Timestamp>, ()> {
        self.platform.store.simulated_order(reference).await.map_err(drop)
    }
}

/// The rails that an account's money takes. Test money is always simulated.
enum Rails<'a> {
    Simulated(Simulated<AccountOrders<'a>>),
    Manual(Manual),
}

impl RailAdapter for Rails<'_> {
    async fn submit(&self, order: &Order, now: Timestamp) -> SubmissionResult {
        match self {
            Rails::Simulated(rail) => rail.submit(order, now).await,
            Rails::Manual(rail) => rail.submit(order, now).await,
        }
    }

    async fn status(&self, order: &Order, now: Timestamp) -> OrderStatus {
        match self {
            Rails::Simulated(rail) => rail.status(order, now).await,
            Rails::Manual(rail) => rail.status(order, now).await,
        }
    }

    async fn incoming(&self, awaited: &ExpectedPayment, now: Timestamp) -> Option<RailOutcome> {
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

    /// In the sandbox an amount can ask for it, so it is nothing that an operator should look at.
    fn warn_that_order_is_unclear(&self) {
        if self.due.mode == Mode::Live {
            tracing::warn!(
                withdrawal = %self.transaction.id,
                "the bank doesn't know the outcome of this order; it will not be sent again"
            );
        }
    }
}

impl ExternalTransfers {
    /// Looks after each that is due, live ones first, and says how many moved on.
    pub async fn look_after_external_transfers(&self) -> usize {
        self.look_after_external_transfers_of(Mode::Live).await
            + self.look_after_external_transfers_of(Mode::Test).await
    }

    /// Looks after each of one mode that is due, and says how many moved on. One that is stuck keeps no other waiting.
    async fn look_after_external_transfers_of(&self, mode: Mode) -> usize {
        let now = self.platform.clock.now();
        let (mut moved, mut last, is_stopped) = (0, None, AtomicBool::new(false));
        let has_chain = self.chain.is_on_chain() || !matches!(self.platform.store.network().await, Ok(None));
        loop {
            let due = self.platform.store.due_external_transfers(mode, now, last.as_ref(), AT_ONCE).await;
            let due = found(due);
            last = due.last().cloned();
            if last.is_none() {
                return moved;
            }
            // The chain's own worker sends those, here or in a process that has its settings.
            let ours = due.into_iter().filter(|found| !has_chain || !is_for_the_chain(found));
            let ours = ours.filter(|found| !found.is_held());
            let mut by_account: BTreeMap<AccountId, Vec<store::DueTransferRow>> = BTreeMap::new();
            for found in ours {
                by_account.entry(found.transaction.account).or_default().push(found);
            }
            let by_account = by_account.into_iter();
            let looked_after =
                by_account.map(|(account, due)| self.look_after_account(account, due, &is_stopped));
            moved += join_all(looked_after.collect::<Vec<_>>()).await.into_iter().sum::<usize>();
            // What was begun is finished; nothing new is begun.
            if self.is_stopping.load(Ordering::Relaxed) {
                return moved;
            }
        }
    }

    /// Unless `simulate/clock` is doing so: what that leaves is for the next round.
    async fn look_after_account(
        &self,
        account: AccountId,
        due: Vec<store::DueTransferRow>,
        is_stopped: &AtomicBool,
    ) -> usize {
        match self.turns.try_account(account) {
            Some(_turn) => self.look_after_some(due, is_stopped).await,
            None => 0,
        }
    }

    /// Side by side, so that they share commits.
    async fn look_after_some(&self, due: Vec<store::DueTransferRow>, is_stopped: &AtomicBool) -> usize {
        let looked_after = due.into_iter().map(|found| self.look_after_one(found, is_stopped));
        let has_moved = join_all(looked_after.collect::<Vec<_>>()).await;
        has_moved.into_iter().filter(|moved| *moved).count()
    }

    /// Says whether it moved on. While money is stopped, what is to leave stays due.
    async fn look_after_one(&self, found: store::DueTransferRow, is_stopped: &AtomicBool) -> bool {
        let is_leaving = found.transaction.status == TransactionStatus::Queued;
        if self.is_stopping.load(Ordering::Relaxed) || is_leaving && is_stopped.load(Ordering::Relaxed) {
            return false;
        }
        let id = found.transaction.id;
        match self.look_after(found).await {
            Ok(()) => return true,
            Err(Failure::Refused(Refusal::MoneyStopped)) => is_stopped.store(true, Ordering::Relaxed),
            Err(failure) => {
                tracing::warn!(?failure, transaction = %id, "external transfer not processed; will retry");
            }
        }
        false
    }

    /// Lets an order that is being given be given, and begins no other while what is returned is held.
    pub async fn stop_external_transfers(&self) -> [tokio::sync::MutexGuard<'_, ()>; 2] {
        self.is_stopping.store(true, Ordering::Relaxed);
        [self.turns.of(Mode::Live).lock().await, self.turns.of(Mode::Test).lock().await]
    }

    /// Looks after all of one mode that are due by now. One worker at a time does, so that a caller that waits finds it
    /// done; the other mode has its own, and does not wait.
    pub(crate) async fn look_after_all_external_transfers(&self, mode: Mode) {
        let _turn = self.turns.of(mode).lock().await;
        for _ in 0..MAX_ROUNDS {
            if self.look_after_external_transfers_of(mode).await == 0 {
                return;
            }
        }
    }

    /// Looks after all of one test account that are due by now, so that a caller that waits finds it done. It waits for
    /// the worker of all accounts only while that looks after this account.
    pub(crate) async fn look_after_all_of_test_account(&self, account: AccountId) {
        let _turn = self.turns.of_account(account).await;
        for _ in 0..MAX_ROUNDS {
            if self.look_after_test_account(account).await == 0 {
                return;
            }
        }
    }

    async fn look_after_test_account(&self, account: AccountId) -> usize {
        let now = self.platform.clock.now();
        let (mut moved, mut last, is_stopped) = (0, None, AtomicBool::new(false));
        loop {
            let due = self.platform.store.due_external_transfers_of(account, now, last.as_ref(), AT_ONCE);
            let due = found(due.await);
            last = due.last().cloned();
            if last.is_none() || self.is_stopping.load(Ordering::Relaxed) {
                return moved;
            }
            moved += self.look_after_some(due, &is_stopped).await;
        }
    }

    async fn look_after(&self, found: store::DueTransferRow) -> Result<(), Failure> {
        let store::DueTransferRow { transaction, mode, clock_ahead, is_locked: _ } = found;
        let now = self.platform.clock.now().plus_micros(clock_ahead);
        let account = transaction.account;
        let route = transaction.external_transfer.as_ref().expect("what is due crosses").route;
        let rails = match mode {
            Mode::Test => {
                Rails::Simulated(Simulated { memory: AccountOrders { platform: &self.platform, account } })
            }
            Mode::Live => Rails::Manual(Manual),
        };
        let events = self.platform.fresh().events;
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
        let awaited = ExpectedPayment {
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

    /// Marks the order as given, and gives it if no other process has.
    async fn send_withdrawal(&self, case: &Case<'_>) -> Result<(), Failure> {
        let marked = self
            .platform
            .writer
            .submit_in_background(ExternalTransferCommand::SendWithdrawal(case.due).into())
            .await?;
        let CommandResponse::Now(Outcome::Transaction(_), _) = marked else { return Ok(()) };
        match case.rails.submit(&case.order(), case.now).await {
            SubmissionResult::Taken { hash, ask_at } => {
                let answer = self.answer(Submission::Taken, ask_at);
                self.note(case, RailAnswer { hash, is_sent: true, ..answer }).await
            }
            SubmissionResult::AwaitsOperator => self.note(case, self.awaits_operator(case.now)).await,
            SubmissionResult::Refused => self.tell(case, RailOutcome::Failed, None).await,
            SubmissionResult::Unclear => {
                case.warn_that_order_is_unclear();
                self.note(case, self.answer(Submission::Unclear, Some(case.now))).await
            }
        }
    }

    async fn ask_after(&self, case: &Case<'_>) -> Result<(), Failure> {
        match case.rails.status(&case.order(), case.now).await {
            OrderStatus::Told { outcome, look_again_at } => self.tell(case, outcome, look_again_at).await,
            OrderStatus::Pending { ask_at } => {
                let answer = self.answer(Submission::Taken, ask_at);
                self.note(case, RailAnswer { is_sent: true, ..answer }).await
            }
            OrderStatus::AwaitsOperator => self.note(case, self.awaits_operator(case.now)).await,
            OrderStatus::Unclear => self.ask_again(case).await,
            // A process may be giving the order at this moment. That process notes the answer when it has it.
            OrderStatus::Lost if case.external_transfer().submission == Submission::Sent => {
                self.ask_again(case).await
            }
            OrderStatus::Lost => self.note(case, self.answer(Submission::Unclear, None)).await,
        }
    }

    /// The rail does not know what became of the order: it is asked after again, less and less often.
    async fn ask_again(&self, case: &Case<'_>) -> Result<(), Failure> {
        let known = case.external_transfer();
        let sent_at = known.processing_at.unwrap_or(case.transaction.created_at);
        let UnclearOrder { ask_at, is_news } = unclear_order(known.submission, sent_at, case.now);
        if is_news {
            case.warn_that_order_is_unclear();
        }
        self.note(case, self.answer(Submission::Unclear, Some(ask_at))).await
    }

    /// The worker doesn't ask for an operator's report. The order still has a `next_at`, so that the count of waiting
    /// items finds it.
    fn awaits_operator(&self, now: Timestamp) -> RailAnswer {
        self.answer(Submission::Taken, Some(now.plus_seconds(SECONDS_PER_DAY)))
    }

    /// The state of an order that may not have been sent.
    fn answer(&self, submission: Submission, ask_at: Option<Timestamp>) -> RailAnswer {
        let events = self.platform.fresh().events;
        RailAnswer { submission, ask_at, hash: None, is_sent: false, events }
    }

    /// Submits a command whose answer no caller waits for.
    async fn have_done(&self, command: ExternalTransferCommand) -> Result<(), Failure> {
        self.platform.writer.submit_in_background(command.into()).await.map(drop)
    }

    async fn note(&self, case: &Case<'_>, answer: RailAnswer) -> Result<(), Failure> {
        let command = ExternalTransferCommand::NoteAnswer(case.due.account, case.due.transaction, answer);
        self.platform.writer.submit_background_of(case.due.mode, command.into()).await.map(drop)
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
}

/// What is due, or nothing if the database does not say.
fn found(due: Result<Vec<store::DueTransferRow>, store::Error>) -> Vec<store::DueTransferRow> {
    due.unwrap_or_else(|error| {
        tracing::warn!(%error, "due deposits and withdrawals not read");
        Vec::new()
    })
}
