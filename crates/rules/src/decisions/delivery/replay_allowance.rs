//! How many deliveries of an endpoint can be sent again in a day. Sending again writes to the log of attempts, and
//! creates nothing that another limit counts.
//!
//! The endpoint keeps one time: when it has its whole allowance again. Each delivery moves it by the part of a day that
//! one delivery is worth. A replay that has used up the allowance pauses and goes on by itself.

use crate::account::Mode;
use crate::endpoint::Endpoint;
use crate::refusal::Refusal;
use crate::time::{MICROS_PER_SECOND, SECONDS_PER_DAY, Timestamp};

pub const LIVE_REPLAYS_PER_DAY: i64 = 100_000;

pub const SANDBOX_REPLAYS_PER_DAY: i64 = 10_000;

/// To start a replay counts as so many deliveries, so that replays that find nothing are limited, too.
pub(super) const START_COSTS: usize = 10;

const DAY_MICROS: i64 = SECONDS_PER_DAY * MICROS_PER_SECOND;

/// An endpoint that has its whole allowance again later than this has used it up.
pub const fn latest_whole_at(now: Timestamp) -> Timestamp {
    now.plus_micros(DAY_MICROS)
}

/// Until when nothing can be sent again, if the endpoint has used up its allowance.
pub fn paused_until(endpoint: &Endpoint, now: Timestamp) -> Option<Timestamp> {
    let is_used_up = endpoint.replays_whole_at > latest_whole_at(now);
    is_used_up.then(|| endpoint.replays_whole_at.plus_micros(-DAY_MICROS))
}

pub(super) fn check(endpoint: &Endpoint, now: Timestamp) -> Result<(), Refusal> {
    match paused_until(endpoint, now) {
        Some(until) => Err(Refusal::ReplayedTooOften { seconds: until.seconds_after(now).max(1) }),
        None => Ok(()),
    }
}

/// The endpoint after so many more deliveries were sent again.
pub(super) fn charged(endpoint: &Endpoint, mode: Mode, deliveries: usize, now: Timestamp) -> Endpoint {
    let per_day = match mode {
        Mode::Live => LIVE_REPLAYS_PER_DAY,
        Mode::Test => SANDBOX_REPLAYS_PER_DAY,
    };
    let cost = DAY_MICROS / per_day * deliveries as i64;
    Endpoint { replays_whole_at: endpoint.replays_whole_at.max(now).plus_micros(cost), ..endpoint.clone() }
}
