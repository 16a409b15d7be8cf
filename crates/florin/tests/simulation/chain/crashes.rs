//! kill -9 at every named moment of the worker, and again at every moment of the recovery from that.

use app::CrashPoint;
use evm::Address;

use super::keys::{DENIED, SUSPECT, USDC};
use super::net::payment;
use super::run::{Plan, Run};
use super::token::TokenCall;
use crate::rng::Rng;
use crate::{parts, runtime};

const PAYEE: Address = Address::repeat_byte(0xb0);

const PARTS: usize = 4;

parts! {
    check_part:
    who_dies_at_any_moment_and_again_while_recovering_pays_once_1 0;
    who_dies_at_any_moment_and_again_while_recovering_pays_once_2 1;
    who_dies_at_any_moment_and_again_while_recovering_pays_once_3 2;
    who_dies_at_any_moment_and_again_while_recovering_pays_once_4 3;
}

fn check_part(part: usize) {
    let pairs = CrashPoint::ALL.iter().flat_map(|first| CrashPoint::ALL.map(|second| (*first, second)));
    pairs.skip(part).step_by(PARTS).for_each(|(first, second)| check(first, second));
}

fn check(first: CrashPoint, second: CrashPoint) {
    let runtime = runtime();
    let plan = Plan { depth: 2, per_hour: 1_000_000 * USDC, sweep_above: 20 * USDC };
    let mut run = Run::new(Rng::new(1), &plan, false, &runtime);
    run.open();
    run.net().submit(vec![TokenCall::Blacklist(SUSPECT)]);
    run.plan_death(0, first);
    let deaths = [first, second];
    let good = [(); 3].map(|()| go_through_everything(&mut run, &deaths));
    assert_eq!(run.deaths, deaths.len(), "{deaths:?} were not all reached");
    for wish in good {
        assert_eq!(run.status(wish), "completed", "after {deaths:?}");
    }
    run.close();
}

/// All that a worker does: money comes, is swept, leaves, is not authorized, is authorized and given back.
fn go_through_everything(run: &mut Run<'_>, deaths: &[CrashPoint]) -> usize {
    let address = run.people[0].address;
    run.net().submit(vec![payment(address, 30 * USDC)]);
    run.mine(4);
    let [good, _, _] = [PAYEE, DENIED, SUSPECT].map(|payee| {
        let amount = USDC + run.wishes.len() as i64;
        run.withdraw(0, 0, payee, amount).expect("there is enough")
    });
    run.pass(31);
    for hours in [0, 0, 0, 25, 0] {
        run.pass(hours * 3_600);
        run.mine(4);
        for _ in 0..3 {
            let before = run.deaths;
            run.finish_round(0);
            if run.deaths > before
                && let Some(next) = deaths.get(run.deaths)
            {
                run.plan_death(0, *next);
            }
        }
    }
    good
}
