//! One statement: its figures, and the first of its movements. The files hold all of them.

use app::StatementFigures;
use askama::Template;
use documents::{Statement, format, labels};
use rules::account::Mode;
use rules::money::Amount;

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
    all: Option<String>,
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
    let part = app.accounts.statement_movements(&caller, span, span.start(), SHOWN).await?;
    let shell = request.shell(Section::Statements)?;
    let statement = statement(request, &figures)?;
    let mut balance = RunningBalance(statement.opening);
    let movements: Vec<MovementRow> = part
        .entries
        .iter()
        .take(SHOWN)
        .map(|entry| MovementRow::of(&shell, &balance.movement(entry)))
        .collect();
    let at = |file: &str| shell.below(format!("{}/{file}", span.month));
    let last = statement.ends_at.plus_micros(-1);
    let page = OnePage {
        month: format::month(statement.starts_at),
        period: format!("{} \u{2013} {}", format::date(statement.starts_at), format::date(last)),
        figures: figures_in_words(&statement),
        files: vec![("PDF", at("pdf")), ("CSV", at("csv")), ("OFX", at("ofx"))],
        as_of: statement.as_of.map(format::moment),
        all: (movements.len() as u64 != statement.movements).then(|| format::count(statement.movements)),
        movements,
        statement,
        shell,
    };
    Ok(PageResponse::page(&page))
}

fn figures_in_words(statement: &Statement) -> Vec<(&'static str, String)> {
    let negative = |amount: Amount| format::money(Amount::from_micros(-amount.micros()));
    let available = Amount::from_micros(statement.closing.micros() - statement.reserved.micros());
    let closing = if statement.as_of.is_some() { labels::BALANCE_SO_FAR } else { labels::CLOSING_BALANCE };
    vec![
        (labels::OPENING_BALANCE, format::money(statement.opening)),
        (labels::MONEY_IN, format::money(statement.money_in)),
        (labels::MONEY_OUT, negative(statement.money_out)),
        (labels::FEES, negative(statement.fees)),
        (closing, format::money(statement.closing)),
        (labels::AVAILABLE, format::money(available)),
        (labels::RESERVED, format::money(statement.reserved)),
    ]
}

/// The figures as a document.
pub fn statement(request: &PageRequest<'_>, figures: &StatementFigures) -> Result<Statement, PageError> {
    let span = &figures.span;
    Ok(Statement {
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
        MovementRow {
            date: format::short_date(movement.at),
            iso: movement.at.to_string(),
            href: shell.at(format!("transactions/{}", movement.transaction)),
            description: movement.description.clone(),
            reference: movement.reference.clone(),
            amount: format::signed(movement.amount),
            fee: match movement.fee {
                Amount::ZERO => String::new(),
                fee => format::signed(Amount::from_micros(-fee.micros())),
            },
            balance: format::amount(movement.balance),
        }
    }
}
