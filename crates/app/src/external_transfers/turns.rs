//! Who looks after deposits and withdrawals at a moment: one worker for each mode, and one task for each account.
//! `simulate/clock` looks after its own account only, beside the worker.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use rules::account::Mode;
use rules::id::AccountId;
use tokio::sync::OwnedMutexGuard;

type Turn = Arc<tokio::sync::Mutex<()>>;

#[derive(Default)]
pub struct Turns {
    live: tokio::sync::Mutex<()>,
    test: tokio::sync::Mutex<()>,
    /// Accounts that are being looked after, or waited for.
    accounts: Mutex<HashMap<AccountId, Turn>>,
}

/// One account, until it is dropped.
pub struct AccountTurn<'a> {
    turns: &'a Turns,
    account: AccountId,
    held: Option<OwnedMutexGuard<()>>,
}

impl Turns {
    /// Held by the worker that looks after all accounts of a mode.
    pub fn of(&self, mode: Mode) -> &tokio::sync::Mutex<()> {
        match mode {
            Mode::Live => &self.live,
            Mode::Test => &self.test,
        }
    }

    /// Waits until no other task looks after this account.
    pub async fn of_account(&self, account: AccountId) -> AccountTurn<'_> {
        let mut turn = AccountTurn { turns: self, account, held: None };
        turn.held = Some(self.own(account).lock_owned().await);
        turn
    }

    /// None if another task looks after this account.
    pub fn try_account(&self, account: AccountId) -> Option<AccountTurn<'_>> {
        let mut turn = AccountTurn { turns: self, account, held: None };
        turn.held = Some(self.own(account).try_lock_owned().ok()?);
        Some(turn)
    }

    fn own(&self, account: AccountId) -> Turn {
        self.lock().entry(account).or_default().clone()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<AccountId, Turn>> {
        self.accounts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for AccountTurn<'_> {
    fn drop(&mut self) {
        self.held = None;
        let mut accounts = self.turns.lock();
        // The table has one; every task that has the account, or waits for it, has another.
        if accounts.get(&self.account).is_some_and(|turn| Arc::strong_count(turn) == 1) {
            accounts.remove(&self.account);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use rules::id::AccountId;
    use tokio::time::timeout;

    use super::Turns;

    #[test]
    fn an_account_waits_for_itself_and_for_no_other() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
        runtime.expect("a runtime").block_on(async {
            let turns = Turns::default();
            let account = |number: u64| AccountId::new(number, [0; 10]);
            let take = |number: u64| turns.of_account(account(number));
            let first = take(1).await;
            assert!(timeout(Duration::from_secs(9), take(1)).await.is_err());
            assert!(turns.try_account(account(1)).is_none() && turns.try_account(account(2)).is_some());
            assert!(timeout(Duration::from_secs(9), take(2)).await.is_ok());
            drop(first);
            assert!(timeout(Duration::from_secs(9), take(1)).await.is_ok());
            assert_eq!(turns.lock().len(), 0, "what is not waited for is forgotten");
        });
    }
}
