//! Receivers of webhooks, good and bad, each on a port of its own, all on one thread beside the load.
//! A good one must never cost more than it has to: what it takes is missing to the server that is measured.
//! Each begins by accepting one webhook, which it does not count: the test event that verifies its endpoint.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::oneshot;

use super::arrivals::Arrivals;
use super::request;

const WAITING: u32 = 1_024;
const NO_CONTENT: &[u8] = b"HTTP/1.1 204 No Content\r\n\r\n";
const SORRY: &[u8] = b"HTTP/1.1 500 Internal Server Error\r\ncontent-length: 6\r\n\r\nbroken";
const DRIPPED: &[u8] = b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n";
const DRIP_EVERY: Duration = Duration::from_millis(300);
/// A slow one takes from one to two seconds.
const SLOW_MS: u64 = 1_000;

/// How a receiver behaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conduct {
    /// Answers 204 at once.
    Good,
    /// Answers 500 at once.
    Broken,
    /// Takes it, and never answers.
    Hangs,
    /// Refuses the connection, once its endpoint is verified.
    Dead,
    /// Answers 204 after one to two seconds.
    Slow,
    /// Answers 200, and then a byte at a time, for ever.
    Drips,
}

pub struct Receiver {
    pub conduct: Conduct,
    pub url: String,
    pub arrivals: Arrivals,
}

/// Some receivers, for as long as this is there.
pub struct Receivers {
    pub all: Vec<Receiver>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Receivers {
    pub fn start(conducts: &[Conduct]) -> Result<Receivers, String> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|problem| format!("no runtime for receivers: {problem}"))?;
        let mut all = Vec::new();
        for conduct in conducts {
            let arrivals = Arrivals::default();
            let _inside = runtime.enter();
            let (socket, address) = bind().map_err(|problem| format!("no port for a receiver: {problem}"))?;
            let listener = socket.listen(WAITING).map_err(|p| format!("a receiver cannot listen: {p}"))?;
            match conduct {
                Conduct::Dead => runtime.spawn(die(listener, address)),
                _ => runtime.spawn(accept(listener, *conduct, arrivals.clone())),
            };
            all.push(Receiver { conduct: *conduct, url: format!("http://{address}/hook"), arrivals });
        }
        let (stop, stopped) = oneshot::channel();
        let thread = std::thread::spawn(move || {
            // Ends when it is told to, or when its sender is gone.
            drop(runtime.block_on(stopped));
        });
        Ok(Receivers { all, stop: Some(stop), thread: Some(thread) })
    }
}

impl Drop for Receivers {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

fn bind() -> std::io::Result<(TcpSocket, SocketAddr)> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(([127, 0, 0, 1], 0).into())?;
    let address = socket.local_addr()?;
    Ok((socket, address))
}

/// Accepts one webhook. Then the port is bound and not listened at: no other process gets it, and a client that dials
/// it is refused.
async fn die(listener: TcpListener, address: SocketAddr) {
    let (arrivals, is_verified) = (Arrivals::default(), AtomicBool::new(false));
    while !is_verified.load(Ordering::Relaxed) {
        if let Ok((stream, _)) = listener.accept().await {
            let verifying = serve(stream, Conduct::Dead, &arrivals, &is_verified);
            // It may be kept open without another word.
            drop(tokio::time::timeout(DRIP_EVERY, verifying).await);
        }
    }
    drop(listener);
    let closed = TcpSocket::new_v4().and_then(|socket| {
        socket.set_reuseaddr(true)?;
        socket.bind(address)?;
        Ok(socket)
    });
    std::future::pending::<()>().await;
    drop(closed);
}

async fn accept(listener: TcpListener, conduct: Conduct, arrivals: Arrivals) {
    let is_verified = Arc::new(AtomicBool::new(false));
    // An error is that of one connection, which the server will try again.
    loop {
        if let Ok((stream, _)) = listener.accept().await {
            let (arrivals, is_verified) = (arrivals.clone(), is_verified.clone());
            tokio::spawn(async move {
                // The server may be killed at any moment.
                drop(serve(stream, conduct, &arrivals, &is_verified).await);
            });
        }
    }
}

async fn serve(
    mut stream: TcpStream,
    conduct: Conduct,
    arrivals: &Arrivals,
    is_verified: &AtomicBool,
) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let mut held = Vec::with_capacity(4096);
    loop {
        if stream.read_buf(&mut held).await? == 0 {
            return Ok(());
        }
        while let Some(webhook) = request::read(&held).map_err(std::io::Error::other)? {
            held.drain(..webhook.length);
            if !is_verified.swap(true, Ordering::Relaxed) {
                stream.write_all(NO_CONTENT).await?;
                continue;
            }
            arrivals.note(webhook.id);
            answer(&mut stream, conduct, arrivals.count()).await?;
        }
    }
}

async fn answer(stream: &mut TcpStream, conduct: Conduct, number: u64) -> std::io::Result<()> {
    match conduct {
        Conduct::Good => stream.write_all(NO_CONTENT).await,
        Conduct::Broken => stream.write_all(SORRY).await,
        Conduct::Slow => {
            tokio::time::sleep(Duration::from_millis(SLOW_MS + number * 37 % SLOW_MS)).await;
            stream.write_all(NO_CONTENT).await
        }
        Conduct::Drips => {
            stream.write_all(DRIPPED).await?;
            loop {
                tokio::time::sleep(DRIP_EVERY).await;
                stream.write_all(b".").await?;
            }
        }
        Conduct::Hangs | Conduct::Dead => std::future::pending().await,
    }
}
