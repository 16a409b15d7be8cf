//! What seeds have found, and what they meet too rarely to be sure of.

use evm::Address;

use super::keys::{self, USDC};
use super::net::{GWEI, USUAL_FEE, payment};
use super::run::{Plan, Run};
use crate::rng::Rng;
use crate::runtime;

const PAYEE: Address = Address::repeat_byte(0xb0);

fn usual_plan() -> Plan {
    Plan { depth: 2, per_hour: 1_000_000 * USDC, sweep_above: i64::MAX }
}

fn check(scene: impl Fn(&mut Run<'_>)) {
    let runtime = runtime();
    let mut run = Run::new(Rng::new(1), &usual_plan(), false, &runtime);
    run.open();
    scene(&mut run);
    run.close();
}

#[test]
fn a_clock_that_is_set_back_keeps_nothing_from_being_sent_again() {
    check(|run| {
        run.withdraw(0, 0, PAYEE, USDC).expect("there is enough");
        run.pass(31);
        run.finish_round(0);
        assert_eq!(run.net().pool.len(), 1, "it is sent");
        run.net().pool.clear();
        run.set_clock(0, -3_600);
        run.finish_round(0);
        assert_eq!(run.net().pool.len(), 1, "it is sent again");
    });
}

#[test]
fn a_withdrawal_to_the_treasury_is_given_back_and_stops_nothing() {
    check(|run| {
        let wish = run.withdraw(0, 0, keys::treasury(), 2 * USDC).expect("there is enough");
        run.pass(31);
        for _ in 0..3 {
            run.finish_round(0);
            run.mine(4);
        }
        assert_eq!(run.status(wish), "failed");
        assert_eq!(run.count("select count(*) from freezes"), 0);
    });
}

/// Two processes sign the first relay transaction of an authorization at the same moment, at very different prices.
/// The node refuses the dearer one, because its tip is the same; if it were kept, nothing dearer could be offered any
/// more.
#[test]
fn two_first_offers_at_once_never_end_in_an_offer_that_cannot_grow() {
    check(|run| {
        run.withdraw(0, 0, PAYEE, USDC).expect("there is enough");
        run.pass(31);
        // Each goes on until its authorization is kept and its relay transaction waits to be.
        run.net().base_fee = GWEI;
        while run.count("select count(*) from authorizations") == 0 {
            run.work(0, 1);
        }
        while run.processes[0].waiting() == 0 {
            run.processes[0].work();
        }
        run.net().base_fee = 700 * GWEI;
        run.processes[1].work();
        while run.processes[1].waiting() == 0 {
            assert!(!run.processes[1].work(), "it carries the authorization, too");
        }
        assert!(run.write(0) && run.write(1));
        run.finish_rounds();
        run.net().base_fee = USUAL_FEE;
        for _ in 0..4 {
            run.pass(120);
            run.finish_rounds();
        }
        run.mine(1);
        assert_eq!(run.net().head().token.paid.get(&(PAYEE, USDC as u64)), Some(&1), "it is paid");
    });
}

/// Each question of a round may be answered from a chain that is not the one of the question before.
#[test]
fn what_is_rewritten_between_two_questions_is_never_booked() {
    const STRANGE: i64 = 77_777_777;
    let (runtime, mut included) = (runtime(), 0);
    for waits in 0..40 {
        let mut run = Run::new(Rng::new(waits), &usual_plan(), false, &runtime);
        run.open();
        run.mine(4);
        (0..waits).for_each(|_| go_on(&mut run));
        let cursor = run.count("select block from networks") as usize;
        let to = run.people[0].address;
        {
            let mut net = run.net();
            let depth = net.path.len() - cursor;
            net.submit(vec![payment(to, STRANGE)]);
            net.reorganize(&mut Rng::new(waits), depth, 100);
            included += usize::from(net.others.is_empty());
        }
        (0..200).for_each(|_| go_on(&mut run));
        assert_eq!(run.count(&format!("select count(*) from transactions where amount = {STRANGE}")), 0);
        assert_eq!(
            run.count("select count(*) from freezes where cause = 'chain_rewritten'"),
            1,
            "after {waits}"
        );
    }
    assert!(included > 20, "the other chain included payments");
}

/// Without the judge, who knows one chain only.
fn go_on(run: &mut Run<'_>) {
    let runtime = run.runtime;
    match run.processes[0].waiting() {
        0 => _ = run.processes[0].work(),
        _ => assert!(run.processes[0].write(runtime, usize::MAX, &[])),
    }
}
