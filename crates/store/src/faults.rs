//! Faults that a simulation lets a writer meet: a database that is away, in the way or refuses, a commit whose outcome
//! stays unknown, and a process that dies. Only tests turn this on: a release cannot fail on purpose.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::error::Error;

/// Where in a transaction it happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultPoint {
    Begin,
    /// Everything is decided and nothing is written.
    Commit,
    /// Everything is written and no caller was told.
    Committed,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultKind {
    Unavailable,
    Conflict,
    TimedOut,
    Refused,
    Unknown,
    /// The process dies here: what awaits this never goes on, and is to be dropped.
    Crash,
}

/// What a writer will meet, in this order. Each waits until a transaction comes to its place.
#[derive(Clone, Default)]
pub struct Faults {
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    planned: VecDeque<(FaultPoint, FaultKind)>,
    met: Vec<FaultKind>,
    refused: Vec<String>,
}

impl Faults {
    /// Replaces what was planned, and forgets what was met.
    pub fn plan(&self, faults: impl IntoIterator<Item = (FaultPoint, FaultKind)>) {
        *self.state() = State { planned: faults.into_iter().collect(), ..State::default() };
    }

    /// What the writer has met since the plan was made.
    pub fn met(&self) -> Vec<FaultKind> {
        self.state().met.clone()
    }

    /// What the database itself has refused since then: its guards are there for bugs, so it should be nothing.
    pub fn refused(&self) -> Vec<String> {
        self.state().refused.clone()
    }

    pub(crate) fn note(&self, error: &Error) {
        self.state().refused.push(error.to_string());
    }

    pub(crate) async fn meet(&self, place: FaultPoint) -> Result<(), Error> {
        let Some(mishap) = self.next_at(place) else {
            return Ok(());
        };
        let why = || format!("simulated at {place:?}");
        match mishap {
            FaultKind::Unavailable => Err(Error::Unavailable(why())),
            FaultKind::Conflict => Err(Error::Conflict(why())),
            FaultKind::TimedOut => Err(Error::TimedOut(why())),
            FaultKind::Refused => Err(Error::Refused(why())),
            FaultKind::Unknown => Err(Error::Unknown(why())),
            FaultKind::Crash => std::future::pending().await,
        }
    }

    fn next_at(&self, place: FaultPoint) -> Option<FaultKind> {
        let mut state = self.state();
        let (_, mishap) = state.planned.pop_front_if(|(at, _)| *at == place)?;
        state.met.push(mishap);
        Some(mishap)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
