//! SEPA credit transfers in euro. Accounts are known by their IBAN, which `bank_identifiers::iban` checks.

use super::spec::{HOURS, OWNER_FIELDS, RailSpec, SandboxSpec};
use crate::money::Currency;

pub const SPEC: RailSpec = RailSpec {
    property: "eur_sepa",
    currency: Currency::Eur,
    label: "SEPA, Europe",
    usual_seconds: HOURS,
    account_field: "iban",
    unmasked_fields: OWNER_FIELDS,
    sandbox: SandboxSpec {
        rate_micros: 920_000,
        withdrawal_fee_micros: SandboxSpec::USUAL_FEE_MICROS,
        beneficiary: r#"{"iban":"DE89370400440532013000"}"#,
    },
};
