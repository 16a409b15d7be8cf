//! The deterministic simulation: real commands through the real writer and the real ticks of two processes on one real
//! database, with everything that goes wrong chosen by one seed. The same seed does the same again.
//!
//! `FLORIN_SIM_SEED=7` runs one seed and tells what happened; `FLORIN_SIM_SEEDS` and `FLORIN_SIM_STEPS` say how many
//! seeds there are in all and how many steps each takes; `FLORIN_SIM_FROM` says where the seeds begin.

mod books;
mod chain;
mod checks;
mod crossings;
mod database;
mod deliveries;
mod ending;
mod intent;
mod judge;
mod labels;
mod process;
mod rng;
mod run;
mod shadow;
mod wishes;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use run::Run;
use tokio::runtime::Runtime;

const SEEDS: u64 = 2_000;
const STEPS: u64 = 300;
/// The rows are proved from scratch this often, beside the check of every step.
const STEPS_BETWEEN_PROOFS: u64 = 100;
/// So many tests share the seeds, to keep every core busy.
const PARTS: u64 = 8;

macro_rules! parts {
    ($($name:ident $part:literal;)*) => {$(
        #[test]
        fn $name() {
            run_part($part);
        }
    )*};
}

parts! {
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
    let (runtime, steps) = (runtime(), number("FLORIN_SIM_STEPS").unwrap_or(STEPS));
    if let Some(seed) = number("FLORIN_SIM_SEED") {
        if part == 0 {
            run_and_tell(&runtime, seed, steps);
        }
        return;
    }
    let seeds = number("FLORIN_SIM_SEEDS").unwrap_or(SEEDS);
    let first = number("FLORIN_SIM_FROM").unwrap_or(0);
    for seed in seeds * part / PARTS..seeds * (part + 1) / PARTS {
        let seed = first + seed;
        let ran = catch_unwind(AssertUnwindSafe(|| run(&runtime, seed, steps, false)));
        if ran.is_err() {
            tell(&format!("seed {seed} fails; it is run again to tell how:"));
            run_and_tell(&runtime, seed, steps);
            panic!("seed {seed} failed, and did not when it was run again");
        }
    }
}

fn run_and_tell(runtime: &Runtime, seed: u64, steps: u64) {
    tell(&format!("to run it alone: FLORIN_SIM_SEED={seed} FLORIN_SIM_STEPS={steps}"));
    run(runtime, seed, steps, true);
    tell(&format!("seed {seed} is fine"));
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

#[expect(clippy::print_stdout, reason = "the seed of a failure is what this is for")]
fn tell(line: &str) {
    println!("{line}");
}

/// Pauses between tries take no time.
fn runtime() -> Runtime {
    let mut builder = tokio::runtime::Builder::new_current_thread();
    builder.enable_time().start_paused(true).build().expect("a runtime")
}

#[allow(clippy::disallowed_methods, reason = "how many seeds to run is no setting of Florin")]
fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{variable} is a number")))
}
