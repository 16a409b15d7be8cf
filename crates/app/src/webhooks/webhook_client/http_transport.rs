//! Sends one request: over an idle connection, or over a new one to a checked address.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::Full;
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::http::uri::PathAndQuery;
use hyper::{Method, Request, Uri};
use rules::delivery::{Holder, Sender};
use rules::webhook_url::{DialTarget, WebhookUrl};
use tokio::time::timeout;

use super::NetworkClient;
use super::dial::{MAX_TRIED, dial};
use super::pool::Pool;
use super::pooled_connection::PooledConnection;
use super::resolver::{LookupRequest, Names, Unresolved};
use super::response::{self, WebhookResponse};
use super::tls::{secure, trusting_this_machine};
use super::undelivered::{Phase, Undelivered};

/// For everything, from resolving the host name to the last byte that is read.
pub(super) const DEADLINE: Duration = Duration::from_secs(15);

const USER_AGENT: HeaderValue =
    HeaderValue::from_static(concat!("Florin-Webhooks/", env!("CARGO_PKG_VERSION")));
const JSON: HeaderValue = HeaderValue::from_static("application/json");
/// Host, type, length and agent.
const OWN_HEADERS: usize = 4;

pub(super) struct HttpTransport {
    outside: Arc<NetworkClient>,
    pool: Arc<Pool>,
    names: Names,
    limits: Option<TransportLimits>,
}

/// Whose places its connections take, and how often addresses may be called.
struct TransportLimits {
    sender: Sender,
    addresses: AddressLimit,
}

/// Counts a message to all of these addresses, or says how long it must wait.
pub(super) type AddressLimit = Box<dyn Fn(&[IpAddr]) -> Result<(), Duration> + Send + Sync>;

/// What is to be sent, perhaps a second time.
struct Message<'a> {
    url: &'a WebhookUrl,
    headers: &'a [(&'static str, String)],
    body: Bytes,
}

impl HttpTransport {
    pub(super) fn new(outside: Arc<NetworkClient>) -> HttpTransport {
        HttpTransport { outside, pool: Arc::default(), names: Names::new(), limits: None }
    }

    pub(super) fn limited_by(self, sender: Sender, addresses: AddressLimit) -> HttpTransport {
        self.outside.connections.add(sender, Arc::downgrade(&self.pool));
        HttpTransport { limits: Some(TransportLimits { sender, addresses }), ..self }
    }

    pub(super) async fn post(
        &self,
        url: &WebhookUrl,
        headers: &[(&'static str, String)],
        body: Bytes,
    ) -> Result<WebhookResponse, Undelivered> {
        let started = self.outside.clock.elapsed();
        let mut phase = Phase::Resolving;
        let message = Message { url, headers, body };
        let reply = timeout(DEADLINE, self.carry(&message, &mut phase)).await;
        let reply = reply.unwrap_or(Err(Undelivered::TimedOut(phase)))?;
        Ok(WebhookResponse { took: self.outside.clock.elapsed().saturating_sub(started), ..reply })
    }

    /// A connection that was idle may have been closed by the receiver while the message was on its way. If nothing at
    /// all came back, the message goes over a new one.
    async fn carry(&self, message: &Message<'_>, phase: &mut Phase) -> Result<WebhookResponse, Undelivered> {
        if let Some(connection) = self.pool.take(message.url).await {
            if let Err(too_early) = self.count(&[connection.peer]) {
                self.pool.give(message.url, connection);
                return Err(too_early);
            }
            match self.ask(connection, message, phase).await {
                Err((_, false)) => {}
                Err((problem, true)) => return Err(problem),
                Ok(reply) => return Ok(reply),
            }
        }
        *phase = Phase::Resolving;
        let connection = self.connect(message.url, phase).await?;
        self.ask(connection, message, phase).await.map_err(|(problem, _)| problem)
    }

    /// A problem comes with whether anything was heard.
    async fn ask(
        &self,
        mut connection: PooledConnection,
        message: &Message<'_>,
        phase: &mut Phase,
    ) -> Result<WebhookResponse, (Undelivered, bool)> {
        *phase = Phase::Answering;
        let request = message.request().map_err(|problem| (problem, true))?;
        let response = match connection.ask(request).await {
            Ok(response) => response,
            Err(problem) => return Err((problem, connection.has_heard())),
        };
        *phase = Phase::Reading;
        let read = response::read(response, self.outside.clock.now()).await;
        let (reply, is_whole) = read.map_err(|problem| (problem, true))?;
        if is_whole {
            self.pool.give(message.url, connection);
        }
        Ok(reply)
    }

    async fn connect(&self, url: &WebhookUrl, phase: &mut Phase) -> Result<PooledConnection, Undelivered> {
        let holder = self.holder(url);
        let connections = &self.outside.connections;
        let place = match &holder {
            Some(holder) => Some(connections.take(holder).await?),
            None => None,
        };
        let sockets = self.sockets(url, holder.as_ref()).await?;
        let addresses: Vec<IpAddr> = sockets.iter().take(MAX_TRIED).map(SocketAddr::ip).collect();
        self.count(&addresses)?;
        *phase = Phase::Connecting;
        let another = || match &holder {
            Some(holder) => connections.take_free(holder).map(Some),
            None => Some(None),
        };
        let dialled = dial(&sockets, place, another).await;
        let dialled = dialled.and_then(|(stream, place)| Ok((stream.peer_addr()?.ip(), stream, place)));
        let (peer, stream, place) = dialled.map_err(|error| Undelivered::of_connecting(&error))?;
        if !url.is_tls() {
            return PooledConnection::over(stream, peer, &self.pool, place).await;
        }
        *phase = Phase::Securing;
        let stream = secure(self.outside.tls.get_or_init(trusting_this_machine), url, stream).await?;
        PooledConnection::over(stream, peer, &self.pool, place).await
    }

    fn holder(&self, url: &WebhookUrl) -> Option<Holder> {
        let limits = self.limits.as_ref()?;
        Some(Holder { sender: limits.sender, site: url.site() })
    }

    fn count(&self, addresses: &[IpAddr]) -> Result<(), Undelivered> {
        match &self.limits {
            Some(limits) => (limits.addresses)(addresses).map_err(Undelivered::TooEarly),
            None => Ok(()),
        }
    }

    /// Where the receiver is. If one of its addresses may not be called, none is.
    async fn sockets(
        &self,
        url: &WebhookUrl,
        holder: Option<&Holder>,
    ) -> Result<Vec<SocketAddr>, Undelivered> {
        let (host, port) = (url.host(), url.port());
        let sockets: Vec<SocketAddr> = match url.target() {
            DialTarget::Address(address) => vec![SocketAddr::new(address, port)],
            DialTarget::Localhost => {
                self.outside.reach.localhost().map(|address| SocketAddr::new(address, port)).collect()
            }
            DialTarget::Name(name) => {
                let question = LookupRequest { holder, host: name, port, now: self.outside.clock.elapsed() };
                let found = self.names.look_up(&self.outside.resolver, question).await;
                let found = found.map_err(|unresolved| match unresolved {
                    Unresolved::NotFound => Undelivered::NameNotFound { host: host.to_owned() },
                    Unresolved::Silent => Undelivered::TimedOut(Phase::Resolving),
                    Unresolved::StillSilent(left) => Undelivered::TooEarly(left),
                    Unresolved::NoPlace => Undelivered::NoPlace,
                })?;
                // Without the zone that an address of IPv6 may come with: the rules judge the address alone.
                found.iter().map(|socket| SocketAddr::new(socket.ip(), socket.port())).collect()
            }
        };
        for socket in &sockets {
            let checked = self.outside.reach.check_socket(*socket);
            checked.map_err(|why| Undelivered::Forbidden { host: host.to_owned(), why })?;
        }
        match sockets.is_empty() {
            true => Err(Undelivered::NameNotFound { host: host.to_owned() }),
            false => Ok(sockets),
        }
    }
}

impl Message<'_> {
    fn request(&self) -> Result<Request<Full<Bytes>>, Undelivered> {
        let path = PathAndQuery::try_from(self.url.path_and_query());
        let host = HeaderValue::from_str(self.url.authority());
        let (Ok(path), Ok(host)) = (path, host) else { return Err(Undelivered::Unsendable("host")) };
        let mut request = Request::new(Full::new(self.body.clone()));
        *request.method_mut() = Method::POST;
        *request.uri_mut() = Uri::from(path);
        let headers = request.headers_mut();
        headers.reserve(self.headers.len() + OWN_HEADERS);
        headers.insert(header::HOST, host);
        for (name, value) in self.headers {
            let header = HeaderName::from_bytes(name.as_bytes()).ok().zip(HeaderValue::from_str(value).ok());
            let (header, value) = header.ok_or(Undelivered::Unsendable(name))?;
            headers.append(header, value);
        }
        headers.insert(header::CONTENT_TYPE, JSON);
        headers.insert(header::CONTENT_LENGTH, HeaderValue::from(self.body.len()));
        headers.insert(header::USER_AGENT, USER_AGENT);
        Ok(request)
    }
}
