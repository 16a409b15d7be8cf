//! Creating, changing, testing and leasing endpoints.

mod health;
mod receivers;
mod test_event;

use crate::change::{Change, Outcome, Row};
use crate::endpoint::{
    Deactivation, DeactivationReason, EnabledEvents, Endpoint, EndpointKind, Lease, MAX_ENDPOINTS,
};
use crate::external_account::bank_account::Sealed;
use crate::id::{AccountId, EndpointId};
use crate::refusal::{Limit, Noun, Refusal};
use crate::time::{SECONDS_PER_DAY, Timestamp};
use crate::world::World;
pub(crate) use health::Health;
pub use health::Owner;
use receivers::{check_is_only_one, check_unverified};
use test_event::verifying;
pub use test_event::{NewTest, test};

/// For so long a secret that was replaced still signs, too.
const OVERLAP_SECONDS: i64 = SECONDS_PER_DAY;

/// Who fails for so long without a single success is turned off.
const PATIENCE_SECONDS: i64 = 5 * SECONDS_PER_DAY;

/// No client has listened for so long: none is going to.
const ABANDONED_SECONDS: i64 = 120;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CreateEndpoint {
    pub id: EndpointId,
    pub account: AccountId,
    pub kind: EndpointKind,
    pub url: String,
    pub description: String,
    pub wants: EnabledEvents,
    pub secret: Sealed,
    /// Verifies a webhook endpoint; a listener needs none.
    pub test: NewTest,
}

/// A listener that comes back is the one that is there. It may come back with another key, that hears something else.
pub fn create(world: &World, new: &CreateEndpoint, now: Timestamp) -> Result<Change, Refusal> {
    let account = world.account(new.account)?;
    let known = world.endpoints.get(&new.id);
    let is_open = known.is_some_and(|known| known.archived_at.is_none());
    if !is_open && world.open_endpoints(account.charged(), new.kind) >= MAX_ENDPOINTS {
        return Err(Refusal::LimitExceeded(Limit::Endpoints));
    }
    if let Some(known) = known {
        let is_back = known.account == new.account && [known.kind, new.kind] == [EndpointKind::Listener; 2];
        let lease = Lease { owner: String::new(), until: now };
        return match is_back {
            true => {
                let wants = new.wants.clone();
                Ok(changed(Endpoint { wants, archived_at: None, lease, ..known.clone() }))
            }
            false => Err(Refusal::NotFound(Noun::Endpoint)),
        };
    }
    if new.kind == EndpointKind::Webhook {
        check_is_only_one(world, new.account, new.id, &new.url)?;
        check_unverified(world, account.charged(), new.id, &new.url)?;
    }
    let (at, test, new) = (account.time(now), new.test, new.clone());
    let endpoint = Endpoint {
        id: new.id,
        account: new.account,
        sponsor: account.charged(),
        kind: new.kind,
        url: new.url,
        description: new.description,
        wants: new.wants,
        secret: new.secret,
        old_secret: None,
        off: None,
        failing_since: None,
        tests: 0,
        // A listener has proved itself by asking.
        verified_at: (new.kind == EndpointKind::Listener).then_some(at),
        verification: None,
        created_at: at,
        archived_at: None,
        // A listener has a while to begin.
        lease: Lease { owner: String::new(), until: now },
        replays_whole_at: Timestamp::default(),
    };
    match endpoint.kind {
        EndpointKind::Listener => Ok(changed(endpoint)),
        EndpointKind::Webhook => verifying(world, endpoint, test, (at, now)),
    }
}

/// What its owner changes about an endpoint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EndpointEdit {
    /// Another URL must be verified, by this test.
    Describe {
        url: String,
        description: String,
        wants: EnabledEvents,
        test: NewTest,
    },
    /// The old secret signs beside the new one for a day.
    Rotate(Sealed),
    /// What waits is sent at once; to an endpoint that is not verified, this test.
    TurnOn {
        test: NewTest,
    },
    TurnOff,
    /// For good.
    Archive,
}

pub fn edit(
    world: &World,
    account: AccountId,
    id: EndpointId,
    edit: &EndpointEdit,
    now: Timestamp,
) -> Result<Change, Refusal> {
    let real_now = now;
    let now = world.account(account)?.time(now);
    let mut endpoint = open(world, account, id)?.clone();
    match edit {
        EndpointEdit::Describe { url, description, wants, test } => {
            endpoint.description.clone_from(description);
            endpoint.wants.clone_from(wants);
            if endpoint.url != *url {
                check_is_only_one(world, account, id, url)?;
                check_unverified(world, endpoint.sponsor, id, url)?;
                let moved = Endpoint { url: url.clone(), ..endpoint };
                return verifying(world, moved, *test, (now, real_now));
            }
        }
        EndpointEdit::Rotate(secret) => {
            // Signatures are dated by the real clock, whatever the account's says.
            let until = real_now.plus_seconds(OVERLAP_SECONDS);
            endpoint.old_secret = Some((std::mem::replace(&mut endpoint.secret, secret.clone()), until));
        }
        EndpointEdit::TurnOn { test } => {
            endpoint.off = None;
            endpoint.failing_since = None;
            if endpoint.verified_at.is_none() {
                return verifying(world, endpoint, *test, (now, real_now));
            }
        }
        EndpointEdit::TurnOff => {
            endpoint.off =
                endpoint.off.or(Some(Deactivation { reason: DeactivationReason::Paused, at: now }));
        }
        EndpointEdit::Archive => endpoint.archived_at = Some(now),
    }
    Ok(changed(endpoint))
}

/// Takes those that no other process owns, or keeps them, until a moment.
pub fn lease(world: &World, ids: &[EndpointId], owner: &str, until: Timestamp, now: Timestamp) -> Change {
    let known = ids.iter().filter_map(|id| world.endpoints.get(id));
    let free = known.filter(|endpoint| endpoint.is_on() && !endpoint.is_taken(owner, now));
    let lease = Lease { owner: owner.to_owned(), until: until.min(Lease::latest_end(now)) };
    let leased: Vec<Endpoint> =
        free.map(|endpoint| Endpoint { lease: lease.clone(), ..endpoint.clone() }).collect();
    let rows = leased.iter().cloned().map(Row::Endpoint).collect();
    Change { outcome: Outcome::Endpoints(leased), rows }
}

/// Gives back what this owner has, or any owner, so that others need not wait. A listener stays as it is: no other
/// process waits for it, and its lease says when a client last listened.
pub fn release(world: &World, ids: &[EndpointId], owner: Option<&str>) -> Change {
    let known = ids.iter().filter_map(|id| world.endpoints.get(id));
    let known = known.filter(|endpoint| endpoint.kind == EndpointKind::Webhook);
    let own = known.filter(|endpoint| owner.is_none_or(|owner| endpoint.lease.owner == owner));
    let rows = own.map(|endpoint| Row::Endpoint(Endpoint { lease: Lease::default(), ..endpoint.clone() }));
    Change { outcome: Outcome::Done, rows: rows.collect() }
}

/// Abandoned listeners.
pub fn abandon(world: &World, ids: &[EndpointId], now: Timestamp) -> Change {
    let known = ids.iter().filter_map(|id| world.endpoints.get(id));
    let (earliest, latest) = listened_between(now);
    let is_silent = |lease: &Lease| lease.until <= earliest || lease.until > latest;
    let left = known.filter(|endpoint| endpoint.kind == EndpointKind::Listener && is_silent(&endpoint.lease));
    let rows = left.map(|endpoint| Row::Endpoint(Endpoint { archived_at: Some(now), ..endpoint.clone() }));
    Change { outcome: Outcome::Done, rows: rows.collect() }
}

/// Listeners whose lease ended before the first of these moments, or ends after the other, are abandoned.
pub fn listened_between(now: Timestamp) -> (Timestamp, Timestamp) {
    (now.plus_seconds(-ABANDONED_SECONDS), Lease::latest_end(now))
}

/// One of this account's that is not archived.
pub(crate) fn open(world: &World, account: AccountId, id: EndpointId) -> Result<&Endpoint, Refusal> {
    let known = world.endpoints.get(&id).filter(|known| known.account == account);
    known.filter(|known| known.archived_at.is_none()).ok_or(Refusal::NotFound(Noun::Endpoint))
}

fn changed(endpoint: Endpoint) -> Change {
    Change { outcome: Outcome::Endpoint(endpoint.clone()), rows: vec![Row::Endpoint(endpoint)] }
}
