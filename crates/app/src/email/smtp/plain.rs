//! The part of a connection that is not encrypted. It reads no further than it is asked to: what an attacker on
//! the way puts behind the answer to STARTTLS would else be taken for what the mail server says after it
//! (CVE-2021-38371).

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use lettre::transport::smtp::client::AsyncTokioStream;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

#[derive(Debug)]
pub struct PlainStream {
    stream: TcpStream,
    stage: Stage,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Plain,
    /// STARTTLS was said.
    Asked,
    /// What was written after that is TLS, and looks after itself.
    Encrypted,
}

impl PlainStream {
    pub fn new(stream: TcpStream) -> PlainStream {
        PlainStream { stream, stage: Stage::Plain }
    }
}

impl AsyncTokioStream for PlainStream {
    fn peer_addr(&self) -> io::Result<SocketAddr> {
        self.stream.peer_addr()
    }
}

impl AsyncRead for PlainStream {
    /// One byte at a time, so that the reader has nothing left when it has read its line.
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.stage == Stage::Encrypted {
            return Pin::new(&mut self.stream).poll_read(context, buffer);
        }
        let mut byte = [0];
        let mut one = ReadBuf::new(&mut byte);
        ready!(Pin::new(&mut self.stream).poll_read(context, &mut one))?;
        buffer.put_slice(one.filled());
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for PlainStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = ready!(Pin::new(&mut self.stream).poll_write(context, bytes))?;
        self.stage = match self.stage {
            Stage::Plain if bytes == b"STARTTLS\r\n" => Stage::Asked,
            Stage::Plain => Stage::Plain,
            Stage::Asked | Stage::Encrypted => Stage::Encrypted,
        };
        Poll::Ready(Ok(written))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
