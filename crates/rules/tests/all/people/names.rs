//! New names: those who know a person are told of each, so there are only so many.

use rules::attempt::{Guard, GuardKey};
use rules::change::Change;
use rules::command::PeopleCommand;
use rules::decisions::user::Edit;
use rules::id::LongSeries;
use rules::refusal::Refusal;
use rules::security::SecurityKind;
use rules::time::Timestamp;
use rules::world::World;

use crate::people::support::{START, act, actor, after, id, known, noted, user, world};

const COUNTED: GuardKey = (Guard::Rename, [1; 32]);
const DAY: i64 = 24 * 3_600;

fn rename(world: &mut World, name: &str, now: Timestamp) -> Result<Change, Refusal> {
    let edit = Edit::Name(name.to_owned(), LongSeries::around(id(9)), COUNTED);
    act(world, PeopleCommand::Edit(actor(), edit, None), now)
}

#[test]
fn three_names_at_once_and_then_one_in_three_days() {
    let mut world = world(user(None), &[]);
    for name in ["B", "C", "D"] {
        assert_eq!(noted(&rename(&mut world, name, START).expect("free")), [SecurityKind::NameChanged]);
    }
    let refused = rename(&mut world, "E", after(DAY)).expect_err("too often");
    assert_eq!(refused, Refusal::RenamedTooOften { seconds: 2 * DAY });
    assert_eq!(refused.to_string(), "You've changed your name too often. You can change it again in 2 days.");
    assert_eq!(known(&world).name, "D");
    rename(&mut world, "E", after(3 * DAY)).expect("one has faded");
    assert!(rename(&mut world, "F", after(3 * DAY)).is_err());
    let in_thirty_days = (0..30 * 24)
        .filter(|hour| rename(&mut world, &format!("N{hour}"), after(3 * DAY + hour * 3_600)).is_ok())
        .count();
    assert_eq!(in_thirty_days, 9);
}

#[test]
fn the_same_name_changes_nothing_tells_nobody_and_does_not_count() {
    let mut world = world(user(None), &[]);
    for _ in 0..100 {
        let change = rename(&mut world, "Ada", START).expect("nothing happens");
        assert_eq!(change.rows, []);
    }
    for name in ["B", "C", "D"] {
        rename(&mut world, name, START).expect("free");
    }
    assert_eq!(rename(&mut world, "D", START).expect("the same").rows, []);
}
