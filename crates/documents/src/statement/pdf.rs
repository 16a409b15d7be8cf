//! A statement on paper: its figures, and a table of its movements.

use super::{Movement, Statement};
use crate::fonts::{BOLD, FontId, REGULAR};
use crate::format;
use crate::labels::{
    ACCOUNT, ACCOUNT_HOLDER, AMOUNT, AVAILABLE, BALANCE, BALANCE_SO_FAR, CLOSING_BALANCE, DATE, DESCRIPTION,
    FEE, FEES, LANGUAGE, MONEY_IN, MONEY_OUT, MOVEMENTS, NO_MOVEMENTS, OPENING_BALANCE, PERIOD, RESERVED,
    STATEMENT, SUMMARY, TIME_ZONE, so_far, statement_title, too_many,
};
use crate::letterhead::{Flow, Head, MARGIN, RIGHT, Style, amounts, facts};
use crate::pdf::{About, Color, Document, INK, MUTED, Role};
use crate::text::{Line, line, wrapped};
use rules::money::Amount;

impl Statement {
    /// A PDF with more would be a hundred pages that nobody reads, and is limited to the figures.
    pub const MOST_MOVEMENTS_IN_PDF: u64 = 2_000;

    pub const fn fits_in_pdf(&self) -> bool {
        self.movements <= Statement::MOST_MOVEMENTS_IN_PDF
    }
}

/// Of a statement that does not fit in a PDF, the movements are not looked at.
pub fn statement_pdf(statement: &Statement, movements: &[Movement]) -> Vec<u8> {
    let month = format::month(statement.starts_at);
    let title = statement_title(&statement.brand.name, &month);
    let head = Head { brand: &statement.brand, is_test: statement.is_test, kind: STATEMENT, name: &title };
    let mut flow = Flow::new(head);
    flow.paragraph(Role::Heading1, &month, Style::bold(22_000, INK));
    flow.y += 12_000;
    flow.rule();
    write_account(&mut flow, statement);
    flow.y += 20_000;
    flow.paragraph(Role::Heading2, SUMMARY, Style::bold(11_000, INK));
    flow.y += 8_000;
    flow.rule();
    write_figures(&mut flow, statement);
    flow.y += 22_000;
    flow.paragraph(Role::Heading2, MOVEMENTS, Style::bold(11_000, INK));
    flow.y += 6_000;
    if !statement.fits_in_pdf() {
        let most = format::count(Statement::MOST_MOVEMENTS_IN_PDF);
        let words = too_many(&format::count(statement.movements), &most);
        flow.paragraph(Role::Paragraph, &words, Style::regular(9_500, INK));
    } else if movements.is_empty() {
        flow.paragraph(Role::Paragraph, NO_MOVEMENTS, Style::regular(9_500, MUTED));
    } else {
        write_movements(&mut flow, movements);
    }
    flow.y += 10_000;
    flow.paragraph(Role::Paragraph, TIME_ZONE, Style::regular(8_500, MUTED));
    flow.finish().finish(&About { title: &title, author: &statement.brand.name, language: LANGUAGE })
}

fn write_account(flow: &mut Flow<'_>, statement: &Statement) {
    let holder = format!("{} ({})", statement.holder.name, statement.holder.email);
    let last = statement.ends_at.plus_micros(-1);
    let period = format!("{} \u{2013} {}", format::date(statement.starts_at), format::date(last));
    let rows = [
        (ACCOUNT_HOLDER, holder.as_str()),
        (ACCOUNT, statement.holder.account.as_str()),
        (PERIOD, period.as_str()),
    ];
    facts(flow, rows.into_iter());
    if let Some(at) = statement.as_of {
        flow.y += 6_000;
        flow.paragraph(Role::Paragraph, &so_far(&format::moment(at)), Style::regular(9_500, MUTED));
    }
}

fn write_figures(flow: &mut Flow<'_>, statement: &Statement) {
    let negative = |amount: Amount| Amount::from_micros(-amount.micros());
    let closing = if statement.as_of.is_some() { BALANCE_SO_FAR } else { CLOSING_BALANCE };
    amounts(
        flow,
        &[
            (OPENING_BALANCE, format::money(statement.opening)),
            (MONEY_IN, format::money(statement.money_in)),
            (MONEY_OUT, format::money(negative(statement.money_out))),
            (FEES, format::money(negative(statement.fees))),
            (closing, format::money(statement.closing)),
        ],
    );
    if statement.reserved != Amount::ZERO {
        let available = Amount::from_micros(statement.closing.micros() - statement.reserved.micros());
        let words = format!(
            "{AVAILABLE}: {}  \u{b7}  {RESERVED}: {}",
            format::money(available),
            format::money(statement.reserved)
        );
        flow.y += 2_000;
        flow.paragraph(Role::Paragraph, &words, Style::regular(9_000, MUTED));
    }
}

/// Where the columns of the table end, or begin where their text does.
const DATES: i32 = MARGIN;
const WORDS: i32 = MARGIN + 44_000;
const WORDS_WIDTH: i32 = 214_000;
const AMOUNTS: i32 = RIGHT - 152_000;
const FEE_AMOUNTS: i32 = RIGHT - 88_000;
const BALANCES: i32 = RIGHT;
const SIZE: i32 = 9_000;
const SMALL: i32 = 8_000;
const LEADING: i32 = 12_500;

fn write_movements(flow: &mut Flow<'_>, movements: &[Movement]) {
    flow.document.open(Role::Table);
    flow.makes_room(3 * LEADING);
    write_column_names(flow);
    for movement in movements {
        let words = wrapped(&movement.description, REGULAR, SIZE, WORDS_WIDTH, 3);
        let notes = match movement.reference.as_str() {
            "" => Vec::new(),
            reference => wrapped(reference, REGULAR, SMALL, WORDS_WIDTH, 3),
        };
        let lines = i32::try_from(words.len() + notes.len()).unwrap_or(1);
        let height = lines * LEADING + 8_000;
        if flow.makes_room(height) {
            write_column_names(flow);
        }
        let top = flow.y + LEADING;
        flow.document.within(Role::Row, |document| write_row(document, top, movement, (&words, &notes)));
        flow.y += height;
        flow.rule();
    }
    flow.document.close();
}

/// Also at the top of each page that the table goes on to.
fn write_column_names(flow: &mut Flow<'_>) {
    flow.y += LEADING;
    let y = flow.y;
    flow.document.within(Role::Row, |document| {
        for (name, column) in [
            (DATE, Column::From(DATES)),
            (DESCRIPTION, Column::From(WORDS)),
            (AMOUNT, Column::To(AMOUNTS)),
            (FEE, Column::To(FEE_AMOUNTS)),
            (BALANCE, Column::To(BALANCES)),
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

fn write_row(document: &mut Document, y: i32, movement: &Movement, (words, notes): (&[Line], &[Line])) {
    cell(document, Column::From(DATES), y, (&format::short_date(movement.at), REGULAR, MUTED));
    document.within(Role::Cell, |document| {
        let mut at = y;
        for (lines, size, color) in [(words, SIZE, INK), (notes, SMALL, MUTED)] {
            for line in lines {
                document.text((WORDS, at), line, size, color);
                at += LEADING;
            }
        }
    });
    let fee = match movement.fee {
        Amount::ZERO => String::new(),
        fee => format::signed(Amount::from_micros(-fee.micros())),
    };
    cell(document, Column::To(AMOUNTS), y, (&format::signed(movement.amount), REGULAR, INK));
    cell(document, Column::To(FEE_AMOUNTS), y, (&fee, REGULAR, MUTED));
    cell(document, Column::To(BALANCES), y, (&format::amount(movement.balance), REGULAR, INK));
}

fn cell(document: &mut Document, column: Column, y: i32, (text, weight, color): (&str, FontId, Color)) {
    document.within(Role::Cell, |document| {
        if !text.is_empty() {
            let text = line(text, weight);
            document.text((column.x(&text, SIZE), y), &text, SIZE, color);
        }
    });
}

#[derive(Clone, Copy)]
enum Column {
    /// Texts begin there.
    From(i32),
    /// Numbers end there.
    To(i32),
}

impl Column {
    fn x(self, line: &Line, size: i32) -> i32 {
        match self {
            Column::From(x) => x,
            Column::To(x) => x - line.width_at(size),
        }
    }
}
