//! Paying many people from a file.

use askama::Template;
use axum::http::StatusCode;
use rules::money::Amount;
use rules::payout::MOST_ITEMS;

use super::check;
use super::draft::Draft;
use super::payout_csv;
use super::sheet_columns;
use super::sheet_problem::SheetProblem;
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
}

pub async fn show(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    page(request, form(request))
}

fn form<'a>(request: &'a PageRequest<'_>) -> Form<'a> {
    Form::post(request.locale, "file", request.csrf(), &request.form_key)
}

/// It begins with a byte order mark, without which spreadsheets don't read it as UTF-8.
pub async fn sample(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let sample = format!("\u{feff}{}", payout_csv::sample(request.locale));
    Ok(PageResponse::download(SAMPLE_FILE, "text/csv; charset=utf-8", sample))
}

/// Nothing is paid yet: every file is shown first.
pub async fn read(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let reference = request.form.text("payout_reference");
    let locale = request.locale;
    let sheet = match request.form.file("file") {
        None => Err(SheetProblem::Missing),
        Some(file) => payout_csv::read(locale, file),
    };
    match sheet {
        Ok(sheet) => {
            let mut draft = Draft { rows: sheet.rows, reference, mistakes: Vec::new() };
            draft.check(locale, &request.app().platform.settings.limits.in_mode(request.mode()?));
            check::page_of_file(request, draft, sheet.unused).await
        }
        Err(problem) => {
            let form = form(request).with("payout_reference", reference).wrong("file", problem.text(locale));
            Ok(page(request, form)?.with_status(StatusCode::UNPROCESSABLE_ENTITY))
        }
    }
}

fn page(request: &PageRequest<'_>, form: Form<'_>) -> Result<PageResponse, PageError> {
    let locale = request.locale;
    Ok(PageResponse::page(&UploadPage {
        shell: request.shell(Section::Payouts)?,
        form,
        most: MOST_ITEMS,
        sample: payout_csv::sample(locale),
        columns: sheet_columns::SAMPLE_COLUMNS.map(|column| column.name(locale)),
        example: locale.typed_amount(EXAMPLE),
    }))
}
