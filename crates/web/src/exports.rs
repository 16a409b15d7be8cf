//! How many exports are sent at the same time: few for each account, and few in each mode, so that files for
//! spreadsheets do not keep other accounts waiting.
//!
//! A client that reads slowly holds a slot. So an export has a total time, and when all slots of a mode are taken, an
//! account without an export takes over a slot of an account with two.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use governor::clock::{Clock, DefaultClock, Reference};
use rules::account::Mode;
use rules::id::AccountId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// For each account, together with the simulated people that are charged to it.
const MAX_PER_ACCOUNT: usize = 2;
/// For all accounts of a mode: the sandbox cannot use up what is there for live accounts.
const MAX_PER_MODE: usize = 8;
/// An export that takes longer is broken off. A million transactions take about half a minute.
const LONGEST: Duration = Duration::from_secs(300);

/// The exports that are being sent.
pub struct Exports {
    running: Mutex<Running>,
    /// Documents are made one at a time in each mode: they need a processor, which requests need, too.
    making: [Arc<Semaphore>; 2],
    clock: DefaultClock,
    created: <DefaultClock as Clock>::Instant,
}

impl Default for Exports {
    fn default() -> Exports {
        let clock = DefaultClock::default();
        let making = [(); 2].map(|()| Arc::new(Semaphore::new(1)));
        Exports { running: Mutex::default(), making, created: clock.now(), clock }
    }
}

/// In the order in which they were started.
#[derive(Default)]
struct Running {
    exports: Vec<RunningExport>,
    last_number: u64,
}

struct RunningExport {
    number: u64,
    mode: Mode,
    account: AccountId,
    /// As [`Exports::now`] tells the time.
    ends_at: Duration,
}

/// One export, until it is dropped.
pub struct ExportSlot {
    exports: Arc<Exports>,
    number: u64,
}

/// The limit that keeps an export from starting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExportLimit {
    OfAccount,
    OfMode,
}

impl Exports {
    pub fn start(self: &Arc<Exports>, mode: Mode, account: AccountId) -> Result<ExportSlot, ExportLimit> {
        self.start_at(self.now(), mode, account)
    }

    /// Waits until no other document of this mode is being made.
    pub async fn turn_to_make(&self, mode: Mode) -> OwnedSemaphorePermit {
        let [live, test] = &self.making;
        let making = match mode {
            Mode::Live => live,
            Mode::Test => test,
        };
        making.clone().acquire_owned().await.expect("it is never closed")
    }

    fn start_at(
        self: &Arc<Exports>,
        now: Duration,
        mode: Mode,
        account: AccountId,
    ) -> Result<ExportSlot, ExportLimit> {
        let mut running = self.lock();
        running.exports.retain(|export| now < export.ends_at);
        let own = running.count(mode, account);
        if own >= MAX_PER_ACCOUNT {
            return Err(ExportLimit::OfAccount);
        }
        let is_full = running.exports.iter().filter(|export| export.mode == mode).count() >= MAX_PER_MODE;
        if is_full {
            let second = running.oldest_of_two(mode).filter(|_| own == 0).ok_or(ExportLimit::OfMode)?;
            running.exports.remove(second);
        }
        running.last_number += 1;
        let number = running.last_number;
        running.exports.push(RunningExport { number, mode, account, ends_at: now + LONGEST });
        Ok(ExportSlot { exports: self.clone(), number })
    }

    /// The time since this was created.
    fn now(&self) -> Duration {
        Duration::from_nanos(self.clock.now().duration_since(self.created).as_u64())
    }

    fn lock(&self) -> MutexGuard<'_, Running> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Running {
    fn count(&self, mode: Mode, account: AccountId) -> usize {
        self.exports.iter().filter(|export| (export.mode, export.account) == (mode, account)).count()
    }

    /// The place of the oldest export whose account has another.
    fn oldest_of_two(&self, mode: Mode) -> Option<usize> {
        self.exports.iter().position(|export| export.mode == mode && self.count(mode, export.account) > 1)
    }
}

impl ExportSlot {
    /// Whether the export may go on: it has time left, and no other account has taken over its slot.
    pub fn is_held(&self) -> bool {
        self.is_held_at(self.exports.now())
    }

    fn is_held_at(&self, now: Duration) -> bool {
        self.exports.lock().exports.iter().any(|export| export.number == self.number && now < export.ends_at)
    }
}

impl Drop for ExportSlot {
    fn drop(&mut self) {
        self.exports.lock().exports.retain(|export| export.number != self.number);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use rules::account::Mode;
    use rules::id::AccountId;

    use super::{ExportLimit, ExportSlot, Exports, LONGEST};

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

    #[test]
    fn four_accounts_do_not_keep_a_fifth_from_exporting() {
        let exports = Arc::new(Exports::default());
        let start = |number: u64| exports.start(Mode::Live, account(number));
        let held: Vec<ExportSlot> = (0..8).map(|number| start(number / 2).expect("a slot")).collect();
        let fifth = start(4).expect("the slot of an account that has two");
        assert!(fifth.is_held() && !held[0].is_held() && held[1..].iter().all(ExportSlot::is_held));
        assert_eq!(start(4).err(), Some(ExportLimit::OfMode), "it has one");
        let others: Vec<ExportSlot> = (5..8).map(|number| start(number).expect("a slot")).collect();
        assert_eq!(start(8).err(), Some(ExportLimit::OfMode), "eight accounts have one each");
        drop(held);
        assert!(others.iter().all(ExportSlot::is_held) && start(8).is_ok());
    }

    #[test]
    fn an_export_that_takes_too_long_loses_its_slot() {
        let exports = Arc::new(Exports::default());
        let start_at = |now: Duration, number: u64| exports.start_at(now, Mode::Live, account(number));
        let held: Vec<ExportSlot> =
            (0..8).map(|number| start_at(Duration::ZERO, number).expect("a slot")).collect();
        let late = LONGEST - Duration::from_secs(1);
        assert!(start_at(late, 9).is_err() && held.iter().all(|slot| slot.is_held_at(late)));
        assert!(!held.iter().any(|slot| slot.is_held_at(LONGEST)) && start_at(LONGEST, 9).is_ok());
    }
}
