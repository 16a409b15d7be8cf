//! Domestic wires in the United States. Their details are those of ACH; they cost more and arrive within hours.

use super::spec::{HOURS, OWNER_FIELDS, RailSpec, SandboxSpec};
use crate::arrival::TransferTime;
use crate::money::{Currency, MICROS_PER_UNIT};

pub const SPEC: RailSpec = RailSpec {
    property: "usd_domestic_wire",
    currency: Currency::Usd,
    label: "Fedwire, United States",
    transfer_time: TransferTime::BusinessDays(1),
    zone: "America/New_York",
    account_field: "account_number",
    unmasked_fields: OWNER_FIELDS,
    sandbox: SandboxSpec {
        transfer_seconds: HOURS,
        rate_micros: MICROS_PER_UNIT,
        withdrawal_fee_micros: 15_000_000,
        beneficiary: r#"{"routing_number":"021000021","account_number":"000123456789"}"#,
    },
};
