//! `florin user lock` and `florin user unlock`: keep a user out, and let the user in again.

use std::process::ExitCode;

use app::LockReason;
use clap::Args;
use rules::email_address::EmailAddress;
use rules::user::User;
use serde_json::json;

use super::Backend;
use super::backend::checked;
use crate::command_error::CommandError;
use crate::flags::OperatorFlags;
use crate::output;
use crate::table::quoted;

const LONGEST_REASON: usize = 300;

#[derive(Args)]
#[command(
    after_help = "Example:\n  florin user lock --email ada@example.com --reason 'stolen laptop, ticket 4711'"
)]
pub struct UserLockFlags {
    /// Email address of the user
    #[arg(long)]
    email: String,
    /// Why, for the user's security log, which the user can read
    #[arg(long, value_name = "TEXT")]
    reason: String,
    #[command(flatten)]
    pub operator: OperatorFlags,
}

pub async fn lock(flags: UserLockFlags, backend: &Backend) -> Result<ExitCode, CommandError> {
    let (email, by, given) = read(&flags, backend)?;
    let (user, is_new) = backend
        .with_app("florin user lock", given, async |app| app.identity.lock_user(&email, &by).await)
        .await?;
    let since = user.locked_at.map(|at| at.to_string()).unwrap_or_default();
    let words = match is_new {
        true => format!(
            "Locked {email}: every session has ended, no password, API key or Connect App works, and the user's \
             payouts, withdrawals and webhooks are on hold.\nTo undo it: florin user unlock --email {} --reason REASON",
            quoted(email.as_str())
        ),
        false => format!("{email} has been locked since {since}. Nothing was changed."),
    };
    show(&user, is_new, &words, flags.operator.json);
    Ok(ExitCode::SUCCESS)
}

pub async fn unlock(flags: UserLockFlags, backend: &Backend) -> Result<ExitCode, CommandError> {
    let (email, by, given) = read(&flags, backend)?;
    let (user, is_new) = backend
        .with_app("florin user unlock", given, async |app| app.identity.unlock_user(&email, &by).await)
        .await?;
    let words = match is_new {
        true => format!(
            "Unlocked {email}. The user can sign in, API keys and apps work again, and the payouts, withdrawals and \
             webhooks on hold continue. If other people may know the password: florin user reset --email {}",
            quoted(email.as_str())
        ),
        false => format!("{email} is not locked. Nothing was changed."),
    };
    show(&user, is_new, &words, flags.operator.json);
    Ok(ExitCode::SUCCESS)
}

type Given = (EmailAddress, LockReason, crate::flags::FlagValues);

fn read(flags: &UserLockFlags, backend: &Backend) -> Result<Given, CommandError> {
    let email =
        EmailAddress::parse(&flags.email).map_err(|problem| CommandError::Refused(problem.to_owned()))?;
    let reason = checked("--reason", &flags.reason, LONGEST_REASON)?;
    Ok((email, LockReason { machine_user: backend.machine_user(), reason }, flags.operator.given()))
}

fn show(user: &User, is_new: bool, words: &str, as_json: bool) {
    if as_json {
        return output::json(&json!({
            "id": user.id.to_string(),
            "email": user.email.as_str(),
            "locked_at": user.locked_at.map(|at| at.to_string()),
            "changed": is_new,
        }));
    }
    output::text(words);
}
