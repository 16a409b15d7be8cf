//! `florin ops limit`, `set-limit`: up to which amount one operator is enough.

use std::process::ExitCode;

use clap::Args;
use rules::money::{Amount, AmountError, Currency};
use serde_json::json;

use super::{ActingFlags, LookingFlags, at_work, explain, told};
use crate::flags::Given;
use crate::output;
use crate::stop::Stop;

#[derive(Args)]
pub struct SetLimitFlags {
    /// In USDC; above it a second operator must say the same
    amount: String,
    #[command(flatten)]
    pub(super) acting: ActingFlags,
}

pub async fn show(flags: LookingFlags, general: Given) -> Result<ExitCode, Stop> {
    let given = [general, flags.server.given()].concat();
    let looking = at_work("florin ops limit", given, async |app| app.operator_limit().await.map_err(explain));
    let limit = looking.await?;
    let (amount, since) = (limit.alone_up_to, limit.created_at);
    if flags.server.json {
        output::json(&json!({ "alone_up_to": amount.to_string(), "set_at": since.to_string() }));
    } else {
        output::text(&format!("One operator is enough up to {amount} USDC."));
    }
    Ok(ExitCode::SUCCESS)
}

pub async fn set(flags: SetLimitFlags, general: Given) -> Result<ExitCode, Stop> {
    let (given, operator) = ([general, flags.acting.given()].concat(), flags.acting.operator()?);
    let amount = match flags.amount.as_str() {
        "0" => Amount::ZERO,
        text => Amount::parse(text, Currency::Usdc)
            .map_err(|error: AmountError| Stop::Refused(format!("AMOUNT: {}", error.message())))?,
    };
    let setting = at_work("florin ops set-limit", given, async |app| {
        app.set_operator_limit(operator, amount).await.map_err(explain)
    });
    told::show(&setting.await?, flags.acting.server.json)
}
