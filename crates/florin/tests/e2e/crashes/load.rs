//! Clients that write without a pause, whatever happens to the server, and remember what they were told.
//!
//! They behave as good clients do: a request with an `Idempotency-Key` is repeated until it is answered, one without
//! is never repeated. A 503 is the only no they accept.

use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use serde_json::{Value, json};

use super::notes::Notes;
use crate::support::{Client, Reply};

const THREADS: usize = 4;
/// How long nothing may be acknowledged while the server is up.
const PATIENCE: Duration = Duration::from_secs(60);
/// After a 503, in place of the second that `Retry-After` asks for.
const PAUSE: Duration = Duration::from_millis(100);

/// What one client wants. Its mark is in no other wish.
pub struct Wish {
    pub path: &'static str,
    pub mark: String,
    pub key: Option<String>,
}

impl Wish {
    fn new(who: &str, number: usize) -> Wish {
        let path = if number.is_multiple_of(2) { "/recipients" } else { "/bank_accounts" };
        let mark = format!("{who}-{number}");
        let key = (number / 2).is_multiple_of(2).then(|| mark.clone());
        Wish { path, mark, key }
    }

    fn body(&self) -> Value {
        match self.path {
            "/recipients" => json!({ "email": format!("{}@example.com", self.mark) }),
            _ => json!({
                "name": self.mark, "currency": "MXN", "payment_rail": "mxn_spei",
                "mxn_spei": { "beneficiary_name": "Ada Lovelace", "spei_clabe": "032180000118359719" }
            }),
        }
    }

    /// The answer; `None` if the connection broke.
    fn ask(&self, client: &Client) -> Option<Reply> {
        let key = self.key.as_deref().map(|key| ("Idempotency-Key", key));
        let headers: Vec<(&str, &str)> = key.into_iter().collect();
        client.try_send("POST", self.path, &headers, Some(&self.body().to_string())).ok()
    }
}

/// The clients at work.
pub struct Load {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<Notes>>,
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

impl Load {
    /// The clients begin once they are told where the server is. Loads on one database have different names.
    pub fn start(name: &str) -> Load {
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

    /// Lets every client finish its last wish, for which the server must be up.
    pub fn stop(self) -> Notes {
        self.shared.change(|state| state.stopping = true);
        let mut notes = Notes::default();
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
    fn place_after(&self, last: Option<u32>) -> (u32, Client) {
        let elsewhere = |state: &mut State| state.place.as_ref().map(|(moves, _)| *moves) == last;
        let state = self.state.lock().expect("no client panicked");
        let state = self.changed.wait_while(state, elsewhere).expect("no client panicked");
        state.place.clone().expect("the server is somewhere")
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

fn work(shared: &Shared, who: &str) -> Notes {
    let mut notes = Notes::default();
    let (mut moves, mut client) = shared.place_after(None);
    for number in 0.. {
        if shared.is_stopping() {
            break;
        }
        let wish = Wish::new(who, number);
        loop {
            let reply = wish.ask(&client);
            match &reply {
                Some(reply) if reply.status == 200 => {
                    notes.acknowledge(wish, reply);
                    shared.change(|state| state.acknowledged += 1);
                    break;
                }
                Some(reply) if reply.status == 503 => {
                    reply.assert_problem(503, "unavailable");
                    assert_eq!(reply.header("retry-after"), Some("1"));
                    notes.unavailable += 1;
                    thread::sleep(PAUSE);
                }
                // A port that became free may by now belong to the server of another test.
                Some(reply) => assert!(reply.status == 401 && shared.has_moved(moves), "{reply:?}"),
                None => {}
            }
            if reply.is_none_or(|reply| reply.status == 401) {
                (moves, client) = shared.place_after(Some(moves));
            }
            if wish.key.is_none() {
                notes.lose(wish);
                break;
            }
        }
    }
    notes
}

/// Numbers that differ from run to run. The first is printed, and all others follow from it.
pub struct Luck(u64);

impl Luck {
    #[allow(clippy::print_stderr, reason = "shown when a test fails, to tell what it did")]
    pub fn new(what: &str) -> Luck {
        let seed = RandomState::new().hash_one(what);
        eprintln!("{what}: the seed is {seed}");
        Luck(seed)
    }

    /// From 1 to `most`.
    #[allow(clippy::print_stderr, reason = "shown when a test fails, to tell what it did")]
    pub fn up_to(&mut self, most: u64) -> usize {
        // Knuth's multiplier; the upper half is the random one.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let number = (self.0 >> 33) % most + 1;
        eprintln!("after {number} writes");
        usize::try_from(number).expect("a small number")
    }
}
