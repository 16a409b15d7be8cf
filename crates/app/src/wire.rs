//! The JSON of every resource, as the API shows it, events will carry it and stored answers keep it.

use std::fmt::Display;

use bytes::Bytes;
use rails::Chain;
use rules::change::Outcome;
use rules::rail::Rail;
use rules::{bank_account, recipient};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use store::Balance;

use crate::failure::Failure;
use crate::vault::Vault;

#[derive(Serialize)]
struct BankAccount<'a> {
    #[serde(serialize_with = "shown")]
    id: rules::id::BankAccountId,
    name: &'a str,
    status: &'static str,
    #[serde(serialize_with = "shown")]
    created_at: rules::time::Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    usd_ach: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    usd_domestic_wire: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    brl_pix: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ars_transfers: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cop_ach: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mxn_spei: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cad_eft: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    eur_sepa: Option<&'a RawValue>,
}

/// Where the details of a bank account are sealed to.
pub(crate) fn details_place(account: rules::id::AccountId, id: rules::id::BankAccountId) -> String {
    format!("bank_accounts.details {account} {id}")
}

pub(crate) fn bank_account(vault: &Vault, row: &bank_account::BankAccount) -> Result<Vec<u8>, Failure> {
    let plain = vault.open(&details_place(row.account, row.id), &row.details.0);
    let text = plain.and_then(|plain| String::from_utf8(plain).ok());
    let details = text.and_then(|text| RawValue::from_string(text).ok());
    let Some(details) = details.as_deref() else {
        tracing::error!(bank_account = %row.id, "bank details do not open: wrong secrets, or the row was changed");
        return Err(Failure::Internal);
    };
    let on = |rail: Rail| (row.rail == rail).then_some(details);
    Ok(json(&BankAccount {
        id: row.id,
        name: &row.name,
        status: row.status.name(),
        created_at: row.created_at,
        usd_ach: on(Rail::UsdAch),
        usd_domestic_wire: on(Rail::UsdFedwire),
        brl_pix: on(Rail::BrlPix),
        ars_transfers: on(Rail::ArsTransfers),
        cop_ach: on(Rail::CopPse),
        mxn_spei: on(Rail::MxnSpei),
        cad_eft: on(Rail::CadEft),
        eur_sepa: on(Rail::EurSepa),
    }))
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
    #[serde(serialize_with = "shown")]
    last_updated: rules::time::Timestamp,
}

pub(crate) fn balance(balance: &Balance, chain: &Chain) -> Vec<u8> {
    json(&BalanceShown {
        amount: balance.available,
        currency: rules::money::Currency::Usdc.code(),
        chain: chain.name(),
        last_updated: balance.updated_at,
    })
}

/// What the caller of a command is told. Outcomes of the operator's commands are not part of the API.
pub(crate) fn outcome(vault: &Vault, outcome: &Outcome) -> Result<Vec<u8>, Failure> {
    match outcome {
        Outcome::BankAccount(row) => bank_account(vault, row),
        Outcome::Recipient { recipient: row, nickname } => Ok(recipient(row, nickname)),
        Outcome::Archived(_) | Outcome::User(_) | Outcome::ApiKey(_) | Outcome::Done => Ok(b"{}".to_vec()),
    }
}

pub(crate) fn page(items: &[Vec<u8>], next_cursor: Option<&str>) -> Bytes {
    let next_cursor = next_cursor.map_or("null".to_owned(), |cursor| format!("\"{cursor}\""));
    let mut body = b"{\"data\":[".to_vec();
    body.extend(items.join(&b","[..]));
    body.extend(format!("],\"next_cursor\":{next_cursor}}}").into_bytes());
    Bytes::from(body)
}

fn json(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("these structs have no keys or values that JSON lacks")
}

fn shown<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}
