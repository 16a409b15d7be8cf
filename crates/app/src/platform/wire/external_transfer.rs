//! What deposits, withdrawals and quotes show of the counterparty, the rate and the fees.

use rules::external_transfer::{Counterparty, ExternalTransfer, Route};
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
pub struct ExternalTransferShown<'a> {
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
    /// Said only where it is so.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    automatic: bool,
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

/// What the payer of a deposit must do.
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

impl<'a> ExternalTransferShown<'a> {
    pub fn of(row: &Transaction, external_transfer: &'a ExternalTransfer) -> ExternalTransferShown<'a> {
        let is_fiat = matches!(external_transfer.route, Route::Bank(_));
        let fees = match row.kind {
            TransactionType::Withdrawal => external_transfer.fees_of_withdrawal(row.amount),
            _ => external_transfer.fees_of_deposit(),
        };
        ExternalTransferShown {
            counter_amount: is_fiat.then_some(external_transfer.outside),
            counter_currency: is_fiat.then_some(external_transfer.route.currency().code()),
            exchange_rate: external_transfer.terms.rate,
            fee_breakdown: fees_shown(&fees),
            transfer_instructions: instructions(external_transfer),
            external_wallet_id: match &external_transfer.counterparty {
                Counterparty::Address { wallet, .. } => Some(*wallet),
                Counterparty::Operator { .. }
                | Counterparty::BankAccount(_)
                | Counterparty::DepositAddress { .. }
                | Counterparty::Unknown => None,
            },
            onchain_transactions: onchain(row, external_transfer).into_iter().collect(),
            returned_at: external_transfer.returned_at,
            automatic: external_transfer.is_automatic,
        }
    }

    /// Without the account that a deposit is sent to, and whose it is.
    pub fn without_bank_details(mut self) -> ExternalTransferShown<'a> {
        if let Some(instructions) = &mut self.transfer_instructions {
            (instructions.beneficiary_name, instructions.details) = (None, None);
        }
        self
    }
}

fn instructions(external_transfer: &ExternalTransfer) -> Option<InstructionsShown<'_>> {
    let nothing = InstructionsShown {
        r#type: "crypto",
        payment_rail: None,
        currency: external_transfer.route.currency().code(),
        amount: external_transfer.announced,
        reference: None,
        beneficiary_name: None,
        details: None,
        chain: None,
        address: None,
        expires_at: external_transfer.expires_at,
        rate_expires_at: external_transfer.rate_lock.map(|lock| lock.expires_at),
        rate_max_amount: external_transfer.rate_lock.map(|lock| lock.max_amount),
    };
    match (&external_transfer.counterparty, external_transfer.route) {
        (Counterparty::Operator { name, details }, Route::Bank(rail)) => Some(InstructionsShown {
            r#type: "fiat",
            payment_rail: Some(rail.payment_rail()),
            reference: Some(&external_transfer.reference),
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

fn onchain<'a>(row: &Transaction, external_transfer: &'a ExternalTransfer) -> Option<OnchainShown<'a>> {
    let (Counterparty::Address { chain, .. } | Counterparty::DepositAddress { chain, .. }, Some(hash)) =
        (&external_transfer.counterparty, &external_transfer.hash)
    else {
        return None;
    };
    let (status, confirmations) = match row.status {
        TransactionStatus::Completed => ("confirmed", SIMULATED_CONFIRMATIONS),
        // What comes back does so in another transaction.
        TransactionStatus::Failed if external_transfer.returned_at.is_some() => {
            ("confirmed", SIMULATED_CONFIRMATIONS)
        }
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
