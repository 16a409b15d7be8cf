//! Test events, which are for one endpoint alone. The receiver of an unverified endpoint has to accept one before it is
//! sent anything else.

use crate::attempt::GuardKey;
use crate::change::{Change, Outcome, Row};
use crate::decisions::attempt;
use crate::decisions::endpoint::{changed, open};
use crate::delivery::Delivery;
use crate::endpoint::Endpoint;
use crate::event::{Event, EventPayload};
use crate::id::{AccountId, EndpointId, EventId};
use crate::refusal::Refusal;
use crate::time::Timestamp;
use crate::world::World;

/// A test event for one endpoint, and what counts it if the endpoint is not verified: its host may belong to someone
/// else, so an account, with its simulated people, can send only so many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NewTest {
    pub event: EventId,
    pub counted: GuardKey,
}

/// An event that is for this endpoint alone.
pub fn test(
    world: &World,
    account: AccountId,
    id: EndpointId,
    test: NewTest,
    now: Timestamp,
) -> Result<Change, Refusal> {
    let at = world.account(account)?.time(now);
    let (endpoint, told) = tested(world, open(world, account, id)?.clone(), test, (at, now))?;
    let rows = std::iter::once(Row::Endpoint(endpoint)).chain(told);
    Ok(Change { outcome: Outcome::Delivery(test.event), rows: rows.collect() })
}

/// The endpoint must accept this test before it is sent anything else.
pub(super) fn verifying(
    world: &World,
    endpoint: Endpoint,
    test: NewTest,
    times: (Timestamp, Timestamp),
) -> Result<Change, Refusal> {
    let (endpoint, told) = tested(world, Endpoint { verified_at: None, ..endpoint }, test, times)?;
    let mut change = changed(endpoint);
    change.rows.extend(told);
    Ok(change)
}

/// With one more test event, which is for this endpoint alone. It happens at the account's time, and counts at the
/// real one.
fn tested(
    world: &World,
    endpoint: Endpoint,
    NewTest { event, counted }: NewTest,
    (at, real_now): (Timestamp, Timestamp),
) -> Result<(Endpoint, Vec<Row>), Refusal> {
    let mut rows = match endpoint.verified_at {
        None => attempt::count(world, &[counted], real_now)?.rows,
        Some(_) => Vec::new(),
    };
    let verification = if endpoint.verified_at.is_none() { Some(event) } else { endpoint.verification };
    let endpoint = Endpoint { tests: endpoint.tests + 1, verification, ..endpoint };
    let told = Event {
        id: event,
        account: endpoint.account,
        payload: EventPayload::WebhookTest(Box::new(endpoint.clone())),
        sequence: endpoint.tests,
        at,
    };
    let delivery = Delivery::new(endpoint.id, event, endpoint.account, at);
    rows.extend([Row::Event(told), Row::Delivery(delivery)]);
    Ok((endpoint, rows))
}
