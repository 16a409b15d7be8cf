//! `florin verify`: proves the books from the rows, beside a running server, and changes nothing. It ends with 0 if
//! everything agrees, and with 1 and the culprits if not.

use std::process::ExitCode;
use std::time::Duration;

use app::clock::Clock;
use clap::Args;
use rules::account::Mode;
use serde_json::{Map, Value, json};
use store::{DatabaseUrl, Finding, Store, VerifyReport};

use crate::command_error::CommandError;
use crate::failure_text::{grouped, units};
use crate::flags::{DataFlag, DatabaseFlag, FlagValues};
use crate::operator_commands::{check_is_there, database};
use crate::output;
use crate::proof::prove;

#[derive(Args)]
pub struct VerifyFlags {
    #[command(flatten)]
    data: DataFlag,
    #[command(flatten)]
    database: DatabaseFlag,
    /// Print results and errors as JSON
    #[arg(long)]
    pub json: bool,
}

pub async fn run(flags: VerifyFlags, general: FlagValues) -> Result<ExitCode, CommandError> {
    let given = [general, flags.data.given(), flags.database.given()].concat();
    let database = database("florin verify", given)?;
    check_is_there(&database)?;
    let clock = Clock::system();
    let store = Store::new(database.clone());
    let report = prove(&store).await?;
    let took = clock.elapsed();
    if flags.json {
        output::json(&as_json(&database, &report, took));
    } else if report.found > 0 {
        show_findings(&database, &report, store.freeze().await?.is_some());
    } else {
        show_proof(&database, &report, took);
    }
    Ok(if report.found == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn show_findings(database: &DatabaseUrl, report: &VerifyReport, is_stopped: bool) {
    output::text(&format!("The books of {database} are broken. {}:", counted(report)));
    report.findings.iter().for_each(|finding| output::text(&format!("  ✗ {finding}")));
    output::text(match is_stopped {
        true => {
            "Amounts are in micro-units. Outgoing money is stopped: florin money status shows since when."
        }
        false => "Amounts are in micro-units. Stop outgoing money with: florin money stop",
    });
}

fn show_proof(database: &DatabaseUrl, report: &VerifyReport, took: Duration) {
    let seconds = format!("{}.{:02}", took.as_secs(), took.subsec_millis() / 10);
    let speed = grouped(speed(report, took));
    output::text(&format!(
        "The books of {database} are correct, verified in {seconds} s ({speed} transfers/s):"
    ));
    for line in proved(report) {
        output::text(&format!("  ✓ {line}"));
    }
}

fn counted(report: &VerifyReport) -> String {
    match report.found {
        1 => "1 finding".to_owned(),
        count if count == report.findings.len() => format!("{count} findings"),
        count => format!("At least {count} findings, of which these are the first {}", report.findings.len()),
    }
}

fn proved(report: &VerifyReport) -> Vec<String> {
    let mut lines = vec![
        format!(
            "{} transfers each have a cause, and {} balances equal their sums",
            grouped(report.transfers),
            grouped(report.accounts)
        ),
        format!(
            "{} payouts each reserved their total once, and count their {} items correctly",
            grouped(report.payouts),
            grouped(report.items)
        ),
        format!(
            "{} inbound transfers each have one payout item or one external source",
            grouped(report.arrivals)
        ),
        format!(
            "{} deposits and {} withdrawals follow from their terms and {} rail notices",
            grouped(report.deposits),
            grouped(report.withdrawals),
            grouped(report.rail_notices)
        ),
        format!(
            "{} items are pending claims, with {} emails",
            grouped(report.claims),
            grouped(report.emails)
        ),
        format!("{} statements open with the sum of all earlier movements", grouped(report.statements)),
        format!("{} events record every change, in order", grouped(report.events)),
    ];
    for mode in Mode::ALL {
        let of_mode = report.sums.iter().filter(|(of, _, _)| *of == mode);
        let sums: Vec<String> = of_mode.map(|(_, kind, sum)| format!("{kind} {}", units(*sum))).collect();
        lines.push(format!("{} sums to zero: {}", mode.name(), sums.join(", ")));
    }
    lines
}

fn speed(report: &VerifyReport, took: Duration) -> u64 {
    u64::try_from(u128::from(report.transfers) * 1_000_000 / took.as_micros().max(1)).unwrap_or(u64::MAX)
}

fn as_json(database: &DatabaseUrl, report: &VerifyReport, took: Duration) -> Value {
    let mut sums = Map::new();
    for mode in Mode::ALL {
        let of_mode = report.sums.iter().filter(|(of, _, _)| *of == mode);
        let kinds: Map<String, Value> =
            of_mode.map(|(_, kind, sum)| ((*kind).to_owned(), units(*sum).into())).collect();
        sums.insert(mode.name().to_owned(), kinds.into());
    }
    let finding =
        |wrong: &Finding| json!({ "row": wrong.row, "expected": wrong.expected, "actual": wrong.actual });
    json!({
        "ok": report.found == 0,
        "database": database.to_string(),
        "milliseconds": u64::try_from(took.as_millis()).unwrap_or(u64::MAX),
        "transfers_per_second": speed(report, took),
        "balances": report.accounts,
        "transfers": report.transfers,
        "payouts": report.payouts,
        "items": report.items,
        "arrivals": report.arrivals,
        "deposits": report.deposits,
        "withdrawals": report.withdrawals,
        "rail_notices": report.rail_notices,
        "claims": report.claims,
        "emails": report.emails,
        "statements": report.statements,
        "events": report.events,
        "sums": sums,
        "found": report.found,
        "findings": report.findings.iter().map(finding).collect::<Vec<_>>(),
    })
}
