//! A connection to a server, over TLS if its URL says so.

use hyper::Uri;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;

pub async fn connect(uri: &Uri) -> Result<SendRequest<String>, String> {
    let is_tls = uri.scheme_str() == Some("https");
    let host = uri.host().unwrap_or_default().trim_start_matches('[').trim_end_matches(']');
    let port = uri.port_u16().unwrap_or(if is_tls { 443 } else { 80 });
    let stream = TcpStream::connect((host, port)).await.map_err(|error| error.to_string())?;
    if is_tls {
        return speak(app::secure_to(host, stream).await.map_err(|error| error.to_string())?).await;
    }
    speak(stream).await
}

async fn speak<S>(stream: S) -> Result<SendRequest<String>, String>
where
    S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let (sender, connection) = handshake(TokioIo::new(stream)).await.map_err(|error| error.to_string())?;
    tokio::spawn(connection);
    Ok(sender)
}
