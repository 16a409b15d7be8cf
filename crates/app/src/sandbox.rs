//! What developers can simulate in the sandbox.

use std::sync::Arc;

use rails::simulated;
use rules::account::Caller;
use rules::command::{Command, ExternalTransferCommand};
use rules::decisions::inbound::NewInboundTransfer;
use rules::decisions::payout::SimulateClaim;
use rules::decisions::sandbox::NewPerson;
use rules::id::TransactionId;
use rules::idempotency::IdempotencyRequest;
use rules::money::Amount;
use rules::rail_notice::RailOutcome;
use rules::refusal::{Noun, Refusal};
use rules::transaction::TransactionType;

use crate::email::Emails;
use crate::external_transfers::{ExternalTransfers, rail_notice};
use crate::payouts::Payouts;
use crate::platform::Platform;
use crate::platform::failure::Failure;
use crate::platform::writer::CommandResponse;

/// What can be made to happen to a deposit or a withdrawal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SimulatedEvent {
    Received,
    Completed,
    Failed,
    Returned,
    Expired,
}

/// How long one who moves a clock waits for emails, of all sandboxes.
const MAX_EMAIL_ROUNDS: usize = 10;

/// A checked request.
pub struct SimulatedRailNotice {
    pub event: SimulatedEvent,
    /// The amount that arrived, if it is not the requested one.
    pub amount: Option<Amount>,
    pub bank_reference: Option<String>,
}

/// What an account can make happen in its sandbox.
pub struct Sandbox {
    platform: Arc<Platform>,
    payouts: Arc<Payouts>,
    external_transfers: Arc<ExternalTransfers>,
    emails: Arc<Emails>,
}

impl Sandbox {
    pub(crate) fn new(
        platform: Arc<Platform>,
        payouts: Arc<Payouts>,
        external_transfers: Arc<ExternalTransfers>,
        emails: Arc<Emails>,
    ) -> Sandbox {
        Sandbox { platform, payouts, external_transfers, emails }
    }

    /// The most test money that one test account may create in all.
    pub fn max_test_money(&self) -> Amount {
        self.platform.settings.max_test_money
    }

    /// Money arrives, as if it had been sent over the chain.
    pub async fn simulate_inbound_transfer(
        &self,
        caller: &Caller,
        amount: Amount,
        idempotency: Option<IdempotencyRequest>,
    ) -> Result<CommandResponse, Failure> {
        let now = self.platform.clock.now();
        let id = self.platform.dice.id(now);
        let external_reference = format!("simulated:{id}");
        let arrival =
            NewInboundTransfer { id, event: self.platform.dice.id(now), amount, external_reference };
        let most = self.platform.settings.max_test_money;
        self.platform.writer.submit(Command::SimulateInbound(*caller, arrival, most), idempotency).await
    }

    /// The recipient of an item comes and claims it.
    pub async fn simulate_claim(
        &self,
        caller: &Caller,
        item: &str,
        idempotency: Option<IdempotencyRequest>,
    ) -> Result<CommandResponse, Failure> {
        let item = TransactionId::parse(item).ok_or(Refusal::NotFound(Noun::PayoutItem))?;
        let now = self.platform.clock.now();
        let person = NewPerson {
            user: self.platform.dice.id(now),
            account: self.platform.dice.id(now),
            own_app: self.platform.dice.id(now),
        };
        let wallet = self.platform.store.wallet_of(item).await?;
        let simulated = SimulateClaim { item, wallet, person, sign_in: None, fresh: self.platform.fresh() };
        self.platform.writer.submit(Command::SimulateClaim(*caller, simulated), idempotency).await
    }

    /// A bank, or the chain, says something about a deposit or a withdrawal. `bank_reference` tells apart what could
    /// happen twice; without it, the same said again is the same.
    pub async fn simulate_notice(
        &self,
        caller: &Caller,
        kind: TransactionType,
        id: &str,
        said: SimulatedRailNotice,
        idempotency: Option<IdempotencyRequest>,
    ) -> Result<CommandResponse, Failure> {
        let about = self.external_transfers.own_external_transfer(caller, kind, id).await?;
        let external_transfer = about.external_transfer.as_deref().expect("deposits and withdrawals cross");
        let outcome = match said.event {
            SimulatedEvent::Received => {
                RailOutcome::Received(said.amount.unwrap_or(external_transfer.announced))
            }
            SimulatedEvent::Completed => RailOutcome::Completed(simulated::transaction_hash(
                external_transfer.route,
                &external_transfer.reference,
            )),
            SimulatedEvent::Failed => RailOutcome::Failed,
            SimulatedEvent::Returned => RailOutcome::Returned,
            SimulatedEvent::Expired => RailOutcome::Expired,
        };
        let mut name = rail_notice(&about, outcome.name());
        if let Some(reference) = said.bank_reference {
            name.push(':');
            name.push_str(&reference);
        }
        let notice = self.external_transfers.notice(&about, caller.mode, name, outcome, None);
        self.platform.writer.submit(ExternalTransferCommand::TakeRailNotice(notice).into(), idempotency).await
    }

    /// Time passes for this account, and what is due by then has happened when this returns.
    pub async fn advance_clock(
        &self,
        caller: &Caller,
        seconds: i64,
        idempotency: Option<IdempotencyRequest>,
    ) -> Result<CommandResponse, Failure> {
        let answered =
            self.platform.writer.submit(Command::AdvanceClock(*caller, seconds), idempotency).await?;
        self.payouts.expire_test_claims_of(caller.account).await;
        self.external_transfers.withdraw_payments_of_test_account(caller.account).await;
        self.external_transfers.look_after_all_of_test_account(caller.account).await;
        // What is left after that is for the next tick.
        for _ in 0..MAX_EMAIL_ROUNDS {
            if self.emails.keep_due_emails_of_sandbox(caller.account).await == 0 {
                break;
            }
        }
        Ok(answered)
    }
}
