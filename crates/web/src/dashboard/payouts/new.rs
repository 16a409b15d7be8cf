//! Writing a payout row by row. It works without script: the server saves what was typed, and shows it with more rows,
//! fewer, or those that were pasted.

use app::{Failure, ReviewedDraft};
use rules::id::PayoutDraftId;
use rules::payout::MAX_ITEMS;
use rules::payout_draft::PayoutDraft;
use rules::refusal::Refusal;

use super::draft::{Draft, DraftOrigin, DraftRow};
use super::draft_form::{self, Saved, last_number};
use super::drafts::{self, CHECKED, SaveResult};
use super::{draft_content, sheet};
use crate::page::{PageError, PageRequest, PageResponse};
use crate::rate_limits::Spender;

const MORE_ROWS: usize = 5;
/// Of a recipient whose page links here.
const LONGEST_ADDRESS: usize = 300;

/// The page of a new draft has the draft's id in its address, so that going back to it finds what was typed there.
pub async fn show(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let payouts = &request.app().payouts;
    let asked = PayoutDraftId::parse(request.query.get("draft"));
    let begun = match asked {
        Some(id) => known(request, id).await?,
        None => None,
    };
    if let Some(begun) = begun {
        return Ok(PageResponse::goto(drafts::place(request, &begun)?));
    }
    // Browsers remember addresses for longer than Florin remembers drafts.
    let Some(id) = asked.filter(|id| payouts.may_begin_draft(*id)) else {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.append_pair("draft", &payouts.fresh_draft_id().to_string());
        for to in request.query.all("to").take(1) {
            query.append_pair("to", to);
        }
        return Ok(PageResponse::goto(format!("{}?{}", request.path, query.finish())));
    };
    // From the page of a recipient.
    let to = request.query.text("to").chars().take(LONGEST_ADDRESS).collect();
    let rows = vec![DraftRow { number: 1, to, ..DraftRow::default() }];
    draft_form::page(request, &Draft { rows, ..Draft::default() }, Saved::new(id)).await
}

async fn known(request: &PageRequest<'_>, id: PayoutDraftId) -> Result<Option<PayoutDraft>, PageError> {
    match request.app().payouts.draft(&request.caller()?, &id.to_string()).await {
        Ok(known) => Ok(Some(known)),
        Err(Failure::Refused(Refusal::NotFound(_))) => Ok(None),
        Err(failure) => Err(failure.into()),
    }
}

/// Saves what was typed, and goes on to the review or back to the rows.
pub async fn go_on(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (seen, mut draft, _) = typed(request).await?;
    let action = request.form.get("do");
    change(request, &mut draft, action);
    let limits = request.app().platform.settings.limits.in_mode(request.mode()?);
    match drafts::save(request, seen, &draft, None).await? {
        SaveResult::Saved(saved) if !draft.mistakes.is_empty() => {
            draft_form::wrong(request, &draft, Saved::of(&saved)).await
        }
        SaveResult::Saved(saved) => {
            let place = drafts::place(request, &saved)?;
            if action != "check" && !action.is_empty() {
                return Ok(PageResponse::goto(place));
            }
            draft.check(request.locale, &limits);
            match draft.is_right() {
                true => Ok(PageResponse::goto(format!("{place}/review"))),
                // A page of its own: browsers don't go back to the answer of a form.
                false => Ok(PageResponse::goto(format!("{place}?{CHECKED}=yes"))),
            }
        }
        SaveResult::Changed(known) if known.is_sent() => {
            Ok(PageResponse::goto(drafts::place(request, &known)?))
        }
        // Saving once more replaces what is there, now that the user knows of it.
        SaveResult::Changed(known) => {
            let saved = Saved { conflict: Some(drafts::place(request, &known)?), ..Saved::of(&known) };
            Ok(drafts::conflict(draft_form::page(request, &draft, saved).await?))
        }
        SaveResult::Deleted => {
            draft.mistakes.push(("", request.locale.text("payout-draft-deleted-elsewhere").to_owned()));
            let saved = Saved::new(request.app().payouts.fresh_draft_id());
            Ok(drafts::conflict(draft_form::page(request, &draft, saved).await?))
        }
        SaveResult::TooMany => {
            draft.mistakes.push(("", draft_form::too_many(request.locale)));
            draft_form::wrong(request, &draft, Saved { version: seen.version, ..Saved::new(seen.id) }).await
        }
    }
}

/// What the form holds, the version that it replaces, and the draft as it is stored. A form that is sent while its own
/// rows are saved in the background still names the version before.
async fn typed(request: &PageRequest<'_>) -> Result<(ReviewedDraft, Draft, Option<PayoutDraft>), PageError> {
    let seen = drafts::of_form(request)?;
    let mut draft = Draft::typed(&request.form);
    let known = known(request, seen.id).await?;
    let Some(stored) = &known else { return Ok((seen, draft, known)) };
    // The form doesn't carry how the file was understood.
    if draft.origin == DraftOrigin::File {
        draft.file = draft_content::read(request.locale, &stored.content).file;
    }
    let is_same = draft_content::write(request.locale, &draft) == stored.content;
    let version = if is_same { stored.version } else { seen.version };
    Ok((ReviewedDraft { version, ..seen }, draft, known))
}

/// Saves what was typed, while it is typed. A page without script has a button for that.
pub async fn autosave(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let locale = request.locale;
    let (seen, draft, known) = typed(request).await?;
    let is_empty = draft.reference.is_empty() && draft.rows.iter().all(DraftRow::is_blank);
    let is_saved = known.as_ref().is_some_and(|known| {
        !known.is_sent()
            && known.version == seen.version
            && known.content == draft_content::write(locale, &draft)
    });
    if is_saved || (known.is_none() && is_empty) {
        return Ok(draft_form::saved(
            seen.version,
            if is_saved { locale.text("payout-draft-saved") } else { "" },
        ));
    }
    let spender = Spender::Session(request.person()?.session.id);
    let limits = &request.web.write_limits;
    let reserved = limits.reserve(request.mode()?, request.account()?.charged(), spender, 1)?;
    let saved = drafts::save(request, seen, &draft, None).await?;
    if !matches!(saved, SaveResult::Saved(_)) {
        limits.give_back(&reserved);
    }
    Ok(match saved {
        SaveResult::Saved(saved) => draft_form::saved(saved.version, locale.text("payout-draft-saved")),
        SaveResult::Changed(known) if known.is_sent() => {
            draft_form::saved(seen.version, locale.text("payout-draft-sent-elsewhere"))
        }
        SaveResult::Changed(_) => draft_form::saved(seen.version, locale.text("payout-draft-changed-title")),
        SaveResult::Deleted => draft_form::saved(seen.version, locale.text("payout-draft-deleted-title")),
        SaveResult::TooMany => draft_form::saved(seen.version, &draft_form::too_many(locale)),
    })
}

/// What the rows amount to, while they are typed.
pub async fn total(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    draft_form::total(request, &Draft::typed(&request.form))
}

/// What a button does to the rows before they are saved.
fn change(request: &PageRequest<'_>, draft: &mut Draft, action: &str) {
    match action {
        "more" => {
            let more = MORE_ROWS.min(MAX_ITEMS.saturating_sub(draft.rows.len()));
            draft.rows.extend(draft_form::blank(more, last_number(&draft.rows)));
        }
        "paste" => paste(request, draft),
        other => {
            let removed = other.strip_prefix("remove-").and_then(|place| place.parse::<usize>().ok());
            if let Some(place) = removed.filter(|place| *place < draft.rows.len()) {
                draft.rows.remove(place);
                draft.number_rows();
            }
        }
    }
}

/// Cells that were copied from a spreadsheet come with tabs between them.
fn paste(request: &PageRequest<'_>, draft: &mut Draft) {
    let locale = request.locale;
    match sheet::read(locale, request.form.get("cells").as_bytes()) {
        Ok(pasted) => {
            let written = draft.rows.iter().filter(|row| !row.is_blank()).count();
            if written + pasted.rows.len() > MAX_ITEMS {
                let text = locale.text_with("payout-too-many-recipients", &[("count", &MAX_ITEMS)]);
                draft.mistakes.push(("cells", text));
                return;
            }
            draft.rows.retain(|row| !row.is_blank());
            let before = last_number(&draft.rows);
            let rows = pasted.rows.into_iter().enumerate();
            draft.rows.extend(rows.map(|(index, row)| DraftRow { number: before + index + 1, ..row }));
            draft.number_rows();
        }
        Err(problem) => draft.mistakes.push(("cells", problem.text(locale))),
    }
}
