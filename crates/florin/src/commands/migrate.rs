//! `florin migrate`: migrates the database to this version of Florin, or reports the missing migrations.

use std::process::ExitCode;

use clap::Args;
use serde_json::json;
use store::{DatabaseUrl, Store};

use crate::command_error::CommandError;
use crate::flags::{DataFlag, DatabaseFlag, FlagValues};
use crate::operator_commands::{check_is_there, database};
use crate::output;

#[derive(Args)]
pub struct MigrateFlags {
    #[command(flatten)]
    data: DataFlag,
    #[command(flatten)]
    database: DatabaseFlag,
    /// Only list missing migrations; exit with 1 if there are any
    #[arg(long)]
    check: bool,
    /// Print results and errors as JSON
    #[arg(long)]
    pub json: bool,
}

pub async fn run(flags: MigrateFlags, general: FlagValues) -> Result<ExitCode, CommandError> {
    let given = [general, flags.data.given(), flags.database.given()].concat();
    let database = database("florin migrate", given)?;
    if flags.check { check(database, flags.json).await } else { apply(database, flags.json).await }
}

async fn apply(database: DatabaseUrl, as_json: bool) -> Result<ExitCode, CommandError> {
    let applied = Store::new(database.clone()).migrate().await?;
    if as_json {
        output::json(&json!({ "database": database.to_string(), "applied": applied }));
    } else if applied.is_empty() {
        output::text(&format!("{database} is up to date."));
    } else {
        output::text(&format!("{database}: applied {}.", applied.join(", ")));
    }
    Ok(ExitCode::SUCCESS)
}

async fn check(database: DatabaseUrl, as_json: bool) -> Result<ExitCode, CommandError> {
    check_is_there(&database)?;
    let known = Store::new(database.clone()).migrations().await?;
    let complete = known.missing.is_empty();
    if as_json {
        output::json(&json!({
            "database": database.to_string(),
            "applied": known.applied,
            "missing": known.missing,
            "newer": known.newer,
        }));
    } else if complete {
        output::text(&format!("{database} is up to date."));
    } else {
        output::text(&format!(
            "{database} is missing migrations: {}. Apply them with: florin migrate",
            known.missing.join(", ")
        ));
    }
    Ok(if complete { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
