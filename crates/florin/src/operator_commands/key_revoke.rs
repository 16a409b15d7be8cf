//! `florin key revoke`: revokes an API key permanently. Repeating it changes nothing.

use std::process::ExitCode;

use clap::Args;

use super::Backend;
use super::shown_key;
use crate::command_error::CommandError;
use crate::flags::OperatorFlags;
use crate::output;

#[derive(Args)]
pub struct KeyRevokeFlags {
    /// ID of the key, key_…, from florin key list
    id: String,
    #[command(flatten)]
    pub operator: OperatorFlags,
}

pub async fn run(flags: KeyRevokeFlags, backend: &Backend) -> Result<ExitCode, CommandError> {
    let given = flags.operator.given();
    let revoking =
        backend.with_app("florin key revoke", given, async |app| app.auth.revoke_api_key(&flags.id).await);
    let key = revoking.await?;
    if flags.operator.json {
        output::json(&shown_key::record(&key));
    } else {
        output::text(&format!("Revoked {} (…{}). It stops working within a second.", key.id, key.hint));
    }
    Ok(ExitCode::SUCCESS)
}
