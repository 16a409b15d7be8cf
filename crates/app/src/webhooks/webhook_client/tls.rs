//! Who is believed to be who they say they are: TLS by rustls and ring, always checked, by the host of the URL.

use std::io;
use std::sync::Arc;

use rules::webhook_url::{DialTarget, WebhookUrl};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use super::undelivered::{Undelivered, tls_fault};

/// The certificates of this machine: its owner keeps those, and may add one.
pub(super) fn trusting_this_machine() -> Arc<ClientConfig> {
    let mut roots = RootCertStore::empty();
    let (good, _) = roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if good == 0 {
        tracing::warn!("this machine trusts no certificate authority, so webhooks can't be sent to https://");
    }
    trusting(roots)
}

pub(super) fn trusting(roots: RootCertStore) -> Arc<ClientConfig> {
    let versions = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("ring knows TLS 1.2 and 1.3");
    let mut config = versions.with_root_certificates(roots).with_no_client_auth();
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Arc::new(config)
}

pub(super) async fn secure(
    config: &Arc<ClientConfig>,
    url: &WebhookUrl,
    stream: TcpStream,
) -> Result<TlsStream<TcpStream>, Undelivered> {
    let name = match url.target() {
        DialTarget::Address(address) => Ok(ServerName::from(address)),
        DialTarget::Name(_) | DialTarget::Localhost => ServerName::try_from(url.host().to_owned()),
    };
    let name =
        name.map_err(|_| Undelivered::Tls("the host name is not valid in a certificate".to_owned()))?;
    let secured = TlsConnector::from(config.clone()).connect(name, stream).await;
    secured.map_err(|error| Undelivered::Tls(tls_fault(&error).unwrap_or_else(|| closed(&error))))
}

fn closed(error: &io::Error) -> String {
    format!("the receiver ended the connection ({})", error.kind())
}

/// An encrypted connection to a server of Florin, for a listener there.
pub async fn secure_to(host: &str, stream: TcpStream) -> io::Result<TlsStream<TcpStream>> {
    let name = ServerName::try_from(host.to_owned()).map_err(io::Error::other)?;
    TlsConnector::from(trusting_this_machine()).connect(name, stream).await
}
