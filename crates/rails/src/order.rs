//! What every rail can do: accept a payment order, report its outcome, and report incoming money. A rail may not know
//! an outcome, and then says so; an unknown outcome never causes a second order.

use rules::external_transfer::Route;
use rules::money::Amount;
use rules::rail_notice::RailOutcome;
use rules::time::Timestamp;

/// An order to pay, under a reference that was stored before and is used once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    pub reference: String,
    pub route: Route,
    /// What the account is debited, in USDC.
    pub inside: Amount,
    /// What the payee is to get, in the currency of the route.
    pub outside: Amount,
}

/// The answer to an order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SubmissionResult {
    /// The rail accepted and sent the order; on a chain, in this transaction. `ask_at` is when to ask for news; `None`
    /// if the rail reports them.
    Taken { hash: Option<String>, ask_at: Option<Timestamp> },
    /// An operator pays the order by hand, and reports the payment.
    AwaitsOperator,
    /// It was not, and never will be.
    Refused,
    /// Unknown.
    Unclear,
}

/// What became of an order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OrderStatus {
    /// It was sent.
    Pending {
        ask_at: Option<Timestamp>,
    },
    Told {
        outcome: RailOutcome,
        look_again_at: Option<Timestamp>,
    },
    /// An operator must pay it, and reports the outcome.
    AwaitsOperator,
    /// The rail does not know the reference, or does not answer.
    Unclear,
    /// The rail never got the order and never will: asking again is in vain. Only a simulated rail can be sure of it.
    Lost,
}

/// Money that is awaited.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExpectedPayment {
    pub reference: String,
    pub route: Route,
    pub amount: Amount,
    pub since: Timestamp,
}

/// A rail. Times are those of the account that is asked for.
pub trait RailAdapter {
    fn submit(&self, order: &Order, now: Timestamp) -> impl Future<Output = SubmissionResult> + Send;
    fn status(&self, order: &Order, now: Timestamp) -> impl Future<Output = OrderStatus> + Send;
    /// What is known to have come of what is awaited.
    fn incoming(
        &self,
        awaited: &ExpectedPayment,
        now: Timestamp,
    ) -> impl Future<Output = Option<RailOutcome>> + Send;
}
