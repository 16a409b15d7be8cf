//! Whose certificates are believed: those that an authority we trust gave to the host of the URL, and are in time.

use std::sync::Arc;

use testkit::certificates::{Authority, TlsIdentity, date_time_ymd, for_name, self_signed, server_config};
use tokio::io::AsyncWriteExt;
use tokio_rustls::TlsAcceptor;

use super::receiver::{Receiver, answer_all};
use super::{NAME, always, here, post, url, webhook_client_with};
use crate::webhooks::webhook_client::{Undelivered, WebhookResponse};

const OK: &str = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";

/// Speaks TLS with this certificate, and offers these protocols.
async fn receiver(identity: TlsIdentity, protocols: &[&str]) -> Receiver {
    let mut config = server_config(identity);
    config.alpn_protocols = protocols.iter().map(|name| name.as_bytes().to_vec()).collect();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    Receiver::start(move |stream, _| {
        let acceptor = acceptor.clone();
        async move {
            if let Ok(stream) = acceptor.accept(stream).await {
                answer_all(stream, OK).await;
            }
        }
    })
    .await
}

/// How a message to the host ends, if this authority is trusted and the host leads to this receiver.
async fn sent(
    host: &str,
    authority: &Authority,
    receiver: &Receiver,
) -> Result<WebhookResponse, Undelivered> {
    let endpoint_client =
        webhook_client_with(here(), always(&[receiver.address]), authority.roots()).endpoint_client();
    let there = url(&format!("https://{host}/"));
    let first = post(&endpoint_client, &there).await?;
    // The second goes over the same connection.
    assert_eq!(post(&endpoint_client, &there).await.expect("a reply").status, 200);
    assert_eq!(receiver.accepted(), 1);
    Ok(first)
}

fn tls(words: &str) -> Result<WebhookResponse, Undelivered> {
    Err(Undelivered::Tls(words.to_owned()))
}

#[tokio::test]
async fn a_certificate_for_the_host_is_believed() {
    let authority = Authority::new("one");
    for protocols in [&["http/1.1"][..], &[], &["h2", "http/1.1"]] {
        let receiver = receiver(authority.issue(for_name(NAME)), protocols).await;
        assert_eq!(sent(NAME, &authority, &receiver).await.expect("a reply").excerpt, "ok");
    }
    let receiver = receiver(authority.issue(for_name("127.0.0.1")), &[]).await;
    let place = format!("127.0.0.1:{}", receiver.address.port());
    assert_eq!(sent(&place, &authority, &receiver).await.expect("a reply").status, 200);
}

#[tokio::test]
async fn a_certificate_for_another_name_is_not() {
    let authority = Authority::new("one");
    for name in ["other.example.com", "example.com", "a.hooks.example.com", "127.0.0.1"] {
        let receiver = receiver(authority.issue(for_name(name)), &[]).await;
        let outcome = sent(NAME, &authority, &receiver).await;
        assert_eq!(outcome, tls("the certificate is for another name"), "{name}");
    }
    let receiver = receiver(authority.issue(for_name(NAME)), &[]).await;
    let outcome = sent(&format!("127.0.0.1:{}", receiver.address.port()), &authority, &receiver).await;
    assert_eq!(outcome, tls("the certificate is for another name"));
}

#[tokio::test]
async fn a_certificate_out_of_time_is_not() {
    let authority = Authority::new("one");
    let mut expired = for_name(NAME);
    expired.not_before = date_time_ymd(2020, 1, 1);
    expired.not_after = date_time_ymd(2021, 1, 1);
    let receiver_of_old = receiver(authority.issue(expired), &[]).await;
    let outcome = sent(NAME, &authority, &receiver_of_old).await;
    assert_eq!(outcome, tls("the certificate has expired"));
    let mut early = for_name(NAME);
    early.not_before = date_time_ymd(3000, 1, 1);
    let receiver_to_be = receiver(authority.issue(early), &[]).await;
    assert_eq!(sent(NAME, &authority, &receiver_to_be).await, tls("the certificate is not valid yet"));
}

#[tokio::test]
async fn a_certificate_from_a_stranger_is_not() {
    let (authority, stranger) = (Authority::new("one"), Authority::new("other"));
    let unknown = "the certificate's issuer is not trusted";
    let of_stranger = receiver(stranger.issue(for_name(NAME)), &[]).await;
    assert_eq!(sent(NAME, &authority, &of_stranger).await, tls(unknown));
    // One who only says to be the authority.
    let impostor = receiver(Authority::new("one").issue(for_name(NAME)), &[]).await;
    let outcome = sent(NAME, &authority, &impostor).await;
    assert_eq!(outcome, tls("the certificate's signature is invalid"));
    let of_itself = receiver(self_signed(NAME), &[]).await;
    assert_eq!(sent(NAME, &authority, &of_itself).await, tls(unknown));
}

#[tokio::test]
async fn a_receiver_without_tls_or_without_http_is_told_so() {
    let authority = Authority::new("one");
    let plain = Receiver::start(|mut stream, _| async move {
        _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n").await;
        answer_all(stream, OK).await;
    })
    .await;
    let outcome = sent(NAME, &authority, &plain).await;
    assert_eq!(outcome, tls("the receiver does not use TLS on this port"));
    let closing = Receiver::start(|stream, _| async move { drop(stream) }).await;
    assert!(matches!(sent(NAME, &authority, &closing).await, Err(Undelivered::Tls(_))));
    let only_h2 = receiver(authority.issue(for_name(NAME)), &["h2"]).await;
    assert!(matches!(sent(NAME, &authority, &only_h2).await, Err(Undelivered::Tls(_))));
    // And the other way round: plain text to a port for TLS.
    let secure = receiver(authority.issue(for_name(NAME)), &[]).await;
    let endpoint_client =
        webhook_client_with(here(), always(&[secure.address]), authority.roots()).endpoint_client();
    let outcome = post(&endpoint_client, &url(&format!("http://{NAME}/"))).await;
    assert!(matches!(outcome, Err(Undelivered::Broken(_))), "{outcome:?}");
}
