//! A mail is sent once, tried again only when it surely was not, and given up in the end.

use proptest::prelude::*;
use rules::change::Outcome;
use rules::command::PeopleCommand;
use rules::id::MailId;
use rules::mail::{Lost, Mail, MailKind, MailStatus, Posted};
use rules::time::Timestamp;
use rules::world::World;

use crate::support::{START, act, after, email, id};

fn queued() -> (World, MailId) {
    let mut world = World::default();
    let mail = Mail::new(id(1), MailKind::Join, email(), "cause".to_owned(), START);
    world.mails.load(mail.id, mail);
    (world, id(1))
}

fn take(world: &mut World, mail: MailId, now: Timestamp) -> usize {
    match act(world, PeopleCommand::TakeMails(vec![mail]), now).expect("never refused").outcome {
        Outcome::Mails(taken) => taken.len(),
        other => panic!("{other:?}"),
    }
}

fn note(world: &mut World, mail: MailId, posted: Posted, now: Timestamp) {
    act(world, PeopleCommand::NoteMail(mail, posted, id(99)), now).expect("never refused");
}

fn status(world: &World, mail: MailId) -> MailStatus {
    world.mails.get(&mail).expect("the mail").status
}

#[test]
fn of_two_who_want_to_send_a_mail_one_does() {
    let (mut world, mail) = queued();
    assert_eq!((take(&mut world, mail, START), take(&mut world, mail, START)), (1, 0));
    note(&mut world, mail, Posted::Sent, START);
    assert_eq!((status(&world, mail), take(&mut world, mail, after(1_000_000))), (MailStatus::Sent, 0));
}

#[test]
fn what_may_have_been_sent_is_never_sent_again() {
    for posted in [Posted::Unclear, Posted::Never] {
        let (mut world, mail) = queued();
        take(&mut world, mail, START);
        note(&mut world, mail, posted, START);
        assert_eq!(take(&mut world, mail, after(1_000_000)), 0, "{posted:?}");
    }
    let (mut world, mail) = queued();
    take(&mut world, mail, START);
    for (seconds, expected) in [(599, MailStatus::Sending), (600, MailStatus::Unclear)] {
        act(&mut world, PeopleCommand::GiveUpMails(vec![Lost { mail, follow_up: id(99) }]), after(seconds))
            .expect("never refused");
        assert_eq!(status(&world, mail), expected, "{seconds}");
    }
    note(&mut world, mail, Posted::Later, after(700));
    assert_eq!(status(&world, mail), MailStatus::Unclear, "who comes back too late changes nothing");
}

#[test]
fn what_surely_was_not_sent_is_tried_again_later_and_later_and_then_given_up() {
    let (mut world, mail) = queued();
    let (mut now, mut tries) = (START, 0);
    while take(&mut world, mail, now) == 1 {
        tries += 1;
        note(&mut world, mail, Posted::Later, now);
        let next = world.mails.get(&mail).expect("the mail").next_at;
        if status(&world, mail) == MailStatus::Failed {
            break;
        }
        assert!(next > now);
        assert_eq!(take(&mut world, mail, next.plus_micros(-1)), 0, "not before its time");
        now = next;
    }
    assert_eq!((tries, status(&world, mail)), (9, MailStatus::Failed));
    assert!(now > after(24 * 3_600), "for more than a day");
}

#[derive(Clone, Copy, Debug)]
enum Act {
    Take,
    Note(Posted),
    GiveUp,
    Wait(i64),
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let posted =
        prop_oneof![Just(Posted::Sent), Just(Posted::Later), Just(Posted::Never), Just(Posted::Unclear)];
    let act = prop_oneof![
        3 => Just(Act::Take),
        3 => posted.prop_map(Act::Note),
        1 => Just(Act::GiveUp),
        2 => (0_i64..100_000).prop_map(Act::Wait),
    ];
    prop::collection::vec(act, 1..60)
}

proptest! {
    /// Whatever happens, between two times that somebody takes a mail there is a sure "not sent".
    #[test]
    fn a_mail_is_taken_again_only_after_it_surely_was_not_sent(acts in acts()) {
        let (mut world, mail) = queued();
        let (mut now, mut may_be_out) = (START, false);
        for wanted in acts {
            match wanted {
                Act::Wait(seconds) => now = now.plus_seconds(seconds),
                Act::Take => {
                    if take(&mut world, mail, now) == 1 {
                        prop_assert!(!may_be_out);
                        may_be_out = true;
                    }
                }
                Act::Note(posted) => {
                    let was_sending = status(&world, mail) == MailStatus::Sending;
                    note(&mut world, mail, posted, now);
                    if was_sending && posted == Posted::Later {
                        may_be_out = false;
                    }
                }
                Act::GiveUp => {
                    let lost = vec![Lost { mail, follow_up: id(99) }];
                    act(&mut world, PeopleCommand::GiveUpMails(lost), now).expect("never refused");
                }
            }
        }
    }
}
