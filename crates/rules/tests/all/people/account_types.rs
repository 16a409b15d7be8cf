//! Personal and business accounts: the way to a business account, and that it changes nothing else.

use rules::change::{Change, Row};
use rules::command::PeopleCommand;
use rules::decisions::user::Edit;
use rules::security::SecurityKind;
use rules::user::{AccountType, User};
use rules::world::World;

use crate::people::support::{START, act, actor, known, noted, user, world};

fn upgrade(world: &mut World) -> Change {
    act(world, PeopleCommand::Edit(actor(), Edit::Upgrade, None), START).expect("free")
}

#[test]
fn an_upgrade_is_noted_and_changes_nothing_else() {
    let before = user(None);
    assert_eq!(before.account_type, AccountType::Personal);
    let mut world = world(before.clone(), &[]);
    let change = upgrade(&mut world);
    assert_eq!(noted(&change), [SecurityKind::UpgradedToBusiness]);
    assert!(!change.rows.iter().any(|row| matches!(row, Row::Email(_))), "no email about it");
    assert_eq!(*known(&world), User { account_type: AccountType::Business, ..before });
}

#[test]
fn the_same_upgrade_again_writes_nothing() {
    let mut world = world(user(None), &[]);
    upgrade(&mut world);
    assert!(upgrade(&mut world).rows.is_empty());
    assert_eq!(known(&world).account_type, AccountType::Business);
}
