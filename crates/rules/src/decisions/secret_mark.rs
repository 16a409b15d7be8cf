//! Adding the mark of a new version of the server's secrets.

use crate::change::{Change, Outcome, Row};
use crate::secret_mark::SecretMark;
use crate::world::World;

/// The first mark of a version stays.
pub fn add(world: &World, marks: &[SecretMark]) -> Change {
    let fresh = marks.iter().filter(|mark| !world.secret_marks.contains(&mark.version));
    Change { outcome: Outcome::Done, rows: fresh.cloned().map(Row::SecretMark).collect() }
}
