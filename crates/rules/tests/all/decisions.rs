//! Properties of the decisions: whatever is asked in whatever order, these stay true.

use proptest::prelude::*;
use rules::account::{Account, Caller, Mode};
use rules::archive_status::ArchiveStatus;
use rules::change::Outcome;
use rules::command::Command;
use rules::decisions::external_account::ArchiveIds;
use rules::decisions::external_account::bank_account::CreateBankAccount;
use rules::decisions::recipient::CreateRecipient;
use rules::email_address::EmailAddress;
use rules::external_account::bank_account::Sealed;
use rules::id::{AccountId, AppId, BankAccountId, Id, IdKind, RecipientId, UserId};
use rules::idempotency::{
    IdempotencyMatch, IdempotencyRequest, KEPT_SECONDS, StoredResponse, StoredResponseId, recall,
};
use rules::rail::Rail;
use rules::refusal::{Noun, Refusal};
use rules::scope::Scopes;
use rules::time::Timestamp;
use rules::world::{Needs, World};

fn id<K: IdKind>(number: u8) -> Id<K> {
    Id::new(1_767_225_600_000, [number; 10])
}

/// Two accounts; the first has two apps.
fn caller(number: u8) -> Caller {
    let account = if number == 2 { 2 } else { 1 };
    Caller { account: id(account), app: id(number), mode: Mode::Test, scopes: Scopes::all(), is_owner: false }
}

fn world() -> World {
    let mut world = World::default();
    for number in [1, 2] {
        let account: AccountId = id(number);
        let user: UserId = id(number);
        let own_app: AppId = id(number);
        let row = Account {
            id: account,
            user,
            mode: Mode::Test,
            own_app,
            created_at: Timestamp::default(),
            clock_ahead: 0,
            withdraws_automatically: false,
            sponsor: None,
            recipient_language: None,
            locked_at: None,
        };
        world.accounts.load(account, row);
    }
    world
}

fn new_bank_account(id: BankAccountId, details: Sealed) -> CreateBankAccount {
    CreateBankAccount { id, event: self::id(9), name: "A".into(), rail: Rail::MxnSpei, details }
}

fn archive_ids() -> ArchiveIds {
    ArchiveIds { event: id(9), email: id(9) }
}

fn command() -> impl Strategy<Value = Command> {
    let who = (0_u8..3).prop_map(caller);
    let number = 0_u8..6;
    prop_oneof![
        (who.clone(), number.clone()).prop_map(|(caller, number)| {
            let details = Sealed(vec![number]);
            let new = new_bank_account(id(number), details);
            Command::CreateBankAccount(caller, new)
        }),
        (who.clone(), number.clone(), "[a-z]{1,3}")
            .prop_map(|(caller, number, name)| Command::RenameBankAccount(caller, id(number), name, id(9))),
        (who.clone(), number.clone()).prop_map(|(caller, number)| Command::ArchiveBankAccount(
            caller,
            id(number),
            archive_ids()
        )),
        (who.clone(), any::<u8>(), 0_usize..4, proptest::option::of("[a-z]{0,2}")).prop_map(
            |(caller, number, person, nickname)| {
                let address =
                    ["ada@example.com", "ADA@example.com", "bob@example.com", "eve@example.com"][person];
                let email = EmailAddress::parse(address).expect("an address");
                Command::CreateRecipient(
                    caller,
                    CreateRecipient { id: id(number), event: id(number), email, nickname },
                )
            }
        ),
        (who, any::<u8>(), proptest::option::of("[a-z]{0,2}")).prop_map(|(caller, number, nickname)| {
            Command::UpdateRecipient(caller, id(number), nickname, id(9))
        }),
    ]
}

/// Decides one command after the other, as a batch does, and says what each was told.
fn run(world: &mut World, commands: &[Command]) -> Vec<Result<Outcome, Refusal>> {
    let mut told = Vec::new();
    for (second, command) in (0..).zip(commands) {
        // A fresh id is fresh: one that is taken would not come from the dice.
        if taken(world, command) {
            continue;
        }
        let decision = command.decide(world, Timestamp::default().plus_seconds(second));
        told.push(decision.map(|change| {
            change.rows.into_iter().for_each(|row| world.put(row));
            change.outcome
        }));
    }
    told
}

fn taken(world: &World, command: &Command) -> bool {
    match command {
        Command::CreateBankAccount(_, new) => world.bank_accounts.contains(&new.id),
        Command::CreateRecipient(_, new) => world.recipients.contains(&new.id),
        _ => false,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn one_address_is_one_recipient_of_an_account(commands in proptest::collection::vec(command(), 1..40)) {
        let mut world = world();
        run(&mut world, &commands);
        let mut seen = std::collections::HashSet::new();
        for (_, recipient) in world.recipients.inserts() {
            prop_assert!(seen.insert((recipient.account, recipient.email.lookup_key())));
        }
    }

    #[test]
    fn nobody_is_ever_told_about_a_strangers_rows(commands in proptest::collection::vec(command(), 1..40)) {
        let mut world = world();
        for command in &commands {
            let (caller, outcome) = match (command, run(&mut world, std::slice::from_ref(command)).pop()) {
                (
                    Command::CreateBankAccount(caller, _)
                    | Command::RenameBankAccount(caller, ..)
                    | Command::ArchiveBankAccount(caller, ..)
                    | Command::CreateRecipient(caller, _)
                    | Command::UpdateRecipient(caller, ..),
                    Some(Ok(outcome)),
                ) => (caller, outcome),
                _ => continue,
            };
            match outcome {
                Outcome::BankAccount(row) => {
                    prop_assert_eq!((row.account, row.app), (caller.account, caller.app));
                }
                Outcome::Archived(id) => {
                    let row = world.bank_accounts.get(&id).expect("it is there");
                    prop_assert_eq!((row.account, row.app), (caller.account, caller.app));
                    prop_assert_eq!(row.status, ArchiveStatus::Archived);
                }
                Outcome::Recipient { recipient, nickname } => {
                    prop_assert_eq!(recipient.account, caller.account);
                    prop_assert_eq!(nickname, world.nickname(caller.app, recipient.id));
                }
                other => prop_assert!(false, "{:?}", other),
            }
        }
    }

    #[test]
    fn an_archived_bank_account_stays_archived(commands in proptest::collection::vec(command(), 1..40)) {
        let mut world = world();
        let mut archived = std::collections::HashSet::new();
        for command in &commands {
            for told in run(&mut world, std::slice::from_ref(command)) {
                if let Ok(Outcome::Archived(id)) = told {
                    archived.insert(id);
                }
            }
            for id in &archived {
                let row = world.bank_accounts.get(id).expect("it is there");
                prop_assert_eq!(row.status, ArchiveStatus::Archived);
            }
        }
    }

    #[test]
    fn a_decision_changes_nothing_by_itself_and_is_the_same_again(
        commands in proptest::collection::vec(command(), 1..20),
        last in command(),
    ) {
        let mut world = world();
        run(&mut world, &commands);
        let now = Timestamp::from_micros(99);
        prop_assert_eq!(last.decide(&world, now), last.decide(&world, now));
    }

    #[test]
    fn what_a_command_reads_is_among_its_needs(last in command()) {
        let mut needs = Needs::default();
        last.needs(&mut needs);
        prop_assert_eq!(needs.accounts.len(), 1, "its account is locked");
        match last {
            Command::RenameBankAccount(caller, id, ..) | Command::ArchiveBankAccount(caller, id, _) => {
                prop_assert!(needs.bank_accounts.contains(&(caller.account, id)));
            }
            Command::UpdateRecipient(caller, id, ..) => {
                prop_assert!(needs.recipients.contains(&(caller.account, caller.app, id)));
            }
            Command::CreateRecipient(caller, new) => {
                let key = new.email.lookup_key();
                prop_assert!(needs.users.is_empty(), "who has an account makes no difference");
                prop_assert!(needs.recipients_by_email.contains(&(caller.account, caller.app, key)));
            }
            _ => {}
        }
    }
}

#[test]
fn a_strangers_id_is_refused_like_an_unknown_one() {
    let mut world = world();
    let mine: BankAccountId = id(5);
    let new = new_bank_account(mine, Sealed(vec![]));
    run(&mut world, &[Command::CreateBankAccount(caller(1), new)]);
    let unknown: RecipientId = id(9);
    for stranger in [caller(0), caller(2)] {
        let told = run(
            &mut world,
            &[
                Command::RenameBankAccount(stranger, mine, "B".into(), id(9)),
                Command::RenameBankAccount(stranger, id(6), "B".into(), id(9)),
                Command::ArchiveBankAccount(stranger, mine, archive_ids()),
                Command::UpdateRecipient(stranger, unknown, None, id(9)),
            ],
        );
        let bank_account = Err(Refusal::NotFound(Noun::BankAccount));
        let recipient = Err(Refusal::NotFound(Noun::Recipient));
        assert_eq!(told, [bank_account.clone(), bank_account.clone(), bank_account, recipient]);
    }
}

#[test]
fn a_stored_answer_is_replayed_refused_or_over() {
    let id = StoredResponseId { account: id(1), app: id(1), path: "/recipients".into(), key: "k".into() };
    let claim = IdempotencyRequest { id, fingerprint: [1; 32] };
    let stored = |fingerprint, expires_at| StoredResponse {
        fingerprint: [fingerprint; 32],
        object: "rcp_1".into(),
        sealed_body: vec![],
        created_at: Timestamp::default(),
        expires_at,
    };
    let expiry = Timestamp::default().plus_seconds(KEPT_SECONDS);
    let (before, after) = (Timestamp::from_micros(expiry.micros() - 1), expiry);
    let (same, other, eternal) = (stored(1, Some(expiry)), stored(2, Some(expiry)), stored(1, None));
    let reused = Err(Refusal::IdempotencyKeyReused { object: "rcp_1".into() });
    assert_eq!(recall(None, &claim, before), Ok(IdempotencyMatch::Fresh));
    assert_eq!(recall(Some(&same), &claim, before), Ok(IdempotencyMatch::Replay(&same)));
    assert_eq!(recall(Some(&other), &claim, before), reused);
    assert_eq!(recall(Some(&same), &claim, after), Ok(IdempotencyMatch::Fresh));
    assert_eq!(recall(Some(&other), &claim, after), Ok(IdempotencyMatch::Fresh));
    assert_eq!(
        recall(Some(&eternal), &claim, Timestamp::from_micros(i64::MAX)),
        Ok(IdempotencyMatch::Replay(&eternal))
    );
}
