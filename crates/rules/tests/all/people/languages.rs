//! The language that a user chooses for pages and emails.

use rules::change::Change;
use rules::command::PeopleCommand;
use rules::decisions::user::Edit;
use rules::language::Language;
use rules::security::SecurityKind;
use rules::world::World;

use crate::people::support::{START, act, actor, known, noted, user, world};

fn choose(world: &mut World, language: Language) -> Change {
    act(world, PeopleCommand::Edit(actor(), Edit::Language(language), None), START).expect("free")
}

#[test]
fn a_language_is_kept_and_changes_nothing_about_signing_in() {
    let mut world = world(user(None), &[]);
    assert_eq!(noted(&choose(&mut world, Language::Spanish)), [SecurityKind::LanguageChanged]);
    assert_eq!(known(&world).language, Some(Language::Spanish));
    let before = user(None);
    assert_eq!((known(&world).epoch, known(&world).latest_device), (before.epoch, before.latest_device));
}

#[test]
fn the_same_language_again_writes_nothing() {
    let mut world = world(user(None), &[]);
    choose(&mut world, Language::French);
    assert!(choose(&mut world, Language::French).rows.is_empty());
}
