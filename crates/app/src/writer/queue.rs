//! What waits for the writer. Live commands go before test commands, and callers, who wait for an answer, before
//! background work. What is passed over goes along now and then, so that nothing waits for ever.

use rules::account::Mode;
use tokio::sync::mpsc::{self, Receiver, Sender};

use super::Message;
use crate::failure::Failure;

/// In each lane, so that no lane takes the room of another.
const MOST_WAITING: usize = 4_096;
/// So many batches may go before work that was there earlier.
const MOST_PASSED_OVER: u32 = 4;

/// The end that is written to.
pub struct Queue {
    live: Entrance,
    test: Entrance,
}

/// The lanes of one mode.
struct Entrance {
    callers: Sender<Message>,
    background: Sender<Message>,
}

/// The writer's end.
pub struct Waiting {
    live: Lanes,
    test: Lanes,
    /// Batches of live commands since the last that had test commands, too, while some waited.
    test_passed_over: u32,
}

/// The lanes of one mode, at the writer's end.
struct Lanes {
    callers: Receiver<Message>,
    background: Receiver<Message>,
    /// Batches of callers since the last that was not only callers, while background work waited.
    passed_over: u32,
}

pub fn queue() -> (Queue, Waiting) {
    let ((live, from_live), (test, from_test)) = (lanes(), lanes());
    (Queue { live, test }, Waiting { live: from_live, test: from_test, test_passed_over: 0 })
}

fn lanes() -> (Entrance, Lanes) {
    let (callers, from_callers) = mpsc::channel(MOST_WAITING);
    let (background, from_background) = mpsc::channel(MOST_WAITING);
    let lanes = Lanes { callers: from_callers, background: from_background, passed_over: 0 };
    (Entrance { callers, background }, lanes)
}

impl Queue {
    fn of(&self, mode: Mode) -> &Entrance {
        match mode {
            Mode::Live => &self.live,
            Mode::Test => &self.test,
        }
    }

    pub fn put_caller(&self, mode: Mode, message: Message) -> Result<(), Failure> {
        self.of(mode).callers.try_send(message).map_err(|_| Failure::Busy)
    }

    pub fn put_background(&self, mode: Mode, message: Message) -> Result<(), Failure> {
        self.of(mode).background.try_send(message).map_err(|_| Failure::Busy)
    }

    /// Waits for room behind the callers.
    pub async fn put_last(&self, message: Message) -> Result<(), Failure> {
        self.live.callers.send(message).await.map_err(|_| Failure::Unavailable)
    }

    pub fn is_closed(&self) -> bool {
        self.live.callers.is_closed()
    }
}

impl Waiting {
    /// Waits for something to do, and takes at most this many. Nothing means that nothing will come any more.
    pub async fn next(&mut self, most: usize) -> Vec<Message> {
        // Only the one that wins takes anything.
        let [mut callers, mut background, mut test_callers, mut test_background] = [const { Vec::new() }; 4];
        let (live, test) = (&mut self.live, &mut self.test);
        let (from, mut batch) = tokio::select! {
            biased;
            _ = live.callers.recv_many(&mut callers, most) => ((Mode::Live, true), callers),
            _ = live.background.recv_many(&mut background, most) => ((Mode::Live, false), background),
            _ = test.callers.recv_many(&mut test_callers, most) => ((Mode::Test, true), test_callers),
            _ = test.background.recv_many(&mut test_background, most) => {
                ((Mode::Test, false), test_background)
            }
        };
        if batch.is_empty() {
            // The other end is gone: what is left goes, whatever it is.
            self.add_rest(&mut batch, most);
            return batch;
        }
        match from {
            (Mode::Live, is_callers) => {
                self.live.go_along(&mut batch, is_callers, most);
                self.test_goes_along(&mut batch, most);
            }
            (Mode::Test, is_callers) => {
                self.test_passed_over = 0;
                self.test.go_along(&mut batch, is_callers, most);
            }
        }
        batch
    }

    fn test_goes_along(&mut self, batch: &mut Vec<Message>, most: usize) {
        if self.test.is_empty() {
            return;
        }
        self.test_passed_over += 1;
        if self.test_passed_over > MOST_PASSED_OVER {
            self.test_passed_over = 0;
            // Also where live callers alone fill every batch.
            self.test.add(batch, most.max(batch.len() + most / 8));
        }
    }

    /// Adds what is there now.
    pub fn add_rest(&mut self, batch: &mut Vec<Message>, most: usize) {
        self.live.add(batch, most);
        self.test.add(batch, most);
    }

    #[cfg(feature = "simulated")]
    pub fn len(&self) -> usize {
        [&self.live, &self.test].iter().map(|lanes| lanes.callers.len() + lanes.background.len()).sum()
    }

    /// Takes at most this many of those that are there, the most urgent first.
    #[cfg(feature = "simulated")]
    pub fn take_now(&mut self, most: usize) -> Vec<Message> {
        let mut batch = Vec::new();
        self.add_rest(&mut batch, most);
        batch
    }
}

impl Lanes {
    fn is_empty(&self) -> bool {
        self.callers.is_empty() && self.background.is_empty()
    }

    /// Adds background work to a batch of callers, if it was passed over often enough.
    fn go_along(&mut self, batch: &mut Vec<Message>, is_callers: bool, most: usize) {
        if !is_callers {
            self.passed_over = 0;
            return;
        }
        if !self.background.is_empty() {
            self.passed_over += 1;
        }
        if self.passed_over > MOST_PASSED_OVER {
            self.passed_over = 0;
            fill(batch, &mut self.background, most);
        }
    }

    /// Adds what is there now, callers first.
    fn add(&mut self, batch: &mut Vec<Message>, most: usize) {
        self.passed_over = 0;
        fill(batch, &mut self.callers, most);
        fill(batch, &mut self.background, most);
    }
}

fn fill(batch: &mut Vec<Message>, from: &mut Receiver<Message>, most: usize) {
    while batch.len() < most
        && let Ok(message) = from.try_recv()
    {
        batch.push(message);
    }
}

#[cfg(test)]
mod tests {
    use rules::account::Mode::{self, Live, Test};
    use rules::command::Command;

    use super::super::{Message, Submission};
    use super::{MOST_PASSED_OVER, MOST_WAITING, Queue, Waiting, queue};

    fn message(command: Command) -> Message {
        let (reply, _) = tokio::sync::oneshot::channel();
        Message::Do(Box::new(Submission { command, idempotency: None, reply }))
    }

    fn put_caller(queue: &Queue, mode: Mode) {
        let command = match mode {
            Live => Command::LeasePayouts(Vec::new()),
            Test => Command::MarkSecrets(Vec::new()),
        };
        queue.put_caller(mode, message(command)).expect("room");
    }

    fn background(mode: Mode) -> Message {
        message(match mode {
            Live => Command::ForgetAnswers(Vec::new()),
            Test => Command::NoteKeyUses(Vec::new()),
        })
    }

    /// A letter for each that comes next: callers and background work, and test in capitals.
    fn next(waiting: &mut Waiting, most: usize) -> String {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let letter = |message: &Message| match message {
            Message::Do(submission) => match submission.command {
                Command::LeasePayouts(_) => 'c',
                Command::MarkSecrets(_) => 'C',
                Command::ForgetAnswers(_) => 'b',
                _ => 'B',
            },
            Message::Stop => 's',
        };
        runtime.block_on(waiting.next(most)).iter().map(letter).collect()
    }

    #[test]
    fn callers_go_first_and_the_rest_when_none_is_there() {
        for (mode, batches) in [(Live, ["cc", "c", "bb", "b"]), (Test, ["CC", "C", "BB", "B"])] {
            let (queue, mut waiting) = queue();
            for _ in 0..3 {
                queue.put_background(mode, background(mode)).expect("room");
                put_caller(&queue, mode);
            }
            assert_eq!(batches.map(|_| next(&mut waiting, 2)), batches);
        }
    }

    #[test]
    fn live_goes_before_test_whatever_came_first() {
        let (queue, mut waiting) = queue();
        for mode in [Test, Live] {
            queue.put_background(mode, background(mode)).expect("room");
            put_caller(&queue, mode);
        }
        assert_eq!([(); 4].map(|()| next(&mut waiting, 8)), ["c", "b", "C", "B"]);
    }

    #[test]
    fn what_nobody_waits_for_is_not_passed_over_for_ever() {
        let (queue, mut waiting) = queue();
        queue.put_background(Live, background(Live)).expect("room");
        let mut batches = Vec::new();
        for _ in 0..=MOST_PASSED_OVER {
            put_caller(&queue, Live);
            batches.push(next(&mut waiting, 8));
        }
        assert_eq!(batches.pop().as_deref(), Some("cb"));
        assert!(batches.iter().all(|batch| batch == "c"), "{batches:?}");
    }

    #[test]
    fn test_commands_are_not_passed_over_for_ever() {
        let (queue, mut waiting) = queue();
        queue.put_background(Test, background(Test)).expect("room");
        put_caller(&queue, Test);
        let mut batches = Vec::new();
        for _ in 0..=MOST_PASSED_OVER {
            put_caller(&queue, Live);
            batches.push(next(&mut waiting, 8));
        }
        assert_eq!(batches.pop().as_deref(), Some("cCB"));
        assert!(batches.iter().all(|batch| batch == "c"), "{batches:?}");
    }

    #[test]
    fn no_lane_takes_the_room_of_another_and_nothing_is_lost_at_the_end() {
        let (queue, mut waiting) = queue();
        for mode in [Live, Test] {
            for _ in 0..MOST_WAITING {
                queue.put_background(mode, background(mode)).expect("room");
            }
            assert!(queue.put_background(mode, background(mode)).is_err());
        }
        for _ in 0..MOST_WAITING {
            put_caller(&queue, Test);
        }
        put_caller(&queue, Live);
        drop(queue);
        assert_eq!(next(&mut waiting, 8), "c");
        let mut left = 0;
        loop {
            match next(&mut waiting, 1_000).len() {
                0 => break,
                some => left += some,
            }
        }
        assert_eq!(left, 3 * MOST_WAITING);
    }
}
