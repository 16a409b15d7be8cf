//! SEPA credit transfers in euro. Accounts are known by their IBAN, which `bank_identifiers::iban` checks.

use super::spec::{HOURS, OWNER_FIELDS, RailSpec, SandboxSpec};
use crate::arrival::TransferTime;
use crate::money::Currency;

pub const SPEC: RailSpec = RailSpec {
    property: "eur_sepa",
    currency: Currency::Eur,
    label: "SEPA, Europe",
    transfer_time: TransferTime::BusinessDays(1),
    zone: "Europe/Berlin",
    account_field: "iban",
    unmasked_fields: OWNER_FIELDS,
    sandbox: SandboxSpec {
        transfer_seconds: HOURS,
        rate_micros: 920_000,
        withdrawal_fee_micros: SandboxSpec::USUAL_FEE_MICROS,
        beneficiary: r#"{"iban":"DE89370400440532013000"}"#,
    },
};
