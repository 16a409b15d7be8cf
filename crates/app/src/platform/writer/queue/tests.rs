//! Who goes when, with commands of every kind of lane.

use rules::account::Mode::{self, Live, Test};
use rules::command::Command;
use rules::decisions::payout::NewIds;
use rules::freeze::{Cause, Freeze};
use rules::id::{AccountId, EmailId, EventId, FreezeId, Series, TransactionId};
use rules::time::Timestamp;
use tokio::sync::oneshot::error::TryRecvError;

use super::{BatchSize, CommandQueue, CommandReceiver, MAX_PASSED_OVER, MAX_WAITING, Submission, queue};

fn submission(command: Command) -> Submission {
    let (reply, _) = tokio::sync::oneshot::channel();
    Submission { command, idempotency: None, reply }
}

fn put_caller(queue: &CommandQueue, mode: Mode) {
    let command = match mode {
        Live => Command::LeasePayouts(Vec::new()),
        Test => Command::MarkSecrets(Vec::new()),
    };
    queue.put_caller(mode, submission(command)).expect("room");
}

fn background(mode: Mode) -> Submission {
    submission(match mode {
        Live => Command::ForgetAnswers(Vec::new()),
        Test => Command::NoteKeyUses(Vec::new()),
    })
}

/// The next batch, if so much fits into one.
fn batch(waiting: &mut CommandReceiver, most: u32) -> Vec<Submission> {
    (waiting.live_size, waiting.test_size) = (BatchSize::of(most), BatchSize::of(most));
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    runtime.block_on(waiting.next()).submissions
}

/// A letter for each that comes next: callers and background work, and test in capitals.
fn next(waiting: &mut CommandReceiver, most: u32) -> String {
    let letter = |submission: &Submission| match submission.command {
        Command::LeasePayouts(_) => 'c',
        Command::MarkSecrets(_) => 'C',
        Command::ForgetAnswers(_) => 'b',
        _ => 'B',
    };
    batch(waiting, most).iter().map(letter).collect()
}

#[test]
fn callers_go_first_and_the_rest_when_none_is_there() {
    for (mode, batches) in [(Live, ["ccc", "bbb"]), (Test, ["CCC", "BBB"])] {
        let (queue, mut waiting) = queue();
        for _ in 0..3 {
            queue.put_background(mode, background(mode)).expect("room");
            put_caller(&queue, mode);
        }
        assert_eq!(batches.map(|_| next(&mut waiting, 8)), batches);
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
    for _ in 0..=MAX_PASSED_OVER {
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
    for _ in 0..=MAX_PASSED_OVER {
        put_caller(&queue, Live);
        batches.push(next(&mut waiting, 8));
    }
    assert_eq!(batches.pop().as_deref(), Some("cCB"));
    assert!(batches.iter().all(|batch| batch == "c"), "{batches:?}");
}

#[test]
fn callers_do_not_wait_for_a_writer_that_is_gone() {
    let (queue, waiting) = queue();
    let (reply, mut answer) = tokio::sync::oneshot::channel();
    let command = Command::LeasePayouts(Vec::new());
    queue.put_caller(Live, Submission { command, idempotency: None, reply }).expect("room");
    drop(waiting);
    assert!(answer.try_recv().is_err_and(|error| error == TryRecvError::Closed));
    assert!(queue.is_closed() && queue.put_background(Live, background(Live)).is_err());
}

fn account(number: u64) -> AccountId {
    AccountId::new(number, [0; 10])
}

/// A command for an account, with so many items.
fn of_account(number: u64, items: usize) -> Submission {
    let fresh = NewIds {
        events: Series::around(EventId::new(1, [0; 10])),
        inbound: Series::around(TransactionId::new(1, [0; 10])),
        emails: Series::around(EmailId::new(1, [0; 10])),
    };
    let items = vec![TransactionId::new(1, [0; 10]); items];
    submission(Command::ExpireClaims(account(number), items, fresh))
}

#[test]
fn accounts_take_turns_and_a_batch_holds_so_many_items() {
    let (queue, mut waiting) = queue();
    (0..50).for_each(|_| queue.put_caller(Live, of_account(1, 100)).expect("room"));
    (0..3).for_each(|_| queue.put_caller(Live, of_account(2, 1)).expect("room"));
    let accounts = |batch: &[Submission]| -> Vec<Option<AccountId>> {
        batch.iter().map(|submission| submission.command.account()).collect()
    };
    let (busy, other) = (Some(account(1)), Some(account(2)));
    assert_eq!(accounts(&batch(&mut waiting, 103)), [busy, other, other, other]);
    assert_eq!(accounts(&batch(&mut waiting, 250)), [busy, busy]);
    assert_eq!(accounts(&batch(&mut waiting, 1)), [busy], "one that is larger goes alone");
}

#[test]
fn a_stop_of_money_is_never_refused_and_goes_first() {
    let (queue, mut waiting) = queue();
    while queue.put_caller(Live, of_account(1, 100)).is_ok() {}
    while queue.put_caller(Live, submission(Command::MarkSecrets(Vec::new()))).is_ok() {}
    let (id, created_at) = (FreezeId::new(1, [0; 10]), Timestamp::from_micros(1));
    let freeze = Freeze { id, cause: Cause::Operator, reason: String::new(), created_at, lift: None };
    queue.put_caller(Live, submission(Command::StopMoney(freeze))).expect("always room");
    let first = batch(&mut waiting, 1_000);
    assert!(matches!(&first[..], [stop] if matches!(stop.command, Command::StopMoney(_))));
}

#[test]
fn callers_who_fill_a_batch_leave_background_work_its_share() {
    for (mode, batches) in [(Live, ["ccb", "ccb", "c"]), (Test, ["CCB", "CCB", "C"])] {
        let (queue, mut waiting) = queue();
        (0..5).for_each(|_| put_caller(&queue, mode));
        let batches_taken = batches.map(|_| {
            let _ = queue.put_background(mode, background(mode));
            next(&mut waiting, 2)
        });
        assert_eq!(batches_taken, batches);
    }
}

#[test]
fn callers_who_fill_every_batch_leave_room_for_what_was_passed_over() {
    for most in [1, 2, 8] {
        let (queue, mut waiting) = queue();
        for _ in 0..9 {
            queue.put_background(Live, background(Live)).expect("room");
            queue.put_background(Test, background(Test)).expect("room");
        }
        (0..most * 10).for_each(|_| put_caller(&queue, Live));
        let batches: String = (0..10).map(|_| next(&mut waiting, most)).collect();
        assert!(batches.contains('b') && batches.contains('B'), "{batches}");
    }
}

#[test]
fn no_lane_takes_the_room_of_another_and_nothing_is_lost_at_the_end() {
    let (queue, mut waiting) = queue();
    for mode in [Live, Test] {
        for _ in 0..MAX_WAITING / 2 {
            queue.put_background(mode, background(mode)).expect("room");
        }
        assert!(queue.put_background(mode, background(mode)).is_err());
    }
    for _ in 0..MAX_WAITING / 2 {
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
    assert_eq!(left, 3 * MAX_WAITING / 2);
}
