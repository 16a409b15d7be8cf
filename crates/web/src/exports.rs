//! How many exports are sent at the same time: few for each account, and few in each mode, so that files for
//! spreadsheets keep nobody else waiting.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use rules::account::Mode;
use rules::id::AccountId;

use crate::page::PageError;

/// For each account, together with the simulated people that are charged to it.
const MOST_PER_ACCOUNT: usize = 2;
/// For all accounts of a mode: the sandbox cannot use up what is there for live accounts.
const MOST_PER_MODE: usize = 8;

/// The exports that are being sent.
#[derive(Default)]
pub struct Exports {
    running: Mutex<Vec<(Mode, AccountId)>>,
}

/// One export, until it is dropped.
pub struct ExportSlot {
    exports: Arc<Exports>,
    of: (Mode, AccountId),
}

/// The limit that keeps an export from starting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExportLimit {
    OfAccount,
    OfMode,
}

impl Exports {
    pub fn start(self: &Arc<Exports>, mode: Mode, account: AccountId) -> Result<ExportSlot, ExportLimit> {
        let of = (mode, account);
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let count =
            |fits: &dyn Fn(&(Mode, AccountId)) -> bool| running.iter().filter(|one| fits(one)).count();
        if count(&|one| *one == of) >= MOST_PER_ACCOUNT {
            return Err(ExportLimit::OfAccount);
        }
        if count(&|one| one.0 == mode) >= MOST_PER_MODE {
            return Err(ExportLimit::OfMode);
        }
        running.push(of);
        Ok(ExportSlot { exports: self.clone(), of })
    }
}

impl Drop for ExportSlot {
    fn drop(&mut self) {
        let mut running = self.exports.running.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(position) = running.iter().position(|one| *one == self.of) {
            running.swap_remove(position);
        }
    }
}

impl fmt::Display for ExportLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ExportLimit::OfAccount => {
                "Two exports of this account are still running. Wait until one has finished, then try again."
            }
            ExportLimit::OfMode => "Too many exports are running at the moment. Try again in a minute.",
        })
    }
}

impl From<ExportLimit> for PageError {
    fn from(limit: ExportLimit) -> PageError {
        PageError::TooManyExports(limit)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rules::account::Mode;
    use rules::id::AccountId;

    use super::{ExportLimit, ExportSlot, Exports};

    fn account(number: u64) -> AccountId {
        AccountId::new(number, [0; 10])
    }

    #[test]
    fn an_account_has_two_exports_at_a_time_and_gets_them_back() {
        let exports = Arc::new(Exports::default());
        let start = || exports.start(Mode::Test, account(1));
        let first = start().ok();
        let second = start().ok();
        assert!(first.is_some() && second.is_some());
        assert_eq!(start().err(), Some(ExportLimit::OfAccount));
        assert!(exports.start(Mode::Test, account(2)).is_ok());
        drop(first);
        assert!(start().is_ok());
    }

    #[test]
    fn the_sandbox_does_not_use_up_the_exports_of_live_accounts() {
        let exports = Arc::new(Exports::default());
        let running: Vec<ExportSlot> =
            (0..20).filter_map(|number| exports.start(Mode::Test, account(number)).ok()).collect();
        assert_eq!(running.len(), 8);
        assert_eq!(exports.start(Mode::Test, account(99)).err(), Some(ExportLimit::OfMode));
        assert!(exports.start(Mode::Live, account(99)).is_ok());
    }
}
