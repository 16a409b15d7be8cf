//! What is true after anything that owners, payers, workers, banks and operators do, in any order.

use std::collections::BTreeMap;

use proptest::prelude::*;
use rules::automatic_withdrawal::{IncomingPaymentStatus, OffReason};
use rules::command::AutomaticWithdrawalCommand;
use rules::decisions::automatic_withdrawal::WithdrawPayments;
use rules::id::TransactionId;
use rules::rail_notice::RailOutcome;
use rules::refusal::Refusal;
use rules::transaction::TransactionStatus;

use super::scene::{Scene, destinations};

#[derive(Clone, Debug)]
enum Act {
    Set {
        to: usize,
        minimum: i64,
    },
    TurnOff,
    Pay(i64),
    /// A worker looks, and remembers what it saw.
    Look,
    /// A worker withdraws what it saw, however long ago, even if another worker withdrew it since.
    Withdraw(usize),
    Work,
    Spend(i64),
    Archive(usize),
    Say {
        which: usize,
        outcome: usize,
    },
    Stop,
    Resume,
    Close,
    Open,
    Wait(i64),
}

fn act() -> impl Strategy<Value = Act> {
    let micros = prop_oneof![6 => 1_i64..60_000_000, 1 => 900_000_000_i64..2_500_000_000];
    let seconds = prop_oneof![Just(1), Just(61), Just(3_601), Just(4 * 86_400)];
    prop_oneof![
        3 => (0_usize..3, 600_000_i64..90_000_000).prop_map(|(to, minimum)| Act::Set { to, minimum }),
        1 => Just(Act::TurnOff),
        10 => micros.clone().prop_map(Act::Pay),
        4 => Just(Act::Look),
        4 => (0_usize..8).prop_map(Act::Withdraw),
        6 => Just(Act::Work),
        2 => micros.prop_map(Act::Spend),
        1 => (0_usize..3).prop_map(Act::Archive),
        2 => (0_usize..8, 0_usize..3).prop_map(|(which, outcome)| Act::Say { which, outcome }),
        1 => Just(Act::Stop),
        2 => Just(Act::Resume),
        1 => Just(Act::Close),
        2 => Just(Act::Open),
        3 => seconds.prop_map(Act::Wait),
    ]
}

fn run(scene: &mut Scene, acts: &[Act]) {
    let mut seen: Vec<WithdrawPayments> = Vec::new();
    let mut ended: BTreeMap<TransactionId, (IncomingPaymentStatus, Option<TransactionId>)> = BTreeMap::new();
    for act in acts {
        let made_before = scene.automatic().len();
        let could_make = matches!(act, Act::Withdraw(_) | Act::Work);
        perform(scene, act, &mut seen);
        assert!(could_make || scene.automatic().len() == made_before, "{act:?} withdrew something");
        check(scene);
        for payment in scene.payments() {
            let state = (payment.status, payment.withdrawal);
            if let Some(before) = ended.get(&payment.transaction) {
                assert_eq!(*before, state, "{} is collected once", payment.transaction);
            } else if payment.status != IncomingPaymentStatus::Pending {
                ended.insert(payment.transaction, state);
            }
        }
    }
}

fn perform(scene: &mut Scene, act: &Act, seen: &mut Vec<WithdrawPayments>) {
    match act {
        // Refusals change nothing; which there are is tried elsewhere.
        Act::Set { to, minimum } => _ = scene.set(destinations()[*to], *minimum),
        Act::TurnOff => _ = scene.turn_off().expect("it is never refused"),
        Act::Pay(micros) => _ = scene.pay(*micros),
        Act::Look => seen.extend(scene.look()),
        Act::Withdraw(which) => {
            if let Some(seen) = seen.get(*which % seen.len().max(1)) {
                let seen = WithdrawPayments { next_withdrawal: scene.id(), ..seen.clone() };
                let told = scene.decide(AutomaticWithdrawalCommand::Withdraw(seen));
                assert!(matches!(told, Ok(_) | Err(Refusal::MoneyStopped)), "{told:?}");
            }
        }
        Act::Work => _ = scene.work(),
        Act::Spend(micros) => _ = scene.spend(*micros),
        Act::Archive(which) => _ = scene.archive(destinations()[*which]).expect("it is never refused"),
        Act::Say { which, outcome } => {
            let outcomes = [RailOutcome::Completed(None), RailOutcome::Failed, RailOutcome::Returned];
            let withdrawals = scene.open_withdrawals();
            if let Some(about) = withdrawals.get(*which % withdrawals.len().max(1)) {
                scene.say(*about, outcomes[*outcome].clone());
            }
        }
        Act::Stop => scene.stop(),
        Act::Resume => scene.resume(),
        Act::Close => scene.is_open = false,
        Act::Open => scene.is_open = true,
        Act::Wait(seconds) => scene.now = scene.now.plus_seconds(*seconds),
    }
}

fn check(scene: &Scene) {
    assert!(scene.available() >= 0, "never more than is available");
    let account = scene.world.accounts.get(&scene.caller.account).expect("it is there");
    let Some(known) = scene.known() else {
        assert!(scene.payments().is_empty() && scene.automatic().is_empty());
        return;
    };
    assert_eq!(account.withdraws_automatically, known.is_on(), "those who credit it know");
    let mut brought: BTreeMap<TransactionId, i64> = BTreeMap::new();
    for payment in scene.payments() {
        assert_eq!(payment.status == IncomingPaymentStatus::Collected, payment.withdrawal.is_some());
        if let Some(withdrawal) = payment.withdrawal {
            *brought.entry(withdrawal).or_default() += payment.amount.micros();
        }
    }
    for withdrawal in scene.automatic() {
        let collected = brought.get(&withdrawal.id).copied().unwrap_or(0);
        assert!(withdrawal.amount.micros() <= collected, "{} takes more than came in", withdrawal.id);
        assert_ne!(withdrawal.id, known.next_withdrawal, "the next one is not made yet");
    }
    let collected = brought.get(&known.next_withdrawal).copied().unwrap_or(0);
    assert!(known.collected.micros() <= collected, "no more is collected than came in");
    if let Some(off) = known.off {
        assert_eq!((known.collected.micros(), known.next_at), (0, None), "off since {:?}", off.at);
    }
    assert!(known.closed_since.is_none() || known.next_at.is_some(), "what is closed is tried again");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn a_payment_is_withdrawn_once_at_most_whatever_happens(acts in proptest::collection::vec(act(), 1..60)) {
        run(&mut Scene::new(), &acts);
    }

    #[test]
    fn workers_that_saw_the_same_do_what_one_of_them_would_have_done(
        before in proptest::collection::vec(act(), 1..30),
        copies in 2_usize..5,
    ) {
        let (mut once, mut often) = (Scene::new(), Scene::new());
        run(&mut once, &before);
        run(&mut often, &before);
        let (seen, seen_too) = (once.look(), often.look());
        prop_assert_eq!(&seen, &seen_too);
        let Some(seen) = seen else { return Ok(()) };
        let first = once.decide(AutomaticWithdrawalCommand::Withdraw(seen.clone()));
        let all: Vec<_> = (0..copies)
            .map(|_| often.decide(AutomaticWithdrawalCommand::Withdraw(seen.clone())))
            .collect();
        prop_assert_eq!(&first, &all[0]);
        // What is left over when they are switched off stays, which the next look finds.
        if once.known().is_some_and(|known| known.is_on()) {
            prop_assert_eq!(once.payments(), often.payments());
        }
        prop_assert_eq!(once.automatic(), often.automatic());
        prop_assert_eq!(once.emails().len(), often.emails().len());
    }

    #[test]
    fn what_is_enough_leaves_in_the_end(
        acts in proptest::collection::vec(act(), 1..40),
        payments in proptest::collection::vec(1_i64..60_000_000, 1..10),
    ) {
        let mut scene = Scene::new();
        run(&mut scene, &acts);
        scene.resume();
        scene.is_open = true;
        scene.now = scene.now.plus_seconds(7_200);
        while scene.work() > 0 {}
        let to = destinations().into_iter().find(|to| scene.set(*to, 600_000).is_ok());
        let Some(_) = to else { return Ok(()) };
        payments.iter().for_each(|micros| _ = scene.pay(*micros));
        while scene.work() > 0 {}
        let known = scene.known().expect("they are on");
        let pending = |status| scene.payments().iter().any(|payment| payment.status == status);
        prop_assert!(!pending(IncomingPaymentStatus::Pending), "everything was looked at");
        prop_assert!(known.collected < known.minimum, "{:?} was not withdrawn", known);
    }

    #[test]
    fn every_end_but_the_owners_is_told_once(acts in proptest::collection::vec(act(), 1..60)) {
        let mut scene = Scene::new();
        let (mut seen, mut ends, mut was_on) = (Vec::new(), 0, false);
        for act in &acts {
            perform(&mut scene, act, &mut seen);
            let is_on = scene.known().is_some_and(|known| known.is_on());
            if was_on && !is_on && scene.off() != Some(OffReason::Owner) {
                ends += 1;
            }
            was_on = is_on;
        }
        prop_assert_eq!(scene.emails().len(), ends);
        let failed = scene.withdrawals().iter().filter(|row| row.status == TransactionStatus::Failed).count();
        prop_assert!(scene.off() != Some(OffReason::WithdrawalFailed) || failed > 0);
    }
}
