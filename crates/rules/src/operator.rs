//! What operators do by hand on manual rails: on record, and above an amount only with a second pair of eyes.

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
}

impl Statement {
    fn name(&self) -> &str {
        match self {
            Statement::Notice(take) => &take.name,
            Statement::Park(park) => &park.name,
            Statement::Match(found) => &found.take.name,
            Statement::SendBack(back) => &back.name,
        }
    }
}

/// Who says so, and on what grounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Vouched {
    pub action: ActionId,
    pub operator: String,
    /// The name by which the machine knows the operator.
    pub machine_user: String,
    pub evidence: String,
    /// What is said, in words that two operators must agree on.
    pub facts: String,
    /// What it moves, in USDC.
    pub amount: Amount,
    /// Above this, a second operator must say the same.
    pub alone_up_to: Amount,
}

/// What one operator said and a second must confirm.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proposal {
    /// The name of the notice that it would become.
    pub name: String,
    pub operator: String,
    pub facts: String,
    pub created_at: Timestamp,
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
    pub created_at: Timestamp,
}

pub fn needs(needs: &mut Needs, statement: &Statement) {
    needs.proposals.insert(statement.name().to_owned());
    match statement {
        Statement::Notice(take) => notice::needs(needs, take),
        Statement::Park(park) => notice::needs_to_park(needs, park),
        Statement::Match(found) => notice::needs_to_match(needs, found),
        Statement::SendBack(back) => notice::needs_to_send_back(needs, back),
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
            None if vouched.amount > vouched.alone_up_to => return Ok(propose(name, vouched, now)),
            Some(earlier) if earlier.operator == vouched.operator => {
                return Ok(Change { outcome: Outcome::Proposed(earlier.clone()), rows: Vec::new() });
            }
            Some(_) | None => {}
        }
    }
    let mut change = match statement {
        Statement::Notice(take) => notice::take(world, take, now)?,
        Statement::Park(park) => notice::park(world, park, now)?,
        Statement::Match(found) => notice::match_parked(world, found, now)?,
        Statement::SendBack(back) => notice::send_back(world, back, now)?,
    };
    // What was done before is not done again, and needs no second line.
    if !change.rows.is_empty() {
        change.rows.push(Row::Action(line(Deed::Done, name, vouched, now)));
        if world.proposals.contains(name) {
            change.rows.push(Row::ClosedProposal(name.to_owned()));
        }
    }
    Ok(change)
}

fn propose(name: &str, vouched: &Vouched, now: Timestamp) -> Change {
    let proposal = Proposal {
        name: name.to_owned(),
        operator: vouched.operator.clone(),
        facts: vouched.facts.clone(),
        created_at: now,
    };
    let rows = vec![Row::Proposal(proposal.clone()), Row::Action(line(Deed::Proposed, name, vouched, now))];
    Change { outcome: Outcome::Proposed(proposal), rows }
}

/// Takes back what was proposed and not yet confirmed.
pub fn reject(world: &World, name: &str, vouched: &Vouched, now: Timestamp) -> Result<Change, Refusal> {
    let proposal = world.proposals.get(name).ok_or(Refusal::NotFound(Noun::Proposal))?;
    let line = line(Deed::Rejected, name, &Vouched { facts: proposal.facts.clone(), ..vouched.clone() }, now);
    Ok(Change { outcome: Outcome::Done, rows: vec![Row::ClosedProposal(name.to_owned()), Row::Action(line)] })
}

fn line(deed: Deed, name: &str, vouched: &Vouched, now: Timestamp) -> Action {
    Action {
        id: vouched.action,
        deed,
        name: name.to_owned(),
        facts: vouched.facts.clone(),
        operator: vouched.operator.clone(),
        machine_user: vouched.machine_user.clone(),
        evidence: vouched.evidence.clone(),
        created_at: now,
    }
}
