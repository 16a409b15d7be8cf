//! Writing a payout row by row. It works without script: more rows come from the server.

use askama::Template;
use axum::http::StatusCode;
use rules::money::Amount;
use rules::payout::MOST_ITEMS;

use super::check;
use super::draft::{Draft, DraftRow};
use crate::page::form::Form;
use crate::page::shell::{Section, Shell};
use crate::page::{PageError, PageRequest, PageResponse};

const FIRST_ROWS: usize = 3;
const MORE_ROWS: usize = 5;

#[derive(Template)]
#[template(path = "dashboard/payout_new.html")]
struct NewPage<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    rows: Vec<DraftRow>,
    available: Amount,
    can_grow: bool,
}

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
            draft.check(&request.app().platform.settings.limits.in_mode(request.mode()?));
            if draft.is_right() {
                check::page(request, draft, check::DraftOrigin::Form).await
            } else {
                wrong(request, draft).await
            }
        }
    }
}

/// The form again, with what is wrong beside each row.
pub async fn wrong(request: &PageRequest<'_>, mut draft: Draft) -> Result<PageResponse, PageError> {
    let mut rows = std::mem::take(&mut draft.rows);
    rows.truncate(MOST_ITEMS);
    Ok(page(request, &draft, filled_up(rows)).await?.with_status(StatusCode::UNPROCESSABLE_ENTITY))
}

async fn page(
    request: &PageRequest<'_>,
    draft: &Draft,
    rows: Vec<DraftRow>,
) -> Result<PageResponse, PageError> {
    let mut form = Form::post("payout", request.csrf(), &request.form_key);
    form = form.with("payout_reference", draft.reference.clone());
    for (field, words) in &draft.mistakes {
        form = form.wrong(*field, words.clone());
    }
    for row in &rows {
        for (field, words) in &row.mistakes {
            form = form.wrong(format!("{field}-{}", row.number), format!("Row {}: {words}", row.number));
        }
    }
    let available = request.app().accounts.balance_of(&request.caller()?).await?.available;
    let can_grow = rows.len() < MOST_ITEMS;
    Ok(PageResponse::page(&NewPage {
        shell: request.shell(Section::Payouts)?,
        form,
        rows,
        available,
        can_grow,
    }))
}

fn blank(count: usize, after: usize) -> Vec<DraftRow> {
    (1..=count).map(|number| DraftRow { number: after + number, ..DraftRow::default() }).collect()
}

/// The rows in a line without gaps, and never fewer than at first.
fn filled_up(mut rows: Vec<DraftRow>) -> Vec<DraftRow> {
    for (index, row) in rows.iter_mut().enumerate() {
        row.number = index + 1;
    }
    let missing = FIRST_ROWS.saturating_sub(rows.len());
    rows.extend(blank(missing, rows.len()));
    rows
}
