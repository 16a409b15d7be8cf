//! Creates drafts from a sent payout: with all of its payments, or with those whose money came back. Sends nothing: the
//! user reviews the draft like any other, with the warning about earlier payments.

use app::{ItemFilter, Paging, ReviewedDraft, ShownItem};
use axum::http::StatusCode;
use i18n::Locale;
use rules::id::PayoutDraftId;
use rules::payout::MAX_ITEMS;
use rules::transaction::TransactionStatus;

use super::draft::{Draft, DraftOrigin, DraftRow};
use super::drafts::{self, SaveResult};
use super::{actions, draft_form, one};
use crate::page::shell::Notice;
use crate::page::{Flash, PageError, PageRequest, PageResponse};

/// Payments that didn't reach their recipients, and whose money is back.
const REFUNDED: [TransactionStatus; 2] = [TransactionStatus::Failed, TransactionStatus::Expired];

/// The same payments to the same recipients.
pub async fn repeat(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    copy(request, ItemFilter::default()).await
}

/// The payments that failed or expired. Those that the user cancelled aren't tried again.
pub async fn retry(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    copy(request, ItemFilter { statuses: REFUNDED.to_vec(), ..ItemFilter::default() }).await
}

async fn copy(request: &PageRequest<'_>, filter: ItemFilter) -> Result<PageResponse, PageError> {
    let (caller, payouts, id) = (request.caller()?, &request.app().payouts, request.param("id"));
    let payout = payouts.payout_shown(&caller, id).await?;
    let all = Paging { cursor: None, size: MAX_ITEMS, filters: String::new() };
    let items = payouts.payout_items_shown(&caller, id, &filter, &all).await?.items;
    if items.is_empty() {
        return Ok(PageResponse::goto(actions::home(request)?));
    }
    // The page chose the id, so a double click makes one draft.
    let draft_id = PayoutDraftId::parse(request.form.get("draft")).ok_or(PageError::Stale)?;
    let draft = Draft {
        rows: items.iter().enumerate().map(|(index, item)| row(request.locale, index, item)).collect(),
        origin: DraftOrigin::Form,
        file: None,
        reference: payout.reference.clone().unwrap_or_default(),
        mistakes: Vec::new(),
    };
    match drafts::save(request, ReviewedDraft { id: draft_id, version: 0 }, &draft, None).await? {
        SaveResult::Saved(saved) => {
            Ok(PageResponse::goto(drafts::place(request, &saved)?).saying(Flash::DraftCreated))
        }
        // The user came back to this page after changing or sending the draft.
        SaveResult::Changed(known) => Ok(PageResponse::goto(drafts::place(request, &known)?)),
        SaveResult::Deleted => Err(PageError::Stale),
        SaveResult::TooMany => {
            let notice = Notice::danger(draft_form::too_many(request.locale));
            Ok(one::page(request, Some(notice)).await?.with_status(StatusCode::CONFLICT))
        }
    }
}

fn row(locale: Locale, index: usize, item: &ShownItem) -> DraftRow {
    DraftRow {
        number: index + 1,
        to: item.email.to_string(),
        amount: locale.typed_amount(item.transaction.amount),
        reference: item.transaction.reference.clone().unwrap_or_default(),
        mistakes: Vec::new(),
    }
}
