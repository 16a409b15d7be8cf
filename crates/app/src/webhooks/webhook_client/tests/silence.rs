//! Receivers that take their time. The deadline is for everything, and nothing is left behind when it has passed.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc as blocking};
use std::time::Duration;

use futures_util::future::join_all;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::mpsc;

use super::receiver::{Receiver, read_request};
use super::{NAME, always, here, http, knowing, post, url, webhook_client};
use crate::webhooks::webhook_client::http_transport::DEADLINE;
use crate::webhooks::webhook_client::resolver::Resolver;
use crate::webhooks::webhook_client::{Phase, Undelivered};

/// Waits until the other side hangs up.
async fn hung_up(stream: &mut tokio::net::TcpStream) {
    while stream.read(&mut [0; 1_024]).await.is_ok_and(|read| read > 0) {}
}

#[tokio::test(start_paused = true)]
async fn a_silent_receiver_is_not_waited_for_and_is_hung_up_on() {
    let (closed, mut closes) = mpsc::unbounded_channel();
    let receiver = Receiver::start(move |mut stream, _| {
        let closed = closed.clone();
        async move {
            read_request(&mut stream).await;
            hung_up(&mut stream).await;
            closed.send(()).expect("a test that listens");
        }
    })
    .await;
    let endpoint_client = webhook_client().endpoint_client();
    let outcome = post(&endpoint_client, &http(receiver.address)).await;
    assert_eq!(outcome, Err(Undelivered::TimedOut(Phase::Answering)));
    closes.recv().await.expect("closed, although the lane is still there");
}

#[tokio::test(start_paused = true)]
async fn a_dripping_receiver_ends_with_the_deadline() {
    for (head, phase) in
        [("", Phase::Answering), ("HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n", Phase::Reading)]
    {
        let (dripped, mut drips) = mpsc::unbounded_channel();
        let receiver = Receiver::start(move |mut stream, _| {
            let dripped = dripped.clone();
            async move {
                read_request(&mut stream).await;
                stream.write_all(head.as_bytes()).await.expect("written");
                let mut count: u64 = 0;
                // One letter a second, of a head that never ends or of a body.
                let letters = "HTTP/1.1 200 OK\r\nx: ".bytes().chain(std::iter::repeat(b'y'));
                for letter in letters {
                    if stream.write_all(&[letter]).await.is_err() {
                        break;
                    }
                    tokio::time::sleep(Duration::from_secs(1)).await;
                    count += 1;
                }
                dripped.send(count).expect("a test that listens");
            }
        })
        .await;
        let outcome = post(&webhook_client().endpoint_client(), &http(receiver.address)).await;
        assert_eq!(outcome, Err(Undelivered::TimedOut(phase)));
        let count = drips.recv().await.expect("an end");
        assert!((10..=20).contains(&count), "{count} of the seconds that were simulated");
    }
}

#[tokio::test(start_paused = true)]
async fn endless_promises_of_an_answer_are_none() {
    let receiver = Receiver::start(|mut stream, _| async move {
        read_request(&mut stream).await;
        while stream.write_all(b"HTTP/1.1 100 Continue\r\n\r\n").await.is_ok() {
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    })
    .await;
    let outcome = post(&webhook_client().endpoint_client(), &http(receiver.address)).await;
    assert_eq!(outcome, Err(Undelivered::TimedOut(Phase::Answering)));
}

#[tokio::test(start_paused = true)]
async fn a_receiver_that_never_agrees_on_tls_is_not_waited_for() {
    let receiver = Receiver::start(|mut stream, _| async move { hung_up(&mut stream).await }).await;
    let outcome =
        post(&webhook_client().endpoint_client(), &url(&format!("https://{}/", receiver.address))).await;
    assert_eq!(outcome, Err(Undelivered::TimedOut(Phase::Securing)));
}

/// A resolver that blocks until it is told to go on, and how often it was asked.
fn slow_names(answer: std::net::SocketAddr) -> (Resolver, blocking::Sender<()>, Arc<AtomicUsize>) {
    let (go, gone) = blocking::channel();
    let (gone, asked) = (Mutex::new(gone), Arc::new(AtomicUsize::new(0)));
    let count = asked.clone();
    let resolver = Resolver::by(move |_, _| {
        count.fetch_add(1, Ordering::SeqCst);
        // When the sender is gone, it goes on as well.
        _ = gone.lock().expect("no panic").recv();
        Ok(vec![answer])
    });
    (resolver, go, asked)
}

#[tokio::test]
async fn a_name_that_is_never_answered_holds_up_one_thread_and_nobody_longer_than_the_deadline() {
    let closed_port = "127.0.0.1:1".parse().expect("a socket");
    let (resolver, go, asked) = slow_names(closed_port);
    let endpoint_client = knowing(here(), resolver).endpoint_client();
    let there = url(&format!("http://{NAME}/"));
    tokio::time::pause();
    let posts = join_all((0..10).map(|_| post(&endpoint_client, &there)));
    let passing = async {
        tokio::task::yield_now().await;
        tokio::time::advance(DEADLINE + Duration::from_secs(1)).await;
    };
    let (outcomes, ()) = tokio::join!(posts, passing);
    for outcome in outcomes {
        assert_eq!(outcome, Err(Undelivered::TimedOut(Phase::Resolving)));
    }
    assert!(asked.load(Ordering::SeqCst) <= 1);
    drop(go);
}

#[tokio::test]
async fn one_answer_is_for_all_who_waited_for_it() {
    let receiver = Receiver::answering("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").await;
    let (resolver, go, asked) = slow_names(receiver.address);
    let endpoint_client = knowing(here(), resolver).endpoint_client();
    let there = url(&format!("http://{NAME}/"));
    let posts = join_all((0..10).map(|_| post(&endpoint_client, &there)));
    let going = async {
        tokio::task::yield_now().await;
        drop(go);
    };
    let (outcomes, ()) = tokio::join!(posts, going);
    assert!(outcomes.iter().all(Result::is_ok), "{outcomes:?}");
    assert_eq!(asked.load(Ordering::SeqCst), 1);
    // It is not kept: who needs a new connection later asks anew.
    let elsewhere = url(&format!("http://{NAME}/elsewhere"));
    post(&endpoint_client, &elsewhere).await.expect("a reply");
    assert_eq!(asked.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn a_receiver_that_never_takes_a_large_message_is_not_waited_for() {
    let receiver = Receiver::start(|stream, _| async move {
        std::future::pending::<()>().await;
        drop(stream);
    })
    .await;
    let endpoint_client = knowing(here(), always(&[receiver.address])).endpoint_client();
    let (there, body) = (http(receiver.address), vec![b'x'; 64 << 20]);
    tokio::time::pause();
    let outcome = endpoint_client.post(&there, &[], body.into()).await;
    assert_eq!(outcome, Err(Undelivered::TimedOut(Phase::Answering)));
}
