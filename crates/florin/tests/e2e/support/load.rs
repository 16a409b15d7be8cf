//! Clients that write without a pause, whatever happens to the server, and remember what they were told.
//!
//! They behave as good clients do: a request with an `Idempotency-Key` is repeated until it is answered, one without
//! is never repeated. A 503 is the only no they accept, unless the wish itself knows another.

use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use serde_json::Value;
use testkit::patience::PATIENCE;

use super::{Client, Luck, Reply, Server};

const THREADS: usize = 4;
/// After a 503, in place of the second that `Retry-After` asks for.
const PAUSE: Duration = Duration::from_millis(100);
/// Of those for one wish: a minute of them.
const MAX_PAUSES: usize = 600;

/// One POST that a client wants to see done.
pub trait Wish: Send + Sized + 'static {
    /// What a client wants next, given what it was told last.
    fn next(who: &str, number: usize, last: Option<&(Self, Reply)>) -> Self;
    fn path(&self) -> String;
    fn body(&self) -> Option<Value>;
    fn key(&self) -> Option<&str>;
    /// Whether this ends the wish.
    fn is_answered_by(&self, reply: &Reply) -> bool {
        reply.status == 200
    }
}

/// Who was told what.
pub struct Notes<W> {
    /// Told how it ended.
    pub acknowledged: Vec<(W, Reply)>,
    /// Told nothing, or to come back later, and did not ask again.
    pub lost: Vec<W>,
    pub unavailable: usize,
}

impl<W> Notes<W> {
    fn none() -> Notes<W> {
        Notes { acknowledged: Vec::new(), lost: Vec::new(), unavailable: 0 }
    }

    pub fn add(&mut self, other: Notes<W>) {
        self.acknowledged.extend(other.acknowledged);
        self.lost.extend(other.lost);
        self.unavailable += other.unavailable;
    }
}

/// The clients at work.
pub struct Load<W> {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<Notes<W>>>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// Where the server is, and how often it has moved.
    place: Option<(u32, Client)>,
    acknowledged: usize,
    stopping: bool,
    broken: bool,
}

impl<W: Wish> Load<W> {
    /// The clients begin once they are told where the server is. Loads on one database have different names.
    pub fn start(name: &str) -> Load<W> {
        let shared = Arc::new(Shared::default());
        let threads = (0..THREADS).map(|thread| {
            let (shared, who) = (shared.clone(), format!("{name}-{thread}"));
            thread::spawn(move || {
                let _alarm = Alarm(&shared);
                work(&shared, &who)
            })
        });
        let threads = threads.collect();
        Load { shared, threads }
    }

    /// The server is here now.
    pub fn move_to(&self, client: Client) {
        self.shared.change(|state| {
            let moves = state.place.as_ref().map_or(0, |(moves, _)| moves + 1);
            state.place = Some((moves, client));
        });
    }

    /// Returns after so many more acknowledged writes.
    #[track_caller]
    pub fn wait_for(&self, more: usize) {
        let state = self.shared.state.lock().expect("no client panicked");
        let wanted = state.acknowledged + more;
        let waiting = |state: &mut State| state.acknowledged < wanted && !state.broken;
        let (state, waited) =
            self.shared.changed.wait_timeout_while(state, PATIENCE, waiting).expect("no panic");
        assert!(!state.broken, "a client met something that no client should");
        assert!(!waited.timed_out(), "nothing was acknowledged for {PATIENCE:?}");
    }

    /// Kills the server so many times, each time after some writes, starts it again, and lets the clients finish.
    pub fn stop_after_kills(
        self,
        server: &mut Server,
        kills: usize,
        max_writes: u64,
        luck: &mut Luck,
    ) -> Notes<W> {
        for _ in 0..kills {
            self.move_to(server.sandbox());
            self.wait_for(luck.up_to(max_writes));
            server.kill();
            server.restart();
        }
        self.move_to(server.sandbox());
        let notes = self.stop();
        assert_eq!(notes.unavailable, 0, "the database was never away");
        notes
    }

    /// Lets every client finish its last wish, for which the server must be up.
    pub fn stop(self) -> Notes<W> {
        self.shared.change(|state| state.stopping = true);
        let mut notes = Notes::none();
        for thread in self.threads {
            notes.add(thread.join().expect("a client met something that no client should"));
        }
        notes
    }
}

impl Shared {
    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state.lock().expect("no client panicked"));
        self.changed.notify_all();
    }

    /// Where the server is, once that is somewhere else than where it was last met.
    fn place_after(&self, last: Option<u32>, why: &str) -> (u32, Client) {
        let is_there = |state: &mut State| state.place.as_ref().map(|(moves, _)| *moves) == last;
        let state = self.state.lock().expect("no client panicked");
        let (state, waited) =
            self.changed.wait_timeout_while(state, PATIENCE, is_there).expect("no client panicked");
        let place = state.place.clone();
        // A panic must not take the state with it.
        drop(state);
        assert!(!waited.timed_out(), "{why}, and for {PATIENCE:?} the server was nowhere else");
        place.expect("the server is somewhere")
    }

    fn has_moved(&self, since: u32) -> bool {
        let state = self.state.lock().expect("no client panicked");
        state.place.as_ref().is_some_and(|(moves, _)| *moves != since)
    }

    fn is_stopping(&self) -> bool {
        self.state.lock().expect("no client panicked").stopping
    }
}

/// Wakes the test if a client panics, so that it does not wait in vain.
struct Alarm<'a>(&'a Shared);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.change(|state| state.broken = true);
        }
    }
}

/// The answer; an error if the connection broke.
fn ask<W: Wish>(wish: &W, client: &Client) -> Result<Reply, ureq::Error> {
    let headers: Vec<(&str, &str)> = wish.key().map(|key| ("Idempotency-Key", key)).into_iter().collect();
    let body = wish.body().map(|body| body.to_string());
    client.try_send("POST", &wish.path(), &headers, body.as_deref())
}

fn work<W: Wish>(shared: &Shared, who: &str) -> Notes<W> {
    let mut notes = Notes::none();
    let (mut moves, mut client) = shared.place_after(None, "nothing was begun");
    for number in 0.. {
        if shared.is_stopping() {
            break;
        }
        let wish = W::next(who, number, notes.acknowledged.last());
        let mut pauses = 0;
        loop {
            match ask(&wish, &client) {
                Ok(reply) if wish.is_answered_by(&reply) => {
                    notes.acknowledged.push((wish, reply));
                    shared.change(|state| state.acknowledged += 1);
                    break;
                }
                Ok(reply) if reply.status == 503 => {
                    reply.assert_problem(503, "unavailable");
                    assert_eq!(reply.header("retry-after"), Some("1"));
                    notes.unavailable += 1;
                    pauses += 1;
                    assert!(pauses < MAX_PAUSES, "the server says nothing but 503");
                    thread::sleep(PAUSE);
                }
                Ok(reply) => {
                    // A port that became free may by now belong to the server of another test.
                    assert!(reply.status == 401 && shared.has_moved(moves), "{reply:?}");
                    (moves, client) = shared.place_after(Some(moves), "it was another server");
                }
                Err(error) => (moves, client) = shared.place_after(Some(moves), &error.to_string()),
            }
            if wish.key().is_none() {
                notes.lost.push(wish);
                break;
            }
        }
    }
    notes
}
