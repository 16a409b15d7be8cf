//! Endpoints: where an account wants its events delivered to, which ones, and under which secret they are signed.

mod health;
mod receivers;
mod test_event;

pub(crate) use health::Health;
pub use health::Owner;
pub use receivers::{MOST_UNVERIFIED, MOST_UNVERIFIED_PER_HOST, receiver_of};
use receivers::{check_is_only_one, check_unverified};
use test_event::verifying;
pub use test_event::{NewTest, test};

use crate::change::{Change, Outcome, Row};
use crate::event::EventType;
use crate::external_account::bank_account::Sealed;
use crate::id::{AccountId, EndpointId, EventId};
use crate::named_enum;
use crate::refusal::{Limit, Noun, Refusal};
use crate::scope::Scopes;
use crate::time::{SECONDS_PER_DAY, Timestamp};
use crate::world::World;

/// As many of each kind as one account can have, together with the simulated people made up for it.
pub const MOST_ENDPOINTS: usize = 16;
/// For so long a secret that was replaced still signs, too.
const OVERLAP_SECONDS: i64 = SECONDS_PER_DAY;
/// Who fails for so long without a single success is turned off.
const PATIENCE_SECONDS: i64 = 5 * SECONDS_PER_DAY;
/// No client has listened for so long: none is going to.
const ABANDONED_SECONDS: i64 = 120;

named_enum! {
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum EndpointKind {
        /// An address that events are posted to.
        Webhook = "webhook",
        /// A developer's terminal, for as long as it is connected.
        Listener = "listener",
    }
}

/// The events that an endpoint asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EnabledEvents {
    /// Also those of kinds that do not exist yet.
    Everything,
    These(Vec<EventType>),
}

impl EnabledEvents {
    /// As it is stored: a space on both sides of each name, so that one can be looked for.
    pub fn text(&self) -> String {
        match self {
            EnabledEvents::Everything => "*".to_owned(),
            EnabledEvents::These(types) => {
                types.iter().fold(" ".to_owned(), |text, kind| text + kind.name() + " ")
            }
        }
    }

    /// Reads what [`EnabledEvents::text`] wrote.
    pub fn parse(text: &str) -> Option<EnabledEvents> {
        match text {
            "*" => Some(EnabledEvents::Everything),
            names => names
                .split_whitespace()
                .map(EventType::parse)
                .collect::<Option<_>>()
                .map(EnabledEvents::These),
        }
    }

    pub fn includes(&self, kind: EventType) -> bool {
        match self {
            EnabledEvents::Everything => true,
            EnabledEvents::These(types) => types.contains(&kind),
        }
    }

    /// What of this a credential with these scopes could read anyway; of everything, if nothing is asked for.
    pub fn readable(scopes: Scopes, asked: Option<Vec<EventType>>) -> EnabledEvents {
        let asked = asked.unwrap_or_else(|| EventType::ALL.to_vec());
        let may_read = |kind: &EventType| kind.scope().is_none_or(|scope| scopes.contains(scope));
        EnabledEvents::These(asked.into_iter().filter(may_read).collect())
    }
}

named_enum! {
    /// Why nothing is sent to an endpoint.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum DeactivationReason {
        /// Its owner wants it so.
        Paused = "paused",
        /// The receiver said 410: for good.
        Gone = "gone",
        /// It failed for days.
        Failing = "failing",
        /// It did not accept the test event that verifies it, however often that was sent.
        Unverified = "unverified",
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deactivation {
    pub reason: DeactivationReason,
    pub at: Timestamp,
}

/// Which process delivers to an endpoint. If it dies, the lease runs out and any other takes over.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lease {
    pub owner: String,
    pub until: Timestamp,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Endpoint {
    pub id: EndpointId,
    pub account: AccountId,
    /// The account whose limits it counts towards: its own, or the one that a simulated person was made up for.
    pub sponsor: AccountId,
    pub kind: EndpointKind,
    pub url: String,
    pub description: String,
    pub wants: EnabledEvents,
    pub secret: Sealed,
    /// The one before, and until when it signs, too.
    pub old_secret: Option<(Sealed, Timestamp)>,
    pub off: Option<Deactivation>,
    /// Since when nothing has succeeded.
    pub failing_since: Option<Timestamp>,
    /// How many test events it was sent: they count as events of the endpoint.
    pub tests: i64,
    /// When the receiver at this URL first accepted a test event. Until then it is sent nothing else.
    pub verified_at: Option<Timestamp>,
    /// The test event that verifies the endpoint, while it is not verified.
    pub verification: Option<EventId>,
    pub created_at: Timestamp,
    pub archived_at: Option<Timestamp>,
    pub lease: Lease,
    /// When it may have its whole daily allowance of deliveries sent again, in real time.
    pub replays_whole_at: Timestamp,
}

impl Endpoint {
    /// Whether anything is sent to it.
    pub fn is_on(&self) -> bool {
        self.off.is_none() && self.archived_at.is_none()
    }

    /// The test event that the receiver must accept before it is sent anything else.
    pub fn awaited_test(&self) -> Option<EventId> {
        self.verification.filter(|_| self.verified_at.is_none())
    }

    /// The secrets that sign at this moment, the newest first.
    pub fn secrets(&self, now: Timestamp) -> impl Iterator<Item = &Sealed> {
        let old = self.old_secret.as_ref().filter(|(_, until)| now < *until);
        std::iter::once(&self.secret).chain(old.map(|(secret, _)| secret))
    }

    /// Whether another process delivers to it at this moment.
    pub fn is_taken(&self, owner: &str, now: Timestamp) -> bool {
        self.lease.owner != owner && now < self.lease.until
    }
}

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
    if !is_open && world.open_endpoints(account.charged(), new.kind) >= MOST_ENDPOINTS {
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
    let lease = Lease { owner: owner.to_owned(), until };
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
    let left = known.filter(|endpoint| {
        endpoint.kind == EndpointKind::Listener && endpoint.lease.until <= abandoned_before(now)
    });
    let rows = left.map(|endpoint| Row::Endpoint(Endpoint { archived_at: Some(now), ..endpoint.clone() }));
    Change { outcome: Outcome::Done, rows: rows.collect() }
}

/// Listeners whose lease ended before this moment are abandoned.
pub fn abandoned_before(now: Timestamp) -> Timestamp {
    now.plus_seconds(-ABANDONED_SECONDS)
}

/// One of this account's that is not archived.
pub(crate) fn open(world: &World, account: AccountId, id: EndpointId) -> Result<&Endpoint, Refusal> {
    let known = world.endpoints.get(&id).filter(|known| known.account == account);
    known.filter(|known| known.archived_at.is_none()).ok_or(Refusal::NotFound(Noun::Endpoint))
}

fn changed(endpoint: Endpoint) -> Change {
    Change { outcome: Outcome::Endpoint(endpoint.clone()), rows: vec![Row::Endpoint(endpoint)] }
}
