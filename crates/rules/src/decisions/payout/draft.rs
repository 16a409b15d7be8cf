//! Saving, sending and deleting payouts in progress. A draft becomes one payout at most, in the commit of that payout.

use crate::account::Caller;
use crate::change::{Change, Outcome, Row};
use crate::id::{AccountId, PayoutDraftId, PayoutId};
use crate::payout_draft::{LONGEST_DRAFT, LONGEST_TITLE, MAX_DRAFTS, PayoutDraft};
use crate::refusal::{Limit, Noun, Refusal};
use crate::time::Timestamp;
use crate::world::{Needs, World};

/// What a user has entered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SaveDraft {
    pub id: PayoutDraftId,
    /// The version that the user saw; zero for a draft that isn't there yet.
    pub version: i64,
    pub title: String,
    pub row_count: i64,
    pub content: String,
    /// The hash of the file, for a new draft.
    pub file: Option<String>,
}

pub fn needs(needs: &mut Needs, caller: &Caller, id: PayoutDraftId) {
    needs.accounts.insert(caller.account);
    needs.payout_drafts.insert((caller.account, id));
    needs.payout_drafts_of.insert(caller.account);
}

/// A form that is sent twice saves once: what is there already isn't a change.
pub fn save(world: &World, caller: &Caller, save: &SaveDraft, now: Timestamp) -> Result<Change, Refusal> {
    assert!(save.content.len() <= LONGEST_DRAFT, "the pages bound what can be typed");
    assert!(save.title.chars().count() <= LONGEST_TITLE, "the pages shorten titles");
    let known = world.payout_drafts.get(&(caller.account, save.id));
    if let Some(sent) = known.filter(|known| known.is_sent()) {
        return Err(refused(sent));
    }
    if let Some(same) = known.filter(|known| known.content == save.content) {
        return Ok(Change { outcome: Outcome::PayoutDraft(same.clone()), rows: Vec::new() });
    }
    if known.map_or(0, |known| known.version) != save.version {
        return Err(changed());
    }
    if known.is_none() && !PayoutDraft::may_begin(save.id, now) {
        return Err(changed());
    }
    if known.is_none() && world.open_payout_drafts(caller.account) >= MAX_DRAFTS {
        return Err(Refusal::LimitExceeded(Limit::PayoutDrafts));
    }
    let draft = PayoutDraft {
        account: caller.account,
        id: save.id,
        version: next_version(save.version, now),
        title: save.title.clone(),
        row_count: save.row_count,
        content: save.content.clone(),
        file: known.map_or(save.file.clone(), |known| known.file.clone()),
        payout: None,
        updated_at: now,
    };
    Ok(Change { outcome: Outcome::PayoutDraft(draft.clone()), rows: vec![Row::PayoutDraft(draft)] })
}

/// Deleting what is gone changes nothing. A draft that was sent stays: it is the memory of what was sent.
pub fn delete(world: &World, caller: &Caller, id: PayoutDraftId, version: i64) -> Result<Change, Refusal> {
    let Some(draft) = world.payout_drafts.get(&(caller.account, id)) else {
        return Ok(Change { outcome: Outcome::Done, rows: Vec::new() });
    };
    if draft.is_sent() {
        return Err(refused(draft));
    }
    if draft.version != version {
        return Err(changed());
    }
    let gone = Row::DeletedPayoutDraft(draft.account, draft.id);
    Ok(Change { outcome: Outcome::Done, rows: vec![gone] })
}

/// The draft that a user sends, in the version that they reviewed.
pub fn reviewed<'w>(
    world: &'w World,
    caller: &Caller,
    id: PayoutDraftId,
    version: i64,
) -> Result<&'w PayoutDraft, Refusal> {
    let draft = world.payout_drafts.get(&(caller.account, id));
    let draft = draft.ok_or(Refusal::NotFound(Noun::PayoutDraft))?;
    if draft.is_sent() {
        return Err(refused(draft));
    }
    if draft.version != version {
        return Err(changed());
    }
    Ok(draft)
}

/// A draft that has become a payout.
pub fn sent(draft: &PayoutDraft, payout: PayoutId, now: Timestamp) -> Row {
    Row::PayoutDraft(PayoutDraft {
        version: next_version(draft.version, now),
        content: String::new(),
        payout: Some(payout),
        updated_at: now,
        ..draft.clone()
    })
}

/// No draft has a version twice, unless its clock goes back between a deletion and the next draft of this id.
fn next_version(known: i64, now: Timestamp) -> i64 {
    now.micros().max(known + 1)
}

/// Only what is still over is deleted: a draft may have been changed since the check.
pub fn forget(world: &World, ids: &[(AccountId, PayoutDraftId)], now: Timestamp) -> Change {
    let over = ids.iter().filter(|id| world.payout_drafts.get(*id).is_some_and(|draft| draft.is_over(now)));
    let rows = over.map(|(account, id)| Row::DeletedPayoutDraft(*account, *id)).collect();
    Change { outcome: Outcome::Done, rows }
}

/// What a draft that was sent says to the next who would change or send it.
fn refused(_: &PayoutDraft) -> Refusal {
    Refusal::InvalidState { noun: Noun::PayoutDraft, state: "sent" }
}

fn changed() -> Refusal {
    Refusal::InvalidState { noun: Noun::PayoutDraft, state: "changed" }
}
