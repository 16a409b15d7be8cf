//! One connection to a receiver, and the task that drives it.

use std::io;
use std::net::IpAddr;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Weak};
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::client::conn::http1::{Builder, Connection, SendRequest};
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::timeout;

use super::connection_limits::ConnectionSlot;
use super::undelivered::Undelivered;

/// For the head of an answer, and for each piece of its body.
const MAX_BUFFERED_BYTES: usize = 16 * 1024;
const MAX_HEADERS: usize = 100;
/// For all of an answer, and what an HTTP server may send before it (1xx). More is not read.
const MAX_ANSWER_BYTES: usize = 4 * MAX_BUFFERED_BYTES;
/// A connection that was idle at the last two checks is closed.
const LOOK_EVERY: Duration = Duration::from_secs(10);
/// A receiver that has answered, but still does not take what it was sent, is not waited for.
const LONGEST_TURN: Duration = Duration::from_millis(500);

/// A connection that one message at a time goes over.
pub(super) struct PooledConnection {
    sender: SendRequest<Full<Bytes>>,
    /// How many bytes came back since the last message was sent.
    heard: Arc<AtomicUsize>,
    pub(super) rest: Arc<IdleFlag>,
    /// Where it leads.
    pub(super) peer: IpAddr,
}

/// Whether it was idle at the last check. When it is gone, so is the connection.
#[derive(Default)]
pub(super) struct IdleFlag(AtomicBool);

/// Where connections wait for the next message.
pub(super) trait IdleConnections: Send + Sync + 'static {
    /// Closes this one if it was idle the last time, too. One that is in use is not here.
    fn drop_if_rested(&self, rest: &Arc<IdleFlag>);
    /// This one was closed by the other side.
    fn forget(&self, rest: &Arc<IdleFlag>);
}

impl PooledConnection {
    /// Speaks HTTP over this stream, for this pool. The place is given back when the connection is closed.
    pub(super) async fn over<S>(
        stream: S,
        peer: IpAddr,
        pool: &Arc<impl IdleConnections>,
        place: Option<ConnectionSlot>,
    ) -> Result<PooledConnection, Undelivered>
    where
        S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
    {
        let heard = Arc::new(AtomicUsize::new(0));
        let stream = TokioIo::new(ReadProbe { stream, heard: heard.clone() });
        let mut http = Builder::new();
        http.max_buf_size(MAX_BUFFERED_BYTES).max_headers(MAX_HEADERS);
        let (sender, connection) =
            http.handshake(stream).await.map_err(|error| Undelivered::of_talking(&error))?;
        let rest = Arc::new(IdleFlag::default());
        tokio::spawn(drive(connection, Arc::downgrade(pool), Arc::downgrade(&rest), place));
        Ok(PooledConnection { sender, heard, rest, peer })
    }

    pub(super) async fn ask(
        &mut self,
        request: Request<Full<Bytes>>,
    ) -> Result<Response<Incoming>, Undelivered> {
        self.heard.store(0, Ordering::Relaxed);
        self.sender.send_request(request).await.map_err(|error| Undelivered::of_talking(&error))
    }

    pub(super) fn has_heard(&self) -> bool {
        self.heard.load(Ordering::Relaxed) > 0
    }

    pub(super) fn is_ready(&self) -> bool {
        self.sender.is_ready()
    }

    pub(super) fn is_closed(&self) -> bool {
        self.sender.is_closed()
    }

    /// Whether another message can go over it, when the one before is over and done.
    pub(super) async fn becomes_ready(&mut self) -> bool {
        self.is_ready() || matches!(timeout(LONGEST_TURN, self.sender.ready()).await, Ok(Ok(())))
    }
}

impl IdleFlag {
    pub(super) fn disturb(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether it was idle the last time, too.
    pub(super) fn look(&self) -> bool {
        self.0.swap(true, Ordering::Relaxed)
    }
}

/// Until the connection is closed, by the receiver or because it is unused.
async fn drive<S, P: IdleConnections>(
    connection: Connection<TokioIo<ReadProbe<S>>, Full<Bytes>>,
    pool: Weak<P>,
    rest: Weak<IdleFlag>,
    place: Option<ConnectionSlot>,
) where
    S: AsyncRead + AsyncWrite + Unpin + 'static,
{
    // Declared first, so given back last.
    let _place = place;
    let mut connection = pin!(connection);
    // What went wrong is told to who asked.
    while timeout(LOOK_EVERY, &mut connection).await.is_err() {
        let (Some(pool), Some(rest)) = (pool.upgrade(), rest.upgrade()) else { return };
        pool.drop_if_rested(&rest);
    }
    if let (Some(pool), Some(rest)) = (pool.upgrade(), rest.upgrade()) {
        pool.forget(&rest);
    }
}

/// A stream that counts what is heard, and breaks when it is too much.
struct ReadProbe<S> {
    stream: S,
    heard: Arc<AtomicUsize>,
}

impl<S: AsyncRead + Unpin> AsyncRead for ReadProbe<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, into);
        let more = into.filled().len() - before;
        if self.heard.fetch_add(more, Ordering::Relaxed) + more > MAX_ANSWER_BYTES {
            return Poll::Ready(Err(io::ErrorKind::FileTooLarge.into()));
        }
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for ReadProbe<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
