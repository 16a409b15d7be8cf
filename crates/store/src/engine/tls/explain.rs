//! What an operator reads when a handshake fails: which check, and what the certificate says instead.

use std::io;

use tokio_rustls::rustls::{CertificateError, Error};

/// The same error in words. Others keep their own.
pub fn handshake(error: io::Error) -> io::Error {
    let rustls = error.get_ref().and_then(|inner| inner.downcast_ref::<Error>());
    match rustls {
        Some(Error::InvalidCertificate(problem)) => io::Error::new(error.kind(), certificate(problem)),
        Some(_) | None => error,
    }
}

fn certificate(problem: &CertificateError) -> String {
    match problem {
        CertificateError::UnknownIssuer | CertificateError::BadSignature => {
            "the server's certificate is from another authority than sslrootcert names".to_owned()
        }
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            wrong_name(problem)
        }
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
            "the server's certificate, or that of its authority, has expired".to_owned()
        }
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
            "the server's certificate is not valid yet; compare the clocks of both machines".to_owned()
        }
        CertificateError::Other(other) if other.to_string().contains("CaUsedAsEndEntity") => {
            "the server's certificate is that of an authority; issue one for the server, without CA:TRUE"
                .to_owned()
        }
        other => format!("the server's certificate can't be used: {other}"),
    }
}

fn wrong_name(problem: &CertificateError) -> String {
    let CertificateError::NotValidForNameContext { expected, presented } = problem else {
        return "the server's certificate is for another host".to_owned();
    };
    let expected = expected.to_str();
    if presented.is_empty() {
        return format!(
            "the server's certificate is not for {expected}: it has no subject alternative name, and its common name \
             doesn't count"
        );
    }
    // As `DnsName("db.example")`.
    let names: Vec<&str> = presented.iter().map(|name| name.split('"').nth(1).unwrap_or(name)).collect();
    format!("the server's certificate is not for {expected}: it is for {}", names.join(", "))
}
