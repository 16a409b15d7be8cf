//! `florin user reset`: has the link to choose a new password emailed to a user. It never shows the link: only the
//! owner of the address may have it.

use std::process::ExitCode;

use clap::Args;
use rules::email_address::EmailAddress;
use serde_json::json;

use super::Backend;
use crate::command_error::CommandError;
use crate::flags::OperatorFlags;
use crate::output;

#[derive(Args)]
pub struct UserResetFlags {
    /// Email address of the user
    #[arg(long)]
    email: String,
    #[command(flatten)]
    pub operator: OperatorFlags,
}

pub async fn run(flags: UserResetFlags, backend: &Backend) -> Result<ExitCode, CommandError> {
    let email =
        EmailAddress::parse(&flags.email).map_err(|problem| CommandError::Refused(problem.to_owned()))?;
    let given = flags.operator.given();
    let sent =
        backend.with_app("florin user reset", given, async |app| app.identity.send_reset(&email).await);
    let (user, until) = sent.await?;
    if flags.operator.json {
        output::json(&json!({
            "id": user.id.to_string(),
            "email": user.email.as_str(),
            "expires_at": until.to_string(),
        }));
    } else {
        output::text(&format!(
            "The server emails {} a link to choose a new password. The link works until {until}.",
            user.email
        ));
        if user.locked_at.is_some() {
            output::text("The user is locked, and can't sign in with the new password either.");
        }
    }
    Ok(ExitCode::SUCCESS)
}
