//! The streams of events that are open at this server. Each costs reads for as long as it is open, so there are only so
//! many, and one for each session: a session that is opened again ends the stream that it had.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rules::id::EndpointId;

use crate::platform::failure::Failure;

const MAX_STREAMS: usize = 256;

#[derive(Default)]
pub struct Streams {
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    latest: u64,
    of_sessions: HashMap<EndpointId, u64>,
}

/// The stream of a session, until it is dropped or the session has another.
pub struct EventStream {
    streams: Arc<Streams>,
    session: EndpointId,
    number: u64,
}

impl Streams {
    pub fn open(self: &Arc<Streams>, session: EndpointId) -> Result<EventStream, Failure> {
        let mut open = self.locked();
        if open.of_sessions.len() >= MAX_STREAMS && !open.of_sessions.contains_key(&session) {
            return Err(Failure::Busy);
        }
        open.latest += 1;
        let number = open.latest;
        open.of_sessions.insert(session, number);
        Ok(EventStream { streams: self.clone(), session, number })
    }

    fn locked(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl EventStream {
    /// Whether the session has no later stream.
    pub fn is_latest(&self) -> bool {
        self.streams.locked().of_sessions.get(&self.session) == Some(&self.number)
    }
}

impl Drop for EventStream {
    fn drop(&mut self) {
        let mut open = self.streams.locked();
        if open.of_sessions.get(&self.session) == Some(&self.number) {
            open.of_sessions.remove(&self.session);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rules::id::EndpointId;

    use super::{MAX_STREAMS, Streams};

    fn session(number: u64) -> EndpointId {
        EndpointId::new(number, [0; 10])
    }

    #[test]
    fn a_session_has_one_stream_and_a_server_only_so_many() {
        let streams = Arc::new(Streams::default());
        let first = streams.open(session(0)).expect("room");
        let second = streams.open(session(0)).expect("room");
        assert!(!first.is_latest() && second.is_latest());
        drop(first);
        assert!(second.is_latest(), "the end of the first changes nothing");
        let mut others: Vec<_> =
            (1..MAX_STREAMS as u64).map(|number| streams.open(session(number)).expect("room")).collect();
        assert!(streams.open(session(9_999)).is_err());
        assert!(streams.open(session(0)).is_ok(), "in place of its own");
        drop(second);
        others.pop();
        assert!(streams.open(session(9_999)).is_ok());
        drop(others);
        assert!(streams.locked().of_sessions.is_empty());
    }
}
