//! Transferencias 3.0 in Argentina, to a CBU, a CVU or an alias.

use super::spec::{RailSpec, SECONDS, SandboxSpec};
use crate::arrival::TransferTime;
use crate::bank_identifiers::{BankDetailProblem, alias, cbu, typed};
use crate::money::Currency;
use crate::named_enum;

pub const SPEC: RailSpec = RailSpec {
    property: "ars_transfers",
    currency: Currency::Ars,
    label: "Transfer, Argentina",
    transfer_time: TransferTime::Minutes(30),
    zone: "America/Argentina/Buenos_Aires",
    account_field: "account_value",
    unmasked_fields: &["account_type", "beneficiary_name"],
    sandbox: SandboxSpec {
        transfer_seconds: SECONDS,
        rate_micros: 1_180_250_000,
        withdrawal_fee_micros: SandboxSpec::USUAL_FEE_MICROS,
        beneficiary: r#"{"account_type":"alias","account_value":"sandbox.deposits"}"#,
    },
};

named_enum! {
    /// What an account is given by.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum ArsAccountType {
        /// Of a payment service provider.
        Cvu = "cvu",
        /// Of a bank.
        Cbu = "cbu",
        Alias = "alias",
    }
}

/// The number of any type; which of its shapes applies depends on the type.
pub const ACCOUNT_PATTERN: &str = r"^(?:[0-9]{22}|[A-Za-z0-9.\-]{6,20})$";

impl ArsAccountType {
    pub const fn pattern(self) -> &'static str {
        match self {
            ArsAccountType::Cvu | ArsAccountType::Cbu => cbu::PATTERN,
            ArsAccountType::Alias => alias::PATTERN,
        }
    }
}

pub fn check_account(account_type: ArsAccountType, text: &str) -> Result<(), BankDetailProblem> {
    match account_type {
        ArsAccountType::Cvu => cbu::check_cvu(text),
        ArsAccountType::Cbu => cbu::check_cbu(text),
        ArsAccountType::Alias => alias::check(text),
    }
}

/// A number as people type it into a form. Dots and hyphens are part of an alias, and a blank inside is a mistake:
/// without it, the alias could be another person's.
pub fn typed_account(account_type: Option<ArsAccountType>, text: &str) -> String {
    match account_type {
        Some(ArsAccountType::Cvu | ArsAccountType::Cbu) => typed::ungrouped(text),
        Some(ArsAccountType::Alias) | None => typed::trimmed(text).to_owned(),
    }
}
