//! Accounts outside Florin that money is sent to.

pub mod bank_account;
pub mod external_wallet;
