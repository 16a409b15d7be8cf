//! Ids and times that the examples share, so that they fit together.

pub const BANK_ACCOUNT_ID: &str = "ba_01kdvq3y5cf2ab6ngnm3hcrkve";
pub const EXTERNAL_WALLET_ID: &str = "ew_01kdvq3y5cf2ab6ngnm3hcrkve";
pub const PAYOUT_ID: &str = "po_01kdvq3y5cf2ab6ngnm3hc0000";
pub const IDEMPOTENCY_KEY: &str = "order-2026-0042";
pub const REQUEST_ID: &str = "7Yt2kP0sXq9LwB4vNc1ZaR";
pub const TIME: &str = "2026-01-31T12:00:00.000000Z";
