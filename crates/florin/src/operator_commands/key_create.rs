//! `florin key create`: creates an API key for a user and shows it once.

use std::process::ExitCode;

use clap::{Args, ValueEnum};
use rules::account::Mode;
use rules::email_address::EmailAddress;
use rules::scope::{Scope, ScopePreset, Scopes};

use super::Backend;
use super::shown_key;
use crate::command_error::CommandError;
use crate::flags::OperatorFlags;
use crate::output;

#[derive(Clone, Copy, ValueEnum)]
enum KeyMode {
    Test,
    Live,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    florin key create --email ada@example.com --mode test --scopes all\n  \
    florin key create --email ada@example.com --mode live --scopes payouts\n  \
    florin key create --email ada@example.com --mode live --scopes balance:read,payouts:write")]
pub struct KeyCreateFlags {
    /// Email address of the user
    #[arg(long)]
    email: String,
    /// Which of the user's two accounts
    #[arg(long)]
    mode: KeyMode,
    /// Scopes of the key: all, read_only, payouts, or names separated by commas, such as balance:read,payouts:write
    #[arg(long)]
    scopes: String,
    /// Name of the key
    #[arg(long, default_value = "operator")]
    name: String,
    #[command(flatten)]
    pub operator: OperatorFlags,
}

pub async fn run(flags: KeyCreateFlags, backend: &Backend) -> Result<ExitCode, CommandError> {
    let email =
        EmailAddress::parse(&flags.email).map_err(|problem| CommandError::Refused(problem.to_owned()))?;
    rules::text::check(&flags.name, 1, 255)
        .map_err(|problem| CommandError::Refused(format!("--name: {problem} (1 to 255 characters)")))?;
    let scopes = parse_scopes(&flags.scopes).map_err(CommandError::Refused)?;
    let mode = match flags.mode {
        KeyMode::Test => Mode::Test,
        KeyMode::Live => Mode::Live,
    };
    let given = flags.operator.given();
    let created = backend.with_app("florin key create", given, async |app| {
        app.auth.create_api_key(&email, mode, &flags.name, scopes).await
    });
    let created = created.await?;
    if flags.operator.json {
        let mut shown = shown_key::record_in(mode, &created.record);
        shown["key"] = created.key.into();
        output::json(&shown);
    } else {
        output::text(&format!("Created a {} key for {email}, ID {}.", mode.name(), created.record.id));
        output::text(&format!("Key (shown only once): {}", created.key));
    }
    Ok(ExitCode::SUCCESS)
}

/// A key with a scope that does not exist would be a surprise later, so it is refused now.
fn parse_scopes(text: &str) -> Result<Scopes, String> {
    if text == "all" {
        return Ok(Scopes::all());
    }
    if let Some(preset) = ScopePreset::parse(text) {
        return Ok(preset.scopes());
    }
    let good = || Scope::ALL.map(Scope::name).join(", ");
    let mut scopes = Vec::new();
    for name in text.split(',').map(str::trim) {
        match Scope::parse(name) {
            Some(scope) => scopes.push(scope),
            None => {
                return Err(format!(
                    "{name:?} is not a scope. Use all, read_only, payouts, or some of: {}",
                    good()
                ));
            }
        }
    }
    Ok(scopes.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::parse_scopes;
    use rules::scope::{Scope, ScopePreset, Scopes};

    #[test]
    fn all_a_preset_or_a_list_of_names_is_understood() {
        assert_eq!(parse_scopes("all"), Ok(Scopes::all()));
        for preset in ScopePreset::ALL {
            assert_eq!(parse_scopes(preset.name()), Ok(preset.scopes()));
        }
        let two: Scopes = [Scope::BalanceRead, Scope::PayoutsWrite].into_iter().collect();
        assert_eq!(parse_scopes("balance:read, payouts:write"), Ok(two));
    }

    #[test]
    fn a_name_that_is_no_scope_is_refused_with_all_that_are() {
        for wrong in [
            "",
            "coffee:write",
            "balance:read,",
            "balance:read,all",
            "payouts,balance:read",
            "Balance:read",
            "balance:read;x",
        ] {
            let refusal = parse_scopes(wrong).unwrap_err();
            assert!(Scope::ALL.iter().all(|scope| refusal.contains(scope.name())), "{wrong}: {refusal}");
        }
        assert!(
            parse_scopes("balance:read,coffee:write")
                .unwrap_err()
                .starts_with("\"coffee:write\" is not a scope")
        );
    }
}
