//! Paying many people from a file.

use app::ReviewedDraft;
use askama::Template;
use axum::http::StatusCode;
use rules::id::PayoutDraftId;
use rules::money::Amount;
use rules::payout::MAX_ITEMS;
use rules::payout_draft::PayoutDraft;
use sha2::{Digest, Sha256};

use super::draft::{Draft, DraftOrigin, shortened};
use super::draft_form;
use super::drafts::{self, SaveResult};
use super::sheet::{self, SAMPLE_COLUMNS, SheetProblem};
use crate::page::form::Form;
use crate::page::shell::{Section, Shell};
use crate::page::{PageError, PageRequest, PageResponse};

const SAMPLE_FILE: &str = "payout-sample.csv";
/// Shows where the separator of decimals stands, and that there is none for thousands.
const EXAMPLE: Amount = Amount::from_micros(1_250_500_000);

#[derive(Template)]
#[template(path = "dashboard/payout_csv.html")]
struct UploadPage<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    /// How many payments a file can have.
    most: usize,
    sample: String,
    /// The names of the columns for the recipient, the amount and the reference.
    columns: [&'static str; 3],
    /// An amount as it may be written.
    example: String,
    /// The draft that the file becomes.
    draft: String,
}

pub async fn show(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    page(request, form(request))
}

fn form<'a>(request: &'a PageRequest<'_>) -> Form<'a> {
    Form::post(request.locale, "file", request.csrf(), &request.form_key)
}

/// It begins with a byte order mark, without which spreadsheets don't read it as UTF-8.
pub async fn sample(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let sample = format!("\u{feff}{}", sheet::sample(request.locale));
    Ok(PageResponse::download(SAMPLE_FILE, "text/csv; charset=utf-8", sample))
}

/// Nothing is paid yet: every file becomes a draft, which is shown first.
pub async fn read(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let reference = shortened(request.form.get("payout_reference"));
    let locale = request.locale;
    let file = request.form.file("file").ok_or(SheetProblem::Missing);
    let sheet = file.and_then(|file| Ok((sheet::read(locale, file)?, hash(file))));
    let wrong = |text: String| -> Result<PageResponse, PageError> {
        let form = form(request).with("payout_reference", request.form.text("payout_reference"));
        Ok(page(request, form.wrong("file", text))?.with_status(StatusCode::UNPROCESSABLE_ENTITY))
    };
    let (sheet, hash) = match sheet {
        Ok(read) => read,
        Err(problem) => return wrong(problem.text(locale)),
    };
    let (rows, file) = (sheet.rows, Some(sheet.summary));
    let draft = Draft { rows, origin: DraftOrigin::File, file, reference, mistakes: Vec::new() };
    match save(request, &draft, hash).await? {
        Some(saved) => Ok(PageResponse::goto(format!("{}/review", drafts::place(request, &saved)?))),
        None => wrong(draft_form::too_many(locale)),
    }
}

/// Saves a file as the draft that its form is for, so that it becomes one draft, however often the form is sent.
/// Another file becomes another draft. None if there are too many.
async fn save(
    request: &PageRequest<'_>,
    draft: &Draft,
    hash: String,
) -> Result<Option<PayoutDraft>, PageError> {
    let fresh = || ReviewedDraft { id: request.app().payouts.fresh_draft_id(), version: 0 };
    let wanted = PayoutDraftId::parse(request.form.get("draft"));
    let seen = wanted.map_or_else(fresh, |id| ReviewedDraft { id, version: 0 });
    let mut result = drafts::save(request, seen, draft, Some(hash.clone())).await?;
    if matches!(result, SaveResult::Changed(_) | SaveResult::Deleted) {
        result = drafts::save(request, fresh(), draft, Some(hash)).await?;
    }
    match result {
        SaveResult::Saved(saved) => Ok(Some(saved)),
        SaveResult::TooMany => Ok(None),
        SaveResult::Changed(_) | SaveResult::Deleted => Err(PageError::Stale),
    }
}

fn hash(file: &[u8]) -> String {
    data_encoding::HEXLOWER.encode(&Sha256::digest(file))
}

fn page(request: &PageRequest<'_>, form: Form<'_>) -> Result<PageResponse, PageError> {
    let locale = request.locale;
    Ok(PageResponse::page(&UploadPage {
        shell: request.shell(Section::Payouts)?,
        form,
        most: MAX_ITEMS,
        sample: sheet::sample(locale),
        columns: SAMPLE_COLUMNS.map(|column| column.name(locale)),
        example: locale.typed_amount(EXAMPLE),
        draft: request.app().payouts.fresh_draft_id().to_string(),
    }))
}
