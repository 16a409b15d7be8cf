//! What operators say of live withdrawals: they arrived, failed, or came back.

use rules::account::Mode;
use rules::notice::Tidings;
use rules::operator::Statement;
use rules::transaction::Transaction;

use super::{Operator, Saying, Told};
use crate::App;
use crate::chain::promise_of;
use crate::crossings::rail_notice;
use crate::failure::Failure;

impl App {
    /// It was paid; on a chain, in this transaction.
    pub async fn complete_withdrawal(
        &self,
        operator: Operator,
        withdrawal: &Transaction,
        hash: Option<String>,
    ) -> Result<Told, Failure> {
        self.tell_of_withdrawal(operator, withdrawal, Tidings::Completed(hash)).await
    }

    /// It was not paid, and will not be.
    pub async fn fail_withdrawal(
        &self,
        operator: Operator,
        withdrawal: &Transaction,
    ) -> Result<Told, Failure> {
        self.tell_of_withdrawal(operator, withdrawal, Tidings::Failed).await
    }

    /// It was paid, and the money came back.
    pub async fn return_withdrawal(
        &self,
        operator: Operator,
        withdrawal: &Transaction,
    ) -> Result<Told, Failure> {
        self.tell_of_withdrawal(operator, withdrawal, Tidings::Returned).await
    }

    async fn tell_of_withdrawal(
        &self,
        operator: Operator,
        withdrawal: &Transaction,
        tidings: Tidings,
    ) -> Result<Told, Failure> {
        let crossing = withdrawal.crossing.as_deref().expect("withdrawals cross");
        let (outside, currency) = (crossing.outside, crossing.route.currency().code());
        let mut facts = format!("{} {outside} {currency} for {}", tidings.name(), withdrawal.id);
        if let Tidings::Completed(Some(hash)) = &tidings {
            facts.push_str(&format!(" in {hash}"));
        }
        let name = rail_notice(withdrawal, tidings.name());
        let mut take = self.notice(withdrawal, Mode::Live, name.clone(), tidings, None);
        take.unless_promised = Some(promise_of(withdrawal.id));
        let saying = Saying {
            name,
            notice: take.id,
            about: Some(withdrawal.id),
            statement: Statement::Notice(take),
            facts,
            amount: withdrawal.amount,
        };
        self.say(operator, saying).await
    }
}
