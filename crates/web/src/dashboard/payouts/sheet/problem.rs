//! Why a file can't be read as a list of payments.

use i18n::Locale;
use rules::payout::MAX_ITEMS;

use super::columns::{Column, SAMPLE_COLUMNS};

pub const MAX_COLUMNS: usize = 100;
pub const MAX_EMPTY_LINES: usize = 1_000;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SheetProblem {
    /// There is no file, or nothing in it.
    Missing,
    /// There are only blanks in it.
    Empty,
    /// A workbook of Excel before 2007.
    OldSpreadsheet,
    /// It looks like a workbook, but can't be read as one.
    Workbook,
    /// It unpacks to far more than payments need.
    WorkbookTooLarge,
    /// It says that it is UTF-16, and isn't.
    Encoding,
    NotText,
    /// A record of it can't be read.
    Unreadable,
    /// A quotation mark on this line, or on one below it in the same record, has no counterpart.
    OpenQuote(usize),
    /// Its first line doesn't say which column is which.
    NoColumns,
    /// It names no columns, and more than one of them could be the amount or the recipient.
    AmbiguousColumns,
    RepeatedColumn(Column),
    /// The column of amounts says that they are in this currency.
    OtherCurrency(&'static str),
    NoRows,
    TooManyRows,
    TooManyEmptyLines,
    TooManyColumns,
}

impl SheetProblem {
    /// What is wrong, and what to do.
    pub fn text(self, locale: Locale) -> String {
        let plain = match self {
            SheetProblem::Missing => locale.text("payout-file-missing"),
            SheetProblem::Empty => locale.text("payout-file-empty"),
            SheetProblem::OldSpreadsheet => locale.text("payout-file-old-spreadsheet"),
            SheetProblem::Workbook => locale.text("payout-file-workbook"),
            SheetProblem::WorkbookTooLarge => locale.text("payout-file-workbook-too-large"),
            SheetProblem::Encoding => locale.text("payout-file-encoding"),
            SheetProblem::NotText => locale.text("payout-file-not-text"),
            SheetProblem::Unreadable => locale.text("payout-file-unreadable"),
            SheetProblem::NoRows => locale.text("payout-file-no-rows"),
            SheetProblem::NoColumns => {
                let [email, amount, reference] = SAMPLE_COLUMNS.map(|column| column.name(locale));
                return locale.text_with(
                    "payout-file-no-columns",
                    &[("email", &email), ("amount", &amount), ("reference", &reference)],
                );
            }
            SheetProblem::AmbiguousColumns => {
                let [email, amount, reference] = SAMPLE_COLUMNS.map(|column| column.name(locale));
                return locale.text_with(
                    "payout-file-ambiguous-columns",
                    &[("email", &email), ("amount", &amount), ("reference", &reference)],
                );
            }
            SheetProblem::OpenQuote(line) => {
                return locale.text_with("payout-file-open-quote", &[("number", &line)]);
            }
            SheetProblem::OtherCurrency(code) => {
                return locale.text_with("payout-file-currency", &[("currency", &code)]);
            }
            SheetProblem::RepeatedColumn(column) => {
                return locale.text_with("payout-file-repeated-column", &[("column", &column.name(locale))]);
            }
            SheetProblem::TooManyRows => {
                return locale.text_with("payout-file-too-many-rows", &[("count", &MAX_ITEMS)]);
            }
            SheetProblem::TooManyEmptyLines => {
                return locale.text_with("payout-file-too-many-empty-lines", &[("count", &MAX_EMPTY_LINES)]);
            }
            SheetProblem::TooManyColumns => {
                return locale.text_with("payout-file-too-many-columns", &[("count", &MAX_COLUMNS)]);
            }
        };
        plain.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use i18n::Locale;
    use rules::language::Language;

    use super::SheetProblem;
    use crate::dashboard::payouts::sheet::Column;

    #[test]
    fn columns_are_named_as_the_reader_may_write_them() {
        for (language, problem, text) in [
            (
                Language::English,
                SheetProblem::NoColumns,
                "The first line must name the columns: email, amount and reference.",
            ),
            (
                Language::Portuguese,
                SheetProblem::NoColumns,
                "A primeira linha deve nomear as colunas: e-mail, valor e referência.",
            ),
            (
                Language::Spanish,
                SheetProblem::RepeatedColumn(Column::Amount),
                "Hay más de una columna para monto. Deja solo una.",
            ),
            (
                Language::French,
                SheetProblem::RepeatedColumn(Column::RecipientId),
                "Il y a plusieurs colonnes pour recipient_id. N’en gardez qu’une.",
            ),
            (
                Language::French,
                SheetProblem::TooManyEmptyLines,
                "Ce fichier a plus de 1\u{202f}000 lignes vides. Supprimez-les et importez-le à nouveau.",
            ),
        ] {
            assert_eq!(problem.text(Locale::from(language)), text);
        }
    }
}
