//! The load generator: a number of kept-alive connections, each sending its next request when the last
//! one was answered, or when its turn has come. It must never hide a fault: one unexpected answer makes the whole
//! run worthless.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;
use tokio::task::JoinSet;

use crate::call::Call;
use crate::connection::{Connection, PATIENCE, shortened};

/// How hard and how long to load a server.
#[derive(Clone, Copy)]
pub struct Pace {
    pub connections: usize,
    pub threads: usize,
    /// Between the starts of two requests, over all connections; `None` is as fast as answers come.
    pub interval: Option<Duration>,
    pub warm_up: Duration,
    pub measured: Duration,
}

/// What was seen. Everything but `sent` is of the measured time only, without the warm-up.
pub struct Tally {
    pub sent: u64,
    pub answered: u64,
    pub latencies_ns: Histogram<u64>,
    /// What each connection was told last.
    pub last_bodies: Vec<Vec<u8>>,
    faults: u64,
    first_fault: Option<String>,
}

/// Everything the threads of one measurement share.
struct Job {
    authority: String,
    call: Arc<Call>,
    numbers: Arc<AtomicU64>,
    interval: Option<Duration>,
    /// Counts the requests of this measurement, to know when each is due.
    turns: AtomicU64,
    begins: Instant,
    starts: Instant,
    ends: Instant,
}

/// Loads one route and gives back what was seen, or why the figures would mean nothing.
pub async fn measure(
    pace: Pace,
    authority: &str,
    call: &Arc<Call>,
    numbers: &Arc<AtomicU64>,
) -> Result<Tally, String> {
    count(pace, authority, call, numbers).await?.judged()
}

/// What was seen, whatever it means.
async fn count(
    pace: Pace,
    authority: &str,
    call: &Arc<Call>,
    numbers: &Arc<AtomicU64>,
) -> Result<Tally, String> {
    let begins = Instant::now();
    let starts = begins + pace.warm_up;
    let job = Arc::new(Job {
        authority: authority.to_owned(),
        call: Arc::clone(call),
        numbers: Arc::clone(numbers),
        interval: pace.interval,
        turns: AtomicU64::new(0),
        begins,
        starts,
        ends: starts + pace.measured,
    });
    let mut drivers = JoinSet::new();
    for thread in 0..pace.threads {
        let job = Arc::clone(&job);
        let share = share(pace.connections, pace.threads, thread);
        drivers.spawn_blocking(move || drive(share, job));
    }
    let mut total = Tally::new();
    while let Some(driver) = drivers.join_next().await {
        total.add(driver.map_err(|problem| format!("a load thread panicked: {problem}"))??);
    }
    Ok(total)
}

/// Sends one request on a connection of its own and gives back status and body.
pub async fn ask(authority: &str, call: &Call) -> Result<(u16, Vec<u8>), String> {
    let asked = async {
        let mut connection = Connection::open(authority).await?;
        let answer = connection.exchange(call, 0).await?;
        Ok((answer.status, connection.body(&answer).to_vec()))
    };
    let answer = tokio::time::timeout(PATIENCE, asked).await;
    answer.unwrap_or_else(|_| Err(format!("no response within {} s", PATIENCE.as_secs())))
}

/// How many of the connections this thread drives, so that no two threads differ by more than one.
fn share(connections: usize, threads: usize, thread: usize) -> usize {
    connections / threads + usize::from(thread < connections % threads)
}

/// One thread with its own event loop: connections never move between cores.
fn drive(connections: usize, job: Arc<Job>) -> Result<Tally, String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|problem| format!("no runtime: {problem}"))?;
    let tally = Arc::new(Mutex::new(Tally::new()));
    runtime.block_on(async {
        let mut tasks = JoinSet::new();
        for _ in 0..connections {
            tasks.spawn(keep_asking(Arc::clone(&job), Arc::clone(&tally)));
        }
        if tokio::time::timeout_at((job.ends + PATIENCE).into(), tasks.join_all()).await.is_err() {
            tally.lock().expect("no holder panics").fault("no response long after the end".to_owned());
        }
    });
    // The tasks are gone with the runtime, so this is the last holder.
    drop(runtime);
    let tally = Arc::into_inner(tally).expect("every task has ended");
    Ok(tally.into_inner().expect("no holder panics"))
}

async fn keep_asking(job: Arc<Job>, tally: Arc<Mutex<Tally>>) {
    if let Err(problem) = ask_until_the_end(&job, &tally).await {
        tally.lock().expect("no holder panics").fault(problem);
    }
}

async fn ask_until_the_end(job: &Job, tally: &Mutex<Tally>) -> Result<(), String> {
    let mut connection = Connection::open(&job.authority).await?;
    let mut last = None;
    while let Some(asked) = job.next_turn().await {
        let number = job.numbers.fetch_add(1, Ordering::Relaxed);
        let answer = connection.exchange(&job.call, number).await?;
        let answered = Instant::now();
        let mut tally = tally.lock().expect("no holder panics");
        tally.sent += 1;
        if answer.status != 200 {
            tally.fault(format!("{} {}", answer.status, shortened(connection.body(&answer))));
        } else if job.is_measured(answered) {
            tally.record(answered - asked);
        }
        drop(tally);
        last = Some(answer);
    }
    let body = last.map(|answer| connection.body(&answer).to_vec());
    tally.lock().expect("no holder panics").last_bodies.extend(body);
    Ok(())
}

impl Job {
    fn is_measured(&self, answered: Instant) -> bool {
        self.starts <= answered && answered < self.ends
    }

    /// Waits for the next request to be due and says since when it is, or that the time is over. A request that
    /// found no free connection has waited since its turn: a slow server cannot hide by delaying its own load.
    async fn next_turn(&self) -> Option<Instant> {
        let now = Instant::now();
        let due = match self.interval {
            None => now,
            Some(interval) => {
                let turn = self.turns.fetch_add(1, Ordering::Relaxed);
                self.begins + interval.saturating_mul(u32::try_from(turn).unwrap_or(u32::MAX))
            }
        };
        if due >= self.ends {
            return None;
        }
        if due <= now {
            return Some(due);
        }
        tokio::time::sleep_until(due.into()).await;
        // The timer is ours: what it was late is not the server's fault.
        Some(Instant::now())
    }
}

impl Tally {
    fn new() -> Tally {
        let latencies_ns = Histogram::new_with_bounds(100, 60_000_000_000, 3);
        Tally {
            sent: 0,
            answered: 0,
            latencies_ns: latencies_ns.expect("the bounds are in order and three digits are allowed"),
            last_bodies: Vec::new(),
            faults: 0,
            first_fault: None,
        }
    }

    /// Answers with these latencies, all of them in the measured time.
    #[cfg(test)]
    pub fn of(latencies: &[Duration]) -> Tally {
        let mut tally = Tally { sent: latencies.len() as u64, ..Tally::new() };
        latencies.iter().for_each(|latency| tally.record(*latency));
        tally
    }

    fn record(&mut self, latency: Duration) {
        self.answered += 1;
        self.latencies_ns.saturating_record(u64::try_from(latency.as_nanos()).unwrap_or(u64::MAX));
    }

    fn fault(&mut self, what: String) {
        self.faults += 1;
        self.first_fault.get_or_insert(what);
    }

    fn add(&mut self, other: Tally) {
        self.sent += other.sent;
        self.answered += other.answered;
        self.faults += other.faults;
        self.last_bodies.extend(other.last_bodies);
        self.latencies_ns.add(&other.latencies_ns).expect("all histograms have the same bounds");
        if self.first_fault.is_none() {
            self.first_fault = other.first_fault;
        }
    }

    fn judged(self) -> Result<Tally, String> {
        match &self.first_fault {
            Some(first) => {
                Err(format!("{} faults in {} requests; the first: {first}", self.faults, self.sent))
            }
            None if self.answered == 0 => Err("no response in the measured time".to_owned()),
            None => Ok(self),
        }
    }
}

#[cfg(test)]
mod tests;
