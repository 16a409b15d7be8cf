//! The files of a statement. PDF has a limited number of movements; CSV and OFX have all of them, and are sent part by
//! part.

use std::sync::Arc;

use app::{App, Failure, MovementCursor, StatementFigures};
use documents::{CsvStatement, Movement, OfxStatement, Statement, statement_pdf};
use futures_util::future::BoxFuture;
use rules::account::Caller;

use super::movement::RunningBalance;
use super::one::statement;
use crate::dashboard::account_documents::rendered;
use crate::dashboard::export_file::{self, FileName, FileParts};
use crate::page::{PageError, PageRequest, PageResponse};

/// So many movements are read at once.
const AT_ONCE: usize = 500;

pub async fn pdf(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (app, caller) = (request.app(), request.caller()?);
    let slot = request.web.exports.start(caller.mode, request.account()?.charged())?;
    let figures = app.accounts.statement(&caller, request.param("month")).await?;
    let statement = statement(request, request.locale, &figures)?;
    let mut movements: Vec<Movement> = Vec::new();
    let mut balance = RunningBalance { locale: request.locale, balance: statement.opening };
    let mut next = statement.fits_in_pdf().then(|| figures.span.start());
    while let Some(from) = next {
        let part = app.accounts.statement_movements(&caller, &figures.span, from, AT_ONCE).await?;
        movements.extend(part.entries.iter().map(|entry| balance.movement(entry)));
        next = part.next;
    }
    if statement.fits_in_pdf() {
        balance.must_be(statement.closing)?;
    }
    let name = name(&statement, &figures, "pdf");
    let pdf = rendered(request, slot, move || statement_pdf(&statement, &movements)).await?;
    Ok(PageResponse::download(&name, "application/pdf", pdf))
}

pub async fn csv(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let kind = "text/csv; charset=utf-8";
    stream(request, ("csv", kind), |statement| {
        let (file, head) = CsvStatement::new(statement);
        (Format::Csv(file), head)
    })
    .await
}

pub async fn ofx(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    stream(request, ("ofx", "application/x-ofx"), |statement| {
        let (file, head) = OfxStatement::new(statement);
        (Format::Ofx(file), head)
    })
    .await
}

async fn stream(
    request: &PageRequest<'_>,
    (ending, kind): (&str, &'static str),
    begin: impl FnOnce(&Statement) -> (Format, Vec<u8>),
) -> Result<PageResponse, PageError> {
    let (app, caller) = (request.app().clone(), request.caller()?);
    let slot = request.web.exports.start(caller.mode, request.account()?.charged())?;
    let figures = app.accounts.statement(&caller, request.param("month")).await?;
    let statement = statement(request, request.locale, &figures)?;
    let (format, head) = begin(&statement);
    let name = name(&statement, &figures, ending);
    let balance = RunningBalance { locale: request.locale, balance: statement.opening };
    let next = Some(figures.span.start());
    let export = Export { app, caller, figures, statement, format, head, balance, next, is_over: false };
    export_file::sent(FileName { name, kind }, slot, export).await
}

fn name(statement: &Statement, figures: &StatementFigures, ending: &str) -> String {
    let test = if statement.is_test { "TEST-" } else { "" };
    format!("{test}statement-{}.{ending}", figures.span.month)
}

#[derive(Clone, Copy)]
enum Format {
    Csv(CsvStatement),
    Ofx(OfxStatement),
}

/// How far a file has come.
struct Export {
    app: Arc<App>,
    caller: Caller,
    figures: StatementFigures,
    statement: Statement,
    format: Format,
    /// What the first part begins with.
    head: Vec<u8>,
    balance: RunningBalance,
    next: Option<MovementCursor>,
    is_over: bool,
}

impl FileParts for Export {
    fn next(&mut self) -> BoxFuture<'_, Result<Option<Vec<u8>>, Failure>> {
        Box::pin(self.next_part())
    }
}

impl Export {
    async fn next_part(&mut self) -> Result<Option<Vec<u8>>, Failure> {
        let Some(from) = self.next else { return self.end() };
        let read =
            self.app.accounts.statement_movements(&self.caller, &self.figures.span, from, AT_ONCE).await?;
        let mut part = std::mem::take(&mut self.head);
        for entry in &read.entries {
            let movement = self.balance.movement(entry);
            part.extend(match self.format {
                Format::Csv(file) => file.movement(&movement),
                Format::Ofx(file) => file.movement(&movement),
            });
        }
        self.next = read.next;
        Ok(Some(part))
    }

    /// The last part, once. A file whose movements lead to another balance is broken off.
    fn end(&mut self) -> Result<Option<Vec<u8>>, Failure> {
        if std::mem::replace(&mut self.is_over, true) {
            return Ok(None);
        }
        let Statement { closing, ends_at, as_of, .. } = self.statement;
        self.balance.must_be(closing)?;
        let at = as_of.unwrap_or(ends_at);
        Ok(Some(match self.format {
            Format::Csv(file) => file.end(at, closing),
            Format::Ofx(file) => file.end(at, closing),
        }))
    }
}
