//! SPEI in Mexico. Accounts are known by their CLABE, which `bank_identifiers::clabe` checks.

use super::spec::{RailSpec, SECONDS, SandboxSpec};
use crate::arrival::TransferTime;
use crate::money::Currency;

pub const SPEC: RailSpec = RailSpec {
    property: "mxn_spei",
    currency: Currency::Mxn,
    label: "SPEI, Mexico",
    transfer_time: TransferTime::Minutes(30),
    zone: "America/Mexico_City",
    account_field: "spei_clabe",
    unmasked_fields: &["beneficiary_name"],
    sandbox: SandboxSpec {
        transfer_seconds: SECONDS,
        rate_micros: 18_720_000,
        withdrawal_fee_micros: SandboxSpec::USUAL_FEE_MICROS,
        beneficiary: r#"{"spei_clabe":"646180157000000004"}"#,
    },
};
