//! Drafts: payouts in progress. Each has an address of its own, so it survives the browser's back button, a reload, a
//! second tab and a new sign-in. What a form sends is saved first, and shown from there.

use app::{Failure, ReviewedDraft};
use axum::http::StatusCode;
use rules::decisions::payout::draft::SaveDraft;
use rules::id::PayoutDraftId;
use rules::payout_draft::{LONGEST_TITLE, PayoutDraft};
use rules::refusal::{Limit, Noun, Refusal};

use super::draft::Draft;
use super::{draft_content, draft_form};
use crate::page::shell::Section;
use crate::page::{PageError, PageRequest, PageResponse};

/// In the address of a draft whose mistakes are shown.
pub const CHECKED: &str = "checked";

/// What a form says of the draft that it is about.
pub fn of_form(request: &PageRequest<'_>) -> Result<ReviewedDraft, PageError> {
    let id = PayoutDraftId::parse(request.form.get("draft"));
    let version = request.form.get("version").parse().ok();
    let (id, version) = id.zip(version).ok_or(PageError::Stale)?;
    Ok(ReviewedDraft { id, version })
}

/// Where a draft is shown, or the payout that it became.
pub fn place(request: &PageRequest<'_>, draft: &PayoutDraft) -> Result<String, PageError> {
    let payouts = Section::Payouts.href(request.mode()?);
    Ok(match draft.payout {
        Some(payout) => format!("{payouts}/{payout}"),
        None => format!("{payouts}/drafts/{}", draft.id),
    })
}

/// The draft that the path names. The second is where to go instead, once it is sent.
pub async fn known(request: &PageRequest<'_>) -> Result<Result<PayoutDraft, PageResponse>, PageError> {
    let draft = request.app().payouts.draft(&request.caller()?, request.param("id")).await?;
    if draft.is_sent() {
        return Ok(Err(PageResponse::goto(place(request, &draft)?)));
    }
    Ok(Ok(draft))
}

pub async fn show(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let stored = match known(request).await? {
        Ok(stored) => stored,
        Err(elsewhere) => return Ok(elsewhere),
    };
    let mut draft = draft_content::read(request.locale, &stored.content);
    let is_checked = request.query.get(CHECKED) == "yes";
    // What is wrong with a file is said where it is corrected. A row that is being written isn't wrong yet.
    if is_checked || draft.file.is_some() {
        draft.check(request.locale, &request.app().platform.settings.limits.in_mode(request.mode()?));
    }
    if is_checked && !draft.is_right() {
        return draft_form::wrong(request, &draft, draft_form::Saved::of(&stored)).await;
    }
    draft.mistakes.clear();
    draft_form::page(request, &draft, draft_form::Saved::of(&stored)).await
}

pub async fn delete(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let id = request.param("id");
    let Some(draft) = of_form(request).ok().filter(|draft| draft.id.to_string() == id) else {
        // The form of another page. What doesn't exist is unknown, whatever is done with it.
        request.app().payouts.draft(&request.caller()?, id).await?;
        return Err(PageError::Stale);
    };
    let payouts = Section::Payouts.href(request.mode()?);
    match request.app().payouts.delete_draft(&request.caller()?, draft).await {
        Ok(()) => Ok(PageResponse::goto(payouts)),
        // Changed or sent in the meantime: there it is to be seen.
        Err(Failure::Refused(Refusal::InvalidState { .. })) => {
            Ok(PageResponse::goto(format!("{payouts}/drafts/{}", draft.id)))
        }
        Err(failure) => Err(failure.into()),
    }
}

/// What became of saving a draft.
pub enum SaveResult {
    Saved(PayoutDraft),
    /// It was sent or changed elsewhere, and is now this.
    Changed(PayoutDraft),
    /// It was deleted elsewhere.
    Deleted,
    TooMany,
}

/// Saves a draft in place of the version that the user saw. A new one may come from a file with this hash.
pub async fn save(
    request: &PageRequest<'_>,
    seen: ReviewedDraft,
    draft: &Draft,
    file: Option<String>,
) -> Result<SaveResult, PageError> {
    let (caller, payouts) = (request.caller()?, &request.app().payouts);
    let save = SaveDraft {
        id: seen.id,
        version: seen.version,
        title: title(&draft.reference),
        row_count: draft.rows.iter().filter(|row| !row.is_blank()).count() as i64,
        content: draft_content::write(request.locale, draft),
        file,
    };
    match payouts.save_draft(&caller, save).await {
        Ok(saved) => Ok(SaveResult::Saved(saved)),
        Err(Failure::Refused(Refusal::LimitExceeded(Limit::PayoutDrafts))) => Ok(SaveResult::TooMany),
        Err(Failure::Refused(Refusal::InvalidState { noun: Noun::PayoutDraft, .. })) => {
            match payouts.draft(&caller, &seen.id.to_string()).await {
                Ok(known) => Ok(SaveResult::Changed(known)),
                Err(Failure::Refused(Refusal::NotFound(_))) => Ok(SaveResult::Deleted),
                Err(failure) => Err(failure.into()),
            }
        }
        Err(failure) => Err(failure.into()),
    }
}

/// What was typed as the reference, which may be wrong.
fn title(reference: &str) -> String {
    let printable: String = reference.chars().filter(|letter| !letter.is_control()).collect();
    crate::shorten::shortened(&printable, LONGEST_TITLE - 1)
}

/// A page that says why nothing was changed.
pub fn conflict(answer: PageResponse) -> PageResponse {
    answer.with_status(StatusCode::CONFLICT)
}
