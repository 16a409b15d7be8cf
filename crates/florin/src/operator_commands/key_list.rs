//! `florin key list`: the API keys of a user, including the last revoked ones.

use std::process::ExitCode;

use app::clock::Clock;
use clap::Args;
use rules::email_address::EmailAddress;
use rules::time::Timestamp;
use serde_json::{Value, json};
use store::KnownKey;

use super::Backend;
use super::shown_key;
use crate::command_error::CommandError;
use crate::flags::OperatorFlags;
use crate::output;
use crate::table::{self, age};

#[derive(Args)]
pub struct KeyListFlags {
    /// Email address of the user
    #[arg(long)]
    email: String,
    #[command(flatten)]
    pub operator: OperatorFlags,
}

pub async fn run(flags: KeyListFlags, backend: &Backend) -> Result<ExitCode, CommandError> {
    let email =
        EmailAddress::parse(&flags.email).map_err(|problem| CommandError::Refused(problem.to_owned()))?;
    let given = flags.operator.given();
    let keys =
        backend.with_app("florin key list", given, async |app| app.auth.api_keys(&email).await).await?;
    if flags.operator.json {
        let data: Vec<Value> =
            keys.iter().map(|known| shown_key::record_in(known.mode, &known.key)).collect();
        output::json(&json!({ "data": data }));
    } else if keys.is_empty() {
        output::text(&format!("{email} has no API keys."));
    } else {
        let now = Clock::system().now();
        let rows: Vec<[String; 6]> = keys.iter().map(|known| row(known, now)).collect();
        table::show(["ID", "MODE", "NAME", "ENDS IN", "SCOPES", "STATE"], &rows);
    }
    Ok(ExitCode::SUCCESS)
}

fn row(known: &KnownKey, now: Timestamp) -> [String; 6] {
    let key = &known.key;
    let scopes =
        if key.scopes == rules::scope::Scopes::all() { "all".to_owned() } else { key.scopes.to_string() };
    let state = match (key.revoked_at, key.last_used_at) {
        (Some(at), _) => format!("revoked {}", age(at, now)),
        (None, Some(at)) => format!("used {}", age(at, now)),
        (None, None) => "never used".to_owned(),
    };
    let (id, hint) = (key.id.to_string(), format!("…{}", key.hint));
    [id, known.mode.name().to_owned(), key.name.clone(), hint, scopes, state]
}
