//! How many claim emails there are: one in a day for an address, few for a mailbox and a sender, and nobody forgotten.

use proptest::prelude::*;
use rules::account::{Account, Mode};
use rules::change::Outcome;
use rules::claim_email::{AddressTurn, EmailLimits, Scope, WaitingEmail};
use rules::command::PeopleCommand;
use rules::email::Email;
use rules::id::{AccountId, MailId};
use rules::mail::{Mail, MailKind, MailStatus, Posted};
use rules::refusal::Refusal;
use rules::time::Timestamp;
use rules::world::World;

use crate::support::{START, act, after, id};

const LIMITS: EmailLimits = EmailLimits { per_recipient: 3, per_sender: 4 };
const DAY: i64 = 86_400;

fn address(text: &str) -> Email {
    Email::parse(text).expect("an address")
}

/// A claim email from this sender that nobody has looked at yet.
fn put(world: &mut World, number: u8, to: &str, sender: u8, at: Timestamp) -> MailId {
    let mail = Mail::new(id(number), MailKind::Claim, address(to), format!("cause {number}"), at);
    world.mails.load(id(number), mail.caused_by(id(sender), Mode::Live));
    id(number)
}

/// All that wait for an address, as a worker sees them.
fn turn(world: &World, to: &str, is_needed: impl Fn(MailId) -> bool) -> AddressTurn {
    let key = address(to).lookup_key();
    let queued =
        world.mails.rows().filter(|mail| mail.status == MailStatus::Queued && mail.email.lookup_key() == key);
    let mut mails: Vec<&Mail> = queued.collect();
    mails.sort_by_key(|mail| (mail.next_at, mail.id));
    let mails = mails.iter().map(|mail| WaitingEmail {
        id: mail.id,
        email: mail.email.clone(),
        sender: mail.account.expect("a sender"),
        is_needed: is_needed(mail.id),
    });
    AddressTurn { scope: Scope::Live, mails: mails.collect() }
}

fn take_all(world: &mut World, addresses: &[&str], now: Timestamp) -> Vec<MailId> {
    let turns = addresses.iter().map(|to| turn(world, to, |_| true)).collect();
    taken(world, turns, now)
}

fn taken(world: &mut World, turns: Vec<AddressTurn>, now: Timestamp) -> Vec<MailId> {
    let command = PeopleCommand::TakeClaimEmails(turns, LIMITS);
    match act(world, command, now).expect("never refused").outcome {
        Outcome::Mails(taken) => taken.iter().map(|mail| mail.id).collect(),
        other => panic!("{other:?}"),
    }
}

fn status(world: &World, mail: MailId) -> MailStatus {
    world.mails.get(&mail).expect("the mail").status
}

#[test]
fn an_address_gets_one_email_in_a_day_and_then_one_about_the_rest() {
    let mut world = World::default();
    let first = put(&mut world, 1, "bob@example.com", 100, START);
    assert_eq!(take_all(&mut world, &["bob@example.com"], START), [first]);
    let later: Vec<MailId> =
        (2..6).map(|number| put(&mut world, number, "Bob@example.com", 100 + number, after(60))).collect();
    for seconds in [60, 3_600, DAY - 1] {
        assert_eq!(take_all(&mut world, &["bob@example.com"], after(seconds)), [], "{seconds}");
    }
    assert!(later.iter().all(|mail| status(&world, *mail) == MailStatus::Queued), "nothing is lost");
    assert_eq!(world.mails.get(&later[0]).map(|mail| mail.next_at), Some(after(DAY)));
    assert_eq!(take_all(&mut world, &["bob@example.com"], after(DAY)), [later[0]]);
    assert!(later[1..].iter().all(|mail| status(&world, *mail) == MailStatus::Combined));
    let next = put(&mut world, 9, "bob@example.com", 100, after(DAY + 1));
    assert_eq!(take_all(&mut world, &["bob@example.com"], after(DAY + 1)), []);
    assert_eq!(take_all(&mut world, &["bob@example.com"], after(2 * DAY)), [next]);
}

#[test]
fn many_that_are_due_at_once_are_one() {
    let mut world = World::default();
    for number in 1..50 {
        put(&mut world, number, "bob@example.com", 100, START);
    }
    assert_eq!(take_all(&mut world, &["bob@example.com"], START).len(), 1);
    assert_eq!(take_all(&mut world, &["bob@example.com"], after(DAY)), []);
}

#[test]
fn what_nobody_can_claim_any_more_is_not_sent_and_stands_for_nothing() {
    let mut world = World::default();
    let (gone, waits) = (
        put(&mut world, 1, "bob@example.com", 100, START),
        put(&mut world, 2, "bob@example.com", 100, after(1)),
    );
    let turn = turn(&world, "bob@example.com", |mail| mail != gone);
    assert_eq!(taken(&mut world, vec![turn], after(2)), [waits]);
    assert_eq!(status(&world, gone), MailStatus::Obsolete);
}

#[test]
fn a_mailbox_and_a_sender_have_limits_in_one_commit_as_in_many() {
    for at_once in [true, false] {
        let mut world = World::default();
        let tagged: Vec<String> = (0..5).map(|number| format!("bob+{number}@example.com")).collect();
        for (number, to) in (1..).zip(&tagged) {
            put(&mut world, number, to, 100 + number, START);
        }
        let others: Vec<String> = (0..6).map(|number| format!("p{number}@example.com")).collect();
        for (number, to) in (20..).zip(&others) {
            put(&mut world, number, to, 200, START);
        }
        for (addresses, most) in [(&tagged, 3), (&others, 4)] {
            let addresses: Vec<&str> = addresses.iter().map(String::as_str).collect();
            let sent = match at_once {
                true => take_all(&mut world, &addresses, START).len(),
                false => addresses.iter().map(|to| take_all(&mut world, &[to], START).len()).sum(),
            };
            assert_eq!(sent, most);
            assert_eq!(
                take_all(&mut world, &addresses, after(DAY)).len(),
                addresses.len() - most,
                "a day later"
            );
        }
    }
}

#[test]
fn what_is_tried_again_counts_once_and_is_not_held_up() {
    let mut world = World::default();
    let mail = put(&mut world, 1, "bob@example.com", 100, START);
    assert_eq!(take_all(&mut world, &["bob@example.com"], START), [mail]);
    act(&mut world, PeopleCommand::NoteMail(mail, Posted::Later), START).expect("noted");
    assert_eq!(take_all(&mut world, &["bob@example.com"], after(10)), [mail]);
    assert_eq!(take_all(&mut world, &["bob@example.com"], after(10)), [], "by one worker");
    let counts: Vec<i64> = world.email_counts.rows().map(|count| count.count).collect();
    assert_eq!(counts, [1, 1, 1]);
}

#[test]
fn claim_emails_are_never_taken_without_being_counted() {
    let mut world = World::default();
    let mail = put(&mut world, 1, "bob@example.com", 100, START);
    act(&mut world, PeopleCommand::TakeMails(vec![mail]), START).expect("never refused");
    assert_eq!(status(&world, mail), MailStatus::Queued);
}

#[test]
fn reminders_count_and_are_refused_when_there_were_enough() {
    let remind = |world: &mut World, number: u8, asker: char, now| {
        let cause = format!("txn:{asker}{number}");
        let mail = Mail::new(id(number), MailKind::Reminder, address("bob@example.com"), cause, now);
        let mail = mail.caused_by(id(100), Mode::Live);
        act(world, PeopleCommand::Remind(Vec::new(), mail, Scope::Live, LIMITS), now).map(|_| ())
    };
    let mut world = World::default();
    put(&mut world, 1, "bob@example.com", 100, START);
    assert_eq!(take_all(&mut world, &["bob@example.com"], START).len(), 1);
    for (number, asker) in [(2, 's'), (3, 'r')] {
        assert_eq!(remind(&mut world, number, asker, after(60)), Ok(()));
        assert_eq!(take_all(&mut world, &["bob@example.com"], after(60)), [id(number)]);
    }
    for asker in ['s', 'r'] {
        let refused = remind(&mut world, 4, asker, after(3_600));
        assert_eq!(refused, Err(Refusal::TooManyAttempts { seconds: DAY - 3_600 }));
    }
    assert_eq!(remind(&mut world, 5, 's', after(DAY)), Ok(()));
    let sender = world.email_counts.get(&format!("sender:{}", id::<rules::id::AccountKind>(100)));
    assert_eq!(
        sender.map(|count| count.count),
        Some(2),
        "what the recipient asks for is not the sender's doing"
    );
}

#[test]
fn a_sandbox_has_counts_and_a_clock_of_its_own_and_sends_nothing() {
    let mut world = World::default();
    let sandbox: AccountId = id(100);
    let account = |clock_ahead| Account {
        id: sandbox,
        user: id(1),
        mode: Mode::Test,
        own_app: id(3),
        created_at: START,
        clock_ahead,
        sponsor: None,
    };
    world.accounts.load(sandbox, account(0));
    for number in 1..4 {
        let cause = format!("cause {number}");
        let mail = Mail::new(id(number), MailKind::Claim, address("bob@example.com"), cause, START);
        world.mails.load(id(number), mail.caused_by(sandbox, Mode::Test));
    }
    let turn = |world: &World| {
        let AddressTurn { mails, .. } = turn(world, "bob@example.com", |_| true);
        vec![AddressTurn { scope: Scope::Sandbox(sandbox), mails }]
    };
    let first = turn(&world);
    assert_eq!(taken(&mut world, first, START), [], "nothing is ever sent");
    let kept = |world: &World| world.mails.rows().filter(|mail| mail.status == MailStatus::Kept).count();
    assert_eq!(kept(&world), 1);
    let cause = "cause 9".to_owned();
    let mail = Mail::new(id(9), MailKind::Claim, address("bob@example.com"), cause, START);
    world.mails.load(id(9), mail.caused_by(sandbox, Mode::Test));
    let second = turn(&world);
    taken(&mut world, second.clone(), START);
    assert_eq!(kept(&world), 1);
    world.accounts.load(sandbox, account(DAY * 1_000_000));
    taken(&mut world, second, START);
    assert_eq!(kept(&world), 2);
    assert!(world.email_counts.get("address:live:bob@example.com").is_none(), "live emails are not counted");
}

#[test]
fn a_mailbox_is_one_whatever_tags_it_is_given() {
    for (written, mailbox) in [
        ("Ada@Example.com", "ada@example.com"),
        ("ada+x+y@example.com", "ada@example.com"),
        ("+x@example.com", "+x@example.com"),
        ("a.d.a@example.com", "a.d.a@example.com"),
        ("a.d.a+1@gmail.com", "ada@gmail.com"),
        ("ada@googlemail.com", "ada@gmail.com"),
    ] {
        assert_eq!(address(written).mailbox_key(), mailbox, "{written}");
    }
}

proptest! {
    /// Whatever comes when: no address, mailbox or sender gets or causes more than a day allows, and everything is sent
    /// or stands in an email that was, in the end.
    #[test]
    fn limits_hold_and_nobody_is_forgotten(
        coming in proptest::collection::vec((0_u8..6, 0_u8..3, 0_i64..3 * DAY), 1..60),
    ) {
        let people = ["a@x.org", "b@x.org", "b+1@x.org", "b+2@x.org", "c@x.org", "d@x.org"];
        let mut coming: Vec<_> = (1_u8..).zip(coming).collect();
        coming.sort_by_key(|(_, (_, _, at))| *at);
        let mut world = World::default();
        let mut sent: Vec<(MailId, Timestamp)> = Vec::new();
        let moments = coming.iter().map(|(_, (_, _, at))| *at).chain((4..40).map(|day| day * DAY));
        for (index, at) in moments.enumerate() {
            if let Some((number, (person, sender, _))) = coming.get(index) {
                put(&mut world, *number, people[usize::from(*person)], 100 + sender, after(at));
            }
            let taken = take_all(&mut world, &people, after(at));
            sent.extend(taken.into_iter().map(|mail| (mail, after(at))));
        }
        prop_assert!(world.mails.rows().all(|mail| mail.status != MailStatus::Queued), "somebody is forgotten");
        let mails = |mail: &MailId| world.mails.get(mail).expect("a mail");
        for (index, (mail, at)) in sent.iter().enumerate() {
            let within_a_day = sent[..=index].iter().filter(|(_, before)| at.seconds_after(*before) < DAY);
            let same = |is_same: &dyn Fn(&Mail) -> bool| {
                within_a_day.clone().filter(|(other, _)| is_same(mails(other))).count()
            };
            let this = mails(mail);
            prop_assert!(same(&|other| other.email == this.email) == 1);
            // A day that begins with the first email may overlap with the next.
            prop_assert!(same(&|other| other.email.mailbox_key() == this.email.mailbox_key()) <= 2 * 3);
            prop_assert!(same(&|other| other.account == this.account) <= 2 * 4);
        }
    }
}
