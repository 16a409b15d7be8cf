//! The outside world of money, behind small enums: the chain USDC lives on, and later the bank rails and rates.
//!
//! It knows how to reach the outside. It decides nothing about balances and keeps no rows.

mod chain;

pub use chain::Chain;
