//! TLS to PostgreSQL, by rustls and ring. What `sslmode` asks for is checked, and a message says what was wrong.

mod channel_binding;
mod explain;
mod verifier;

use std::fs;
use std::future::Future;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use crate::postgres_url::{SslMode, TlsParameters};
use verifier::{Check, ServerVerifier};

/// Makes the client's side of TLS. Files are read again for each connection, so that a renewed certificate counts.
#[derive(Clone)]
pub struct PgTls {
    config: Arc<ClientConfig>,
}

impl PgTls {
    /// None where TLS is off.
    pub fn new(parameters: &TlsParameters) -> Result<Option<PgTls>, String> {
        let check = match parameters.mode {
            SslMode::Disable => return Ok(None),
            SslMode::Prefer | SslMode::Require => Check::Nothing,
            SslMode::VerifyCa => Check::Authority(roots(parameters)?),
            SslMode::VerifyFull => Check::AuthorityAndName(roots(parameters)?),
        };
        let provider = Arc::new(ring::default_provider());
        let algorithms = provider.signature_verification_algorithms;
        let builder = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .expect("ring knows TLS 1.2 and 1.3")
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(ServerVerifier { check, algorithms }));
        let config = match &parameters.client {
            None => builder.with_no_client_auth(),
            Some((certificate, key)) => {
                let (chain, key) = (certificates("sslcert", certificate)?, private_key(key)?);
                let fits = builder.with_client_auth_cert(chain, key);
                fits.map_err(|error| format!("sslcert and sslkey can't be used: {error}"))?
            }
        };
        Ok(Some(PgTls { config: Arc::new(config) }))
    }
}

fn roots(parameters: &TlsParameters) -> Result<RootCertStore, String> {
    let (found, place) = match &parameters.root_file {
        Some(path) => (certificates("sslrootcert", path)?, format!("sslrootcert {}", path.display())),
        None => (
            rustls_native_certs::load_native_certs().certs,
            "the certificate store of this machine".to_owned(),
        ),
    };
    let mut roots = RootCertStore::empty();
    match roots.add_parsable_certificates(found) {
        (0, _) => Err(format!("{place} has no certificate of an authority")),
        _ => Ok(roots),
    }
}

fn certificates(parameter: &str, path: &Path) -> Result<Vec<CertificateDer<'static>>, String> {
    let cannot = |why: String| format!("{parameter} {}: {why}", path.display());
    let text = fs::read(path).map_err(|error| cannot(error.to_string()))?;
    let found: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&text).collect();
    match found {
        Ok(found) if !found.is_empty() => Ok(found),
        Ok(_) | Err(_) => Err(cannot("not a PEM file with certificates".to_owned())),
    }
}

/// As in libpq, other users must not be able to read it. A key of root may be readable by its group.
fn private_key(path: &Path) -> Result<PrivateKeyDer<'static>, String> {
    let cannot = |why: &str| format!("sslkey {}: {why}", path.display());
    let found = fs::metadata(path).map_err(|error| cannot(&error.to_string()))?;
    let others = if found.uid() == 0 { 0o037 } else { 0o077 };
    if found.mode() & others != 0 {
        return Err(cannot("other users can read it; run chmod 600"));
    }
    let text = fs::read(path).map_err(|error| cannot(&error.to_string()))?;
    PrivateKeyDer::from_pem_slice(&text).map_err(|_| cannot("not a PEM file with an unencrypted key"))
}

/// The handshake of one connection.
pub struct PgHandshake {
    config: Arc<ClientConfig>,
    name: ServerName<'static>,
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> MakeTlsConnect<S> for PgTls {
    type Stream = PgTlsStream<S>;
    type TlsConnect = PgHandshake;
    type Error = io::Error;

    fn make_tls_connect(&mut self, host: &str) -> Result<PgHandshake, io::Error> {
        // A server's socket has no name, and never TLS.
        let host = if host.is_empty() { "localhost" } else { host };
        let name = ServerName::try_from(host.to_owned());
        let name = name.map_err(|_| io::Error::other(format!("{host} is not valid in a certificate")))?;
        Ok(PgHandshake { config: self.config.clone(), name })
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> TlsConnect<S> for PgHandshake {
    type Stream = PgTlsStream<S>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = Result<PgTlsStream<S>, io::Error>> + Send>>;

    fn connect(self, stream: S) -> Self::Future {
        Box::pin(async move {
            match TlsConnector::from(self.config).connect(self.name, stream).await {
                Ok(secured) => Ok(PgTlsStream(Box::new(secured))),
                Err(error) => Err(explain::handshake(error)),
            }
        })
    }
}

pub struct PgTlsStream<S>(Box<tokio_rustls::client::TlsStream<S>>);

impl<S: AsyncRead + AsyncWrite + Unpin> TlsStream for PgTlsStream<S> {
    fn channel_binding(&self) -> ChannelBinding {
        let certificate = self.0.get_ref().1.peer_certificates().and_then(<[_]>::first);
        match certificate.and_then(|certificate| channel_binding::end_point(certificate)) {
            Some(hash) => ChannelBinding::tls_server_end_point(hash),
            None => ChannelBinding::none(),
        }
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for PgTlsStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for PgTlsStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}
