//! `florin doctor`: checks everything that a server needs, without changing it, and reports problems.

use std::process::ExitCode;

use clap::Args;
use serde_json::{Value, json};

use crate::command_error::CommandError;
use crate::doctor::{self, Check};
use crate::flags::{FlagValues, OperatorFlags, ServerFlags};
use crate::logging::{Format, Logging};
use crate::output;
use crate::settings::{Reader, ServerKind, ServerSettings, Sources, StorageSettings, operator_data};

#[derive(Args)]
pub struct DoctorFlags {
    #[command(flatten)]
    server: ServerFlags,
    #[command(flatten)]
    pub operator: OperatorFlags,
}

pub async fn run(flags: DoctorFlags, general: FlagValues) -> Result<ExitCode, CommandError> {
    let sources = Sources::gather([general, flags.operator.given(), flags.server.given()].concat())?;
    let (kind, command) = match operator_data(&sources) {
        Some(_) => (ServerKind::Dev, "florin dev"),
        None => (ServerKind::Serve, "florin serve"),
    };
    let mut reader = Reader::new(&sources);
    let place = StorageSettings::of_operator(&mut reader);
    let settings = ServerSettings::read(&mut reader, kind);
    let logging = Logging::read(&mut reader, Format::Pretty, "off");
    let complete = reader.finish(command);
    logging.start();
    let checks = match (complete, place) {
        (Ok(()), Some(place)) => doctor::examine(&place, &settings, command).await,
        (Err(stop), _) => vec![Check::bad("settings", stop.message().to_owned())],
        (Ok(()), None) => panic!("unreadable storage settings were reported"),
    };
    show(&checks, flags.operator.json);
    Ok(if checks.iter().all(|check| check.well) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn show(checks: &[Check], as_json: bool) {
    if as_json {
        let one = |check: &Check| json!({ "name": check.name, "ok": check.well, "detail": check.detail });
        let all: Vec<Value> = checks.iter().map(one).collect();
        return output::json(&json!({ "ok": checks.iter().all(|check| check.well), "checks": all }));
    }
    for check in checks {
        let mark = if check.well { '✓' } else { '✗' };
        output::text(&format!("{mark} {:<12} {}", check.name, check.detail));
    }
}
