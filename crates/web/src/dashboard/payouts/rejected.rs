//! The lines of a file that can't be paid, as a file with the reason beside each: to be corrected by their author, and
//! uploaded again.

use std::borrow::Cow;

use csv::{QuoteStyle, WriterBuilder};
use documents::csv_cell::harmless;

use super::draft_content;
use super::review_rows::{ReviewRow, lines};
use super::sheet::Column;
use crate::page::{PageError, PageRequest, PageResponse};

const FILE: &str = "rejected-lines.csv";

pub async fn download(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (locale, mode) = (request.locale, request.mode()?);
    let limits = request.app().platform.settings.limits.in_mode(mode);
    let stored = request.app().payouts.draft(&request.caller()?, request.param("id")).await?;
    let mut draft = draft_content::read(locale, &stored.content).without_blanks();
    draft.check(locale, &limits);
    let payout = draft.payout(locale, &limits);
    let preview = match payout.items.is_empty() {
        true => None,
        false => Some(request.app().payouts.preview_payout(&request.caller()?, payout).await?),
    };
    let rows = lines(locale, &draft, preview.as_ref(), &[], mode);
    let names = [Column::EmailAddress, Column::Amount, Column::Reference].map(|column| column.name(locale));
    let [line, reason] = [locale.text("payout-review-line"), locale.text("payout-file-column-reason")];
    // Without a byte order mark, spreadsheets don't read it as UTF-8.
    let mut file = "\u{feff}".as_bytes().to_vec();
    let mut writer = WriterBuilder::new().quote_style(QuoteStyle::Always).from_writer(&mut file);
    let mut write = |cells: [Cow<'_, str>; 5]| {
        writer.write_record(cells.iter().map(|cell| cell.as_bytes())).expect("memory takes everything");
    };
    write([line, names[0], names[1], names[2], reason].map(Cow::from));
    for (row, typed) in rows.iter().zip(&draft.rows).filter(|(row, _)| !row.mistakes.is_empty()) {
        write([
            row.number.to_string().into(),
            harmless(&typed.to),
            harmless(&typed.amount),
            harmless(&typed.reference),
            reasons(row).into(),
        ]);
    }
    drop(writer);
    Ok(PageResponse::download(FILE, "text/csv; charset=utf-8", file))
}

/// What is wrong with a line, which may repeat what the line says.
fn reasons(row: &ReviewRow<'_>) -> String {
    harmless(&row.mistakes.join(" ")).into_owned()
}
