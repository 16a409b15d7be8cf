//! Deliveries: an event on its way to an endpoint, and what became of each attempt.

mod connection_slots;
mod pace;
mod replay;

use crate::id::{AccountId, EndpointId, EventId};
use crate::named_enum;
use crate::time::{SECONDS_PER_DAY, Timestamp};
pub use connection_slots::{ConnectionSlots, Holder, MIN_SLOTS, Sender, Share};
pub use pace::Pace;
pub use replay::{Replay, ReplayKind};

/// The longest that a receiver can ask us to wait.
pub const LONGEST_WAIT_SECONDS: i64 = SECONDS_PER_DAY;

/// Deliveries, and the log of their attempts, are kept for so long.
pub const KEPT_SECONDS: i64 = 30 * SECONDS_PER_DAY;

/// So many attempts of a delivery are kept in the log: those of two whole schedules.
pub const KEPT_ATTEMPTS: i64 = 20;

/// "Gone": the receiver wants no more events, ever.
const GONE: u16 = 410;

named_enum! {
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum DeliveryStatus {
        /// To be attempted, for the first time or again.
        Waiting = "waiting",
        Delivered = "delivered",
        /// Given up.
        Failed = "failed",
        /// Its owner did not want it any more.
        Skipped = "skipped",
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Delivery {
    pub endpoint: EndpointId,
    pub event: EventId,
    pub account: AccountId,
    pub status: DeliveryStatus,
    /// When it is due, by the account's clock, while it waits.
    pub next_at: Timestamp,
    /// How far it has come in the schedule.
    pub tries: i64,
    /// All attempts, also those before it was replayed.
    pub attempts: i64,
}

impl Delivery {
    pub fn new(endpoint: EndpointId, event: EventId, account: AccountId, at: Timestamp) -> Delivery {
        let status = DeliveryStatus::Waiting;
        Delivery { endpoint, event, account, status, next_at: at, tries: 0, attempts: 0 }
    }

    /// From the beginning, at once.
    pub(crate) fn again(self, now: Timestamp) -> Delivery {
        Delivery { status: DeliveryStatus::Waiting, next_at: now, tries: 0, ..self }
    }
}

/// What came back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AttemptResponse {
    /// A response, with the beginning of what it said.
    Status { code: u16, excerpt: String, retry_after: Option<i64> },
    /// None, and why.
    Nothing { why: String },
}

impl AttemptResponse {
    pub fn is_success(&self) -> bool {
        matches!(self, AttemptResponse::Status { code: 200..=299, .. })
    }

    pub(crate) fn is_gone(&self) -> bool {
        matches!(self, AttemptResponse::Status { code: GONE, .. })
    }

    /// As the log keeps it. What a receiver says beside a success explains nothing, and fills the disk.
    pub(crate) fn to_log(&self) -> AttemptResponse {
        match self {
            AttemptResponse::Status { code, retry_after, .. } if self.is_success() => {
                AttemptResponse::Status { code: *code, excerpt: String::new(), retry_after: *retry_after }
            }
            AttemptResponse::Status { .. } | AttemptResponse::Nothing { .. } => self.clone(),
        }
    }

    /// For how long the receiver asked not to be called.
    pub fn wait_seconds(&self) -> i64 {
        match self {
            AttemptResponse::Status { retry_after: Some(seconds), .. } if !self.is_success() => {
                (*seconds).clamp(0, LONGEST_WAIT_SECONDS)
            }
            AttemptResponse::Status { .. } | AttemptResponse::Nothing { .. } => 0,
        }
    }
}

/// One attempt, as reported by the process that made it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AttemptReport {
    pub event: EventId,
    /// How many attempts there had been.
    pub before: i64,
    pub took_millis: i64,
    pub answer: AttemptResponse,
    /// Moves the next attempt by up to a tenth, so that those of one moment do not all come back in one.
    pub jitter: u8,
}

/// One line of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attempt {
    pub endpoint: EndpointId,
    pub event: EventId,
    pub number: i64,
    pub at: Timestamp,
    pub took_millis: i64,
    pub answer: AttemptResponse,
}

impl Attempt {
    /// The number of the attempt that leaves the log when this one enters it. Numbers have no gaps, so at most
    /// [`KEPT_ATTEMPTS`] are left.
    pub fn replaces(&self) -> Option<i64> {
        Some(self.number - KEPT_ATTEMPTS).filter(|number| *number > 0)
    }
}

/// The first id that an event made at this moment can have: those of older ones are smaller.
pub fn first_event_at(at: Timestamp) -> EventId {
    EventId::new(at.millis().unsigned_abs(), [0; 10])
}
