//! Many deliveries at once: sending them again, or not at all. A part at a time, each in one commit with how far it
//! got, so that it goes on where it was, whichever process dies.

use crate::change::{Change, Outcome, Row};
use crate::decisions::delivery::replay_allowance;
use crate::decisions::delivery::replay_allowance::START_COSTS;
use crate::decisions::endpoint::open;
use crate::delivery::{Delivery, DeliveryStatus, Replay, ReplayKind};
use crate::endpoint::Endpoint;
use crate::id::{EventId, ReplayId};
use crate::refusal::Refusal;
use crate::time::Timestamp;
use crate::world::World;

/// Begins it; what comes later is not part of it.
pub fn start_replay(world: &World, new: &Replay, real_now: Timestamp) -> Result<Change, Refusal> {
    let account = world.account(new.account)?;
    let endpoint = open(world, new.account, new.endpoint)?;
    let now = account.time(real_now);
    let to = new.to.min(now.plus_micros(1));
    let replay = Replay { to, created_at: now, ended_at: None, ..new.clone() };
    let mut rows = vec![Row::Replay(replay.clone())];
    if new.kind.is_counted() {
        replay_allowance::check(endpoint, real_now)?;
        rows.push(Row::Endpoint(replay_allowance::charged(endpoint, account.mode, START_COSTS, real_now)));
    }
    Ok(Change { outcome: Outcome::Replay(replay), rows })
}

/// Does the next part, unless another process has done it: then it is further than `from`. `events` are those that
/// lie within its time, `seen` is the last that was looked at; nothing, if there are no more.
pub fn step_replay(
    world: &World,
    id: ReplayId,
    from: &str,
    events: &[EventId],
    seen: Option<EventId>,
    real_now: Timestamp,
) -> Result<Change, Refusal> {
    let known = world.replays.get(&id);
    let Some(replay) = known.filter(|replay| replay.ended_at.is_none() && replay.position == from) else {
        return Ok(Change { outcome: Outcome::Done, rows: Vec::new() });
    };
    let account = world.account(replay.account)?;
    let now = account.time(real_now);
    let known = events.iter().filter_map(|event| world.deliveries.get(&(replay.endpoint, *event)));
    let endpoint = world.endpoints.get(&replay.endpoint);
    let awaited = endpoint.and_then(Endpoint::awaited_test).filter(|_| replay.kind == ReplayKind::Skip);
    // Without its test, an endpoint would wait to be verified for ever.
    let known = known.filter(|delivery| Some(delivery.event) != awaited);
    let changed: Vec<Delivery> = known.filter_map(|delivery| step(replay.kind, *delivery, now)).collect();
    let counted = endpoint.filter(|_| replay.kind.is_counted() && !changed.is_empty());
    if counted.is_some_and(|endpoint| replay_allowance::paused_until(endpoint, real_now).is_some()) {
        // It goes on where it is when the endpoint has some of its allowance again.
        return Ok(Change { outcome: Outcome::Done, rows: Vec::new() });
    }
    let charged =
        counted.map(|endpoint| replay_allowance::charged(endpoint, account.mode, changed.len(), real_now));
    let replay = Replay {
        position: seen.map_or_else(|| replay.position.clone(), |seen| seen.to_string()),
        done: replay.done + changed.len() as i64,
        ended_at: seen.is_none().then_some(now),
        ..replay.clone()
    };
    let mut rows: Vec<Row> = changed.into_iter().map(Row::Delivery).collect();
    rows.extend(charged.map(Row::Endpoint));
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
