//! Why a use case failed.

use std::fmt;

use rules::refusal::Refusal;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// An expected no.
    Refused(Refusal),
    /// The cursor was changed, or belongs to another list, filter or caller.
    InvalidCursor,
    /// More is waiting than can be done soon. Nothing was changed.
    Busy,
    /// The database is away. What was asked may be tried again; with an Idempotency-Key, always safely.
    Unavailable,
    /// Our fault; logged where it happened.
    Internal,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Refused(refusal) => refusal.fmt(f),
            Failure::InvalidCursor => f.write_str("this cursor belongs to another list"),
            Failure::Busy => f.write_str("the database is overloaded; nothing was changed, try again"),
            Failure::Unavailable => f.write_str("the database is unavailable"),
            Failure::Internal => f.write_str("an internal error occurred; the log has the details"),
        }
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        Failure::Refused(refusal)
    }
}

/// A question that could not be answered. Reads change nothing, so the cause only matters to the operator.
impl From<store::Error> for Failure {
    fn from(error: store::Error) -> Failure {
        match error {
            store::Error::Unavailable(_)
            | store::Error::Conflict(_)
            | store::Error::TimedOut(_)
            | store::Error::Unknown(_) => {
                tracing::warn!(%error, "database read failed");
                Failure::Unavailable
            }
            store::Error::Refused(_)
            | store::Error::OutOfRange(_)
            | store::Error::NotMigrated(_)
            | store::Error::Corrupt(_) => {
                tracing::error!(%error, "database read failed");
                Failure::Internal
            }
        }
    }
}
