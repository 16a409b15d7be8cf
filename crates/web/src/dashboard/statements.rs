//! Statements: the months of an account, one of them, and its files.

mod files;
mod movement;
mod one;

use app::StatementSpan;
use askama::Template;
use documents::format;

use crate::page::shell::{Section, Shell};
use crate::page::{Access, Page, PageError, PageRequest, PageResponse};

pub static PAGES: &[Page] = &[
    Page::get("/dashboard/{mode}/statements", Access::SignedIn, |request| Box::pin(list(request))),
    Page::get("/dashboard/{mode}/statements/{month}", Access::SignedIn, |request| {
        Box::pin(one::show(request))
    }),
    Page::get("/dashboard/{mode}/statements/{month}/pdf", Access::SignedIn, |request| {
        Box::pin(files::pdf(request))
    }),
    Page::get("/dashboard/{mode}/statements/{month}/csv", Access::SignedIn, |request| {
        Box::pin(files::csv(request))
    }),
    Page::get("/dashboard/{mode}/statements/{month}/ofx", Access::SignedIn, |request| {
        Box::pin(files::ofx(request))
    }),
];

#[derive(Template)]
#[template(path = "dashboard/statements.html")]
struct List<'a> {
    shell: Shell<'a>,
    months: Vec<MonthRow>,
}

struct MonthRow {
    name: String,
    href: String,
    is_current: bool,
    opening: String,
    closing: String,
}

async fn list(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let months = request.app().accounts.statement_months(&request.caller()?).await?;
    let shell = request.shell(Section::Statements)?;
    let months = months.iter().map(|(span, has_ended)| MonthRow::of(&shell, span, *has_ended)).collect();
    Ok(PageResponse::page(&List { shell, months }))
}

impl MonthRow {
    fn of(shell: &Shell<'_>, span: &StatementSpan, has_ended: bool) -> MonthRow {
        let locale = shell.frame.locale;
        MonthRow {
            name: locale.month_and_year(span.month.starts_at()),
            href: shell.below(span.month.to_string()),
            is_current: !has_ended,
            opening: format::money(locale, span.opening.total()),
            closing: format::money(locale, span.closing.total()),
        }
    }
}
