//! The moments of a round that a process may not survive. In a simulation it dies at the one that was planned; a
//! release passes them all and does not even count them.

/// What was just done.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Moment {
    BlocksRead,
    BlocksBooked,
    Compared,
    /// A promise's time was found to be over.
    FoundOver,
    GivenUp,
    PromiseSigned,
    PromiseKept,
    /// The key will never sign it, and its money was given back.
    NotPromised,
    SweepSigned,
    SweepKept,
    CarriersSigned,
    CarriersKept,
    Sent,
}

#[cfg(not(feature = "simulated"))]
#[derive(Default)]
pub struct Moments;

#[cfg(not(feature = "simulated"))]
impl Moments {
    pub(super) async fn pass(&self, _moment: Moment) {}
}

#[cfg(feature = "simulated")]
pub use simulated::Moments;

#[cfg(feature = "simulated")]
mod simulated {
    use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

    use super::Moment;

    impl Moment {
        pub const ALL: [Moment; 13] = [
            Moment::BlocksRead,
            Moment::BlocksBooked,
            Moment::Compared,
            Moment::FoundOver,
            Moment::GivenUp,
            Moment::PromiseSigned,
            Moment::PromiseKept,
            Moment::NotPromised,
            Moment::SweepSigned,
            Moment::SweepKept,
            Moment::CarriersSigned,
            Moment::CarriersKept,
            Moment::Sent,
        ];
    }

    /// Shared with the simulation.
    #[derive(Clone, Default)]
    pub struct Moments {
        state: Arc<Mutex<State>>,
    }

    #[derive(Default)]
    struct State {
        last: Option<Moment>,
        is_dead: bool,
    }

    impl Moments {
        /// The process dies at the next moment of this kind.
        pub fn die_at(&self, moment: Moment) {
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

        pub(crate) async fn pass(&self, moment: Moment) {
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
