//! Whose claim email goes first: senders take turns at a mailbox, so no sender can keep another's email from it.

use proptest::prelude::*;
use rules::command::PeopleCommand;
use rules::decisions::email::{AbandonedEmail, SendOutcome};
use rules::email::{Email, EmailKind, EmailStatus};
use rules::id::{AccountId, EmailId};
use rules::time::Timestamp;
use rules::world::World;

use crate::people::claim_emails::{DAY, LIMITS, put, remind, status, take_all, taken, turn};
use crate::people::support::{START, act, after, id};

const BOB: &str = "bob@example.com";
const HONEST: u8 = 200;

fn note(world: &mut World, message: EmailId, posted: SendOutcome, now: Timestamp) {
    act(world, PeopleCommand::NoteEmail(message, posted, id(99)), now).expect("never refused");
}

fn tag(number: u8) -> String {
    format!("bob+{number}@example.com")
}

#[test]
fn a_sender_alone_leaves_a_share_for_others() {
    let mut world = World::default();
    for number in 1..=40 {
        put(&mut world, number, &tag(number), 100, START);
    }
    assert_eq!(take_all(&mut world, &[BOB], START).len(), 2, "of three");
    let first = put(&mut world, 50, &tag(50), HONEST, after(60));
    assert_eq!(take_all(&mut world, &[BOB], after(60)), [first], "another sender's first email goes at once");
    let late = put(&mut world, 51, BOB, 101, after(70));
    assert_eq!(take_all(&mut world, &[BOB], after(70)), []);
    let next_day = take_all(&mut world, &[BOB], after(DAY));
    assert_eq!((next_day.len(), next_day.contains(&late)), (2, true), "who has had none comes first");
}

#[test]
fn among_equals_the_plain_address_and_the_larger_sum_go_first() {
    let mut world = World::default();
    for number in 1..=5 {
        put(&mut world, number, &tag(number), 100 + number, START);
    }
    put(&mut world, 6, BOB, 106, after(1));
    let turn = turn(&world, BOB, |message| if message == id(4) { 900 } else { 5 }, |_| true);
    let mut sent = taken(&mut world, vec![turn], after(1));
    sent.sort();
    assert_eq!(sent, [id(1), id(4), id(6)], "then the one that waits longest");
}

#[test]
fn senders_and_strangers_leave_a_request_for_the_plain_address() {
    let mut world = World::default();
    for number in 1..=9 {
        put(&mut world, number, &tag(number), 100 + number, START);
    }
    assert_eq!(take_all(&mut world, &[BOB], START).len(), 3);
    assert!(remind(&mut world, 20, 's', BOB, after(1)).is_err(), "no reminder of a sender");
    assert!(remind(&mut world, 21, 'r', &tag(1), after(1)).is_ok(), "a stranger can ask for a tag's");
    assert_eq!(take_all(&mut world, &[BOB], after(1)), [id(21)]);
    assert!(remind(&mut world, 22, 'r', &tag(2), after(2)).is_err(), "but not for two");
    assert!(remind(&mut world, 23, 'r', BOB, after(3)).is_ok());
    assert_eq!(take_all(&mut world, &[BOB], after(3)), [id(23)]);
    assert!(remind(&mut world, 24, 'r', BOB, after(4)).is_err(), "five in all");
}

#[test]
fn a_retry_stands_for_new_emails_and_begins_anew_with_them() {
    let mut world = World::default();
    let retry = put(&mut world, 1, BOB, 100, START);
    let mut now = START;
    for _ in 0..4 {
        assert_eq!(take_all(&mut world, &[BOB], now), [retry]);
        note(&mut world, retry, SendOutcome::Later, now);
        now = world.emails.get(&retry).expect("the email").next_at;
    }
    let new = put(&mut world, 2, BOB, 101, now.plus_seconds(-5));
    assert_eq!(take_all(&mut world, &[BOB], now.plus_seconds(-5)), [], "the retry is not due");
    let is_waiting = world.emails.get(&retry).map(|message| (message.tries, message.next_at));
    assert_eq!((is_waiting, status(&world, new)), (Some((1, now)), EmailStatus::Combined));
    assert_eq!(take_all(&mut world, &[BOB], now), [retry]);
    note(&mut world, retry, SendOutcome::Later, now);
    assert!(remind(&mut world, 3, 'r', BOB, now.plus_seconds(1)).is_ok());
    assert_eq!(take_all(&mut world, &[BOB], now.plus_seconds(1)), [id(3)], "who asks need not wait for it");
    assert_eq!(status(&world, retry), EmailStatus::Combined);
}

#[test]
fn what_may_not_have_arrived_is_followed_by_one_reminder() {
    let (sending, mut now) = (|world: &World| world.emails.get(&id(99)).cloned(), START);
    for posted in [Some(SendOutcome::Unclear), Some(SendOutcome::Later), None] {
        let mut world = World::default();
        let message = put(&mut world, 1, BOB, 100, now);
        while let [taken] = take_all(&mut world, &[BOB], now)[..] {
            assert_eq!((taken, sending(&world)), (message, None), "{posted:?}");
            match posted {
                Some(posted) => note(&mut world, message, posted, now),
                None => {
                    now = now.plus_seconds(600);
                    let lost = vec![AbandonedEmail { email_id: message, follow_up: id(99) }];
                    act(&mut world, PeopleCommand::GiveUpEmails(lost), now).expect("never refused");
                }
            }
            now = now.max(world.emails.get(&message).expect("the email").next_at);
        }
        let reminder: Email = sending(&world).expect("a reminder");
        let facts = (reminder.kind, reminder.account, reminder.next_at);
        assert_eq!(facts, (EmailKind::Reminder, Some(id(100)), now.plus_seconds(DAY)), "{posted:?}");
        now = reminder.next_at;
        assert_eq!(take_all(&mut world, &[BOB], now), [id(99)]);
        act(&mut world, PeopleCommand::NoteEmail(id(99), SendOutcome::Unclear, id(98)), now).expect("noted");
        assert!(world.emails.get(&id(98)).is_none(), "nothing follows a reminder that followed");
    }
    let mut world = World::default();
    let message = put(&mut world, 1, BOB, 100, START);
    take_all(&mut world, &[BOB], START);
    note(&mut world, message, SendOutcome::Never, START);
    assert!(sending(&world).is_none(), "an address that is refused is left alone");
}

#[test]
fn a_follow_up_stands_for_no_new_email() {
    let mut world = World::default();
    let lost = put(&mut world, 1, BOB, 100, START);
    take_all(&mut world, &[BOB], START);
    note(&mut world, lost, SendOutcome::Unclear, START);
    let new = put(&mut world, 2, BOB, 101, after(DAY));
    assert_eq!(take_all(&mut world, &[BOB], after(DAY)), [new]);
    assert_eq!(status(&world, id(99)), EmailStatus::Combined, "but a new email stands for it");
}

proptest! {
    /// Whatever others send to a mailbox, before and after: with `others` accounts that never wrote to it, a sender's
    /// first email waits at most 1 + others / shares days.
    #[test]
    fn a_first_email_waits_for_each_other_sender_at_most_once(
        others in 1_u8..9,
        coming in proptest::collection::vec((0_u8..9, 0_u8..6, 0_i64..6 * 24, 1_i64..1_000), 0..150),
        at in 0_i64..3 * 24,
        is_tagged: bool,
    ) {
        let mut world = World::default();
        let mut amounts = vec![1_i64; 256];
        let first = id(250);
        let mut sent_at = None;
        for hour in 0..8 * 24 {
            let now = after(hour * 3_600);
            for (number, (sender, spelling, _, amount)) in
                (1_u8..).zip(&coming).filter(|(_, (.., comes, _))| *comes == hour)
            {
                let to = if *spelling == 0 { BOB.to_owned() } else { tag(*spelling) };
                put(&mut world, number, &to, 100 + sender % others, now);
                amounts[usize::from(number)] = *amount;
            }
            if hour == at {
                put(&mut world, 250, if is_tagged { "bob+honest@example.com" } else { BOB }, HONEST, now);
            }
            let amount = |message: EmailId| {
                let number = (1..=255_u8).find(|number| id(*number) == message);
                amounts[usize::from(number.expect("one of these"))]
            };
            let turn = turn(&world, BOB, amount, |_| true);
            let sent = taken(&mut world, vec![turn], now);
            prop_assert!(sent.len() <= 3);
            let is_told = world.emails.get(&first).is_some_and(|message| message.status != EmailStatus::Queued);
            sent_at = sent_at.or(is_told.then_some(hour));
        }
        let hours = sent_at.expect("it is sent") - at;
        let days = 1 + i64::from(others) / LIMITS.shares();
        prop_assert!(hours <= days * 24, "{} hours with {} others", hours, others);
    }

    /// Whatever comes when: no mailbox or sender gets or causes more than a day allows, a sender has one email in a day
    /// for an address, and everything is sent or stands in an email that was, in the end.
    #[test]
    fn limits_hold_and_nobody_is_forgotten(
        coming in proptest::collection::vec((0_u8..6, 0_u8..3, 0_i64..3 * DAY), 1..60),
    ) {
        let people = ["a@x.org", "b@x.org", "b+1@x.org", "b+2@x.org", "c@x.org", "d@x.org"];
        let mut coming: Vec<_> = (1_u8..).zip(coming).collect();
        coming.sort_by_key(|(_, (_, _, at))| *at);
        let mut world = World::default();
        let mut sent: Vec<(EmailId, Timestamp)> = Vec::new();
        let moments = coming.iter().map(|(_, (_, _, at))| *at).chain((4..40).map(|day| day * DAY));
        for (index, at) in moments.enumerate() {
            if let Some((number, (person, sender, _))) = coming.get(index) {
                put(&mut world, *number, people[usize::from(*person)], 100 + sender, after(at));
            }
            let taken = take_all(&mut world, &people, after(at));
            sent.extend(taken.into_iter().map(|message| (message, after(at))));
        }
        let is_queued = |message: &Email| message.status == EmailStatus::Queued;
        prop_assert!(!world.emails.rows().any(is_queued), "a recipient is forgotten");
        let messages = |message: &EmailId| world.emails.get(message).expect("an email");
        for (index, (message, at)) in sent.iter().enumerate() {
            let within_a_day = sent[..=index].iter().filter(|(_, before)| at.seconds_after(*before) < DAY);
            let same = |is_same: &dyn Fn(&Email) -> bool| {
                within_a_day.clone().filter(|(other, _)| is_same(messages(other))).count() as i64
            };
            let this = messages(message);
            let sender: Option<AccountId> = this.account;
            prop_assert!(same(&|other| other.to == this.to && other.account == sender) == 1);
            // A day that begins with the first email may overlap with the next.
            let mailbox = this.to.mailbox_key();
            prop_assert!(same(&|other| other.to.mailbox_key() == mailbox) <= 2 * LIMITS.shares());
            prop_assert!(same(&|other| other.account == sender) <= 2 * LIMITS.per_sender);
        }
    }
}
