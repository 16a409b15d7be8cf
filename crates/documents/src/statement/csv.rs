//! A statement for spreadsheets: a line for each movement, between the opening and the closing balance. What people
//! wrote is made harmless: no cell of theirs is read as a formula. Names of columns and types are the same in every
//! language, and so are numbers and times: programs read them.

use csv::{QuoteStyle, WriterBuilder};
use rules::money::Amount;
use rules::time::Timestamp;

use super::{Movement, Statement};
use crate::csv_cell::harmless;
use crate::format::CURRENCY;

const HEADER: [&str; 10] = [
    "type",
    "booked_at",
    "transaction_id",
    "description",
    "reference",
    "amount",
    "fee",
    "balance",
    "currency",
    "mode",
];

/// Writes a file part by part: the head, any number of movements, and the end.
#[derive(Clone, Copy, Debug)]
pub struct CsvStatement {
    is_test: bool,
}

impl CsvStatement {
    pub fn new(statement: &Statement) -> (CsvStatement, Vec<u8>) {
        let file = CsvStatement { is_test: statement.is_test };
        let head = [record(&HEADER), file.balance("opening_balance", statement.starts_at, statement.opening)];
        (file, head.concat())
    }

    pub fn movement(self, movement: &Movement) -> Vec<u8> {
        record(&[
            movement.kind.name(),
            &movement.at.to_string(),
            &movement.transaction,
            &harmless(&movement.description),
            &harmless(&movement.reference),
            &movement.amount.to_string(),
            &movement.fee.to_string(),
            &movement.balance.to_string(),
            CURRENCY.code(),
            self.mode(),
        ])
    }

    /// A file without this line was broken off.
    pub fn end(self, at: Timestamp, closing: Amount) -> Vec<u8> {
        self.balance("closing_balance", at, closing)
    }

    fn balance(self, kind: &str, at: Timestamp, balance: Amount) -> Vec<u8> {
        record(&[
            kind,
            &at.to_string(),
            "",
            "",
            "",
            "",
            "",
            &balance.to_string(),
            CURRENCY.code(),
            self.mode(),
        ])
    }

    const fn mode(self) -> &'static str {
        if self.is_test { "test" } else { "live" }
    }
}

fn record(cells: &[&str]) -> Vec<u8> {
    let mut line = WriterBuilder::new().quote_style(QuoteStyle::Always).from_writer(Vec::new());
    line.write_record(cells).expect("memory takes everything");
    line.into_inner().expect("memory takes everything")
}
