//! Lets one reader through at a time, and parties in turn, so that one that reads much delays itself and not the
//! others.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rules::id::AccountId;
use tokio::sync::oneshot;

use crate::platform::failure::Failure;
use crate::platform::fair_queue::{FairQueue, TURN};

/// A party alone has half of these.
const MAX_WAITING: usize = 128;

/// Those who take turns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Party {
    Account(AccountId),
    /// The hash of an address: everyone who opens a link that was sent to it.
    Recipient([u8; 32]),
}

pub struct Turnstile {
    state: Mutex<State>,
}

struct State {
    is_taken: bool,
    waiting: FairQueue<Party, oneshot::Sender<TurnstilePermit>>,
}

/// Held while reading. The next one goes when it is dropped.
pub struct TurnstilePermit(Arc<Turnstile>);

impl Turnstile {
    pub fn new() -> Arc<Turnstile> {
        let state = State { is_taken: false, waiting: FairQueue::new(MAX_WAITING) };
        Arc::new(Turnstile { state: Mutex::new(state) })
    }

    /// Waits for a turn. A party that has too many waiting already is refused.
    pub async fn enter(self: &Arc<Turnstile>, party: Party) -> Result<TurnstilePermit, Failure> {
        let turn = {
            let mut state = self.lock();
            if !state.is_taken {
                state.is_taken = true;
                return Ok(TurnstilePermit(self.clone()));
            }
            let (next, turn) = oneshot::channel();
            state.waiting.put(party, TURN, next).map_err(|_| Failure::Busy)?;
            turn
        };
        turn.await.map_err(|_| Failure::Unavailable)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for TurnstilePermit {
    fn drop(&mut self) {
        let next = {
            let mut state = self.0.lock();
            let next = state.waiting.take();
            state.is_taken = next.is_some();
            next
        };
        // If that reader has gone away, the turn comes back, is dropped, and goes to the one after.
        if let Some(next) = next {
            let _ = next.send(TurnstilePermit(self.0.clone()));
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use rules::id::AccountId;

    use super::{MAX_WAITING, Party, Turnstile};
    use crate::platform::failure::Failure;

    fn account(number: u64) -> Party {
        Party::Account(AccountId::new(number, [0; 10]))
    }

    fn recipient(number: u8) -> Party {
        Party::Recipient([number; 32])
    }

    #[test]
    fn one_goes_at_a_time_and_an_account_with_many_delays_another_by_one() {
        let turnstile = Turnstile::new();
        let first = turnstile.enter(account(1)).now_or_never().expect("free").expect("a turn");
        let mut busy: Vec<_> = (0..10).map(|_| Box::pin(turnstile.enter(account(1)))).collect();
        assert!(busy.iter_mut().all(|waiting| waiting.now_or_never().is_none()));
        let mut other = Box::pin(turnstile.enter(account(2)));
        assert!((&mut other).now_or_never().is_none());
        drop(first);
        let second = busy.remove(0).now_or_never().expect("its turn").expect("a turn");
        assert!((&mut other).now_or_never().is_none());
        drop(second);
        assert!(other.now_or_never().is_some_and(|turn| turn.is_ok()));
        // The turn of the other was dropped at once.
        assert!(busy.remove(0).now_or_never().is_some_and(|turn| turn.is_ok()));
    }

    #[test]
    fn readers_that_have_gone_away_hold_nobody_up() {
        let turnstile = Turnstile::new();
        let first = turnstile.enter(recipient(0)).now_or_never().expect("free").expect("a turn");
        for number in 0..20 {
            assert!(turnstile.enter(account(number)).now_or_never().is_none());
        }
        let mut last = Box::pin(turnstile.enter(account(99)));
        assert!((&mut last).now_or_never().is_none());
        drop(first);
        assert!(last.now_or_never().is_some_and(|turn| turn.is_ok()));
        assert!(turnstile.enter(recipient(0)).now_or_never().is_some_and(|turn| turn.is_ok()));
    }

    #[test]
    fn an_account_with_too_many_is_refused_and_others_are_not() {
        let turnstile = Turnstile::new();
        let _first = turnstile.enter(recipient(0)).now_or_never();
        let mut waiting: Vec<_> = (0..MAX_WAITING).map(|_| Box::pin(turnstile.enter(account(1)))).collect();
        let refused = waiting.iter_mut().filter_map(|waiting| waiting.now_or_never());
        assert!(refused.filter(|refused| matches!(refused, Err(Failure::Busy))).count() >= MAX_WAITING / 2);
        assert!(turnstile.enter(account(2)).now_or_never().is_none(), "it waits");
        assert!(turnstile.enter(recipient(1)).now_or_never().is_none(), "it waits");
    }
}
