//! Stopping outgoing money: what happens when the books are found broken. Reading goes on, and so does what only gives
//! money back.

use crate::change::{Change, Outcome, Row};
use crate::id::FreezeId;
use crate::time::Timestamp;
use crate::world::World;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Freeze {
    pub id: FreezeId,
    /// What is broken, for the operator.
    pub reason: String,
    pub created_at: Timestamp,
    pub lifted_at: Option<Timestamp>,
}

/// Stops outgoing money. One stop is enough: the first reason stays.
pub fn stop(world: &World, freeze: &Freeze) -> Change {
    let rows = match world.freeze() {
        Some(_) => Vec::new(),
        None => vec![Row::Freeze(freeze.clone())],
    };
    Change { outcome: Outcome::Done, rows }
}

/// Lets money leave again, once somebody has looked.
pub fn resume(world: &World, now: Timestamp) -> Change {
    let lifted = world.freeze().map(|freeze| Freeze { lifted_at: Some(now), ..freeze.clone() });
    Change { outcome: Outcome::Done, rows: lifted.into_iter().map(Row::Freeze).collect() }
}
