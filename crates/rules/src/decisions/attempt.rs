//! Attempts: how often something may be tried, and the wait in between.
//!
//! An attempt counts before it is judged, so that a thousand at once are a thousand. What is counted is a name that
//! belongs to a person, to a place on the network, or to both together. Counts fade, but never faster than waits grow,
//! so that patience gains nothing: in the long run one attempt is allowed for each that fades. The wait of a person
//! alone stays short, and a browser that has signed in before has counts of its own that no other browser can use up:
//! strangers can lock no user out.

use crate::attempt::{Attempts, FORGIVEN_SECONDS, Guard, GuardKey};
use crate::change::{Change, Outcome, Row};
use crate::refusal::Refusal;
use crate::time::{CLOCKS_DIFFER_SECONDS, Timestamp};
use crate::world::World;

/// Counts one more attempt, unless it comes too early.
pub fn count(world: &World, names: &[GuardKey], now: Timestamp) -> Result<Change, Refusal> {
    let ready_at = names.iter().filter_map(|(guard, name)| {
        let known = world.attempts.get(name)?;
        // Counted by a clock that ran ahead and was corrected since: it would lock people out for as long.
        if known.last_at > now.plus_seconds(CLOCKS_DIFFER_SECONDS) {
            return None;
        }
        Some(known.last_at.plus_seconds(guard.wait_seconds(known.left(*guard, now))))
    });
    if let Some(ready_at) = ready_at.max().filter(|ready_at| now < *ready_at) {
        let seconds = ready_at.seconds_after(now);
        return Err(Refusal::TooManyAttempts { seconds });
    }
    let rows = names.iter().map(|(guard, name)| {
        let so_far = so_far(world, &(*guard, *name), now);
        Row::Attempts(Attempts { name: *name, count: (so_far + 1).min(guard.fullest()), last_at: now })
    });
    Ok(Change { outcome: Outcome::Done, rows: rows.collect() })
}

/// How often something was tried that still counts.
pub fn so_far(world: &World, (guard, name): &GuardKey, now: Timestamp) -> i64 {
    world.attempts.get(name).map_or(0, |known| known.left(*guard, now))
}

/// Deletes counts of which nothing is left. A visitor may have tried again since they were looked at.
pub fn clear(world: &World, names: &[[u8; 32]], now: Timestamp) -> Change {
    let is_old = |known: &Attempts| known.idle_seconds(now) >= FORGIVEN_SECONDS;
    let faded = names.iter().filter(|name| world.attempts.get(*name).is_some_and(is_old));
    Change { outcome: Outcome::Done, rows: faded.map(|name| Row::ForgottenAttempts(*name)).collect() }
}

/// It was the right person: what was tried in their name is forgotten. A place is forgiven this one attempt only: it
/// may have guessed at many people and got in as itself, or be an office where many sign in.
pub fn forgive<'w>(world: &'w World, names: &'w [GuardKey]) -> impl Iterator<Item = Row> + 'w {
    names.iter().filter_map(|(guard, name)| match guard {
        Guard::Pair
        | Guard::Person
        | Guard::Success
        | Guard::Code
        | Guard::Email
        | Guard::Mailbox
        | Guard::Reset
        | Guard::Alert
        | Guard::Rename
        | Guard::NewPassword
        | Guard::EndpointTest
        | Guard::SecurityChange => Some(Row::ForgottenAttempts(*name)),
        Guard::Place
        | Guard::PlaceBlock
        | Guard::SuccessPlace
        | Guard::SuccessBlock
        | Guard::Asker
        | Guard::AskerBlock
        | Guard::NewPasswordPlace
        | Guard::NewPasswordBlock => {
            let known = world.attempts.get(name)?;
            Some(match known.count {
                ..=1 => Row::ForgottenAttempts(*name),
                count => Row::Attempts(Attempts { count: count - 1, ..known.clone() }),
            })
        }
    })
}

/// It was the right password: what was tried is forgiven, and the success counts, because checking a password is
/// expensive. Who succeeds too often is refused, and then what was tried stays counted.
pub fn succeed(
    world: &World,
    forgiven: &[GuardKey],
    successes: &[GuardKey],
    now: Timestamp,
) -> Result<Vec<Row>, Refusal> {
    let mut rows = count(world, successes, now)?.rows;
    rows.extend(forgive(world, forgiven));
    Ok(rows)
}
