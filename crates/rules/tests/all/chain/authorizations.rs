//! When a payment may be authorized, and when its money may be given back.

use rules::account::Account;
use rules::chain::{Authorization, ChainPayment, MARGIN_SECONDS, VALID_SECONDS};
use rules::change::Row;
use rules::command::ChainCommand;
use rules::decisions::chain::{ChainEvent, WithdrawalRefusal};
use rules::freeze::{Cause, Freeze};
use rules::id::{FreezeId, SweepId};
use rules::ledger::LedgerAccountId;
use rules::money::Amount;
use rules::refusal::Refusal;
use rules::transaction::TransactionStatus;

use crate::chain::scene::{AMOUNT, NET, NOW, Scene, address, block, deposit, hash, treasury};

#[test]
fn what_is_due_is_authorized_once() {
    let mut scene = Scene::new();
    let id = scene.withdrawal();
    let authorization = scene.authorization(id);
    assert!(scene.authorize(authorization.clone()).expect("it is due") > 0);
    assert_eq!(scene.status(&authorization), TransactionStatus::Processing);
    assert_eq!(scene.authorize(authorization.clone()), Ok(0), "the same again changes nothing");
    let other = Authorization { nonce: hash(0xee), ..authorization };
    let refused = scene.authorize(other);
    assert!(matches!(refused, Err(Refusal::InvalidState { .. })), "never under two nonces: {refused:?}");
}

#[test]
fn what_is_not_what_the_withdrawal_says_is_never_authorized() {
    type Change = fn(&mut Authorization);
    let wrong: [(&str, Change); 6] = [
        ("more", |authorization| authorization.amount = Amount::from_micros(AMOUNT.micros() + 1)),
        ("less", |authorization| authorization.amount = Amount::from_micros(AMOUNT.micros() - 1)),
        ("another address", |authorization| authorization.to = address(0xb1)),
        ("from elsewhere", |authorization| authorization.from = deposit()),
        ("over too soon", |authorization| authorization.valid_before = NOW.plus_seconds(MARGIN_SECONDS)),
        ("over already", |authorization| authorization.valid_before = NOW),
    ];
    for (what, change) in wrong {
        let mut scene = Scene::new();
        let id = scene.withdrawal();
        let mut authorization = scene.authorization(id);
        change(&mut authorization);
        assert_eq!(scene.authorize(authorization), Err(Refusal::ChainMoved), "{what}");
    }
}

#[test]
fn what_is_for_another_chain_is_never_authorized() {
    let mut scene = Scene::paying(address(0xb0), "other");
    let id = scene.withdrawal();
    let authorization = scene.authorization(id);
    assert_eq!(scene.authorize(authorization), Err(Refusal::ChainMoved), "not on {NET}");
}

#[test]
fn nothing_is_authorized_before_it_is_due_or_while_money_is_stopped() {
    let mut scene = Scene::new();
    let id = scene.withdrawal();
    let authorization = scene.authorization(id);
    let new = rules::decisions::chain::NewAuthorization {
        authorization: authorization.clone(),
        events: scene.fresh().events,
    };
    let early = ChainCommand::Authorize(new).decide(&scene.world, NOW);
    assert!(matches!(early, Err(Refusal::InvalidState { .. })), "{early:?}");
    stop(&mut scene);
    assert_eq!(scene.authorize(authorization), Err(Refusal::MoneyStopped));
}

#[test]
fn nothing_is_authorized_while_its_owner_is_locked() {
    let mut scene = Scene::new();
    let id = scene.withdrawal();
    let authorization = scene.authorization(id);
    let ChainPayment::Withdrawal(account, _) = authorization.payment else { panic!("a withdrawal") };
    let account = *scene.world.account(account).expect("its account");
    scene.put(Row::Account(Account { locked_at: Some(NOW), ..account }));
    assert_eq!(scene.authorize(authorization.clone()), Err(Refusal::UserLocked));
    scene.put(Row::Account(account));
    assert!(scene.authorize(authorization).expect("it is due") > 0);
}

pub fn stop(scene: &mut Scene) {
    let freeze = Freeze {
        id: FreezeId::new(1, [1; 10]),
        cause: Cause::Operator,
        reason: "a drill".to_owned(),
        created_at: NOW,
        lift: None,
    };
    scene.put(Row::Freeze(freeze));
}

#[test]
fn a_sweep_empties_an_address_into_the_treasury_once() {
    let mut scene = Scene::new();
    let sweep = |scene: &mut Scene, byte: u8| Authorization {
        nonce: hash(byte),
        payment: ChainPayment::Sweep(SweepId::new(u64::from(byte), [1; 10])),
        from: deposit(),
        to: treasury(),
        ..{
            let id = scene.withdrawal();
            scene.authorization(id)
        }
    };
    let good = sweep(&mut scene, 1);
    let too_much = Authorization { amount: Amount::from_micros(AMOUNT.micros() + 1), ..good.clone() };
    let elsewhere = Authorization { to: address(0xb0), ..good.clone() };
    for wrong in [too_much, elsewhere] {
        assert_eq!(scene.authorize(wrong), Err(Refusal::ChainMoved));
    }
    scene.authorize(good).expect("it holds so much");
    let second = sweep(&mut scene, 2);
    assert_eq!(scene.authorize(second), Err(Refusal::ChainMoved), "it is being emptied");
}

#[test]
fn money_is_given_back_only_when_nothing_can_take_it_any_more() {
    let mut scene = Scene::new();
    let authorization = scene.authorized();
    let first = scene.network().last.hash;
    assert_eq!(scene.give_up(&authorization, first), Err(Refusal::ChainMoved), "it can still be paid");
    scene.take(VALID_SECONDS - 1, Vec::new()).expect("a block");
    let at = scene.network().last.hash;
    assert_eq!(scene.give_up(&authorization, at), Err(Refusal::ChainMoved), "for one more second");
    scene.take(1, Vec::new()).expect("a block");
    assert_eq!(scene.give_up(&authorization, at), Err(Refusal::ChainMoved), "as of another block");
    assert_eq!(scene.status(&authorization), TransactionStatus::Processing);
    let at = scene.network().last.hash;
    assert!(scene.give_up(&authorization, at).expect("it is over") > 0);
    assert_eq!(scene.status(&authorization), TransactionStatus::Failed);
    assert_eq!(scene.balance(LedgerAccountId::Held(scene.account)), 0);
    assert_eq!(scene.give_up(&authorization, at), Ok(0), "once");
}

#[test]
fn what_was_paid_is_not_given_back() {
    let mut scene = Scene::new();
    let authorization = scene.authorized();
    let booked = scene.booked(&authorization, Some(hash(1)));
    scene.take(VALID_SECONDS, vec![ChainEvent::Kept(booked)]).expect("a block");
    let at = block(scene.network().last.number);
    assert_eq!(scene.give_up(&authorization, at), Ok(0));
    assert_eq!(scene.status(&authorization), TransactionStatus::Completed);
}

#[test]
fn what_the_key_will_not_sign_is_given_back_unless_it_was_authorized() {
    let mut scene = Scene::new();
    let id = scene.withdrawal();
    let authorization = scene.authorization(id);
    let booked = scene.booked(&authorization, None);
    let refuse = ChainCommand::Refuse(WithdrawalRefusal { booked });
    let mut other = Scene::new();
    let kept = other.authorized();
    let booked = other.booked(&kept, None);
    assert_eq!(other.decide(ChainCommand::Refuse(WithdrawalRefusal { booked })), Ok(0));
    assert_eq!(other.status(&kept), TransactionStatus::Processing);
    assert!(scene.decide(refuse).expect("no authorization exists") > 0);
    assert_eq!(scene.status(&authorization), TransactionStatus::Failed);
    let late = scene.authorize(authorization);
    assert!(matches!(late, Err(Refusal::InvalidState { .. })), "{late:?}");
}
