//! Connects to one of several checked addresses, and to no other.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use tokio::net::TcpStream;
use tokio::time::timeout;

/// Of a name with more addresses than this, the rest is not tried.
pub(super) const MAX_TRIED: usize = 8;
/// How long one address is waited for before the next is tried beside it (RFC 8305, 5).
const HEAD_START: Duration = Duration::from_millis(250);

/// The first that connects, with its place, or why the last did not. Each connection under way holds a place: an
/// address for which there is no other waits until the one before has failed. Who waits for it all sets the limit.
pub(super) async fn dial<P>(
    sockets: &[SocketAddr],
    first: P,
    another: impl Fn() -> Option<P>,
) -> io::Result<(TcpStream, P)> {
    let mut next = sockets.iter().take(MAX_TRIED).peekable();
    let mut spare = Some(first);
    let mut under_way = FuturesUnordered::new();
    let mut outcome = Err(io::ErrorKind::NotFound.into());
    loop {
        if let Some(socket) = next.peek().copied()
            && let Some(place) = spare.take().or_else(&another)
        {
            next.next();
            under_way.push(async move { (TcpStream::connect(*socket).await, place) });
        }
        if under_way.is_empty() {
            return outcome;
        }
        match timeout(HEAD_START, under_way.next()).await {
            Ok(Some((Ok(stream), place))) => {
                // Whole messages are written at once; waiting for more would only delay them.
                stream.set_nodelay(true)?;
                return Ok((stream, place));
            }
            Ok(Some((Err(error), place))) => (outcome, spare) = (Err(error), Some(place)),
            Ok(None) | Err(_) => {}
        }
    }
}
