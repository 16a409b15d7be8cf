//! What turns them off, what delays them, and what is not theirs to withdraw.

use rules::automatic_withdrawal::{IncomingPaymentStatus, LoggedSetting, OffReason};
use rules::chain::DepositAddress;
use rules::change::Outcome;
use rules::email::{EmailKind, EmailStatus};
use rules::external_account::Destination;
use rules::id::TransactionId;
use rules::money::Amount;
use rules::rail_notice::RailOutcome;
use rules::refusal::{Limit, Refusal};
use rules::transaction::{Transaction, TransactionStatus};

use super::scene::{BEFORE, MOST, Scene, WALLET_WAITS_SECONDS, destinations, usdc};

const UNIT: i64 = 1_000_000;

fn on(minimum: i64) -> Scene {
    let mut scene = Scene::new();
    scene.set(destinations()[0], minimum).expect("they are on");
    scene
}

fn amounts(scene: &Scene) -> Vec<i64> {
    scene.automatic().iter().map(|row| row.amount.micros() / UNIT).collect()
}

fn one(scene: &Scene) -> Transaction {
    let [withdrawal] = scene.automatic()[..] else { panic!("{:?}", amounts(scene)) };
    withdrawal.clone()
}

#[test]
fn payments_are_withdrawn_together_once_they_reach_the_minimum() {
    let mut scene = on(100 * UNIT);
    for (paid, expected) in [(40, &[][..]), (59, &[]), (1, &[100]), (99, &[100]), (250, &[100, 349])] {
        scene.pay(paid * UNIT);
        scene.work();
        assert_eq!(amounts(&scene), expected, "after {paid}");
    }
    assert_eq!(scene.available(), BEFORE, "what was there before stays");
    let withdrawal = scene.automatic()[0];
    assert_eq!(withdrawal.status, TransactionStatus::Queued);
    assert_eq!(withdrawal.destination(), Some(destinations()[0]));
}

#[test]
fn what_came_before_they_were_on_or_while_they_were_off_stays() {
    let mut scene = Scene::new();
    scene.pay(500 * UNIT);
    scene.set(destinations()[0], 10 * UNIT).expect("they are on");
    scene.work();
    assert!(scene.payments().is_empty(), "nothing came in since");
    scene.pay(20 * UNIT);
    scene.turn_off().expect("they are off");
    scene.pay(30 * UNIT);
    scene.now = scene.now.plus_seconds(1);
    // No worker has looked at the first payment before they are on again.
    scene.set(destinations()[0], 10 * UNIT).expect("they are on again");
    scene.work();
    let [left] = scene.payments()[..] else { panic!("one payment came in while they were on") };
    assert_eq!((left.status, left.withdrawal), (IncomingPaymentStatus::Left, None));
    assert!(scene.automatic().is_empty() && scene.emails().is_empty());
}

#[test]
fn what_is_collected_when_they_are_turned_off_stays() {
    let mut scene = on(100 * UNIT);
    scene.pay(60 * UNIT);
    scene.work();
    scene.turn_off().expect("they are off");
    assert_eq!(scene.known().expect("a row").collected, Amount::ZERO);
    scene.now = scene.now.plus_seconds(1);
    scene.set(destinations()[0], 100 * UNIT).expect("they are on again");
    scene.pay(60 * UNIT);
    scene.work();
    assert!(scene.automatic().is_empty(), "60 is not 100");
}

#[test]
fn a_balance_that_was_spent_takes_less_or_nothing() {
    for (spent, expected) in [(0, &[90][..]), (50, &[90]), (60, &[80]), (120, &[]), (140, &[])] {
        let mut scene = on(30 * UNIT);
        scene.pay(90 * UNIT);
        if spent > 0 {
            scene.spend(spent * UNIT).expect("there is enough");
        }
        scene.work();
        assert_eq!(amounts(&scene), expected, "{spent} spent of 140");
        assert!(scene.known().expect("a row").is_on() && scene.work() == 0);
    }
}

#[test]
fn one_withdrawal_is_as_large_as_one_may_be_and_the_next_payments_wait_for_the_next() {
    let mut scene = on(100 * UNIT);
    let most = MOST.micros() / UNIT;
    [most - 200, 150, 100, 30].into_iter().for_each(|paid| _ = scene.pay(paid * UNIT));
    while scene.work() > 0 {}
    assert_eq!(amounts(&scene), [most - 50, 130]);
    scene.pay((most + 7) * UNIT);
    while scene.work() > 0 {}
    assert_eq!(amounts(&scene)[2..], [most], "the rest of one that is larger stays");
}

#[test]
fn a_new_wallet_is_waited_for() {
    let mut scene = Scene::new();
    scene.set(destinations()[2], 10 * UNIT).expect("they are on");
    scene.pay(20 * UNIT);
    scene.work();
    let known = scene.known().expect("a row").clone();
    assert_eq!((amounts(&scene), known.collected), (vec![], usdc(20 * UNIT)));
    assert_eq!(known.next_at, Some(scene.now.plus_seconds(WALLET_WAITS_SECONDS)));
    scene.now = scene.now.plus_seconds(WALLET_WAITS_SECONDS);
    scene.work();
    assert_eq!(amounts(&scene), [20]);
    assert_eq!(scene.known().expect("a row").next_at, None);
}

#[test]
fn a_refusal_is_tried_again_less_and_less_often_and_with_every_payment() {
    let mut scene = on(10 * UNIT);
    scene.is_open = false;
    scene.pay(20 * UNIT);
    let mut pauses = Vec::new();
    for _ in 0..12 {
        scene.work();
        let Some(next_at) = scene.known().and_then(|known| known.next_at) else { break };
        pauses.push(next_at.seconds_after(scene.now));
        scene.now = next_at;
    }
    assert_eq!(pauses[..5], [60, 60, 120, 240, 480]);
    assert!(pauses.iter().all(|pause| *pause <= 6 * 3_600), "{pauses:?}");
    scene.is_open = true;
    scene.pay(1);
    scene.work();
    assert_eq!(amounts(&scene), [20]);
}

#[test]
fn a_route_that_stays_closed_turns_them_off_after_days_and_tells_the_owner() {
    let mut scene = on(10 * UNIT);
    scene.pay(20 * UNIT);
    scene.is_open = false;
    scene.work();
    scene.now = scene.now.plus_seconds(3 * 86_400 - 1);
    scene.work();
    assert_eq!(scene.off(), None);
    scene.now = scene.now.plus_seconds(1);
    scene.work();
    assert_eq!(scene.off(), Some(OffReason::RouteClosed));
    assert_told_once(&scene);
}

#[test]
fn fees_that_have_risen_above_what_is_collected_wait_for_more() {
    // Half a unit is the fixed fee.
    let mut scene = on(600_000);
    scene.pay(600_000);
    scene.spend(BEFORE + 99_000).expect("there is enough");
    scene.work();
    let known = scene.known().expect("a row").clone();
    assert_eq!((known.collected, known.next_at), (usdc(501_000), None), "below the minimum");
    scene.pay(UNIT);
    scene.work();
    assert_eq!(one(&scene).amount, usdc(1_501_000));
}

#[test]
fn fees_above_the_minimum_are_waited_for() {
    let mut scene = on(UNIT);
    scene.fixed_fee = usdc(2 * UNIT);
    scene.pay(UNIT);
    scene.work();
    let known = scene.known().expect("a row").clone();
    assert_eq!((amounts(&scene), known.collected), (vec![], usdc(UNIT)));
    assert_eq!(known.next_at, Some(scene.now.plus_seconds(6 * 3_600)));
    scene.fixed_fee = usdc(500_000);
    scene.now = scene.now.plus_seconds(6 * 3_600);
    scene.work();
    assert_eq!(amounts(&scene), [1]);
    assert_eq!(scene.known().expect("a row").next_at, None);
}

#[test]
fn an_archived_destination_turns_them_off_and_tells_the_owner() {
    let mut scene = on(10 * UNIT);
    scene.archive(destinations()[1]).expect("it is archived");
    assert_eq!(scene.off(), None, "it was another one");
    scene.archive(destinations()[0]).expect("it is archived");
    assert_eq!(scene.off(), Some(OffReason::DestinationArchived));
    scene.archive(destinations()[0]).expect("it is archived already");
    assert_told_once(&scene);
    assert_eq!(scene.set(destinations()[0], 10 * UNIT), Err(Refusal::BankAccountArchived));
}

#[test]
fn a_withdrawal_that_fails_or_comes_back_turns_them_off_and_is_no_payment() {
    for (outcome, reason) in [
        (RailOutcome::Failed, OffReason::WithdrawalFailed),
        (RailOutcome::Returned, OffReason::WithdrawalReturned),
    ] {
        let mut scene = on(10 * UNIT);
        scene.pay(20 * UNIT);
        scene.work();
        scene.say(one(&scene).id, outcome.clone());
        assert_eq!(scene.off(), Some(reason));
        assert_eq!(scene.available(), BEFORE + 20 * UNIT);
        assert_told_once(&scene);
        // The same, said again, changes nothing, and neither does what came back.
        scene.say(one(&scene).id, outcome);
        scene.work();
        assert_told_once(&scene);
        scene.set(destinations()[0], 10 * UNIT).expect("they are on again");
        scene.work();
        assert_eq!(amounts(&scene), [20]);
    }
}

#[test]
fn a_failure_on_the_way_to_another_place_changes_nothing() {
    let mut scene = on(10 * UNIT);
    let Ok(Outcome::Transaction(other)) = scene.spend(20 * UNIT) else { panic!("a withdrawal") };
    scene.say(other.id, RailOutcome::Failed);
    assert_eq!(scene.off(), None);
}

#[test]
fn another_destination_gets_what_is_collected() {
    let mut scene = on(100 * UNIT);
    scene.pay(60 * UNIT);
    scene.work();
    let seen = scene.look().expect("something to look at");
    scene.set(destinations()[1], 50 * UNIT).expect("another destination");
    assert_eq!(scene.known().and_then(|known| known.next_at), Some(scene.now), "60 are more than 50");
    // A worker that saw the old destination does nothing.
    let stale = rules::command::AutomaticWithdrawalCommand::Withdraw(seen);
    assert_eq!(scene.decide(stale), Ok(Outcome::Resolved(0)));
    assert!(scene.automatic().is_empty());
    scene.work();
    assert_eq!(one(&scene).destination(), Some(destinations()[1]));
}

#[test]
fn while_money_is_stopped_payments_wait() {
    let mut scene = on(10 * UNIT);
    scene.pay(20 * UNIT);
    scene.stop();
    assert_eq!(scene.work(), 0);
    assert_eq!(scene.payments()[0].status, IncomingPaymentStatus::Pending);
    scene.resume();
    scene.work();
    assert_eq!(amounts(&scene), [20]);
}

#[test]
fn while_the_owner_is_locked_payments_wait_and_no_withdrawal_is_created() {
    let mut scene = on(10 * UNIT);
    let locked_at = Some(scene.now);
    scene.set_locked(locked_at);
    scene.pay(20 * UNIT);
    assert_eq!(scene.work(), 0);
    assert_eq!(scene.payments()[0].status, IncomingPaymentStatus::Pending);
    assert_eq!(scene.spend(UNIT), Err(Refusal::UserLocked));
    scene.set_locked(None);
    scene.work();
    assert_eq!(amounts(&scene), [20]);
}

#[test]
fn what_makes_no_sense_cannot_be_turned_on() {
    let mut scene = Scene::new();
    let [account, _, wallet] = destinations();
    let unknown = Destination::BankAccount(scene.id());
    let Destination::ExternalWallet(id) = wallet else { panic!("a wallet") };
    let address = scene.world.external_wallets.get(&id).expect("a wallet").address.clone();
    let too_much = Refusal::LimitExceeded(Limit::ExternalTransfer { most: MOST });
    for (to, minimum, refusal) in [
        (unknown, UNIT, Refusal::UnknownBankAccount),
        (account, MOST.micros() + 1, too_much),
        (account, 500_000, Refusal::LimitExceeded(Limit::Smallest)),
    ] {
        assert_eq!(scene.set(to, minimum), Err(refusal));
    }
    let given = DepositAddress {
        address: address.clone(),
        account: scene.caller.account,
        nth: 0,
        index: 0,
        holds: Amount::ZERO,
        sweep: None,
        created_at: scene.now,
        retired_at: None,
    };
    scene.world.deposit_addresses.load(address.to_string(), given);
    assert_eq!(scene.set(wallet, UNIT), Err(Refusal::AddressOfService));
    scene.is_open = false;
    assert!(matches!(scene.set(account, UNIT), Err(Refusal::RouteClosed { .. })));
    assert!(scene.known().is_none());
}

#[test]
fn the_same_again_changes_nothing() {
    let mut scene = on(10 * UNIT);
    let before = scene.known().cloned();
    scene.now = scene.now.plus_seconds(5);
    scene.set(destinations()[0], 10 * UNIT).expect("it is so already");
    assert_eq!(scene.known().cloned(), before);
    scene.turn_off().expect("they are off");
    let off = scene.known().cloned();
    scene.now = scene.now.plus_seconds(5);
    scene.turn_off().expect("they are off already");
    assert_eq!(scene.known().cloned(), off);
}

#[test]
fn a_payment_is_collected_for_a_withdrawal_that_is_known_before() {
    let mut scene = on(100 * UNIT);
    let payments: Vec<TransactionId> = (0..3).map(|_| scene.pay(40 * UNIT)).collect();
    let next = scene.known().expect("a row").next_withdrawal;
    scene.work();
    assert_eq!(one(&scene).id, next);
    for payment in scene.payments() {
        assert!(payments.contains(&payment.transaction));
        assert_eq!((payment.status, payment.withdrawal), (IncomingPaymentStatus::Collected, Some(next)));
    }
}

#[test]
fn the_security_log_says_where_payments_go_whatever_the_name() {
    let destination = Destination::parse("ba_01m7tshtrfec3r9sc7c5mq7200").expect("an id");
    let other = Destination::parse("ew_01m7tshtrfec3r9sc7c5mq7201").expect("an id");
    let setting = |name, before| LoggedSetting { name, minimum: usdc(1_250_500_000), destination, before };
    for name in ["Payroll", "", "A · 5.00 USDC", " · ", "¿?", "A < B"] {
        for before in [None, Some(other)] {
            let setting = setting(name, before);
            assert_eq!(LoggedSetting::parse(&setting.words()), Some(setting));
        }
    }
    assert_eq!(setting("Payroll", Some(other)).shown(), "Payroll · 1250.50 USDC");
    for words in
        ["", "Payroll", "Payroll · 5", "Payroll · 5.00 USDC", "Payroll · 5.00 USDC · bank", "5.00 USDC"]
    {
        assert_eq!(LoggedSetting::parse(words), None, "{words}");
    }
}

fn assert_told_once(scene: &Scene) {
    let [message] = scene.emails()[..] else { panic!("{:?}", scene.emails()) };
    assert_eq!(message.kind, EmailKind::AutomaticWithdrawalsOff);
    assert_eq!((message.to.as_str(), message.status), ("ada@example.com", EmailStatus::Kept));
    assert_eq!(message.account, Some(scene.caller.account));
}
