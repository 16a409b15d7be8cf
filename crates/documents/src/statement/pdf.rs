//! A statement on paper: its figures, and a table of its movements.

use i18n::Locale;
use rules::money::Amount;

use super::{Movement, Statement};
use crate::fonts::{BOLD, FontId, REGULAR};
use crate::format;
use crate::letterhead::{Flow, Head, MARGIN, RIGHT, Style, amounts, facts};
use crate::pdf::{About, Color, Document, INK, MUTED, Role};
use crate::text::{EM, Line, line, scaled, wrapped};

impl Statement {
    /// A longer PDF would have more than a hundred pages, so it is limited to the figures.
    pub const MAX_MOVEMENTS_IN_PDF: u64 = 2_000;

    pub const fn fits_in_pdf(&self) -> bool {
        self.movements <= Statement::MAX_MOVEMENTS_IN_PDF
    }
}

/// Of a statement that does not fit in a PDF, the movements are not looked at.
pub fn statement_pdf(statement: &Statement, movements: &[Movement]) -> Vec<u8> {
    let locale = statement.locale;
    let month = locale.month_and_year(statement.starts_at);
    let title =
        locale.text_with("statement-document-title", &[("brand", &statement.brand.name), ("month", &month)]);
    let kind = locale.text("statement-title");
    let head = Head { locale, brand: &statement.brand, is_test: statement.is_test, kind, name: &title };
    let mut flow = Flow::new(head);
    flow.paragraph(Role::Heading1, &month, Style::bold(22_000, INK));
    flow.y += 12_000;
    flow.rule();
    write_account(&mut flow, statement);
    flow.y += 20_000;
    flow.paragraph(Role::Heading2, locale.text("statement-summary"), Style::bold(11_000, INK));
    flow.y += 8_000;
    flow.rule();
    write_figures(&mut flow, statement);
    flow.y += 22_000;
    flow.paragraph(Role::Heading2, locale.text("statement-activity"), Style::bold(11_000, INK));
    flow.y += 6_000;
    if !statement.fits_in_pdf() {
        let (count, most) = (statement.movements as i64, Statement::MAX_MOVEMENTS_IN_PDF as i64);
        let words = locale.text_with("statement-too-many", &[("count", &count), ("most", &most)]);
        flow.paragraph(Role::Paragraph, &words, Style::regular(9_500, INK));
    } else if movements.is_empty() {
        let words = locale.text("statement-no-activity-text");
        flow.paragraph(Role::Paragraph, words, Style::regular(9_500, MUTED));
    } else {
        write_movements(&mut flow, locale, movements);
    }
    flow.y += 10_000;
    flow.paragraph(Role::Paragraph, locale.text("statement-usdc-and-utc"), Style::regular(8_500, MUTED));
    flow.finish().finish(&About { title: &title, author: &statement.brand.name, language: locale.tag() })
}

fn write_account(flow: &mut Flow<'_>, statement: &Statement) {
    let locale = statement.locale;
    let (holder, period) = (statement.holder.to_string(), statement.period());
    let rows = [
        (locale.text("document-account-holder"), holder.as_str()),
        (locale.text("document-account-id"), statement.holder.account.as_str()),
        (locale.text("statement-period"), period.as_str()),
    ];
    facts(flow, rows.into_iter());
    if let Some(at) = statement.as_of {
        flow.y += 6_000;
        let words = locale.text_with("statement-unfinished", &[("date", &locale.long_date_time(at))]);
        flow.paragraph(Role::Paragraph, &words, Style::regular(9_500, MUTED));
    }
}

fn write_figures(flow: &mut Flow<'_>, statement: &Statement) {
    let locale = statement.locale;
    let figures = statement.figures();
    let rows: Vec<(&str, String)> =
        figures.iter().map(|(name, amount)| (*name, format::money(locale, *amount))).collect();
    amounts(flow, &rows);
    if statement.reserved != Amount::ZERO {
        let available = format::money(locale, statement.available());
        let reserved = format::money(locale, statement.reserved);
        let words = locale
            .text_with("statement-balance-parts", &[("available", &available), ("reserved", &reserved)]);
        flow.y += 2_000;
        flow.paragraph(Role::Paragraph, &words, Style::regular(9_000, MUTED));
    }
}

/// Where the columns of the table end, or begin where their text does.
const DATES: i32 = MARGIN;
const WORDS: i32 = MARGIN + 52_000;
const WORDS_WIDTH: i32 = 206_000;
const AMOUNTS: Column = Column::To { x: RIGHT - 152_000, width: 83_000 };
const FEE_AMOUNTS: Column = Column::To { x: RIGHT - 88_000, width: 58_000 };
const BALANCES: Column = Column::To { x: RIGHT, width: 82_000 };
const SIZE: i32 = 9_000;
const SMALL: i32 = 8_000;
const LEADING: i32 = 12_500;

fn write_movements(flow: &mut Flow<'_>, locale: Locale, movements: &[Movement]) {
    flow.document.open(Role::Table);
    flow.makes_room(3 * LEADING);
    write_column_names(flow, locale);
    for movement in movements {
        let words = wrapped(&movement.description, REGULAR, SIZE, WORDS_WIDTH, 3);
        let notes = match movement.reference.as_str() {
            "" => Vec::new(),
            reference => wrapped(reference, REGULAR, SMALL, WORDS_WIDTH, 3),
        };
        let lines = i32::try_from(words.len() + notes.len()).unwrap_or(1);
        let height = lines * LEADING + 8_000;
        if flow.makes_room(height) {
            write_column_names(flow, locale);
        }
        let top = flow.y + LEADING;
        flow.document
            .within(Role::Row, |document| write_row(document, (locale, top), movement, (&words, &notes)));
        flow.y += height;
        flow.rule();
    }
    flow.document.close();
}

/// Also at the top of each page that the table goes on to.
fn write_column_names(flow: &mut Flow<'_>, locale: Locale) {
    flow.y += LEADING;
    let y = flow.y;
    flow.document.within(Role::Row, |document| {
        for (name, column) in [
            (locale.text("label-date"), Column::From(DATES)),
            (locale.text("statement-description"), Column::From(WORDS)),
            (locale.text("label-amount"), AMOUNTS),
            (locale.text("label-fee"), FEE_AMOUNTS),
            (locale.text("label-balance"), BALANCES),
        ] {
            document.within(Role::ColumnHeader, |document| {
                let name = line(name, BOLD);
                document.text((column.x(&name, SMALL), y), &name, SMALL, MUTED);
            });
        }
    });
    flow.y += 5_000;
    flow.rule();
}

fn write_row(
    document: &mut Document,
    (locale, y): (Locale, i32),
    movement: &Movement,
    (words, notes): (&[Line], &[Line]),
) {
    cell(document, Column::From(DATES), y, (&locale.day_and_month(movement.at), REGULAR, MUTED));
    document.within(Role::Cell, |document| {
        let mut at = y;
        for (lines, size, color) in [(words, SIZE, INK), (notes, SMALL, MUTED)] {
            for line in lines {
                document.text((WORDS, at), line, size, color);
                at += LEADING;
            }
        }
    });
    let amount = format::signed(locale, movement.amount);
    cell(document, AMOUNTS, y, (&amount, REGULAR, INK));
    cell(document, FEE_AMOUNTS, y, (&format::fee(locale, movement.fee), REGULAR, MUTED));
    cell(document, BALANCES, y, (&format::amount(locale, movement.balance), REGULAR, INK));
}

fn cell(document: &mut Document, column: Column, y: i32, (text, weight, color): (&str, FontId, Color)) {
    document.within(Role::Cell, |document| {
        if !text.is_empty() {
            let text = line(text, weight);
            let size = column.size(&text);
            document.text((column.x(&text, size), y), &text, size, color);
        }
    });
}

#[derive(Clone, Copy)]
enum Column {
    /// Texts begin there.
    From(i32),
    /// Numbers end there, and are no wider.
    To { x: i32, width: i32 },
}

impl Column {
    fn x(self, line: &Line, size: i32) -> i32 {
        match self {
            Column::From(x) => x,
            Column::To { x, .. } => x - line.width_at(size),
        }
    }

    /// Numbers of many digits are set smaller, so that they stay apart from those beside them.
    fn size(self, line: &Line) -> i32 {
        match self {
            Column::From(_) => SIZE,
            Column::To { width, .. } => SIZE.min(scaled(width, EM * EM / line.width.max(1))),
        }
    }
}
