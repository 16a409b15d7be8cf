//! Tests that depend on luck repeat themselves: a few times every day, and many times in `scripts/test long`.

/// What `scripts/test long` sets.
const VARIABLE: &str = "FLORIN_TEST_LONG";

/// How often to repeat: `daily` times, or `long` times in `scripts/test long`.
#[allow(clippy::disallowed_methods, reason = "how long a test takes is not a setting of Florin")]
pub fn repetitions(daily: usize, long: usize) -> usize {
    if std::env::var_os(VARIABLE).is_some() { long } else { daily }
}
