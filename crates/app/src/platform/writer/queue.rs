//! What waits for the writer. Stops of money go first. Then live commands go before test commands, and callers, who
//! wait for an answer, before background work. Work that is passed over joins a later batch, so that nothing waits for
//! ever.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rules::account::Mode;
use rules::id::AccountId;
use tokio::sync::Notify;

use super::Submission;
use super::batch_size::BatchSize;
use crate::platform::failure::Failure;
use crate::platform::fair_queue::{FairQueue, TURN};

/// In each lane, so that no lane takes the room of another.
const MAX_WAITING: usize = 4_096;
/// So many batches may go before work that was there earlier.
const MAX_PASSED_OVER: u32 = 4;

/// The end that is written to.
pub struct CommandQueue(Arc<Shared>);

/// The writer's end.
pub struct CommandReceiver {
    shared: Arc<Shared>,
    live_size: BatchSize,
    test_size: BatchSize,
}

/// What one commit is to serve.
#[derive(Default)]
pub struct Batch {
    pub submissions: Vec<Submission>,
    /// How much work it is in each mode, and how much of that writes something.
    live: BatchWork,
    test: BatchWork,
}

#[derive(Clone, Copy, Default)]
struct BatchWork {
    all: u32,
    written: u32,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    /// Told when something was put in, and when the queue is closed.
    news: Notify,
}

#[derive(Default)]
struct State {
    urgent: VecDeque<Submission>,
    live: Lanes,
    test: Lanes,
    /// Batches of live commands since the last that had test commands, too, while some waited.
    test_passed_over: u32,
    is_closed: bool,
}

/// Accounts take turns. Commands that are for no account have their turns together.
type SubmissionQueue = FairQueue<Option<AccountId>, Submission>;

/// The lanes of one mode.
struct Lanes {
    callers: SubmissionQueue,
    background: SubmissionQueue,
    /// Batches of callers since the last that was not only callers, while background work waited.
    passed_over: u32,
}

impl Default for Lanes {
    fn default() -> Lanes {
        let lane = || FairQueue::new(MAX_WAITING);
        Lanes { callers: lane(), background: lane(), passed_over: 0 }
    }
}

pub fn queue() -> (CommandQueue, CommandReceiver) {
    let shared = Arc::new(Shared::default());
    let (live_size, test_size) = (BatchSize::default(), BatchSize::default());
    (CommandQueue(shared.clone()), CommandReceiver { shared, live_size, test_size })
}

impl CommandQueue {
    pub fn put_caller(&self, mode: Mode, submission: Submission) -> Result<(), Failure> {
        self.put(submission, |state| &mut state.of(mode).callers)
    }

    pub fn put_background(&self, mode: Mode, submission: Submission) -> Result<(), Failure> {
        self.put(submission, |state| &mut state.of(mode).background)
    }

    fn put(
        &self,
        submission: Submission,
        lane: impl FnOnce(&mut State) -> &mut SubmissionQueue,
    ) -> Result<(), Failure> {
        let mut state = self.0.lock();
        if state.is_closed {
            return Err(Failure::Unavailable);
        }
        if submission.command.is_urgent() {
            state.urgent.push_back(submission);
        } else {
            let (account, weight) = (submission.command.account(), weight(&submission));
            lane(&mut state).put(account, weight, submission).map_err(|_| Failure::Busy)?;
        }
        drop(state);
        self.0.news.notify_one();
        Ok(())
    }

    /// Nothing more is taken in. What waits is still done.
    pub fn close(&self) {
        self.0.lock().is_closed = true;
        self.0.news.notify_one();
    }

    pub fn is_closed(&self) -> bool {
        self.0.lock().is_closed
    }
}

impl Drop for CommandQueue {
    fn drop(&mut self) {
        self.close();
    }
}

/// Without a writer nothing is done any more: callers who still wait are told so, because their replies are dropped.
impl Drop for CommandReceiver {
    fn drop(&mut self) {
        *self.shared.lock() = State { is_closed: true, ..State::default() };
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl CommandReceiver {
    /// Waits for something to do, and takes as much as callers can wait for. Nothing means that nothing will come any
    /// more.
    pub async fn next(&mut self) -> Batch {
        let (live, test) = (self.live_size.most(), self.test_size.most());
        loop {
            let (batch, is_closed) = {
                let mut state = self.shared.lock();
                (state.batch(live, test), state.is_closed)
            };
            if !batch.submissions.is_empty() || is_closed {
                return batch;
            }
            self.shared.news.notified().await;
        }
    }

    /// Learns how long a batch took.
    pub fn note(&mut self, work: (u32, u32), took: Duration, now: Duration) {
        match work {
            (live, 0) => self.live_size.note(live, took, now),
            (0, test) => self.test_size.note(test, took, now),
            (live, test) => {
                self.live_size.shrink(live, took, now);
                self.test_size.shrink(test, took, now);
            }
        }
    }

    #[cfg(feature = "simulated")]
    pub fn len(&self) -> usize {
        let state = self.shared.lock();
        let lanes = [&state.live, &state.test].map(|lanes| lanes.callers.len() + lanes.background.len());
        lanes.iter().sum::<usize>() + state.urgent.len()
    }

    /// Takes at most this many of those that are there, the most urgent first.
    #[cfg(feature = "simulated")]
    pub fn take_now(&mut self, most: usize) -> Vec<Submission> {
        let (mut state, mut taken) = (self.shared.lock(), Vec::new());
        while taken.len() < most
            && let Some(submission) = state.next()
        {
            taken.push(submission);
        }
        taken
    }
}

impl Batch {
    /// How many items it writes in live and in test mode.
    pub fn written(&self) -> (u32, u32) {
        (self.live.written, self.test.written)
    }

    fn work(&mut self, mode: Mode) -> &mut BatchWork {
        match mode {
            Mode::Live => &mut self.live,
            Mode::Test => &mut self.test,
        }
    }

    /// Takes from a lane until its mode has this much work. What is more than that goes alone.
    fn fill(&mut self, mode: Mode, lane: &mut SubmissionQueue, most: u32) {
        while let Some(cost) = lane.next_cost() {
            let all = self.work(mode).all;
            if all > 0 && all + cost > most {
                return;
            }
            let Some(submission) = lane.take() else { return };
            let work = self.work(mode);
            work.all += cost;
            work.written += if submission.command.is_preview() { 0 } else { cost };
            self.submissions.push(submission);
        }
    }
}

impl State {
    fn of(&mut self, mode: Mode) -> &mut Lanes {
        match mode {
            Mode::Live => &mut self.live,
            Mode::Test => &mut self.test,
        }
    }

    fn batch(&mut self, live: u32, test: u32) -> Batch {
        let mut batch = Batch::default();
        batch.submissions.extend(self.urgent.drain(..));
        if !batch.submissions.is_empty() {
            return batch;
        }
        if self.live.is_empty() {
            self.test_passed_over = 0;
            self.test.take(Mode::Test, &mut batch, test);
            return batch;
        }
        self.live.take(Mode::Live, &mut batch, live);
        self.test_goes_along(&mut batch, test);
        batch
    }

    fn test_goes_along(&mut self, batch: &mut Batch, most: u32) {
        if self.test.is_empty() {
            return;
        }
        self.test_passed_over += 1;
        if self.test_passed_over > MAX_PASSED_OVER {
            self.test_passed_over = 0;
            self.test.passed_over = 0;
            batch.fill(Mode::Test, &mut self.test.callers, share(most));
            batch.fill(Mode::Test, &mut self.test.background, share(most));
        }
    }

    #[cfg(feature = "simulated")]
    fn next(&mut self) -> Option<Submission> {
        let urgent = self.urgent.pop_front();
        let live = || self.live.callers.take().or_else(|| self.live.background.take());
        urgent.or_else(live).or_else(|| self.test.callers.take().or_else(|| self.test.background.take()))
    }
}

impl Lanes {
    fn is_empty(&self) -> bool {
        self.callers.is_empty() && self.background.is_empty()
    }

    /// Callers, or background work if there are none. If callers fill the batch, or background work was passed over
    /// often enough, it has a share: callers who keep coming must not delay background work of earlier ones.
    fn take(&mut self, mode: Mode, batch: &mut Batch, most: u32) {
        if !self.callers.is_empty() && !self.background.is_empty() {
            self.passed_over += 1;
        }
        batch.fill(mode, &mut self.callers, most);
        let callers_fill_it = !self.callers.is_empty();
        if batch.submissions.is_empty() {
            self.passed_over = 0;
            batch.fill(mode, &mut self.background, most);
        } else if callers_fill_it || self.passed_over > MAX_PASSED_OVER {
            self.passed_over = 0;
            let most = most.max(batch.work(mode).all + share(most));
            batch.fill(mode, &mut self.background, most);
        }
    }
}

/// What work that was passed over gets of a batch, also where callers alone fill it: at least one command of any
/// weight.
fn share(most: u32) -> u32 {
    (most / 8).max(TURN)
}

fn weight(submission: &Submission) -> u32 {
    u32::try_from(submission.command.weight()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
