//! Live payouts from a session: recent authentication, people who were paid before, and how much in all.

use proptest::prelude::*;
use rules::account::{Caller, Mode};
use rules::change::{Change, Row};
use rules::command::{Command, PeopleCommand};
use rules::decisions::payout::{CreatePayout, NewItem, PayInSession, PayoutLimits, PayoutTarget};
use rules::decisions::user::Confirm;
use rules::email_address::EmailAddress;
use rules::id::Series;
use rules::ledger::LedgerAccountId;
use rules::money::Amount;
use rules::refusal::Refusal;
use rules::scope::Scopes;
use rules::session::{PROVED_SECONDS, Session, Stage};
use rules::time::Timestamp;
use rules::world::World;

use crate::people::support::{PASSWORD, START, act, actor, after, id, session, user, world};

const LIMIT: i64 = 1_000;

fn rich() -> World {
    let user = user(None);
    let begun = Session::begin(session(4), &user, Stage::Full, Default::default(), START);
    let mut world = world(user, &[begun]);
    world.load_balance(LedgerAccountId::Available(id(2)), Amount::from_micros(i64::MAX / 2));
    world
}

fn pay(world: &mut World, micros: i64, has_new_recipient: bool, now: Timestamp) -> Result<Change, Refusal> {
    let most = Amount::from_micros(i64::MAX);
    let target = PayoutTarget::EmailAddress(EmailAddress::parse("grace@example.com").expect("an address"));
    let new = CreatePayout {
        id: id(10),
        items: vec![NewItem { target, amount: Amount::from_micros(micros), reference: None }],
        reference: None,
        idempotency_key: None,
        limits: PayoutLimits { least: Amount::ZERO, item: most, payout: most },
        recipients: Series::around(id(11)),
        events: Series::around(id(12)),
    };
    let caller =
        Caller { account: id(2), app: id(3), mode: Mode::Live, scopes: Scopes::all(), is_owner: true };
    let confirm_above = Amount::from_micros(LIMIT);
    let pay = PayInSession { caller, new, session: id(4), has_new_recipient, confirm_above };
    let change = Command::PayInSession(Box::new(pay)).decide(world, now)?;
    // Of what it writes, the session alone matters to the next.
    let rows = change.rows.iter().filter(|row| matches!(row, Row::Session(_))).cloned();
    rows.for_each(|row| world.put(row));
    Ok(change)
}

fn confirm(world: &mut World, now: Timestamp) {
    let confirm = Confirm {
        actor: actor(),
        session: id(4),
        password_hash: PASSWORD.to_owned(),
        factor: None,
        forgiven: Vec::new(),
        successes: Vec::new(),
    };
    act(world, PeopleCommand::Confirm(confirm), now).expect("the password is right");
}

#[test]
fn recent_authentication_allows_everything_and_counts_nothing() {
    let mut world = rich();
    let last = after(PROVED_SECONDS - 1);
    for _ in 0..10 {
        pay(&mut world, LIMIT * 1_000, true, last).expect("the password was just given");
    }
    pay(&mut world, LIMIT, false, after(PROVED_SECONDS)).expect("nothing was counted");
    assert_eq!(pay(&mut world, 1, false, after(PROVED_SECONDS)), Err(Refusal::ConfirmationRequired));
}

#[test]
fn somebody_new_needs_it_however_little_it_is_and_an_ended_session_pays_nobody() {
    let mut world = rich();
    let later = after(PROVED_SECONDS);
    assert_eq!(pay(&mut world, 1, true, later), Err(Refusal::ConfirmationRequired));
    pay(&mut world, 1, false, later).expect("a recipient who was paid before");
    world.put(Row::EndedSession(id(4)));
    assert_eq!(pay(&mut world, 1, false, later), Err(Refusal::ConfirmationRequired));
}

proptest! {
    /// However payouts are split and timed, no more than the limit leaves between two times the password was given.
    #[test]
    fn no_split_gets_past_the_limit(steps in prop::collection::vec((1_i64..LIMIT * 2, 0_i64..500, 0_u8..8), 1..80)) {
        let mut world = rich();
        let (mut now, mut unproved, mut proved_at) = (after(PROVED_SECONDS), 0, START);
        for (micros, pause, what) in steps {
            now = now.plus_seconds(pause);
            if what == 0 {
                confirm(&mut world, now);
                (unproved, proved_at) = (0, now);
            }
            let is_recent = now < proved_at.plus_seconds(PROVED_SECONDS);
            match pay(&mut world, micros, false, now) {
                Ok(_) if is_recent => {}
                Ok(_) => {
                    unproved += micros;
                    prop_assert!(unproved <= LIMIT, "{unproved}");
                }
                Err(refusal) => {
                    prop_assert_eq!(refusal, Refusal::ConfirmationRequired);
                    prop_assert!(!is_recent && unproved + micros > LIMIT);
                }
            }
        }
    }
}
