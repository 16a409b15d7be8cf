//! The moments of a round at which a simulated process can die. A release passes them all, and doesn't count them.

rules::listed_enum! {
    /// What was just done.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub enum CrashPoint {
        BlocksRead,
        BlocksBooked,
        Compared,
        /// An authorization's time was found to be over.
        FoundOver,
        GivenUp,
        AuthorizationSigned,
        AuthorizationKept,
        /// The key will never sign it, and its amount was refunded.
        NotAuthorized,
        SweepSigned,
        SweepKept,
        RelayTransactionsSigned,
        RelayTransactionsKept,
        Sent,
    }
}

#[cfg(not(feature = "simulated"))]
#[derive(Default)]
pub struct CrashPoints {}

#[cfg(not(feature = "simulated"))]
impl CrashPoints {
    pub(super) async fn pass(&self, _moment: CrashPoint) {}
}

#[cfg(feature = "simulated")]
pub use simulated::CrashPoints;

#[cfg(feature = "simulated")]
mod simulated {
    use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

    use super::CrashPoint;

    /// Shared with the simulation.
    #[derive(Clone, Default)]
    pub struct CrashPoints {
        state: Arc<Mutex<State>>,
    }

    #[derive(Default)]
    struct State {
        last: Option<CrashPoint>,
        is_dead: bool,
    }

    impl CrashPoints {
        /// The process dies at the next moment of this kind.
        pub fn die_at(&self, moment: CrashPoint) {
            self.state().last = Some(moment);
        }

        /// Nothing is planned any more.
        pub fn live_on(&self) {
            self.state().last = None;
        }

        /// Whether it came to that. Then nothing of it goes on, and it is to be dropped.
        pub fn is_dead(&self) -> bool {
            self.state().is_dead
        }

        pub(crate) async fn pass(&self, moment: CrashPoint) {
            let dies = self.state().last == Some(moment);
            if dies {
                self.state().is_dead = true;
                std::future::pending().await
            }
        }

        fn state(&self) -> MutexGuard<'_, State> {
            self.state.lock().unwrap_or_else(PoisonError::into_inner)
        }
    }
}
