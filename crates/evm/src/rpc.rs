//! JSON-RPC 2.0 over HTTP to one node. Each call has one deadline for everything and a limit on what is read; it
//! follows no redirect, asks no proxy, and never logs an address.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use alloy_primitives::Bytes as Data;
use bytes::Bytes;
use http_body_util::{BodyExt, Full, Limited};
use hyper::header::{AUTHORIZATION, CONTENT_TYPE};
use hyper::{Method, Request};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use rustls::crypto::ring;
use rustls::{ClientConfig, RootCertStore};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::chain_error::ChainError;
use crate::rpc_url::RpcUrl;

/// The receipts of a full block of a busy network are a few megabytes.
const MAX_READ_BYTES: usize = 32 * 1024 * 1024;
const MAX_IDLE_CONNECTIONS: usize = 16;
const LONGEST_IDLE: Duration = Duration::from_secs(20);
/// Of what a node says went wrong.
const MAX_WORDS: usize = 300;

type Http = Client<HttpsConnector<HttpConnector>, Full<Bytes>>;

/// The connections to all nodes of a network. A copy is the same.
#[derive(Clone)]
pub(crate) struct RpcConnection(Http);

pub(crate) struct Rpc {
    url: RpcUrl,
    line: RpcConnection,
    deadline: Duration,
    calls: AtomicU64,
}

/// Each part as it was written: as a tree, a list of millions of nothings would take twenty times its bytes.
#[derive(Deserialize)]
struct RpcResponse<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    /// Null is an answer, too; that there is none is not.
    #[serde(borrow, default, deserialize_with = "present")]
    result: Option<&'a RawValue>,
    #[serde(borrow)]
    error: Option<Fault<'a>>,
}

#[derive(Deserialize)]
struct Fault<'a> {
    code: i64,
    #[serde(default)]
    message: String,
    #[serde(borrow)]
    data: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Wrapped<'a> {
    #[serde(borrow)]
    data: &'a RawValue,
}

impl RpcConnection {
    /// The certificates that this machine trusts are read if a node is to be verified with them.
    pub(crate) fn to(urls: &[RpcUrl]) -> RpcConnection {
        let mut roots = RootCertStore::empty();
        if urls.iter().any(RpcUrl::is_encrypted) {
            let (good, _) = roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
            if good == 0 {
                tracing::warn!(
                    "this machine trusts no certificate authority, so nodes at https:// can't be called"
                );
            }
        }
        RpcConnection::trusting(roots)
    }

    fn trusting(roots: RootCertStore) -> RpcConnection {
        let versions = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("ring knows TLS 1.2 and 1.3");
        let tls = versions.with_root_certificates(roots).with_no_client_auth();
        let mut tcp = HttpConnector::new();
        tcp.enforce_http(false);
        tcp.set_nodelay(true);
        let https = HttpsConnectorBuilder::new()
            .with_tls_config(tls)
            .https_or_http()
            .enable_http1()
            .wrap_connector(tcp);
        let client = Client::builder(TokioExecutor::new())
            .pool_timer(TokioTimer::new())
            .pool_idle_timeout(LONGEST_IDLE)
            .pool_max_idle_per_host(MAX_IDLE_CONNECTIONS)
            .build(https);
        RpcConnection(client)
    }
}

impl Rpc {
    pub(crate) fn new(url: RpcUrl, line: RpcConnection, deadline: Duration) -> Rpc {
        Rpc { url, line, deadline, calls: AtomicU64::new(1) }
    }

    pub(crate) fn host(&self) -> &str {
        self.url.host()
    }

    /// The result, which may be null.
    pub(crate) async fn call<T: DeserializeOwned>(
        &self,
        method: &str,
        params: Value,
    ) -> Result<T, ChainError> {
        let id = self.calls.fetch_add(1, Ordering::Relaxed);
        let body = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string();
        match timeout(self.deadline, self.post(body)).await {
            Ok(answer) => self.read(method, id, answer?),
            Err(_) => {
                Err(self.unreachable(&format!("no response to {method} in {} ms", self.deadline.as_millis())))
            }
        }
    }

    async fn post(&self, body: String) -> Result<(u16, Bytes), ChainError> {
        let mut request = Request::builder().method(Method::POST).uri(self.url.uri());
        request = request.header(CONTENT_TYPE, "application/json");
        if let Some(value) = self.url.authorization() {
            request = request.header(AUTHORIZATION, value);
        }
        let request = request.body(Full::new(body.into())).expect("a method and an address");
        let response =
            self.line.0.request(request).await.map_err(|error| self.unreachable(&chain_of(&error)))?;
        let status = response.status().as_u16();
        let body = Limited::new(response.into_body(), MAX_READ_BYTES).collect().await;
        let body = body.map_err(|error| self.unreachable(&format!("its response was cut off: {error}")))?;
        Ok((status, body.to_bytes()))
    }

    fn read<T: DeserializeOwned>(
        &self,
        method: &str,
        id: u64,
        (status, body): (u16, Bytes),
    ) -> Result<T, ChainError> {
        // Whatever a server in trouble writes, it may have done what it was asked.
        if status >= 500 || status == 429 {
            return Err(self.unreachable(&format!("status {status}")));
        }
        let answer: RpcResponse<'_> = match serde_json::from_slice(&body) {
            Ok(answer) => answer,
            Err(_) if status != 200 => return Err(self.unreachable(&format!("status {status}"))),
            Err(error) => return Err(self.garbled(&format!("not JSON-RPC ({error})"))),
        };
        match answer {
            RpcResponse { error: Some(fault), .. } => Err(self.refused(&fault)),
            RpcResponse { result: Some(result), id: Some(of), .. } if of.get() == id.to_string() => {
                let result = serde_json::from_str(result.get());
                result.map_err(|error| self.garbled(&format!("to {method}: {error}")))
            }
            RpcResponse { result: Some(_), .. } => Err(self.garbled("a response to another request")),
            RpcResponse { result: None, .. } => Err(self.garbled("neither a result nor an error")),
        }
    }

    fn refused(&self, fault: &Fault<'_>) -> ChainError {
        let message = self.words(&fault.message);
        let data = fault.data.and_then(reverted_with);
        ChainError::Refused { rpc: self.host().to_owned(), code: fault.code, message, data }
    }

    pub(crate) fn garbled(&self, what: &str) -> ChainError {
        ChainError::Garbled { rpc: self.host().to_owned(), what: self.words(what) }
    }

    fn unreachable(&self, why: &str) -> ChainError {
        ChainError::Unreachable { rpc: self.host().to_owned(), why: self.words(why) }
    }

    /// Without secrets, and not all of it: a node may have written it.
    fn words(&self, words: &str) -> String {
        self.url.redact(words).chars().take(MAX_WORDS).collect()
    }
}

fn present<'de: 'a, 'a, D: Deserializer<'de>>(value: D) -> Result<Option<&'a RawValue>, D::Error> {
    <&RawValue>::deserialize(value).map(Some)
}

/// What a call reverted with. Most nodes put it there as it is; some wrap it once more, or put a word before it.
fn reverted_with(data: &RawValue) -> Option<Data> {
    let wrapped = serde_json::from_str(data.get()).map(|Wrapped { data }| data);
    let text: String = serde_json::from_str(wrapped.unwrap_or(data).get()).ok()?;
    text.strip_prefix("Reverted ").unwrap_or(&text).parse().ok()
}

/// An error and what caused it, because the first says only that it failed.
fn chain_of(error: &dyn std::error::Error) -> String {
    let mut words = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        words = format!("{words}: {error}");
        cause = error.source();
    }
    words.chars().take(MAX_WORDS).collect()
}

#[cfg(test)]
mod tests;
