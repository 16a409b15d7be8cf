//! An account with an endpoint, and what can be done to them.

use rules::account::{Account, Mode};
use rules::attempt::Guard;
use rules::change::Change;
use rules::command::{Command, WebhookCommand};
use rules::decisions::delivery::DeliveryReport;
use rules::decisions::endpoint::{CreateEndpoint, NewTest, Owner};
use rules::delivery::{AttemptReport, AttemptResponse, Delivery};
use rules::email_address::EmailAddress;
use rules::endpoint::{EnabledEvents, Endpoint, EndpointKind};
use rules::external_account::bank_account::Sealed;
use rules::id::{AccountId, EndpointId, EventId, Id, IdKind};
use rules::refusal::Refusal;
use rules::time::Timestamp;
use rules::world::World;

pub const START: Timestamp = Timestamp::from_micros(1_767_225_600_000_000);
pub const SECOND: i64 = 1_000_000;
pub const DAY: i64 = 86_400;

pub fn id<K: IdKind>(number: u8) -> Id<K> {
    Id::new(1_767_225_600_000, [number; 10])
}

pub fn after(seconds: i64) -> Timestamp {
    START.plus_seconds(seconds)
}

pub fn account() -> AccountId {
    id(1)
}

pub fn endpoint() -> EndpointId {
    id(2)
}

/// The test event that comes with a new endpoint.
pub fn verification() -> EventId {
    id(200)
}

/// An account of this mode with one endpoint.
pub fn world(mode: Mode) -> World {
    let mut world = World::default();
    let (id, user, own_app) = (account(), id(1), id(1));
    world.accounts.load(
        id,
        Account {
            id,
            user,
            mode,
            own_app,
            created_at: START,
            clock_ahead: 0,
            withdraws_automatically: false,
            sponsor: None,
            recipient_language: None,
            locked_at: None,
        },
    );
    act(&mut world, create(endpoint(), EndpointKind::Webhook), START).expect("the first endpoint");
    world
}

pub fn create(id: EndpointId, kind: EndpointKind) -> WebhookCommand {
    WebhookCommand::Create(CreateEndpoint {
        id,
        account: account(),
        kind,
        url: format!("https://example.com/{id}"),
        description: String::new(),
        wants: EnabledEvents::Everything,
        secret: Sealed(vec![1]),
        test: test_of(verification()),
    })
}

/// A test event that nothing else counts with.
pub fn test_of(event: EventId) -> NewTest {
    NewTest { event, counted: (Guard::EndpointTest, [0; 32]) }
}

pub fn act(world: &mut World, command: WebhookCommand, now: Timestamp) -> Result<Change, Refusal> {
    let change = Command::from(command).decide(world, now)?;
    change.rows.iter().cloned().for_each(|row| world.put(row));
    Ok(change)
}

pub fn due(world: &mut World, number: u8) -> EventId {
    let event: EventId = id(number);
    let delivery = Delivery::new(endpoint(), event, account(), START);
    world.deliveries.load((endpoint(), event), delivery);
    event
}

pub fn answered(code: u16) -> AttemptResponse {
    AttemptResponse::Status { code, excerpt: "says so".to_owned(), retry_after: None }
}

pub fn attempt(world: &World, event: EventId, answer: AttemptResponse) -> AttemptReport {
    let before = delivery(world, event).attempts;
    AttemptReport { event, before, took_millis: 3, answer, jitter: 0 }
}

/// Makes an attempt and notes what became of it.
pub fn try_once(world: &mut World, event: EventId, answer: AttemptResponse, now: Timestamp) -> Change {
    let attempted = vec![attempt(world, event, answer)];
    note(world, attempted, now)
}

pub fn note(world: &mut World, attempted: Vec<AttemptReport>, now: Timestamp) -> Change {
    let mode = world.account(account()).expect("the account").mode;
    let owner =
        Owner { email: EmailAddress::parse("owner@example.com").expect("an address"), mode, email_id: id(9) };
    let report = DeliveryReport { account: account(), endpoint: endpoint(), attempted, owner };
    act(world, WebhookCommand::Note(report), now).expect("never refused")
}

pub fn delivery(world: &World, event: EventId) -> Delivery {
    *world.deliveries.get(&(endpoint(), event)).expect("the delivery")
}

pub fn known(world: &World) -> &Endpoint {
    world.endpoints.get(&endpoint()).expect("the endpoint")
}
