//! What each kind of email says: a function from plain facts to a letter. None of them asks for anything or
//! promises what the rules do not keep.

mod automatic_withdrawals_off;
mod claim;
mod join;
mod known;
mod reset;
mod security;
#[cfg(test)]
pub mod tests;
mod webhook_off;

pub use automatic_withdrawals_off::{AutomaticWithdrawalsOffFacts, automatic_withdrawals_off};
pub use claim::{ClaimFacts, MOST_SENDERS, claim, reminder};
pub use join::{JoinFacts, join};
pub use known::{KnownFacts, known};
pub use reset::{ResetFacts, reset};
pub use security::{SecurityFact, SecurityFacts, security};
pub use webhook_off::{WebhookOffFacts, webhook_off};

use super::{EmailBrand, EmailEnvelope, EmailLink};

/// Names are longer than this only to fill a screen.
const MOST_OF_A_NAME: usize = 80;

/// A service without a support address can still be reached through its operator.
fn support(brand: &EmailBrand) -> String {
    match &brand.support_email {
        Some(support) => format!("write to {support}"),
        None => "tell whoever runs this service".to_owned(),
    }
}
