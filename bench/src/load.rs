//! The load generator: a number of kept-alive connections, each sending its next request when the last
//! one was answered. It must never hide a fault: one unexpected answer makes the whole run worthless.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::call::Call;
use crate::response::{Answer, Reader};

/// How long a server may take for its last answers before the run is given up.
const PATIENCE: Duration = Duration::from_secs(15);

/// How hard and how long to load a server.
#[derive(Clone, Copy)]
pub struct Pace {
    pub connections: usize,
    pub threads: usize,
    pub warm_up: Duration,
    pub measured: Duration,
}

/// What was seen. Everything but `sent` is of the measured time only, without the warm-up.
pub struct Tally {
    pub sent: u64,
    pub answered: u64,
    pub latencies_ns: Histogram<u64>,
    faults: u64,
    first_fault: Option<String>,
}

/// Everything the threads of one measurement share.
struct Job {
    authority: String,
    call: Arc<Call>,
    numbers: Arc<AtomicU64>,
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
    let starts = Instant::now() + pace.warm_up;
    let job = Arc::new(Job {
        authority: authority.to_owned(),
        call: Arc::clone(call),
        numbers: Arc::clone(numbers),
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
        total.add(&driver.map_err(|problem| format!("a load thread died: {problem}"))??);
    }
    total.judged()
}

/// Sends one request on a connection of its own and gives back status and body.
pub async fn ask(authority: &str, call: &Call) -> Result<(u16, Vec<u8>), String> {
    let asked = async {
        let mut connection = Connection::open(authority).await?;
        let answer = connection.exchange(call, 0).await?;
        Ok((answer.status, connection.reader.body(&answer).to_vec()))
    };
    let answer = tokio::time::timeout(PATIENCE, asked).await;
    answer.unwrap_or_else(|_| Err(format!("no answer within {} s", PATIENCE.as_secs())))
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
            tally.lock().expect("no holder panics").fault("no answer long after the end".to_owned());
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
    let mut asked = Instant::now();
    while asked < job.ends {
        let number = job.numbers.fetch_add(1, Ordering::Relaxed);
        let answer = connection.exchange(&job.call, number).await?;
        let answered = Instant::now();
        let mut tally = tally.lock().expect("no holder panics");
        tally.sent += 1;
        if answer.status != 200 {
            let body = String::from_utf8_lossy(connection.reader.body(&answer));
            tally.fault(format!("{} {}", answer.status, body.chars().take(300).collect::<String>()));
        } else if job.starts <= answered && answered < job.ends {
            tally.record(answered - asked);
        }
        drop(tally);
        asked = answered;
    }
    Ok(())
}

struct Connection {
    stream: TcpStream,
    request: Vec<u8>,
    reader: Reader,
}

impl Connection {
    async fn open(authority: &str) -> Result<Connection, String> {
        let stream = TcpStream::connect(authority).await.map_err(|p| format!("cannot connect: {p}"))?;
        stream.set_nodelay(true).map_err(|p| format!("cannot set up a connection: {p}"))?;
        Ok(Connection { stream, request: Vec::new(), reader: Reader::default() })
    }

    async fn exchange(&mut self, call: &Call, number: u64) -> Result<Answer, String> {
        call.write(number, &mut self.request);
        self.stream.write_all(&self.request).await.map_err(|p| format!("cannot send: {p}"))?;
        loop {
            let received = self.stream.read_buf(self.reader.room()).await;
            if received.map_err(|p| format!("cannot receive: {p}"))? == 0 {
                return Err("the server closed the connection before answering".to_owned());
            }
            match self.reader.take()? {
                Some(_) if self.reader.has_leftover() => return Err("two answers to one request".to_owned()),
                Some(answer) => return Ok(answer),
                None => {}
            }
        }
    }
}

impl Tally {
    fn new() -> Tally {
        let latencies_ns = Histogram::new_with_bounds(100, 60_000_000_000, 3);
        Tally {
            sent: 0,
            answered: 0,
            latencies_ns: latencies_ns.expect("the bounds are in order and three digits are allowed"),
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

    fn add(&mut self, other: &Tally) {
        self.sent += other.sent;
        self.answered += other.answered;
        self.faults += other.faults;
        self.latencies_ns.add(&other.latencies_ns).expect("all histograms have the same bounds");
        if self.first_fault.is_none() {
            self.first_fault.clone_from(&other.first_fault);
        }
    }

    fn judged(self) -> Result<Tally, String> {
        match &self.first_fault {
            Some(first) => {
                Err(format!("{} faults in {} requests; the first: {first}", self.faults, self.sent))
            }
            None if self.answered == 0 => Err("not one answer in the measured time".to_owned()),
            None => Ok(self),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::call::{Body, Target};
    use axum::Router;
    use axum::http::StatusCode;
    use axum::routing::{get, post};
    use std::collections::HashSet;
    use tokio::net::TcpListener;

    const PACE: Pace = Pace {
        connections: 5,
        threads: 2,
        warm_up: Duration::from_millis(20),
        measured: Duration::from_millis(80),
    };

    async fn listen() -> (TcpListener, Target) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let target = Target::open(&format!("http://{}", listener.local_addr().unwrap())).unwrap();
        (listener, target)
    }

    async fn serve(routes: Router) -> Target {
        let (listener, target) = listen().await;
        tokio::spawn(async move { axum::serve(listener, routes).await });
        target
    }

    /// A server that writes these bytes to everyone who asks, then closes the connection.
    async fn answer_once(bytes: &'static [u8]) -> Target {
        let (listener, target) = listen().await;
        tokio::spawn(async move {
            loop {
                let (mut stream, _) = listener.accept().await.unwrap();
                let mut request = [0; 1024];
                drop(stream.read(&mut request).await);
                drop(stream.write_all(bytes).await);
            }
        });
        target
    }

    async fn load(target: &Target, call: Call) -> Result<Tally, String> {
        measure(PACE, &target.authority, &Arc::new(call), &Arc::default()).await
    }

    async fn problem(target: &Target) -> String {
        load(target, target.get("/")).await.err().expect("the load must fail")
    }

    #[tokio::test]
    async fn answers_are_counted_after_the_warm_up_only() {
        let target = serve(Router::new().route("/", get(|| async { "ok" }))).await;
        let tally = load(&target, target.get("/")).await.unwrap();
        assert!(0 < tally.answered && tally.answered < tally.sent);
        assert_eq!(tally.answered, tally.latencies_ns.len());
    }

    #[tokio::test]
    async fn no_two_requests_have_the_same_number() {
        let seen = Arc::new(Mutex::new(Vec::new()));
        let bodies = Arc::clone(&seen);
        let keep = move |body: String| async move { bodies.lock().unwrap().push(body) };
        let target = serve(Router::new().route("/", post(keep))).await;
        let tally = load(&target, target.post("/", Body::Numbered(|n| n.to_string()))).await.unwrap();
        let seen = seen.lock().unwrap();
        assert_eq!(seen.len() as u64, tally.sent);
        assert_eq!(seen.iter().collect::<HashSet<_>>().len(), seen.len());
    }

    #[tokio::test]
    async fn an_unexpected_status_fails_the_run_and_is_shown() {
        let slow_down = || async { (StatusCode::TOO_MANY_REQUESTS, "slow down") };
        let target = serve(Router::new().route("/", get(slow_down))).await;
        assert!(problem(&target).await.ends_with("; the first: 429 slow down"));
    }

    #[tokio::test]
    async fn a_connection_closed_between_requests_fails_the_run() {
        let target = answer_once(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").await;
        assert!(problem(&target).await.starts_with("5 faults in 5 requests"));
    }

    #[tokio::test]
    async fn two_answers_to_one_request_fail_the_run() {
        let twice = b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\nHTTP/1.1 200 OK\r\n";
        assert!(problem(&answer_once(twice).await).await.ends_with("two answers to one request"));
    }

    #[tokio::test]
    async fn a_server_that_is_not_there_fails_the_run() {
        let (listener, target) = listen().await;
        drop(listener);
        assert!(problem(&target).await.contains("cannot connect"));
    }

    #[test]
    fn every_connection_is_driven_by_exactly_one_thread() {
        for (connections, threads) in [(64, 1), (64, 2), (5, 2), (3, 3), (10, 4)] {
            let shares: Vec<usize> = (0..threads).map(|thread| share(connections, threads, thread)).collect();
            assert_eq!(shares.iter().sum::<usize>(), connections);
            assert!(shares.iter().max().unwrap() - shares.iter().min().unwrap() <= 1);
        }
    }

    #[test]
    fn percentiles_over_threads_are_those_of_all_latencies_together() {
        let (mut low, mut high) = (Tally::new(), Tally::new());
        for latency_us in 1..=1000 {
            let tally = if latency_us <= 500 { &mut low } else { &mut high };
            tally.record(Duration::from_micros(latency_us));
        }
        low.add(&high);
        for (share, expected_us) in [(0.5, 500), (0.99, 990), (1.0, 1000)] {
            let seen_ns = low.latencies_ns.value_at_quantile(share);
            let off_by_ns = seen_ns.abs_diff(expected_us * 1000);
            assert!(off_by_ns <= expected_us, "{seen_ns} ns is not within a thousandth of {expected_us} µs");
        }
    }
}
