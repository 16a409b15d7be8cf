//! `florin trigger`: makes an event happen in a test account, with the calls that an integrator would make. The event
//! is a real one: its object exists, and every endpoint and `florin listen` receives it.

use std::process::ExitCode;

use app::dice::Dice;
use clap::Args;
use rules::event_type::EventType;
use serde_json::{Value, json};

use crate::command_error::CommandError;
use crate::flags::{FlagValues, SandboxFlags};
use crate::logging::{Format, Logging};
use crate::output;
use crate::sandbox_client::SandboxClient;
use crate::settings::{Reader, SandboxSettings, Sources};

/// Any address with the right checksum: the simulated chain knows them all.
const ADDRESS: &str = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

#[derive(Args)]
#[command(after_help = "Events:\n  \
    payout.created, .completed, .failed, .cancelled\n  \
    payout_item.pending_claim, .completed, .failed, .cancelled\n  \
    deposit.created, .processing, .completed, .failed, .cancelled, .expired\n  \
    withdrawal.created, .processing, .completed, .failed, .cancelled, .returned\n  \
    inbound_transfer.completed\n  \
    recipient.created, .updated, .joined\n  \
    bank_account.created, .updated, .archived\n  \
    external_wallet.created, .updated, .archived\n\n\
    The events that lead to it happen too. withdrawal.processing moves the account's test clock forward by 30 \
    seconds.\n\n\
    Example:\n  FLORIN_TEST_KEY=florin_test_… florin trigger payout.completed")]
pub struct TriggerFlags {
    /// Type of the event, such as payout.completed
    event: String,
    #[command(flatten)]
    sandbox: SandboxFlags,
    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,
}

pub async fn run(flags: TriggerFlags, general: FlagValues) -> Result<ExitCode, CommandError> {
    let Some(event) = EventType::parse(&flags.event) else {
        let known = EventType::ALL.iter().copied().filter(|event| can_be_triggered(*event));
        let known: Vec<&str> = known.map(EventType::name).collect();
        let message = format!("there is no event {:?}. Events to trigger: {}", flags.event, known.join(", "));
        return Err(CommandError::Usage(message));
    };
    let sources = Sources::gather([general, flags.sandbox.given()].concat())?;
    let mut reader = Reader::new(&sources);
    let SandboxSettings { server, key } = SandboxSettings::read(&mut reader);
    let logging = Logging::read(&mut reader, Format::Pretty, "off");
    reader.finish("florin trigger")?;
    logging.start();
    let key = key.expect("missing settings were reported");
    let mut sandbox = SandboxClient::new(server, key);
    let object = trigger(&mut sandbox, event).await?;
    if flags.json {
        output::json(&json!({ "event": event.name(), "object_id": object, "calls": sandbox.calls }));
    } else {
        sandbox.calls.iter().for_each(|call| output::text(&format!("  {call}")));
        output::text(&format!("Triggered {} of {object}.", event.name()));
    }
    Ok(ExitCode::SUCCESS)
}

fn can_be_triggered(event: EventType) -> bool {
    !event.is_reserved() && event != EventType::WebhookTest
}

/// Returns the ID of the object that the event is about.
async fn trigger(sandbox: &mut SandboxClient, event: EventType) -> Result<String, CommandError> {
    match event.noun() {
        "payout" => payout(sandbox, event).await,
        "payout_item" => payout_item(sandbox, event).await,
        "deposit" => deposit(sandbox, event).await,
        "withdrawal" => withdrawal(sandbox, event).await,
        "recipient" => recipient(sandbox, event).await,
        "bank_account" => {
            let account = bank_account(sandbox).await?;
            label(sandbox, event, "bank_accounts", account).await
        }
        "external_wallet" => {
            let body = json!({ "name": "Trigger", "chain": "simulated", "address": ADDRESS });
            let wallet = id(&sandbox.post("/external_wallets", body).await?)?;
            label(sandbox, event, "external_wallets", wallet).await
        }
        _ if event == EventType::InboundTransferCompleted => {
            id(&sandbox.post("/simulate/inbound_transfers", json!({ "amount": "25.00" })).await?)
        }
        _ => Err(CommandError::Refused(format!(
            "{} can't be triggered in the sandbox: {}",
            event.name(),
            match event {
                EventType::WebhookTest => "send a test from the endpoint's page in the dashboard",
                _ => "Florin doesn't send this event yet",
            }
        ))),
    }
}

fn id(object: &Value) -> Result<String, CommandError> {
    let id = object["id"].as_str().map(str::to_owned);
    id.ok_or_else(|| CommandError::Refused("the server's response has no ID".to_owned()))
}

/// A person whom no account has paid before.
fn newcomer(tag: &str) -> String {
    format!("trigger-{}{tag}@example.com", Dice::system().base62(12).to_lowercase())
}

async fn new_payout(sandbox: &mut SandboxClient, email: &str) -> Result<String, CommandError> {
    id(&sandbox.post("/payouts", json!({ "items": [{ "email": email, "amount": "5.00" }] })).await?)
}

/// Waits until the only item of a payout has this status, and returns its ID.
async fn item_becomes(sandbox: &SandboxClient, payout: &str, status: &str) -> Result<String, CommandError> {
    let path = format!("/payouts/{payout}/items");
    sandbox.until_at(&path, "/data/0/status", status).await?;
    id(&sandbox.get(&path).await?["data"][0])
}

/// Waits until an item waits for its recipient.
async fn claimable(sandbox: &SandboxClient, payout: &str) -> Result<String, CommandError> {
    item_becomes(sandbox, payout, "pending_claim").await
}

async fn claimed(sandbox: &mut SandboxClient, payout: &str) -> Result<String, CommandError> {
    let item = claimable(sandbox, payout).await?;
    sandbox.act(&format!("/simulate/payout_items/{item}/claim")).await?;
    Ok(item)
}

async fn payout(sandbox: &mut SandboxClient, event: EventType) -> Result<String, CommandError> {
    let is_failing = event == EventType::PayoutFailed;
    let payout = new_payout(sandbox, &newcomer(if is_failing { "+fail" } else { "" })).await?;
    let path = format!("/payouts/{payout}");
    match event {
        EventType::PayoutCompleted => {
            claimed(sandbox, &payout).await?;
            sandbox.until(&path, "completed").await?;
        }
        EventType::PayoutFailed => sandbox.until(&path, "failed").await?,
        EventType::PayoutCancelled => {
            claimable(sandbox, &payout).await?;
            sandbox.act(&format!("{path}/cancel")).await?;
            sandbox.until(&path, "cancelled").await?;
        }
        _ => {}
    }
    Ok(payout)
}

async fn payout_item(sandbox: &mut SandboxClient, event: EventType) -> Result<String, CommandError> {
    let is_failing = event == EventType::ItemFailed;
    let payout = new_payout(sandbox, &newcomer(if is_failing { "+fail" } else { "" })).await?;
    match event {
        EventType::ItemCompleted => claimed(sandbox, &payout).await,
        EventType::ItemCancelled => {
            claimable(sandbox, &payout).await?;
            sandbox.act(&format!("/payouts/{payout}/cancel")).await?;
            item_becomes(sandbox, &payout, "cancelled").await
        }
        EventType::ItemFailed => item_becomes(sandbox, &payout, "failed").await,
        _ => claimable(sandbox, &payout).await,
    }
}

async fn recipient(sandbox: &mut SandboxClient, event: EventType) -> Result<String, CommandError> {
    let email = newcomer("");
    let recipient = id(&sandbox.post("/recipients", json!({ "email": email })).await?)?;
    match event {
        EventType::RecipientUpdated => {
            sandbox.patch(&format!("/recipients/{recipient}"), json!({ "nickname": "Trigger" })).await?;
        }
        EventType::RecipientJoined => {
            let payout = new_payout(sandbox, &email).await?;
            claimed(sandbox, &payout).await?;
        }
        _ => {}
    }
    Ok(recipient)
}

async fn bank_account(sandbox: &mut SandboxClient) -> Result<String, CommandError> {
    let pix = json!({ "pix_key": "12345678909" });
    let body = json!({ "name": "Trigger", "currency": "BRL", "payment_rail": "brl_pix", "brl_pix": pix });
    id(&sandbox.post("/bank_accounts", body).await?)
}

/// Renames or archives what was created.
async fn label(
    sandbox: &mut SandboxClient,
    event: EventType,
    list: &str,
    object: String,
) -> Result<String, CommandError> {
    let path = format!("/{list}/{object}");
    match event {
        EventType::BankAccountUpdated | EventType::ExternalWalletUpdated => {
            sandbox.patch(&path, json!({ "name": "Trigger, renamed" })).await?;
        }
        EventType::BankAccountArchived | EventType::ExternalWalletArchived => {
            sandbox.act(&format!("{path}/archive")).await?;
        }
        _ => {}
    }
    Ok(object)
}

async fn deposit(sandbox: &mut SandboxClient, event: EventType) -> Result<String, CommandError> {
    let account = bank_account(sandbox).await?;
    let body = json!({ "bank_account_id": account, "amount": "100.00" });
    let deposit = id(&sandbox.post("/deposits", body).await?)?;
    let (path, simulation) = (format!("/deposits/{deposit}"), format!("/simulate/deposits/{deposit}"));
    match event {
        EventType::DepositProcessing | EventType::DepositCompleted => {
            sandbox.post(&simulation, json!({ "event": "received" })).await?;
            sandbox.until(&path, "completed").await?;
        }
        EventType::DepositFailed => _ = sandbox.post(&simulation, json!({ "event": "failed" })).await?,
        EventType::DepositExpired => _ = sandbox.post(&simulation, json!({ "event": "expired" })).await?,
        EventType::DepositCancelled => _ = sandbox.act(&format!("{path}/cancel")).await?,
        _ => {}
    }
    Ok(deposit)
}

async fn withdrawal(sandbox: &mut SandboxClient, event: EventType) -> Result<String, CommandError> {
    let account = bank_account(sandbox).await?;
    let body = json!({ "bank_account_id": account, "amount": "10.00" });
    let withdrawal = id(&sandbox.post("/withdrawals", body).await?)?;
    let (path, simulation) =
        (format!("/withdrawals/{withdrawal}"), format!("/simulate/withdrawals/{withdrawal}"));
    match event {
        EventType::WithdrawalProcessing => {
            // The half minute in which it can be cancelled.
            sandbox.post("/simulate/clock", json!({ "advance_seconds": 30 })).await?;
        }
        EventType::WithdrawalCompleted => {
            sandbox.post(&simulation, json!({ "event": "completed" })).await?;
        }
        EventType::WithdrawalFailed => _ = sandbox.post(&simulation, json!({ "event": "failed" })).await?,
        EventType::WithdrawalReturned => {
            sandbox.post(&simulation, json!({ "event": "completed" })).await?;
            sandbox.until(&path, "completed").await?;
            sandbox.post(&simulation, json!({ "event": "returned" })).await?;
        }
        EventType::WithdrawalCancelled => _ = sandbox.act(&format!("{path}/cancel")).await?,
        _ => {}
    }
    Ok(withdrawal)
}

#[cfg(test)]
mod tests {
    use super::{TriggerFlags, can_be_triggered};
    use clap::Args;
    use rules::event_type::EventType;

    #[test]
    fn the_help_lists_every_event_that_can_be_triggered() {
        let help = TriggerFlags::augment_args(clap::Command::new("trigger")).render_help().to_string();
        for event in EventType::ALL {
            let (noun, verb) = event.name().split_once('.').expect("a noun and a verb");
            let line = help.lines().find(|line| line.trim_start().starts_with(&format!("{noun}.")));
            let is_listed = line.is_some_and(|line| line.contains(&format!(".{verb}")));
            assert_eq!(is_listed, can_be_triggered(*event), "{}", event.name());
        }
    }
}
