//! Figures: what was seen, beside what Florin means to reach.
//! It must never fail a run: a goal missed on a busy machine is a thing to look at, not an error.

use std::time::Duration;

use crate::chart::{Bar, Chart, Section};
use crate::contender::Contender;
use crate::table::Table;
use crate::units;

/// A whole number of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    PerSecond(u64),
    Nanoseconds(u64),
    Bytes(u64),
    /// Tenths of a percent.
    PerMille(u64),
    /// How many times as much, in hundredths.
    Hundredths(u64),
}

impl Amount {
    pub fn time(time: Duration) -> Amount {
        Amount::Nanoseconds(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX))
    }

    pub fn milliseconds(count: u64) -> Amount {
        Amount::Nanoseconds(count.saturating_mul(1_000_000))
    }

    /// The kernel counts memory in KiB.
    pub fn kib(count: u64) -> Amount {
        Amount::Bytes(count.saturating_mul(1024))
    }

    pub fn megabytes(count: u64) -> Amount {
        Amount::Bytes(count.saturating_mul(1_000_000))
    }

    pub fn percent(count: u64) -> Amount {
        Amount::PerMille(count.saturating_mul(10))
    }

    pub fn share(part: u64, whole: u64) -> Amount {
        Amount::PerMille(part.saturating_mul(1000).checked_div(whole).unwrap_or(0))
    }

    pub fn times(part: u64, whole: u64) -> Amount {
        Amount::Hundredths(part.saturating_mul(100).checked_div(whole).unwrap_or(0))
    }

    pub fn count(self) -> u64 {
        match self {
            Amount::PerSecond(count)
            | Amount::Nanoseconds(count)
            | Amount::Bytes(count)
            | Amount::PerMille(count)
            | Amount::Hundredths(count) => count,
        }
    }

    pub fn text(self) -> String {
        match self {
            Amount::PerSecond(count) => format!("{}/s", units::thousands(count)),
            Amount::Nanoseconds(count) => units::duration(Duration::from_nanos(count)),
            Amount::Bytes(count) => units::megabytes(count),
            Amount::PerMille(count) => units::percent(count, 1000),
            Amount::Hundredths(count) => units::times(count),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    AtLeast(Amount),
    AtMost(Amount),
}

#[derive(Clone, Debug)]
pub struct Figure {
    pub what: String,
    pub contender: Contender,
    pub seen: Amount,
    pub goal: Option<Goal>,
}

impl Figure {
    pub fn new(what: impl Into<String>, contender: Contender, seen: Amount) -> Figure {
        Figure { what: what.into(), contender, seen, goal: None }
    }

    pub fn at_least(self, wanted: Amount) -> Figure {
        Figure { goal: Some(Goal::AtLeast(wanted)), ..self }
    }

    pub fn at_most(self, wanted: Amount) -> Figure {
        Figure { goal: Some(Goal::AtMost(wanted)), ..self }
    }

    fn cells(&self) -> Vec<String> {
        let mut cells = vec![self.what.clone(), self.contender.name().to_owned(), self.seen.text()];
        match self.goal {
            None => cells.extend([const { String::new() }; 3]),
            Some(goal) => {
                let (sign, wanted, reached) = match goal {
                    Goal::AtLeast(wanted) => ("≥", wanted, self.seen.count() >= wanted.count()),
                    Goal::AtMost(wanted) => ("≤", wanted, self.seen.count() <= wanted.count()),
                };
                let of_goal = Amount::times(self.seen.count(), wanted.count());
                let verdict = if reached { "reached" } else { "missed" };
                cells.extend([format!("{sign} {}", wanted.text()), of_goal.text(), verdict.to_owned()]);
            }
        }
        cells
    }
}

/// Figures of one thing follow each other, in the order in which the things were first measured.
pub fn side_by_side(figures: Vec<Figure>) -> Vec<Figure> {
    let mut order: Vec<String> = Vec::new();
    for figure in &figures {
        if !order.contains(&figure.what) {
            order.push(figure.what.clone());
        }
    }
    let mut figures = figures;
    figures.sort_by_key(|figure| order.iter().position(|what| *what == figure.what));
    figures
}

pub fn table(figures: &[Figure]) -> Table {
    let mut table = Table::new(2, &["figure", "on", "seen", "goal", "of goal", ""]);
    figures.iter().for_each(|figure| table.row(figure.cells()));
    table
}

/// One group of bars for each thing that was measured.
pub fn chart(title: &str, subtitle: &str, figures: &[Figure]) -> Chart {
    let groups = figures.chunk_by(|one, next| one.what == next.what);
    let sections =
        groups.map(|group| Section { heading: group[0].what.clone(), bars: group.iter().map(bar).collect() });
    Chart { title: title.to_owned(), subtitle: subtitle.to_owned(), sections: sections.collect() }
}

fn bar(figure: &Figure) -> Bar {
    let (text, mark) = match figure.goal {
        None => (figure.seen.text(), None),
        Some(Goal::AtLeast(wanted)) => {
            (format!("{} · goal ≥ {}", figure.seen.text(), wanted.text()), Some(wanted))
        }
        Some(Goal::AtMost(wanted)) => {
            (format!("{} · goal ≤ {}", figure.seen.text(), wanted.text()), Some(wanted))
        }
    };
    let (contender, value) = (figure.contender, figure.seen.count());
    Bar { contender, label: contender.name().to_owned(), value, text, mark: mark.map(Amount::count) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(figure: Figure) -> String {
        figure.cells().pop().unwrap()
    }

    #[test]
    fn a_goal_is_reached_up_to_its_very_edge() {
        let check = |seen, wanted, least, most| {
            let figure = || Figure::new("w", Contender::Sqlite, seen);
            assert_eq!(verdict(figure().at_least(wanted)), least, "{seen:?}");
            assert_eq!(verdict(figure().at_most(wanted)), most, "{seen:?}");
        };
        let wanted = Amount::percent(60);
        check(Amount::share(600, 1000), wanted, "reached", "reached");
        check(Amount::share(599, 1000), wanted, "missed", "reached");
        let wanted = Amount::milliseconds(300);
        check(Amount::time(Duration::from_millis(300)), wanted, "reached", "reached");
        check(Amount::time(Duration::from_micros(300_001)), wanted, "reached", "missed");
        check(Amount::kib(58_593), Amount::megabytes(60), "missed", "reached");
        check(Amount::kib(58_594), Amount::megabytes(60), "reached", "missed");
    }

    #[test]
    fn the_table_says_how_far_a_goal_is() {
        let figures = [
            Figure::new("items", Contender::Sqlite, Amount::PerSecond(120_000))
                .at_least(Amount::PerSecond(100_000)),
            Figure::new("p99", Contender::Postgres, Amount::milliseconds(30))
                .at_most(Amount::milliseconds(20)),
            Figure::new("ratio", Contender::Pgledger, Amount::times(13, 2)),
        ];
        let expected = "\
figure  on               seen         goal  of goal
──────  ──────────  ─────────  ───────────  ───────  ───────
items   SQLite      120,000/s  ≥ 100,000/s   1.20 ×  reached
p99     PostgreSQL    30.0 ms    ≤ 20.0 ms   1.50 ×   missed
ratio   pgledger       6.50 ×
";
        assert_eq!(table(&figures).text(), expected);
    }

    #[test]
    fn what_was_measured_together_is_drawn_together() {
        let figure = |what: &str, contender| Figure::new(what, contender, Amount::PerSecond(5));
        let figures = [
            figure("a", Contender::Sqlite),
            figure("a", Contender::Postgres),
            figure("b", Contender::Sqlite),
        ];
        let chart = chart("t", "s", &figures);
        let groups: Vec<usize> = chart.sections.iter().map(|section| section.bars.len()).collect();
        assert_eq!(groups, [2, 1]);
    }
}
