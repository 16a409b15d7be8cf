//! Connects to one of several addresses: those that were checked, and no other.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use tokio::net::TcpStream;
use tokio::time::timeout;

/// Of a name with more addresses than this, the rest is not tried.
pub(super) const MOST_TRIED: usize = 8;
/// How long one address is waited for before the next is tried beside it (RFC 8305, 5).
const HEAD_START: Duration = Duration::from_millis(250);

/// The first that connects, or why the last did not. Who waits for it sets the limit.
pub(super) async fn dial(sockets: &[SocketAddr]) -> io::Result<TcpStream> {
    let mut next = sockets.iter().take(MOST_TRIED);
    let mut under_way = FuturesUnordered::new();
    let mut outcome = Err(io::ErrorKind::NotFound.into());
    loop {
        match next.next() {
            Some(socket) => under_way.push(TcpStream::connect(*socket)),
            None if under_way.is_empty() => return outcome,
            None => {}
        }
        match timeout(HEAD_START, under_way.next()).await {
            Ok(Some(Ok(stream))) => {
                // Whole messages are written at once; waiting for more would only delay them.
                stream.set_nodelay(true)?;
                return Ok(stream);
            }
            Ok(Some(Err(error))) => outcome = Err(error),
            Ok(None) | Err(_) => {}
        }
    }
}
