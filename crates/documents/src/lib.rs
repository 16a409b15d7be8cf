//! Documents that people keep: receipts and statements as PDF, statements as CSV and OFX.
//!
//! Everything here is a function from plain values to bytes: the same values give the same bytes. Nothing here asks a
//! clock, a database or the network, and nothing that people wrote can change what a document is. Texts come from the
//! catalogs of `i18n`, in the language of the reader.

pub mod csv_cell;
mod fonts;
pub mod format;
mod letterhead;
mod pdf;
mod receipt;
mod statement;
mod text;

pub use letterhead::{Brand, Holder};
pub use receipt::{Fact, Receipt};
pub use statement::{CsvStatement, Movement, MovementKind, OfxStatement, Statement, statement_pdf};
