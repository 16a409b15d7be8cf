//! Writing a payout row by row. It works without script: more rows come from the server.

use rules::payout::MOST_ITEMS;

use super::check;
use super::draft::Draft;
use super::draft_form::{FIRST_ROWS, blank, filled_up, page, wrong};
use crate::page::{PageError, PageRequest, PageResponse};

const MORE_ROWS: usize = 5;

pub async fn show(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let mut rows = blank(FIRST_ROWS, 0);
    // From the page of a recipient.
    rows[0].to = request.query.text("to").chars().take(300).collect();
    page(request, &Draft::default(), rows).await
}

/// More rows, back from the check, or on to it.
pub async fn go_on(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let mut draft = Draft::of_form(&request.form);
    match request.form.get("do") {
        "more" => {
            let mut rows = Draft::typed(&request.form);
            rows.truncate(MOST_ITEMS);
            let more = MORE_ROWS.min(MOST_ITEMS - rows.len());
            rows.extend(blank(more, rows.len()));
            page(request, &draft, rows).await
        }
        "edit" => {
            let mut rows = std::mem::take(&mut draft.rows);
            rows.truncate(MOST_ITEMS);
            page(request, &draft, filled_up(rows)).await
        }
        _ => {
            draft.check(request.locale, &request.app().platform.settings.limits.in_mode(request.mode()?));
            if draft.is_right() {
                check::page(request, draft, check::DraftOrigin::Form).await
            } else {
                wrong(request, draft).await
            }
        }
    }
}
