//! Live events go over TLS, to receivers that a trusted authority vouches for.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;

use rustls::{ServerConfig, ServerConnection, StreamOwned};
use testkit::certificates::{Authority, for_name, server_config};

use super::super::{ShownAttempt, arrived, attempted, press, try_add};
use crate::support::{Browser, Database, Dev, Engine, Receiver};

/// What a server needs to be believed to be `name`.
fn identity(authority: &Authority, name: &str) -> Arc<ServerConfig> {
    Arc::new(server_config(authority.issue(for_name(name))))
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

/// A server that trusts this authority and no other.
fn trusting(authority: &Authority, data: &std::path::Path, database: &Database) -> (Dev, Browser) {
    let file = data.join("authority.pem");
    let text = data_encoding::BASE64.encode(authority.der());
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
    let (good, stranger) = (Authority::new("ours"), Authority::new("another authority"));
    let (dev, browser) = trusting(&good, data.path(), &database);

    let receiver = Receiver::start();
    let secured = in_front_of(&receiver, identity(&good, "127.0.0.1"));
    assert_eq!(first_attempt(&browser, &format!("https://{secured}/hooks")).title, "204 No Content");
    let received = arrived(&receiver, 1);
    assert_eq!(
        (received[0].event()["environment"].as_str(), received[0].kind().as_str()),
        (Some("live"), "webhook.test")
    );

    let silent = Receiver::start();
    for (config, why) in [
        (identity(&stranger, "127.0.0.1"), "issuer is not trusted"),
        (identity(&good, "hooks.example.com"), "is for another name"),
    ] {
        let address = in_front_of(&silent, config);
        let attempt = first_attempt(&browser, &format!("https://{address}/hooks"));
        assert_eq!(attempt.title, "No response");
        assert!(attempt.excerpt.contains(why), "{attempt:?}");
    }
    let attempt = first_attempt(&browser, &format!("https://{}/hooks", silent.address()));
    assert!(attempt.excerpt.contains("No secure connection"), "{attempt:?}");
    assert!(silent.received().is_empty(), "no other receiver got a request");

    let plain = try_add(&browser, "live", &silent.url(), &[]);
    assert_eq!(plain.status, 422, "{plain:?}");
    drop(dev);
}

testkit::on_one_engine!(only_whom_an_authority_vouches_for_gets_live_events);
