//! Paying many people from a file.

use askama::Template;
use axum::http::StatusCode;
use rules::payout::MOST_ITEMS;

use super::check;
use super::draft::Draft;
use crate::dashboard::form::Form;
use crate::dashboard::payout_csv::{self, SAMPLE};
use crate::dashboard::shell::{Section, Shell};
use crate::visit::{Answer, Trouble, Visit};

#[derive(Template)]
#[template(path = "dashboard/payout_csv.html")]
struct UploadPage<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    most: usize,
    sample: &'static str,
}

pub async fn show(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    page(visit, Form::post("file", visit.csrf(), &visit.form_key))
}

pub async fn sample(_visit: &Visit<'_>) -> Result<Answer, Trouble> {
    Ok(Answer::download("payout-sample.csv", "text/csv; charset=utf-8", SAMPLE))
}

/// Nothing is paid yet: every file is shown first.
pub async fn read(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let reference = visit.form.text("payout_reference");
    let sheet = match visit.form.file("file") {
        None => Err("Choose a file that is not empty.".to_owned()),
        Some(file) => payout_csv::read(file),
    };
    match sheet {
        Ok(sheet) => {
            let mut draft = Draft { rows: sheet.rows, reference, mistakes: Vec::new() };
            draft.check(&visit.app().settings.limits.in_mode(visit.mode()?));
            check::page_of_file(visit, draft, sheet.unused).await
        }
        Err(words) => {
            let form = Form::post("file", visit.csrf(), &visit.form_key);
            let form = form.with("payout_reference", reference).wrong("file", words);
            Ok(page(visit, form)?.with_status(StatusCode::UNPROCESSABLE_ENTITY))
        }
    }
}

fn page(visit: &Visit<'_>, form: Form<'_>) -> Result<Answer, Trouble> {
    let shell = visit.shell(Section::Payouts)?;
    Ok(Answer::page(&UploadPage { shell, form, most: MOST_ITEMS, sample: SAMPLE }))
}
