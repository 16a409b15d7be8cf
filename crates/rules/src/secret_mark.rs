//! Marks of the server's secrets: something sealed under each version, by which the wrong secrets are recognised before
//! they do harm. Data sealed under two secrets with one version number could never be told apart again.

use crate::change::{Change, Outcome, Row};
use crate::world::World;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SecretMark {
    pub version: u8,
    pub sealed: Vec<u8>,
}

/// The first mark of a version stays.
pub fn add(world: &World, marks: &[SecretMark]) -> Change {
    let fresh = marks.iter().filter(|mark| !world.secret_marks.contains(&mark.version));
    Change { outcome: Outcome::Done, rows: fresh.cloned().map(Row::SecretMark).collect() }
}
