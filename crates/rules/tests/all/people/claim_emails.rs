//! How many claim emails there are: one in a day for a sender and an address, few for a mailbox and a sender, and no
//! recipient forgotten. Which go first is tested in `claim_email_turns`.

use std::collections::BTreeMap;

use proptest::prelude::*;
use rules::account::{Account, Mode};
use rules::change::Outcome;
use rules::claim_email::{EmailLimits, EmailScope};
use rules::command::PeopleCommand;
use rules::decisions::claim_email::{self, MailboxTurn, WaitingEmail};
use rules::decisions::email::SendOutcome;
use rules::email::{Email, EmailKind, EmailStatus};
use rules::email_address::EmailAddress;
use rules::id::{AccountId, EmailId};
use rules::money::Amount;
use rules::refusal::Refusal;
use rules::time::Timestamp;
use rules::world::{Needs, World};

use crate::people::support::{START, act, after, id};

/// Two of five are the recipient's reserve, and three are shared by the senders.
pub const LIMITS: EmailLimits = EmailLimits { per_recipient: 5, per_sender: 4 };
pub const DAY: i64 = 86_400;

pub fn address(text: &str) -> EmailAddress {
    EmailAddress::parse(text).expect("an address")
}

/// A claim email from this sender that was not checked yet.
pub fn put(world: &mut World, number: u8, to: &str, sender: u8, at: Timestamp) -> EmailId {
    let message = Email::new(id(number), EmailKind::Claim, address(to), format!("cause {number}"), at);
    world.emails.load(id(number), message.caused_by(id(sender), Mode::Live));
    id(number)
}

/// All that wait for a mailbox, as a worker sees them.
pub fn turn(
    world: &World,
    to: &str,
    amount: impl Fn(EmailId) -> i64,
    is_needed: impl Fn(EmailId) -> bool,
) -> MailboxTurn {
    let key = address(to).mailbox_key();
    let queued = world
        .emails
        .rows()
        .filter(|message| message.status == EmailStatus::Queued && message.to.mailbox_key() == key);
    let messages = queued.map(|message| WaitingEmail {
        id: message.id,
        email: message.to.clone(),
        sender: message.account.expect("a sender"),
        amount: Amount::from_micros(amount(message.id)),
        is_needed: is_needed(message.id),
    });
    MailboxTurn { scope: EmailScope::Live, messages: messages.collect() }
}

/// Takes for each mailbox of these addresses.
pub fn take_all(world: &mut World, addresses: &[&str], now: Timestamp) -> Vec<EmailId> {
    let mut mailboxes: Vec<String> = addresses.iter().map(|to| address(to).mailbox_key()).collect();
    mailboxes.sort();
    mailboxes.dedup();
    let turns = mailboxes.iter().map(|mailbox| turn(world, mailbox, |_| 1, |_| true)).collect();
    taken(world, turns, now)
}

pub fn taken(world: &mut World, turns: Vec<MailboxTurn>, now: Timestamp) -> Vec<EmailId> {
    let command = PeopleCommand::TakeClaimEmails(turns, LIMITS);
    match act(world, command, now).expect("never refused").outcome {
        Outcome::Emails(taken) => taken.iter().map(|message| message.id).collect(),
        other => panic!("{other:?}"),
    }
}

pub fn status(world: &World, message: EmailId) -> EmailStatus {
    world.emails.get(&message).expect("the email").status
}

#[test]
fn a_sender_has_one_email_in_a_day_for_an_address_and_then_one_about_the_rest() {
    let mut world = World::default();
    let first = put(&mut world, 1, "bob@example.com", 100, START);
    assert_eq!(take_all(&mut world, &["bob@example.com"], START), [first]);
    let later: Vec<EmailId> =
        (2..6).map(|number| put(&mut world, number, "Bob@example.com", 100, after(60))).collect();
    for seconds in [60, 3_600, DAY - 1] {
        assert_eq!(take_all(&mut world, &["bob@example.com"], after(seconds)), [], "{seconds}");
    }
    assert!(later.iter().all(|message| status(&world, *message) == EmailStatus::Queued), "nothing is lost");
    assert_eq!(world.emails.get(&later[0]).map(|message| message.next_at), Some(after(DAY)));
    assert_eq!(take_all(&mut world, &["bob@example.com"], after(DAY)), [later[0]]);
    assert!(later[1..].iter().all(|message| status(&world, *message) == EmailStatus::Combined));
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
    let turn = turn(&world, "bob@example.com", |_| 1, |message| message != gone);
    assert_eq!(taken(&mut world, vec![turn], after(2)), [waits]);
    assert_eq!(status(&world, gone), EmailStatus::Obsolete);
}

#[test]
fn a_mailbox_and_a_sender_have_limits() {
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
        assert_eq!(take_all(&mut world, &addresses, START).len(), most);
        assert_eq!(take_all(&mut world, &addresses, START).len(), 0, "in a second commit");
        let rest = addresses.len() - most;
        assert_eq!(take_all(&mut world, &addresses, after(DAY)).len(), rest, "a day later");
    }
}

#[test]
fn what_is_tried_again_counts_once_and_is_not_held_up() {
    let mut world = World::default();
    let message = put(&mut world, 1, "bob@example.com", 100, START);
    assert_eq!(take_all(&mut world, &["bob@example.com"], START), [message]);
    act(&mut world, PeopleCommand::NoteEmail(message, SendOutcome::Later, id(99)), START).expect("noted");
    assert_eq!(take_all(&mut world, &["bob@example.com"], after(10)), [message]);
    assert_eq!(take_all(&mut world, &["bob@example.com"], after(10)), [], "by one worker");
    let counts: Vec<i64> = world.email_counts.rows().map(|count| count.count).collect();
    assert_eq!(counts, [1, 1, 1, 1], "the address, the mailbox, the sender, and both");
}

#[test]
fn claim_emails_are_never_taken_without_being_counted() {
    let mut world = World::default();
    let message = put(&mut world, 1, "bob@example.com", 100, START);
    act(&mut world, PeopleCommand::TakeEmails(vec![message]), START).expect("never refused");
    assert_eq!(status(&world, message), EmailStatus::Queued);
}

/// A reminder that the sender (`s`) or the recipient (`r`) asks for.
pub fn remind(world: &mut World, number: u8, asker: char, to: &str, now: Timestamp) -> Result<(), Refusal> {
    remind_for(world, number, (asker, 100), to, now)
}

/// The same about money of this sender.
fn remind_for(
    world: &mut World,
    number: u8,
    (asker, sender): (char, u8),
    to: &str,
    now: Timestamp,
) -> Result<(), Refusal> {
    let message =
        Email::new(id(number), EmailKind::Reminder, address(to), format!("txn:{asker}{number}"), now);
    let message = message.caused_by(id(sender), Mode::Live);
    act(world, PeopleCommand::Remind(Vec::new(), message, EmailScope::Live, LIMITS), now).map(|_| ())
}

#[test]
fn reminders_count_and_are_refused_when_there_were_enough() {
    let bob = "bob@example.com";
    let mut world = World::default();
    put(&mut world, 1, bob, 100, START);
    assert_eq!(take_all(&mut world, &[bob], START).len(), 1);
    for (number, asker) in [(2, 's'), (3, 'r'), (4, 'r')] {
        assert_eq!(remind(&mut world, number, asker, bob, after(60)), Ok(()), "{number}");
        assert_eq!(take_all(&mut world, &[bob], after(60)), [id(number)]);
    }
    let seconds = DAY + 60 - 3_600;
    let refused = remind(&mut world, 5, 's', bob, after(3_600));
    assert_eq!(refused, Err(Refusal::RemindedRecently { seconds }));
    let refused = remind(&mut world, 5, 'r', bob, after(3_600));
    assert_eq!(refused, Err(Refusal::TooManyAttempts { seconds }));
    let tagged = "bob+shop@example.com";
    let refused = remind(&mut world, 5, 's', tagged, after(3_600));
    assert_eq!(refused, Err(Refusal::TooManyAttempts { seconds: DAY - 3_600 }), "it is the same mailbox");
    assert_eq!(remind(&mut world, 6, 's', bob, after(DAY + 60)), Ok(()));
    let sender = world.email_counts.get(&format!("sender:live:{}", id::<rules::id::AccountKind>(100)));
    assert_eq!(
        sender.map(|count| count.count),
        Some(2),
        "what the recipient asks for is not the sender's doing"
    );
}

proptest! {
    #[test]
    fn a_sender_reminds_an_address_once_in_a_day(
        mut asked in proptest::collection::vec((0..5 * DAY, 0_usize..3, 100_u8..102), 1..60),
    ) {
        asked.sort_unstable();
        let (mut world, mut last) = (World::default(), BTreeMap::new());
        for ((seconds, place, sender), number) in asked.into_iter().zip(0_u8..) {
            // Case makes no other address.
            let to = ["bob@example.com", "Bob@example.com", "eve@example.com"][place];
            let pair = (to.to_lowercase(), sender);
            let next = last.get(&pair).map_or(0, |last| last + DAY);
            let expected = match seconds < next {
                true => Err(Refusal::RemindedRecently { seconds: next - seconds }),
                false => Ok(()),
            };
            prop_assert_eq!(&remind_for(&mut world, number, ('s', sender), to, after(seconds)), &expected);
            if expected.is_ok() {
                last.insert(pair, seconds);
            }
        }
    }
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
        withdraws_automatically: false,
        sponsor: None,
        recipient_language: None,
        locked_at: None,
    };
    world.accounts.load(sandbox, account(0));
    for number in 1..4 {
        let cause = format!("cause {number}");
        let message = Email::new(id(number), EmailKind::Claim, address("bob@example.com"), cause, START);
        world.emails.load(id(number), message.caused_by(sandbox, Mode::Test));
    }
    let turn = |world: &World| {
        let MailboxTurn { messages, .. } = turn(world, "bob@example.com", |_| 1, |_| true);
        vec![MailboxTurn { scope: EmailScope::Sandbox(sandbox), messages }]
    };
    let first = turn(&world);
    assert_eq!(taken(&mut world, first, START), [], "nothing is ever sent");
    let kept =
        |world: &World| world.emails.rows().filter(|message| message.status == EmailStatus::Kept).count();
    assert_eq!(kept(&world), 1);
    let cause = "cause 9".to_owned();
    let message = Email::new(id(9), EmailKind::Claim, address("bob@example.com"), cause, START);
    world.emails.load(id(9), message.caused_by(sandbox, Mode::Test));
    let second = turn(&world);
    taken(&mut world, second.clone(), START);
    assert_eq!(kept(&world), 1);
    world.accounts.load(sandbox, account(DAY * 1_000_000));
    taken(&mut world, second, START);
    assert_eq!(kept(&world), 2);
    assert!(
        world.email_counts.rows().all(|count| count.scope == EmailScope::Sandbox(sandbox)),
        "no live count"
    );
    let counts: Vec<_> = world.email_counts.rows().map(|count| (count.scope, count.name.clone())).collect();
    for (clock_ahead, is_left) in [(DAY, true), (40 * DAY, false)] {
        world.accounts.load(sandbox, account(clock_ahead * 1_000_000));
        act(&mut world, PeopleCommand::ForgetEmailCounts(counts.clone()), START).expect("never refused");
        assert_eq!(world.email_counts.rows().count() > 0, is_left, "by the clock of the sandbox");
    }
}

#[test]
fn a_live_settlement_needs_no_counts() {
    let (sandbox, bob): (AccountId, EmailAddress) = (id(100), address("bob@example.com"));
    let needed = |scope: EmailScope| {
        let mut needs = Needs::default();
        claim_email::written_needs(&mut needs, scope, &bob, sandbox);
        needs.email_counts
    };
    assert!(needed(EmailScope::Live).is_empty(), "live emails are counted when they are due");
    let names = needed(EmailScope::Sandbox(sandbox));
    assert!(names.len() == 5 && names.iter().all(|name| name.contains(&sandbox.to_string())), "{names:?}");
}

#[test]
fn simulated_addresses_are_simulated_in_any_case() {
    for (written, is_simulated) in [
        ("rcp_1@simulated.invalid", true),
        ("rcp_1@Simulated.INVALID", true),
        ("rcp_1@simulated.invalid.com", false),
    ] {
        assert_eq!(address(written).is_simulated(), is_simulated, "{written}");
    }
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
        ("a-d_a.+x@pm.me", "ada@proton.me"),
        ("a-d_a@example.com", "a-d_a@example.com"),
        ("-@proton.me", "-@proton.me"),
        ("ada@me.com", "ada@icloud.com"),
        ("ada-shop@yahoo.com", "ada@yahoo.com"),
        ("a.da@yahoo.com", "a.da@yahoo.com"),
        ("anything@ada.fastmail.com", "ada@fastmail.com"),
        ("anything+x@Ada.fastmail.com", "ada@fastmail.com"),
        ("ada+x@fastmail.fm", "ada@fastmail.fm"),
        ("ada+x@yahoo.com", "ada@yahoo.com"),
        ("ada-x@ymail.com", "ada-x@ymail.com"),
        ("any@ada.example.com", "any@ada.example.com"),
    ] {
        assert_eq!(address(written).mailbox_key(), mailbox, "{written}");
        let is_tagged = written.find('+').is_some_and(|start| start > 0)
            || ["shop@", "ada.fastmail"].iter().any(|tag| written.contains(tag));
        assert_eq!(address(written).is_tagged(), is_tagged, "{written}");
    }
}

#[test]
fn the_address_that_an_owner_uses_is_plain_at_every_domain_of_the_provider() {
    let plain =
        ["ada@example.com", "a.d-a@example.com", "+x@example.com", "ada@gmail.com", "ada@googlemail.com"];
    for written in
        plain.into_iter().chain(["ada@pm.me", "ada@protonmail.com", "ada@mac.com", "Ada@yahoo.com"])
    {
        assert!(address(written).is_plain(), "{written}");
    }
    let respelled =
        ["ada+x@example.com", "a.da@gmail.com", "a_da@pm.me", "ada-x@yahoo.com", "x@ada.fastmail.com"];
    for written in respelled {
        assert!(!address(written).is_plain(), "{written}");
    }
}
