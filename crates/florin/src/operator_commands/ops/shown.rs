//! How deposits, withdrawals and parked money are shown to operators.

use std::collections::BTreeMap;

use app::clock::Clock;
use app::{App, Failure, MAX_LISTED, UserLock};
use rules::external_transfer::{Counterparty, ExternalTransfer, Route};
use rules::id::AccountId;
use rules::rail_notice::RailNotice;
use rules::transaction::{FailureReason, Transaction, TransactionStatus};
use rules::user::User;
use serde_json::{Value, json};

use super::super::user_list;
use super::explain;
use crate::command_error::CommandError;
use crate::output;
use crate::table::{self, age};

/// The users behind accounts.
pub type Owners = BTreeMap<AccountId, User>;

/// `owners` are the users behind the accounts.
pub fn list(open: &[Transaction], owners: &Owners, is_more: bool, nothing: &str, as_json: bool) {
    let last = open.last().map(|row| row.id).filter(|_| is_more);
    if as_json {
        let data: Vec<Value> = open.iter().map(record).collect();
        return output::json(&json!({ "data": data, "next_after": last.map(|id| id.to_string()) }));
    }
    if open.is_empty() {
        return output::text(nothing);
    }
    let now = Clock::system().now();
    let row = |row: &Transaction| {
        let external_transfer = external_transfer(row);
        let owner = owners.get(&row.account);
        [
            row.id.to_string(),
            if row.is_sent() { "sent".to_owned() } else { row.status.name().to_owned() },
            outside(row),
            external_transfer.route.name().to_owned(),
            external_transfer.reference.clone(),
            owner.map_or_else(|| row.account.to_string(), named),
            age(row.created_at, now),
        ]
    };
    let rows: Vec<[String; 7]> = open.iter().map(row).collect();
    table::show(["ID", "STATUS", "AMOUNT", "RAIL", "REFERENCE", "ACCOUNT", "CREATED"], &rows);
    if let Some(last) = last {
        output::text(&format!("There are more. List the next {MAX_LISTED} with: --after {last}"));
    }
}

fn named(owner: &User) -> String {
    let locked = if owner.locked_at.is_some() { " (locked)" } else { "" };
    format!("{} <{}>{locked}", owner.name, owner.email)
}

pub fn parked(rows: &[RailNotice], as_json: bool) {
    if as_json {
        return output::json(&json!({ "data": rows.iter().map(notice).collect::<Vec<_>>() }));
    }
    if rows.is_empty() {
        return output::text("No money is parked.");
    }
    let now = Clock::system().now();
    let row = |row: &RailNotice| {
        let reference = if row.reference.is_empty() { "(none)" } else { &row.reference };
        let worth = format!("{} USDC", row.worth);
        [
            row.id.to_string(),
            came(row),
            worth,
            reference.to_owned(),
            row.name.clone(),
            age(row.created_at, now),
        ]
    };
    let shown: Vec<[String; 6]> = rows.iter().map(row).collect();
    table::show(["ID", "MONEY", "WORTH", "REFERENCE", "PAYMENT", "PARKED"], &shown);
    say_if_more(rows.len());
}

fn say_if_more(shown: usize) {
    if shown == MAX_LISTED {
        output::text(&format!("These are the oldest {MAX_LISTED}; there may be more."));
    }
}

/// The user behind an account. Simulated people have no live money, so every live account has one.
pub struct Owner {
    user: User,
    lock: Option<UserLock>,
}

impl Owner {
    pub async fn of(app: &App, about: &Transaction) -> Result<Owner, CommandError> {
        let owners = app.operators.owners(std::slice::from_ref(about)).await.map_err(explain)?;
        let user = owners.into_values().next().ok_or(Failure::Internal).map_err(explain)?;
        let lock = app.identity.lock_of(&user).await.map_err(explain)?;
        Ok(Owner { user, lock })
    }

    fn add_to(&self, shown: &mut Value) {
        let lock = self.lock.as_ref();
        shown["owner_name"] = self.user.name.as_str().into();
        shown["owner_email"] = self.user.email.as_str().into();
        shown["owner_locked_at"] = self.user.locked_at.map(|at| at.to_string()).into();
        shown["owner_locked_by"] = lock.map(|lock| lock.by.machine_user.to_string()).into();
        shown["owner_lock_reason"] = lock.map(|lock| lock.by.reason.as_str()).into();
    }
}

pub fn deposit(row: &Transaction, owner: &Owner, as_json: bool) {
    if as_json {
        let mut shown = record(row);
        owner.add_to(&mut shown);
        return output::json(&shown);
    }
    let external_transfer = external_transfer(row);
    let (rail, reference) = (external_transfer.route.name(), &external_transfer.reference);
    output::text(&format!("Deposit {} is {}.", row.id, row.status.name()));
    line(
        "expected",
        &format!("{} {} on {rail}", external_transfer.announced, external_transfer.route.currency().code()),
    );
    if row.status != TransactionStatus::AwaitingTransfer {
        line("arrived", &outside(row));
    }
    if let Some(lock) = external_transfer.rate_lock {
        let currency = external_transfer.route.currency().code();
        line("rate lock", &format!("up to {} {currency}, until {}", lock.max_amount, lock.expires_at));
    }
    line("reference", reference);
    if let Counterparty::Operator { name, details } = &external_transfer.counterparty {
        line("to", name);
        details_of(details);
    }
    line("credits", &format!("{} USDC to {}", row.amount, row.account));
    line("customer", &named(&owner.user));
    line("created", &row.created_at.to_string());
    if let Some(end) = external_transfer.expires_at {
        line("expires", &end.to_string());
    }
    if row.status == TransactionStatus::AwaitingTransfer {
        output::text(&format!(
            "When the money has arrived: florin ops deposits receive --reference {reference} --rail {rail} \
             --amount {} --bank-reference TEXT --operator NAME --evidence TEXT",
            external_transfer.announced
        ));
    }
}

pub fn withdrawal(row: &Transaction, bank_details: Option<&str>, owner: &Owner, as_json: bool) {
    if as_json {
        let mut shown = record(row);
        owner.add_to(&mut shown);
        shown["bank_account"] = bank_details.map(json_of).into();
        return output::json(&shown);
    }
    let external_transfer = external_transfer(row);
    let reason = row.failure_reason.map(|reason| format!(", {}", reason.name())).unwrap_or_default();
    output::text(&format!("Withdrawal {} is {}{reason}.", row.id, row.status.name()));
    line("pay", &outside(row));
    line("rail", external_transfer.route.name());
    if let Counterparty::Address { chain, address, .. } = &external_transfer.counterparty {
        line("chain", chain);
        line("address", address);
    }
    details_of(bank_details.unwrap_or("{}"));
    line("reference", &external_transfer.reference);
    line("debits", &format!("{} USDC from {}, fees included", row.amount, row.account));
    line("customer", &named(&owner.user));
    line("created", &row.created_at.to_string());
    if let Some(sent_at) = external_transfer.sent_at {
        line("sent", &sent_at.to_string());
    }
    if let Some(bank_reference) = &external_transfer.bank_reference {
        line("bank ref.", bank_reference);
    }
    if let Some(hash) = &external_transfer.hash {
        line("hash", hash);
    }
    if !row.status.is_end() {
        warn_of_lock(owner);
    }
    say_what_to_do(row);
}

fn warn_of_lock(owner: &Owner) {
    match (&owner.lock, owner.user.locked_at) {
        (Some(lock), _) => {
            output::text(&format!(
                "The owner was {}. Ask this operator before you pay.",
                user_list::locked(lock)
            ));
        }
        (None, Some(since)) => {
            output::text(&format!("The owner has been locked since {since}. Find out why before you pay."));
        }
        (None, None) => {}
    }
}

fn say_what_to_do(row: &Transaction) {
    let external_transfer = external_transfer(row);
    match row.status {
        TransactionStatus::Queued => output::text(
            "Don't pay it yet: it can still be cancelled. Pay it when its status is processing, normally 30 seconds \
             after it was created.",
        ),
        TransactionStatus::Processing if !row.is_sent() && external_transfer.route != Route::Chain => {
            output::text(&format!(
                "When you have ordered the payment: florin ops withdrawals sent {} --bank-reference TEXT \
                 --operator NAME --evidence TEXT\n\
                 When it has arrived: florin ops withdrawals complete {} --operator NAME --evidence TEXT",
                row.id, row.id
            ));
        }
        TransactionStatus::Processing => output::text(&format!(
            "When you have paid it: florin ops withdrawals complete {} --operator NAME --evidence TEXT",
            row.id
        )),
        _ => output::text("There is nothing left to pay."),
    }
}

fn line(name: &str, value: &str) {
    output::text(&format!("  {name:<12}{value}"));
}

/// Details of an account, as they are stored: an operator who pays by them must see all of them.
fn json_of(details: &str) -> Value {
    serde_json::from_str(details).expect("details are stored as JSON")
}

/// A line for each field of a JSON object; an object within it is one line, too.
fn details_of(json: &str) {
    let details = json_of(json);
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

/// The money that a notice says has come.
pub fn came(notice: &RailNotice) -> String {
    let amount = notice.amount.expect("money that came has an amount");
    format!("{amount} {}", notice.route.currency().code())
}

/// The money on the other side.
pub fn outside(row: &Transaction) -> String {
    let external_transfer = external_transfer(row);
    format!("{} {}", external_transfer.outside, external_transfer.route.currency().code())
}

pub fn record(row: &Transaction) -> Value {
    let external_transfer = external_transfer(row);
    let time = |at: Option<rules::time::Timestamp>| at.map(|at| at.to_string());
    let mut shown = json!({
        "id": row.id.to_string(),
        "type": row.kind.name(),
        "status": row.status.name(),
        "failure_reason": row.failure_reason.map(FailureReason::name),
        "account_id": row.account.to_string(),
        "amount": row.amount.to_string(),
        "currency": row.currency.code(),
        "route": external_transfer.route.name(),
        "counter_amount": external_transfer.outside.to_string(),
        "announced_amount": external_transfer.announced.to_string(),
        "counter_currency": external_transfer.route.currency().code(),
        "reference": external_transfer.reference,
        "created_at": row.created_at.to_string(),
        "expires_at": time(external_transfer.expires_at),
        "rate_expires_at": time(external_transfer.rate_lock.map(|lock| lock.expires_at)),
        "rate_max_amount": external_transfer.rate_lock.map(|lock| lock.max_amount.to_string()),
        "received_at": time(external_transfer.received_at),
        "sent_at": time(external_transfer.sent_at),
        "bank_reference": external_transfer.bank_reference,
        "completed_at": time(row.completed_at),
        "returned_at": time(external_transfer.returned_at),
        "hash": external_transfer.hash,
    });
    match &external_transfer.counterparty {
        Counterparty::Operator { name, details } => {
            shown["beneficiary_name"] = name.as_str().into();
            shown["beneficiary"] = json_of(details);
        }
        Counterparty::Address { chain, address, .. } | Counterparty::DepositAddress { chain, address } => {
            shown["chain"] = chain.as_str().into();
            shown["address"] = address.as_str().into();
        }
        Counterparty::BankAccount(_) | Counterparty::Unknown => {}
    }
    shown
}

pub fn notice(row: &RailNotice) -> Value {
    json!({
        "id": row.id.to_string(),
        "name": row.name,
        "route": row.route.name(),
        "outcome": row.outcome,
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

fn external_transfer(row: &Transaction) -> &ExternalTransfer {
    row.external_transfer.as_deref().expect("operators see only what crosses")
}
