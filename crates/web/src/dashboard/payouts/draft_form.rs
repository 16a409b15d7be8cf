//! The form in which a draft is written row by row.

use app::{Paging, RecipientFilter};
use askama::Template;
use axum::http::StatusCode;
use i18n::Locale;
use rules::id::PayoutDraftId;
use rules::money::{Amount, Currency};
use rules::payout::MAX_ITEMS;
use rules::payout_draft::{MAX_DRAFTS, PayoutDraft};

use super::draft::{Draft, DraftOrigin, DraftRow, read_amount};
use crate::page::form::Form;
use crate::page::shell::{Section, Shell};
use crate::page::{PageError, PageRequest, PageResponse};

const FIRST_ROWS: usize = 3;
/// Recipients that are suggested: those that were added last.
const MAX_SUGGESTED: usize = 100;

/// What is stored of a draft that is shown.
pub struct Saved {
    pub id: PayoutDraftId,
    /// Zero for one that isn't stored.
    pub version: i64,
    /// Where a version is that was saved elsewhere in the meantime.
    pub conflict: Option<String>,
}

impl Saved {
    pub fn new(id: PayoutDraftId) -> Saved {
        Saved { id, version: 0, conflict: None }
    }

    pub fn of(draft: &PayoutDraft) -> Saved {
        Saved { id: draft.id, version: draft.version, conflict: None }
    }
}

#[derive(Template)]
#[template(path = "dashboard/payout_new.html")]
struct NewPage<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    saved: Saved,
    rows: Vec<DraftRow>,
    available: String,
    total: TotalPart,
    /// Addresses, and what their people are called.
    suggested: Vec<(String, String)>,
    /// Whether rows are the lines of a file.
    is_file: bool,
    can_grow: bool,
    /// How many recipients a payout can have.
    most: usize,
}

/// Whether the rows are saved, and as which version: for the next time that they are.
#[derive(Template)]
#[template(path = "dashboard/payout_saved.html")]
struct SavedPart<'a> {
    version: i64,
    text: &'a str,
}

/// The running total, which is counted again while rows are typed.
#[derive(Template)]
#[template(path = "dashboard/payout_total.html")]
struct TotalPart {
    locale: Locale,
    href: String,
    /// Of the rows with an amount that is understood, if it can be counted.
    total: Option<String>,
}

impl TotalPart {
    fn of(request: &PageRequest<'_>, rows: &[DraftRow]) -> Result<TotalPart, PageError> {
        let locale = request.locale;
        let mut amounts = rows.iter().filter_map(|row| read_amount(locale, &row.amount).ok());
        let total = amounts.try_fold(Amount::ZERO, |sum, amount| sum.checked_add(amount));
        let total = total.filter(|total| *total > Amount::ZERO);
        Ok(TotalPart {
            locale,
            href: format!("{}/new/total", Section::Payouts.href(request.mode()?)),
            total: total.map(|total| locale.money(total, Currency::Usdc)),
        })
    }
}

impl NewPage<'_> {
    fn row_name(&self, row: &DraftRow) -> String {
        let locale = self.shell.frame.locale;
        match self.is_file {
            true => locale.text_with("payout-line", &[("number", &row.number)]),
            false => locale.text_with("payout-row", &[("number", &row.number)]),
        }
    }
}

/// The form again, with what is wrong beside each row.
pub async fn wrong(
    request: &PageRequest<'_>,
    draft: &Draft,
    saved: Saved,
) -> Result<PageResponse, PageError> {
    Ok(page(request, draft, saved).await?.with_status(StatusCode::UNPROCESSABLE_ENTITY))
}

/// What became of rows that were saved while they are typed.
pub fn saved(version: i64, text: &str) -> PageResponse {
    PageResponse::page(&SavedPart { version, text })
}

/// The total of rows that aren't saved.
pub fn total(request: &PageRequest<'_>, draft: &Draft) -> Result<PageResponse, PageError> {
    Ok(PageResponse::page(&TotalPart::of(request, &draft.rows)?))
}

pub async fn page(request: &PageRequest<'_>, draft: &Draft, saved: Saved) -> Result<PageResponse, PageError> {
    let locale = request.locale;
    let rows = filled_up(draft);
    let available = request.app().accounts.balance_of(&request.caller()?).await?.available;
    Ok(PageResponse::page(&NewPage {
        shell: request.shell(Section::Payouts)?,
        form: form(request, draft, &rows),
        saved,
        total: TotalPart::of(request, &rows)?,
        suggested: suggested(request).await?,
        is_file: draft.origin == DraftOrigin::File,
        can_grow: rows.len() < MAX_ITEMS,
        rows,
        available: locale.money(available, Currency::Usdc),
        most: MAX_ITEMS,
    }))
}

fn form<'a>(request: &'a PageRequest<'_>, draft: &Draft, rows: &[DraftRow]) -> Form<'a> {
    let locale = request.locale;
    let mut form = Form::post(locale, "payout", request.csrf(), &request.form_key)
        .with("payout_reference", draft.reference.clone())
        .with("cells", request.form.get("cells"));
    for (field, text) in &draft.mistakes {
        form = form.wrong(*field, text.clone());
    }
    for row in rows {
        for (field, text) in &row.mistakes {
            let text = match draft.origin {
                DraftOrigin::Form => {
                    locale.text_with("payout-row-mistake", &[("number", &row.number), ("mistake", text)])
                }
                DraftOrigin::File => {
                    locale.text_with("payout-line-mistake", &[("number", &row.number), ("mistake", text)])
                }
            };
            form = form.wrong(format!("{field}-{}", row.number), text);
        }
    }
    form
}

async fn suggested(request: &PageRequest<'_>) -> Result<Vec<(String, String)>, PageError> {
    let paging = Paging { cursor: None, size: MAX_SUGGESTED, filters: String::new() };
    let (caller, filter) = (request.caller()?, RecipientFilter::default());
    let known = request.app().payouts.recipients_shown(&caller, &filter, &paging).await?;
    let name = |known: &app::KnownRecipient| match known.nickname.as_str() {
        "" => known.recipient.person.clone().unwrap_or_default(),
        nickname => nickname.to_owned(),
    };
    Ok(known.items.iter().map(|known| (known.recipient.email.to_string(), name(known))).collect())
}

pub fn too_many(locale: Locale) -> String {
    locale.text_with("payout-draft-too-many", &[("limit", &MAX_DRAFTS)])
}

pub fn blank(count: usize, after: usize) -> Vec<DraftRow> {
    (1..=count).map(|number| DraftRow { number: after + number, ..DraftRow::default() }).collect()
}

/// The rows of a form, never fewer than at first. Those of a file keep their lines.
fn filled_up(draft: &Draft) -> Vec<DraftRow> {
    let mut rows = draft.rows.clone();
    rows.truncate(MAX_ITEMS);
    let missing = FIRST_ROWS.saturating_sub(rows.len());
    rows.extend(blank(missing, last_number(&rows)));
    rows
}

pub fn last_number(rows: &[DraftRow]) -> usize {
    rows.last().map_or(0, |row| row.number)
}
