//! Guessing: how long somebody must wait after wrong passwords and codes.
//!
//! An attempt counts before it is judged, so that a thousand at once are a thousand. What is counted is a name that
//! belongs to a person, to an address on the network, or to both together. The wait of a person alone stays short, and
//! somebody who has signed in from a device before has a count of their own there: guessing locks nobody out.

use crate::change::{Change, Outcome, Row};
use crate::refusal::Refusal;
use crate::time::Timestamp;
use crate::world::World;

/// After this long without an attempt everything is forgiven.
pub const FORGIVEN_SECONDS: i64 = 24 * 3_600;

/// What a count is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Guard {
    /// One person, from one place.
    Pair,
    /// One person, from anywhere.
    Person,
    /// One place, whoever it tries to be.
    Place,
    /// Mail to an address, asked for by anybody.
    Mail,
}

impl Guard {
    /// How many are free, and the longest wait in seconds. Between them the wait doubles.
    const fn measure(self) -> (i64, i64) {
        match self {
            Guard::Pair => (5, 900),
            Guard::Person => (20, 60),
            Guard::Place => (50, 900),
            Guard::Mail => (3, 3_600),
        }
    }

    /// How long to wait after so many attempts, in seconds.
    pub const fn wait_seconds(self, attempts: i64) -> i64 {
        let (free, longest) = self.measure();
        let over = attempts - free;
        if over < 0 {
            return 0;
        }
        let wait = if over >= 20 { longest } else { 1 << over };
        if wait < longest { wait } else { longest }
    }
}

/// How often something was tried. The name is a keyed hash.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attempts {
    pub name: [u8; 32],
    pub count: i64,
    pub last_at: Timestamp,
}

pub type Guarded = (Guard, [u8; 32]);

/// Counts one more attempt, unless it comes too early.
pub fn count(world: &World, names: &[Guarded], now: Timestamp) -> Result<Change, Refusal> {
    let so_far = |name: &[u8; 32]| {
        let known = world.attempts.get(name);
        known.filter(|known| known.last_at.plus_seconds(FORGIVEN_SECONDS) > now)
    };
    let ready_at = names.iter().filter_map(|(guard, name)| {
        let known = so_far(name)?;
        Some(known.last_at.plus_seconds(guard.wait_seconds(known.count)))
    });
    if let Some(ready_at) = ready_at.max().filter(|ready_at| now < *ready_at) {
        let seconds = ready_at.seconds_after(now);
        return Err(Refusal::TooManyAttempts { seconds });
    }
    let rows = names.iter().map(|(_, name)| {
        let count = so_far(name).map_or(0, |known| known.count) + 1;
        Row::Attempts(Attempts { name: *name, count, last_at: now })
    });
    Ok(Change { outcome: Outcome::Done, rows: rows.collect() })
}

/// It was the right person: what was tried in their name is forgotten. A place is forgiven this one attempt only: it may
/// have guessed at many people and got in as itself, or be an office where many sign in.
pub fn forgive<'w>(world: &'w World, names: &'w [Guarded]) -> impl Iterator<Item = Row> + 'w {
    names.iter().filter_map(|(guard, name)| match guard {
        Guard::Pair | Guard::Person | Guard::Mail => Some(Row::ForgottenAttempts(*name)),
        Guard::Place => {
            let known = world.attempts.get(name)?;
            Some(match known.count {
                ..=1 => Row::ForgottenAttempts(*name),
                count => Row::Attempts(Attempts { count: count - 1, ..known.clone() }),
            })
        }
    })
}
