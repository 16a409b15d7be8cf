//! The load generator against small servers, good ones and bad ones.

use super::*;
use crate::call::{Body, Target};
use axum::Router;
use axum::http::StatusCode;
use axum::routing::{get, post};
use std::collections::HashSet;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

/// A request every 10 ms. Turns are taken however late the machine is, so no test depends on its speed.
const PACE: Pace = Pace {
    connections: 5,
    threads: 2,
    interval: Some(Duration::from_millis(10)),
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

async fn problem(target: &Target) -> String {
    let call = Arc::new(target.get("/"));
    measure(PACE, &target.authority, &call, &Arc::default()).await.err().expect("the load must fail")
}

#[test]
fn answers_are_counted_after_the_warm_up_only() {
    let (begins, ms) = (Instant::now(), Duration::from_millis);
    let target = Target::open("http://127.0.0.1:1").unwrap();
    let job = Job {
        authority: target.authority.clone(),
        call: Arc::new(target.get("/")),
        numbers: Arc::default(),
        interval: None,
        turns: AtomicU64::new(0),
        begins,
        starts: begins + ms(20),
        ends: begins + ms(100),
    };
    for (after_ms, is_measured) in [(0, false), (19, false), (20, true), (99, true), (100, false)] {
        assert_eq!(job.is_measured(begins + ms(after_ms)), is_measured, "{after_ms}");
    }
}

#[tokio::test]
async fn a_paced_load_sends_a_request_for_each_turn_however_fast_the_answers_come() {
    let target = serve(Router::new().route("/", get(|| async { "ok" }))).await;
    let pace = Pace {
        interval: Some(Duration::from_millis(100)),
        warm_up: Duration::ZERO,
        measured: Duration::from_secs(1),
        ..PACE
    };
    let tally = count(pace, &target.authority, &Arc::new(target.get("/")), &Arc::default()).await.unwrap();
    assert_eq!(tally.sent, 10);
    assert_eq!(tally.answered, tally.latencies_ns.len());
}

#[tokio::test]
async fn no_two_requests_have_the_same_number() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let bodies = Arc::clone(&seen);
    let keep = move |body: String| async move { bodies.lock().unwrap().push(body) };
    let target = serve(Router::new().route("/", post(keep))).await;
    let call = Arc::new(target.post("/", Body::Numbered(|n| n.to_string())));
    let tally = count(PACE, &target.authority, &call, &Arc::default()).await.unwrap();
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
    // A client stops after a broken connection, so the end of the time is never reached.
    let pace = Pace { interval: None, measured: Duration::from_secs(60), ..PACE };
    let outcome = measure(pace, &target.authority, &Arc::new(target.get("/")), &Arc::default()).await;
    assert!(outcome.err().unwrap().starts_with("5 faults in 5 requests"));
}

#[tokio::test]
async fn two_answers_to_one_request_fail_the_run() {
    let twice = b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\nHTTP/1.1 200 OK\r\n";
    assert!(problem(&answer_once(twice).await).await.ends_with("two responses to one request"));
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
    low.add(high);
    for (share, expected_us) in [(0.5, 500), (0.99, 990), (1.0, 1000)] {
        let seen_ns = low.latencies_ns.value_at_quantile(share);
        let off_by_ns = seen_ns.abs_diff(expected_us * 1000);
        assert!(off_by_ns <= expected_us, "{seen_ns} ns is not within a thousandth of {expected_us} µs");
    }
}
