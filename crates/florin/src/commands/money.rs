//! `florin money status`, `stop`, `resume`: whether money may leave. Every stop stays on record. It never lets money
//! go on past broken books unless it is told to.

use std::process::ExitCode;

use app::App;
use clap::Args;
use rules::freeze::{Cause, Freeze};
use serde_json::{Value, json};
use store::Report;

use super::{operator, verify};
use crate::flags::{Given, OperatorFlags};
use crate::output;
use crate::stop::Stop;

#[derive(Args)]
pub struct StatusFlags {
    #[command(flatten)]
    pub operator: OperatorFlags,
}

#[derive(Args)]
pub struct StopFlags {
    /// Why, for whoever looks later
    #[arg(long, default_value = "stopped by the operator")]
    reason: String,
    #[command(flatten)]
    pub operator: OperatorFlags,
}

#[derive(Args)]
pub struct ResumeFlags {
    /// Even if the books are broken
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    pub operator: OperatorFlags,
}

pub async fn status(flags: StatusFlags, general: Given) -> Result<ExitCode, Stop> {
    let given = [general, flags.operator.given()].concat();
    let stops = operator::with_app("florin money status", given, async |app| app.stops().await).await?;
    show(&stops, flags.operator.json);
    Ok(ExitCode::SUCCESS)
}

pub async fn stop(flags: StopFlags, general: Given) -> Result<ExitCode, Stop> {
    let given = [general, flags.operator.given()].concat();
    let stopping = operator::with_app("florin money stop", given, async |app| {
        app.stop_money(Cause::Operator, flags.reason).await?;
        app.stops().await
    });
    show(&stopping.await?, flags.operator.json);
    Ok(ExitCode::SUCCESS)
}

pub async fn resume(flags: ResumeFlags, general: Given) -> Result<ExitCode, Stop> {
    let given = [general, flags.operator.given()].concat();
    let force = flags.force;
    let (stops, report) = operator::with_app("florin money resume", given, async |app| {
        let report = if force { None } else { books(app).await };
        if report.as_ref().is_none_or(is_whole) {
            app.resume_money().await?;
        }
        Ok((app.stops().await?, report))
    })
    .await?;
    match report {
        Some(Err(stop)) => Err(stop),
        Some(Ok(report)) if report.found > 0 => Err(Stop::Refused(format!(
            "money stays stopped, because the books are broken: {}. Repair them, or resume with --force",
            report.findings.first().map_or(String::new(), ToString::to_string)
        ))),
        Some(Ok(_)) | None => {
            show(&stops, flags.operator.json);
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Nothing to prove if nothing is stopped.
pub async fn books(app: &App) -> Option<Result<Report, Stop>> {
    match app.stop_in_force().await {
        Ok(None) => None,
        Ok(Some(_)) | Err(_) => Some(verify::watched(app.store()).await),
    }
}

fn is_whole(report: &Result<Report, Stop>) -> bool {
    report.as_ref().is_ok_and(|report| report.found == 0)
}

fn show(stops: &[Freeze], as_json: bool) {
    let open: Vec<&Freeze> = stops.iter().filter(|stop| stop.lifted_at.is_none()).collect();
    if as_json {
        let one = |stop: &Freeze| -> Value {
            json!({
                "id": stop.id.to_string(),
                "cause": stop.cause.name(),
                "reason": stop.reason,
                "created_at": stop.created_at.to_string(),
                "lifted_at": stop.lifted_at.map(|at| at.to_string()),
            })
        };
        return output::json(&json!({
            "stopped": !open.is_empty(),
            "stops": stops.iter().map(one).collect::<Vec<_>>(),
        }));
    }
    match open.first() {
        Some(stop) => {
            output::text(&format!("Outgoing money is stopped since {}: {}", stop.created_at, stop.reason))
        }
        None => output::text("Outgoing money flows."),
    }
    for stop in stops.iter().filter(|stop| stop.lifted_at.is_some()) {
        let lifted = stop.lifted_at.map(|at| at.to_string()).unwrap_or_default();
        output::text(&format!("  it was stopped from {} to {lifted}: {}", stop.created_at, stop.reason));
    }
}
