//! What deposits, withdrawals and quotes show of the other side, the rate and the fees.

use rules::crossing::{Counterparty, Crossing, Route};
use rules::id::{ExternalWalletId, QuoteId};
use rules::money::{Amount, Currency};
use rules::pricing::{Fees, Rate};
use rules::quote::{Direction, Quote};
use rules::time::Timestamp;
use rules::transaction::{Transaction, TransactionStatus, TransactionType};
use serde::Serialize;
use serde_json::value::RawValue;

use super::{json, shown, shown_some};

/// Behind the fields of the transaction itself.
#[derive(Serialize)]
pub struct CrossingShown<'a> {
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "shown_some")]
    counter_amount: Option<Amount>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counter_currency: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "shown_some")]
    exchange_rate: Option<Rate>,
    fee_breakdown: FeesShown,
    #[serde(skip_serializing_if = "Option::is_none")]
    transfer_instructions: Option<InstructionsShown<'a>>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "shown_some")]
    external_wallet_id: Option<ExternalWalletId>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    onchain_transactions: Vec<OnchainShown<'a>>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "shown_some")]
    returned_at: Option<Timestamp>,
}

#[derive(Serialize)]
struct FeesShown {
    #[serde(serialize_with = "shown")]
    total: Amount,
    currency: &'static str,
    components: Vec<FeeShown>,
}

#[derive(Serialize)]
struct FeeShown {
    r#type: &'static str,
    #[serde(serialize_with = "shown")]
    amount: Amount,
}

/// What whoever pays a deposit must do.
#[derive(Serialize)]
struct InstructionsShown<'a> {
    r#type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    payment_rail: Option<&'static str>,
    currency: &'static str,
    #[serde(serialize_with = "shown")]
    amount: Amount,
    #[serde(skip_serializing_if = "Option::is_none")]
    reference: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    beneficiary_name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    details: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    chain: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "shown_some")]
    expires_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "shown_some")]
    rate_expires_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "shown_some")]
    rate_max_amount: Option<Amount>,
}

#[derive(Serialize)]
struct OnchainShown<'a> {
    chain: &'a str,
    hash: &'a str,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    confirmations: Option<u32>,
}

/// After so many blocks the simulated chain is sure.
const SIMULATED_CONFIRMATIONS: u32 = 12;

impl<'a> CrossingShown<'a> {
    pub fn of(row: &Transaction, crossing: &'a Crossing) -> CrossingShown<'a> {
        let is_fiat = matches!(crossing.route, Route::Bank(_));
        let fees = match row.kind {
            TransactionType::Withdrawal => crossing.fees_of_withdrawal(row.amount),
            _ => crossing.fees_of_deposit(),
        };
        CrossingShown {
            counter_amount: is_fiat.then_some(crossing.outside),
            counter_currency: is_fiat.then_some(crossing.route.currency().code()),
            exchange_rate: crossing.terms.rate,
            fee_breakdown: fees_shown(&fees),
            transfer_instructions: instructions(crossing),
            external_wallet_id: match &crossing.counterparty {
                Counterparty::Address { wallet, .. } => Some(*wallet),
                Counterparty::Operator { .. }
                | Counterparty::BankAccount(_)
                | Counterparty::DepositAddress { .. }
                | Counterparty::Somebody => None,
            },
            onchain_transactions: onchain(row, crossing).into_iter().collect(),
            returned_at: crossing.returned_at,
        }
    }

    /// Without the account that a deposit is sent to, and whose it is.
    pub fn without_bank_details(mut self) -> CrossingShown<'a> {
        if let Some(instructions) = &mut self.transfer_instructions {
            (instructions.beneficiary_name, instructions.details) = (None, None);
        }
        self
    }
}

fn instructions(crossing: &Crossing) -> Option<InstructionsShown<'_>> {
    let nothing = InstructionsShown {
        r#type: "crypto",
        payment_rail: None,
        currency: crossing.route.currency().code(),
        amount: crossing.announced,
        reference: None,
        beneficiary_name: None,
        details: None,
        chain: None,
        address: None,
        expires_at: crossing.expires_at,
        rate_expires_at: crossing.rate_lock.map(|lock| lock.expires_at),
        rate_max_amount: crossing.rate_lock.map(|lock| lock.max_amount),
    };
    match (&crossing.counterparty, crossing.route) {
        (Counterparty::Operator { name, details }, Route::Bank(rail)) => Some(InstructionsShown {
            r#type: "fiat",
            payment_rail: Some(rail.payment_rail()),
            reference: Some(&crossing.reference),
            beneficiary_name: Some(name),
            details: RawValue::from_string(details.clone()).ok(),
            ..nothing
        }),
        (Counterparty::DepositAddress { chain, address }, _) => {
            Some(InstructionsShown { chain: Some(chain), address: Some(address), ..nothing })
        }
        _ => None,
    }
}

fn onchain<'a>(row: &Transaction, crossing: &'a Crossing) -> Option<OnchainShown<'a>> {
    let (Counterparty::Address { chain, .. } | Counterparty::DepositAddress { chain, .. }, Some(hash)) =
        (&crossing.counterparty, &crossing.hash)
    else {
        return None;
    };
    let (status, confirmations) = match row.status {
        TransactionStatus::Completed => ("confirmed", SIMULATED_CONFIRMATIONS),
        // What comes back does so in another transaction.
        TransactionStatus::Failed if crossing.returned_at.is_some() => ("confirmed", SIMULATED_CONFIRMATIONS),
        TransactionStatus::Failed => ("failed", 0),
        _ => ("pending", 0),
    };
    let confirmations = (chain == "simulated").then_some(confirmations);
    Some(OnchainShown { chain, hash, status, confirmations })
}

fn fees_shown(fees: &Fees) -> FeesShown {
    FeesShown {
        total: fees.total(),
        currency: Currency::Usdc.code(),
        components: fees.components().map(|(r#type, amount)| FeeShown { r#type, amount }).collect(),
    }
}

#[derive(Serialize)]
struct QuoteShown {
    #[serde(serialize_with = "shown")]
    id: QuoteId,
    direction: &'static str,
    payment_rail: &'static str,
    #[serde(serialize_with = "shown_some")]
    exchange_rate: Option<Rate>,
    #[serde(serialize_with = "shown")]
    source_amount: Amount,
    source_currency: &'static str,
    #[serde(serialize_with = "shown")]
    destination_amount: Amount,
    destination_currency: &'static str,
    fee_breakdown: FeesShown,
    #[serde(serialize_with = "shown")]
    created_at: Timestamp,
    #[serde(serialize_with = "shown")]
    expires_at: Timestamp,
}

pub fn quote(row: &Quote) -> Vec<u8> {
    let (fiat, usdc) = (row.rail.currency().code(), Currency::Usdc.code());
    let (source_currency, destination_currency) = match row.direction {
        Direction::Deposit => (fiat, usdc),
        Direction::Withdrawal => (usdc, fiat),
    };
    json(&QuoteShown {
        id: row.id,
        direction: row.direction.name(),
        payment_rail: row.rail.payment_rail(),
        exchange_rate: row.terms.rate,
        source_amount: row.source(),
        source_currency,
        destination_amount: row.destination(),
        destination_currency,
        fee_breakdown: fees_shown(&row.price.fees),
        created_at: row.created_at,
        expires_at: row.expires_at,
    })
}
