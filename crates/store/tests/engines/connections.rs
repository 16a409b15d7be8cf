//! How Florin reaches PostgreSQL: over TLS, by several hosts, with a password from elsewhere, through a pooler.

mod hosts;
mod passwords;
mod poolers;
mod tls;

use std::path::Path;

use store::{DatabaseUrl, PasswordSource, Store};
use testkit::certificates::{TlsIdentity, pem};

/// Opens a session and asks one question.
fn ask(url: &str) -> Result<Vec<(String, String)>, String> {
    ask_with(url, PasswordSource::Url)
}

fn ask_with(url: &str, password: PasswordSource) -> Result<Vec<(String, String)>, String> {
    let mut url = DatabaseUrl::parse(url)?;
    if password != PasswordSource::Url {
        url = url.with_password(password)?;
    }
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(Store::new(url).facts()).map_err(|error| error.to_string())
}

#[track_caller]
fn assert_refused(url: &str, words: &str) {
    let error = ask(url).expect_err(url);
    assert!(error.contains(words), "{url}: {error}");
}

/// A certificate and its key in files, for a client.
fn write_identity(folder: &Path, name: &str, (certificate, key): &TlsIdentity) {
    let write = |file: String, text: String| {
        let path = folder.join(file);
        std::fs::write(&path, text).expect("a file");
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o600);
        std::fs::set_permissions(path, mode).expect("a mode");
    };
    write(format!("{name}.crt"), pem("CERTIFICATE", certificate));
    write(format!("{name}.key"), pem("PRIVATE KEY", key.secret_der()));
}
