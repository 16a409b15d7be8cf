//! Live events go over TLS, to whoever a trusted authority says they are.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};
use rustls::crypto::ring;
use rustls::pki_types::PrivateKeyDer;
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use testkit::on_one_engine;

use super::super::{ShownAttempt, arrived, attempted, press, try_add};
use crate::support::{Browser, Database, Dev, Engine, Receiver};

struct Authority(CertifiedIssuer<'static, KeyPair>);

impl Authority {
    fn new(name: &str) -> Authority {
        let mut params = CertificateParams::new(Vec::new()).expect("no names");
        params.distinguished_name.push(DnType::CommonName, name);
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        Authority(CertifiedIssuer::self_signed(params, KeyPair::generate().expect("a key")).expect("signed"))
    }

    /// What somebody needs to be believed to be `name`.
    fn identity(&self, name: &str) -> Arc<ServerConfig> {
        let key = KeyPair::generate().expect("a key");
        let params = CertificateParams::new(vec![name.to_owned()]).expect("a name");
        let certificate = params.signed_by(&key, &self.0).expect("signed").der().clone();
        let key: PrivateKeyDer<'static> = key.serialize_der().try_into().expect("a key");
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("versions")
            .with_no_client_auth()
            .with_single_cert(vec![certificate], key)
            .expect("a certificate and its key");
        Arc::new(config)
    }
}

/// Takes TLS off in front of a receiver, one request for each connection.
fn in_front_of(receiver: &Receiver, config: Arc<ServerConfig>) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let (address, behind) = (listener.local_addr().expect("an address"), receiver.address());
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let connection = ServerConnection::new(config.clone()).expect("a connection");
            // A handshake that fails is what some of the tests are about.
            let _ = pass_on(StreamOwned::new(connection, stream), behind);
        }
    });
    address
}

fn pass_on(mut outside: StreamOwned<ServerConnection, TcpStream>, behind: SocketAddr) -> std::io::Result<()> {
    let (mut request, mut buffer) = (Vec::new(), [0; 16_384]);
    while !request.ends_with(b"}}") {
        match outside.read(&mut buffer)? {
            0 => return Ok(()),
            count => request.extend_from_slice(&buffer[..count]),
        }
    }
    let mut inside = TcpStream::connect(behind)?;
    inside.write_all(&request)?;
    let count = inside.read(&mut buffer)?;
    outside.write_all(&buffer[..count])?;
    outside.conn.send_close_notify();
    outside.flush()
}

/// A server that trusts this authority and nobody else.
fn trusting(authority: &Authority, data: &std::path::Path, database: &Database) -> (Dev, Browser) {
    let file = data.join("authority.pem");
    let text = data_encoding::BASE64.encode(authority.0.der());
    let pem = format!("-----BEGIN CERTIFICATE-----\n{text}\n-----END CERTIFICATE-----\n");
    std::fs::write(&file, pem).expect("the certificate");
    let mut command = Dev::command(&data.join("florin"), database.url());
    command.env("SSL_CERT_FILE", &file).env_remove("SSL_CERT_DIR");
    let dev = Dev::start(command);
    let browser = Browser::signed_in(dev.origin(), dev.info("email"), dev.info("password"));
    (dev, browser)
}

/// The first attempt at a test event to this live endpoint.
fn first_attempt(browser: &Browser, url: &str) -> ShownAttempt {
    let added = try_add(browser, "live", url, &[]);
    assert_eq!(added.status, 303, "{url}: {added:?}");
    let place =
        added.header("location").and_then(|place| place.split('?').next()).expect("a place").to_owned();
    let sent = press(browser, &place, "test", &[]);
    let page = sent.header("location").and_then(|place| place.split('?').next()).expect("a page").to_owned();
    attempted(browser, &place, page.rsplit('/').next().expect("an id"), 1).attempts.remove(0)
}

fn only_whom_an_authority_vouches_for_gets_live_events(engine: Engine) {
    let (data, database) = (tempfile::tempdir().expect("a folder"), Database::create(engine));
    let (good, stranger) = (Authority::new("ours"), Authority::new("somebody else's"));
    let (dev, browser) = trusting(&good, data.path(), &database);

    let receiver = Receiver::start();
    let secured = in_front_of(&receiver, good.identity("127.0.0.1"));
    assert_eq!(first_attempt(&browser, &format!("https://{secured}/hooks")).title, "204 No Content");
    let received = arrived(&receiver, 1);
    assert_eq!(
        (received[0].event()["environment"].as_str(), received[0].kind().as_str()),
        (Some("live"), "webhook.test")
    );

    let silent = Receiver::start();
    for (config, why) in [
        (stranger.identity("127.0.0.1"), "issued by nobody who is trusted here"),
        (good.identity("hooks.example.com"), "is for another name"),
    ] {
        let address = in_front_of(&silent, config);
        let attempt = first_attempt(&browser, &format!("https://{address}/hooks"));
        assert_eq!(attempt.title, "No response");
        assert!(attempt.text.contains(why), "{attempt:?}");
    }
    let attempt = first_attempt(&browser, &format!("https://{}/hooks", silent.address()));
    assert!(attempt.text.contains("No secure connection"), "{attempt:?}");
    assert!(silent.received().is_empty(), "nothing was said to anybody else");

    let plain = try_add(&browser, "live", &silent.url(), &[]);
    assert_eq!(plain.status, 422, "{plain:?}");
    drop(dev);
}

on_one_engine!(only_whom_an_authority_vouches_for_gets_live_events);
