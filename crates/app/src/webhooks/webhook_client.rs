//! Carries webhooks out, each as one POST, to addresses that customers chose. It dials what it has checked and nothing
//! else, follows nobody elsewhere, believes little, and waits for nobody longer than the deadline. It never logs what
//! it carries.

mod connection_limits;
mod connections;
mod dial;
mod http_transport;
mod pool;
mod pooled_connection;
mod reply;
mod resolver;
#[cfg(test)]
mod tests;
mod tls;
mod undelivered;

pub use reply::Reply;
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
pub const MOST_WEBHOOK_CONNECTIONS: usize = 2_048;

/// What all lanes share. One for each process; a copy is the same one.
#[derive(Clone)]
pub struct WebhookClient(Way<Arc<Outside>>);

/// The way to one endpoint. Its connections are used for no other.
pub struct EndpointClient(Way<HttpTransport>);

enum Way<Real> {
    Real(Real),
    #[cfg(feature = "simulated")]
    Simulated(Answering),
}

/// Who answers instead of the network.
#[cfg(feature = "simulated")]
type Answering =
    Arc<dyn Fn(&WebhookUrl, &[(&'static str, String)], &Bytes) -> Result<Reply, Undelivered> + Send + Sync>;

/// Who may be called, and how.
struct Outside {
    reach: Reach,
    /// The certificates that this machine trusts are read when somebody is to be checked by them.
    tls: OnceLock<Arc<ClientConfig>>,
    resolver: Resolver,
    connections: Connections,
    clock: Clock,
}

impl WebhookClient {
    /// Trusts the certificates that this machine trusts, and asks the names of the operating system.
    pub fn new(reach: Reach, clock: Clock, most_connections: usize) -> WebhookClient {
        let connections = Connections::new(most_connections);
        let outside =
            Outside { reach, tls: OnceLock::new(), resolver: Resolver::system(), connections, clock };
        WebhookClient(Way::Real(Arc::new(outside)))
    }

    /// Nothing leaves the process: this function answers.
    #[cfg(feature = "simulated")]
    pub fn simulated(answering: Answering) -> WebhookClient {
        WebhookClient(Way::Simulated(answering))
    }

    /// A way to one more endpoint, without connections yet.
    pub fn endpoint_client(&self) -> EndpointClient {
        EndpointClient(match &self.0 {
            Way::Real(outside) => Way::Real(HttpTransport::new(outside.clone())),
            #[cfg(feature = "simulated")]
            Way::Simulated(answering) => Way::Simulated(answering.clone()),
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
            Way::Real(transport) => Way::Real(transport.limited_by(sender, Box::new(limit))),
            #[cfg(feature = "simulated")]
            Way::Simulated(answering) => Way::Simulated(answering),
        })
    }

    /// Any status is a reply; what it means is for others to say. At most one receiver has seen the message, but it may
    /// have seen it although nothing was heard of it.
    pub async fn post(
        &self,
        url: &WebhookUrl,
        headers: &[(&'static str, String)],
        body: Bytes,
    ) -> Result<Reply, Undelivered> {
        match &self.0 {
            Way::Real(transport) => transport.post(url, headers, body).await,
            #[cfg(feature = "simulated")]
            Way::Simulated(answering) => answering(url, headers, &body),
        }
    }
}

impl<Real: Clone> Clone for Way<Real> {
    fn clone(&self) -> Way<Real> {
        match self {
            Way::Real(real) => Way::Real(real.clone()),
            #[cfg(feature = "simulated")]
            Way::Simulated(answering) => Way::Simulated(answering.clone()),
        }
    }
}
