//! The worker of the live chain against a model of a chain: two processes, and everything of group E that nodes,
//! blocks, outsiders, operators and kill -9 can do to them, chosen by one seed.
//!
//! The variables of the simulation beside it are understood here, too: `FLORIN_SIM_SEED`, `FLORIN_SIM_SEEDS`,
//! `FLORIN_SIM_STEPS` and `FLORIN_SIM_FROM`.

mod crashes;
mod ending;
mod keys;
mod net;
mod oracle;
mod process;
mod raw;
mod run;
mod scenes;
mod steps;
mod token;
mod view;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use tokio::runtime::Runtime;

use crate::rng::Rng;
use crate::seeds::{Seeds, tell};
use crate::{parts, runtime};
use keys::USDC;
use run::{Plan, Run};

/// `scripts/test long` runs those that follow.
const SEEDS: u64 = 120;
const STEPS: u64 = 60;

parts! {
    run_part:
    everything_is_paid_once_or_given_back_1 0;
    everything_is_paid_once_or_given_back_2 1;
    everything_is_paid_once_or_given_back_3 2;
    everything_is_paid_once_or_given_back_4 3;
    everything_is_paid_once_or_given_back_5 4;
    everything_is_paid_once_or_given_back_6 5;
    everything_is_paid_once_or_given_back_7 6;
    everything_is_paid_once_or_given_back_8 7;
}

#[test]
fn the_same_seed_does_the_same_again() {
    let runtime = runtime();
    for seed in 0..3 {
        let digests = [(); 2].map(|()| run(&runtime, seed, STEPS, false));
        assert_eq!(digests[0], digests[1], "seed {seed}");
    }
    assert_ne!(run(&runtime, 0, STEPS, false), run(&runtime, 1, STEPS, false));
}

fn run_part(part: u64) {
    let runtime = runtime();
    Seeds { seeds: SEEDS, steps: STEPS }
        .run_part(part, |seed, steps, tells| run(&runtime, seed, steps, tells));
}

/// One seed. Returns what tells it apart from others.
fn run(runtime: &Runtime, seed: u64, steps: u64, tells: bool) -> String {
    let mut rng = Rng::new(seed ^ 0xc4a1);
    let plan = Plan {
        depth: 1 + rng.below(8),
        per_hour: if rng.chance(20) { 60 * USDC } else { 1_000_000 * USDC },
        sweep_above: [USDC, 60 * USDC, i64::MAX][rng.below(3)],
    };
    let mut run = Run::new(rng, &plan, tells, runtime);
    let ran = catch_unwind(AssertUnwindSafe(|| {
        run.open();
        run.has_faults = true;
        for step in 0..steps {
            if seed % 16 == 5 && step == steps / 2 {
                run.break_something();
            }
            run.step();
        }
        if seed % 32 == 9 { run.rewrite_what_is_final() } else { run.close() }
    }));
    if let Err(panic) = ran {
        run.told.iter().for_each(|line| tell(line));
        resume_unwind(panic);
    }
    run.digest()
}
