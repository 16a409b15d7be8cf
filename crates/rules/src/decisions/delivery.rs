//! Noting attempts, when the next one comes, and sending again.
//!
//! A delivery is written with its event, so neither is there without the other. It is attempted at least once, and
//! again until the receiver has said that it has it, or the schedule ends.

mod replay;
mod replay_allowance;

use crate::change::{Change, Outcome, Row};
use crate::decisions::endpoint::{Health, Owner, open};
use crate::delivery::{Attempt, AttemptReport, Delivery, DeliveryStatus};
use crate::id::{AccountId, EndpointId, EventId};
use crate::refusal::{Noun, Refusal};
use crate::time::{MICROS_PER_SECOND, Timestamp};
use crate::world::World;
pub use replay::{start_replay, step_replay};
pub use replay_allowance::{LIVE_REPLAYS_PER_DAY, SANDBOX_REPLAYS_PER_DAY, latest_whole_at, paused_until};

/// How long after each attempt the next one comes. After the last, the delivery is given up.
const PAUSES_SECONDS: [i64; 9] = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];

/// What became of some attempts at one endpoint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeliveryReport {
    pub account: AccountId,
    pub endpoint: EndpointId,
    pub attempted: Vec<AttemptReport>,
    pub owner: Owner,
}

/// Notes what became of attempts. A process that has lost the endpoint meanwhile can still say that something
/// arrived, but does not move a schedule that another process has moved since.
pub fn note(world: &World, report: &DeliveryReport, real_now: Timestamp) -> Result<Change, Refusal> {
    let now = world.account(report.account)?.time(real_now);
    let known = world.endpoints.get(&report.endpoint).filter(|known| known.account == report.account);
    let mut health = Health::of(known.ok_or(Refusal::NotFound(Noun::Endpoint))?);
    let mut rows = Vec::with_capacity(report.attempted.len() * 2 + 1);
    for attempted in &report.attempted {
        let Some(delivery) = world.deliveries.get(&(report.endpoint, attempted.event)) else { continue };
        match attempted.answer.is_success() {
            true => health.succeeded(attempted.event, now),
            false => health.failed(attempted.answer.is_gone(), &report.owner, now, real_now),
        }
        let delivery = noted(*delivery, attempted, now);
        if delivery.status == DeliveryStatus::Failed {
            health.given_up(attempted.event, &report.owner, now, real_now);
        }
        rows.push(Row::Attempt(Attempt {
            endpoint: report.endpoint,
            event: attempted.event,
            number: delivery.attempts,
            at: now,
            took_millis: attempted.took_millis,
            answer: attempted.answer.to_log(),
        }));
        rows.push(Row::Delivery(delivery));
    }
    rows.extend(health.notice.map(Row::Email));
    if health.is_changed {
        rows.push(Row::Endpoint(health.endpoint.clone()));
    }
    Ok(Change { outcome: Outcome::Endpoint(health.endpoint), rows })
}

fn noted(known: Delivery, attempted: &AttemptReport, now: Timestamp) -> Delivery {
    let counted = Delivery { attempts: known.attempts + 1, ..known };
    if attempted.answer.is_success() {
        return Delivery { status: DeliveryStatus::Delivered, ..counted };
    }
    if known.status != DeliveryStatus::Waiting || known.attempts != attempted.before {
        return counted;
    }
    let pause = usize::try_from(known.tries).ok().and_then(|tries| PAUSES_SECONDS.get(tries));
    let tries = known.tries + 1;
    match pause {
        Some(pause) => {
            let wait = attempted.answer.wait_seconds().max(*pause) * MICROS_PER_SECOND;
            let later = wait / 10 * i64::from(attempted.jitter) / 256;
            let next_at = now.plus_micros(wait + later);
            Delivery { next_at, tries, ..counted }
        }
        None => Delivery { status: DeliveryStatus::Failed, tries, ..counted },
    }
}

/// Sends one again, whatever became of it.
pub fn replay(
    world: &World,
    account: AccountId,
    endpoint: EndpointId,
    event: EventId,
    now: Timestamp,
) -> Result<Change, Refusal> {
    let owner = world.account(account)?;
    let endpoint = open(world, account, endpoint)?;
    let known = world.deliveries.get(&(endpoint.id, event)).ok_or(Refusal::NotFound(Noun::Delivery))?;
    replay_allowance::check(endpoint, now)?;
    let again = known.again(owner.time(now));
    let charged = replay_allowance::charged(endpoint, owner.mode, 1, now);
    Ok(Change { outcome: Outcome::Delivery(event), rows: vec![Row::Delivery(again), Row::Endpoint(charged)] })
}
