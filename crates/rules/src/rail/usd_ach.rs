//! ACH transfers in the United States.

use super::spec::{NEXT_DAY, OWNER_FIELDS, RailSpec, SandboxSpec};
use crate::arrival::TransferTime;
use crate::money::{Currency, MICROS_PER_UNIT};

pub const SPEC: RailSpec = RailSpec {
    property: "usd_ach",
    currency: Currency::Usd,
    label: "ACH, United States",
    transfer_time: TransferTime::BusinessDays(2),
    zone: "America/New_York",
    account_field: "account_number",
    unmasked_fields: OWNER_FIELDS,
    sandbox: SandboxSpec {
        transfer_seconds: NEXT_DAY,
        rate_micros: MICROS_PER_UNIT,
        withdrawal_fee_micros: SandboxSpec::USUAL_FEE_MICROS,
        beneficiary: r#"{"routing_number":"021000021","account_number":"000123456789"}"#,
    },
};
