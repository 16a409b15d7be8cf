//! How deposits, withdrawals and parked money are shown to operators.

use app::MOST_LISTED;
use rules::crossing::{Counterparty, Crossing};
use rules::notice::Notice;
use rules::transaction::{FailureReason, Transaction, TransactionStatus};
use serde_json::{Value, json};

use crate::output;

pub fn list(open: &[Transaction], nothing: &str, as_json: bool) {
    if as_json {
        return output::json(&json!({ "data": open.iter().map(record).collect::<Vec<_>>() }));
    }
    if open.is_empty() {
        output::text(nothing);
    }
    for row in open {
        let crossing = crossing(row);
        let (route, reference) = (crossing.route.name(), &crossing.reference);
        let (status, since) = (row.status.name(), row.created_at);
        output::text(&format!("{}  {status}  {}  {route}  {reference}  since {since}", row.id, outside(row)));
    }
    say_if_more(open.len());
}

pub fn parked(rows: &[Notice], as_json: bool) {
    if as_json {
        return output::json(&json!({ "data": rows.iter().map(notice).collect::<Vec<_>>() }));
    }
    if rows.is_empty() {
        output::text("No money is parked.");
    }
    for row in rows {
        let (amount, currency) = (row.amount.unwrap_or_default(), row.route.currency().code());
        let reference = if row.reference.is_empty() { "no reference" } else { &row.reference };
        let (id, worth, since, name) = (row.id, row.worth, row.created_at, &row.name);
        output::text(&format!("{id}  {amount} {currency}  {worth} USDC  {reference}  {name}  since {since}"));
    }
    say_if_more(rows.len());
}

fn say_if_more(shown: usize) {
    if shown == MOST_LISTED {
        output::text(&format!("These are the oldest {MOST_LISTED}; there may be more."));
    }
}

pub fn deposit(row: &Transaction, as_json: bool) {
    if as_json {
        return output::json(&record(row));
    }
    let crossing = crossing(row);
    let (rail, reference) = (crossing.route.name(), &crossing.reference);
    output::text(&format!("Deposit {} is {}.", row.id, row.status.name()));
    line("awaited", &format!("{} {} on {rail}", crossing.announced, crossing.route.currency().code()));
    if row.status != TransactionStatus::AwaitingTransfer {
        line("came", &outside(row));
    }
    if let Some(lock) = crossing.rate_lock {
        let currency = crossing.route.currency().code();
        line("rate holds", &format!("up to {} {currency}, until {}", lock.max_amount, lock.expires_at));
    }
    line("reference", reference);
    if let Counterparty::Operator { name, details } = &crossing.counterparty {
        line("to", name);
        details_of(details);
    }
    line("credits", &format!("{} USDC to {}", row.amount, row.account));
    line("announced", &row.created_at.to_string());
    if let Some(end) = crossing.expires_at {
        line("until", &end.to_string());
    }
    if row.status == TransactionStatus::AwaitingTransfer {
        output::text(&format!(
            "When it has come: florin ops deposits receive --reference {reference} --rail {rail} --amount {} \
             --bank-reference TEXT --operator NAME --evidence TEXT",
            crossing.announced
        ));
    }
}

pub fn withdrawal(row: &Transaction, bank_details: Option<&str>, as_json: bool) {
    if as_json {
        let mut shown = record(row);
        shown["bank_account"] = bank_details.and_then(|text| serde_json::from_str::<Value>(text).ok()).into();
        return output::json(&shown);
    }
    let crossing = crossing(row);
    let reason = row.failure_reason.map(|reason| format!(", {}", reason.name())).unwrap_or_default();
    output::text(&format!("Withdrawal {} is {}{reason}.", row.id, row.status.name()));
    line("pay", &outside(row));
    line("on", crossing.route.name());
    if let Counterparty::Address { chain, address, .. } = &crossing.counterparty {
        line("chain", chain);
        line("address", address);
    }
    details_of(bank_details.unwrap_or("{}"));
    line("reference", &crossing.reference);
    line("for", &format!("{} USDC of {}, fees included", row.amount, row.account));
    line("created", &row.created_at.to_string());
    if let Some(hash) = &crossing.hash {
        line("hash", hash);
    }
    match row.status {
        TransactionStatus::Queued => output::text(
            "Do not pay it yet: it can still be cancelled. It is to be paid when it is processing, in half a minute.",
        ),
        TransactionStatus::Processing => output::text(&format!(
            "When it is paid: florin ops withdrawals complete {} --operator NAME --evidence TEXT",
            row.id
        )),
        _ => output::text("There is nothing to pay any more."),
    }
}

fn line(name: &str, value: &str) {
    output::text(&format!("  {name:<12}{value}"));
}

/// A line for each field of a JSON object; an object within it is one line, too.
fn details_of(json: &str) {
    let details: Value = serde_json::from_str(json).unwrap_or_default();
    for (name, value) in details.as_object().into_iter().flatten() {
        match value {
            Value::Object(parts) => {
                let parts: Vec<&str> = parts.values().filter_map(Value::as_str).collect();
                line(name, &parts.join(", "));
            }
            Value::String(text) => line(name, text),
            other => line(name, &other.to_string()),
        }
    }
}

/// The money on the other side.
pub fn outside(row: &Transaction) -> String {
    let crossing = crossing(row);
    format!("{} {}", crossing.outside, crossing.route.currency().code())
}

pub fn record(row: &Transaction) -> Value {
    let crossing = crossing(row);
    let time = |at: Option<rules::time::Timestamp>| at.map(|at| at.to_string());
    let mut shown = json!({
        "id": row.id.to_string(),
        "type": row.kind.name(),
        "status": row.status.name(),
        "failure_reason": row.failure_reason.map(FailureReason::name),
        "account_id": row.account.to_string(),
        "amount": row.amount.to_string(),
        "currency": row.currency.code(),
        "route": crossing.route.name(),
        "counter_amount": crossing.outside.to_string(),
        "announced_amount": crossing.announced.to_string(),
        "counter_currency": crossing.route.currency().code(),
        "reference": crossing.reference,
        "created_at": row.created_at.to_string(),
        "expires_at": time(crossing.expires_at),
        "rate_expires_at": time(crossing.rate_lock.map(|lock| lock.expires_at)),
        "rate_max_amount": crossing.rate_lock.map(|lock| lock.max_amount.to_string()),
        "received_at": time(crossing.received_at),
        "completed_at": time(row.completed_at),
        "returned_at": time(crossing.returned_at),
        "hash": crossing.hash,
    });
    match &crossing.counterparty {
        Counterparty::Operator { name, details } => {
            shown["beneficiary_name"] = name.as_str().into();
            shown["beneficiary"] = serde_json::from_str(details).unwrap_or_default();
        }
        Counterparty::Address { chain, address, .. } | Counterparty::DepositAddress { chain, address } => {
            shown["chain"] = chain.as_str().into();
            shown["address"] = address.as_str().into();
        }
        Counterparty::BankAccount(_) | Counterparty::Somebody => {}
    }
    shown
}

pub fn notice(row: &Notice) -> Value {
    json!({
        "id": row.id.to_string(),
        "name": row.name,
        "route": row.route.name(),
        "tidings": row.tidings,
        "reference": row.reference,
        "amount": row.amount.map(|amount| amount.to_string()),
        "currency": row.route.currency().code(),
        "booked_amount": row.booked.map(|amount| amount.to_string()),
        "received_at": row.received_at.map(|at| at.to_string()),
        "worth": row.worth.to_string(),
        "transaction_id": row.transaction.map(|id| id.to_string()),
        "effect": row.effect.name(),
        "created_at": row.created_at.to_string(),
    })
}

fn crossing(row: &Transaction) -> &Crossing {
    row.crossing.as_deref().expect("operators see only what crosses")
}
