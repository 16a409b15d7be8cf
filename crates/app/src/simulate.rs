//! What can be made to happen in the sandbox.

use rules::account::Caller;
use rules::answer::Claim;
use rules::command::Command;
use rules::id::TransactionId;
use rules::inbound::Arrival;
use rules::money::Amount;
use rules::payout::SimulateClaim;
use rules::refusal::{Noun, Refusal};
use rules::sandbox::NewPerson;

use crate::App;
use crate::failure::Failure;
use crate::writer::Answered;

impl App {
    /// Money arrives, as if somebody had sent it over the chain.
    pub async fn simulate_inbound_transfer(
        &self,
        caller: &Caller,
        amount: Amount,
        claim: Option<Claim>,
    ) -> Result<Answered, Failure> {
        let now = self.clock.now();
        let id = self.dice.id(now);
        let external_reference = format!("simulated:{id}");
        let arrival = Arrival { id, event: self.dice.id(now), amount, external_reference };
        self.writer.submit(Command::SimulateInbound(*caller, arrival), claim).await
    }

    /// The recipient of an item comes and claims it.
    pub async fn simulate_claim(
        &self,
        caller: &Caller,
        item: &str,
        claim: Option<Claim>,
    ) -> Result<Answered, Failure> {
        let item = TransactionId::parse(item).ok_or(Refusal::NotFound(Noun::PayoutItem))?;
        let now = self.clock.now();
        let person =
            NewPerson { user: self.dice.id(now), account: self.dice.id(now), own_app: self.dice.id(now) };
        let wallet = self.store.wallet_of(item).await?;
        let simulated = SimulateClaim { item, wallet, person, fresh: self.fresh() };
        self.writer.submit(Command::SimulateClaim(*caller, simulated), claim).await
    }

    /// Time passes for this account, and what is due by then has happened when this returns.
    pub async fn advance_clock(
        &self,
        caller: &Caller,
        seconds: i64,
        claim: Option<Claim>,
    ) -> Result<Answered, Failure> {
        let answered = self.writer.submit(Command::AdvanceClock(*caller, seconds), claim).await?;
        self.expire_all_claims().await;
        Ok(answered)
    }
}
