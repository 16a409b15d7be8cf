//! From rounds to a page: the medians, the tables and the chart.
//! It must never measure; the same rounds always give the same page.

use std::time::Duration;

use crate::contender::Contender;
use crate::figure::{self, Amount, Figure};
use crate::load::Tally;
use crate::process::Memory;
use crate::run::median;
use crate::table::Table;
use crate::units;

/// One measurement of one route.
#[derive(Clone, Copy)]
pub struct Round {
    pub per_second: u64,
    pub p50: Duration,
    pub p99: Duration,
    /// Processor time the server spent on one request.
    pub processor: Duration,
    /// How much of their time the load threads worked, in percent.
    pub load_busy: u64,
}

/// Processor time used during one measurement, its warm-up included.
pub struct Effort {
    pub server_us: u64,
    pub load_us: u64,
    /// What the load threads could have used at most.
    pub load_limit_us: u64,
}

pub struct Measured {
    pub contender: Contender,
    pub route: &'static str,
    pub rounds: Vec<Round>,
}

/// What a server needs besides time per request.
pub struct Footprint {
    pub contender: Contender,
    pub first_answer: Duration,
    pub idle: Memory,
    pub loaded: Memory,
}

pub struct Report {
    /// How and on what was measured, a line each.
    pub head: Vec<String>,
    pub figures: Vec<Measured>,
    pub footprints: Vec<Footprint>,
}

impl Round {
    pub fn new(tally: &Tally, measured: Duration, effort: &Effort) -> Round {
        let quantile = |share| Duration::from_nanos(tally.latencies_ns.value_at_quantile(share));
        let measured_ms = u64::try_from(measured.as_millis()).unwrap_or(u64::MAX).max(1);
        let processor_ns = effort.server_us.saturating_mul(1000).checked_div(tally.sent).unwrap_or(0);
        Round {
            per_second: tally.answered.saturating_mul(1000) / measured_ms,
            p50: quantile(0.5),
            p99: quantile(0.99),
            processor: Duration::from_nanos(processor_ns),
            load_busy: effort.load_us.saturating_mul(100).checked_div(effort.load_limit_us).unwrap_or(0),
        }
    }
}

impl Measured {
    fn median(&self) -> Round {
        let count = |figure: fn(&Round) -> u64| median(self.rounds.iter().map(figure).collect());
        let time = |figure: fn(&Round) -> Duration| {
            let ns =
                self.rounds.iter().map(|round| u64::try_from(figure(round).as_nanos()).unwrap_or(u64::MAX));
            Duration::from_nanos(median(ns.collect()))
        };
        Round {
            per_second: count(|round| round.per_second),
            p50: time(|round| round.p50),
            p99: time(|round| round.p99),
            processor: time(|round| round.processor),
            load_busy: count(|round| round.load_busy),
        }
    }
}

impl Report {
    pub fn text(&self) -> String {
        let mut parts: Vec<String> = vec![self.head.iter().map(|line| format!("{line}\n")).collect()];
        parts.push(self.speed().text());
        parts.push(self.load());
        parts.push(self.size().text());
        parts.push(figure::table(&self.goals()).text());
        parts.join("\n")
    }

    fn speed(&self) -> Table {
        let head = ["server", "route", "requests/s", "of constant", "p50", "p99", "CPU/request"];
        let mut table = Table::new(2, &head);
        let constant = self.constant_per_second();
        for figure in &self.figures {
            let median = figure.median();
            table.row(vec![
                figure.contender.name().to_owned(),
                figure.route.to_owned(),
                units::thousands(median.per_second),
                units::percent(median.per_second, constant),
                units::duration(median.p50),
                units::duration(median.p99),
                units::duration(median.processor),
            ]);
        }
        table
    }

    /// Says whose limit the figures show: those of a load generator that is always busy are its own.
    fn load(&self) -> String {
        let busiest = self.figures.iter().map(|figure| figure.median().load_busy).max().unwrap_or(0);
        let verdict =
            if busiest < 90 { "which leaves it room" } else { "so it may be the limit: try more --threads" };
        format!("The load generator was busy {busiest} % of its time at most, {verdict}.\n")
    }

    fn size(&self) -> Table {
        let head = ["server", "start to first response", "memory idle", "after load", "at most"];
        let mut table = Table::new(1, &head);
        for footprint in &self.footprints {
            table.row(vec![
                footprint.contender.name().to_owned(),
                units::duration(footprint.first_answer),
                Amount::kib(footprint.idle.resident_kib).text(),
                Amount::kib(footprint.loaded.resident_kib).text(),
                Amount::kib(footprint.loaded.peak_kib).text(),
            ]);
        }
        table
    }

    /// The figures that the project has goals for, beside what they are measured against.
    pub fn goals(&self) -> Vec<Figure> {
        let constant = self.constant_per_second();
        let mut goals =
            vec![Figure::new("axum constant route", Contender::Constant, Amount::PerSecond(constant))];
        for route in ["GET /balance", "GET /transactions/{id}"] {
            for measured in self.figures.iter().filter(|measured| measured.route == route) {
                let seen = Amount::share(measured.median().per_second, constant);
                let figure = Figure::new(format!("{route} / constant route"), measured.contender, seen);
                goals.push(figure.at_least(Amount::percent(60)));
            }
        }
        goals
    }

    fn constant_per_second(&self) -> u64 {
        let constant = self.figures.iter().find(|figure| figure.contender == Contender::Constant);
        constant.expect("every run measures the constant route").median().per_second
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(per_second: u64) -> Round {
        let [p50, p99, processor] = [700, 2_500, 12].map(Duration::from_micros);
        Round { per_second, p50, p99, processor, load_busy: per_second / 1000 }
    }

    fn report() -> Report {
        let figure = |contender, route, speeds: [u64; 3]| Measured {
            contender,
            route,
            rounds: speeds.map(round).to_vec(),
        };
        let footprint = |contender, first_answer_ms| Footprint {
            contender,
            first_answer: Duration::from_millis(first_answer_ms),
            idle: Memory { resident_kib: 20_000, peak_kib: 21_000 },
            loaded: Memory { resident_kib: 80_000, peak_kib: 400_000 },
        };
        Report {
            head: vec!["2 cores, 64 connections".to_owned()],
            figures: vec![
                figure(Contender::Constant, "GET /constant", [90_000, 20_000, 80_000]),
                figure(Contender::Sqlite, "GET /balance", [64_000, 60_000, 10]),
                figure(Contender::Postgres, "GET /balance", [40_000, 41_000, 90_000]),
            ],
            footprints: vec![footprint(Contender::Constant, 5), footprint(Contender::Sqlite, 120)],
        }
    }

    #[test]
    fn the_page_shows_medians_and_shares_of_the_constant() {
        let expected = "\
2 cores, 64 connections

server      route          requests/s  of constant     p50      p99  CPU/request
──────────  ─────────────  ──────────  ───────────  ──────  ───────  ───────────
constant    GET /constant      80,000      100.0 %  700 µs  2.50 ms      12.0 µs
SQLite      GET /balance       60,000       75.0 %  700 µs  2.50 ms      12.0 µs
PostgreSQL  GET /balance       41,000       51.2 %  700 µs  2.50 ms      12.0 µs

The load generator was busy 80 % of its time at most, which leaves it room.

server    start to first response  memory idle  after load   at most
────────  ───────────────────────  ───────────  ──────────  ────────
constant                  5.00 ms      20.4 MB     81.9 MB  409.6 MB
SQLite                     120 ms      20.4 MB     81.9 MB  409.6 MB

figure                         on              seen      goal  of goal
─────────────────────────────  ──────────  ────────  ────────  ───────  ───────
axum constant route            constant    80,000/s
GET /balance / constant route  SQLite        75.0 %  ≥ 60.0 %   1.25 ×  reached
GET /balance / constant route  PostgreSQL    51.2 %  ≥ 60.0 %   0.85 ×   missed
";
        assert_eq!(report().text(), expected);
    }

    #[test]
    fn a_load_generator_at_its_limit_is_admitted() {
        let mut report = report();
        report.figures[0].rounds.iter_mut().for_each(|round| round.load_busy = 95);
        assert!(report.text().contains("busy 95 % of its time at most, so it may be the limit"));
    }

    #[test]
    fn a_round_is_computed_from_what_was_counted() {
        let tally = Tally::of(&[100, 200, 300, 400].map(Duration::from_micros));
        let effort = Effort { server_us: 60, load_us: 1_500, load_limit_us: 4_000 };
        let round = Round::new(&tally, Duration::from_millis(2), &effort);
        assert_eq!((round.per_second, round.load_busy), (2_000, 37));
        assert_eq!(round.processor, Duration::from_micros(15));
        assert_eq!([round.p50, round.p99].map(|latency| latency.as_micros()), [200, 400]);
    }
}
