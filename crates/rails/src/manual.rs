//! The rail of an operator without a banking partner: people pay, look at statements and say what they saw. Whatever
//! became of an order, or came in, is told by them and never found out by asking.

use rules::rail_notice::RailOutcome;
use rules::time::Timestamp;

use crate::order::{Awaited, Order, Rail, Status, Submitted};

pub struct Manual;

impl Rail for Manual {
    /// It is on the operators' list from now on.
    async fn submit(&self, _: &Order, _: Timestamp) -> Submitted {
        Submitted::Taken { hash: None, ask_at: None }
    }

    async fn status(&self, _: &Order, _: Timestamp) -> Status {
        Status::Pending { ask_at: None }
    }

    async fn incoming(&self, _: &Awaited, _: Timestamp) -> Option<RailOutcome> {
        None
    }
}
