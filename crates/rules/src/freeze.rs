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

    /// Whether only a comparison with the chain, or with its settings, can tell that it is over.
    pub const fn is_about_chain(self) -> bool {
        match self {
            Cause::ChainDiffers
            | Cause::Unexplained
            | Cause::TokenChanged
            | Cause::ChainRewritten
            | Cause::Settings => true,
            Cause::Books | Cause::AuditMissing | Cause::Operator => false,
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

/// Stops outgoing money. For a server one stop is enough: the first reason stays. An operator's stop is always
/// recorded, because another operator may be about to lift those that are in force.
pub fn stop(world: &World, freeze: &Freeze) -> Change {
    let is_needed = freeze.cause == Cause::Operator || world.freeze().is_none();
    let rows = if is_needed { vec![Row::Freeze(freeze.clone())] } else { Vec::new() };
    Change { outcome: Outcome::Done, rows }
}

/// Lifts the stops that an operator has looked at. Money leaves again unless another stop is in force.
pub fn resume(world: &World, seen: &[FreezeId], resume: &Resume, now: Timestamp) -> Change {
    let lift = || Lift { at: now, resume: resume.clone() };
    let lifted = world.freezes().iter().filter(|freeze| seen.contains(&freeze.id));
    let rows = lifted.map(|freeze| Row::LiftedFreeze(freeze.id, lift())).collect();
    Change { outcome: Outcome::Done, rows }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(number: u8) -> FreezeId {
        FreezeId::new(1, [number; 10])
    }

    /// A world in which these stops are in force.
    fn world(stops: &[u8]) -> World {
        let mut world = World::default();
        for number in stops {
            let created_at = Timestamp::from_micros(1);
            let reason = "a test".to_owned();
            world.load_freeze(Freeze {
                id: id(*number),
                cause: Cause::Books,
                reason,
                created_at,
                lift: None,
            });
        }
        world
    }

    #[test]
    fn an_operators_stop_is_recorded_although_money_is_stopped() {
        for cause in Cause::ALL {
            let created_at = Timestamp::from_micros(2);
            let new = Freeze { id: id(9), cause, reason: "keys stolen".to_owned(), created_at, lift: None };
            assert_eq!(stop(&world(&[]), &new).rows.len(), 1, "{cause:?}");
            assert_eq!(
                stop(&world(&[1]), &new).rows.len(),
                usize::from(cause == Cause::Operator),
                "{cause:?}"
            );
        }
    }

    #[test]
    fn only_stops_that_were_seen_are_lifted() {
        let by_test = Resume { by: "a test".to_owned(), reason: "seen".to_owned(), despite: Vec::new() };
        let cases: [(&[u8], &[u8], &[u8]); 7] = [
            (&[], &[1], &[]),
            (&[1], &[], &[]),
            (&[1], &[1], &[1]),
            (&[2], &[1], &[]),
            (&[1, 2], &[1], &[1]),
            (&[1, 2], &[2], &[2]),
            (&[1, 2], &[1, 2, 3], &[1, 2]),
        ];
        for (in_force, seen, lifted) in cases {
            let mut world = world(in_force);
            let seen: Vec<FreezeId> = seen.iter().map(|number| id(*number)).collect();
            let change = resume(&world, &seen, &by_test, Timestamp::from_micros(2));
            let rows = change.rows.iter().map(|row| match row {
                Row::LiftedFreeze(id, _) => *id,
                other => panic!("{other:?} is no lift"),
            });
            let expected: Vec<FreezeId> = lifted.iter().map(|number| id(*number)).collect();
            assert_eq!(rows.collect::<Vec<_>>(), expected, "{in_force:?}");
            change.rows.into_iter().for_each(|row| world.put(row));
            assert_eq!(world.freezes().len(), in_force.len() - lifted.len());
            assert_eq!(world.check_money_may_leave().is_ok(), world.freezes().is_empty());
        }
    }

    #[test]
    fn every_cause_but_those_of_the_books_and_the_operator_is_about_the_chain() {
        let others = Cause::ALL.into_iter().filter(|cause| !cause.is_about_chain());
        assert_eq!(others.collect::<Vec<_>>(), [Cause::Books, Cause::AuditMissing, Cause::Operator]);
    }
}
