//! Receivers that answer too much, too little, or nonsense.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::io::AsyncWriteExt;
use tokio::sync::mpsc;

use super::receiver::{Receiver, read_request};
use super::{always, here, http, knowing, post, url, webhook_client};
use crate::webhooks::webhook_client::{Phase, Undelivered};

async fn problem(answer: impl Into<Vec<u8>>) -> Undelivered {
    let receiver = Receiver::saying(answer).await;
    let outcome = post(&webhook_client().endpoint_client(), &http(receiver.address)).await;
    assert_eq!(receiver.accepted(), 1);
    outcome.expect_err("a problem")
}

#[tokio::test]
async fn what_is_not_http_is_no_answer() {
    for answer in [
        &b"garbage\r\n\r\n"[..],
        b"\0\0\0\0\0\0\0\0\r\n\r\n",
        b"SSH-2.0-OpenSSH_9.6\r\n",
        b"HTTP/2 200 OK\r\n\r\n",
        b"HTTP/1.1 OK\r\n\r\n",
        b"HTTP/1.1 99 X\r\n\r\n",
        b"HTTP/1.1 20000 X\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
        b"HTTP/1.1 200 OK\r\na b: c\r\n\r\n",
        b"HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n",
        b"HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nxx",
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nnot a size\r\n",
    ] {
        let found = problem(answer).await;
        assert!(matches!(found, Undelivered::Broken(_)), "{}: {found:?}", answer.escape_ascii());
    }
}

#[tokio::test]
async fn an_answer_that_breaks_off_is_no_answer() {
    for answer in [
        "",
        "H",
        "HTTP/1.1 200 OK\r\n",
        "HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf",
        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nab",
        "HTTP/1.1 100 Continue\r\n\r\n",
    ] {
        let found = problem(answer).await;
        assert!(matches!(found, Undelivered::Broken(_)), "{answer}: {found:?}");
    }
}

#[tokio::test]
async fn a_huge_head_is_not_read() {
    let long = format!("HTTP/1.1 200 OK\r\nx: {}\r\n\r\n", "a".repeat(100_000));
    assert_eq!(problem(long).await, Undelivered::HeadTooLarge);
    let many: String = (0..500).map(|number| format!("x{number}: y\r\n")).collect();
    assert_eq!(problem(format!("HTTP/1.1 200 OK\r\n{many}\r\n")).await, Undelivered::HeadTooLarge);
    assert_eq!(
        problem("a".repeat(100_000)).await.to_string(),
        "The response is malformed: it is not an HTTP/1.1 response."
    );
}

#[tokio::test]
async fn what_comes_before_an_answer_counts() {
    let early = |count: usize| {
        let hint = format!("HTTP/1.1 103 Early Hints\r\nlink: {}\r\n\r\n", "a".repeat(1_000));
        format!("{}HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n", hint.repeat(count))
    };
    let receiver = Receiver::saying(early(10)).await;
    let reply = post(&webhook_client().endpoint_client(), &http(receiver.address)).await.expect("a reply");
    assert_eq!(reply.status, 200);
    assert_eq!(problem(early(200)).await, Undelivered::HeadTooLarge);
}

/// Writes without end, and says how much of it was taken.
async fn pouring(head: &'static str, piece: Vec<u8>) -> (Receiver, mpsc::UnboundedReceiver<u64>) {
    let (poured, pours) = mpsc::unbounded_channel();
    let receiver = Receiver::start(move |mut stream, _| {
        let (poured, piece) = (poured.clone(), piece.clone());
        async move {
            read_request(&mut stream).await;
            _ = stream.write_all(head.as_bytes()).await;
            let mut sum = 0;
            while sum < 1 << 30 && stream.write_all(&piece).await.is_ok() {
                sum += piece.len() as u64;
            }
            poured.send(sum).expect("a test that listens");
        }
    })
    .await;
    (receiver, pours)
}

#[tokio::test]
async fn of_a_huge_body_only_the_beginning_is_read() {
    let chunk = [b"10000\r\n".as_slice(), &[b'x'; 0x10000], b"\r\n"].concat();
    for (head, piece) in [
        ("HTTP/1.1 200 OK\r\ncontent-length: 1073741824\r\n\r\n", vec![b'x'; 65_536]),
        ("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n", chunk),
        ("HTTP/1.0 200 OK\r\n\r\n", vec![b'x'; 65_536]),
    ] {
        let (receiver, mut pours) = pouring(head, piece).await;
        let endpoint_client = webhook_client().endpoint_client();
        let reply = post(&endpoint_client, &http(receiver.address)).await.expect("a reply");
        assert_eq!((reply.status, reply.excerpt), (200, "x".repeat(512)), "{head}");
        // The rest is not drained: what was taken beyond lies in buffers of the system.
        let taken = pours.recv().await.expect("the end of it");
        assert!(taken < 1 << 26, "{taken}");
        assert_eq!(post(&endpoint_client, &http(receiver.address)).await.expect("a reply").status, 200);
        assert_eq!(receiver.accepted(), 2);
    }
}

#[tokio::test]
async fn a_body_up_to_the_limit_keeps_its_connection() {
    for (size, connections) in [(16 * 1024, 1), (16 * 1024 + 1, 2), (40_000, 2)] {
        let answer = format!("HTTP/1.1 200 OK\r\ncontent-length: {size}\r\n\r\n{}", "y".repeat(size));
        let answer: &'static str = answer.leak();
        let receiver = Receiver::answering(answer).await;
        let endpoint_client = webhook_client().endpoint_client();
        for _ in 0..2 {
            assert_eq!(
                post(&endpoint_client, &http(receiver.address)).await.expect("a reply").excerpt,
                "y".repeat(512)
            );
        }
        assert_eq!(receiver.accepted(), connections, "{size}");
    }
}

#[tokio::test]
async fn nothing_is_unpacked() {
    let asked = Arc::new(AtomicU64::new(0));
    let count = asked.clone();
    let receiver = Receiver::start(move |mut stream, _| {
        let count = count.clone();
        async move {
            let request = read_request(&mut stream).await.expect("a request");
            count.fetch_add(u64::from(request.contains("accept-encoding")), Ordering::SeqCst);
            let packed =
                b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\x4b\x04\x00\x43\xbe\xb7\xe8\x01\x00\x00\x00";
            let head = "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 21\r\n\r\n";
            stream.write_all(&[head.as_bytes(), packed].concat()).await.expect("written");
        }
    })
    .await;
    let reply = post(&webhook_client().endpoint_client(), &http(receiver.address)).await.expect("a reply");
    assert!(reply.excerpt.starts_with("\u{fffd}\u{fffd}\u{fffd}"), "{:?}", reply.excerpt);
    assert_eq!(asked.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn who_is_not_there_is_said_not_to_be() {
    let closed_port = std::net::TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("one");
    let endpoint_client = webhook_client().endpoint_client();
    assert_eq!(post(&endpoint_client, &http(closed_port)).await, Err(Undelivered::ConnectionRefused));
    let nameless = webhook_client().endpoint_client();
    let expected = Undelivered::NameNotFound { host: "no.example.com".to_owned() };
    assert_eq!(post(&nameless, &url("https://no.example.com/")).await, Err(expected.clone()));
    let empty = knowing(here(), always(&[])).endpoint_client();
    assert_eq!(post(&empty, &url("https://no.example.com/")).await, Err(expected));
}

#[test]
fn every_problem_is_a_sentence() {
    for (problem, words) in [
        (Undelivered::NameNotFound { host: "a.com".to_owned() }, "The host a.com was not found."),
        (Undelivered::ConnectionRefused, "The connection was refused."),
        (
            Undelivered::Unreachable("host unreachable".to_owned()),
            "The receiver can't be reached: host unreachable.",
        ),
        (Undelivered::TimedOut(Phase::Answering), "Timed out while waiting for the response."),
        (Undelivered::HeadTooLarge, "The response headers are too large."),
    ] {
        assert_eq!(problem.to_string(), words);
    }
}
