//! `florin user create`: creates a user for whom the operator vouches.

use std::io::BufRead;
use std::process::ExitCode;

use app::NewUser;
use app::dice::Dice;
use clap::Args;
use rules::email_address::EmailAddress;
use rules::user::AccountType;
use serde_json::json;
use zeroize::Zeroizing;

use super::Backend;
use crate::command_error::CommandError;
use crate::flags::OperatorFlags;
use crate::output;

const GENERATED_LENGTH: usize = 20;

#[derive(Args)]
#[command(after_help = "Example:\n  florin user create --email ada@example.com --name 'Acme Inc'")]
pub struct UserCreateFlags {
    /// Email address to sign in with
    #[arg(long)]
    email: String,
    /// Name of the person or business [default: the part before the @]
    #[arg(long)]
    name: Option<String>,
    /// Read the password from stdin; by default a password is generated and shown once
    #[arg(long)]
    password_stdin: bool,
    #[command(flatten)]
    pub operator: OperatorFlags,
}

pub async fn run(flags: UserCreateFlags, backend: &Backend) -> Result<ExitCode, CommandError> {
    let email =
        EmailAddress::parse(&flags.email).map_err(|problem| CommandError::Refused(problem.to_owned()))?;
    let name = flags.name.unwrap_or_else(|| email.local_part().to_owned());
    rules::text::check(&name, 1, 255)
        .map_err(|problem| CommandError::Refused(format!("--name: {problem} (1 to 255 characters)")))?;
    let password = if flags.password_stdin { Some(password_from_stdin()?) } else { None };
    if let Some(password) = &password {
        rules::user::check_password(password, &email, &name)
            .map_err(|problem| CommandError::Refused(problem.message().to_owned()))?;
    }
    let generated = password.is_none().then(|| Dice::system().base62(GENERATED_LENGTH));
    let chosen = password.as_deref().or(generated.as_ref()).expect("one of the two").clone();
    let given = flags.operator.given();
    let user = backend.with_app("florin user create", given, async |app| {
        let account_type = AccountType::Business;
        app.identity.create_user(NewUser { email, name, account_type, password: chosen }).await
    });
    let user = user.await?;
    if flags.operator.json {
        let mut shown = json!({
            "id": user.id.to_string(),
            "email": user.email.as_str(),
            "name": user.name,
            "created_at": user.created_at.to_string(),
        });
        if let Some(password) = generated {
            shown["password"] = password.into();
        }
        output::json(&shown);
    } else {
        output::text(&format!("Created {} ({}), ID {}.", user.name, user.email, user.id));
        if let Some(password) = generated {
            output::text(&format!("Password (shown only once): {password}"));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The first line, without its end.
fn password_from_stdin() -> Result<Zeroizing<String>, CommandError> {
    let mut line = Zeroizing::new(String::new());
    let read = std::io::stdin().lock().read_line(&mut line);
    read.map_err(|error| CommandError::Refused(format!("can't read the password from stdin: {error}")))?;
    let password = line.strip_suffix('\n').unwrap_or(&line);
    let password = password.strip_suffix('\r').unwrap_or(password);
    Ok(Zeroizing::new(password.to_owned()))
}
