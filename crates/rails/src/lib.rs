//! The outside world of money, behind small enums: the chain USDC lives on, and the rails that banks are reached by.
//!
//! It knows how to reach the outside. It decides nothing about balances and keeps no rows.

mod chain;
mod manual;
pub mod order;
pub mod simulated;

pub use chain::Chain;
pub use manual::Manual;
