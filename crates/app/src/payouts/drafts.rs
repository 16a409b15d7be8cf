//! Use-cases of payouts in progress.

use rules::account::Caller;
use rules::command::{Command, PayoutDraftCommand, SendDraft};
use rules::decisions::payout::draft::SaveDraft;
use rules::id::{PayoutDraftId, PayoutId};
use rules::idempotency::{IdempotencyRequest, StoredResponseId};
use rules::payout_draft::{KEPT_SECONDS, MAX_DRAFTS, PayoutDraft};
use rules::refusal::{Noun, Refusal};
use store::OpenDraft;

use super::NewPayout;
use crate::payouts::Payouts;
use crate::platform::failure::Failure;
use crate::platform::session::SignedIn;
use crate::platform::writer::CommandResponse;

/// As many as one command deletes. Each may hold a megabyte.
const FORGOTTEN_AT_ONCE: usize = 10;

/// A draft that a user has reviewed, in the version that they saw.
#[derive(Clone, Copy)]
pub struct ReviewedDraft {
    pub id: PayoutDraftId,
    pub version: i64,
}

impl Payouts {
    pub fn fresh_draft_id(&self) -> PayoutDraftId {
        self.platform.dice.id(self.platform.clock.now())
    }

    /// A draft of this account, also one that was sent.
    pub async fn draft(&self, caller: &Caller, id: &str) -> Result<PayoutDraft, Failure> {
        let found = match PayoutDraftId::parse(id) {
            Some(id) => self.platform.store.payout_draft(caller.account, id).await?,
            None => None,
        };
        Ok(found.ok_or(Refusal::NotFound(Noun::PayoutDraft))?)
    }

    /// Whether a new draft may have this id.
    pub fn may_begin_draft(&self, id: PayoutDraftId) -> bool {
        PayoutDraft::may_begin(id, self.platform.clock.now())
    }

    /// Those that aren't sent, the last changed first.
    pub async fn open_drafts(&self, caller: &Caller) -> Result<Vec<OpenDraft>, Failure> {
        Ok(self.platform.store.open_payout_drafts(caller.account, MAX_DRAFTS).await?)
    }

    pub async fn save_draft(&self, caller: &Caller, save: SaveDraft) -> Result<PayoutDraft, Failure> {
        let command = PayoutDraftCommand::Save(*caller, save);
        Ok(self.platform.writer.submit(command.into(), None).await?.outcome())
    }

    pub async fn delete_draft(&self, caller: &Caller, draft: ReviewedDraft) -> Result<(), Failure> {
        let command = PayoutDraftCommand::Delete(*caller, draft.id, draft.version);
        self.platform.writer.submit(command.into(), None).await.map(|_| ())
    }

    /// Sends a draft. Its id is the idempotency key of the payout: a window that sends it again gets that payout.
    pub async fn send_draft(
        &self,
        signed_in: &SignedIn,
        caller: &Caller,
        new: NewPayout,
        draft: ReviewedDraft,
    ) -> Result<CommandResponse, Failure> {
        let key = draft.id.to_string();
        let path = "dashboard payout_drafts".to_owned();
        let id = StoredResponseId { account: caller.account, app: caller.app, path, key: key.clone() };
        let mut fingerprint = [0; 32];
        fingerprint[..8].copy_from_slice(&draft.version.to_be_bytes());
        let pay = self.payment_in_session(signed_in, caller, new, Some(key)).await?;
        let send = SendDraft { caller: *caller, id: draft.id, version: draft.version, pay };
        let command = Command::from(PayoutDraftCommand::Send(send));
        self.submit_payout(command, Some(IdempotencyRequest { id, fingerprint })).await
    }

    /// The payout of this account that a file with this hash became, if it was sent lately.
    pub async fn payout_of_file(&self, caller: &Caller, hash: &str) -> Result<Option<PayoutId>, Failure> {
        Ok(self.platform.store.payout_of_file(caller.account, hash).await?)
    }

    /// Deletes some drafts that were last changed long ago, and says how many it found.
    pub async fn forget_drafts(&self) -> usize {
        let before = self.platform.clock.now().plus_seconds(-KEPT_SECONDS);
        let old = self.platform.store.old_payout_drafts(before, FORGOTTEN_AT_ONCE);
        self.platform.forget("old payout drafts", old, PayoutDraftCommand::Forget).await
    }
}
