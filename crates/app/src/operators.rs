//! What operators do on live accounts, whose rails are manual: they see due payments and expected deposits, and report
//! outcomes with evidence. A repeated report counts once. Operators never touch test money.

mod alerts;
mod deposits;
mod waiting;
mod withdrawals;

pub use deposits::Receipt;

use std::collections::BTreeMap;
use std::sync::Arc;

use rules::account::Mode;
use rules::change::Outcome;
use rules::command::ExternalTransferCommand;
use rules::decisions::operator::{Attestation, SetLimit, Statement, is_same_fact};
use rules::external_transfer::Counterparty;
use rules::id::{AccountId, RailNoticeId, TransactionId};
use rules::machine_user::MachineUser;
use rules::money::Amount;
use rules::operator::{OperatorAction, OperatorActionKind, OperatorLimit, Proposal, SingleOperatorLimit};
use rules::rail_notice::RailNotice;
use rules::refusal::{Noun, Refusal};
use rules::transaction::{Transaction, TransactionType};
use rules::user::User;
use store::OpenFilter;

use crate::external_transfers::{ExternalTransfers, noun};
use crate::platform::failure::Failure;
use crate::platform::writer::CommandResponse;
use crate::platform::{Platform, wire};

/// Who acts, and on what grounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operator {
    pub name: String,
    pub machine_user: MachineUser,
    pub evidence: String,
}

/// What came of what an operator said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OperatorOutcome {
    /// It is on record now.
    Done { notice: RailNotice, about: Option<Box<Transaction>>, parts: Vec<RailNotice> },
    /// The same was said before; nothing has changed. Who said it, unless that is very long ago.
    Before { by: Option<OperatorAction>, about: Option<Box<Transaction>> },
    /// Something else was said before, and counts.
    Otherwise(OperatorAction),
    /// It is done as soon as another operator says the same.
    Proposed { proposal: Proposal, is_new: bool, is_same_machine_user: bool },
    /// The deposit expects another amount, and the operator has not confirmed this one. Nothing is on record.
    AmountDiffers { expected: Amount, receipt: Receipt },
    /// From now on one operator may move this alone.
    Limited(SingleOperatorLimit),
}

/// Something to be said: its statement, by a name that is used once, and what it comes to.
struct StatementDraft {
    name: String,
    notice: RailNoticeId,
    about: Option<TransactionId>,
    statement: Statement,
    /// In words that two operators must agree on.
    facts: String,
    amount: Amount,
}

/// Lists are for people, who work them off from the oldest.
pub const MAX_LISTED: usize = 500;
/// How far back the log is searched for what was said before.
const MAX_SEARCHED: usize = 10_000;

/// What operators do on live accounts.
pub struct Operators {
    platform: Arc<Platform>,
    external_transfers: Arc<ExternalTransfers>,
}

impl Operators {
    pub(crate) fn new(platform: Arc<Platform>, external_transfers: Arc<ExternalTransfers>) -> Operators {
        Operators { platform, external_transfers }
    }

    /// Live deposits or withdrawals that have not ended, oldest first, and whether there are more.
    pub async fn open_external_transfers(
        &self,
        kind: TransactionType,
        filter: &OpenFilter,
    ) -> Result<(Vec<Transaction>, bool), Failure> {
        if let Some(after) = filter.after {
            self.live_external_transfer(kind, &after.to_string()).await?;
        }
        Ok(self.platform.store.open_external_transfers(kind, Mode::Live, filter, MAX_LISTED).await?)
    }

    /// The users whose accounts these are of.
    pub async fn owners(&self, rows: &[Transaction]) -> Result<BTreeMap<AccountId, User>, Failure> {
        let mut owners = BTreeMap::new();
        for row in rows {
            if !owners.contains_key(&row.account)
                && let Some((_, owner)) = self.platform.store.owner_of(row.account).await?
            {
                owners.insert(row.account, owner);
            }
        }
        Ok(owners)
    }

    /// One live deposit or withdrawal; one of the sandbox is as unknown as what never was.
    pub async fn live_external_transfer(
        &self,
        kind: TransactionType,
        id: &str,
    ) -> Result<Transaction, Failure> {
        let found = match TransactionId::parse(id) {
            Some(id) => self.platform.store.any_external_transfer(id).await?,
            None => None,
        };
        let live = found.filter(|found| found.mode == Mode::Live && found.transaction.kind == kind);
        Ok(live.ok_or(Refusal::NotFound(noun(kind)))?.transaction)
    }

    /// The details of the bank account that a withdrawal goes to: a JSON object. None for other destinations.
    pub fn bank_details(&self, withdrawal: &Transaction) -> Result<Option<String>, Failure> {
        let counterparty =
            withdrawal.external_transfer.as_deref().map(|external_transfer| &external_transfer.counterparty);
        let (Some(Counterparty::BankAccount(sealed)), Some(id)) = (counterparty, withdrawal.bank_account)
        else {
            return Ok(None);
        };
        let plain = self.platform.vault.open(&wire::details_place(withdrawal.account, id), &sealed.0);
        let text = plain.and_then(|plain| String::from_utf8(plain).ok());
        if text.is_none() {
            tracing::error!(withdrawal = %withdrawal.id, "bank details can't be decrypted: wrong secrets, or a \
                                                          changed row");
        }
        text.map(Some).ok_or(Failure::Internal)
    }

    /// What waits for a second operator, oldest first.
    pub async fn proposals(&self) -> Result<Vec<Proposal>, Failure> {
        Ok(self.platform.store.proposals().await?)
    }

    /// What operators did, newest first.
    pub async fn operators_log(&self, limit: usize) -> Result<Vec<OperatorAction>, Failure> {
        Ok(self.platform.store.actions(limit).await?)
    }

    /// What one operator may move alone.
    pub async fn operator_limit(&self) -> Result<OperatorLimit, Failure> {
        self.platform.store.operator_limit().await?.ok_or(Failure::Internal)
    }

    /// Sets what one operator may move alone. To raise it takes two, as what it lets through would.
    pub async fn set_operator_limit(
        &self,
        operator: Operator,
        alone: SingleOperatorLimit,
    ) -> Result<OperatorOutcome, Failure> {
        let known = self.operator_limit().await?;
        if known.alone == alone {
            return Ok(OperatorOutcome::Limited(alone));
        }
        let SingleOperatorLimit { up_to, per_day } = alone;
        let name = format!("limit:{}:{up_to}:{per_day}", known.id);
        let saying = StatementDraft {
            name: name.clone(),
            notice: self.platform.dice.id(self.platform.clock.now()),
            about: None,
            facts: format!("one operator can move {up_to} USDC alone, and {per_day} USDC in 24 hours"),
            statement: Statement::Limit(SetLimit { name, replaces: known.id, alone }),
            amount: Amount::ZERO,
        };
        match self.say(operator, saying).await? {
            told @ OperatorOutcome::Proposed { .. } => Ok(told),
            _ => Ok(OperatorOutcome::Limited(self.operator_limit().await?.alone)),
        }
    }

    /// Takes back what was proposed. Says who did so before, if any operator did.
    pub async fn reject_proposal(
        &self,
        operator: Operator,
        name: &str,
    ) -> Result<Option<OperatorAction>, Failure> {
        // What it was about is taken from the proposal.
        let attestation = self.attestation(operator, String::new(), Amount::ZERO);
        let rejecting = self
            .platform
            .writer
            .submit(ExternalTransferCommand::RejectProposal(name.to_owned(), attestation).into(), None);
        match rejecting.await {
            Ok(_) => Ok(None),
            Err(Failure::Refused(Refusal::NotFound(Noun::Proposal))) => {
                let last = self
                    .platform
                    .store
                    .actions(MAX_SEARCHED)
                    .await?
                    .into_iter()
                    .find(|line| line.name == name);
                let rejected = last.filter(|line| line.kind == OperatorActionKind::Rejected);
                Ok(Some(rejected.ok_or(Refusal::NotFound(Noun::Proposal))?))
            }
            Err(failure) => Err(failure),
        }
    }

    /// Says something, and looks after what follows from it, so that it needs no running server.
    async fn say(&self, operator: Operator, saying: StatementDraft) -> Result<OperatorOutcome, Failure> {
        let StatementDraft { name, notice, about, statement, facts, amount } = saying;
        let was_proposed =
            self.platform.store.proposals().await?.iter().any(|proposal| proposal.name == name);
        let (named, machine_user) = (operator.name.clone(), operator.machine_user);
        let attestation = self.attestation(operator, facts.clone(), amount);
        let mut refused = None;
        match self
            .platform
            .writer
            .submit(ExternalTransferCommand::Vouch(statement, attestation).into(), None)
            .await
        {
            Ok(CommandResponse::Now(Outcome::Proposed(proposal), _)) => {
                // Another name for the same machine user is not another person.
                let is_same_machine_user =
                    proposal.operator != named && proposal.machine_user.may_be(&machine_user);
                return Ok(OperatorOutcome::Proposed {
                    proposal,
                    is_new: !was_proposed,
                    is_same_machine_user,
                });
            }
            Ok(_) => {}
            // Parked money that has found its owner is no longer parked; perhaps this is how it did.
            Err(failure @ Failure::Refused(Refusal::InvalidState { noun: Noun::RailNotice, .. })) => {
                refused = Some(failure);
            }
            Err(failure) => return Err(failure),
        }
        self.external_transfers.look_after_all_external_transfers(Mode::Live).await;
        match self.platform.store.notice(&notice.to_string()).await? {
            Some(notice) => {
                let about = self.as_it_is_now(notice.transaction).await?;
                let parts = self.platform.store.notice_parts(&notice.name).await?;
                Ok(OperatorOutcome::Done { notice, about, parts })
            }
            None => match (self.said_before(&name, &facts, about).await?, refused) {
                (OperatorOutcome::Before { by: None, .. }, Some(refused)) => Err(refused),
                (told, _) => Ok(told),
            },
        }
    }

    /// What is on record under this name was told by another operator, or earlier.
    async fn said_before(
        &self,
        name: &str,
        facts: &str,
        about: Option<TransactionId>,
    ) -> Result<OperatorOutcome, Failure> {
        let log = self.platform.store.actions(MAX_SEARCHED).await?;
        let is_done = |line: &OperatorAction| {
            matches!(line.kind, OperatorActionKind::Done | OperatorActionKind::Confirmed)
        };
        let by = log.into_iter().find(|line| is_done(line) && line.name == name);
        match by {
            Some(other) if !is_same_fact(&other.facts, facts) => Ok(OperatorOutcome::Otherwise(other)),
            by => Ok(OperatorOutcome::Before { by, about: self.as_it_is_now(about).await? }),
        }
    }

    async fn as_it_is_now(&self, id: Option<TransactionId>) -> Result<Option<Box<Transaction>>, Failure> {
        let Some(id) = id else { return Ok(None) };
        let found = self.platform.store.any_external_transfer(id).await?;
        Ok(found.map(|found| Box::new(found.transaction)))
    }

    fn attestation(&self, operator: Operator, facts: String, amount: Amount) -> Attestation {
        let now = self.platform.clock.now();
        Attestation {
            action: self.platform.dice.id(now),
            operator: operator.name,
            machine_user: operator.machine_user,
            evidence: operator.evidence,
            facts,
            amount,
            said_at: now,
        }
    }
}
