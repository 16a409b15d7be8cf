//! TLS: no password and no email goes to a server that cannot prove its name, nor through a
//! man in the middle.

use std::net::SocketAddr;
use std::sync::Arc;

use lettre::transport::smtp::client::Certificate;
use rustls::ServerConfig;
use testkit::certificates::{self_signed, server_config};

use super::relay::{Phase, RelayFault, RelayTls, TestRelay};
use super::{Ending, ending, message};
use crate::email::templates::tests::sender;
use crate::email::{Smtp, SmtpServer};

/// A certificate for a name, and a server's side of it.
fn certificate(name: &str) -> (Certificate, Arc<ServerConfig>) {
    let identity = self_signed(name);
    let root = Certificate::from_der(identity.0.to_vec()).expect("a certificate");
    (root, Arc::new(server_config(identity)))
}

fn smtp(scheme: &str, address: SocketAddr, roots: Vec<Certificate>) -> Smtp {
    let server = SmtpServer::parse(&format!("{scheme}://user:hunter22@{address}")).expect("a URL");
    Smtp::trusting(server, &sender(), roots).expect("TLS")
}

/// Both ways to TLS: by the scheme, and what the relay hears before it is encrypted.
fn both(config: &Arc<ServerConfig>) -> [(&'static str, RelayTls, &'static [&'static str]); 2] {
    [
        ("smtps", RelayTls::FromTheStart(config.clone()), &[]),
        ("smtp", RelayTls::WhenAsked(config.clone()), &["EHLO", "STARTTLS"]),
    ]
}

#[tokio::test(start_paused = true)]
async fn a_server_that_is_trusted_gets_password_and_message_encrypted() {
    let (root, config) = certificate("127.0.0.1");
    for (scheme, crypt, before) in both(&config) {
        let relay = TestRelay::start(None, crypt);
        let outcome = smtp(scheme, relay.address, vec![root.clone()]).send(&message()).await;
        assert_eq!(outcome, Ok(()), "{scheme}");
        let heard = relay.heard().await;
        let after: &[&str] = &["EHLO", "AUTH", "MAIL", "RCPT", "DATA", "QUIT"];
        assert_eq!(heard.commands, [before, after].concat(), "{scheme}");
        assert!(heard.message.is_some_and(|message| message.contains("Acme sent you")), "{scheme}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_server_that_nobody_vouches_for_or_that_has_another_name_gets_nothing() {
    let (own, config) = certificate("127.0.0.1");
    let (other, other_config) = certificate("relay.example");
    for (roots, config) in [(vec![], &config), (vec![other], &other_config), (vec![own], &other_config)] {
        for (scheme, crypt, before) in both(config) {
            let relay = TestRelay::start(None, crypt);
            let smtp = smtp(scheme, relay.address, roots.clone());
            let outcome = smtp.send(&message()).await;
            assert_eq!(ending(&outcome), Ending::Later, "{scheme}: {outcome:?}");
            assert!(format!("{outcome:?}").contains("certificate"), "{outcome:?}");
            assert_eq!(relay.heard().await.commands, before, "{scheme}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn without_starttls_nothing_is_said_in_clear() {
    let (root, config) = certificate("127.0.0.1");
    for (crypt, wrong) in [
        (RelayTls::No, None),
        (RelayTls::WhenAsked(config.clone()), Some((Phase::StartTls, RelayFault::Say("454 4.7.0 not now")))),
        (RelayTls::WhenAsked(config.clone()), Some((Phase::StartTls, RelayFault::Cut))),
        (RelayTls::WhenAsked(config), Some((Phase::StartTls, RelayFault::Hang))),
    ] {
        let relay = TestRelay::start(wrong, crypt);
        let outcome = smtp("smtp", relay.address, vec![root.clone()]).send(&message()).await;
        assert_eq!(ending(&outcome), Ending::Later, "{wrong:?}: {outcome:?}");
        let commands = relay.heard().await.commands;
        assert!(
            commands.iter().all(|command| ["EHLO", "STARTTLS"].contains(&command.as_str())),
            "{commands:?}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn what_somebody_puts_behind_the_answer_to_starttls_is_never_believed() {
    let (root, config) = certificate("127.0.0.1");
    let forged = "220 go ahead\r\n250 AUTH PLAIN\r\n235 ok\r\n250 ok\r\n250 ok\r\n354 go\r\n250 taken";
    let relay =
        TestRelay::start(Some((Phase::StartTls, RelayFault::Say(forged))), RelayTls::WhenAsked(config));
    let outcome = smtp("smtp", relay.address, vec![root]).send(&message()).await;
    assert_eq!(ending(&outcome), Ending::Later, "{outcome:?}");
    assert_eq!(relay.heard().await.commands, ["EHLO", "STARTTLS"]);
}

#[tokio::test(start_paused = true)]
async fn an_encrypted_connection_that_breaks_is_judged_like_any_other() {
    let (root, config) = certificate("127.0.0.1");
    for (phase, act, expected) in [
        (Phase::Rcpt, RelayFault::Cut, Ending::Later),
        (Phase::Rcpt, RelayFault::Say("550 5.1.1 bob@example.com"), Ending::Never),
        (Phase::Dot, RelayFault::Cut, Ending::Unclear),
        (Phase::Dot, RelayFault::Hang, Ending::Unclear),
        (Phase::Dot, RelayFault::Say("451 4.3.0 later"), Ending::Later),
        (Phase::Quit, RelayFault::Cut, Ending::Sent),
    ] {
        for (scheme, crypt, _) in both(&config) {
            let relay = TestRelay::start(Some((phase, act)), crypt);
            let outcome = smtp(scheme, relay.address, vec![root.clone()]).send(&message()).await;
            assert_eq!(ending(&outcome), expected, "{scheme} {phase:?} {act:?}: {outcome:?}");
        }
    }
}
