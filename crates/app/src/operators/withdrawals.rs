//! Operators' reports on live withdrawals: arrived, failed or returned.

use rules::account::Mode;
use rules::decisions::operator::Statement;
use rules::external_transfer::Route;
use rules::money::Amount;
use rules::rail_notice::RailOutcome;
use rules::transaction::Transaction;

use super::{Operator, OperatorOutcome, StatementDraft};
use crate::chain::authorization_of;
use crate::external_transfers::rail_notice;
use crate::operators::Operators;
use crate::platform::failure::Failure;

impl Operators {
    /// Records that an operator ordered the payment, and the bank's reference for it. No money moves, so one operator
    /// is enough.
    pub async fn send_withdrawal(
        &self,
        operator: Operator,
        withdrawal: &Transaction,
        bank_reference: Option<String>,
    ) -> Result<OperatorOutcome, Failure> {
        self.tell_of_withdrawal(operator, withdrawal, RailOutcome::Sent(bank_reference)).await
    }

    /// Records that a withdrawal was paid. `proof` is the transaction hash on a chain, or the bank's reference.
    pub async fn complete_withdrawal(
        &self,
        operator: Operator,
        withdrawal: &Transaction,
        proof: Option<String>,
    ) -> Result<OperatorOutcome, Failure> {
        self.tell_of_withdrawal(operator, withdrawal, RailOutcome::Completed(proof)).await
    }

    /// It was not paid, and will not be.
    pub async fn fail_withdrawal(
        &self,
        operator: Operator,
        withdrawal: &Transaction,
    ) -> Result<OperatorOutcome, Failure> {
        self.tell_of_withdrawal(operator, withdrawal, RailOutcome::Failed).await
    }

    /// It was paid, and the money came back.
    pub async fn return_withdrawal(
        &self,
        operator: Operator,
        withdrawal: &Transaction,
    ) -> Result<OperatorOutcome, Failure> {
        self.tell_of_withdrawal(operator, withdrawal, RailOutcome::Returned).await
    }

    async fn tell_of_withdrawal(
        &self,
        operator: Operator,
        withdrawal: &Transaction,
        outcome: RailOutcome,
    ) -> Result<OperatorOutcome, Failure> {
        let external_transfer = withdrawal.external_transfer.as_deref().expect("withdrawals cross");
        let (outside, currency) = (external_transfer.outside, external_transfer.route.currency().code());
        let mut facts = format!("{} {outside} {currency} for {}", outcome.name(), withdrawal.id);
        if let RailOutcome::Sent(Some(proof)) | RailOutcome::Completed(Some(proof)) = &outcome {
            let is_called = match external_transfer.route {
                Route::Chain => "in",
                Route::Bank(_) => "as",
            };
            facts.push_str(&format!(" {is_called} {proof}"));
        }
        let moved = match outcome {
            RailOutcome::Sent(_) => Amount::ZERO,
            RailOutcome::Completed(_)
            | RailOutcome::Failed
            | RailOutcome::Returned
            | RailOutcome::Received(_)
            | RailOutcome::Expired => withdrawal.amount,
        };
        let name = rail_notice(withdrawal, outcome.name());
        let mut take = self.external_transfers.notice(withdrawal, Mode::Live, name.clone(), outcome, None);
        take.unless_authorized = Some(authorization_of(withdrawal.id));
        let saying = StatementDraft {
            name,
            notice: take.id,
            about: Some(withdrawal.id),
            statement: Statement::RailNotice(take),
            facts,
            amount: moved,
        };
        self.say(operator, saying).await
    }
}
