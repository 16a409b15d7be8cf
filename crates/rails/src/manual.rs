//! The rail of an operator without a banking partner: people pay, look at statements and say what they saw. Whatever
//! became of an order, or came in, is told by them and never found out by asking.

use rules::rail_notice::RailOutcome;
use rules::time::Timestamp;

use crate::order::{ExpectedPayment, Order, OrderStatus, RailAdapter, SubmissionResult};

pub struct Manual;

impl RailAdapter for Manual {
    /// It is on the operators' list from now on.
    async fn submit(&self, _: &Order, _: Timestamp) -> SubmissionResult {
        SubmissionResult::Taken { hash: None, ask_at: None }
    }

    async fn status(&self, _: &Order, _: Timestamp) -> OrderStatus {
        OrderStatus::Pending { ask_at: None }
    }

    async fn incoming(&self, _: &ExpectedPayment, _: Timestamp) -> Option<RailOutcome> {
        None
    }
}
