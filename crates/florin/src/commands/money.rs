//! `florin money status`, `stop`, `resume`: whether money may leave. Every stop stays on record, with who lifted it and
//! why. It never lets money go on past broken books unless somebody says so and knows what is broken.

use std::collections::BTreeSet;
use std::process::ExitCode;

use app::App;
use clap::Args;
use rules::freeze::{Cause, Freeze, Lift, Resume};
use serde_json::{Value, json};
use store::Report;

use super::operator::checked;
use super::{Backend, verify};
use crate::flags::OperatorFlags;
use crate::output;
use crate::stop::Stop;

const LONGEST_REASON: usize = 500;

#[derive(Args)]
pub struct StatusFlags {
    #[command(flatten)]
    pub operator: OperatorFlags,
}

#[derive(Args)]
pub struct StopFlags {
    /// The reason, for the record
    #[arg(long, default_value = "stopped by the operator")]
    reason: String,
    #[command(flatten)]
    pub operator: OperatorFlags,
}

#[derive(Args)]
pub struct ResumeFlags {
    /// Even if the books are broken: what is broken now is recorded as known, and anything else stops money again
    #[arg(long)]
    pub force: bool,
    /// The reason, for the record
    #[arg(long, default_value = "resumed by the operator")]
    reason: String,
    #[command(flatten)]
    pub operator: OperatorFlags,
}

pub async fn status(flags: StatusFlags, backend: &Backend) -> Result<ExitCode, Stop> {
    let given = flags.operator.given();
    let stops = backend.with_app("florin money status", given, async |app| app.stops().await).await?;
    show(&stops, flags.operator.json);
    Ok(ExitCode::SUCCESS)
}

pub async fn stop(flags: StopFlags, backend: &Backend) -> Result<ExitCode, Stop> {
    let given = flags.operator.given();
    let reason = checked("--reason", &flags.reason, LONGEST_REASON)?;
    let stopping = backend.with_app("florin money stop", given, async |app| {
        app.stop_money(Cause::Operator, reason).await?;
        app.stops().await
    });
    show(&stopping.await?, flags.operator.json);
    Ok(ExitCode::SUCCESS)
}

pub async fn resume(flags: ResumeFlags, backend: &Backend) -> Result<ExitCode, Stop> {
    let given = flags.operator.given();
    let (by, reason) =
        (backend.machine_user().to_string(), checked("--reason", &flags.reason, LONGEST_REASON)?);
    let (stops, resumed) = backend
        .with_app("florin money resume", given, async |app| {
            let resumed = despite(books(app).await, flags.force);
            if let Ok(despite) = &resumed {
                app.resume_money(&Resume { by, reason, despite: despite.clone() }).await?;
            }
            Ok((app.stops().await?, resumed))
        })
        .await?;
    resumed?;
    show(&stops, flags.operator.json);
    Ok(ExitCode::SUCCESS)
}

/// What is wrong with the books that money may leave in spite of, or why it stays stopped.
fn despite(report: Option<Result<Report, Stop>>, force: bool) -> Result<Vec<String>, Stop> {
    let Some(report) = report.transpose()? else { return Ok(Vec::new()) };
    let findings: BTreeSet<String> = report.findings.iter().map(store::Finding::fingerprint).collect();
    let first = report.findings.first().map_or(String::new(), ToString::to_string);
    match report.found {
        0 => Ok(Vec::new()),
        found if force && found == report.findings.len() => Ok(findings.into_iter().collect()),
        found if force => Err(Stop::Refused(format!(
            "money stays stopped, because {found} rows of the books are broken, which is too much to accept: {first}. \
             Repair them, and resume again"
        ))),
        _ => Err(Stop::Refused(format!(
            "money stays stopped, because the books are broken: {first}. Repair them, and resume again. If you \
             understand what is broken, --force accepts it"
        ))),
    }
}

/// Proves the books, which servers then need not do at once. Nothing to prove if nothing is stopped.
pub async fn books(app: &App) -> Option<Result<Report, Stop>> {
    match app.stop_in_force().await {
        Ok(None) => None,
        Ok(Some(_)) | Err(_) => {
            let report = verify::watched(app.store()).await;
            if report.is_ok() {
                app.books_were_proved().await;
            }
            Some(report)
        }
    }
}

fn show(stops: &[Freeze], as_json: bool) {
    let open: Vec<&Freeze> = stops.iter().filter(|stop| stop.lift.is_none()).collect();
    if as_json {
        let one = |stop: &Freeze| -> Value {
            json!({
                "id": stop.id.to_string(),
                "cause": stop.cause.name(),
                "reason": stop.reason,
                "created_at": stop.created_at.to_string(),
                "lifted_at": stop.lift.as_ref().map(|lift| lift.at.to_string()),
                "lifted_by": stop.lift.as_ref().map(|lift| &lift.resume.by),
                "lift_reason": stop.lift.as_ref().map(|lift| &lift.resume.reason),
                "lifted_despite": stop.lift.as_ref().map(|lift| &lift.resume.despite),
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
    for (stop, lift) in stops.iter().filter_map(|stop| Some((stop, stop.lift.as_ref()?))) {
        let Lift { at, resume: Resume { by, reason, despite } } = lift;
        let Freeze { created_at, reason: why, .. } = stop;
        let despite =
            if despite.is_empty() { String::new() } else { format!(", despite {}", despite.join(", ")) };
        output::text(&format!(
            "  it was stopped from {created_at} to {at}: {why}. Lifted by {by}: {reason}{despite}"
        ));
    }
}
