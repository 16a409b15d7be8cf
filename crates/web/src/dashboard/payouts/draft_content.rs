//! How a draft is stored: its rows as JSON. Amounts that are understood are stored as decimals, and shown again in the
//! format of the reader: the same text may mean another amount to a reader of another language. Those that are not
//! understood in one language stay so in another.

use i18n::Locale;
use rules::money::{Amount, Currency};
use serde::{Deserialize, Serialize};

use super::draft::{AMBIGUOUS, Draft, DraftOrigin, DraftRow, FileSummary, read_amount};

#[derive(Serialize, Deserialize)]
struct Content {
    /// Of the reader who wrote it.
    language: String,
    is_file: bool,
    reference: String,
    rows: Vec<Row>,
    #[serde(flatten)]
    summary: FileSummary,
}

#[derive(Serialize, Deserialize)]
struct Row {
    line: usize,
    to: String,
    amount: TypedAmount,
    reference: String,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum TypedAmount {
    /// As the API writes it.
    Read(String),
    Unread(String),
}

pub fn write(locale: Locale, draft: &Draft) -> String {
    let row = |row: &DraftRow| Row {
        line: row.number,
        to: row.to.clone(),
        amount: match read_amount(locale, &row.amount) {
            Ok(amount) => TypedAmount::Read(amount.to_string()),
            Err(_) => TypedAmount::Unread(row.amount.clone()),
        },
        reference: row.reference.clone(),
    };
    let content = Content {
        language: locale.language().tag().to_owned(),
        is_file: draft.origin == DraftOrigin::File,
        reference: draft.reference.clone(),
        rows: draft.rows.iter().map(row).collect(),
        summary: draft.file.clone().unwrap_or_default(),
    };
    serde_json::to_string(&content).expect("texts and numbers are JSON")
}

/// What cannot be read, because another version of Florin wrote it, is an empty draft.
pub fn read(locale: Locale, content: &str) -> Draft {
    let Ok(content) = serde_json::from_str::<Content>(content) else { return Draft::default() };
    let is_same_language = content.language == locale.language().tag();
    let row = |row: Row| DraftRow {
        number: row.line,
        to: row.to,
        amount: match row.amount {
            TypedAmount::Read(text) => {
                Amount::parse(&text, Currency::Usdc).map_or(text, |amount| locale.typed_amount(amount))
            }
            TypedAmount::Unread(text) if is_same_language || read_amount(locale, &text).is_err() => text,
            TypedAmount::Unread(text) => format!("{text} {AMBIGUOUS}"),
        },
        reference: row.reference,
        mistakes: Vec::new(),
    };
    Draft {
        rows: content.rows.into_iter().map(row).collect(),
        origin: if content.is_file { DraftOrigin::File } else { DraftOrigin::Form },
        file: content.is_file.then_some(content.summary),
        reference: content.reference,
        mistakes: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use i18n::Locale;
    use rules::language::Language;

    use super::{Draft, DraftRow, read, write};

    #[test]
    fn an_amount_keeps_its_value_in_another_language() {
        let stored = |language: Language, amount: &str| {
            let row = DraftRow { number: 7, amount: amount.to_owned(), ..DraftRow::default() };
            write(Locale::from(language), &Draft { rows: vec![row], ..Draft::default() })
        };
        let shown = |content: &str, language: Language| {
            let draft = read(Locale::from(language), content);
            assert_eq!(draft.rows[0].number, 7);
            draft.rows[0].amount.clone()
        };
        let (english, portuguese) = (Language::English, Language::Portuguese);
        for (written_in, amount, shown_in, expected) in [
            (english, "1.250", portuguese, "1,25"),
            (english, "1250.5", portuguese, "1250,50"),
            (portuguese, "1250,5", english, "1250.50"),
            (portuguese, "12,50 EUR", english, "12,50 EUR"),
            (english, "1.250 ?", portuguese, "1.250 ?"),
            (english, "", portuguese, ""),
            // A question in Portuguese, and 1.25 to an English reader.
            (portuguese, "1.250", portuguese, "1.250"),
            (portuguese, "1.250", english, "1.250 ?"),
        ] {
            assert_eq!(shown(&stored(written_in, amount), shown_in), expected, "{amount}");
        }
    }

    #[test]
    fn what_no_version_wrote_is_an_empty_draft() {
        for content in ["", "{}", "[]", "{\"rows\":7}"] {
            assert_eq!(read(Locale::ENGLISH, content), Draft::default());
        }
    }
}
