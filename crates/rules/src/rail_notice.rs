//! Notices: what a bank, a chain or an operator says has happened outside. Each has a name that is used once.

use crate::account::Mode;
use crate::external_transfer::Route;
use crate::id::{RailNoticeId, TransactionId};
use crate::money::Amount;
use crate::named_enum;
use crate::time::Timestamp;

/// What is said to have happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RailOutcome {
    /// So much money came in, in the currency of the route.
    Received(Amount),
    /// An order was sent, under this bank reference.
    Sent(Option<String>),
    /// An order arrived. The text is its transaction hash on a chain, or its bank reference.
    Completed(Option<String>),
    Failed,
    /// An order had arrived and was sent back.
    Returned,
    /// The deposit has expired.
    Expired,
}

impl RailOutcome {
    pub const NAMES: [&str; 6] = ["received", "sent", "completed", "failed", "returned", "expired"];

    pub const fn name(&self) -> &'static str {
        match self {
            RailOutcome::Received(_) => "received",
            RailOutcome::Sent(_) => "sent",
            RailOutcome::Completed(_) => "completed",
            RailOutcome::Failed => "failed",
            RailOutcome::Returned => "returned",
            RailOutcome::Expired => "expired",
        }
    }

    /// Reads the name of one.
    pub fn parse_name(name: &str) -> Option<&'static str> {
        RailOutcome::NAMES.into_iter().find(|known| *known == name)
    }

    pub(crate) const fn amount(&self) -> Option<Amount> {
        match self {
            RailOutcome::Received(amount) => Some(*amount),
            RailOutcome::Sent(_)
            | RailOutcome::Completed(_)
            | RailOutcome::Failed
            | RailOutcome::Returned
            | RailOutcome::Expired => None,
        }
    }
}

named_enum! {
    /// What a notice did.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Effect {
        /// The transaction moved on.
        Applied = "applied",
        /// Money was credited beside the deposit that it names.
        Credited = "credited",
        /// It came after something that outranks it.
        Ignored = "ignored",
        /// It says the opposite of what was said before: an operator must look.
        Contradicted = "contradicted",
        /// Its money waits for an operator: its owner is unknown, or it cannot be credited as it is.
        Parked = "parked",
    }
}

/// A notice on record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RailNotice {
    pub id: RailNoticeId,
    /// What it is told apart by, used once.
    pub name: String,
    pub mode: Mode,
    pub route: Route,
    pub outcome: &'static str,
    pub reference: String,
    pub amount: Option<Amount>,
    /// How much of the amount its transaction got.
    pub booked: Option<Amount>,
    /// When the bank received the money, by the account's clock.
    pub received_at: Option<Timestamp>,
    /// What it was found to be about.
    pub transaction: Option<TransactionId>,
    pub effect: Effect,
    /// What is parked of it, in USDC.
    pub worth: Amount,
    pub created_at: Timestamp,
}

/// What the name of a part begins with that exceeds the limit of one payment.
pub(crate) const EXCESS: &str = "excess:";

impl RailNotice {
    /// Whether it was parked as a part of a payment, which has paid the fixed fee with its first part.
    pub fn is_excess(&self) -> bool {
        self.name.starts_with(EXCESS)
    }
}
