//! Automatic withdrawals: every payment is withdrawn once at most, whatever happens in whatever order.

mod properties;
mod refusals;
mod scene;
