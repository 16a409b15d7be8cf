//! `florin money status`, `stop`, `resume`: whether money may leave. Every stop stays on record, with who lifted it and
//! why. It never lets money go on past broken books unless an operator says so and knows what is broken.

use std::collections::BTreeSet;
use std::process::ExitCode;

use app::App;
use clap::Args;
use rules::freeze::{Cause, Freeze, Lift, Resume};
use rules::id::FreezeId;
use serde_json::{Value, json};
use store::VerifyReport;

use super::Backend;
use super::backend::checked;
use crate::command_error::CommandError;
use crate::flags::OperatorFlags;
use crate::output;
use crate::passwd;
use crate::proof::prove;

const LONGEST_REASON: usize = 500;

#[derive(Args)]
pub struct StatusFlags {
    #[command(flatten)]
    pub operator: OperatorFlags,
}

#[derive(Args)]
#[command(after_help = "Example:\n  florin money stop --reason 'looking into it'")]
pub struct StopFlags {
    /// The reason, for the record
    #[arg(long, default_value = "stopped by the operator")]
    reason: String,
    #[command(flatten)]
    pub operator: OperatorFlags,
}

#[derive(Args)]
pub struct MoneyResumeFlags {
    /// Resume while the books are broken: accepts the current findings; any other finding stops money again
    #[arg(long)]
    pub force: bool,
    /// The reason, for the record
    #[arg(long, default_value = "resumed by the operator")]
    reason: String,
    #[command(flatten)]
    pub operator: OperatorFlags,
}

pub async fn status(flags: StatusFlags, backend: &Backend) -> Result<ExitCode, CommandError> {
    let given = flags.operator.given();
    let stops = backend.with_app("florin money status", given, async |app| app.stops.stops().await).await?;
    show(&stops, flags.operator.json);
    Ok(ExitCode::SUCCESS)
}

pub async fn stop(flags: StopFlags, backend: &Backend) -> Result<ExitCode, CommandError> {
    let given = flags.operator.given();
    let reason = checked("--reason", &flags.reason, LONGEST_REASON)?;
    let stopping = backend.with_app("florin money stop", given, async |app| {
        app.stops.stop_money(Cause::Operator, reason).await?;
        app.stops.stops().await
    });
    show(&stopping.await?, flags.operator.json);
    if !flags.operator.json {
        output::text("To resume: florin money resume --reason REASON");
    }
    Ok(ExitCode::SUCCESS)
}

pub async fn resume(flags: MoneyResumeFlags, backend: &Backend) -> Result<ExitCode, CommandError> {
    let given = flags.operator.given();
    let (by, reason) =
        (backend.machine_user().to_string(), checked("--reason", &flags.reason, LONGEST_REASON)?);
    let (stops, resumed) = backend
        .with_app("florin money resume", given, async |app| {
            let seen = app.stops.stops_in_force().await?;
            let resumed = match check_may_lift(backend, &seen) {
                Ok(()) => despite(books(app, &seen).await, flags.force),
                Err(stop) => Err(stop),
            };
            if let Ok(despite) = &resumed {
                let resume = Resume { by, reason, despite: despite.clone() };
                app.stops.resume_money(&ids(&seen), &resume).await?;
            }
            Ok((app.stops.stops().await?, resumed))
        })
        .await?;
    resumed?;
    check_flows(&stops)?;
    show(&stops, flags.operator.json);
    Ok(ExitCode::SUCCESS)
}

pub fn ids(stops: &[Freeze]) -> Vec<FreezeId> {
    stops.iter().map(|stop| stop.id).collect()
}

/// Whether this command may lift these stops. An administrator, who has the database, may lift all.
fn check_may_lift(backend: &Backend, seen: &[Freeze]) -> Result<(), CommandError> {
    match backend {
        Backend::Server { .. } => check_operators_may_lift(seen),
        Backend::Direct(_) => Ok(()),
    }
}

/// The books can't tell whether a cause on the chain is over.
fn check_operators_may_lift(seen: &[Freeze]) -> Result<(), CommandError> {
    match seen.iter().find(|stop| stop.cause.is_about_chain()) {
        None => Ok(()),
        Some(stop) => Err(CommandError::Refused(format!(
            "outgoing money stays stopped, because its cause is {}: {}. Run florin chain resume, which compares the \
             books with the chain. If they differ, an administrator can accept the difference with florin chain \
             resume --accept on the server",
            stop.cause.name(),
            stop.reason
        ))),
    }
}

/// A stop that was made after the proof began is not lifted.
fn check_flows(stops: &[Freeze]) -> Result<(), CommandError> {
    match stops.iter().find(|stop| stop.lift.is_none()) {
        None => Ok(()),
        Some(stop) => Err(CommandError::Refused(format!(
            "money was stopped again in the meantime: {}. Check the reason, then resume again",
            stop.reason
        ))),
    }
}

/// What is wrong with the books that money may leave in spite of, or why it stays stopped.
fn despite(
    report: Option<Result<VerifyReport, CommandError>>,
    force: bool,
) -> Result<Vec<String>, CommandError> {
    let Some(report) = report.transpose()? else { return Ok(Vec::new()) };
    let findings: BTreeSet<String> = report.findings.iter().map(store::Finding::fingerprint).collect();
    let first = report.findings.first().map_or(String::new(), ToString::to_string);
    match report.found {
        0 => Ok(Vec::new()),
        found if force && found == report.findings.len() => Ok(findings.into_iter().collect()),
        found if force => Err(CommandError::Refused(format!(
            "outgoing money stays stopped, because {found} rows of the books are broken, too many to accept: \
             {first}. Repair them, then resume again"
        ))),
        _ => Err(CommandError::Refused(format!(
            "outgoing money stays stopped, because the books are broken: {first}. Repair them, then resume again. \
             If you understand what is broken, --force accepts these findings"
        ))),
    }
}

/// Proves the books, which servers then need not do at once. Nothing to prove if nothing is stopped.
pub async fn books(app: &App, seen: &[Freeze]) -> Option<Result<VerifyReport, CommandError>> {
    if seen.is_empty() {
        return None;
    }
    let report = prove(app.audit.store()).await;
    if report.is_ok() {
        app.audit.books_were_proved().await;
    }
    Some(report)
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
    for stop in &open {
        output::text(&format!("Outgoing money has been stopped since {}: {}", stop.created_at, stop.reason));
    }
    if open.is_empty() {
        output::text("Outgoing money is not stopped.");
    }
    for (stop, lift) in stops.iter().filter_map(|stop| Some((stop, stop.lift.as_ref()?))) {
        let Lift { at, resume: Resume { by, reason, despite } } = lift;
        let Freeze { created_at, reason: why, .. } = stop;
        let despite =
            if despite.is_empty() { String::new() } else { format!(", despite {}", despite.join(", ")) };
        output::text(&format!(
            "  stopped from {created_at} to {at}: {why}. Lifted by {}: {reason}{despite}",
            passwd::describe_text(by)
        ));
    }
}

#[cfg(test)]
mod tests {
    use rules::freeze::{Cause, Freeze};
    use rules::id::FreezeId;
    use rules::time::Timestamp;

    use super::{check_flows, check_operators_may_lift};

    fn stop(cause: Cause) -> Freeze {
        let (id, created_at) = (FreezeId::new(1, [1; 10]), Timestamp::from_micros(1));
        Freeze { id, cause, reason: "a test".to_owned(), created_at, lift: None }
    }

    #[test]
    fn operators_lift_no_stop_that_is_about_the_chain() {
        assert_eq!(check_operators_may_lift(&[]), Ok(()));
        for cause in Cause::ALL {
            let checked = check_operators_may_lift(&[stop(Cause::Operator), stop(cause)]);
            assert_eq!(checked.is_err(), cause.is_about_chain(), "{cause:?}");
            if let Err(refused) = checked {
                assert!(refused.message().contains(cause.name()), "{refused:?}");
                assert!(refused.message().contains("Run florin chain resume"), "{refused:?}");
            }
        }
    }

    #[test]
    fn a_stop_that_was_not_lifted_is_told() {
        assert_eq!(check_flows(&[]), Ok(()));
        let refused = check_flows(&[stop(Cause::Books)]).expect_err("it is stopped");
        assert!(refused.message().contains("stopped again in the meantime: a test"), "{refused:?}");
    }
}
