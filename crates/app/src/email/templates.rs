//! What each kind of email says: a function from plain facts to a letter. None of them asks for anything or
//! promises what the rules do not keep.

mod activity;
mod automatic_withdrawals_off;
mod claim;
mod join;
mod known;
mod operator_alert;
mod reset;
mod security;
mod transfer;
mod webhook_off;

pub use activity::{EndedClaimsFacts, MAX_LISTED, PaidFacts, claimed, paid, refunded};
pub use automatic_withdrawals_off::{AutomaticWithdrawalsOffFacts, automatic_withdrawals_off};
pub use claim::{ClaimFacts, MAX_SENDERS, claim, reminder};
pub use join::{JoinFacts, invitation, join};
pub use known::{KnownFacts, known};
pub use operator_alert::{OperatorAlertFacts, operator_alert};
pub use reset::{ResetFacts, reset};
pub use security::{SecurityFact, SecurityFacts, security};
pub use transfer::{TransferFacts, TransferMethod, transfer};
pub use webhook_off::{WebhookOffFacts, webhook_off};

use super::{EmailEnvelope, EmailLink};

/// Names are longer than this only to fill a screen.
const MAX_NAME: usize = 80;
/// A name, and a masked number that is never cut.
const MAX_DESTINATION: usize = 200;

/// Why a user gets an email about their account.
fn because_account(cover: &EmailEnvelope<'_>) -> String {
    let (email, brand) = (cover.to.as_str(), &cover.brand.name);
    cover.locale.text_with("email-because-account", &[("email", &email), ("brand", brand)])
}

/// Why the owner of an address gets an email that a visitor asked for.
fn because_entered(cover: &EmailEnvelope<'_>) -> String {
    let (email, brand) = (cover.to.as_str(), &cover.brand.name);
    cover.locale.text_with("email-because-entered", &[("email", &email), ("brand", brand)])
}

#[cfg(test)]
pub mod tests;
