//! Drafts of payouts: saved by version, bounded, and deleted when they are old.

use rules::account::{Caller, Mode};
use rules::change::{Change, Outcome, Row};
use rules::command::{Command, PayoutDraftCommand};
use rules::decisions::payout::draft::SaveDraft;
use rules::id::{AccountId, PayoutDraftId, PayoutId};
use rules::payout_draft::{KEPT_SECONDS, MAX_DRAFTS, PayoutDraft};
use rules::refusal::{Limit, Noun, Refusal};
use rules::scope::Scopes;
use rules::time::Timestamp;
use rules::world::{Needs, World};

const NOW: Timestamp = Timestamp::from_seconds(1_700_000_000);

fn account() -> AccountId {
    AccountId::new(1, [1; 10])
}

fn caller() -> Caller {
    let app = rules::id::AppId::new(1, [2; 10]);
    Caller { account: account(), app, mode: Mode::Test, scopes: Scopes::NONE, is_owner: true }
}

fn id(number: u8) -> PayoutDraftId {
    PayoutDraftId::new(NOW.micros() as u64 / 1_000, [number; 10])
}

fn stored(number: u8, version: i64, content: &str) -> PayoutDraft {
    PayoutDraft {
        account: account(),
        id: id(number),
        version,
        title: "May".to_owned(),
        row_count: 1,
        content: content.to_owned(),
        file: None,
        payout: None,
        updated_at: NOW,
    }
}

fn world(drafts: &[PayoutDraft]) -> World {
    let mut world = World::default();
    for draft in drafts {
        world.payout_drafts.load((draft.account, draft.id), draft.clone());
    }
    world.load_payout_draft_count(account(), drafts.iter().filter(|draft| !draft.is_sent()).count());
    world
}

fn decide(world: &World, command: PayoutDraftCommand) -> Result<Change, Refusal> {
    let (command, mut needs) = (Command::from(command), Needs::default());
    command.needs(&mut needs);
    assert!(needs.accounts.contains(&account()), "drafts are decided under the lock of their account");
    command.decide(world, NOW)
}

fn save(world: &World, number: u8, version: i64, content: &str) -> Result<PayoutDraft, Refusal> {
    saved(world, id(number), version, content)
}

fn saved(world: &World, id: PayoutDraftId, version: i64, content: &str) -> Result<PayoutDraft, Refusal> {
    let (title, content) = ("May".to_owned(), content.to_owned());
    let save = SaveDraft { id, version, title, row_count: 1, content, file: None };
    let change = decide(world, PayoutDraftCommand::Save(caller(), save))?;
    let Outcome::PayoutDraft(draft) = change.outcome else { panic!("no draft: {:?}", change.outcome) };
    assert!(change.rows.is_empty() || change.rows == [Row::PayoutDraft(draft.clone())]);
    Ok(draft)
}

fn refused(state: &'static str) -> Result<PayoutDraft, Refusal> {
    Err(Refusal::InvalidState { noun: Noun::PayoutDraft, state })
}

#[test]
fn a_draft_is_saved_in_the_version_that_was_seen() {
    let none = world(&[]);
    assert_eq!(save(&none, 1, 0, "a"), Ok(stored(1, NOW.micros(), "a")));
    assert_eq!(save(&none, 1, 1, "a"), refused("changed"), "it was deleted");
    let one = world(&[stored(1, 3, "a")]);
    assert_eq!(save(&one, 1, 3, "b"), Ok(stored(1, NOW.micros(), "b")));
    let ahead = world(&[stored(1, NOW.micros() + 5, "a")]);
    let next = NOW.micros() + 6;
    assert_eq!(
        save(&ahead, 1, next - 1, "b"),
        Ok(stored(1, next, "b")),
        "versions grow, whatever the clock says"
    );
    assert_eq!(save(&one, 1, 2, "b"), refused("changed"));
    assert_eq!(save(&one, 1, 0, "b"), refused("changed"));
    assert_eq!(save(&one, 1, 2, "a"), Ok(stored(1, 3, "a")), "the same form again changes nothing");
    let sent = PayoutDraft { payout: Some(PayoutId::new(3, [3; 10])), ..stored(1, 4, "") };
    for (version, content) in [(4, "b"), (3, "b"), (4, "")] {
        assert_eq!(save(&world(std::slice::from_ref(&sent)), 1, version, content), refused("sent"));
    }
}

#[test]
fn an_id_begins_a_draft_only_while_what_it_became_is_remembered() {
    let made = |seconds: i64| {
        let ms = NOW.plus_seconds(seconds).micros() / 1_000;
        PayoutDraftId::new(u64::try_from(ms).expect("after 1970"), [7; 10])
    };
    assert!(saved(&world(&[]), made(0), 0, "a").is_ok());
    assert!(saved(&world(&[]), made(1 - KEPT_SECONDS), 0, "a").is_ok());
    assert_eq!(saved(&world(&[]), made(-KEPT_SECONDS), 0, "a"), refused("changed"));
    assert_eq!(saved(&world(&[]), PayoutDraftId::new(0, [7; 10]), 0, "a"), refused("changed"));
    // One that is there can be changed for as long as it is there.
    let old = PayoutDraft { id: made(-2 * KEPT_SECONDS), ..stored(1, 1, "a") };
    assert!(saved(&world(std::slice::from_ref(&old)), old.id, 1, "b").is_ok());
}

#[test]
fn an_account_has_so_many_drafts() {
    let most = u8::try_from(MAX_DRAFTS).expect("few");
    let mut drafts: Vec<PayoutDraft> = (0..most).map(|number| stored(number, 1, "a")).collect();
    let full = world(&drafts);
    assert_eq!(save(&full, most, 0, "b"), Err(Refusal::LimitExceeded(Limit::PayoutDrafts)));
    assert!(save(&full, 0, 1, "b").is_ok(), "those that are there can be changed");
    drafts[0].payout = Some(PayoutId::new(3, [3; 10]));
    let mut room = world(&drafts);
    // Commands of one batch see each other.
    room.put(Row::PayoutDraft(save(&room, most, 0, "b").expect("room for one")));
    assert_eq!(save(&room, most + 1, 0, "b"), Err(Refusal::LimitExceeded(Limit::PayoutDrafts)));
    room.put(Row::DeletedPayoutDraft(account(), id(1)));
    assert!(save(&room, most + 1, 0, "b").is_ok());
}

#[test]
fn a_draft_is_deleted_as_it_was_seen() {
    let delete = |world: &World, version| {
        decide(world, PayoutDraftCommand::Delete(caller(), id(1), version)).map(|change| change.rows)
    };
    let gone = vec![Row::DeletedPayoutDraft(account(), id(1))];
    assert_eq!(delete(&world(&[stored(1, 3, "a")]), 3), Ok(gone));
    assert_eq!(delete(&world(&[stored(1, 3, "a")]), 2), refused("changed").map(|_| Vec::new()));
    assert_eq!(delete(&world(&[]), 2), Ok(Vec::new()), "twice is once");
    let sent = PayoutDraft { payout: Some(PayoutId::new(3, [3; 10])), ..stored(1, 4, "") };
    assert_eq!(delete(&world(&[sent]), 4), refused("sent").map(|_| Vec::new()));
}

#[test]
fn old_drafts_are_deleted_and_no_others() {
    let old = PayoutDraft { updated_at: NOW.plus_seconds(-KEPT_SECONDS), ..stored(1, 1, "a") };
    let sent = PayoutDraft { payout: Some(PayoutId::new(3, [3; 10])), ..old.clone() };
    let young = PayoutDraft { updated_at: old.updated_at.plus_seconds(1), ..old.clone() };
    for (draft, rows) in [(old, 1), (sent, 1), (young, 0)] {
        let forget = PayoutDraftCommand::Forget(vec![(account(), id(1)), (account(), id(2))]);
        assert_eq!(decide(&world(&[draft]), forget).expect("a change").rows.len(), rows);
    }
}
