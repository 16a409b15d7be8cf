//! The JSON of every resource, as the API returns it, events contain it and stored responses keep it.

mod endpoint;
mod event;
mod external_transfer;

pub use event::event_body;
pub(crate) use event::{delivery_body, event_data};

use std::fmt::Display;

use bytes::Bytes;
use rails::Chain;
use rules::change::Outcome;
use rules::email_address::EmailAddress;
use rules::evm_address::EvmAddress;
use rules::external_account::{bank_account, external_wallet};
use rules::id::{BankAccountId, ExternalWalletId, PayoutId, RecipientId, TransactionId};
use rules::money::Amount;
use rules::payout::Payout;
use rules::recipient;
use rules::time::Timestamp;
use rules::transaction::{self, FailureReason, ItemStatus};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use store::Balance;

use crate::platform::failure::Failure;
use crate::platform::vault::Vault;
use endpoint::endpoint;
use external_transfer::ExternalTransferShown;

/// Where the details of a bank account are sealed to.
pub(crate) fn details_place(account: rules::id::AccountId, id: rules::id::BankAccountId) -> String {
    format!("bank_accounts.details {account} {id}")
}

/// The rail object of a bank account.
pub(crate) fn bank_details(vault: &Vault, row: &bank_account::BankAccount) -> Result<Box<RawValue>, Failure> {
    let plain = vault.open(&details_place(row.account, row.id), &row.details.0);
    let text = plain.and_then(|plain| String::from_utf8(plain).ok());
    text.and_then(|text| RawValue::from_string(text).ok()).ok_or_else(|| {
        tracing::error!(bank_account = %row.id, "bank details can't be decrypted: wrong secrets, or a changed row");
        Failure::Internal
    })
}

pub(crate) fn bank_account(vault: &Vault, row: &bank_account::BankAccount) -> Result<Vec<u8>, Failure> {
    Ok(json(&BankAccount { row, details: bank_details(vault, row)? }))
}

struct BankAccount<'a> {
    row: &'a bank_account::BankAccount,
    details: Box<RawValue>,
}

/// By hand, because the name of the last property depends on the rail.
impl Serialize for BankAccount<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(5))?;
        map.serialize_entry("id", &self.row.id.to_string())?;
        map.serialize_entry("name", &self.row.name)?;
        map.serialize_entry("status", self.row.status.name())?;
        map.serialize_entry("created_at", &self.row.created_at.to_string())?;
        map.serialize_entry(self.row.rail.property(), &self.details)?;
        map.end()
    }
}

#[derive(Serialize)]
struct ExternalWallet<'a> {
    #[serde(serialize_with = "shown")]
    id: ExternalWalletId,
    name: &'a str,
    status: &'static str,
    chain: &'a str,
    address: &'a str,
    #[serde(serialize_with = "shown")]
    created_at: Timestamp,
}

pub(crate) fn external_wallet(row: &external_wallet::ExternalWallet) -> Vec<u8> {
    json(&ExternalWallet {
        id: row.id,
        name: &row.name,
        status: row.status.name(),
        chain: &row.chain,
        address: row.address.as_str(),
        created_at: row.created_at,
    })
}

#[derive(Serialize)]
struct Recipient<'a> {
    #[serde(serialize_with = "shown")]
    id: rules::id::RecipientId,
    email: &'a str,
    display_name: &'a str,
    on_platform: bool,
    #[serde(serialize_with = "shown")]
    created_at: rules::time::Timestamp,
    #[serde(skip_serializing_if = "str::is_empty")]
    nickname: &'a str,
}

pub(crate) fn recipient(row: &recipient::Recipient, nickname: &str) -> Vec<u8> {
    json(&Recipient {
        id: row.id,
        email: row.email.as_str(),
        display_name: row.display_name(),
        on_platform: row.on_platform(),
        created_at: row.created_at,
        nickname,
    })
}

#[derive(Serialize)]
struct BalanceShown<'a> {
    #[serde(serialize_with = "shown")]
    amount: rules::money::Amount,
    currency: &'static str,
    chain: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<&'a str>,
    #[serde(serialize_with = "shown")]
    last_updated: rules::time::Timestamp,
}

/// With the address that it can be paid into, if there is one.
pub(crate) fn balance(balance: &Balance, chain: &Chain, address: Option<&EvmAddress>) -> Vec<u8> {
    json(&BalanceShown {
        amount: balance.available,
        currency: rules::money::Currency::Usdc.code(),
        chain: chain.name(),
        address: address.map(EvmAddress::as_str),
        last_updated: balance.updated_at,
    })
}

#[derive(Serialize)]
struct PayoutShown<'a> {
    #[serde(serialize_with = "shown")]
    id: PayoutId,
    status: &'static str,
    currency: &'static str,
    #[serde(serialize_with = "shown")]
    total_amount: Amount,
    total_items: i64,
    item_breakdown: BreakdownShown,
    #[serde(serialize_with = "shown")]
    created_at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "shown_some")]
    completed_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    failure_reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reference: Option<&'a str>,
}

#[derive(Serialize)]
struct BreakdownShown {
    cancelled: i64,
    completed: i64,
    failed: i64,
    pending_claim: i64,
    processing: i64,
}

pub(crate) fn payout(row: &Payout) -> Vec<u8> {
    let counters = row.breakdown;
    json(&PayoutShown {
        id: row.id,
        status: row.status.name(),
        currency: row.currency.code(),
        total_amount: row.total_amount,
        total_items: row.total_items,
        item_breakdown: BreakdownShown {
            cancelled: counters.cancelled,
            completed: counters.completed,
            failed: counters.failed,
            pending_claim: counters.pending_claim,
            processing: counters.processing,
        },
        created_at: row.created_at,
        completed_at: row.completed_at,
        failure_reason: row.failure_reason(),
        reference: row.reference.as_deref(),
    })
}

#[derive(Serialize)]
struct ItemShown<'a> {
    #[serde(serialize_with = "shown")]
    id: TransactionId,
    #[serde(serialize_with = "shown_some")]
    payout_id: Option<PayoutId>,
    #[serde(serialize_with = "shown")]
    amount: Amount,
    currency: &'static str,
    email: &'a str,
    #[serde(serialize_with = "shown_some")]
    recipient_id: Option<RecipientId>,
    status: &'static str,
    #[serde(serialize_with = "shown")]
    created_at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "shown_some")]
    completed_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "shown_some")]
    claim_expires_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    failure_reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reference: Option<&'a str>,
}

/// A transaction of type `payout`, as an item of its payout.
pub(crate) fn item(row: &transaction::Transaction, email: &EmailAddress) -> Vec<u8> {
    json(&ItemShown {
        id: row.id,
        payout_id: row.payout,
        amount: row.amount,
        currency: row.currency.code(),
        email: email.as_str(),
        recipient_id: row.recipient,
        status: ItemStatus::of(row.status).name(),
        created_at: row.created_at,
        completed_at: row.completed_at,
        claim_expires_at: row.claim_expires_at,
        failure_reason: row.failure_reason.map(FailureReason::name),
        reference: row.reference.as_deref(),
    })
}

#[derive(Serialize)]
struct TransactionShown<'a> {
    #[serde(serialize_with = "shown")]
    id: TransactionId,
    r#type: &'static str,
    status: &'static str,
    #[serde(serialize_with = "shown")]
    amount: Amount,
    currency: &'static str,
    #[serde(serialize_with = "shown")]
    created_at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "shown_some")]
    completed_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "shown_some")]
    claim_expires_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    failure_reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "shown_some")]
    payout_id: Option<PayoutId>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "shown_some")]
    recipient_id: Option<RecipientId>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "shown_some")]
    bank_account_id: Option<BankAccountId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reference: Option<&'a str>,
}

/// One that crosses; the others, which are many more, are written without looking for this.
#[derive(Serialize)]
struct TransactionWithTransferShown<'a> {
    #[serde(flatten)]
    transaction: TransactionShown<'a>,
    #[serde(flatten)]
    external_transfer: ExternalTransferShown<'a>,
}

pub(crate) fn transaction(row: &transaction::Transaction) -> Vec<u8> {
    render_transaction(
        row,
        row.external_transfer
            .as_deref()
            .map(|external_transfer| ExternalTransferShown::of(row, external_transfer)),
    )
}

/// As events show it.
fn told_transaction(row: &transaction::Transaction) -> Vec<u8> {
    let shown = row.external_transfer.as_deref().map(|terms| ExternalTransferShown::of(row, terms));
    render_transaction(row, shown.map(ExternalTransferShown::without_bank_details))
}

fn render_transaction(
    row: &transaction::Transaction,
    external_transfer: Option<ExternalTransferShown<'_>>,
) -> Vec<u8> {
    let transaction = TransactionShown {
        id: row.id,
        r#type: row.kind.name(),
        status: row.status.name(),
        amount: row.amount,
        currency: row.currency.code(),
        created_at: row.created_at,
        completed_at: row.completed_at,
        claim_expires_at: row.claim_expires_at,
        failure_reason: row.failure_reason.map(FailureReason::name),
        payout_id: row.payout,
        recipient_id: row.recipient,
        bank_account_id: row.bank_account,
        reference: row.reference.as_deref(),
    };
    match external_transfer {
        Some(external_transfer) => json(&TransactionWithTransferShown { transaction, external_transfer }),
        None => json(&transaction),
    }
}

fn clock(now: Timestamp) -> Vec<u8> {
    format!("{{\"now\":\"{now}\"}}").into_bytes()
}

/// What the caller of a command is told. Outcomes of the operator's commands are not part of the API.
pub(crate) fn outcome(vault: &Vault, outcome: &Outcome) -> Result<Vec<u8>, Failure> {
    match outcome {
        Outcome::BankAccount(row) => bank_account(vault, row),
        Outcome::ExternalWallet(row) => Ok(external_wallet(row)),
        Outcome::Recipient { recipient: row, nickname } => Ok(recipient(row, nickname)),
        Outcome::Payout(row) => Ok(payout(row)),
        Outcome::Item { item: row, email } => Ok(item(row, email)),
        Outcome::Transaction(row) => Ok(transaction(row)),
        Outcome::Quote(row) => Ok(external_transfer::quote(row)),
        Outcome::Clock(now) => Ok(clock(*now)),
        Outcome::Endpoint(row) => Ok(endpoint(row)),
        Outcome::Delivery(event) => Ok(format!("{{\"id\":\"{event}\"}}").into_bytes()),
        Outcome::Archived(_)
        | Outcome::ArchivedWallet(_)
        | Outcome::User(_)
        | Outcome::SignedIn(..)
        | Outcome::ConnectApp(_)
        | Outcome::Grant(_)
        | Outcome::GrantEnded(_)
        | Outcome::SameTokens(_)
        | Outcome::Emails(_)
        | Outcome::Endpoints(_)
        | Outcome::Replay(_)
        | Outcome::ApiKey(_)
        | Outcome::Preview(_)
        | Outcome::PayoutDraft(_)
        | Outcome::RailNotice(_)
        | Outcome::Proposed(_)
        | Outcome::Leased(_)
        | Outcome::Resolved(_)
        | Outcome::Network(_)
        | Outcome::DepositAddress(_)
        | Outcome::Done => Ok(b"{}".to_vec()),
    }
}

pub(crate) fn page(items: &[Vec<u8>], next_cursor: Option<&str>) -> Bytes {
    let next_cursor = next_cursor.map_or("null".to_owned(), |cursor| format!("\"{cursor}\""));
    let mut body = b"{\"data\":[".to_vec();
    body.extend(items.join(&b","[..]));
    body.extend(format!("],\"next_cursor\":{next_cursor}}}").into_bytes());
    Bytes::from(body)
}

/// Most bodies are not longer than this.
const USUAL_LENGTH: usize = 384;

fn json(value: &impl Serialize) -> Vec<u8> {
    let mut body = Vec::with_capacity(USUAL_LENGTH);
    serde_json::to_writer(&mut body, value).expect("these structs have no keys or values that JSON lacks");
    body
}

fn shown_some<S: Serializer>(value: &Option<impl Display>, serializer: S) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => serializer.collect_str(value),
        None => serializer.serialize_none(),
    }
}

fn shown<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}
