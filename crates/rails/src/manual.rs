//! The rail of an operator without a banking partner: people pay, read bank statements and report what they saw. They
//! report every outcome; Florin never asks a bank.

use rules::rail_notice::RailOutcome;
use rules::time::Timestamp;

use crate::order::{ExpectedPayment, Order, OrderStatus, RailAdapter, SubmissionResult};

pub struct Manual;

impl RailAdapter for Manual {
    async fn submit(&self, _: &Order, _: Timestamp) -> SubmissionResult {
        SubmissionResult::AwaitsOperator
    }

    async fn status(&self, _: &Order, _: Timestamp) -> OrderStatus {
        OrderStatus::AwaitsOperator
    }

    async fn incoming(&self, _: &ExpectedPayment, _: Timestamp) -> Option<RailOutcome> {
        None
    }
}
