//! The result of an operator's report, in words and as JSON. A contradictory report is recorded, but ends with exit
//! code 1: an operator must look at it. A proposal has a code of its own, because nothing is done yet.

use std::process::ExitCode;

use app::{OperatorOutcome, Receipt};
use rules::money::Amount;
use rules::operator::{OperatorAction, Proposal, SingleOperatorLimit};
use rules::rail_notice::{Effect, RailNotice};
use rules::transaction::{Transaction, TransactionStatus, TransactionType};
use serde_json::{Value, json};

use super::{proposals, shown};
use crate::command_error::CommandError;
use crate::output;

/// A second operator must do the same.
const NOT_DONE_YET: u8 = 3;

pub fn show(told: &OperatorOutcome, as_json: bool) -> Result<ExitCode, CommandError> {
    let transaction = |about: &Option<Box<Transaction>>| about.as_deref().map(shown::record);
    let (json, words) = match told {
        OperatorOutcome::Done { notice, about, parts } => (
            json!({
                "outcome": "done",
                "effect": notice.effect.name(),
                "notice": shown::notice(notice),
                "transaction": transaction(about),
                "parts": parts.iter().map(shown::notice).collect::<Vec<_>>(),
            }),
            [about.as_deref().map_or_else(|| without_owner(notice), |about| done(notice, about))]
                .into_iter()
                .chain(parts.iter().map(part))
                .collect::<Vec<_>>()
                .join("\n"),
        ),
        OperatorOutcome::Before { by, about } => (
            json!({
                "outcome": "repeated",
                "by": by.as_ref().map(proposals::action),
                "transaction": transaction(about),
            }),
            before(by.as_ref(), about.as_deref()),
        ),
        OperatorOutcome::Limited(limit) => {
            let mut shown = alone(*limit);
            shown["outcome"] = "done".into();
            (shown, limited(*limit))
        }
        OperatorOutcome::Proposed { proposal, is_new, is_same_machine_user } => (
            json!({
                "outcome": "proposed",
                "is_new": is_new,
                "is_same_machine_user": is_same_machine_user,
                "proposal": proposals::proposal(proposal),
            }),
            proposed(proposal, *is_new, *is_same_machine_user),
        ),
        OperatorOutcome::AmountDiffers { expected, receipt } => {
            return Err(CommandError::Refused(unexpected(*expected, receipt)));
        }
        OperatorOutcome::Otherwise(OperatorAction { operator, facts, created_at, .. }) => {
            return Err(CommandError::Refused(format!(
                "{operator} already recorded different details at {created_at}: “{facts}”. Nothing was changed"
            )));
        }
    };
    if as_json {
        output::json(&json)
    } else {
        output::text(&words)
    }
    Ok(match told {
        OperatorOutcome::Done { notice, .. } if notice.effect == Effect::Contradicted => ExitCode::FAILURE,
        OperatorOutcome::Proposed { .. } => ExitCode::from(NOT_DONE_YET),
        _ => ExitCode::SUCCESS,
    })
}

pub fn alone(alone: SingleOperatorLimit) -> Value {
    json!({ "alone_up_to": alone.up_to.to_string(), "alone_per_day": alone.per_day.to_string() })
}

pub fn limited(alone: SingleOperatorLimit) -> String {
    let SingleOperatorLimit { up_to, per_day } = alone;
    format!("One operator can move {up_to} USDC alone, and {per_day} USDC within 24 hours.")
}

/// Money without a known owner: it waits, or went back.
fn without_owner(notice: &RailNotice) -> String {
    if notice.effect == Effect::Parked {
        parked(notice)
    } else {
        "The money was returned and is no longer parked.".to_owned()
    }
}

fn before(by: Option<&OperatorAction>, about: Option<&Transaction>) -> String {
    let by = by.map(|by| format!(", by {} at {}", by.operator, by.created_at)).unwrap_or_default();
    let now = about.map(|about| format!(" {}", state(about))).unwrap_or_default();
    format!("This was already recorded{by}. Nothing was changed.{now}")
}

fn proposed(proposal: &Proposal, is_new: bool, is_same_machine_user: bool) -> String {
    let Proposal { name, operator, machine_user, facts, amount, created_at, .. } = proposal;
    let worth =
        if *amount == Amount::ZERO { String::new() } else { format!(" The proposal moves {amount} USDC.") };
    let next = format!(
        "A second operator must run the same command as another machine user, because the amount is above the \
         limit for one operator (florin ops limit).{worth}\nTo reject the proposal: {}",
        proposals::rejection(name)
    );
    if is_same_machine_user {
        format!(
            "{operator} proposed this as {machine_user}. You may be the same person, so nothing was \
             changed.\n{next}"
        )
    } else if is_new {
        format!("Proposed, not done yet: {facts}.\n{next}")
    } else {
        format!("{operator} already proposed this at {created_at}. Nothing was changed.\n{next}")
    }
}

fn unexpected(expected: Amount, receipt: &Receipt) -> String {
    let (typed, currency) = (receipt.amount, receipt.rail.currency().code());
    format!(
        "expected {expected} {currency}, you typed {typed} {currency}. Nothing was recorded. Compare the amount with \
         the bank statement: credited money can't be taken back. If the bank shows {typed} {currency}, run the \
         command again with --amount-differs"
    )
}

fn done(notice: &RailNotice, about: &Transaction) -> String {
    match notice.effect {
        Effect::Applied | Effect::Parked => state(about),
        Effect::Credited => {
            format!("The deposit was already final, so the money was credited separately.\n{}", state(about))
        }
        Effect::Ignored => {
            format!("Recorded. It has no effect, because the outcome was already known. {}", state(about))
        }
        Effect::Contradicted => format!(
            "Recorded, but it contradicts an earlier record. {} Check it now: money may have moved twice.",
            state(about)
        ),
    }
}

fn parked(notice: &RailNotice) -> String {
    let RailNotice { id, worth, .. } = notice;
    let money = shown::came(notice);
    format!(
        "Parked {money}, worth {worth} USDC, as {id}: no live deposit on {} can be credited with it.\n\
         To credit it: florin ops deposits match {id} DEPOSIT --operator NAME --evidence TEXT\n\
         To send it back: florin ops deposits return {id} --operator NAME --evidence TEXT",
        notice.route.name()
    )
}

/// What became of the rest of a payment.
fn part(notice: &RailNotice) -> String {
    let money = shown::came(notice);
    match notice.transaction {
        Some(id) if notice.effect == Effect::Credited => {
            format!("{money} is above the amount of the rate lock: credited at current terms, as {id}.")
        }
        _ => parked(notice),
    }
}

/// What a transaction is now, and where its money is.
fn state(about: &Transaction) -> String {
    let Transaction { id, amount, .. } = about;
    let what = match about.kind {
        TransactionType::Deposit => "Deposit",
        TransactionType::Withdrawal => "Withdrawal",
        TransactionType::InboundTransfer => "Inbound transfer",
        TransactionType::Payout => "Payout item",
    };
    let money = match (about.kind, about.status) {
        (TransactionType::Deposit, TransactionStatus::Processing) => {
            format!("{amount} USDC will be credited soon")
        }
        (TransactionType::Deposit | TransactionType::InboundTransfer, TransactionStatus::Completed) => {
            format!("{} arrived, {amount} USDC credited", shown::outside(about))
        }
        (TransactionType::Deposit, _) => "nothing was credited".to_owned(),
        (TransactionType::Withdrawal, TransactionStatus::Completed) => {
            format!("{} paid, for {amount} USDC", shown::outside(about))
        }
        (TransactionType::Withdrawal, TransactionStatus::Failed | TransactionStatus::Cancelled) => {
            format!("{amount} USDC is back in the balance")
        }
        (TransactionType::Withdrawal, TransactionStatus::Processing) if about.is_sent() => {
            format!("{} sent, {amount} USDC is reserved for it", shown::outside(about))
        }
        _ => format!("{amount} USDC is reserved for it"),
    };
    format!("{what} {id} is {}: {money}.", about.status.name())
}
