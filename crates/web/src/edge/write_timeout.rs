//! A connection whose client must read. A response that the client does not accept holds memory and one of the
//! connections that the server allows, so a client that accepts nothing, or a byte now and then, is cut off.

use std::io::{Error, ErrorKind, IoSlice, Result};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::Sleep;

/// The client must accept this many bytes within the timeout: with 30 seconds, about what a phone has at the edge of a
/// 2G network.
const MIN_PROGRESS: usize = 16 << 10;
/// The kernel reports progress when less than this is unsent. Without it, the kernel may wait until a third of a large
/// buffer is free, and a slow client would look like one that does not read.
const MAX_UNSENT: u32 = 32 << 10;

/// Counts only the time in which the client keeps the server waiting: a connection may be idle for as long as it wants.
pub struct WriteTimeout {
    stream: TcpStream,
    timeout: Duration,
    /// How much longer the client may keep the server waiting before it has accepted [`MIN_PROGRESS`].
    left: Duration,
    accepted: usize,
    /// Set while the client keeps the server waiting.
    alarm: Option<Pin<Box<Sleep>>>,
}

impl WriteTimeout {
    pub fn new(stream: TcpStream, timeout: Duration) -> WriteTimeout {
        // An option of Linux and macOS; without it only the granularity is worse.
        let _ = SockRef::from(&stream).set_tcp_notsent_lowat(MAX_UNSENT);
        WriteTimeout { stream, timeout, left: timeout, accepted: 0, alarm: None }
    }

    fn check(&mut self, context: &mut Context<'_>, written: Poll<Result<usize>>) -> Poll<Result<usize>> {
        match written {
            Poll::Ready(Ok(count)) => {
                self.note_progress(count);
                Poll::Ready(Ok(count))
            }
            Poll::Ready(Err(error)) => Poll::Ready(Err(error)),
            Poll::Pending => {
                let left = self.left;
                let alarm = self.alarm.get_or_insert_with(|| Box::pin(tokio::time::sleep(left)));
                if alarm.as_mut().poll(context).is_pending() {
                    return Poll::Pending;
                }
                // A reset: otherwise the kernel would keep what is unsent, and offer it for minutes.
                let _ = SockRef::from(&self.stream).set_linger(Some(Duration::ZERO));
                Poll::Ready(Err(Error::new(ErrorKind::TimedOut, "the client does not read")))
            }
        }
    }

    fn note_progress(&mut self, count: usize) {
        if let Some(alarm) = self.alarm.take() {
            let waited = (alarm.deadline() - self.left).elapsed();
            self.left = self.left.saturating_sub(waited);
        }
        self.accepted += count;
        if self.accepted >= MIN_PROGRESS {
            self.accepted = 0;
            self.left = self.timeout;
        }
    }
}

impl AsyncRead for WriteTimeout {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for WriteTimeout {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.check(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.check(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
