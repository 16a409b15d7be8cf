//! Carries webhooks out, each as one POST, to addresses that customers chose. It dials what it has checked and nothing
//! else, follows no redirect, believes little, and never waits longer than the deadline. It never logs what
//! it carries.

mod connection_limits;
mod connections;
mod dial;
mod http_transport;
mod pool;
mod pooled_connection;
mod resolver;
mod response;
#[cfg(test)]
mod tests;
mod tls;
mod undelivered;

pub use response::WebhookResponse;
pub use tls::secure_to;
pub use undelivered::{Phase, Undelivered};

use std::net::IpAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use bytes::Bytes;
use rules::delivery::Sender;
use rules::webhook_url::{Reach, WebhookUrl};
use tokio_rustls::rustls::ClientConfig;

use crate::platform::clock::Clock;
use connections::Connections;
use http_transport::HttpTransport;
use resolver::Resolver;

/// Connections to receivers that are open at the same time, unless the operator says otherwise.
pub const MAX_WEBHOOK_CONNECTIONS: usize = 2_048;

/// What all lanes share. One for each process; a copy is the same one.
#[derive(Clone)]
pub struct WebhookClient(ClientBackend<Arc<NetworkClient>>);

/// The way to one endpoint. Its connections are used for no other.
pub struct EndpointClient(ClientBackend<HttpTransport>);

enum ClientBackend<Real> {
    Real(Real),
    #[cfg(feature = "simulated")]
    Simulated(SimulatedReceiver),
}

/// Who answers instead of the network.
#[cfg(feature = "simulated")]
type SimulatedReceiver = Arc<
    dyn Fn(&WebhookUrl, &[(&'static str, String)], &Bytes) -> Result<WebhookResponse, Undelivered>
        + Send
        + Sync,
>;

/// Who may be called, and how.
struct NetworkClient {
    reach: Reach,
    /// The certificates that this machine trusts are read when a receiver is first verified with them.
    tls: OnceLock<Arc<ClientConfig>>,
    resolver: Resolver,
    connections: Connections,
    clock: Clock,
}

impl WebhookClient {
    /// Trusts the certificates that this machine trusts, and asks the names of the operating system.
    pub fn new(reach: Reach, clock: Clock, max_connections: usize) -> WebhookClient {
        let connections = Connections::new(max_connections);
        let outside =
            NetworkClient { reach, tls: OnceLock::new(), resolver: Resolver::system(), connections, clock };
        WebhookClient(ClientBackend::Real(Arc::new(outside)))
    }

    /// Nothing leaves the process: this function answers.
    #[cfg(feature = "simulated")]
    pub fn simulated(answering: SimulatedReceiver) -> WebhookClient {
        WebhookClient(ClientBackend::Simulated(answering))
    }

    /// A way to one more endpoint, without connections yet.
    pub fn endpoint_client(&self) -> EndpointClient {
        EndpointClient(match &self.0 {
            ClientBackend::Real(outside) => ClientBackend::Real(HttpTransport::new(outside.clone())),
            #[cfg(feature = "simulated")]
            ClientBackend::Simulated(answering) => ClientBackend::Simulated(answering.clone()),
        })
    }
}

impl EndpointClient {
    /// The same, which takes the places of this sender, counts each message to the addresses it may reach, and sends
    /// none that is too early.
    pub fn limited_by(
        self,
        sender: Sender,
        limit: impl Fn(&[IpAddr]) -> Result<(), Duration> + Send + Sync + 'static,
    ) -> EndpointClient {
        EndpointClient(match self.0 {
            ClientBackend::Real(transport) => {
                ClientBackend::Real(transport.limited_by(sender, Box::new(limit)))
            }
            #[cfg(feature = "simulated")]
            ClientBackend::Simulated(answering) => ClientBackend::Simulated(answering),
        })
    }

    /// Any status is a reply; what it means is for others to say. At most one receiver has seen the message, but it may
    /// have seen it although nothing was heard of it.
    pub async fn post(
        &self,
        url: &WebhookUrl,
        headers: &[(&'static str, String)],
        body: Bytes,
    ) -> Result<WebhookResponse, Undelivered> {
        match &self.0 {
            ClientBackend::Real(transport) => transport.post(url, headers, body).await,
            #[cfg(feature = "simulated")]
            ClientBackend::Simulated(answering) => answering(url, headers, &body),
        }
    }
}

impl<Real: Clone> Clone for ClientBackend<Real> {
    fn clone(&self) -> ClientBackend<Real> {
        match self {
            ClientBackend::Real(real) => ClientBackend::Real(real.clone()),
            #[cfg(feature = "simulated")]
            ClientBackend::Simulated(answering) => ClientBackend::Simulated(answering.clone()),
        }
    }
}
