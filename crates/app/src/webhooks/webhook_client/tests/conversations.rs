//! What is sent, what is made of the answer, and which connections are used again.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::Bytes;
use futures_util::future::join_all;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::mpsc;

use super::receiver::{Receiver, answer_all, read_request};
use super::{BODY, NAME, always, here, http, knowing, post, url, webhook_client};
use crate::webhooks::webhook_client::Undelivered;

const OK: &str = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";

#[tokio::test]
async fn a_message_is_one_post_with_its_headers_and_nothing_else() {
    let (heard, mut hears) = mpsc::unbounded_channel();
    let receiver = Receiver::start(move |mut stream, _| {
        let heard = heard.clone();
        async move {
            let request = read_request(&mut stream).await.expect("a request");
            heard.send(request).expect("a test that listens");
            stream.write_all(OK.as_bytes()).await.expect("written");
        }
    })
    .await;
    let reply = post(&webhook_client().endpoint_client(), &http(receiver.address)).await.expect("a reply");
    assert_eq!((reply.status, reply.excerpt.as_str(), reply.retry_after), (200, "ok", None));
    let expected = format!(
        "POST /hook?a=b HTTP/1.1\r\nhost: {}\r\nwebhook-id: evt_1\r\nwebhook-timestamp: 1700000000\r\n\
         content-type: application/json\r\ncontent-length: {}\r\nuser-agent: Florin-Webhooks/{}\r\n\r\n{BODY}",
        receiver.address,
        BODY.len(),
        env!("CARGO_PKG_VERSION"),
    );
    assert_eq!(hears.recv().await, Some(expected));
}

#[tokio::test]
async fn a_name_is_dialled_where_its_addresses_are() {
    let receiver = Receiver::answering(OK).await;
    // No server listens at the first.
    let closed_port = std::net::TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("one");
    let resolver = always(&[closed_port, receiver.address]);
    let webhook_client = knowing(here(), resolver);
    let reply =
        post(&webhook_client.endpoint_client(), &url(&format!("http://{NAME}/"))).await.expect("a reply");
    assert_eq!((reply.status, receiver.accepted()), (200, 1));
}

#[tokio::test]
async fn localhost_is_this_machine_and_nobody_is_asked() {
    let receiver = Receiver::answering(OK).await;
    let there = url(&format!("http://localhost:{}/", receiver.address.port()));
    assert_eq!(post(&webhook_client().endpoint_client(), &there).await.expect("a reply").status, 200);
}

#[tokio::test]
async fn any_status_is_a_reply() {
    for (answer, status, excerpt, retry_after) in [
        ("HTTP/1.1 204 No Content\r\n\r\n", 204, "", None),
        ("HTTP/1.1 410 Gone\r\ncontent-length: 4\r\n\r\ngone", 410, "gone", None),
        ("HTTP/1.1 429 Slow\r\nRetry-After: 30\r\ncontent-length: 0\r\n\r\n", 429, "", Some(30)),
        ("HTTP/1.1 503 No\r\nretry-after: 9999999\r\ncontent-length: 0\r\n\r\n", 503, "", Some(86_400)),
        ("HTTP/1.1 503 No\r\nretry-after: soon\r\ncontent-length: 0\r\n\r\n", 503, "", None),
        ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Made\r\ncontent-length: 1\r\n\r\nx", 201, "x", None),
        ("HTTP/1.1 103 Hints\r\nlink: x\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n", 200, "", None),
        ("HTTP/1.1 101 Switch\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n", 101, "", None),
        ("HTTP/1.1 304 Same\r\n\r\n", 304, "", None),
        ("HTTP/1.1 599 \r\ncontent-length: 0\r\n\r\n", 599, "", None),
        ("HTTP/1.0 200 OK\r\n\r\nuntil the end", 200, "until the end", None),
        (
            "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n",
            200,
            "abcde",
            None,
        ),
        ("HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\n\0\x1b\n", 200, "\u{fffd}\u{fffd}\n", None),
    ] {
        let receiver = Receiver::saying(answer).await;
        let reply = post(&webhook_client().endpoint_client(), &http(receiver.address)).await;
        let reply = reply.unwrap_or_else(|problem| panic!("{answer}: {problem}"));
        assert_eq!((reply.status, reply.excerpt.as_str(), reply.retry_after), (status, excerpt, retry_after));
    }
}

#[tokio::test]
async fn nobody_is_followed_elsewhere() {
    let elsewhere = Receiver::answering(OK).await;
    for status in [300, 301, 302, 303, 305, 307, 308] {
        for place in [format!("http://{}/", elsewhere.address), "http://169.254.169.254/".to_owned()] {
            let answer = format!("HTTP/1.1 {status} X\r\nlocation: {place}\r\ncontent-length: 0\r\n\r\n");
            let receiver = Receiver::saying(answer).await;
            let reply =
                post(&webhook_client().endpoint_client(), &http(receiver.address)).await.expect("a reply");
            assert_eq!((reply.status, receiver.accepted()), (status, 1));
        }
    }
    assert_eq!(elsewhere.accepted(), 0);
}

#[tokio::test]
async fn a_connection_is_used_again_by_the_same_lane_only() {
    let receiver = Receiver::answering(OK).await;
    let webhook_client = webhook_client();
    let (one, other) = (webhook_client.endpoint_client(), webhook_client.clone().endpoint_client());
    for _ in 0..50 {
        assert_eq!(post(&one, &http(receiver.address)).await.expect("a reply").status, 200);
    }
    assert_eq!(receiver.accepted(), 1);
    post(&other, &http(receiver.address)).await.expect("a reply");
    assert_eq!(receiver.accepted(), 2);
    // Another address, even at the same place, is another endpoint.
    post(&one, &url(&format!("http://{}/other", receiver.address))).await.expect("a reply");
    assert_eq!(receiver.accepted(), 3);
}

#[tokio::test]
async fn many_messages_at_once_share_as_many_connections() {
    let receiver = Receiver::answering(OK).await;
    let (endpoint_client, there) = (webhook_client().endpoint_client(), http(receiver.address));
    for _ in 0..20 {
        let replies = join_all((0..32).map(|_| post(&endpoint_client, &there))).await;
        assert!(replies.iter().all(|reply| reply.as_ref().is_ok_and(|reply| reply.status == 200)));
    }
    assert!(receiver.accepted() <= 32, "{}", receiver.accepted());
}

#[tokio::test]
async fn a_receiver_that_closes_is_called_anew() {
    let answer = "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";
    let receiver = Receiver::saying(answer).await;
    let endpoint_client = webhook_client().endpoint_client();
    for count in 1..=3 {
        post(&endpoint_client, &http(receiver.address)).await.expect("a reply");
        assert_eq!(receiver.accepted(), count);
    }
}

#[tokio::test]
async fn a_message_that_met_a_dead_connection_goes_over_a_new_one_once() {
    // Each connection answers once, takes the second message, and dies without a word. The third one dies at once.
    let requests = Arc::new(AtomicUsize::new(0));
    let count = requests.clone();
    let receiver = Receiver::start(move |mut stream, nth| {
        let count = count.clone();
        async move {
            let mut taken = 0;
            while read_request(&mut stream).await.is_some() {
                count.fetch_add(1, Ordering::SeqCst);
                taken += 1;
                if nth == 2 || taken == 2 {
                    return;
                }
                stream.write_all(OK.as_bytes()).await.expect("written");
            }
        }
    })
    .await;
    let (endpoint_client, there) = (webhook_client().endpoint_client(), http(receiver.address));
    post(&endpoint_client, &there).await.expect("over the first");
    post(&endpoint_client, &there).await.expect("over the second, because the first had died");
    assert_eq!((receiver.accepted(), requests.load(Ordering::SeqCst)), (2, 3));
    let problem = post(&endpoint_client, &there).await.expect_err("the second dies, and the third, too");
    assert_eq!((receiver.accepted(), requests.load(Ordering::SeqCst)), (3, 5));
    assert!(matches!(problem, Undelivered::Broken(_)), "{problem}");
}

#[tokio::test]
async fn a_message_whose_answer_has_begun_is_not_sent_again() {
    let receiver = Receiver::start(|mut stream, _| async move {
        read_request(&mut stream).await;
        stream.write_all(OK.as_bytes()).await.expect("written");
        read_request(&mut stream).await;
        stream.write_all(b"HTTP/1.1 2").await.expect("written");
    })
    .await;
    let (endpoint_client, there) = (webhook_client().endpoint_client(), http(receiver.address));
    post(&endpoint_client, &there).await.expect("a reply");
    let problem = post(&endpoint_client, &there).await.expect_err("half an answer");
    assert!(matches!(problem, Undelivered::Broken(_)), "{problem}");
    assert_eq!(receiver.accepted(), 1);
}

#[tokio::test(start_paused = true)]
async fn an_idle_connection_is_closed_after_a_while() {
    let (closed, mut closes) = mpsc::unbounded_channel();
    let receiver = Receiver::start(move |mut stream, _| {
        let closed = closed.clone();
        async move {
            read_request(&mut stream).await;
            stream.write_all(OK.as_bytes()).await.expect("written");
            assert_eq!(stream.read(&mut [0; 1]).await.expect("the end"), 0);
            closed.send(()).expect("a test that listens");
        }
    })
    .await;
    let endpoint_client = webhook_client().endpoint_client();
    post(&endpoint_client, &http(receiver.address)).await.expect("a reply");
    closes.recv().await.expect("closed, and the lane is still there");
    drop(endpoint_client);
}

#[tokio::test]
async fn connections_end_with_their_lane() {
    let (closed, mut closes) = mpsc::unbounded_channel();
    let receiver = Receiver::start(move |stream, _| {
        let closed = closed.clone();
        async move {
            answer_all(stream, OK).await;
            closed.send(()).expect("a test that listens");
        }
    })
    .await;
    let endpoint_client = webhook_client().endpoint_client();
    post(&endpoint_client, &http(receiver.address)).await.expect("a reply");
    drop(endpoint_client);
    closes.recv().await.expect("closed");
}

#[tokio::test]
async fn a_header_that_cannot_be_sent_is_not_sent() {
    let receiver = Receiver::answering(OK).await;
    let endpoint_client = webhook_client().endpoint_client();
    for value in ["a\r\nx: y", "a\nb", "a\0b"] {
        let headers = [("webhook-id", value.to_owned())];
        let problem = endpoint_client.post(&http(receiver.address), &headers, Bytes::new()).await;
        assert_eq!(problem, Err(Undelivered::Unsendable("webhook-id")));
    }
}

#[tokio::test]
async fn an_empty_body_is_a_body() {
    let receiver = Receiver::answering(OK).await;
    let reply = webhook_client().endpoint_client().post(&http(receiver.address), &[], Bytes::new()).await;
    assert_eq!(reply.expect("a reply").status, 200);
}

#[cfg(feature = "simulated")]
#[tokio::test]
async fn a_simulated_webhook_client_asks_nobody() {
    let answer = |url: &rules::webhook_url::WebhookUrl, headers: &[(&'static str, String)], body: &Bytes| {
        assert_eq!((url.host(), headers.len(), &body[..]), (NAME, 2, BODY.as_bytes()));
        Err(Undelivered::ConnectionRefused)
    };
    let webhook_client = crate::WebhookClient::simulated(Arc::new(answer));
    let outcome = post(&webhook_client.endpoint_client(), &url(&format!("https://{NAME}/"))).await;
    assert_eq!(outcome, Err(Undelivered::ConnectionRefused));
}
