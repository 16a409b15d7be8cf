//! Paying many people from a file.

use askama::Template;
use axum::http::StatusCode;
use rules::payout::MOST_ITEMS;

use super::check;
use super::draft::Draft;
use super::payout_csv::{self, SAMPLE};
use crate::page::form::Form;
use crate::page::shell::{Section, Shell};
use crate::page::{PageError, PageRequest, PageResponse};

#[derive(Template)]
#[template(path = "dashboard/payout_csv.html")]
struct UploadPage<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    most: usize,
    sample: &'static str,
}

pub async fn show(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    page(request, Form::post("file", request.csrf(), &request.form_key))
}

pub async fn sample(_visit: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    Ok(PageResponse::download("payout-sample.csv", "text/csv; charset=utf-8", SAMPLE))
}

/// Nothing is paid yet: every file is shown first.
pub async fn read(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let reference = request.form.text("payout_reference");
    let sheet = match request.form.file("file") {
        None => Err("Choose a file that is not empty.".to_owned()),
        Some(file) => payout_csv::read(file),
    };
    match sheet {
        Ok(sheet) => {
            let mut draft = Draft { rows: sheet.rows, reference, mistakes: Vec::new() };
            draft.check(&request.app().platform.settings.limits.in_mode(request.mode()?));
            check::page_of_file(request, draft, sheet.unused).await
        }
        Err(words) => {
            let form = Form::post("file", request.csrf(), &request.form_key);
            let form = form.with("payout_reference", reference).wrong("file", words);
            Ok(page(request, form)?.with_status(StatusCode::UNPROCESSABLE_ENTITY))
        }
    }
}

fn page(request: &PageRequest<'_>, form: Form<'_>) -> Result<PageResponse, PageError> {
    let shell = request.shell(Section::Payouts)?;
    Ok(PageResponse::page(&UploadPage { shell, form, most: MOST_ITEMS, sample: SAMPLE }))
}
