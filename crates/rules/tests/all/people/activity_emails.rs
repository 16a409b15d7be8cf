//! Emails about the money of an account: which payments each is about, and that none is forgotten.

use proptest::prelude::*;
use rules::activity_email::{ActivityEmail, PaidPeriod, PayoutDay};
use rules::decisions::email::{AbandonedEmail, SendOutcome, give_up, note, take};
use rules::email::{Email, EmailKind, EmailQueue, EmailStatus};
use rules::email_address::EmailAddress;
use rules::id::{AccountId, EmailId, PayoutId};
use rules::time::{SECONDS_PER_DAY, Timestamp};
use rules::world::World;

const WINDOW: i64 = SECONDS_PER_DAY / 3;
/// The beginning of a window.
const START: i64 = 62_000 * WINDOW;

fn at(seconds: i64) -> Timestamp {
    Timestamp::from_seconds(START + seconds)
}

fn email_id(number: u8) -> EmailId {
    EmailId::new(1_700_000_000_000, [number; 10])
}

fn account() -> AccountId {
    AccountId::new(1_700_000_000_000, [7; 10])
}

/// The row that the database makes of it for a live account.
fn queued(message: ActivityEmail) -> Email {
    let to = EmailAddress::parse("ada@example.com").expect("an address");
    let email = Email::new(message.id, message.kind, to, message.cause, message.created_at);
    Email { account: Some(message.account), next_at: message.next_at, ..email }
}

fn paid(seconds: i64) -> Email {
    queued(ActivityEmail::paid(email_id(1), account(), at(seconds)))
}

fn period(message: &Email) -> (Timestamp, Timestamp) {
    PaidPeriod::of(message).expect("an email about payments").times(message)
}

/// What a decision makes of the emails of a world.
fn emails(rows: Vec<rules::change::Row>) -> Vec<Email> {
    rows.into_iter()
        .map(|row| match row {
            rules::change::Row::Email(message) => message,
            other => panic!("not an email: {other:?}"),
        })
        .collect()
}

fn world(message: &Email) -> World {
    let mut world = World::default();
    world.emails.load(message.id, message.clone());
    world
}

fn taken(message: &Email, seconds: i64) -> Email {
    emails(take(&world(message), &[message.id], at(seconds)).rows).remove(0)
}

#[test]
fn payments_of_the_same_hours_have_one_cause() {
    let first = ActivityEmail::paid(email_id(1), account(), at(0));
    let cause = |seconds| ActivityEmail::paid(email_id(2), account(), at(seconds)).cause;
    assert_eq!(cause(WINDOW - 1), first.cause);
    assert_ne!(cause(WINDOW), first.cause);
    assert_ne!(cause(-1), first.cause);
    let other = ActivityEmail::paid(email_id(2), AccountId::new(1, [8; 10]), at(0));
    assert_ne!(other.cause, first.cause);
    assert!(first.next_at > first.created_at, "a payout has more than one payment");
}

#[test]
fn what_came_while_an_email_was_sent_is_in_the_next() {
    let sending = taken(&paid(10), 70);
    assert_eq!(sending.queue, EmailQueue::Activity);
    let (from, to) = period(&sending);
    assert!(from <= at(10) && at(10) < to && to < at(70));
    for outcome in [SendOutcome::Sent, SendOutcome::Never, SendOutcome::Unclear, SendOutcome::Obsolete] {
        let noted = emails(note(&world(&sending), sending.id, outcome, email_id(2), at(71)).rows);
        let [ended, later] = &noted[..] else { panic!("{outcome:?}: {noted:?}") };
        assert_ne!(ended.status, EmailStatus::Queued);
        assert_eq!(
            (later.kind, later.status, later.account),
            (EmailKind::Paid, EmailStatus::Queued, sending.account)
        );
        assert_eq!(period(later), (to, at(WINDOW)));
        assert!(later.next_at > at(WINDOW));
        assert_ne!(later.cause, sending.cause);
        // Nothing follows it: the next window has an email of its own.
        let again = taken(later, 2 * WINDOW);
        let noted = note(&world(&again), again.id, outcome, email_id(3), at(2 * WINDOW));
        assert_eq!(emails(noted.rows).len(), 1);
    }
    let retried = note(&world(&sending), sending.id, SendOutcome::Later, email_id(2), at(71));
    assert_eq!(emails(retried.rows).len(), 1, "it will be about what comes until then");
}

#[test]
fn an_email_whose_sender_died_is_followed_by_one_about_the_rest() {
    let sending = taken(&paid(10), 70);
    let lost = AbandonedEmail { email_id: sending.id, follow_up: email_id(2) };
    let ended = emails(give_up(&world(&sending), &[lost], at(2_000)).rows);
    let [unclear, later] = &ended[..] else { panic!("{ended:?}") };
    assert_eq!(unclear.status, EmailStatus::Unclear);
    assert_eq!(period(later).0, period(&sending).1);
    assert_eq!(give_up(&world(&sending), &[lost], at(80)).rows, [], "its sender may still be at it");
}

#[test]
fn an_email_that_is_sent_late_is_about_its_window_only_and_nothing_follows() {
    let sending = taken(&paid(10), 3 * WINDOW);
    assert_eq!(period(&sending), (at(0), at(WINDOW)));
    let noted = note(&world(&sending), sending.id, SendOutcome::Sent, email_id(2), at(3 * WINDOW));
    assert_eq!(emails(noted.rows).len(), 1);
}

#[test]
fn what_a_sandbox_keeps_is_about_the_whole_window() {
    let kept = Email { queue: EmailQueue::Sandbox, status: EmailStatus::Kept, ..paid(10) };
    assert_eq!(period(&kept), (at(0), at(WINDOW)));
}

#[test]
fn only_causes_that_were_written_for_it_are_read() {
    let payout = PayoutId::new(1_700_000_000_000, [9; 10]);
    for cause in ["", "x", &account().to_string(), &format!("{}:paid:", account()), "x:paid:1"] {
        let message = Email { cause: cause.to_owned(), ..paid(0) };
        assert_eq!(PaidPeriod::of(&message), None, "{cause}");
    }
    let day = |cause: String| PayoutDay::of(&Email { cause, ..paid(0) });
    assert_eq!(day(format!("{payout}:claimed")), None);
    assert_eq!(day("x:claimed:1".to_owned()), None);
    let known = day(format!("{payout}:claimed:20000")).expect("a day");
    assert_eq!((known.payout, known.end().seconds_after(known.start())), (payout, SECONDS_PER_DAY));
}

proptest! {
    /// However long sending takes, each payment that is committed in time is in exactly one email.
    #[test]
    fn every_payment_is_in_one_email(
        payments in prop::collection::vec(0..WINDOW, 1..20),
        waits in 0..2 * WINDOW,
    ) {
        let first = *payments.iter().min().expect("a payment");
        let message = paid(first);
        let sending = taken(&message, first + 60 + waits);
        let noted = note(&world(&sending), sending.id, SendOutcome::Sent, email_id(2), at(first + 61 + waits));
        let mut told = vec![period(&sending)];
        told.extend(emails(noted.rows).iter().skip(1).map(period));
        for payment in payments {
            let times = told.iter().filter(|(from, to)| *from <= at(payment) && at(payment) < *to).count();
            prop_assert_eq!(times, 1, "{} in {:?}", payment, told);
        }
    }
}
