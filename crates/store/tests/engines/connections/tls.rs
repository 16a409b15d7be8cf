//! What `sslmode` promises is kept, and a certificate that is not right is refused in words that say why.

use std::path::Path;

use tempfile::TempDir;
use testkit::certificates::{
    Authority, CertificateParams, DnType, TlsIdentity, date_time_ymd, for_name, pem,
};
use testkit::cluster::Cluster;
use testkit::database::admin_url;

use super::{ask, assert_refused, write_identity};

const NAME: &str = "db.florin.test";

/// A server with a certificate, and roles that log in differently.
struct Secured {
    cluster: Cluster,
    authority: Authority,
    /// Has the authority's certificate, and those of clients.
    folder: TempDir,
}

const LOGINS: &str = "host all postgres 127.0.0.1/32 trust
hostssl all encrypted 127.0.0.1/32 trust
hostssl all bound 127.0.0.1/32 scram-sha-256
hostssl all holder 127.0.0.1/32 cert
";

impl Secured {
    fn start() -> Secured {
        let (cluster, authority) = (Cluster::start(), Authority::new("Florin test authority"));
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("ca.crt"), pem("CERTIFICATE", authority.der())).expect("a file");
        let roles = "create role encrypted login; create role holder login;
            create role bound login password 'correct horse'";
        cluster.connect().batch_execute(roles).expect("roles");
        cluster.write("pg_hba.conf", LOGINS);
        cluster.write("ca.crt", &pem("CERTIFICATE", authority.der()));
        let secured = Secured { cluster, authority, folder };
        secured.present("server", &secured.authority.issue(for_name(NAME)));
        secured
    }

    /// From now on the server shows this certificate.
    fn present(&self, name: &str, (certificate, key): &TlsIdentity) {
        let (certificate_file, key_file) = (format!("{name}.crt"), format!("{name}.key"));
        self.cluster.write(&certificate_file, &pem("CERTIFICATE", certificate));
        self.cluster.write(&key_file, &pem("PRIVATE KEY", key.secret_der()));
        self.cluster.alter(&[
            ("ssl_ca_file", "ca.crt"),
            ("ssl_key_file", &key_file),
            ("ssl_cert_file", &certificate_file),
            ("ssl", "on"),
        ]);
    }

    fn url(&self, role: &str, name: &str, parameters: &str) -> String {
        let port = self.cluster.port();
        format!("postgres://{role}@{name}:{port}/postgres?hostaddr=127.0.0.1&{parameters}")
    }

    fn file(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }
}

fn verified(secured: &Secured, mode: &str) -> String {
    format!("sslmode={mode}&sslrootcert={}", secured.file("ca.crt"))
}

#[test]
fn every_mode_of_tls_keeps_what_it_promises() {
    let secured = Secured::start();
    for (name, parameters) in [
        (NAME, verified(&secured, "verify-full")),
        ("another.test", verified(&secured, "verify-ca")),
        ("another.test", verified(&secured, "require")),
        ("another.test", "sslmode=require".to_owned()),
        ("another.test", String::new()),
    ] {
        let answer = ask(&secured.url("encrypted", name, &parameters));
        assert!(answer.is_ok(), "{name} {parameters}: {answer:?}");
    }
    let (full, wrong) = (verified(&secured, "verify-full"), "another.test");
    assert_refused(&secured.url("encrypted", wrong, &full), "not for another.test: it is for db.florin.test");
    assert_refused(&secured.url("encrypted", NAME, "sslmode=disable"), "no encryption");
    assert_refused(&secured.url("encrypted", NAME, "sslrootcert=system"), "authority");
    let others = Authority::new("Another authority");
    std::fs::write(secured.folder.path().join("others.crt"), pem("CERTIFICATE", others.der()))
        .expect("a file");
    for mode in ["require", "verify-ca", "verify-full"] {
        let parameters = format!("sslmode={mode}&sslrootcert={}", secured.file("others.crt"));
        assert_refused(&secured.url("encrypted", NAME, &parameters), "from another authority");
    }
    let missing = "sslmode=verify-full&sslrootcert=/no/such.crt";
    assert_refused(&secured.url("encrypted", NAME, missing), "sslrootcert /no/such.crt");
}

#[test]
fn a_certificate_that_has_expired_is_not_valid_yet_or_names_no_host_is_refused_with_that_reason() {
    let secured = Secured::start();
    let with = |change: fn(&mut CertificateParams)| {
        let mut params = for_name(NAME);
        change(&mut params);
        secured.authority.issue(params)
    };
    for (name, identity, words) in [
        ("expired", with(|params| params.not_after = date_time_ymd(2020, 1, 1)), "has expired"),
        ("future", with(|params| params.not_before = date_time_ymd(2100, 1, 1)), "not valid yet"),
        ("nameless", with(|params| params.subject_alt_names.clear()), "no subject alternative name"),
    ] {
        secured.present(name, &identity);
        assert_refused(&secured.url("encrypted", NAME, &verified(&secured, "verify-full")), words);
        // Only a check that was asked for can fail.
        assert!(ask(&secured.url("encrypted", NAME, "sslmode=require")).is_ok(), "{name}");
    }
    // The files are read again, so a renewed certificate needs no restart of Florin.
    secured.present("renewed", &secured.authority.issue(for_name(NAME)));
    let answer = ask(&secured.url("encrypted", NAME, &verified(&secured, "verify-full")));
    assert!(answer.is_ok(), "{answer:?}");
}

#[test]
fn a_client_logs_in_with_a_certificate_or_with_a_password_bound_to_the_connection() {
    let secured = Secured::start();
    let full = verified(&secured, "verify-full");
    let mut params = for_name("holder");
    params.distinguished_name.push(DnType::CommonName, "holder");
    write_identity(secured.folder.path(), "holder", &secured.authority.issue(params));
    let (certificate, key) = (secured.file("holder.crt"), secured.file("holder.key"));
    let client = format!("{full}&sslcert={certificate}&sslkey={key}");
    let answer = ask(&secured.url("holder", NAME, &client));
    assert!(answer.is_ok(), "{answer:?}");
    assert_refused(&secured.url("holder", NAME, &full), "certificate");
    open_to_all(Path::new(&key));
    assert_refused(&secured.url("holder", NAME, &client), "chmod 600");

    let bound = format!("{full}&channel_binding=require");
    let answer = ask(&secured.url("bound:correct%20horse", NAME, &bound));
    assert!(answer.is_ok(), "{answer:?}");
    assert_refused(&secured.url("bound:wrong", NAME, &bound), "password authentication failed");
    assert_refused(&secured.url("encrypted", NAME, &bound), "did not use channel binding");
}

fn open_to_all(path: &Path) {
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o644);
    std::fs::set_permissions(path, mode).expect("a mode");
}

#[test]
fn a_server_without_tls_is_refused_where_tls_was_asked_for() {
    let url = admin_url();
    for parameters in ["sslmode=require", "sslrootcert=system"] {
        assert_refused(&format!("{url}?{parameters}"), "does not support TLS");
    }
    assert!(ask(&format!("{url}?sslmode=prefer")).is_ok() && ask(&format!("{url}?sslmode=disable")).is_ok());
}
