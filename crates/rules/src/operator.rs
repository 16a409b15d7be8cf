//! What operators do by hand on manual rails: on record, and above an amount only with a second pair of eyes.

use std::borrow::Cow;

use crate::change::{Change, Outcome, Row};
use crate::id::ActionId;
use crate::money::Amount;
use crate::notice::{self, MatchMoney, ParkMoney, SendBack, TakeNotice};
use crate::refusal::{Noun, Refusal};
use crate::time::Timestamp;
use crate::world::{Needs, World};

/// What an operator says has happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Statement {
    Notice(TakeNotice),
    Park(ParkMoney),
    Match(MatchMoney),
    SendBack(SendBack),
    Limit(SetLimit),
}

impl Statement {
    fn name(&self) -> &str {
        match self {
            Statement::Notice(take) => &take.name,
            Statement::Park(park) => &park.name,
            Statement::Match(found) => &found.take.name,
            Statement::SendBack(back) => &back.name,
            Statement::Limit(set) => &set.name,
        }
    }

    /// Money had come when the first operator said so, unless they named the time: the second one does not make it
    /// late.
    fn was_first_said_at(&mut self, at: Timestamp) {
        match self {
            Statement::Notice(take) => take.received_at = take.received_at.or(Some(at)),
            Statement::Park(park) => park.received_at = park.received_at.min(at),
            Statement::Match(_) | Statement::SendBack(_) | Statement::Limit(_) => {}
        }
    }
}

/// Up to which amount one operator is enough. It is kept with the books, so that no command brings its own. Each
/// replaces the one before it, and none is ever changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OperatorLimit {
    /// The action that set it.
    pub id: ActionId,
    /// The limit before it; the first one came with the database.
    pub replaces: Option<ActionId>,
    pub alone_up_to: Amount,
    pub created_at: Timestamp,
}

/// Another limit instead of this one. To lower it, one operator is enough.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetLimit {
    /// What it is told apart by, used once.
    pub name: String,
    pub replaces: ActionId,
    pub alone_up_to: Amount,
}

/// Who says so, and on what grounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Vouched {
    pub action: ActionId,
    pub operator: String,
    /// The account on the machine that runs the command, and behind a comma what it runs as, if that is another.
    pub machine_user: String,
    pub evidence: String,
    /// What is said, in words that two operators must agree on.
    pub facts: String,
    /// What it moves, in USDC.
    pub amount: Amount,
}

/// What one operator said and a second must confirm.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proposal {
    /// The name of the notice that it would become.
    pub name: String,
    pub operator: String,
    pub machine_user: String,
    pub facts: String,
    pub created_at: Timestamp,
}

impl Proposal {
    /// Whether the same person says it again: under the same name, or from the same account on the machine.
    pub fn is_by(&self, operator: &str, machine_user: &str) -> bool {
        self.operator == operator || machine_account(&self.machine_user) == machine_account(machine_user)
    }
}

/// Without what it runs as: somebody with `sudo` is still one person.
fn machine_account(machine_user: &str) -> &str {
    machine_user.split(',').next().unwrap_or_default()
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Deed {
    Proposed,
    Done,
    Rejected,
}

impl Deed {
    pub const ALL: [Deed; 3] = [Deed::Proposed, Deed::Done, Deed::Rejected];

    pub const fn name(self) -> &'static str {
        match self {
            Deed::Proposed => "proposed",
            Deed::Done => "done",
            Deed::Rejected => "rejected",
        }
    }

    pub fn parse(name: &str) -> Option<Deed> {
        Deed::ALL.into_iter().find(|deed| deed.name() == name)
    }
}

/// One line of the operators' log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Action {
    pub id: ActionId,
    pub deed: Deed,
    pub name: String,
    pub facts: String,
    pub operator: String,
    pub machine_user: String,
    pub evidence: String,
    /// Up to which amount one operator was enough.
    pub alone_up_to: Amount,
    pub created_at: Timestamp,
}

pub fn needs(needs: &mut Needs, statement: &Statement) {
    needs.proposals.insert(statement.name().to_owned());
    needs.operator_limit = true;
    match statement {
        Statement::Notice(take) => notice::needs(needs, take),
        Statement::Park(park) => notice::needs_to_park(needs, park),
        Statement::Match(found) => notice::needs_to_match(needs, found),
        Statement::SendBack(back) => notice::needs_to_send_back(needs, back),
        Statement::Limit(_) => {}
    }
}

/// Does what is said, or waits for somebody else to say it, too.
pub fn vouch(
    world: &World,
    statement: &Statement,
    vouched: &Vouched,
    now: Timestamp,
) -> Result<Change, Refusal> {
    let name = statement.name();
    let mut said = Cow::Borrowed(statement);
    if !world.notices.contains(name) {
        if let Statement::Notice(take) = statement {
            notice::check_unpromised(world, take)?;
        }
        match world.proposals.get(name) {
            Some(earlier) if earlier.facts != vouched.facts => {
                return Err(Refusal::OperatorsDisagree {
                    operator: earlier.operator.clone(),
                    facts: earlier.facts.clone(),
                });
            }
            None if needs_second(world, statement, vouched) => return Ok(propose(world, name, vouched, now)),
            Some(earlier) if earlier.is_by(&vouched.operator, &vouched.machine_user) => {
                return Ok(Change { outcome: Outcome::Proposed(earlier.clone()), rows: Vec::new() });
            }
            Some(earlier) => said.to_mut().was_first_said_at(earlier.created_at),
            None => {}
        }
    }
    let mut change = match &*said {
        Statement::Notice(take) => notice::take(world, take, now)?,
        Statement::Park(park) => notice::park(world, park, now)?,
        Statement::Match(found) => notice::match_parked(world, found, now)?,
        Statement::SendBack(back) => notice::send_back(world, back, now)?,
        Statement::Limit(set) => set_limit(world, set, vouched, now)?,
    };
    // What was done before is not done again, and needs no second line.
    if !change.rows.is_empty() {
        change.rows.push(Row::Action(line(world, Deed::Done, name, vouched, now)));
        if world.proposals.contains(name) {
            change.rows.push(Row::ClosedProposal(name.to_owned()));
        }
    }
    Ok(change)
}

/// Without a limit, one operator is never enough.
fn alone_up_to(world: &World) -> Amount {
    world.operator_limit().map_or(Amount::ZERO, |limit| limit.alone_up_to)
}

fn needs_second(world: &World, statement: &Statement, vouched: &Vouched) -> bool {
    match statement {
        Statement::Limit(set) => set.alone_up_to > alone_up_to(world),
        _ => vouched.amount > alone_up_to(world),
    }
}

fn set_limit(world: &World, set: &SetLimit, vouched: &Vouched, now: Timestamp) -> Result<Change, Refusal> {
    let known = world.operator_limit().filter(|known| known.id == set.replaces);
    let known = known.ok_or(Refusal::InvalidState { noun: Noun::Proposal, state: "outdated" })?;
    let limit = OperatorLimit {
        id: vouched.action,
        replaces: Some(known.id),
        alone_up_to: set.alone_up_to,
        created_at: now,
    };
    Ok(Change { outcome: Outcome::Done, rows: vec![Row::OperatorLimit(limit)] })
}

fn propose(world: &World, name: &str, vouched: &Vouched, now: Timestamp) -> Change {
    let proposal = Proposal {
        name: name.to_owned(),
        operator: vouched.operator.clone(),
        machine_user: vouched.machine_user.clone(),
        facts: vouched.facts.clone(),
        created_at: now,
    };
    let action = line(world, Deed::Proposed, name, vouched, now);
    let rows = vec![Row::Proposal(proposal.clone()), Row::Action(action)];
    Change { outcome: Outcome::Proposed(proposal), rows }
}

/// Takes back what was proposed and not yet confirmed.
pub fn reject(world: &World, name: &str, vouched: &Vouched, now: Timestamp) -> Result<Change, Refusal> {
    let proposal = world.proposals.get(name).ok_or(Refusal::NotFound(Noun::Proposal))?;
    let vouched = Vouched { facts: proposal.facts.clone(), ..vouched.clone() };
    let line = line(world, Deed::Rejected, name, &vouched, now);
    Ok(Change { outcome: Outcome::Done, rows: vec![Row::ClosedProposal(name.to_owned()), Row::Action(line)] })
}

fn line(world: &World, deed: Deed, name: &str, vouched: &Vouched, now: Timestamp) -> Action {
    Action {
        id: vouched.action,
        deed,
        name: name.to_owned(),
        facts: vouched.facts.clone(),
        operator: vouched.operator.clone(),
        machine_user: vouched.machine_user.clone(),
        evidence: vouched.evidence.clone(),
        alone_up_to: alone_up_to(world),
        created_at: now,
    }
}

#[cfg(test)]
mod tests {
    use super::Proposal;
    use crate::time::Timestamp;

    #[test]
    fn a_name_or_an_account_on_the_machine_is_one_person() {
        let proposal = Proposal {
            name: "x".to_owned(),
            operator: "ana".to_owned(),
            machine_user: "uid 1000, running as uid 0".to_owned(),
            facts: "x".to_owned(),
            created_at: Timestamp::from_micros(0),
        };
        for (operator, machine_user, is_same) in [
            ("ana", "uid 1001", true),
            ("bob", "uid 1000", true),
            ("bob", "uid 1000, running as uid 5", true),
            ("bob", "uid 1001, running as uid 0", false),
            ("bob", "uid 0", false),
            ("bob", "uid 100", false),
        ] {
            assert_eq!(proposal.is_by(operator, machine_user), is_same, "{operator} {machine_user}");
        }
    }
}
