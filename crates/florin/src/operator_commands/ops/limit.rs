//! `florin ops limit`, `set-limit`: how much one operator can move alone.

use std::process::ExitCode;

use clap::Args;
use rules::money::{Amount, AmountError, Currency};
use rules::operator::SingleOperatorLimit;

use super::{ActingFlags, Backend, LookingFlags, at_work, explain, told};
use crate::command_error::CommandError;
use crate::output;

#[derive(Args)]
pub struct SetLimitFlags {
    /// USDC that one operator can move alone; above it, a second operator must confirm
    amount: String,
    /// USDC that one operator can move alone within 24 hours [default: unchanged]
    #[arg(long, value_name = "AMOUNT")]
    per_day: Option<String>,
    #[command(flatten)]
    pub(super) acting: ActingFlags,
}

pub async fn show(flags: LookingFlags, backend: &Backend) -> Result<ExitCode, CommandError> {
    let given = flags.server.given();
    let looking = at_work(backend, "florin ops limit", given, async |app| {
        app.operators.operator_limit().await.map_err(explain)
    });
    let limit = looking.await?;
    if flags.server.json {
        let mut shown = told::alone(limit.alone);
        shown["set_at"] = limit.created_at.to_string().into();
        output::json(&shown);
    } else {
        output::text(&told::limited(limit.alone));
    }
    Ok(ExitCode::SUCCESS)
}

pub async fn set(flags: SetLimitFlags, backend: &Backend) -> Result<ExitCode, CommandError> {
    let (given, operator) = (flags.acting.given(), flags.acting.operator(backend)?);
    let up_to = amount("AMOUNT", &flags.amount)?;
    let per_day = flags.per_day.as_deref().map(|text| amount("--per-day", text)).transpose()?;
    let setting = at_work(backend, "florin ops set-limit", given, async |app| {
        let known = app.operators.operator_limit().await.map_err(explain)?;
        let alone = SingleOperatorLimit { up_to, per_day: per_day.unwrap_or(known.alone.per_day) };
        if alone.per_day < alone.up_to {
            return Err(CommandError::Refused(format!(
                "--per-day: one operator can move {} USDC within 24 hours, so {up_to} USDC at once isn't \
                 possible. Set --per-day to at least {up_to}",
                alone.per_day
            )));
        }
        app.operators.set_operator_limit(operator, alone).await.map_err(explain)
    });
    told::show(&setting.await?, flags.acting.server.json)
}

fn amount(what: &str, text: &str) -> Result<Amount, CommandError> {
    match text {
        "0" => Ok(Amount::ZERO),
        text => Amount::parse(text, Currency::Usdc)
            .map_err(|error: AmountError| CommandError::Usage(format!("{what}: {}", error.message()))),
    }
}
