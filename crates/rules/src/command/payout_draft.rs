//! The commands about payouts in progress.

use crate::account::Caller;
use crate::change::{Change, Outcome};
use crate::decisions::payout::draft::{self, SaveDraft};
use crate::id::{AccountId, PayoutDraftId};
use crate::refusal::Refusal;
use crate::time::Timestamp;
use crate::world::{Needs, World};

use super::Command;

/// Sends what a user has reviewed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SendDraft {
    pub caller: Caller,
    pub id: PayoutDraftId,
    /// The version that the user reviewed.
    pub version: i64,
    /// The command that pays.
    pub pay: Command,
}

impl SendDraft {
    fn needs(&self, needs: &mut Needs) {
        draft::needs(needs, &self.caller, self.id);
        self.pay.needs(needs);
    }

    fn decide(&self, world: &World, now: Timestamp) -> Result<Change, Refusal> {
        let draft = draft::reviewed(world, &self.caller, self.id, self.version)?;
        let mut change = self.pay.decide(world, now)?;
        let Outcome::Payout(payout) = &change.outcome else {
            unreachable!("a payout that was accepted is a payout")
        };
        let sent = draft::sent(draft, payout.id, now);
        change.rows.push(sent);
        Ok(change)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PayoutDraftCommand {
    Save(Caller, SaveDraft),
    /// In the version that the user saw.
    Delete(Caller, PayoutDraftId, i64),
    Send(SendDraft),
    Forget(Vec<(AccountId, PayoutDraftId)>),
}

impl From<PayoutDraftCommand> for Command {
    fn from(command: PayoutDraftCommand) -> Command {
        Command::PayoutDraft(Box::new(command))
    }
}

impl PayoutDraftCommand {
    pub fn needs(&self, needs: &mut Needs) {
        match self {
            PayoutDraftCommand::Save(caller, save) => draft::needs(needs, caller, save.id),
            PayoutDraftCommand::Delete(caller, id, _) => draft::needs(needs, caller, *id),
            PayoutDraftCommand::Send(send) => send.needs(needs),
            PayoutDraftCommand::Forget(ids) => {
                needs.accounts.extend(ids.iter().map(|(account, _)| *account));
                needs.payout_drafts.extend(ids);
            }
        }
    }

    pub fn decide(&self, world: &World, now: Timestamp) -> Result<Change, Refusal> {
        match self {
            PayoutDraftCommand::Save(caller, save) => draft::save(world, caller, save, now),
            PayoutDraftCommand::Delete(caller, id, version) => draft::delete(world, caller, *id, *version),
            PayoutDraftCommand::Send(send) => send.decide(world, now),
            PayoutDraftCommand::Forget(ids) => Ok(draft::forget(world, ids, now)),
        }
    }

    /// The caller, unless Florin itself deletes drafts.
    pub(super) fn caller(&self) -> Option<&Caller> {
        match self {
            PayoutDraftCommand::Save(caller, _) | PayoutDraftCommand::Delete(caller, ..) => Some(caller),
            PayoutDraftCommand::Send(send) => Some(&send.caller),
            PayoutDraftCommand::Forget(_) => None,
        }
    }

    pub(super) fn weight(&self) -> usize {
        match self {
            PayoutDraftCommand::Send(send) => send.pay.weight(),
            PayoutDraftCommand::Forget(ids) => ids.len(),
            PayoutDraftCommand::Save(..) | PayoutDraftCommand::Delete(..) => 1,
        }
    }
}
