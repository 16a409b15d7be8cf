//! An authority that issues certificates, and a server's side of TLS.

use std::sync::Arc;

use rcgen::{BasicConstraints, CertifiedIssuer, IsCa, KeyPair};
pub use rcgen::{CertificateParams, DnType, date_time_ymd};
use rustls::crypto::ring;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{RootCertStore, ServerConfig};

pub struct Authority(CertifiedIssuer<'static, KeyPair>);

/// A certificate and its key.
pub type TlsIdentity = (CertificateDer<'static>, PrivateKeyDer<'static>);

impl Authority {
    pub fn new(name: &str) -> Authority {
        let mut params = CertificateParams::new(Vec::new()).expect("no names");
        params.distinguished_name.push(DnType::CommonName, name);
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        Authority(CertifiedIssuer::self_signed(params, KeyPair::generate().expect("a key")).expect("signed"))
    }

    /// What a client needs to trust this authority alone.
    pub fn roots(&self) -> RootCertStore {
        let mut roots = RootCertStore::empty();
        roots.add(self.0.der().clone()).expect("an authority");
        roots
    }

    pub fn der(&self) -> &CertificateDer<'static> {
        self.0.der()
    }

    pub fn issue(&self, params: CertificateParams) -> TlsIdentity {
        let key = KeyPair::generate().expect("a key");
        let certificate = params.signed_by(&key, &self.0).expect("signed");
        (certificate.der().clone(), key.serialize_der().try_into().expect("a key"))
    }
}

pub fn for_name(name: &str) -> CertificateParams {
    CertificateParams::new(vec![name.to_owned()]).expect("a name")
}

/// A certificate that no authority has signed.
pub fn self_signed(name: &str) -> TlsIdentity {
    let key = KeyPair::generate().expect("a key");
    let certificate = for_name(name).self_signed(&key).expect("signed");
    (certificate.der().clone(), key.serialize_der().try_into().expect("a key"))
}

/// As files hold it: `CERTIFICATE` or `PRIVATE KEY` between dashes.
pub fn pem(kind: &str, der: &[u8]) -> String {
    let text = data_encoding::BASE64.encode(der);
    let lines: Vec<&str> = (0..text.len()).step_by(64).map(|at| &text[at..text.len().min(at + 64)]).collect();
    format!("-----BEGIN {kind}-----\n{}\n-----END {kind}-----\n", lines.join("\n"))
}

pub fn server_config((certificate, key): TlsIdentity) -> ServerConfig {
    ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .expect("a certificate and its key")
}
