//! Stopping outgoing money: what happens when the books are found broken. Reading goes on, and so does what only gives
//! money back.

use crate::change::{Change, Outcome, Row};
use crate::freeze::{Freeze, Lift, Resume};
use crate::id::FreezeId;
use crate::time::Timestamp;
use crate::world::World;

/// More stops for one cause add nothing.
const MAX_IN_FORCE: usize = 1_000;

/// Stops outgoing money. A stop for another cause does not replace this one, because an operator may be about to lift
/// it. One stop for each cause that is found again is enough: its first reason stays.
pub fn stop(world: &World, freeze: &Freeze) -> Change {
    let recorded = world.freezes().iter().filter(|other| other.cause == freeze.cause).count();
    let most = if freeze.cause.is_found_again() { 1 } else { MAX_IN_FORCE };
    let rows = if recorded < most { vec![Row::Freeze(freeze.clone())] } else { Vec::new() };
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
    use crate::freeze::Cause;

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
    fn a_stop_is_recorded_unless_one_for_the_same_cause_is_in_force_and_it_is_found_again() {
        for cause in Cause::ALL {
            let created_at = Timestamp::from_micros(2);
            let new = Freeze { id: id(9), cause, reason: "keys stolen".to_owned(), created_at, lift: None };
            assert_eq!(stop(&world(&[]), &new).rows.len(), 1, "{cause:?}");
            let is_recorded = cause != Cause::Books;
            assert_eq!(
                stop(&world(&[1]), &new).rows.len(),
                usize::from(is_recorded),
                "{cause:?} beside books"
            );
            let mut same = world(&[]);
            same.load_freeze(Freeze { id: id(8), ..new.clone() });
            let is_recorded = matches!(cause, Cause::Operator | Cause::Unexplained | Cause::CommitsLost);
            assert_eq!(stop(&same, &new).rows.len(), usize::from(is_recorded), "{cause:?} beside itself");
        }
    }

    #[test]
    fn no_number_of_stops_for_one_cause_hides_another() {
        let stop_for = |cause: Cause, number: usize| Freeze {
            id: FreezeId::new(number as u64, [0; 10]),
            cause,
            reason: String::new(),
            created_at: Timestamp::from_micros(2),
            lift: None,
        };
        let mut world = World::default();
        (0..MAX_IN_FORCE).for_each(|number| world.load_freeze(stop_for(Cause::Operator, number)));
        assert!(stop(&world, &stop_for(Cause::Operator, MAX_IN_FORCE)).rows.is_empty());
        for cause in Cause::ALL.into_iter().filter(|cause| *cause != Cause::Operator) {
            assert_eq!(stop(&world, &stop_for(cause, MAX_IN_FORCE)).rows.len(), 1, "{cause:?}");
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
    fn every_cause_but_those_of_the_books_the_database_and_the_operator_is_about_the_chain() {
        let others = Cause::ALL.into_iter().filter(|cause| !cause.is_about_chain());
        let expected = [Cause::Books, Cause::AuditMissing, Cause::CommitsLost, Cause::Operator];
        assert_eq!(others.collect::<Vec<_>>(), expected);
    }
}
