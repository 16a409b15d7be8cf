//! `florin chain status`: compares the books with the chain.

use std::process::ExitCode;

use app::{App, ChainStatus};
use evm::U256;
use rules::freeze::Freeze;
use serde_json::json;

use crate::command_error::CommandError;
use crate::failure_text::explain;
use crate::output;

/// What one payment takes of gas, about.
const GAS_PER_PAYMENT: u64 = 80_000;
/// On every network that is known: 18 decimals.
const WEI_PER_COIN: u64 = 1_000_000_000_000_000_000;

pub async fn known(app: &App) -> Result<ChainStatus, CommandError> {
    let status = app.chain.chain_status().await.map_err(explain)?;
    status.ok_or_else(|| {
        CommandError::Refused("this database has no network yet; start its server once".to_owned())
    })
}

/// Ends with 1 if money is stopped, or books and chain differ or cannot be compared, so that a script notices.
pub async fn show(app: &App, as_json: bool) -> Result<ExitCode, CommandError> {
    let status = known(app).await?;
    let is_well = status.stops.is_empty() && matches!(&status.differences, Ok(none) if none.is_empty());
    if as_json {
        output::json(&as_object(&status, is_well));
    } else {
        in_words(&status);
    }
    Ok(if is_well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn stop_as_object(stop: &Freeze) -> serde_json::Value {
    json!({ "cause": stop.cause.name(), "reason": stop.reason, "created_at": stop.created_at.to_string() })
}

fn as_object(status: &ChainStatus, is_well: bool) -> serde_json::Value {
    let ChainStatus { network, books, .. } = status;
    json!({
        "well": is_well,
        "network": network.name,
        "chain_id": network.chain_id,
        "token": network.token.as_str(),
        "block": books.block,
        "final_block": status.head.as_ref().ok(),
        "blocks_behind": behind(status),
        "treasury": books.treasury.to_string(),
        "deposit_addresses": books.elsewhere.to_string(),
        "owed": books.inside.to_string(),
        "own": books.own.to_string(),
        "gas_wei": status.gas.as_ref().ok().map(ToString::to_string),
        "unconfirmed": status.open,
        "oldest_unconfirmed_at": status.oldest.map(|at| at.to_string()),
        "differences": status.differences.as_ref().ok(),
        "trouble": trouble(status),
        "stopped": !status.stops.is_empty(),
        "stops": status.stops.iter().map(stop_as_object).collect::<Vec<_>>(),
    })
}

fn in_words(status: &ChainStatus) {
    let ChainStatus { network, books, .. } = status;
    output::text(&format!(
        "network      {} (chain ID {}), token {}",
        network.name, network.chain_id, network.token
    ));
    let behind = match &status.head {
        Err(why) => format!("the height of the chain is unknown: {why}"),
        Ok(_) => match behind(status).unwrap_or_default() {
            0 => "all final blocks".to_owned(),
            1 => "one final block behind".to_owned(),
            blocks => format!("{blocks} final blocks behind"),
        },
    };
    output::text(&format!("read to      block {}, {behind}", books.block));
    output::text(&format!("treasury     {} USDC at {}", books.treasury, network.treasury));
    output::text(&format!("deposits     {} USDC at deposit addresses", books.elsewhere));
    output::text(&format!("owed         {} USDC to customers; {} USDC is your own", books.inside, books.own));
    output::text(&format!(
        "unconfirmed  {}",
        match status.oldest {
            Some(oldest) => format!("{}, the oldest since {oldest}", status.open),
            None => "nothing".to_owned(),
        }
    ));
    output::text(&format!("gas          {}", gas_words(status)));
    match &status.differences {
        Ok(none) if none.is_empty() => output::text("compared     books and chain match"),
        Ok(differences) => {
            differences.iter().for_each(|words| output::text(&format!("DIFFERENCE   {words}")));
        }
        Err(why) => output::text(&format!("compared     not possible: {why}")),
    }
    for stop in &status.stops {
        let (since, cause) = (stop.created_at, stop.cause.name());
        output::text(&format!("STOPPED      since {since} ({cause}): {}", stop.reason));
    }
}

pub async fn gas(app: &App, as_json: bool) -> Result<ExitCode, CommandError> {
    let status = known(app).await?;
    if as_json {
        output::json(&json!({
            "gas_account": status.network.gas_account.as_str(),
            "gas_wei": status.gas.as_ref().ok().map(ToString::to_string),
            "price_wei": status.gas_price.as_ref().ok().map(ToString::to_string),
            "payments": payments(&status).map(|count| count.to_string()),
            "trouble": status.gas.as_ref().err().or(status.gas_price.as_ref().err()),
        }));
        return Ok(ExitCode::SUCCESS);
    }
    output::text(&format!("{}: {}", status.network.gas_account, gas_words(&status)));
    Ok(ExitCode::SUCCESS)
}

fn gas_words(status: &ChainStatus) -> String {
    let wei = match &status.gas {
        Ok(wei) => *wei,
        Err(why) => return format!("unknown: {why}"),
    };
    let payments = match (&status.gas_price, payments(status)) {
        (Err(why), _) => format!("; the cost of a payment is unknown: {why}"),
        (Ok(_), Some(count)) => format!(", about {count} payments at today's price"),
        (Ok(_), None) => String::new(),
    };
    format!("{} {}{payments}", whole_coins(wei), coin(&status.network.name))
}

/// What gas is paid with.
fn coin(network: &str) -> &'static str {
    match network {
        "polygon" => "POL",
        "ethereum" | "base" | "arbitrum" | "ethereum-sepolia" | "base-sepolia" => "ether",
        _ => "coins",
    }
}

/// Rounded down to a millionth.
fn whole_coins(wei: U256) -> String {
    let millionths = wei / U256::from(WEI_PER_COIN / 1_000_000);
    let (whole, rest) = millionths.div_rem(U256::from(1_000_000));
    format!("{whole}.{:0>6}", rest.to_string())
}

fn payments(status: &ChainStatus) -> Option<U256> {
    let price = status.gas_price.as_ref().ok().filter(|price| **price > 0)?;
    let cost = U256::from(*price) * U256::from(GAS_PER_PAYMENT);
    status.gas.as_ref().ok().map(|wei| *wei / cost)
}

fn behind(status: &ChainStatus) -> Option<u64> {
    let read = u64::try_from(status.books.block).ok()?;
    status.head.as_ref().ok().map(|head| head.saturating_sub(read))
}

/// Why something is not known.
fn trouble(status: &ChainStatus) -> Option<&String> {
    status.head.as_ref().err().or(status.gas.as_ref().err()).or(status.differences.as_ref().err())
}

#[cfg(test)]
mod tests {
    use super::whole_coins;
    use evm::U256;

    #[test]
    fn gas_is_shown_to_the_millionth_and_never_rounded_up() {
        for (wei, shown) in [
            (0, "0.000000"),
            (999_999_999_999, "0.000000"),
            (1_000_000_000_000, "0.000001"),
            (1_234_567_999_999_999_999, "1.234567"),
            (10_000_000_000_000_000_000_u128, "10.000000"),
        ] {
            assert_eq!(whole_coins(U256::from(wei)), shown);
        }
    }
}
