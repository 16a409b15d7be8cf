//! What blocks do to the books: each once, in order, and whatever contradicts them stops money.

use rules::account::Mode;
use rules::chain::{Authorization, FinalBlock, VALID_SECONDS};
use rules::command::ChainCommand;
use rules::decisions::chain::{Blocks, ChainEvent, IncomingTokenTransfer};
use rules::ledger::LedgerAccountId;
use rules::money::Amount;
use rules::refusal::Refusal;
use rules::transaction::TransactionStatus;

use crate::chain::scene::{AMOUNT, LEAST, NET, Scene, block, deposit, hash, treasury};

fn arrival(scene: &mut Scene, transaction: u8, ordinal: u32, amount: Amount) -> ChainEvent {
    let name = format!("{NET}:{}:{ordinal}", hash(transaction));
    let (account, notice, fresh) = (scene.account, scene.id(), scene.fresh());
    let transaction = hash(transaction);
    ChainEvent::Came(IncomingTokenTransfer {
        account,
        address: deposit(),
        amount,
        transaction,
        name,
        notice,
        fresh,
    })
}

fn kept(scene: &mut Scene, authorization: &Authorization) -> ChainEvent {
    ChainEvent::Kept(scene.booked(authorization, Some(hash(1))))
}

fn available(scene: &Scene) -> i64 {
    scene.balance(LedgerAccountId::Available(scene.account))
}

#[test]
fn blocks_that_do_not_follow_the_books_are_refused() {
    let mut scene = Scene::new();
    let blocks = |parent: i64, number: i64, scene: &mut Scene| {
        let at = scene.network().last.at.plus_seconds(1);
        let last = FinalBlock { number, hash: block(number), at };
        let freeze = scene.id();
        ChainCommand::Take(Blocks { parent: block(parent), last, said: Vec::new(), least: LEAST, freeze })
    };
    for (parent, number) in [(99, 101), (101, 102), (100, 100), (100, 99)] {
        let command = blocks(parent, number, &mut scene);
        assert_eq!(scene.decide(command), Err(Refusal::ChainMoved), "{number} after {parent}");
    }
    let good = blocks(100, 105, &mut scene);
    assert!(scene.decide(good.clone()).is_ok());
    assert_eq!(scene.network().last.number, 105);
    assert_eq!(scene.decide(good), Err(Refusal::ChainMoved), "once");
}

#[test]
fn what_comes_is_credited_and_what_is_too_little_is_the_operators() {
    let mut scene = Scene::new();
    let before = (available(&scene), scene.network().own.micros());
    let dust = Amount::from_micros(LEAST.micros() - 1);
    let said = vec![
        arrival(&mut scene, 1, 0, AMOUNT),
        arrival(&mut scene, 1, 2, AMOUNT),
        arrival(&mut scene, 2, 0, dust),
    ];
    scene.take(1, said).expect("a block");
    assert_eq!(available(&scene), before.0 + 2 * AMOUNT.micros(), "one transaction may pay twice");
    assert_eq!(scene.network().own.micros(), before.1 + dust.micros());
    let holds = scene.world.deposit_addresses.get(deposit().as_str()).expect("it is known").holds;
    assert_eq!(holds.micros(), 3 * AMOUNT.micros() + dust.micros());
    assert!(!scene.is_stopped());
}

#[test]
fn what_was_credited_before_is_not_credited_again_and_stops_money() {
    let mut scene = Scene::new();
    let said = arrival(&mut scene, 1, 0, AMOUNT);
    scene.take(1, vec![said.clone()]).expect("a block");
    let after = available(&scene);
    scene.take(1, vec![said]).expect("a block");
    assert_eq!(available(&scene), after);
    assert!(scene.is_stopped());
}

#[test]
fn an_authorization_that_was_kept_completes_its_withdrawal() {
    let mut scene = Scene::new();
    let authorization = scene.authorized();
    let (treasury, outside) = (scene.network().holds, LedgerAccountId::WorldChain(Mode::Live));
    let before = scene.balance(outside);
    let said = kept(&mut scene, &authorization);
    scene.take(1, vec![said]).expect("a block");
    assert_eq!(scene.status(&authorization), TransactionStatus::Completed);
    assert_eq!(scene.network().holds.micros(), treasury.micros() - AMOUNT.micros());
    assert_eq!(scene.balance(outside) - before, AMOUNT.micros());
    assert!(!scene.is_stopped());
}

#[test]
fn whoever_withdraws_to_the_treasury_gives_it_to_the_operator() {
    let mut scene = Scene::paying(treasury(), NET);
    let authorization = scene.authorized();
    let (holds, own) = (scene.network().holds, scene.network().own.micros());
    let said = kept(&mut scene, &authorization);
    scene.take(1, vec![said]).expect("a block");
    assert_eq!(scene.status(&authorization), TransactionStatus::Completed);
    assert_eq!(scene.network().holds, holds, "nothing has left the treasury");
    assert_eq!(scene.network().own.micros(), own + AMOUNT.micros(), "and no account in the books has it");
}

#[test]
fn an_authorization_that_ends_twice_stops_money_and_moves_none() {
    type Says = fn(&mut Scene, &Authorization) -> ChainEvent;
    let used: Says = kept;
    let taken_back: Says = |scene, authorization| ChainEvent::Withdrawn(scene.booked(authorization, None));
    for (first, second) in [(used, used), (used, taken_back), (taken_back, used), (taken_back, taken_back)] {
        let mut scene = Scene::new();
        let authorization = scene.authorized();
        let said = first(&mut scene, &authorization);
        scene.take(1, vec![said]).expect("a block");
        let (status, money) = (scene.status(&authorization), available(&scene));
        assert!(!scene.is_stopped());
        let said = second(&mut scene, &authorization);
        scene.take(1, vec![said]).expect("a block");
        assert_eq!((scene.status(&authorization), available(&scene)), (status, money));
        assert!(scene.is_stopped());
    }
}

#[test]
fn what_was_given_back_and_paid_nevertheless_stops_money() {
    let mut scene = Scene::new();
    let authorization = scene.authorized();
    scene.take(VALID_SECONDS, Vec::new()).expect("a block");
    let at = scene.network().last.hash;
    scene.give_up(&authorization, at).expect("it is over");
    let said = kept(&mut scene, &authorization);
    scene.take(1, vec![said]).expect("a block");
    assert_eq!(scene.status(&authorization), TransactionStatus::Failed);
    assert!(scene.is_stopped());
}

#[test]
fn to_take_back_what_is_over_is_no_news() {
    let mut scene = Scene::new();
    let authorization = scene.authorized();
    scene.take(VALID_SECONDS, Vec::new()).expect("a block");
    let at = scene.network().last.hash;
    scene.give_up(&authorization, at).expect("it is over");
    let said = ChainEvent::Withdrawn(scene.booked(&authorization, None));
    scene.take(1, vec![said]).expect("a block");
    assert_eq!(scene.status(&authorization), TransactionStatus::Failed);
    assert!(!scene.is_stopped());
}

#[test]
fn what_is_strange_stops_money_and_the_rest_is_booked() {
    let mut scene = Scene::new();
    let before = available(&scene);
    let said = vec![ChainEvent::Strange("who was that?".to_owned()), arrival(&mut scene, 1, 0, AMOUNT)];
    scene.take(1, said).expect("a block");
    assert!(scene.is_stopped());
    assert_eq!(available(&scene), before + AMOUNT.micros());
    assert_eq!(scene.network().last.number, 101);
}

#[test]
fn what_does_not_fit_into_a_balance_is_nobodys_and_somebody_must_look() {
    let mut scene = Scene::new();
    let (before, own) = (available(&scene), scene.network().own.micros());
    let much = Amount::from_micros(i64::MAX / 2);
    let said = vec![arrival(&mut scene, 1, 0, much), arrival(&mut scene, 2, 0, AMOUNT)];
    scene.take(1, said).expect("a block");
    assert_eq!(available(&scene), before + AMOUNT.micros(), "the rest is credited");
    assert_eq!(scene.network().own.micros(), own + much.micros());
    assert!(scene.is_stopped());
}

#[test]
fn what_the_operator_adds_is_the_operators_own() {
    let mut scene = Scene::new();
    let (holds, own) = (scene.network().holds.micros(), scene.network().own.micros());
    scene.take(1, vec![ChainEvent::CameToTreasury(AMOUNT)]).expect("a block");
    let network = scene.network();
    assert_eq!(network.holds.micros(), holds + AMOUNT.micros());
    assert_eq!(network.own.micros(), own + AMOUNT.micros());
}
