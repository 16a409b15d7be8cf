//! Guessing: how long somebody must wait after wrong passwords and codes.
//!
//! An attempt counts before it is judged, so that a thousand at once are a thousand. What is counted is a name that
//! belongs to a person, to a place on the network, or to both together. The wait of a person alone stays short, counts
//! fade, and a browser that has signed in before has a count of its own that nobody else can use up: guessing locks
//! nobody out.

use crate::change::{Change, Outcome, Row};
use crate::refusal::Refusal;
use crate::time::Timestamp;
use crate::world::World;

/// After this long without an attempt everything is forgiven.
pub const FORGIVEN_SECONDS: i64 = 24 * 3_600;
/// How long it takes until one attempt is forgotten: nobody who is wrong now and then ever has to wait.
const FADES_SECONDS: i64 = 600;

/// What a count is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Guard {
    /// One person, from one place.
    Pair,
    /// One person, from anywhere.
    Person,
    /// One place, whoever it tries to be.
    Place,
    /// Codes of one person's second factor: only who has the password can try.
    Code,
    /// Mail of one kind to an address, asked for by anybody.
    Mail,
    /// One place that asks for mails, whatever the addresses.
    Asker,
    /// New passwords that one link or session sets, from anywhere. Hashing one is expensive.
    NewPassword,
    /// One place that sets new passwords, whoever for.
    NewPasswordPlace,
}

impl Guard {
    /// How many are free, and the longest wait in seconds. Between them the wait doubles.
    const fn measure(self) -> (i64, i64) {
        match self {
            Guard::Pair => (5, 900),
            Guard::Person => (20, 60),
            Guard::Place => (50, 900),
            Guard::Code => (5, 3_600),
            Guard::Mail => (3, 900),
            Guard::Asker => (100, 60),
            Guard::NewPassword => (5, 900),
            Guard::NewPasswordPlace => (20, 60),
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

impl Attempts {
    /// How many of them still count.
    fn left(&self, now: Timestamp) -> i64 {
        let since = now.seconds_after(self.last_at).max(0);
        if since >= FORGIVEN_SECONDS { 0 } else { (self.count - since / FADES_SECONDS).max(0) }
    }
}

pub type Guarded = (Guard, [u8; 32]);

/// Counts one more attempt, unless it comes too early.
pub fn count(world: &World, names: &[Guarded], now: Timestamp) -> Result<Change, Refusal> {
    let so_far = |name: &[u8; 32]| world.attempts.get(name).map_or(0, |known| known.left(now));
    let ready_at = names.iter().filter_map(|(guard, name)| {
        let known = world.attempts.get(name)?;
        Some(known.last_at.plus_seconds(guard.wait_seconds(known.left(now))))
    });
    if let Some(ready_at) = ready_at.max().filter(|ready_at| now < *ready_at) {
        let seconds = ready_at.seconds_after(now);
        return Err(Refusal::TooManyAttempts { seconds });
    }
    let rows = names
        .iter()
        .map(|(_, name)| Row::Attempts(Attempts { name: *name, count: so_far(name) + 1, last_at: now }));
    Ok(Change { outcome: Outcome::Done, rows: rows.collect() })
}

/// Deletes counts that do not count any more. Somebody may have tried again since they were looked at.
pub fn clear(world: &World, names: &[[u8; 32]], now: Timestamp) -> Change {
    let faded =
        names.iter().filter(|name| world.attempts.get(*name).is_some_and(|known| known.left(now) == 0));
    Change { outcome: Outcome::Done, rows: faded.map(|name| Row::ForgottenAttempts(*name)).collect() }
}

/// It was the right person: what was tried in their name is forgotten. A place is forgiven this one attempt only: it
/// may have guessed at many people and got in as itself, or be an office where many sign in.
pub fn forgive<'w>(world: &'w World, names: &'w [Guarded]) -> impl Iterator<Item = Row> + 'w {
    names.iter().filter_map(|(guard, name)| match guard {
        Guard::Pair | Guard::Person | Guard::Code | Guard::Mail | Guard::NewPassword => {
            Some(Row::ForgottenAttempts(*name))
        }
        Guard::Place | Guard::Asker | Guard::NewPasswordPlace => {
            let known = world.attempts.get(name)?;
            Some(match known.count {
                ..=1 => Row::ForgottenAttempts(*name),
                count => Row::Attempts(Attempts { count: count - 1, ..known.clone() }),
            })
        }
    })
}
