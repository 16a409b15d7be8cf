//! Reading the rows of a proof: how far it is, when it pauses, and what becomes of rows that cannot be read.

use std::cell::{Cell, RefCell};
use std::sync::atomic::Ordering;

use super::Proof;
use super::finding::{Finding, Findings};
use crate::engine::{Columns, Connection, SqlRow};
use crate::error::Error;

/// After how many rows the reader is asked whether to go on.
const STRIDE: u64 = 2_048;

/// One thread's reading, which says how far it is.
pub struct TableReader<'a> {
    proof: &'a Proof,
    rows: Cell<u64>,
    transfers: Cell<u64>,
    unreadable: RefCell<Findings>,
}

impl<'a> TableReader<'a> {
    pub fn new(proof: &'a Proof) -> TableReader<'a> {
        TableReader { proof, rows: Cell::new(0), transfers: Cell::new(0), unreadable: RefCell::default() }
    }

    /// Takes every row of a question about a table. A row that cannot be read is a finding, and does not keep the
    /// caller from reading the others.
    pub async fn scan(
        &self,
        connection: &Connection,
        table: &str,
        sql: &str,
        mut take: impl FnMut(&SqlRow<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut read = |row: &SqlRow<'_>| match take(row) {
            Err(Error::Corrupt(why)) => {
                let name = format!("{table} {}", Columns::of(row).text().unwrap_or("without a name"));
                let finding = || Finding::new(name, "a row that can be read", why);
                self.unreadable.borrow_mut().add(finding);
                Ok(())
            }
            taken => taken,
        };
        connection.scan(sql, &mut read).await
    }

    /// What could not be read since this was last asked.
    pub fn take_unreadable(&self) -> Findings {
        self.unreadable.take()
    }

    pub fn row(&self) {
        self.rows.set(self.rows.get() + 1);
        if self.rows.get() >= STRIDE {
            self.report();
            (self.proof.pause)();
        }
    }

    pub fn transfer(&self) {
        self.transfers.set(self.transfers.get() + 1);
        self.row();
    }

    pub fn report(&self) {
        self.proof.progress.rows.fetch_add(self.rows.take(), Ordering::Relaxed);
        self.proof.progress.transfers.fetch_add(self.transfers.take(), Ordering::Relaxed);
    }
}
