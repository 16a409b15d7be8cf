//! Binds the addresses that a server listens on.

use std::net::SocketAddr;

use tokio::net::{TcpListener, TcpSocket};

use crate::command_error::CommandError;

/// Connections the kernel keeps until they are accepted. With the usual 128, a burst of clients is refused, and
/// each of them tries again only after a second.
const MAX_UNACCEPTED: u32 = 4_096;

/// Binds an address that was set with `flag`, and explains what to do if that cannot be.
pub async fn bind(address: SocketAddr, flag: &str) -> Result<TcpListener, CommandError> {
    listen(address).map_err(|error| {
        let other = SocketAddr::new(address.ip(), address.port().checked_add(1).unwrap_or(0));
        CommandError::Refused(match error.kind() {
            std::io::ErrorKind::AddrInUse => {
                format!("{address} is already in use. Choose another address, for example: {flag} {other}")
            }
            _ => format!("can't listen on {address}: {error}. Choose another address with {flag}"),
        })
    })
}

fn listen(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // As a restarted server would otherwise have to wait for the last connections of the one before it.
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(MAX_UNACCEPTED)
}
