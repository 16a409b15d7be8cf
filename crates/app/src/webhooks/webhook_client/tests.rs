//! Real conversations with receivers of every kind.

mod broken;
mod conversations;
mod encryption;
mod forbidden;
mod proxies;
mod receiver;
mod shares;
mod silence;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use bytes::Bytes;
use rules::account::Mode;
use rules::webhook_url::{IpNetwork, Reach, WebhookUrl};
use tokio_rustls::rustls::RootCertStore;

use super::connections::Connections;
use super::resolver::Resolver;
use super::{
    ClientBackend, EndpointClient, MAX_WEBHOOK_CONNECTIONS, NetworkClient, Undelivered, WebhookClient,
    WebhookResponse, tls,
};
use crate::platform::clock::Clock;

const BODY: &str = "{\"type\":\"payout.completed\"}";
/// A name that only a resolver of ours knows.
const NAME: &str = "hooks.example.com";

/// This machine may be called.
fn here() -> Reach {
    reaching(&["127.0.0.0/8", "::1"])
}

fn reaching(networks: &[&str]) -> Reach {
    let networks = networks.iter().map(|text| IpNetwork::parse(text).expect("a network"));
    Reach::new(networks.collect(), &[]).expect("no hosts")
}

/// A webhook client that trusts these certificates only, and believes this resolver.
fn webhook_client_with(reach: Reach, resolver: Resolver, roots: RootCertStore) -> WebhookClient {
    let connections = Connections::new(MAX_WEBHOOK_CONNECTIONS);
    let tls = tls::trusting(roots).into();
    let outside = NetworkClient { reach, tls, resolver, connections, clock: Clock::system() };
    WebhookClient(ClientBackend::Real(Arc::new(outside)))
}

/// A webhook client that trusts no certificate.
fn knowing(reach: Reach, resolver: Resolver) -> WebhookClient {
    webhook_client_with(reach, resolver, RootCertStore::empty())
}

/// A webhook client for this machine that resolves no names.
fn webhook_client() -> WebhookClient {
    knowing(here(), no_names())
}

fn no_names() -> Resolver {
    Resolver::by(|_, _| Err(io::ErrorKind::NotFound.into()))
}

/// Every name leads here, whatever the port in the URL is.
fn always(sockets: &[SocketAddr]) -> Resolver {
    let sockets = sockets.to_vec();
    Resolver::by(move |_, _| Ok(sockets.clone()))
}

fn url(text: &str) -> WebhookUrl {
    let everywhere = reaching(&["0.0.0.0/0", "::/0"]);
    WebhookUrl::parse(text, Mode::Test, &everywhere).unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

fn http(address: SocketAddr) -> WebhookUrl {
    url(&format!("http://{address}/hook?a=b"))
}

async fn post(endpoint_client: &EndpointClient, url: &WebhookUrl) -> Result<WebhookResponse, Undelivered> {
    let headers = [("webhook-id", "evt_1".to_owned()), ("webhook-timestamp", "1700000000".to_owned())];
    endpoint_client.post(url, &headers, Bytes::from_static(BODY.as_bytes())).await
}
