//! The form in which a payout is written row by row.

use askama::Template;
use axum::http::StatusCode;
use rules::money::Currency;
use rules::payout::MOST_ITEMS;

use super::draft::{Draft, DraftRow};
use crate::page::form::Form;
use crate::page::shell::{Section, Shell};
use crate::page::{PageError, PageRequest, PageResponse};

pub const FIRST_ROWS: usize = 3;

#[derive(Template)]
#[template(path = "dashboard/payout_new.html")]
struct NewPage<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    rows: Vec<DraftRow>,
    available: String,
    can_grow: bool,
    /// How many recipients a payout can have.
    most: usize,
}

/// The form again, with what is wrong beside each row.
pub async fn wrong(request: &PageRequest<'_>, mut draft: Draft) -> Result<PageResponse, PageError> {
    let mut rows = std::mem::take(&mut draft.rows);
    rows.truncate(MOST_ITEMS);
    Ok(page(request, &draft, filled_up(rows)).await?.with_status(StatusCode::UNPROCESSABLE_ENTITY))
}

pub async fn page(
    request: &PageRequest<'_>,
    draft: &Draft,
    rows: Vec<DraftRow>,
) -> Result<PageResponse, PageError> {
    let locale = request.locale;
    let mut form = Form::post(locale, "payout", request.csrf(), &request.form_key);
    form = form.with("payout_reference", draft.reference.clone());
    for (field, text) in &draft.mistakes {
        form = form.wrong(*field, text.clone());
    }
    for row in &rows {
        for (field, text) in &row.mistakes {
            let text = locale.text_with("payout-row-mistake", &[("number", &row.number), ("mistake", text)]);
            form = form.wrong(format!("{field}-{}", row.number), text);
        }
    }
    let available = request.app().accounts.balance_of(&request.caller()?).await?.available;
    Ok(PageResponse::page(&NewPage {
        shell: request.shell(Section::Payouts)?,
        form,
        can_grow: rows.len() < MOST_ITEMS,
        rows,
        available: locale.money(available, Currency::Usdc),
        most: MOST_ITEMS,
    }))
}

pub fn blank(count: usize, after: usize) -> Vec<DraftRow> {
    (1..=count).map(|number| DraftRow { number: after + number, ..DraftRow::default() }).collect()
}

/// The rows in a line without gaps, and never fewer than at first.
pub fn filled_up(mut rows: Vec<DraftRow>) -> Vec<DraftRow> {
    for (index, row) in rows.iter_mut().enumerate() {
        row.number = index + 1;
    }
    let missing = FIRST_ROWS.saturating_sub(rows.len());
    rows.extend(blank(missing, rows.len()));
    rows
}
