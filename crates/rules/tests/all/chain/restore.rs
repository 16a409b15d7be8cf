//! Books that are older than the chain, and what an operator who has looked accepts.

use rules::account::Mode;
use rules::change::Row;
use rules::command::{ChainCommand, ExternalTransferCommand};
use rules::decisions::chain::{Accept, ChainEvent, GiveAddress, WithdrawalRefusal};
use rules::decisions::operator::{Attestation, Statement};
use rules::decisions::rail_notice::TakeRailNotice;
use rules::decisions::withdrawal::CancelWithdrawal;
use rules::external_transfer::Route;
use rules::id::{Series, TransactionId};
use rules::ledger::LedgerAccountId;
use rules::machine_user::MachineUser;
use rules::money::Amount;
use rules::rail_notice::RailOutcome;
use rules::refusal::Refusal;
use rules::time::{SECONDS_PER_DAY, Timestamp};
use rules::transaction::{TransactionStatus, TransactionType};

use crate::chain::authorizations::stop;
use crate::chain::scene::{AMOUNT, NOW, Scene, address, deposit, hash, later};

#[test]
fn what_was_paid_and_forgotten_is_booked_once_and_somebody_must_look() {
    let mut scene = Scene::new();
    let id = scene.withdrawal();
    let authorization = scene.authorization(id);
    let holds = scene.network().holds.micros();
    let booked = scene.booked(&authorization, Some(hash(0x77)));
    scene
        .take(1, vec![ChainEvent::Recalled(Box::new(authorization.clone()), booked.clone())])
        .expect("a block");
    assert_eq!(scene.status(&authorization), TransactionStatus::Completed);
    assert!(scene.is_stopped());
    assert_eq!(scene.network().holds.micros(), holds - AMOUNT.micros());
    assert_eq!(scene.balance(LedgerAccountId::WorldChain(Mode::Live)), AMOUNT.micros());
    let again = scene.take(1, vec![ChainEvent::Recalled(Box::new(authorization.clone()), booked)]);
    assert_eq!(again, Err(Refusal::ChainMoved), "it is in the books now");
    assert_eq!(scene.authorize(authorization), Ok(0), "and is never authorized again");
}

#[test]
fn a_difference_is_accepted_as_the_operators_own_at_the_block_at_which_it_was_seen() {
    let mut scene = Scene::new();
    // The world owes the chain what the deposit address holds.
    scene.owe(AMOUNT);
    let accept = |scene: &Scene, treasury: i64, at_address: i64| Accept {
        at: scene.network().last.hash,
        treasury: Amount::from_micros(treasury),
        addresses: vec![(deposit(), Amount::from_micros(at_address))],
        elsewhere: Amount::from_micros(at_address),
    };
    // Swept by books that are lost: the sum is the same, and so is what is owed and own.
    let own = scene.network().own.micros();
    let swept = accept(&scene, scene.network().holds.micros() + AMOUNT.micros(), 0);
    scene.decide(ChainCommand::Accept(swept)).expect("nothing is missing");
    assert_eq!((scene.network().own.micros(), scene.held_at(&deposit())), (own, 0));
    // Gone: as far as the operator's own goes.
    let gone = accept(&scene, AMOUNT.micros(), 0);
    scene.decide(ChainCommand::Accept(gone)).expect("what is owed is there");
    assert_eq!(scene.network().own.micros(), 0);
    let missing = accept(&scene, AMOUNT.micros() - 1, 0);
    let refused = scene.decide(ChainCommand::Accept(missing));
    assert!(matches!(refused, Err(Refusal::InsufficientFunds { .. })), "{refused:?}");
    let mut stale = accept(&scene, AMOUNT.micros(), 0);
    stale.at = hash(0x99);
    assert_eq!(scene.decide(ChainCommand::Accept(stale)), Err(Refusal::ChainMoved));
    let mut unknown = accept(&scene, AMOUNT.micros(), 0);
    unknown.addresses = vec![(address(0x99), AMOUNT)];
    assert_eq!(scene.decide(ChainCommand::Accept(unknown)), Err(Refusal::ChainMoved));
}

#[test]
fn an_account_is_given_its_addresses_in_their_order() {
    let mut scene = Scene::new();
    let give = |scene: &mut Scene, nth: i64, another: bool| {
        let (account, address) = (scene.account, address(0xa0 + nth as u8));
        scene.decide(ChainCommand::GiveAddress(GiveAddress { account, nth, address, another }))
    };
    assert_eq!(give(&mut scene, 0, false), Ok(0), "it has one");
    assert_eq!(give(&mut scene, 0, true), Err(Refusal::ChainMoved), "that one it has");
    assert_eq!(give(&mut scene, 2, true), Err(Refusal::ChainMoved), "the next would be forgotten");
    assert_eq!(give(&mut scene, 1, true), Ok(3), "the new one, the old one, and the count");
    assert_eq!(scene.network().next_index, 2);
}

#[test]
fn an_account_gets_twenty_addresses_and_then_one_a_day() {
    let mut scene = Scene::new();
    let give = |scene: &Scene, nth: i64, now: Timestamp| {
        let (account, address) = (scene.account, address(0xa0 + nth as u8));
        let give = ChainCommand::GiveAddress(GiveAddress { account, nth, address, another: true });
        give.decide(&scene.world, now)
    };
    for nth in 1..20 {
        let change = give(&scene, nth, NOW).expect("one of the first twenty");
        change.rows.into_iter().for_each(|row| scene.put(row));
    }
    assert_eq!(give(&scene, 20, NOW).map(drop), Err(Refusal::TooManyAttempts { seconds: SECONDS_PER_DAY }));
    let tomorrow = NOW.plus_seconds(SECONDS_PER_DAY);
    assert!(give(&scene, 20, tomorrow).is_ok());
}

fn notice(scene: &mut Scene, id: TransactionId, outcome: RailOutcome) -> TakeRailNotice {
    let authorization = scene.authorization(id);
    TakeRailNotice {
        id: scene.id(),
        parts: Series::around(scene.id()),
        name: "said".to_owned(),
        account: scene.account,
        transaction: id,
        mode: Mode::Live,
        route: Route::Chain,
        reference: "W".to_owned(),
        outcome,
        look_again_at: None,
        received_at: None,
        terms_today: None,
        most: None,
        max_test_money: Amount::from_micros(i64::MAX),
        unless_authorized: Some(authorization.nonce),
        fresh: scene.fresh(),
    }
}

fn say(scene: &mut Scene, id: TransactionId, outcome: RailOutcome) -> Result<(), Refusal> {
    let take = notice(scene, id, outcome);
    let attestation = Attestation {
        action: scene.id(),
        operator: "ada".to_owned(),
        machine_user: MachineUser { uid: 0, login: None, is_in_namespace: false },
        evidence: "seen".to_owned(),
        facts: "failed".to_owned(),
        // Also what a second operator would have to confirm is refused at once.
        amount: AMOUNT,
        said_at: later(),
    };
    let said = ExternalTransferCommand::Vouch(Statement::RailNotice(take), attestation);
    said.decide(&scene.world, later()).map(drop)
}

#[test]
fn what_was_authorized_nobody_but_the_chain_tells_of() {
    let mut scene = Scene::new();
    let id = scene.withdrawal();
    assert_eq!(say(&mut scene, id, RailOutcome::Failed), Ok(()), "no authorization exists");
    let authorization = scene.authorization(id);
    scene.authorize(authorization).expect("it is due");
    for outcome in [RailOutcome::Failed, RailOutcome::Completed(None), RailOutcome::Returned] {
        assert_eq!(say(&mut scene, id, outcome), Err(Refusal::ChainDecides));
    }
}

#[test]
fn nothing_for_the_chain_is_cancelled_while_money_is_stopped() {
    let mut scene = Scene::new();
    let id = scene.withdrawal();
    let cancel = cancel(&mut scene, id, NOW);
    assert!(cancel.decide(&scene.world, later()).is_ok());
    stop(&mut scene);
    assert_eq!(cancel.decide(&scene.world, later()).map(drop), Err(Refusal::MoneyStopped));
}

fn cancel(scene: &mut Scene, id: TransactionId, server_since: Timestamp) -> ExternalTransferCommand {
    let (caller, events) = (scene.caller, scene.fresh().events);
    ExternalTransferCommand::CancelWithdrawal(CancelWithdrawal { caller, id, events, server_since })
}

#[test]
fn what_waits_in_restored_books_is_cancelled_only_when_the_server_has_read_the_chain() {
    let mut scene = Scene::new();
    let id = scene.withdrawal();
    let known = scene.world.transaction(scene.caller.account, id, TransactionType::Withdrawal);
    let (created_at, now) = (known.expect("it was made").created_at, later());
    assert!(scene.network().last.at < now);
    let decide = |scene: &mut Scene, server_since, now| {
        let cancel = cancel(scene, id, server_since);
        cancel.decide(&scene.world, now).map(drop)
    };
    assert_eq!(decide(&mut scene, now, now), Err(Refusal::ChainUnread), "older than the server, and due");
    assert_eq!(decide(&mut scene, now, created_at), Ok(()), "nothing is paid before it is due");
    assert_eq!(decide(&mut scene, created_at, now), Ok(()), "made while this server ran");
    let mut network = scene.network().clone();
    network.last.at = now;
    scene.put(Row::Network(Box::new(network)));
    assert_eq!(decide(&mut scene, now, now), Ok(()), "all that was paid until it started would be known");
}

#[test]
fn what_somebody_has_told_of_is_not_refused_afterwards() {
    let mut scene = Scene::new();
    let id = scene.withdrawal();
    let authorization = scene.authorization(id);
    let mut paid = notice(&mut scene, id, RailOutcome::Completed(None));
    paid.unless_authorized = None;
    let change =
        ExternalTransferCommand::TakeRailNotice(paid).decide(&scene.world, later()).expect("it was paid");
    change.rows.into_iter().for_each(|row| scene.put(row));
    let booked = scene.booked(&authorization, None);
    assert_eq!(scene.decide(ChainCommand::Refuse(WithdrawalRefusal { booked })), Ok(0));
    assert_eq!(scene.status(&authorization), TransactionStatus::Completed);
}
