//! What operators do by hand on manual rails: on record, and above an amount only with a second pair of eyes.

use std::borrow::Cow;

use crate::change::{Change, Outcome, Row};
use crate::decisions::rail_notice::{self, MatchMoney, ParkMoney, SendBack, TakeRailNotice};
use crate::external_transfer::Route;
use crate::id::ActionId;
use crate::machine_user::MachineUser;
use crate::money::Amount;
use crate::operator::{OperatorAction, OperatorActionKind, OperatorLimit, Proposal, SingleOperatorLimit};
use crate::pricing::Terms;
use crate::rail_notice::RailOutcome;
use crate::refusal::{Noun, Refusal};
use crate::time::{SECONDS_PER_DAY, Timestamp};
use crate::transaction::{Transaction, TransactionStatus, TransactionType};
use crate::world::{Needs, World};

/// What an operator says has happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Statement {
    RailNotice(TakeRailNotice),
    Park(ParkMoney),
    Match(MatchMoney),
    SendBack(SendBack),
    Limit(SetLimit),
}

impl Statement {
    fn name(&self) -> &str {
        match self {
            Statement::RailNotice(take) => &take.name,
            Statement::Park(park) => &park.name,
            Statement::Match(found) => &found.take.name,
            Statement::SendBack(back) => &back.name,
            Statement::Limit(set) => &set.name,
        }
    }

    /// The terms of a payment without locked terms.
    fn terms(&self) -> Option<Terms> {
        match self {
            Statement::RailNotice(take) => take.terms_today,
            Statement::Park(park) => Some(park.terms),
            Statement::Match(found) => found.take.terms_today,
            Statement::SendBack(_) | Statement::Limit(_) => None,
        }
    }

    /// The second operator confirms what the first one proposed: neither the time of the confirmation nor a rate that
    /// changed meanwhile makes a payment late, or worth something else than both agreed on.
    fn confirm(&mut self, proposal: &Proposal) {
        match self {
            Statement::RailNotice(take) => {
                take.received_at = take.received_at.or(Some(proposal.created_at));
                take.terms_today = proposal.terms;
            }
            Statement::Park(park) => {
                park.received_at = park.received_at.min(proposal.created_at);
                park.terms = proposal.terms.unwrap_or(park.terms);
            }
            Statement::Match(found) => found.take.terms_today = proposal.terms,
            Statement::SendBack(_) | Statement::Limit(_) => {}
        }
    }
}

/// Another limit instead of this one. To lower it, one operator is enough.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetLimit {
    /// What it is told apart by, used once.
    pub name: String,
    pub replaces: ActionId,
    pub alone: SingleOperatorLimit,
}

/// Who says so, and on what grounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attestation {
    pub action: ActionId,
    pub operator: String,
    pub machine_user: MachineUser,
    pub evidence: String,
    /// What is said, in words that two operators must agree on.
    pub facts: String,
    /// What it moves, in USDC.
    pub amount: Amount,
    pub said_at: Timestamp,
}

impl Attestation {
    /// Whether this person may have said that, too: under the same name, or as the same machine user.
    fn may_be_by(&self, operator: &str, machine_user: &MachineUser) -> bool {
        self.operator == operator || self.machine_user.may_be(machine_user)
    }
}

pub fn needs(needs: &mut Needs, statement: &Statement, attestation: &Attestation) {
    needs.proposals.insert(statement.name().to_owned());
    needs.operator_limit = true;
    let since = attestation.said_at.plus_seconds(-SECONDS_PER_DAY);
    needs.actions_since = Some(needs.actions_since.map_or(since, |other| other.min(since)));
    match statement {
        Statement::RailNotice(take) => rail_notice::needs(needs, take),
        Statement::Park(park) => rail_notice::needs_to_park(needs, park),
        Statement::Match(found) => rail_notice::needs_to_match(needs, found),
        Statement::SendBack(back) => rail_notice::needs_to_send_back(needs, back),
        Statement::Limit(_) => {}
    }
}

/// Does what is said, or waits for a second operator to say it, too.
pub fn vouch(
    world: &World,
    statement: &Statement,
    attestation: &Attestation,
    now: Timestamp,
) -> Result<Change, Refusal> {
    let name = statement.name();
    let mut said = Cow::Borrowed(statement);
    if !world.notices.contains(name) {
        if let Statement::RailNotice(take) = statement {
            rail_notice::check_not_authorized(world, take)?;
            check_was_due(world, take)?;
        }
        match world.proposals.get(name) {
            Some(earlier) if !is_same_fact(&earlier.facts, &attestation.facts) => {
                return Err(Refusal::OperatorsDisagree {
                    operator: earlier.operator.clone(),
                    facts: earlier.facts.clone(),
                });
            }
            None if needs_second(world, statement, attestation, now) => {
                return Ok(propose(world, statement, attestation, now));
            }
            Some(earlier) if attestation.may_be_by(&earlier.operator, &earlier.machine_user) => {
                return Ok(Change { outcome: Outcome::Proposed(earlier.clone()), rows: Vec::new() });
            }
            Some(earlier) => said.to_mut().confirm(earlier),
            None => {}
        }
    }
    let mut change = match &*said {
        Statement::RailNotice(take) => rail_notice::take(world, take, now)?,
        Statement::Park(park) => rail_notice::park(world, park, now)?,
        Statement::Match(found) => rail_notice::match_parked(world, found, now)?,
        Statement::SendBack(back) => rail_notice::send_back(world, back, now)?,
        Statement::Limit(set) => set_limit(world, set, attestation, now)?,
    };
    // What was done before is not done again, and needs no second line.
    if !change.rows.is_empty() {
        let proposal = world.proposals.get(name);
        let kind = if proposal.is_some() { OperatorActionKind::Confirmed } else { OperatorActionKind::Done };
        let amount = proposal.map_or(attestation.amount, |proposal| proposal.amount);
        let action = line(world, kind, name, &Attestation { amount, ..attestation.clone() }, now);
        change.rows.push(Row::OperatorAction(action));
        if proposal.is_some() {
            change.rows.push(Row::ClosedProposal(name.to_owned()));
        }
    }
    Ok(change)
}

/// A queued withdrawal can still be cancelled: an operator who has paid one has paid too early, or has paid another
/// one, and nothing can have come back. Only a withdrawal that waits for its operator can be reported as sent, and it
/// has one bank reference.
fn check_was_due(world: &World, take: &TakeRailNotice) -> Result<(), Refusal> {
    let known = world.any_transaction(take.account, take.transaction);
    let Some(known) = known.filter(|known| known.kind == TransactionType::Withdrawal) else { return Ok(()) };
    let refused = |state| Err(Refusal::InvalidState { noun: Noun::Withdrawal, state });
    match &take.outcome {
        RailOutcome::Completed(_) | RailOutcome::Sent(_) | RailOutcome::Returned
            if known.status == TransactionStatus::Queued =>
        {
            refused(TransactionStatus::Queued.name())
        }
        RailOutcome::Sent(_) if take.route == Route::Chain => refused(IS_ON_CHAIN),
        RailOutcome::Sent(_) if known.status != TransactionStatus::Processing => refused(known.status.name()),
        RailOutcome::Completed(Some(proof)) if has_other_reference(known, proof) => {
            refused(HAS_OTHER_REFERENCE)
        }
        RailOutcome::Sent(_)
        | RailOutcome::Completed(_)
        | RailOutcome::Failed
        | RailOutcome::Returned
        | RailOutcome::Received(_)
        | RailOutcome::Expired => Ok(()),
    }
}

/// Why a withdrawal can't be reported as sent: a payment on a chain is known by its hash alone.
pub const IS_ON_CHAIN: &str = "on_chain";
/// Why a withdrawal can't be completed under this reference: it was sent under another.
pub const HAS_OTHER_REFERENCE: &str = "bank_reference";

fn has_other_reference(withdrawal: &Transaction, proof: &str) -> bool {
    let external_transfer = withdrawal.external_transfer.as_ref();
    let known = external_transfer.and_then(|external_transfer| external_transfer.bank_reference.as_deref());
    known.is_some_and(|known| !is_same_fact(known, proof))
}

/// Whether two operators say the same. A bank's reference is on record as it was typed, and people type it in different
/// ways: letter case and blanks don't count.
pub fn is_same_fact(one: &str, other: &str) -> bool {
    let letters = |text: &str| -> Vec<char> {
        text.chars().filter(|letter| !letter.is_whitespace()).flat_map(char::to_lowercase).collect()
    };
    letters(one) == letters(other)
}

/// Without a limit, one operator is never enough.
fn alone(world: &World) -> SingleOperatorLimit {
    world.operator_limit().map(|limit| limit.alone).unwrap_or_default()
}

fn needs_second(world: &World, statement: &Statement, attestation: &Attestation, now: Timestamp) -> bool {
    let alone = alone(world);
    match statement {
        Statement::Limit(set) => !set.alone.is_within(alone),
        // What moves nothing is no risk.
        _ if attestation.amount == Amount::ZERO => false,
        _ => {
            attestation.amount > alone.up_to || moved_alone(world, attestation, now) > alone.per_day.micros()
        }
    }
}

/// What this operator would have moved alone in 24 hours, in micro-units. Two processes can't both count the same day:
/// each statement that moves money locks the suspense account of its mode (`needs` of `rail_notice` and `parked`).
fn moved_alone(world: &World, attestation: &Attestation, now: Timestamp) -> i64 {
    let since = now.plus_seconds(-SECONDS_PER_DAY);
    let by_same = |action: &&OperatorAction| attestation.may_be_by(&action.operator, &action.machine_user);
    let alone =
        world.actions().filter(|action| action.kind == OperatorActionKind::Done && action.created_at > since);
    let amounts = alone.filter(by_same).map(|action| action.amount.micros());
    amounts.fold(attestation.amount.micros(), i64::saturating_add)
}

fn set_limit(
    world: &World,
    set: &SetLimit,
    attestation: &Attestation,
    now: Timestamp,
) -> Result<Change, Refusal> {
    let known = world.operator_limit().filter(|known| known.id == set.replaces);
    let known = known.ok_or(Refusal::InvalidState { noun: Noun::Proposal, state: "outdated" })?;
    let limit =
        OperatorLimit { id: attestation.action, replaces: Some(known.id), alone: set.alone, created_at: now };
    Ok(Change { outcome: Outcome::Done, rows: vec![Row::OperatorLimit(limit)] })
}

fn propose(world: &World, statement: &Statement, attestation: &Attestation, now: Timestamp) -> Change {
    let proposal = Proposal {
        name: statement.name().to_owned(),
        operator: attestation.operator.clone(),
        machine_user: attestation.machine_user,
        facts: attestation.facts.clone(),
        amount: attestation.amount,
        terms: statement.terms(),
        created_at: now,
    };
    let action = line(world, OperatorActionKind::Proposed, &proposal.name, attestation, now);
    let rows = vec![Row::Proposal(proposal.clone()), Row::OperatorAction(action)];
    Change { outcome: Outcome::Proposed(proposal), rows }
}

/// Takes back what was proposed and not yet confirmed.
pub fn reject(
    world: &World,
    name: &str,
    attestation: &Attestation,
    now: Timestamp,
) -> Result<Change, Refusal> {
    let proposal = world.proposals.get(name).ok_or(Refusal::NotFound(Noun::Proposal))?;
    let attestation =
        Attestation { facts: proposal.facts.clone(), amount: proposal.amount, ..attestation.clone() };
    let line = line(world, OperatorActionKind::Rejected, name, &attestation, now);
    Ok(Change {
        outcome: Outcome::Done,
        rows: vec![Row::ClosedProposal(name.to_owned()), Row::OperatorAction(line)],
    })
}

fn line(
    world: &World,
    kind: OperatorActionKind,
    name: &str,
    attestation: &Attestation,
    now: Timestamp,
) -> OperatorAction {
    OperatorAction {
        id: attestation.action,
        kind,
        name: name.to_owned(),
        facts: attestation.facts.clone(),
        operator: attestation.operator.clone(),
        machine_user: attestation.machine_user,
        evidence: attestation.evidence.clone(),
        amount: attestation.amount,
        alone: alone(world),
        created_at: now,
    }
}
