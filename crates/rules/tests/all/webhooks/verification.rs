//! An endpoint is sent nothing but its test event until the receiver has accepted that.

use rules::account::{Account, Mode};
use rules::change::Row;
use rules::command::WebhookCommand;
use rules::decisions::endpoint::{CreateEndpoint, EndpointEdit};
use rules::endpoint::{
    DeactivationReason, EnabledEvents, Endpoint, EndpointKind, MAX_UNVERIFIED_PER_HOST, receiver_of,
};
use rules::event_type::EventType;
use rules::id::{EndpointId, EventId};
use rules::refusal::{Limit, Refusal};

use crate::webhooks::support::{
    START, account, act, after, answered, create, due, endpoint, id, known, test_of, try_once, verification,
    world,
};

fn describe(url: &str, test: EventId) -> WebhookCommand {
    let (url, description) = (url.to_owned(), "another".to_owned());
    let edit =
        EndpointEdit::Describe { url, description, wants: EnabledEvents::Everything, test: test_of(test) };
    WebhookCommand::Edit(account(), endpoint(), edit)
}

fn at(id: EndpointId, kind: EndpointKind, url: &str) -> WebhookCommand {
    match create(id, kind) {
        WebhookCommand::Create(new) => WebhookCommand::Create(CreateEndpoint { url: url.to_owned(), ..new }),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_new_endpoint_comes_with_the_test_that_verifies_it() {
    let mut world = world(Mode::Live);
    assert_eq!((known(&world).verified_at, known(&world).awaited_test()), (None, Some(verification())));
    let change = act(&mut world, create(id(9), EndpointKind::Webhook), START).expect("one more");
    let kinds: Vec<EventType> = change.rows.iter().filter_map(kind).collect();
    assert_eq!(kinds, [EventType::WebhookTest]);
    assert!(change.rows.iter().any(|row| matches!(row, Row::Delivery(_))));
}

fn kind(row: &Row) -> Option<EventType> {
    match row {
        Row::Event(event) => Some(event.payload.kind()),
        _ => None,
    }
}

#[test]
fn only_the_test_that_is_awaited_verifies_and_only_by_2xx() {
    let mut world = world(Mode::Live);
    let other = due(&mut world, 1);
    try_once(&mut world, other, answered(200), after(1));
    for code in [199, 301, 404, 500] {
        try_once(&mut world, verification(), answered(code), after(2));
    }
    assert_eq!(known(&world).verified_at, None);
    try_once(&mut world, verification(), answered(204), after(3));
    assert_eq!((known(&world).verified_at, known(&world).awaited_test()), (Some(after(3)), None));
}

#[test]
fn a_test_that_is_sent_again_replaces_the_one_before() {
    let mut world = world(Mode::Live);
    act(&mut world, WebhookCommand::Test(account(), endpoint(), test_of(id(50))), START).expect("a test");
    try_once(&mut world, verification(), answered(204), after(1));
    assert_eq!(known(&world).verified_at, None);
    try_once(&mut world, id(50), answered(204), after(2));
    assert_eq!(known(&world).verified_at, Some(after(2)));
    act(&mut world, WebhookCommand::Test(account(), endpoint(), test_of(id(51))), START).expect("a test");
    try_once(&mut world, id(51), answered(500), after(3));
    assert_eq!(known(&world).verified_at, Some(after(2)), "a later test changes nothing");
}

#[test]
fn another_url_must_be_verified_and_nothing_else_must() {
    let mut world = world(Mode::Live);
    try_once(&mut world, verification(), answered(204), after(1));
    let same = known(&world).url.clone();
    for command in [
        describe(&same, id(60)),
        WebhookCommand::Edit(account(), endpoint(), EndpointEdit::Rotate(known(&world).secret.clone())),
        WebhookCommand::Edit(account(), endpoint(), EndpointEdit::TurnOff),
        WebhookCommand::Edit(account(), endpoint(), EndpointEdit::TurnOn { test: test_of(id(90)) }),
    ] {
        act(&mut world, command, after(2)).expect("an edit");
        assert_eq!(known(&world).verified_at, Some(after(1)));
    }
    act(&mut world, describe("https://victim.example.com/", id(61)), after(3)).expect("an edit");
    assert_eq!((known(&world).verified_at, known(&world).awaited_test()), (None, Some(id(61))));
    // What the receiver before answers late says nothing about this one.
    try_once(&mut world, verification(), answered(204), after(4));
    assert_eq!(known(&world).verified_at, None);
    try_once(&mut world, id(61), answered(204), after(5));
    assert_eq!(known(&world).verified_at, Some(after(5)));
}

#[test]
fn a_receiver_has_one_endpoint_of_an_account_whatever_the_query() {
    let mut world = world(Mode::Test);
    let url = known(&world).url.clone();
    let twice = |url: &str| at(id(9), EndpointKind::Webhook, url);
    for same in [url.clone(), format!("{url}?x=1"), format!("{url}?")] {
        assert_eq!(act(&mut world, twice(&same), START), Err(Refusal::EndpointExists), "{same}");
    }
    for other in [format!("{url}/"), url.replace("https", "http"), "https://example.com/".to_owned()] {
        let mut world = crate::webhooks::support::world(Mode::Test);
        assert!(act(&mut world, twice(&other), START).is_ok(), "{other}");
        let back = describe(&other, id(70));
        assert_eq!(act(&mut world, back, START), Err(Refusal::EndpointExists), "{other}");
    }
    // Its own query can change, and a listener has no receiver.
    assert!(act(&mut world, describe(&format!("{url}?y=2"), id(71)), START).is_ok());
    for number in [20, 21] {
        assert!(act(&mut world, at(id(number), EndpointKind::Listener, ""), START).is_ok());
    }
    // One that was removed makes room.
    act(&mut world, WebhookCommand::Edit(account(), endpoint(), EndpointEdit::Archive), START).expect("gone");
    assert!(act(&mut world, twice(&url), START).is_ok());
    assert_eq!(receiver_of("https://example.com/a?b?c"), "https://example.com/a");
}

#[test]
fn an_endpoint_whose_test_is_given_up_is_turned_off_with_an_email_and_on_again_gets_a_new_test() {
    let mut world = world(Mode::Live);
    let other = due(&mut world, 1);
    for _ in 0..20 {
        try_once(&mut world, other, answered(500), after(1));
    }
    assert!(known(&world).is_on(), "only the test counts");
    let emails = |change: &rules::change::Change| {
        change.rows.iter().filter(|row| matches!(row, Row::Email(_))).count()
    };
    let sent: Vec<usize> =
        (0..10).map(|_| emails(&try_once(&mut world, verification(), answered(500), after(2)))).collect();
    assert_eq!(sent, [0, 0, 0, 0, 0, 0, 0, 0, 0, 1], "after the last attempt");
    assert_eq!(known(&world).off.map(|off| off.reason), Some(DeactivationReason::Unverified));
    let on = WebhookCommand::Edit(account(), endpoint(), EndpointEdit::TurnOn { test: test_of(id(80)) });
    let change = act(&mut world, on, after(3)).expect("on");
    assert_eq!(change.rows.iter().filter_map(kind).collect::<Vec<_>>(), [EventType::WebhookTest]);
    assert_eq!((known(&world).off, known(&world).awaited_test()), (None, Some(id(80))));
    try_once(&mut world, id(80), answered(200), after(4));
    assert_eq!(known(&world).verified_at, Some(after(4)));
}

#[test]
fn a_few_endpoints_at_one_host_may_be_unverified() {
    let refused = Err(Refusal::LimitExceeded(Limit::UnverifiedAtHost));
    let mut world = world(Mode::Test);
    let at_host = |number: u8, url: &str| at(id(number), EndpointKind::Webhook, url);
    for number in 1..MAX_UNVERIFIED_PER_HOST {
        let number = 10 + number as u8;
        let url = format!("http://example.com:8080/{number}");
        act(&mut world, at_host(number, &url), START).expect("there is room");
    }
    assert_eq!(act(&mut world, at_host(30, "https://example.com/30"), START), refused);
    act(&mut world, at_host(31, "https://other.example.com/"), START).expect("another host");
    let moved = EndpointEdit::Describe {
        url: "https://example.com/moved".to_owned(),
        description: String::new(),
        wants: EnabledEvents::Everything,
        test: test_of(id(81)),
    };
    assert_eq!(act(&mut world, WebhookCommand::Edit(account(), id(31), moved), START), refused);
    act(&mut world, describe("https://example.com/again", id(82)), START).expect("its own place");
    try_once(&mut world, id(82), answered(200), after(1));
    act(&mut world, at_host(30, "https://example.com/30"), after(1)).expect("one of them is verified");
}

#[test]
fn a_listener_is_verified_from_the_beginning() {
    let mut world = world(Mode::Test);
    let change = act(&mut world, create(id(9), EndpointKind::Listener), after(1)).expect("a listener");
    let listener = world.endpoints.get(&id(9)).expect("the listener");
    assert_eq!((listener.verified_at, listener.awaited_test()), (Some(after(1)), None));
    assert!(!change.rows.iter().any(|row| matches!(row, Row::Event(_) | Row::Delivery(_))));
}

/// Simulated people are free, so each with limits of their own would be no limit.
#[test]
fn endpoints_of_simulated_people_count_towards_the_limits_of_their_sponsor() {
    let mut world = world(Mode::Test);
    for number in 100..120 {
        let (sponsor, id) = (Some(account()), id(number));
        let own = *world.account(account()).expect("the account");
        world.accounts.load(id, Account { id, sponsor, ..own });
    }
    let by = |person: u8, url: String| match at(id(person), EndpointKind::Webhook, &url) {
        WebhookCommand::Create(new) => WebhookCommand::Create(CreateEndpoint { account: id(person), ..new }),
        other => panic!("not {other:?}"),
    };
    let mut add = |person: u8, url: &str| act(&mut world, by(person, url.to_owned()), START).map(drop);
    for person in 100..102 {
        add(person, "https://example.com/").expect("the sponsor has one there, too");
    }
    let refused = |limit| Err(Refusal::LimitExceeded(limit));
    assert_eq!(add(102, "https://example.com/"), refused(Limit::UnverifiedAtHost));
    for person in 102..109 {
        add(person, &format!("https://host{person}.com/")).expect("there is room");
    }
    assert_eq!(add(109, "https://host109.com/"), refused(Limit::UnverifiedEndpoints));
    // One that is verified makes room, whichever account has it.
    let verified = world.endpoints.get(&id(105)).expect("the endpoint").clone();
    world.put(Row::Endpoint(Endpoint { verified_at: Some(START), ..verified }));
    assert!(act(&mut world, by(109, "https://host109.com/".to_owned()), START).is_ok());
}
