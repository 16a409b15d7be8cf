//! Use-cases of payouts and their items.

mod claims;
mod drafts;
mod duplicates;
mod hand_over;
mod recipients;
mod settlement_worker;

pub use drafts::ReviewedDraft;
pub use duplicates::REMEMBERED_DAYS;
pub use recipients::NewRecipient;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use bytes::Bytes;
use rules::account::Caller;
use rules::change::Outcome;
use rules::command::Command;
use rules::decisions::payout::{CreatePayout, NewItem, PayInSession};
use rules::id::{PayoutId, RecipientId, Series, TransactionId};
use rules::idempotency::IdempotencyRequest;
use rules::money::Amount;
use rules::payout::{Payout, Preview};
use rules::payout_summary::PayoutSummary;
use rules::refusal::{Noun, Refusal};
use rules::sandbox;
use store::{ItemFilter, PayoutFilter, ShownItem};

use crate::platform::cursor::{CursorPage, Paging};
use crate::platform::failure::Failure;
use crate::platform::session::SignedIn;
use crate::platform::writer::CommandResponse;
use crate::platform::{Platform, wire};
use hand_over::SettlementQueue;

/// A checked request.
pub struct NewPayout {
    pub items: Vec<NewItem>,
    pub reference: Option<String>,
}

/// Payouts, their items, recipients and claims.
pub struct Payouts {
    platform: Arc<Platform>,
    /// Payouts that this process accepted and has not settled yet.
    settling: SettlementQueue,
}

impl Payouts {
    pub(crate) fn new(platform: Arc<Platform>) -> Payouts {
        Payouts { platform, settling: SettlementQueue::default() }
    }

    pub async fn create_payout(
        &self,
        caller: &Caller,
        new: NewPayout,
        idempotency: Option<IdempotencyRequest>,
    ) -> Result<CommandResponse, Failure> {
        let key = idempotency.as_ref().map(|idempotency| idempotency.id.key.clone());
        let create = self.new_payout(new, key);
        self.submit_payout(Command::CreatePayout(*caller, create), idempotency).await
    }

    /// The same, from the dashboard. A live payout may need the password again ([`Refusal::ConfirmationRequired`]).
    pub async fn pay_in_session(
        &self,
        signed_in: &SignedIn,
        caller: &Caller,
        new: NewPayout,
        idempotency: Option<IdempotencyRequest>,
    ) -> Result<CommandResponse, Failure> {
        let key = idempotency.as_ref().map(|idempotency| idempotency.id.key.clone());
        let command = self.payment_in_session(signed_in, caller, new, key).await?;
        self.submit_payout(command, idempotency).await
    }

    /// The command that pays from the dashboard.
    async fn payment_in_session(
        &self,
        signed_in: &SignedIn,
        caller: &Caller,
        new: NewPayout,
        key: Option<String>,
    ) -> Result<Command, Failure> {
        let new = self.new_payout(new, key);
        if !sandbox::needs_confirmation(caller.mode) {
            return Ok(Command::CreatePayout(*caller, new));
        }
        // A completed payment stays completed, so that may be asked before.
        let has_new_recipient = !signed_in.session.is_proved(self.platform.clock.now())
            && self.has_new_recipient(caller, new.clone()).await?;
        let pay = PayInSession {
            caller: *caller,
            new,
            session: signed_in.session.id,
            has_new_recipient,
            confirm_above: self.platform.settings.confirm_payouts_above,
        };
        Ok(Command::PayInSession(Box::new(pay)))
    }

    /// Whether a payout has a recipient to which the account has never completed a payment.
    async fn has_new_recipient(&self, caller: &Caller, new: CreatePayout) -> Result<bool, Failure> {
        let preview = self.preview(Command::PreviewPayout(*caller, new)).await?;
        let known = preview.items.iter().map(|item| item.as_ref().and_then(|item| item.recipient));
        let Some(ids) = known.collect::<Option<BTreeSet<RecipientId>>>() else { return Ok(true) };
        let paid = self.platform.store.recipients_paid_before(caller.account, &ids).await?;
        Ok(paid != ids)
    }

    async fn submit_payout(
        &self,
        command: Command,
        idempotency: Option<IdempotencyRequest>,
    ) -> Result<CommandResponse, Failure> {
        let answered = self.platform.writer.submit(command, idempotency).await?;
        if let CommandResponse::Now(Outcome::Payout(payout), _) = &answered {
            self.settling.hand_over(payout);
        }
        Ok(answered)
    }

    /// What [`Payouts::create_payout`] would do. Nothing is written.
    pub async fn preview_payout(&self, caller: &Caller, new: NewPayout) -> Result<Preview, Failure> {
        self.preview(Command::PreviewPayout(*caller, self.new_payout(new, None))).await
    }

    /// The most that one person may be paid at once.
    pub fn max_per_item(&self) -> Amount {
        self.platform.settings.limits.item
    }

    async fn preview(&self, command: Command) -> Result<Preview, Failure> {
        Ok(self.platform.writer.submit(command, None).await?.outcome())
    }

    fn new_payout(&self, new: NewPayout, idempotency_key: Option<String>) -> CreatePayout {
        let now = self.platform.clock.now();
        let series: Series<rules::id::PayoutKind> = self.platform.dice.series(now);
        CreatePayout {
            id: series.nth(0),
            items: new.items,
            reference: new.reference,
            idempotency_key,
            limits: self.platform.settings.limits,
            recipients: self.platform.dice.series(now),
            events: self.platform.dice.series(now),
        }
    }

    pub async fn payout(&self, caller: &Caller, id: &str) -> Result<Bytes, Failure> {
        Ok(wire::payout(&self.payout_shown(caller, id).await?).into())
    }

    pub async fn payout_shown(&self, caller: &Caller, id: &str) -> Result<Payout, Failure> {
        let found = match PayoutId::parse(id) {
            Some(id) => self.platform.store.payout(caller.account, id).await?,
            None => None,
        };
        Ok(found.ok_or(Refusal::NotFound(Noun::Payout))?)
    }

    pub async fn payouts(
        &self,
        caller: &Caller,
        filter: &PayoutFilter,
        paging: &Paging,
    ) -> Result<Bytes, Failure> {
        let shown = self.payouts_shown(caller, filter, paging).await?;
        shown.render(|payout| Ok(wire::payout(&payout)))
    }

    pub async fn payouts_shown(
        &self,
        caller: &Caller,
        filter: &PayoutFilter,
        paging: &Paging,
    ) -> Result<CursorPage<Payout>, Failure> {
        let after = self.platform.open_cursor(caller, "payouts", paging)?;
        let page =
            self.platform.lists(caller).await?.payouts(caller, filter, after.as_ref(), paging.size).await?;
        Ok(self.platform.shown(caller, "payouts", paging, page))
    }

    /// The outcomes of the items of each of these payouts.
    pub async fn summaries(
        &self,
        caller: &Caller,
        payouts: &[Payout],
    ) -> Result<Vec<PayoutSummary>, Failure> {
        // Payouts count expired items as cancelled.
        let some_ended = payouts.iter().filter(|payout| payout.breakdown.cancelled > 0);
        let ids: Vec<PayoutId> = some_ended.map(|payout| payout.id).collect();
        let expired = match ids.is_empty() {
            true => BTreeMap::new(),
            false => self.platform.lists(caller).await?.expired_items(&ids).await?,
        };
        let summary = |payout: &Payout| {
            PayoutSummary::of(&payout.breakdown, expired.get(&payout.id).copied().unwrap_or(0))
        };
        Ok(payouts.iter().map(summary).collect())
    }

    pub async fn payout_items(
        &self,
        caller: &Caller,
        id: &str,
        filter: &ItemFilter,
        paging: &Paging,
    ) -> Result<Bytes, Failure> {
        let shown = self.payout_items_shown(caller, id, filter, paging).await?;
        shown.render(|row| Ok(wire::item(&row.transaction, &row.email)))
    }

    /// The items of a payout, in the order in which they were asked for.
    pub async fn payout_items_shown(
        &self,
        caller: &Caller,
        id: &str,
        filter: &ItemFilter,
        paging: &Paging,
    ) -> Result<CursorPage<ShownItem>, Failure> {
        let id = PayoutId::parse(id).ok_or(Refusal::NotFound(Noun::Payout))?;
        let list = format!("payout_items {id}");
        let after = self.platform.open_cursor(caller, &list, paging)?;
        let page =
            self.platform.lists(caller).await?.items(caller, id, filter, after.as_ref(), paging.size).await?;
        // A payout has items, so only an empty page must be told from a payout that is not there.
        if page.items.is_empty() && self.platform.store.payout(caller.account, id).await?.is_none() {
            return Err(Refusal::NotFound(Noun::Payout).into());
        }
        Ok(self.platform.shown(caller, &list, paging, page))
    }

    pub async fn payout_item(&self, caller: &Caller, id: &str, item: &str) -> Result<Bytes, Failure> {
        let row = self.payout_item_shown(caller, id, item).await?;
        Ok(wire::item(&row.transaction, &row.email).into())
    }

    pub async fn payout_item_shown(
        &self,
        caller: &Caller,
        id: &str,
        item: &str,
    ) -> Result<ShownItem, Failure> {
        let (payout, item) = item_ids(id, item)?;
        let found = self.platform.store.item(caller, item).await?;
        let found = found.filter(|row| row.transaction.payout == Some(payout));
        Ok(found.ok_or(Refusal::NotFound(Noun::PayoutItem))?)
    }

    pub async fn cancel_payout(
        &self,
        caller: &Caller,
        id: &str,
        idempotency: Option<IdempotencyRequest>,
    ) -> Result<CommandResponse, Failure> {
        let id = PayoutId::parse(id).ok_or(Refusal::NotFound(Noun::Payout))?;
        self.platform
            .writer
            .submit(Command::CancelPayout(*caller, id, self.platform.fresh()), idempotency)
            .await
    }

    pub async fn cancel_payout_item(
        &self,
        caller: &Caller,
        id: &str,
        item: &str,
        idempotency: Option<IdempotencyRequest>,
    ) -> Result<CommandResponse, Failure> {
        let (payout, item) = item_ids(id, item)?;
        self.platform
            .writer
            .submit(Command::CancelItem(*caller, payout, item, self.platform.fresh()), idempotency)
            .await
    }
}

fn item_ids(payout: &str, item: &str) -> Result<(PayoutId, TransactionId), Refusal> {
    let ids = PayoutId::parse(payout).zip(TransactionId::parse(item));
    ids.ok_or(Refusal::NotFound(Noun::PayoutItem))
}
