//! Endpoints: whose they are, who delivers to them, when they are turned off, and with what they sign.

use rules::account::Mode;
use rules::change::{Outcome, Row};
use rules::command::WebhookCommand;
use rules::decisions::endpoint::EndpointEdit;
use rules::email::EmailStatus;
use rules::endpoint::{DeactivationReason, EnabledEvents, Endpoint, EndpointKind, MAX_ENDPOINTS};
use rules::event_type::EventType;
use rules::external_account::bank_account::Sealed;
use rules::id::{EndpointId, Id};
use rules::refusal::{Limit, Noun, Refusal};
use rules::scope::{Scope, Scopes};
use rules::time::Timestamp;
use rules::world::World;

use crate::webhooks::support::{
    DAY, START, account, act, after, answered, create, due, endpoint, id, known, test_of, try_once, world,
};

fn edit(world: &mut World, edit: EndpointEdit, now: Timestamp) {
    act(world, WebhookCommand::Edit(account(), endpoint(), edit), now).expect("an edit");
}

fn lease(world: &mut World, owner: &str, now: Timestamp) -> usize {
    let lease = WebhookCommand::Lease {
        endpoints: vec![endpoint()],
        owner: owner.to_owned(),
        until: now.plus_seconds(10),
    };
    match act(world, lease, now).expect("never refused").outcome {
        Outcome::Endpoints(leased) => leased.len(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn one_process_at_a_time_has_an_endpoint_and_keeps_it_as_long_as_it_says_so() {
    let mut world = world(Mode::Live);
    assert_eq!((lease(&mut world, "a", START), lease(&mut world, "b", START)), (1, 0));
    assert_eq!((lease(&mut world, "a", after(9)), lease(&mut world, "b", after(18))), (1, 0));
    assert_eq!(
        lease(&mut world, "b", after(19)),
        1,
        "a process that is silent for ten seconds loses its lease"
    );
    assert_eq!(lease(&mut world, "a", after(20)), 0);
    let release = |owner: Option<&str>| WebhookCommand::Release {
        endpoints: vec![endpoint()],
        owner: owner.map(str::to_owned),
    };
    act(&mut world, release(Some("a")), after(20)).expect("never refused");
    assert_eq!(lease(&mut world, "a", after(20)), 0, "no process releases another's lease");
    act(&mut world, release(None), after(20)).expect("never refused");
    assert_eq!(lease(&mut world, "a", after(20)), 1);
}

#[test]
fn a_lease_by_a_clock_that_was_far_ahead_keeps_no_process_waiting() {
    let mut world = world(Mode::Live);
    assert_eq!(lease(&mut world, "a", after(DAY)), 1);
    assert_eq!(lease(&mut world, "b", START), 1, "the clock of the first was a day ahead");
    assert_eq!(lease(&mut world, "a", after(60)), 1, "ten seconds are over");
    assert_eq!(lease(&mut world, "b", START), 0, "clocks differ by up to a minute");
}

#[test]
fn nothing_is_sent_to_one_that_is_off_or_gone() {
    for off in [EndpointEdit::TurnOff, EndpointEdit::Archive] {
        let mut world = world(Mode::Live);
        edit(&mut world, off, START);
        assert_eq!(lease(&mut world, "a", START), 0);
    }
    let mut world = world(Mode::Live);
    edit(&mut world, EndpointEdit::TurnOff, START);
    edit(&mut world, EndpointEdit::TurnOn { test: test_of(id(90)) }, START);
    assert_eq!(lease(&mut world, "a", START), 1);
}

#[test]
fn five_days_without_a_success_turn_it_off_with_one_email() {
    for (mode, status) in [(Mode::Live, EmailStatus::Queued), (Mode::Test, EmailStatus::Kept)] {
        let mut world = world(mode);
        let [first, second] = [1, 2].map(|number| due(&mut world, number));
        try_once(&mut world, first, answered(500), START);
        try_once(&mut world, second, answered(500), after(5 * DAY - 1));
        assert!(known(&world).is_on(), "not yet");
        let change = try_once(&mut world, second, answered(500), after(5 * DAY));
        assert_eq!(known(&world).off.map(|off| off.reason), Some(DeactivationReason::Failing));
        let emails = |rows: &[Row]| rows.iter().filter(|row| matches!(row, Row::Email(_))).count();
        assert_eq!(emails(&change.rows), 1);
        let email = change.rows.iter().find_map(|row| match row {
            Row::Email(email) => Some(email),
            _ => None,
        });
        assert_eq!(email.map(|email| email.status), Some(status), "email of a test account is never sent");
        let again = try_once(&mut world, first, answered(500), after(6 * DAY));
        assert_eq!(emails(&again.rows), 0, "one that is off is not turned off again");
    }
}

#[test]
fn one_success_is_enough_to_begin_the_five_days_again() {
    let mut world = world(Mode::Live);
    let [first, second] = [1, 2].map(|number| due(&mut world, number));
    try_once(&mut world, first, answered(500), START);
    try_once(&mut world, second, answered(204), after(4 * DAY));
    try_once(&mut world, first, answered(500), after(6 * DAY));
    assert!(known(&world).is_on());
    assert_eq!(known(&world).failing_since, Some(after(6 * DAY)));
}

#[test]
fn gone_turns_it_off_at_once_and_on_again_it_has_a_clean_slate() {
    let mut world = world(Mode::Live);
    let event = due(&mut world, 1);
    let change = try_once(&mut world, event, answered(410), START);
    assert_eq!(known(&world).off.map(|off| off.reason), Some(DeactivationReason::Gone));
    assert!(change.rows.iter().any(|row| matches!(row, Row::Email(_))));
    edit(&mut world, EndpointEdit::TurnOn { test: test_of(id(90)) }, after(1));
    assert_eq!((known(&world).off, known(&world).failing_since), (None, None));
}

#[test]
fn after_a_rotation_both_secrets_sign_for_a_day() {
    let mut world = world(Mode::Live);
    let secrets =
        |world: &World, now| known(world).secrets(now).map(|secret| secret.0[0]).collect::<Vec<_>>();
    assert_eq!(secrets(&world, START), [1]);
    edit(&mut world, EndpointEdit::Rotate(Sealed(vec![2])), START);
    assert_eq!(secrets(&world, after(DAY - 1)), [2, 1]);
    assert_eq!(secrets(&world, after(DAY)), [2]);
    edit(&mut world, EndpointEdit::Rotate(Sealed(vec![3])), after(10));
    assert_eq!(secrets(&world, after(11)), [3, 2], "never more than two");
}

#[test]
fn somebody_elses_endpoint_is_as_unknown_as_none() {
    let unknown = Refusal::NotFound(Noun::Endpoint);
    let other = || id(7);
    let of_other = |world: &mut World| {
        let mut account = *world.account(account()).expect("the account");
        account.id = other();
        world.put(Row::Account(account));
    };
    let mut world = world(Mode::Live);
    of_other(&mut world);
    let event = due(&mut world, 1);
    for command in [
        WebhookCommand::Edit(other(), endpoint(), EndpointEdit::Archive),
        WebhookCommand::Edit(other(), endpoint(), EndpointEdit::TurnOff),
        WebhookCommand::Test(other(), endpoint(), test_of(id(8))),
        WebhookCommand::ReplayOne(other(), endpoint(), event),
        WebhookCommand::Edit(account(), id(8), EndpointEdit::Archive),
    ] {
        assert_eq!(act(&mut world, command.clone(), START), Err(unknown.clone()), "{command:?}");
    }
    assert_eq!(act(&mut world, create(endpoint(), EndpointKind::Webhook), START), Err(unknown.clone()));
    assert_eq!(act(&mut world, create(endpoint(), EndpointKind::Listener), START), Err(unknown));
}

#[test]
fn an_account_has_a_bounded_number_of_each_kind() {
    for kind in [EndpointKind::Webhook, EndpointKind::Listener] {
        let mut world = world(Mode::Live);
        let before = world.open_endpoints(account(), kind);
        for number in before..MAX_ENDPOINTS {
            let fresh: EndpointId = Id::new(number as u64 + 5, [7; 10]);
            act(&mut world, create(fresh, kind), START).expect("there is room");
            let made = world.endpoints.get(&fresh).expect("the endpoint").clone();
            world.put(Row::Endpoint(Endpoint { verified_at: Some(START), ..made }));
        }
        let refused = act(&mut world, create(id(99), kind), START);
        assert_eq!(refused, Err(Refusal::LimitExceeded(Limit::Endpoints)));
    }
}

#[test]
fn a_listener_that_was_closed_comes_back_only_if_there_is_room() {
    let mut world = world(Mode::Test);
    let listener = |number: usize| -> EndpointId { Id::new(number as u64 + 5, [7; 10]) };
    for number in 0..MAX_ENDPOINTS {
        act(&mut world, create(listener(number), EndpointKind::Listener), START).expect("there is room");
    }
    act(&mut world, WebhookCommand::Abandon(vec![listener(0)]), after(120)).expect("never refused");
    act(&mut world, create(id(99), EndpointKind::Listener), after(120)).expect("there is room again");
    let back = act(&mut world, create(listener(0), EndpointKind::Listener), after(121));
    assert_eq!(back, Err(Refusal::LimitExceeded(Limit::Endpoints)));
    act(&mut world, create(listener(1), EndpointKind::Listener), after(121)).expect("it was never closed");
}

#[test]
fn tests_of_unverified_endpoints_are_counted_and_those_of_verified_ones_are_not() {
    let mut world = world(Mode::Live);
    let test = |number: u8| WebhookCommand::Test(account(), endpoint(), test_of(id(number)));
    let sent = (0..100).filter(|number| act(&mut world, test(*number), START).is_ok()).count();
    assert_eq!(sent, 59, "the first came with the endpoint");
    assert_eq!(act(&mut world, test(100), START), Err(Refusal::TooManyAttempts { seconds: 30 }));
    let on = EndpointEdit::TurnOn { test: test_of(id(101)) };
    let refused = act(&mut world, WebhookCommand::Edit(account(), endpoint(), on), START);
    assert_eq!(refused, Err(Refusal::TooManyAttempts { seconds: 30 }));
    let made = world.endpoints.get(&endpoint()).expect("the endpoint").clone();
    world.put(Row::Endpoint(Endpoint { verified_at: Some(START), ..made }));
    assert!((0..100).all(|number| act(&mut world, test(number), START).is_ok()));
}

#[test]
fn a_listener_that_comes_back_goes_on_and_one_that_does_not_is_closed() {
    let mut world = world(Mode::Test);
    let listener: EndpointId = id(5);
    act(&mut world, create(listener, EndpointKind::Listener), START).expect("a listener");
    let close = |world: &mut World, seconds| {
        act(world, WebhookCommand::Abandon(vec![listener, endpoint()]), after(seconds))
            .expect("never refused");
        world.endpoints.get(&listener).expect("the listener").archived_at.is_some()
    };
    assert!(!close(&mut world, 119));
    assert!(close(&mut world, 120));
    assert!(known(&world).is_on(), "endpoints are not abandoned");
    act(&mut world, create(listener, EndpointKind::Listener), after(200)).expect("it is back");
    assert!(!close(&mut world, 300));
    let release = WebhookCommand::Release { endpoints: vec![listener], owner: None };
    act(&mut world, release, after(300)).expect("never refused");
    assert!(!close(&mut world, 319), "a server that starts again leaves it the time to come back");
    assert!(close(&mut world, 320));
}

#[test]
fn a_test_event_is_for_one_endpoint_alone_and_counts_there() {
    let mut world = world(Mode::Live);
    for number in 1..=3 {
        let test = WebhookCommand::Test(account(), endpoint(), test_of(id(number)));
        let change = act(&mut world, test, START).expect("a test");
        let event = change.rows.iter().find_map(|row| match row {
            Row::Event(event) => Some(event),
            _ => None,
        });
        let event = event.expect("an event");
        // The first came with the endpoint itself.
        assert_eq!((event.sequence, event.payload.kind()), (i64::from(number) + 1, EventType::WebhookTest));
        assert!(!event.payload.is_for_all());
        assert!(change.rows.iter().any(|row| matches!(row, Row::Delivery(_))));
    }
}

#[test]
fn what_is_wanted_is_stored_as_it_was_said() {
    for wants in [
        EnabledEvents::Everything,
        EnabledEvents::These(EventType::ALL.to_vec()),
        EnabledEvents::These(vec![EventType::PayoutCreated]),
        EnabledEvents::These(Vec::new()),
    ] {
        assert_eq!(EnabledEvents::parse(&wants.text()), Some(wants));
    }
    assert_eq!(EnabledEvents::parse(" payout.created payout.invented "), None);
}

#[test]
fn a_key_hears_what_it_can_read_and_no_more() {
    let only = |scope| [scope].into_iter().collect::<Scopes>();
    let wants = |scopes, asked| match EnabledEvents::readable(scopes, asked) {
        EnabledEvents::These(types) => types,
        EnabledEvents::Everything => panic!("never more than is named"),
    };
    for kind in EventType::ALL {
        for scope in Scope::ALL {
            let hears = wants(only(scope), None).contains(kind);
            assert_eq!(hears, kind.scope().is_none_or(|needed| needed == scope), "{kind:?} {scope:?}");
        }
        assert!(wants(Scopes::all(), None).contains(kind), "every scope, every event: {kind:?}");
    }
    let asked = Some(vec![EventType::PayoutCreated, EventType::DepositCreated]);
    assert_eq!(wants(only(Scope::PayoutsRead), asked), [EventType::PayoutCreated]);
}
