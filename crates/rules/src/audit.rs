//! Who audits, and what follows when no server does. Servers take turns and leave the audit to a newer Florin, but only
//! while rounds succeed: whatever keeps them from it, a server audits anyway, raises an alarm, and in the end stops
//! money.

use crate::time::Timestamp;

/// Without a round that succeeded for this long, a server audits whatever keeps it from it, and raises an alarm.
pub const OVERDUE_SECONDS: i64 = 5 * 60;
/// Without a round that succeeded for this long, outgoing money is stopped.
pub const STOP_SECONDS: i64 = 60 * 60;

/// A round that succeeded: all that it looked at was read, and what was broken has stopped money.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AuditRound {
    /// The newest migration that the auditing server knows.
    pub schema_version: i64,
    pub succeeded_at: Timestamp,
}

/// A round on record, with a proof that a server wrote it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProvedRound {
    pub round: AuditRound,
    pub proof: String,
}

/// What a server knows of the rounds of all servers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rounds {
    pub schema_version: i64,
    /// Whether the database has migrations of a newer Florin.
    pub is_outdated: bool,
    /// When this server started, or last succeeded itself.
    pub own: Timestamp,
    /// The latest on record that a server wrote.
    pub recorded: Option<AuditRound>,
}

/// What a server has to do about the audit now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AuditDuty {
    /// A newer Florin audits: this one may take rows that it does not know for a break.
    LeaveToNewer,
    /// Audit, unless another server is at it.
    TakeTurns,
    /// No server has succeeded for too long: audit, even if another claims to be at it.
    AuditAnyway,
}

/// How long no round has succeeded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AuditState {
    Recent,
    /// Raise an alarm.
    Overdue,
    /// Stop outgoing money.
    Missing,
}

impl Rounds {
    pub fn duty(&self, now: Timestamp) -> AuditDuty {
        match (self.is_outdated, self.is_recent(now, OVERDUE_SECONDS)) {
            (true, true) => AuditDuty::LeaveToNewer,
            (false, true) => AuditDuty::TakeTurns,
            (_, false) => AuditDuty::AuditAnyway,
        }
    }

    pub fn state(&self, now: Timestamp) -> AuditState {
        match (self.is_recent(now, OVERDUE_SECONDS), self.is_recent(now, STOP_SECONDS)) {
            (true, _) => AuditState::Recent,
            (false, true) => AuditState::Overdue,
            (false, false) => AuditState::Missing,
        }
    }

    /// When the audit was last known to work.
    pub fn latest(&self, now: Timestamp) -> Timestamp {
        let recorded = self.recorded.filter(|round| self.counts(round, now)).map(|round| round.succeeded_at);
        recorded.map_or(self.own, |recorded| recorded.max(self.own))
    }

    /// An older Florin does not know everything that a newer one writes, so its rounds prove nothing to a newer one. A
    /// time far ahead comes from a clock that is wrong, and would count for too long.
    fn counts(&self, round: &AuditRound, now: Timestamp) -> bool {
        let is_of_a_peer = match self.is_outdated {
            true => round.schema_version > self.schema_version,
            false => round.schema_version >= self.schema_version,
        };
        is_of_a_peer && round.succeeded_at <= now.plus_seconds(OVERDUE_SECONDS)
    }

    fn is_recent(&self, now: Timestamp, seconds: i64) -> bool {
        now <= self.latest(now).plus_seconds(seconds)
    }
}
