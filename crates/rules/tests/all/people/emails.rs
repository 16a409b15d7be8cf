//! An email is sent once, tried again only when it surely was not, and given up in the end.

use proptest::prelude::*;
use rules::change::Outcome;
use rules::command::PeopleCommand;
use rules::decisions::email::{AbandonedEmail, SendOutcome};
use rules::email::{Email, EmailKind, EmailStatus};
use rules::id::EmailId;
use rules::time::Timestamp;
use rules::world::World;

use crate::people::support::{START, act, after, email, id};

fn queued() -> (World, EmailId) {
    let mut world = World::default();
    let message = Email::new(id(1), EmailKind::Join, email(), "cause".to_owned(), START);
    world.emails.load(message.id, message);
    (world, id(1))
}

fn take(world: &mut World, message: EmailId, now: Timestamp) -> usize {
    match act(world, PeopleCommand::TakeEmails(vec![message]), now).expect("never refused").outcome {
        Outcome::Emails(taken) => taken.len(),
        other => panic!("{other:?}"),
    }
}

fn note(world: &mut World, message: EmailId, posted: SendOutcome, now: Timestamp) {
    act(world, PeopleCommand::NoteEmail(message, posted, id(99)), now).expect("never refused");
}

fn status(world: &World, message: EmailId) -> EmailStatus {
    world.emails.get(&message).expect("the email").status
}

#[test]
fn of_two_who_want_to_send_an_email_one_does() {
    let (mut world, message) = queued();
    assert_eq!((take(&mut world, message, START), take(&mut world, message, START)), (1, 0));
    note(&mut world, message, SendOutcome::Sent, START);
    assert_eq!(
        (status(&world, message), take(&mut world, message, after(1_000_000))),
        (EmailStatus::Sent, 0)
    );
}

#[test]
fn what_may_have_been_sent_is_never_sent_again() {
    for posted in [SendOutcome::Unclear, SendOutcome::Never] {
        let (mut world, message) = queued();
        take(&mut world, message, START);
        note(&mut world, message, posted, START);
        assert_eq!(take(&mut world, message, after(1_000_000)), 0, "{posted:?}");
    }
    let (mut world, message) = queued();
    take(&mut world, message, START);
    for (seconds, expected) in [(599, EmailStatus::Sending), (600, EmailStatus::Unclear)] {
        act(
            &mut world,
            PeopleCommand::GiveUpEmails(vec![AbandonedEmail { email_id: message, follow_up: id(99) }]),
            after(seconds),
        )
        .expect("never refused");
        assert_eq!(status(&world, message), expected, "{seconds}");
    }
    note(&mut world, message, SendOutcome::Later, after(700));
    assert_eq!(status(&world, message), EmailStatus::Unclear, "who comes back too late changes nothing");
}

#[test]
fn what_surely_was_not_sent_is_tried_again_later_and_later_and_then_given_up() {
    let (mut world, message) = queued();
    let (mut now, mut tries) = (START, 0);
    while take(&mut world, message, now) == 1 {
        tries += 1;
        note(&mut world, message, SendOutcome::Later, now);
        let next = world.emails.get(&message).expect("the email").next_at;
        if status(&world, message) == EmailStatus::Failed {
            break;
        }
        assert!(next > now);
        assert_eq!(take(&mut world, message, next.plus_micros(-1)), 0, "not before its time");
        now = next;
    }
    assert_eq!((tries, status(&world, message)), (9, EmailStatus::Failed));
    assert!(now > after(24 * 3_600), "for more than a day");
}

#[derive(Clone, Copy, Debug)]
enum Act {
    Take,
    Note(SendOutcome),
    GiveUp,
    Wait(i64),
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let posted = prop_oneof![
        Just(SendOutcome::Sent),
        Just(SendOutcome::Later),
        Just(SendOutcome::Never),
        Just(SendOutcome::Unclear)
    ];
    let act = prop_oneof![
        3 => Just(Act::Take),
        3 => posted.prop_map(Act::Note),
        1 => Just(Act::GiveUp),
        2 => (0_i64..100_000).prop_map(Act::Wait),
    ];
    prop::collection::vec(act, 1..60)
}

proptest! {
    /// Whatever happens, between two times that a process takes an email there is a sure "not sent".
    #[test]
    fn an_email_is_taken_again_only_after_it_surely_was_not_sent(acts in acts()) {
        let (mut world, message) = queued();
        let (mut now, mut may_be_out) = (START, false);
        for wanted in acts {
            match wanted {
                Act::Wait(seconds) => now = now.plus_seconds(seconds),
                Act::Take => {
                    if take(&mut world, message, now) == 1 {
                        prop_assert!(!may_be_out);
                        may_be_out = true;
                    }
                }
                Act::Note(posted) => {
                    let was_sending = status(&world, message) == EmailStatus::Sending;
                    note(&mut world, message, posted, now);
                    if was_sending && posted == SendOutcome::Later {
                        may_be_out = false;
                    }
                }
                Act::GiveUp => {
                    let lost = vec![AbandonedEmail { email_id: message, follow_up: id(99) }];
                    act(&mut world, PeopleCommand::GiveUpEmails(lost), now).expect("never refused");
                }
            }
        }
    }
}
