//! One statement: its figures, and the first of its movements. The files hold all of them.

use app::{LedgerEntry, StatementFigures};
use askama::Template;
use documents::{Statement, format};
use i18n::Locale;
use rules::account::Mode;

use super::movement::RunningBalance;
use crate::dashboard::account_documents::holder;
use crate::frame::document_brand;
use crate::page::shell::{Section, Shell};
use crate::page::{PageError, PageRequest, PageResponse};

/// Movements on the page.
const SHOWN: usize = 200;

#[derive(Template)]
#[template(path = "dashboard/statement.html")]
struct OnePage<'a> {
    shell: Shell<'a>,
    month: String,
    period: String,
    statement: Statement,
    figures: Vec<(&'static str, String)>,
    movements: Vec<MovementRow>,
    /// Where the files are.
    files: Vec<(&'static str, String)>,
    as_of: Option<String>,
    /// How many movements there are, if the page does not hold all of them.
    all: Option<i64>,
}

struct MovementRow {
    date: String,
    iso: String,
    href: String,
    description: String,
    reference: String,
    amount: String,
    fee: String,
    balance: String,
}

pub async fn show(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (app, caller) = (request.app(), request.caller()?);
    let figures = app.accounts.statement(&caller, request.param("month")).await?;
    let span = &figures.span;
    let entries = first_movements(request, &figures).await?;
    let shell = request.shell(Section::Statements)?;
    let locale = shell.frame.locale;
    let statement = statement(request, locale, &figures)?;
    let mut balance = RunningBalance { locale, balance: statement.opening };
    let movements: Vec<MovementRow> =
        entries.iter().map(|entry| MovementRow::of(&shell, &balance.movement(entry))).collect();
    let at = |file: &str| shell.below(format!("{}/{file}", span.month));
    let page = OnePage {
        month: locale.month_and_year(statement.starts_at),
        period: statement.period(),
        figures: figures_in_words(&statement),
        files: vec![("PDF", at("pdf")), ("CSV", at("csv")), ("OFX", at("ofx"))],
        as_of: statement.as_of.map(|at| locale.long_date_time(at)),
        all: (movements.len() as u64 != statement.movements).then_some(statement.movements as i64),
        movements,
        statement,
        shell,
    };
    Ok(PageResponse::page(&page))
}

/// What an account pays to itself is no movement, so a part may hold fewer than it was asked for, or none.
async fn first_movements(
    request: &PageRequest<'_>,
    figures: &StatementFigures,
) -> Result<Vec<LedgerEntry>, PageError> {
    let (accounts, caller) = (&request.app().accounts, request.caller()?);
    let mut entries = Vec::new();
    let mut next = (figures.movements > 0).then(|| figures.span.start());
    while let Some(from) = next.filter(|_| entries.len() < SHOWN) {
        let part = accounts.statement_movements(&caller, &figures.span, from, SHOWN).await?;
        entries.extend(part.entries);
        next = part.next;
    }
    entries.truncate(SHOWN);
    Ok(entries)
}

fn figures_in_words(statement: &Statement) -> Vec<(&'static str, String)> {
    let locale = statement.locale;
    let parts = [
        (locale.text("label-available"), statement.available()),
        (locale.text("statement-reserved"), statement.reserved),
    ];
    let all = statement.figures().into_iter().chain(parts);
    all.map(|(name, amount)| (name, format::money(locale, amount))).collect()
}

/// The figures as a document.
pub fn statement(
    request: &PageRequest<'_>,
    locale: Locale,
    figures: &StatementFigures,
) -> Result<Statement, PageError> {
    let span = &figures.span;
    Ok(Statement {
        locale,
        brand: document_brand(&request.web.settings.brand),
        holder: holder(request)?,
        is_test: request.mode()? == Mode::Test,
        starts_at: span.month.starts_at(),
        ends_at: span.month.ends_at(),
        as_of: figures.as_of,
        opening: span.opening.total(),
        money_in: figures.money_in,
        money_out: figures.money_out,
        fees: figures.fees,
        closing: span.closing.total(),
        reserved: span.closing.reserved,
        movements: figures.movements,
    })
}

impl MovementRow {
    fn of(shell: &Shell<'_>, movement: &documents::Movement) -> MovementRow {
        let locale = shell.frame.locale;
        MovementRow {
            date: locale.day_and_month(movement.at),
            iso: movement.at.to_string(),
            href: shell.at(format!("transactions/{}", movement.transaction)),
            description: movement.description.clone(),
            reference: movement.reference.clone(),
            amount: format::signed(locale, movement.amount),
            fee: format::fee(locale, movement.fee),
            balance: format::amount(locale, movement.balance),
        }
    }
}
