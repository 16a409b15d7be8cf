//! Receivers that do what a test tells them, and count who comes.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

pub struct Receiver {
    pub address: SocketAddr,
    accepted: Arc<AtomicUsize>,
}

impl Receiver {
    /// Does this with every connection, which is told how many there were before.
    pub async fn start<F>(work: impl Fn(TcpStream, usize) -> F + Send + 'static) -> Receiver
    where
        F: Future<Output = ()> + Send + 'static,
    {
        Receiver::start_at("127.0.0.1:0", work).await
    }

    pub async fn start_at<F>(place: &str, work: impl Fn(TcpStream, usize) -> F + Send + 'static) -> Receiver
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let listener = TcpListener::bind(place).await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let accepted = Arc::new(AtomicUsize::new(0));
        let count = accepted.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(work(stream, count.fetch_add(1, Ordering::SeqCst)));
            }
        });
        Receiver { address, accepted }
    }

    /// Answers every request with these bytes, and leaves the connection open.
    pub async fn answering(answer: &'static str) -> Receiver {
        Receiver::start(move |stream, _| answer_all(stream, answer)).await
    }

    /// Writes this after the first request, and hangs up.
    pub async fn saying(answer: impl Into<Vec<u8>>) -> Receiver {
        let answer = answer.into();
        Receiver::start(move |mut stream, _| {
            let answer = answer.clone();
            async move {
                read_request(&mut stream).await;
                _ = stream.write_all(&answer).await;
            }
        })
        .await
    }

    pub fn accepted(&self) -> usize {
        self.accepted.load(Ordering::SeqCst)
    }
}

pub async fn answer_all(mut stream: impl AsyncRead + AsyncWrite + Unpin, answer: &'static str) {
    while read_request(&mut stream).await.is_some() {
        if stream.write_all(answer.as_bytes()).await.is_err() {
            return;
        }
    }
}

/// Head and body of the next request.
pub async fn read_request(stream: &mut (impl AsyncRead + Unpin)) -> Option<String> {
    let mut request = Vec::new();
    loop {
        if let Some(end) = request.windows(4).position(|four| four == b"\r\n\r\n") {
            let head = String::from_utf8(request[..end].to_vec()).expect("UTF-8");
            let length = head.lines().find_map(|connection| connection.strip_prefix("content-length: "));
            let length: usize = length.expect("a length").parse().expect("a number");
            if request.len() >= end + 4 + length {
                return Some(String::from_utf8(request).expect("UTF-8"));
            }
        }
        if stream.read_buf(&mut request).await.ok()? == 0 {
            return None;
        }
    }
}
