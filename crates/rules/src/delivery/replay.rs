//! Many deliveries at once: sending them again, or not at all. A part at a time, each in one commit with how far it
//! got, so that it goes on where it was, whoever dies.

use crate::change::{Change, Outcome, Row};
use crate::delivery::{Delivery, DeliveryStatus};
use crate::endpoint::{Endpoint, open};
use crate::id::{AccountId, EndpointId, EventId, ReplayId};
use crate::named_enum;
use crate::refusal::Refusal;
use crate::time::Timestamp;
use crate::world::World;

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

/// Begins it; what comes later is not part of it.
pub fn start_replay(world: &World, new: &Replay, now: Timestamp) -> Result<Change, Refusal> {
    let now = world.account(new.account)?.time(now);
    open(world, new.account, new.endpoint)?;
    let to = new.to.min(now.plus_micros(1));
    let replay = Replay { to, created_at: now, ended_at: None, ..new.clone() };
    Ok(Change { outcome: Outcome::Replay(replay.clone()), rows: vec![Row::Replay(replay)] })
}

/// Does the next part, unless somebody has done it: then it is further than `from`. `events` are those that lie within
/// its time, `seen` is the last that was looked at; nothing, if there are no more.
pub fn step_replay(
    world: &World,
    id: ReplayId,
    from: &str,
    events: &[EventId],
    seen: Option<EventId>,
    now: Timestamp,
) -> Result<Change, Refusal> {
    let known = world.replays.get(&id);
    let Some(replay) = known.filter(|replay| replay.ended_at.is_none() && replay.position == from) else {
        return Ok(Change { outcome: Outcome::Done, rows: Vec::new() });
    };
    let now = world.account(replay.account)?.time(now);
    let known = events.iter().filter_map(|event| world.deliveries.get(&(replay.endpoint, *event)));
    let endpoint = world.endpoints.get(&replay.endpoint);
    let awaited = endpoint.and_then(Endpoint::awaited_test).filter(|_| replay.kind == ReplayKind::Skip);
    // Without its test, an endpoint would wait to be verified for ever.
    let known = known.filter(|delivery| Some(delivery.event) != awaited);
    let changed: Vec<Delivery> = known.filter_map(|delivery| step(replay.kind, *delivery, now)).collect();
    let replay = Replay {
        position: seen.map_or_else(|| replay.position.clone(), |seen| seen.to_string()),
        done: replay.done + changed.len() as i64,
        ended_at: seen.is_none().then_some(now),
        ..replay.clone()
    };
    let mut rows: Vec<Row> = changed.into_iter().map(Row::Delivery).collect();
    rows.push(Row::Replay(replay.clone()));
    Ok(Change { outcome: Outcome::Replay(replay), rows })
}

fn step(kind: ReplayKind, delivery: Delivery, now: Timestamp) -> Option<Delivery> {
    let is_waiting = delivery.status == DeliveryStatus::Waiting;
    match kind {
        ReplayKind::Failed if delivery.status == DeliveryStatus::Failed => Some(delivery.again(now)),
        ReplayKind::Range => Some(delivery.again(now)),
        ReplayKind::Skip if is_waiting => Some(Delivery { status: DeliveryStatus::Skipped, ..delivery }),
        ReplayKind::Failed | ReplayKind::Skip => None,
    }
}
