//! `florin ops watch`: lists the items that wait for an operator or a worker, oldest first.
//!
//! One query is a command like any other, also through the operator socket. The operator's own process repeats it.

use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use rules::time::Timestamp;
use rules::waiting::{MAX_COUNTED, Waiting};
use serde_json::{Value, json};

use super::{Backend, at_work, explain};
use crate::command_error::CommandError;
use crate::flags::OperatorFlags;
use crate::signals::Signals;
use crate::{output, table};

#[derive(Args)]
#[command(
    after_help = "With --once, the exit code is 1 if something waits for an operator: a withdrawal to pay, a sent \
                        withdrawal that is still unconfirmed after 7 days, a parked payment, a proposal or a stop of \
                        outgoing money.\n\nExample, for cron:\n  \
                        florin ops watch --once || mail -s 'Florin needs an operator' ops@example.com"
)]
pub struct WatchFlags {
    /// Show the list once, and exit with 1 if an item waits for an operator
    #[arg(long, conflicts_with = "every")]
    once: bool,
    /// Seconds between updates
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3_600))]
    every: u64,
    #[command(flatten)]
    pub server: OperatorFlags,
}

impl WatchFlags {
    /// How often this process repeats the query; `None` with `--once`.
    pub const fn repeats_every(&self) -> Option<Duration> {
        if self.once { None } else { Some(Duration::from_secs(self.every)) }
    }
}

/// Queries and prints once.
pub async fn run(flags: WatchFlags, backend: &Backend) -> Result<ExitCode, CommandError> {
    let given = flags.server.given();
    let looking = at_work(backend, "florin ops watch", given, async |app| {
        app.operators.waiting().await.map_err(explain)
    });
    let (mut all, now) = looking.await?;
    all.retain(|waiting| waiting.count > 0);
    all.sort_by_key(|waiting| waiting.since);
    match flags.server.json {
        true => output::json(&json!({ "at": now.to_string(), "data": shown(&all, now) })),
        false => show(&all, now),
    }
    let is_waited_for = flags.once && all.iter().any(Waiting::is_for_an_operator);
    Ok(if is_waited_for { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Repeats the query until a signal arrives or a query fails.
pub async fn repeat(
    every: Duration,
    look: impl AsyncFn() -> Result<ExitCode, CommandError>,
) -> Result<ExitCode, CommandError> {
    let stop = Signals::listen()?.first();
    tokio::pin!(stop);
    loop {
        output::clear_screen();
        let code = tokio::select! {
            () = &mut stop => return Ok(ExitCode::SUCCESS),
            looked = look() => looked?,
        };
        if code != ExitCode::SUCCESS {
            return Ok(code);
        }
        tokio::select! {
            () = &mut stop => return Ok(ExitCode::SUCCESS),
            () = tokio::time::sleep(every) => {}
        }
    }
}

fn shown(all: &[Waiting], now: Timestamp) -> Vec<Value> {
    let one = |waiting: &Waiting| {
        json!({
            "kind": waiting.kind.name(),
            "count": waiting.count,
            "since": waiting.since.map(|since| since.to_string()),
            "oldest_seconds": waiting.seconds(now),
            "for_operators": waiting.kind.is_for_operators(),
        })
    };
    all.iter().map(one).collect()
}

fn show(all: &[Waiting], now: Timestamp) {
    if all.is_empty() {
        return output::text("Nothing is waiting.");
    }
    let row = |waiting: &Waiting| {
        let more = if waiting.count == MAX_COUNTED { " or more" } else { "" };
        [
            waiting.kind.title().to_owned(),
            format!("{}{more}", waiting.count),
            waiting.since.map_or_else(String::new, |since| table::age(since, now)),
            waiting.kind.command().to_owned(),
        ]
    };
    table::show(["WAITING", "COUNT", "OLDEST", "COMMAND"], &all.iter().map(row).collect::<Vec<_>>());
}
