//! Deliveries: an event on its way to an endpoint, what became of each attempt, and when the next one comes.
//!
//! A delivery is written with its event, so neither is there without the other. It is attempted at least once, and
//! again until the receiver has said that it has it, or the schedule ends.

mod connection_slots;
mod pace;
mod replay;
mod replay_allowance;

pub use connection_slots::{ConnectionSlots, Holder, LEAST_SLOTS, Sender, Share};
pub use pace::Pace;
pub use replay::{Replay, ReplayKind, start_replay, step_replay};
pub use replay_allowance::{LIVE_REPLAYS_PER_DAY, SANDBOX_REPLAYS_PER_DAY, latest_whole_at, paused_until};

use crate::change::{Change, Outcome, Row};
use crate::endpoint::{Health, Owner, open};
use crate::id::{AccountId, EndpointId, EventId};
use crate::named_enum;
use crate::refusal::{Noun, Refusal};
use crate::time::{MICROS_PER_SECOND, SECONDS_PER_DAY, Timestamp};
use crate::world::World;

/// How long after each attempt the next one comes. After the last, the delivery is given up.
const PAUSES_SECONDS: [i64; 9] = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
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
    fn again(self, now: Timestamp) -> Delivery {
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

    fn is_gone(&self) -> bool {
        matches!(self, AttemptResponse::Status { code: GONE, .. })
    }

    /// As the log keeps it. What a receiver says beside a success explains nothing, and fills the disk.
    fn to_log(&self) -> AttemptResponse {
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

/// The first id that an event made at this moment can have: those of older ones are smaller.
pub fn first_event_at(at: Timestamp) -> EventId {
    EventId::new(at.millis().unsigned_abs(), [0; 10])
}
