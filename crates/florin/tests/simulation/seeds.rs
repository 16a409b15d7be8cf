//! Which seeds are run, and what is told of one that fails.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// So many tests share the seeds, to keep every core busy.
const PARTS: u64 = 8;

/// Makes a test of each part: its name, and its number.
#[macro_export]
macro_rules! parts {
    ($run:path: $($name:ident $part:literal;)*) => {$(
        #[test]
        fn $name() {
            $run($part);
        }
    )*};
}

/// So many seeds, of so many steps each, unless the environment says otherwise.
pub struct Seeds {
    pub seeds: u64,
    pub steps: u64,
}

impl Seeds {
    /// Runs this part of them. `run` takes a seed, its steps, and whether it tells what it does.
    pub fn run_part<T>(&self, part: u64, run: impl Fn(u64, u64, bool) -> T) {
        let steps = number("FLORIN_SIM_STEPS").unwrap_or(self.steps);
        let run_and_tell = |seed: u64| {
            tell(&format!("to run it alone: FLORIN_SIM_SEED={seed} FLORIN_SIM_STEPS={steps}"));
            run(seed, steps, true);
            tell(&format!("seed {seed} is fine"));
        };
        if let Some(seed) = number("FLORIN_SIM_SEED") {
            if part == 0 {
                run_and_tell(seed);
            }
            return;
        }
        let seeds = number("FLORIN_SIM_SEEDS").unwrap_or(self.seeds);
        let first = number("FLORIN_SIM_FROM").unwrap_or(0);
        for seed in seeds * part / PARTS..seeds * (part + 1) / PARTS {
            let seed = first + seed;
            let ran = catch_unwind(AssertUnwindSafe(|| run(seed, steps, false)));
            if ran.is_err() {
                tell(&format!("seed {seed} fails; it is run again to tell how:"));
                run_and_tell(seed);
                panic!("seed {seed} failed, and did not when it was run again");
            }
        }
    }
}

#[expect(clippy::print_stdout, reason = "the seed of a failure is what this is for")]
pub fn tell(line: &str) {
    println!("{line}");
}

#[allow(clippy::disallowed_methods, reason = "how many seeds to run is no setting of Florin")]
fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{variable} is a number")))
}
