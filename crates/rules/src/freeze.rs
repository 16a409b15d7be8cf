//! Stopping outgoing money: what happens when the books are found broken. Reading goes on, and so does what only gives
//! money back.

use crate::change::{Change, Outcome, Row};
use crate::id::FreezeId;
use crate::time::Timestamp;
use crate::world::World;

/// The kind of thing that is wrong: as much as everybody may know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// The audit found that they do not add up.
    Books,
    /// No server could audit them for too long.
    AuditMissing,
    /// There is more or less on the chain than in the books.
    ChainDiffers,
    /// The chain says of our addresses what the books do not: somebody else has a key, perhaps.
    Unexplained,
    TokenChanged,
    /// Blocks that were final are no longer there.
    ChainRewritten,
    /// The network or the keys of the settings are not those of the books.
    Settings,
    Operator,
}

impl Cause {
    pub const ALL: [Cause; 8] = [
        Cause::Books,
        Cause::AuditMissing,
        Cause::ChainDiffers,
        Cause::Unexplained,
        Cause::TokenChanged,
        Cause::ChainRewritten,
        Cause::Settings,
        Cause::Operator,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Cause::Books => "books",
            Cause::AuditMissing => "audit_missing",
            Cause::ChainDiffers => "chain_differs",
            Cause::Unexplained => "unexplained",
            Cause::TokenChanged => "token_changed",
            Cause::ChainRewritten => "chain_rewritten",
            Cause::Settings => "settings",
            Cause::Operator => "operator",
        }
    }

    pub fn parse(name: &str) -> Option<Cause> {
        Cause::ALL.into_iter().find(|cause| cause.name() == name)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Freeze {
    pub id: FreezeId,
    pub cause: Cause,
    /// What is broken, for the operator.
    pub reason: String,
    pub created_at: Timestamp,
    /// It is in force until there is one.
    pub lift: Option<Lift>,
}

/// Who lets money leave again, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resume {
    pub by: String,
    pub reason: String,
    /// What is known to be wrong with the books: money is not stopped again for this alone.
    pub despite: Vec<String>,
}

/// How a stop ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lift {
    pub at: Timestamp,
    pub resume: Resume,
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
pub fn resume(world: &World, resume: &Resume, now: Timestamp) -> Change {
    let lift = || Lift { at: now, resume: resume.clone() };
    let lifted = world.freeze().map(|freeze| Row::LiftedFreeze(freeze.id, lift()));
    Change { outcome: Outcome::Done, rows: lifted.into_iter().collect() }
}
