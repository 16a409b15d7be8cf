//! The languages and the zone that a user chooses: their own, and that of the people whom an account pays.

use rules::account::{Account, Caller, Mode};
use rules::change::{Change, Row};
use rules::command::{Audited, Command, PeopleCommand};
use rules::decisions::user::Edit;
use rules::language::Language;
use rules::scope::Scopes;
use rules::security::SecurityKind;
use rules::world::World;
use rules::zone::Zone;

use crate::people::support::{START, act, actor, id, known, noted, user, world};

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

#[test]
fn a_zone_is_kept_and_taken_back_and_changes_nothing_about_signing_in() {
    let mut world = world(user(None), &[]);
    let paris = Zone::parse("Europe/Paris");
    let choose = |world: &mut World, zone| {
        act(world, PeopleCommand::Edit(actor(), Edit::Zone(zone), None), START).expect("free")
    };
    assert!(choose(&mut world, None).rows.is_empty(), "there was none");
    assert_eq!(noted(&choose(&mut world, paris)), [SecurityKind::TimeZoneChanged]);
    assert_eq!(known(&world).zone, paris);
    assert!(choose(&mut world, paris).rows.is_empty(), "the same again writes nothing");
    let before = user(None);
    assert_eq!((known(&world).epoch, known(&world).latest_device), (before.epoch, before.latest_device));
    assert_eq!(noted(&choose(&mut world, None)), [SecurityKind::TimeZoneChanged]);
    assert_eq!(known(&world).zone, None);
}

fn choose_for_recipients(world: &mut World, language: Language) -> Change {
    let (account, app) = (id(2), id(3));
    let caller = Caller { account, app, mode: Mode::Live, scopes: Scopes::all(), is_owner: true };
    let audited = Audited {
        actor: actor(),
        kind: SecurityKind::RecipientLanguageChanged,
        about: language.own_name().to_owned(),
        mode: Some(caller.mode),
        command: Command::SetRecipientLanguage(caller, language),
    };
    let change = Command::Audited(Box::new(audited)).decide(world, START).expect("free");
    change.rows.iter().cloned().for_each(|row| world.put(row));
    change
}

#[test]
fn the_language_for_recipients_changes_nothing_else_about_the_account() {
    let mut world = world(user(None), &[]);
    let before = *world.account(id(2)).expect("an account");
    let change = choose_for_recipients(&mut world, Language::Portuguese);
    assert_eq!(noted(&change), [SecurityKind::RecipientLanguageChanged]);
    assert!(!change.rows.iter().any(|row| matches!(row, Row::Email(_))), "no email about it");
    let after = *world.account(id(2)).expect("an account");
    assert_eq!(after, Account { recipient_language: Some(Language::Portuguese), ..before });
    assert_eq!(known(&world).language, None, "the user's own is another");
}

#[test]
fn the_same_language_for_recipients_again_writes_nothing() {
    let mut world = world(user(None), &[]);
    choose_for_recipients(&mut world, Language::French);
    assert!(choose_for_recipients(&mut world, Language::French).rows.is_empty());
}
