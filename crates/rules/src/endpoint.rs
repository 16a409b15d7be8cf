//! Endpoints: where an account wants its events delivered to, which ones, and under which secret they are signed.

use crate::event_type::EventType;
use crate::external_account::bank_account::Sealed;
use crate::id::{AccountId, EndpointId, EventId};
use crate::named_enum;
use crate::scope::Scopes;
use crate::time::{CLOCKS_DIFFER_SECONDS, Timestamp};

/// As many of each kind as one account can have, together with the simulated people made up for it.
pub const MAX_ENDPOINTS: usize = 16;
/// How many endpoints at one host may wait to be verified: each is sent test events. Those of an account are counted
/// together with those of the simulated people made up for it, who are free.
pub const MAX_UNVERIFIED_PER_HOST: usize = 3;
/// The same at all hosts: a name and a connection are tried for each.
pub const MAX_UNVERIFIED: usize = 10;
/// A process leases an endpoint for no longer than this.
pub const LONGEST_LEASE_SECONDS: i64 = 60;

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

impl Lease {
    /// Whether it holds at this moment, and for so long.
    pub fn holds(&self, now: Timestamp, seconds: i64) -> bool {
        now.plus_seconds(seconds) < self.until && self.until <= Lease::latest_end(now)
    }

    /// When a lease that begins now ends at the latest. One that ends later is of a server whose clock was wrong.
    pub const fn latest_end(now: Timestamp) -> Timestamp {
        now.plus_seconds(LONGEST_LEASE_SECONDS + CLOCKS_DIFFER_SECONDS)
    }
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
        self.lease.owner != owner && self.lease.holds(now, 0)
    }
}

/// What tells two endpoints of an account apart: the URL without its query. A query that is ignored would otherwise
/// make any number of endpoints of one receiver. The URL is in its normal spelling.
pub fn receiver_of(url: &str) -> &str {
    url.split('?').next().unwrap_or_default()
}
