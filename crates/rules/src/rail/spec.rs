//! What every rail states about itself.

use crate::arrival::TransferTime;
use crate::money::Currency;

pub struct RailSpec {
    /// The property of a bank account that holds the details of this rail.
    pub property: &'static str,
    pub currency: Currency,
    /// What people call it: the scheme and the country.
    pub label: &'static str,
    /// How long a transfer takes at most, unless the tariff says otherwise.
    pub transfer_time: TransferTime,
    /// The time zone of its banks, by which business days are counted.
    pub zone: &'static str,
    /// The field of the details by which the holder knows the account.
    pub account_field: &'static str,
    /// The fields that pages show in full. All others are masked.
    pub unmasked_fields: &'static [&'static str],
    pub sandbox: SandboxSpec,
}

/// What the simulated bank asks for, how long it takes, and where it receives deposits.
pub struct SandboxSpec {
    /// How long a withdrawal always takes.
    pub transfer_seconds: i64,
    /// Units of the currency for one USDC, in millionths.
    pub rate_micros: i64,
    pub withdrawal_fee_micros: i64,
    /// The account that deposits are sent to, as JSON.
    pub beneficiary: &'static str,
}

impl SandboxSpec {
    pub const USUAL_FEE_MICROS: i64 = 500_000;
}

pub const SECONDS: i64 = 10;
pub const HOURS: i64 = 3_600;
pub const NEXT_DAY: i64 = crate::time::SECONDS_PER_DAY;

/// What pages show of an account and its owner on the rails that ask for an owner.
pub const OWNER_FIELDS: &[&str] = &[
    "bank_account_holder_type",
    "bank_account_type",
    "city",
    "country",
    "line1",
    "line2",
    "owner_business_name",
    "owner_first_name",
    "owner_last_name",
    "postal_code",
    "state",
];
