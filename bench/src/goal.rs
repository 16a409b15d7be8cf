//! The speed and size Florin means to reach, beside what this run saw.
//! It must never fail a run: a goal missed on a busy machine is a thing to look at, not an error.

use std::time::Duration;

use crate::table::Table;
use crate::units;

pub struct Goal {
    what: String,
    wanted: String,
    seen: String,
    reached: bool,
}

impl Goal {
    pub fn at_least_percent(what: String, wanted: u64, part: u64, whole: u64) -> Goal {
        let reached = part.saturating_mul(100) >= whole.saturating_mul(wanted);
        Goal { what, wanted: format!("≥ {wanted} %"), seen: units::percent(part, whole), reached }
    }

    pub fn at_most_ms(what: String, wanted: u64, seen: Duration) -> Goal {
        let reached = seen <= Duration::from_millis(wanted);
        Goal { what, wanted: format!("≤ {wanted} ms"), seen: units::duration(seen), reached }
    }

    pub fn at_most_mb(what: String, wanted: u64, seen_kib: u64) -> Goal {
        let reached = seen_kib.saturating_mul(1024) <= wanted * 1_000_000;
        Goal { what, wanted: format!("≤ {wanted} MB"), seen: units::megabytes(seen_kib), reached }
    }
}

pub fn table(goals: &[Goal]) -> Table {
    let mut table = Table::new(1, &["goal", "wanted", "seen", ""]);
    for goal in goals {
        let verdict = if goal.reached { "reached" } else { "missed" };
        table.row(vec![goal.what.clone(), goal.wanted.clone(), goal.seen.clone(), verdict.to_owned()]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goal_is_reached_up_to_its_very_edge() {
        let check = |goal: Goal, reached| assert_eq!(goal.reached, reached, "{}", goal.seen);
        let what = || "w".to_owned();
        check(Goal::at_least_percent(what(), 60, 600, 1000), true);
        check(Goal::at_least_percent(what(), 60, 599, 1000), false);
        check(Goal::at_most_ms(what(), 300, Duration::from_millis(300)), true);
        check(Goal::at_most_ms(what(), 300, Duration::from_micros(300_001)), false);
        check(Goal::at_most_mb(what(), 60, 58_593), true);
        check(Goal::at_most_mb(what(), 60, 58_594), false);
    }

    #[test]
    fn a_missed_goal_says_so() {
        let goals = [60, 61].map(|wanted| Goal::at_least_percent("share".to_owned(), wanted, 60, 100));
        let expected = "\
goal   wanted    seen
─────  ──────  ──────  ───────
share  ≥ 60 %  60.0 %  reached
share  ≥ 61 %  60.0 %   missed
";
        assert_eq!(table(&goals).text(), expected);
    }
}
