//! `florin ops proposals`, `reject`, `log`: proposals that wait for a second operator, and everything that operators
//! did.

use std::process::ExitCode;

use app::clock::Clock;
use clap::Args;
use rules::money::Amount;
use rules::operator::{OperatorAction, Proposal};
use serde_json::{Value, json};

use super::{ActingFlags, Backend, LookingFlags, at_work, explain};
use crate::command_error::CommandError;
use crate::flags::OperatorFlags;
use crate::output;
use crate::table::{self, age, quoted};

#[derive(Args)]
#[command(after_help = "Example:\n  \
    florin ops reject txn_01m7fn505ae13vchz3py6tyhd2:completed --operator bob --evidence 'wrong receipt'")]
pub struct RejectFlags {
    /// Name of the proposal, from florin ops proposals
    name: String,
    #[command(flatten)]
    pub(super) acting: ActingFlags,
}

#[derive(Args)]
pub struct LogFlags {
    /// Number of lines
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u16).range(1..=10_000))]
    limit: u16,
    #[command(flatten)]
    pub(super) server: OperatorFlags,
}

pub async fn list(flags: LookingFlags, backend: &Backend) -> Result<ExitCode, CommandError> {
    let given = flags.server.given();
    let listing = at_work(backend, "florin ops proposals", given, async |app| {
        app.operators.proposals().await.map_err(explain)
    });
    let proposals = listing.await?;
    if flags.server.json {
        output::json(&json!({ "data": proposals.iter().map(proposal).collect::<Vec<_>>() }));
    } else if proposals.is_empty() {
        output::text("No proposals are waiting for a second operator.");
    } else {
        let now = Clock::system().now();
        let row = |proposal: &Proposal| {
            let Proposal { name, operator, machine_user, facts, amount, created_at, .. } = proposal;
            let worth = if *amount == Amount::ZERO { String::new() } else { format!("{amount} USDC") };
            let by = format!("{operator} ({machine_user})");
            [name.clone(), age(*created_at, now), by, worth, facts.clone()]
        };
        let rows: Vec<[String; 5]> = proposals.iter().map(row).collect();
        table::show(["NAME", "PROPOSED", "BY", "MOVES", "WHAT"], &rows);
        output::text(&format!(
            "A second operator must run the same command. To reject one: {}",
            rejection(&proposals[0].name)
        ));
    }
    Ok(ExitCode::SUCCESS)
}

pub async fn reject(flags: RejectFlags, backend: &Backend) -> Result<ExitCode, CommandError> {
    let (given, operator) = (flags.acting.given(), flags.acting.operator(backend)?);
    let rejecting = at_work(backend, "florin ops reject", given, async |app| {
        app.operators.reject_proposal(operator, &flags.name).await.map_err(explain)
    });
    let before = rejecting.await?;
    if flags.acting.server.json {
        let outcome = if before.is_some() { "repeated" } else { "done" };
        output::json(&json!({ "outcome": outcome, "name": flags.name, "by": before.as_ref().map(action) }));
    } else if let Some(OperatorAction { operator, created_at, .. }) = before {
        output::text(&format!("{operator} already rejected this at {created_at}. Nothing was changed."));
    } else {
        output::text(&format!(
            "Rejected {}. No money was moved. An operator can propose the action again.",
            flags.name
        ));
    }
    Ok(ExitCode::SUCCESS)
}

pub async fn log(flags: LogFlags, backend: &Backend) -> Result<ExitCode, CommandError> {
    let given = flags.server.given();
    let limit = usize::from(flags.limit);
    let reading = at_work(backend, "florin ops log", given, async |app| {
        app.operators.operators_log(limit).await.map_err(explain)
    });
    let actions = reading.await?;
    if flags.server.json {
        output::json(&json!({ "data": actions.iter().map(action).collect::<Vec<_>>() }));
    } else if actions.is_empty() {
        output::text("No operator actions yet.");
    } else {
        let now = Clock::system().now();
        let row = |action: &OperatorAction| {
            let OperatorAction { kind, facts, operator, machine_user, evidence, created_at, .. } = action;
            let by = format!("{operator} ({machine_user})");
            let (at, kind) = (created_at.to_string(), kind.name().to_owned());
            [at, age(*created_at, now), by, kind, facts.clone(), evidence.clone()]
        };
        let rows: Vec<[String; 6]> = actions.iter().map(row).collect();
        table::show(["TIME", "AGE", "BY", "STEP", "WHAT", "EVIDENCE"], &rows);
    }
    Ok(ExitCode::SUCCESS)
}

/// The command that rejects a proposal, with all that it needs.
pub fn rejection(name: &str) -> String {
    // It can contain what a bank calls the payment.
    let name = quoted(name);
    format!("florin ops reject {name} --operator YOUR_NAME --evidence REASON")
}

pub fn proposal(row: &Proposal) -> Value {
    json!({
        "name": row.name,
        "operator": row.operator,
        "machine_user": row.machine_user.to_string(),
        "facts": row.facts,
        "amount": row.amount.to_string(),
        "created_at": row.created_at.to_string(),
    })
}

pub fn action(row: &OperatorAction) -> Value {
    json!({
        "id": row.id.to_string(),
        "kind": row.kind.name(),
        "name": row.name,
        "facts": row.facts,
        "operator": row.operator,
        "machine_user": row.machine_user.to_string(),
        "evidence": row.evidence,
        "amount": row.amount.to_string(),
        "alone_up_to": row.alone.up_to.to_string(),
        "alone_per_day": row.alone.per_day.to_string(),
        "created_at": row.created_at.to_string(),
    })
}
