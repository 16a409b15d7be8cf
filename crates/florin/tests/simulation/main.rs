//! The deterministic simulation: real commands through the real writer and the real ticks of two processes on one real
//! database, with everything that goes wrong chosen by one seed. The same seed does the same again.
//!
//! `FLORIN_SIM_SEED=7` runs one seed and tells what happened; `FLORIN_SIM_SEEDS` and `FLORIN_SIM_STEPS` say how many
//! seeds there are in all and how many steps each takes; `FLORIN_SIM_FROM` says where the seeds begin.

mod books;
mod chain;
mod checks;
mod database;
mod deliveries;
mod ending;
mod external_transfers;
mod intent;
mod judge;
mod labels;
mod payments;
mod process;
mod rng;
mod run;
mod seeds;
mod shadow;
mod wishes;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use run::Run;
use seeds::{Seeds, tell};
use tokio::runtime::Runtime;

/// `scripts/test long` runs those that follow.
const SEEDS: u64 = 120;
const STEPS: u64 = 300;
/// The rows are proved from scratch this often, beside the check of every step.
const STEPS_BETWEEN_PROOFS: u64 = 100;

parts! {
    run_part:
    money_is_conserved_whatever_goes_wrong_1 0;
    money_is_conserved_whatever_goes_wrong_2 1;
    money_is_conserved_whatever_goes_wrong_3 2;
    money_is_conserved_whatever_goes_wrong_4 3;
    money_is_conserved_whatever_goes_wrong_5 4;
    money_is_conserved_whatever_goes_wrong_6 5;
    money_is_conserved_whatever_goes_wrong_7 6;
    money_is_conserved_whatever_goes_wrong_8 7;
}

#[test]
fn the_same_seed_does_the_same_again() {
    let runtime = runtime();
    for seed in 0..3 {
        let digests = [(); 2].map(|()| run(&runtime, seed, STEPS, false));
        assert_eq!(digests[0], digests[1], "seed {seed}");
    }
    assert_ne!(
        run(&runtime, 0, STEPS, false),
        run(&runtime, 1, STEPS, false),
        "another seed does something else"
    );
}

fn run_part(part: u64) {
    let runtime = runtime();
    Seeds { seeds: SEEDS, steps: STEPS }
        .run_part(part, |seed, steps, tells| run(&runtime, seed, steps, tells));
}

/// One seed. Returns a digest of everything that changed.
fn run(runtime: &Runtime, seed: u64, steps: u64, tells: bool) -> u64 {
    let mut run = Run::new(seed, tells, runtime);
    let ran = catch_unwind(AssertUnwindSafe(|| {
        run.open();
        for step in 1..=steps {
            run.step();
            if step % STEPS_BETWEEN_PROOFS == 0 {
                books::check(&run.database.connection);
            }
        }
        run.close();
    }));
    if let Err(panic) = ran {
        run.told.iter().for_each(|line| tell(line));
        resume_unwind(panic);
    }
    run.digest
}

/// Pauses between tries take no time.
fn runtime() -> Runtime {
    let mut builder = tokio::runtime::Builder::new_current_thread();
    builder.enable_time().start_paused(true).build().expect("a runtime")
}
