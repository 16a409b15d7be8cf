//! Replays: many deliveries to be sent again, or not at all, and how far each replay is.

use crate::id::{AccountId, EndpointId, ReplayId};
use crate::named_enum;
use crate::time::Timestamp;

named_enum! {
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum ReplayKind {
        /// Sends again what was given up.
        Failed = "failed",
        /// Sends again everything from a time, whatever became of it.
        Range = "range",
        /// Sends nothing of what waits.
        Skip = "skip",
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay {
    pub id: ReplayId,
    pub endpoint: EndpointId,
    pub account: AccountId,
    pub kind: ReplayKind,
    /// Events from this moment on and before the other, by the account's clock.
    pub from: Timestamp,
    pub to: Timestamp,
    /// What has been looked at, in the order of events.
    pub position: String,
    pub done: i64,
    pub created_at: Timestamp,
    pub ended_at: Option<Timestamp>,
}

impl ReplayKind {
    /// Whether it counts towards what an endpoint can have sent again in a day.
    pub(crate) fn is_counted(self) -> bool {
        match self {
            ReplayKind::Failed | ReplayKind::Range => true,
            ReplayKind::Skip => false,
        }
    }
}
