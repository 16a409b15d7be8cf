//! The writer without its thread: the holder of the steps says when the next batch is done, and how large it is. What
//! a batch does is the same code. Only tests turn this on.

use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex};

use rules::time::Timestamp;
use store::Writer;
use tokio::sync::watch;

use super::queue::{CommandReceiver, queue};
use super::{Worker, WriterHandle};
use crate::platform::clock::Clock;
use crate::platform::dice::Dice;
use crate::platform::vault::Vault;

/// The other end of the queue. Dropping it is the death of the process: no caller gets a response any more.
pub struct Steps {
    worker: Worker,
    waiting: CommandReceiver,
}

impl WriterHandle {
    pub(crate) fn stepped(
        writer: Writer,
        clock: Clock,
        dice: Arc<Dice>,
        vault: Arc<Vault>,
    ) -> (WriterHandle, Steps) {
        let (queue, waiting) = queue();
        let news = watch::Sender::new(());
        let handle = WriterHandle {
            queue,
            thread: Mutex::new(None),
            clock: clock.clone(),
            last_caller: AtomicU64::new(0),
            news: news.clone(),
            is_halted: Arc::default(),
        };
        let is_halted = handle.is_halted.clone();
        let worker = Worker { writer, clock, dice, vault, last_now: Timestamp::default(), news, is_halted };
        (handle, Steps { worker, waiting })
    }
}

impl Steps {
    /// How many commands wait.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Does at most this many of the commands that wait as one batch, and answers them.
    pub async fn step(&mut self, most: usize) {
        let batch = self.waiting.take_now(most);
        self.worker.answer(batch).await;
    }
}
