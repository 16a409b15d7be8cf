//! Operators: what one may move alone, what waits for a second one, and the log of what they did.

use crate::id::ActionId;
use crate::machine_user::MachineUser;
use crate::money::Amount;
use crate::named_enum;
use crate::pricing::Terms;
use crate::time::Timestamp;

/// What one operator may move alone. It is kept with the books, so that no command brings its own. Each replaces the
/// one before it, and none is ever changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OperatorLimit {
    /// The action that set it.
    pub id: ActionId,
    /// The limit before it; the first one came with the database.
    pub replaces: Option<ActionId>,
    pub alone: SingleOperatorLimit,
    pub created_at: Timestamp,
}

/// Amounts in USDC up to which one operator is enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SingleOperatorLimit {
    /// With one action.
    pub up_to: Amount,
    /// With all actions of 24 hours: otherwise many small ones would do what one may not.
    pub per_day: Amount,
}

impl SingleOperatorLimit {
    pub(crate) fn is_within(self, other: SingleOperatorLimit) -> bool {
        self.up_to <= other.up_to && self.per_day <= other.per_day
    }
}

/// What one operator said and a second must confirm.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proposal {
    /// The name of the notice that it would become.
    pub name: String,
    pub operator: String,
    pub machine_user: MachineUser,
    pub facts: String,
    /// What it would move, in USDC.
    pub amount: Amount,
    /// The prices of when it was proposed.
    pub terms: Option<Terms>,
    pub created_at: Timestamp,
}

named_enum! {
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum OperatorActionKind {
        Proposed = "proposed",
        /// By one operator alone.
        Done = "done",
        /// By a second operator.
        Confirmed = "confirmed",
        Rejected = "rejected",
    }
}

/// One line of the operators' log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OperatorAction {
    pub id: ActionId,
    pub kind: OperatorActionKind,
    pub name: String,
    pub facts: String,
    pub operator: String,
    pub machine_user: MachineUser,
    pub evidence: String,
    /// What it moves, in USDC.
    pub amount: Amount,
    /// The limit that held.
    pub alone: SingleOperatorLimit,
    pub created_at: Timestamp,
}
