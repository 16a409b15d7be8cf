//! Payouts: one call, up to a hundred people, all or nothing.

mod cancel;
mod claim;
mod create;
pub mod draft;
mod in_session;
pub mod needs;
mod settle_items;
mod settlement;

pub use cancel::{cancel, cancel_item};
pub use claim::{ClaimItems, SimulateClaim, claim_items, expire, simulate_claim};
pub use create::{CreatePayout, NewItem, PayoutLimits, PayoutTarget, create, preview};
pub use in_session::PayInSession;
pub use settle_items::{DueItem, SettlePayout, lease, settle};
pub use settlement::NewIds;
