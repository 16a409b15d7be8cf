//! `florin user invite`: emails a person a link to create an account. It never shows the link: only the owner of the
//! address may have it.

use std::process::ExitCode;

use clap::Args;
use rules::email_address::EmailAddress;
use rules::language::Language;
use rules::sign_up::SignUp;
use serde_json::json;

use super::Backend;
use crate::command_error::CommandError;
use crate::flags::OperatorFlags;
use crate::output;

#[derive(Args)]
pub struct UserInviteFlags {
    /// Email address of the person
    #[arg(long)]
    email: String,
    /// Language of the email: en, es, pt or fr
    #[arg(long, default_value = "en")]
    language: String,
    #[command(flatten)]
    pub operator: OperatorFlags,
}

pub async fn run(flags: UserInviteFlags, backend: &Backend) -> Result<ExitCode, CommandError> {
    let email =
        EmailAddress::parse(&flags.email).map_err(|problem| CommandError::Refused(problem.to_owned()))?;
    let language = Language::parse(&flags.language)
        .ok_or_else(|| CommandError::Refused("--language: use en, es, pt or fr".to_owned()))?;
    let given = flags.operator.given();
    let invited = backend.with_app("florin user invite", given, async |app| match app.identity.sign_up() {
        SignUp::Open | SignUp::Invitation => app.identity.invite(&email, language).await.map(Some),
        SignUp::Closed => Ok(None),
    });
    let Some(until) = invited.await? else {
        return Err(CommandError::Refused(
            "sign-up is closed, so the link wouldn't work; set sign_up to invitation first".to_owned(),
        ));
    };
    if flags.operator.json {
        output::json(&json!({
            "email": email.as_str(),
            "language": language.name(),
            "expires_at": until.to_string(),
        }));
    } else {
        output::text(&format!("Invited {email}. The link in the email works until {until}."));
    }
    Ok(ExitCode::SUCCESS)
}
