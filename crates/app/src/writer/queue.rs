//! What waits for the writer. Callers go first: they wait for an answer. Work that nobody waits for goes when no caller
//! does, and now and then beside them, so that it does not wait for ever.

use tokio::sync::mpsc::{self, Receiver, Sender};

use super::Message;
use crate::failure::Failure;

const MOST_WAITING: usize = 4_096;
/// So many batches of callers may go before work that was there earlier.
const MOST_PASSED_OVER: u32 = 4;

/// The end that is written to.
pub struct Queue {
    callers: Sender<Message>,
    background: Sender<Message>,
}

/// The writer's end.
pub struct Waiting {
    callers: Receiver<Message>,
    background: Receiver<Message>,
    /// Batches since the last that was not only callers, while something else waited.
    passed_over: u32,
}

pub fn queue() -> (Queue, Waiting) {
    let (callers, from_callers) = mpsc::channel(MOST_WAITING);
    let (background, from_background) = mpsc::channel(MOST_WAITING);
    let waiting = Waiting { callers: from_callers, background: from_background, passed_over: 0 };
    (Queue { callers, background }, waiting)
}

impl Queue {
    pub fn put_caller(&self, message: Message) -> Result<(), Failure> {
        self.callers.try_send(message).map_err(|_| Failure::Busy)
    }

    pub fn put_background(&self, message: Message) -> Result<(), Failure> {
        self.background.try_send(message).map_err(|_| Failure::Busy)
    }

    /// Waits for room behind the callers.
    pub async fn put_last(&self, message: Message) -> Result<(), Failure> {
        self.callers.send(message).await.map_err(|_| Failure::Unavailable)
    }

    pub fn is_closed(&self) -> bool {
        self.callers.is_closed()
    }
}

impl Waiting {
    /// Waits for something to do, and takes at most this many. Nothing means that nothing will come any more.
    pub async fn next(&mut self, most: usize) -> Vec<Message> {
        let (mut callers, mut background) = (Vec::new(), Vec::new());
        tokio::select! {
            biased;
            _ = self.callers.recv_many(&mut callers, most) => {}
            _ = self.background.recv_many(&mut background, most) => {
                self.passed_over = 0;
                return background;
            }
        }
        if !self.background.is_empty() {
            self.passed_over += 1;
        }
        if callers.is_empty() || self.passed_over > MOST_PASSED_OVER {
            self.add_background(&mut callers, most);
        }
        callers
    }

    /// Adds what is there now of the work that nobody waits for.
    pub fn add_background(&mut self, batch: &mut Vec<Message>, most: usize) {
        self.passed_over = 0;
        while batch.len() < most
            && let Ok(message) = self.background.try_recv()
        {
            batch.push(message);
        }
    }

    #[cfg(feature = "simulated")]
    pub fn len(&self) -> usize {
        self.callers.len() + self.background.len()
    }

    /// Takes at most this many of those that are there, callers first.
    #[cfg(feature = "simulated")]
    pub fn take_now(&mut self, most: usize) -> Vec<Message> {
        let mut batch = Vec::new();
        while batch.len() < most
            && let Ok(message) = self.callers.try_recv()
        {
            batch.push(message);
        }
        self.add_background(&mut batch, most);
        batch
    }
}

#[cfg(test)]
mod tests {
    use rules::command::Command;

    use super::super::{Message, Submission};
    use super::{MOST_PASSED_OVER, MOST_WAITING, Waiting, queue};

    fn message(command: Command) -> Message {
        let (reply, _) = tokio::sync::oneshot::channel();
        Message::Do(Box::new(Submission { command, claim: None, reply }))
    }

    fn caller() -> Message {
        message(Command::ResumeMoney)
    }

    fn background() -> Message {
        message(Command::ForgetAnswers(Vec::new()))
    }

    /// A letter for each that comes next.
    fn next(waiting: &mut Waiting, most: usize) -> String {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let letter = |message: &Message| match message {
            Message::Do(submission) if submission.command == Command::ResumeMoney => 'c',
            Message::Do(_) => 'b',
            Message::Stop => 's',
        };
        runtime.block_on(waiting.next(most)).iter().map(letter).collect()
    }

    #[test]
    fn callers_go_first_and_the_rest_when_none_is_there() {
        let (queue, mut waiting) = queue();
        for _ in 0..3 {
            queue.put_background(background()).expect("room");
            queue.put_caller(caller()).expect("room");
        }
        assert_eq!(next(&mut waiting, 2), "cc");
        assert_eq!(next(&mut waiting, 2), "c");
        assert_eq!(next(&mut waiting, 2), "bb");
        assert_eq!(next(&mut waiting, 2), "b");
    }

    #[test]
    fn what_nobody_waits_for_is_not_passed_over_for_ever() {
        let (queue, mut waiting) = queue();
        queue.put_background(background()).expect("room");
        let mut batches = Vec::new();
        for _ in 0..=MOST_PASSED_OVER {
            queue.put_caller(caller()).expect("room");
            batches.push(next(&mut waiting, 8));
        }
        assert_eq!(batches.pop().as_deref(), Some("cb"));
        assert!(batches.iter().all(|batch| batch == "c"), "{batches:?}");
    }

    #[test]
    fn neither_takes_the_room_of_the_other_and_nothing_is_lost_at_the_end() {
        let (queue, mut waiting) = queue();
        for _ in 0..MOST_WAITING {
            queue.put_background(background()).expect("room");
        }
        assert!(queue.put_background(background()).is_err());
        queue.put_caller(caller()).expect("callers have their own room");
        drop(queue);
        assert_eq!(next(&mut waiting, 8), "c");
        let mut left = 0;
        loop {
            match next(&mut waiting, 1_000).len() {
                0 => break,
                some => left += some,
            }
        }
        assert_eq!(left, MOST_WAITING);
    }
}
