//! The one write path: gather, decide, write.
//!
//! Commands wait in a queue. While one batch commits, the next gathers behind it, so a batch is as large as the load
//! makes it and an idle server answers at once. One transaction and one commit serve the whole batch. Callers may go
//! away at any time: what is in the queue is done.

mod batch_size;
mod lost_commits;
mod queue;
mod rail_notices;
mod replies;
#[cfg(feature = "simulated")]
pub(crate) mod steps;
mod stored_responses;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use bytes::Bytes;
use rules::account::Mode;
use rules::change::{FromOutcome, Outcome};
use rules::command::Command;
use rules::idempotency::{IdempotencyMatch, IdempotencyRequest, recall};
use rules::time::Timestamp;
use rules::world::{Needs, World};
use store::{Error, Writer};
use tokio::sync::{oneshot, watch};

use crate::platform::clock::Clock;
use crate::platform::dice::Dice;
use crate::platform::failure::Failure;
use crate::platform::vault::Vault;
use crate::platform::wire;
use queue::{CommandQueue, CommandReceiver, queue};
use rail_notices::report_notice;
use replies::{reply, reply_failure};

const MAX_TRIES: u32 = 6;
const FIRST_PAUSE: Duration = Duration::from_millis(10);
/// How often a writer without work looks for commits that a failover has lost.
const FENCE_CHECK_PAUSE: Duration = Duration::from_secs(3);

/// What the caller of a command is told.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(clippy::large_enum_variant, reason = "it is moved once, and nearly always the larger one")]
pub enum CommandResponse {
    /// It was done now.
    Now(Outcome, Bytes),
    /// It was done before, under the same key; these are the same bytes.
    Again(Bytes),
}

impl CommandResponse {
    /// What a command without an `Idempotency-Key` answered with.
    pub fn outcome<T: FromOutcome>(self) -> T {
        self.new_outcome().expect("only a request with an Idempotency-Key is answered again")
    }

    /// The same for one that may have a key. Nothing, if it was done before.
    pub fn new_outcome<T: FromOutcome>(self) -> Option<T> {
        match self {
            CommandResponse::Now(outcome, _) => {
                Some(T::from_outcome(outcome).expect("every command answers with its own outcome"))
            }
            CommandResponse::Again(_) => None,
        }
    }
}

struct Submission {
    command: Command,
    idempotency: Option<IdempotencyRequest>,
    reply: oneshot::Sender<Result<CommandResponse, Failure>>,
}

/// The queue's front end.
pub struct WriterHandle {
    queue: CommandQueue,
    thread: Mutex<Option<JoinHandle<()>>>,
    clock: Clock,
    /// When a command was last submitted, in milliseconds since the start.
    last_caller: AtomicU64,
    news: watch::Sender<()>,
    is_halted: Arc<AtomicBool>,
}

impl WriterHandle {
    /// Writing has a thread of its own: a commit waits for the disk, and no other task should.
    pub fn start(writer: Writer, clock: Clock, dice: Arc<Dice>, vault: Arc<Vault>) -> WriterHandle {
        let (queue, waiting) = queue();
        let last_caller = AtomicU64::new(0);
        let handle_clock = clock.clone();
        let news = watch::Sender::new(());
        let is_halted = Arc::new(AtomicBool::new(false));
        let worker = Worker {
            writer,
            clock,
            dice,
            vault,
            last_now: Timestamp::default(),
            news: news.clone(),
            is_halted: is_halted.clone(),
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.expect("the operating system gives a runtime its few handles");
        let thread = std::thread::Builder::new()
            .name("writer".to_owned())
            .spawn(move || runtime.block_on(worker.run(waiting)))
            .expect("the operating system gives one more thread");
        let thread = Mutex::new(Some(thread));
        WriterHandle { queue, thread, clock: handle_clock, last_caller, news, is_halted }
    }

    /// Runs a command for a caller that waits.
    pub async fn submit(
        &self,
        command: Command,
        idempotency: Option<IdempotencyRequest>,
    ) -> Result<CommandResponse, Failure> {
        self.submit_of(command.mode(), command, idempotency).await
    }

    /// The same for the account of a mode that the command itself does not tell.
    pub async fn submit_of(
        &self,
        mode: Mode,
        command: Command,
        idempotency: Option<IdempotencyRequest>,
    ) -> Result<CommandResponse, Failure> {
        self.last_caller.store(self.clock.elapsed().as_millis() as u64, Ordering::Relaxed);
        let (submission, answer) = submission(command, idempotency);
        self.queue.put_caller(mode, submission)?;
        answered(answer).await
    }

    /// Runs a command that no caller waits for.
    pub async fn submit_in_background(&self, command: Command) -> Result<CommandResponse, Failure> {
        self.submit_background_of(command.mode(), command).await
    }

    /// The same for the account of a mode that the command itself does not tell.
    pub async fn submit_background_of(
        &self,
        mode: Mode,
        command: Command,
    ) -> Result<CommandResponse, Failure> {
        let (submission, answer) = submission(command, None);
        self.queue.put_background(mode, submission)?;
        answered(answer).await
    }

    /// The same, for what may be lost.
    pub fn submit_and_forget(&self, command: Command) {
        let mode = command.mode();
        let (submission, _) = submission(command, None);
        if self.queue.put_background(mode, submission).is_err() {
            tracing::warn!("background command failed");
        }
    }

    /// Whether a command was submitted within this time.
    pub fn callers_within(&self, time: Duration) -> bool {
        let since = self.clock.elapsed().as_millis() as u64;
        let last = self.last_caller.load(Ordering::Relaxed);
        last > 0 && since.saturating_sub(last) < time.as_millis() as u64
    }

    /// Whether this server lets money leave, whatever the database says of stops.
    pub fn set_halted(&self, is_halted: bool) {
        self.is_halted.store(is_halted, Ordering::Relaxed);
    }

    /// Told whenever events were written.
    pub fn news(&self) -> watch::Sender<()> {
        self.news.clone()
    }

    pub fn is_running(&self) -> bool {
        !self.queue.is_closed()
    }

    /// Lets everything that was accepted finish.
    pub async fn stop(&self) {
        self.queue.close();
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(thread) = thread {
            let joined = tokio::task::spawn_blocking(move || thread.join()).await;
            if !matches!(joined, Ok(Ok(()))) {
                tracing::error!("the writer panicked");
            }
        }
    }
}

/// Where the answer will be.
type ResponseReceiver = oneshot::Receiver<Result<CommandResponse, Failure>>;

fn submission(command: Command, idempotency: Option<IdempotencyRequest>) -> (Submission, ResponseReceiver) {
    let (reply, answer) = oneshot::channel();
    (Submission { command, idempotency, reply }, answer)
}

/// The writer replies to everything it takes, unless the process is going down.
async fn answered(answer: ResponseReceiver) -> Result<CommandResponse, Failure> {
    answer.await.unwrap_or(Err(Failure::Unavailable))
}

struct Worker {
    writer: Writer,
    clock: Clock,
    dice: Arc<Dice>,
    vault: Arc<Vault>,
    last_now: Timestamp,
    news: watch::Sender<()>,
    is_halted: Arc<AtomicBool>,
}

impl Worker {
    async fn run(mut self, mut waiting: CommandReceiver) {
        loop {
            let Ok(batch) = tokio::time::timeout(FENCE_CHECK_PAUSE, waiting.next()).await else {
                self.look_for_lost_commits().await;
                continue;
            };
            if batch.submissions.is_empty() {
                break;
            }
            let (written, began) = (batch.written(), self.clock.elapsed());
            metrics::histogram!("florin_batch_commands").record(batch.submissions.len() as u32);
            self.answer(batch.submissions).await;
            let ended = self.clock.elapsed();
            waiting.note(written, ended.saturating_sub(began), ended);
        }
        self.writer.retire().await;
    }

    /// Does a batch. If it takes the database too long, its halves go one after the other.
    async fn answer(&mut self, batch: Vec<Submission>) {
        let mut parts = vec![batch];
        // Boxed, because the future of an attempt is too large for the stack of some threads.
        while let Some(mut part) = parts.pop() {
            match Box::pin(self.attempt(&part)).await {
                Err(Error::TimedOut(why)) if part.len() > 1 => {
                    tracing::warn!(why, commands = part.len(), "batch timed out; retrying its halves");
                    let later = part.split_off(part.len() / 2);
                    parts.extend([later, part]);
                }
                outcome => self.finish(part, outcome).await,
            }
        }
    }

    /// Replies. If the database refused a batch for its data, each command goes again, alone: one bad command hurts
    /// only itself, and one that another process was faster with sees it now and is refused with the right words.
    async fn finish(
        &mut self,
        mut batch: Vec<Submission>,
        outcome: Result<Vec<Result<CommandResponse, Failure>>, Error>,
    ) {
        match outcome {
            Ok(answers) => reply(batch, answers),
            Err(Error::Refused(why) | Error::OutOfRange(why)) => {
                tracing::warn!(
                    why,
                    commands = batch.len(),
                    "batch rejected; retrying its commands one by one"
                );
                for submission in batch.drain(..) {
                    let alone = vec![submission];
                    match Box::pin(self.attempt(&alone)).await {
                        Ok(answers) => reply(alone, answers),
                        Err(error) => reply_failure(alone, &error),
                    }
                }
            }
            Err(error) => reply_failure(batch, &error),
        }
    }

    /// One transaction for all, tried again while another transaction is in the way or the database comes back.
    async fn attempt(
        &mut self,
        batch: &[Submission],
    ) -> Result<Vec<Result<CommandResponse, Failure>>, Error> {
        let mut needs = Needs::default();
        for submission in batch {
            submission.command.needs(&mut needs);
            needs
                .stored_responses
                .extend(submission.idempotency.iter().map(|idempotency| idempotency.id.clone()));
        }
        let mut pause = FIRST_PAUSE;
        for _ in 1..MAX_TRIES {
            match self.transact(batch, &needs).await {
                Err(Error::Conflict(_) | Error::Unavailable(_)) => {
                    let jitter = Duration::from_millis(u64::from(self.dice.bytes::<1>()[0]) / 16);
                    tokio::time::sleep(pause + jitter).await;
                    pause *= 2;
                }
                outcome => return outcome,
            }
        }
        self.transact(batch, &needs).await
    }

    /// Nothing is decided on a database that has lost commits before money is stopped.
    async fn transact(
        &mut self,
        batch: &[Submission],
        needs: &Needs,
    ) -> Result<Vec<Result<CommandResponse, Failure>>, Error> {
        Box::pin(self.stop_for_lost_commits()).await?;
        self.transact_alone(batch, needs).await
    }

    async fn transact_alone(
        &mut self,
        batch: &[Submission],
        needs: &Needs,
    ) -> Result<Vec<Result<CommandResponse, Failure>>, Error> {
        let mut world = self.writer.begin(needs).await?;
        if self.is_halted.load(Ordering::Relaxed) {
            world.halt();
        }
        let now = self.now();
        let answers: Vec<_> =
            batch.iter().map(|submission| self.decide(&mut world, submission, now)).collect();
        // What was stored before may not have reached a standby yet. A commit waits until it has.
        let is_replayed = answers.iter().any(|answer| matches!(answer, Ok(CommandResponse::Again(_))));
        if world.is_changed() || (is_replayed && self.writer.can_lose_commits()) {
            let bodies: Vec<String> =
                world.new_events.iter().map(|event| wire::event_data(&event.payload)).collect();
            self.writer.commit(&world, &bodies).await?;
            world.notices.inserts().iter().for_each(|(_, notice)| report_notice(notice));
            if !world.new_events.is_empty() {
                self.news.send_replace(());
            }
        } else {
            self.writer.rollback().await;
        }
        Ok(answers)
    }

    /// Never earlier than the batch before, unless the wall clock was far ahead then and has been corrected.
    fn now(&mut self) -> Timestamp {
        let now = self.clock.now().not_before(self.last_now);
        if now < self.last_now {
            let seconds = self.last_now.seconds_after(now);
            tracing::warn!(seconds, "this machine's clock was set back");
        }
        self.last_now = now;
        now
    }

    /// Decides one command and lets the world take in what it changes. A decision that panics changes nothing.
    fn decide(
        &self,
        world: &mut World,
        submission: &Submission,
        now: Timestamp,
    ) -> Result<CommandResponse, Failure> {
        let idempotency = submission
            .idempotency
            .as_ref()
            .map(|idempotency| self.keyed(idempotency, world.stored_responses.get(&idempotency.id)));
        if let Some(idempotency) = &idempotency
            && let IdempotencyMatch::Replay(answer) =
                recall(world.stored_responses.get(&idempotency.id), idempotency, now)?
        {
            return self.replay(idempotency, answer);
        }
        let decided = catch_unwind(AssertUnwindSafe(|| submission.command.decide(world, now)));
        let Ok(decision) = decided else {
            tracing::error!("decision panicked; its command failed");
            return Err(Failure::Internal);
        };
        let change = decision?;
        let body = wire::outcome(&self.vault, &change.outcome)?;
        if let Some(idempotency) = &idempotency {
            world.put(self.stored_response(idempotency, &change.outcome, &body, now));
        }
        change.rows.into_iter().for_each(|row| world.put(row));
        Ok(CommandResponse::Now(change.outcome, body.into()))
    }
}
