//! `florin doctor`: checks everything that a server needs, without changing it, and reports what is broken and what is
//! missing. What is missing doesn't make it fail.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use serde_json::{Value, json};

use crate::command_error::CommandError;
use crate::doctor::{self, Check, State};
use crate::flags::{FlagValues, OperatorFlags, ServerFlags};
use crate::logging::{Format, Logging};
use crate::output;
use crate::settings::{Reader, ServerKind, ServerSettings, Sources, StorageSettings, operator_data};

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    florin doctor --config /etc/florin/florin.toml\n  \
    florin doctor --data florin-data        # of florin dev")]
pub struct DoctorFlags {
    /// Folder of the backups: the newest file must be younger than 36 hours
    #[arg(long, value_name = "DIR")]
    backup_folder: Option<String>,
    #[command(flatten)]
    pub operator: OperatorFlags,
    #[command(flatten, next_help_heading = "Settings of the server, as for florin serve")]
    server: ServerFlags,
}

pub async fn run(flags: DoctorFlags, general: FlagValues) -> Result<ExitCode, CommandError> {
    let backups = vec![("backup_folder", flags.backup_folder)];
    let sources = Sources::gather_for_operator(
        [general, flags.operator.given(), flags.server.given(), backups].concat(),
    )?;
    let kind = match operator_data(&sources) {
        Some(_) => ServerKind::Dev,
        None => ServerKind::Serve,
    };
    let mut reader = Reader::new(&sources);
    let place = StorageSettings::of_operator(&mut reader);
    let settings = ServerSettings::read(&mut reader, kind);
    let logging = Logging::read(&mut reader, Format::Pretty, "off");
    let backups = sources.find("backup_folder").map(|found| PathBuf::from(found.text));
    let complete = reader.finish(kind.command());
    logging.start();
    let checks = match (complete, place) {
        (Ok(()), Some(place)) => doctor::examine(&place, &settings, kind, backups.as_deref()).await,
        (Err(stop), _) => vec![Check::bad("settings", stop.message().to_owned())],
        (Ok(()), None) => panic!("unreadable storage settings were reported"),
    };
    show(&checks, flags.operator.json);
    Ok(match doctor::worst(&checks) {
        State::Ok | State::Incomplete => ExitCode::SUCCESS,
        State::Failed => ExitCode::FAILURE,
    })
}

fn show(checks: &[Check], as_json: bool) {
    let worst = doctor::worst(checks);
    if as_json {
        let one = |check: &Check| {
            let is_ok = check.state != State::Failed;
            json!({ "name": check.name, "ok": is_ok, "state": name(check.state), "detail": check.detail })
        };
        let all: Vec<Value> = checks.iter().map(one).collect();
        return output::json(&json!({ "ok": worst != State::Failed, "state": name(worst), "checks": all }));
    }
    for check in checks {
        let mark = match check.state {
            State::Ok => '✓',
            State::Incomplete => '!',
            State::Failed => '✗',
        };
        output::text(&format!("{mark} {:<12} {}", check.name, check.detail));
    }
    output::text(match worst {
        State::Ok => "Everything is in order.",
        State::Incomplete => "Florin works, but something is missing (!).",
        State::Failed => "Something is broken (✗).",
    });
}

fn name(state: State) -> &'static str {
    match state {
        State::Ok => "ok",
        State::Incomplete => "incomplete",
        State::Failed => "failed",
    }
}
