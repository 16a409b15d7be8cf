//! JSON-RPC 2.0 over HTTP to one node. Each call has one deadline for everything and a limit on what is read; it
//! follows nobody elsewhere, asks no proxy, and never logs an address.

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
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::rpc_url::RpcUrl;
use crate::trouble::Trouble;

/// The receipts of a full block of a busy network are a few megabytes.
const MOST_READ_BYTES: usize = 32 * 1024 * 1024;
const MOST_IDLE_CONNECTIONS: usize = 16;
const LONGEST_IDLE: Duration = Duration::from_secs(20);
/// Of what a node says went wrong.
const MOST_WORDS: usize = 300;

type Http = Client<HttpsConnector<HttpConnector>, Full<Bytes>>;

/// The connections to all nodes of a network. A copy is the same.
#[derive(Clone)]
pub(crate) struct Line(Http);

pub(crate) struct Rpc {
    url: RpcUrl,
    line: Line,
    deadline: Duration,
    calls: AtomicU64,
}

#[derive(Deserialize)]
struct Answer {
    id: Option<Value>,
    /// Null is an answer, too; that there is none is not.
    #[serde(default, deserialize_with = "present")]
    result: Option<Value>,
    error: Option<Fault>,
}

#[derive(Deserialize)]
struct Fault {
    code: i64,
    #[serde(default)]
    message: String,
    data: Option<Value>,
}

impl Line {
    /// The certificates that this machine trusts are read if somebody is to be checked by them.
    pub(crate) fn to(urls: &[RpcUrl]) -> Line {
        let mut roots = RootCertStore::empty();
        if urls.iter().any(RpcUrl::is_encrypted) {
            let (good, _) = roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
            if good == 0 {
                tracing::warn!(
                    "this machine has no certificates to trust, so no node can be asked at https://"
                );
            }
        }
        Line::trusting(roots)
    }

    fn trusting(roots: RootCertStore) -> Line {
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
            .pool_max_idle_per_host(MOST_IDLE_CONNECTIONS)
            .build(https);
        Line(client)
    }
}

impl Rpc {
    pub(crate) fn new(url: RpcUrl, line: Line, deadline: Duration) -> Rpc {
        Rpc { url, line, deadline, calls: AtomicU64::new(1) }
    }

    pub(crate) fn host(&self) -> &str {
        self.url.host()
    }

    /// The result, which may be null.
    pub(crate) async fn call(&self, method: &str, params: Value) -> Result<Value, Trouble> {
        let id = self.calls.fetch_add(1, Ordering::Relaxed);
        let body = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string();
        match timeout(self.deadline, self.post(body)).await {
            Ok(answer) => self.read(id, answer?),
            Err(_) => {
                Err(self.unreachable(&format!("no answer to {method} in {} ms", self.deadline.as_millis())))
            }
        }
    }

    async fn post(&self, body: String) -> Result<(u16, Bytes), Trouble> {
        let mut request = Request::builder().method(Method::POST).uri(self.url.uri());
        request = request.header(CONTENT_TYPE, "application/json");
        if let Some(value) = self.url.authorization() {
            request = request.header(AUTHORIZATION, value);
        }
        let request = request.body(Full::new(body.into())).expect("a method and an address");
        let response =
            self.line.0.request(request).await.map_err(|error| self.unreachable(&chain_of(&error)))?;
        let status = response.status().as_u16();
        let body = Limited::new(response.into_body(), MOST_READ_BYTES).collect().await;
        let body = body.map_err(|error| self.unreachable(&format!("its answer broke off: {error}")))?;
        Ok((status, body.to_bytes()))
    }

    fn read(&self, id: u64, (status, body): (u16, Bytes)) -> Result<Value, Trouble> {
        // Whatever a server in trouble writes, it may have done what it was asked.
        if status >= 500 || status == 429 {
            return Err(self.unreachable(&format!("status {status}")));
        }
        let answer: Answer = match serde_json::from_slice(&body) {
            Ok(answer) => answer,
            Err(_) if status != 200 => return Err(self.unreachable(&format!("status {status}"))),
            Err(error) => return Err(self.garbled(&format!("no JSON-RPC ({error})"))),
        };
        match answer {
            Answer { error: Some(fault), .. } => Err(self.refused(fault)),
            Answer { result: Some(result), id: Some(of), .. } if of == json!(id) => Ok(result),
            Answer { result: Some(_), .. } => Err(self.garbled("an answer to another question")),
            Answer { result: None, .. } => Err(self.garbled("neither a result nor an error")),
        }
    }

    fn refused(&self, fault: Fault) -> Trouble {
        // Most nodes put what a call reverted with there; some wrap it once more.
        let data = fault.data.as_ref().map(|data| data.get("data").unwrap_or(data));
        let data = data.and_then(Value::as_str).and_then(|text| text.parse::<Data>().ok());
        let words = self.url.redact(&fault.message).chars().take(MOST_WORDS).collect();
        Trouble::Refused { rpc: self.host().to_owned(), code: fault.code, message: words, data }
    }

    pub(crate) fn garbled(&self, what: &str) -> Trouble {
        Trouble::Garbled { rpc: self.host().to_owned(), what: self.url.redact(what) }
    }

    fn unreachable(&self, why: &str) -> Trouble {
        Trouble::Unreachable { rpc: self.host().to_owned(), why: self.url.redact(why) }
    }
}

fn present<'de, D: serde::Deserializer<'de>>(value: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(value).map(Some)
}

/// An error and what caused it, because the first says only that it failed.
fn chain_of(error: &dyn std::error::Error) -> String {
    let mut words = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        words = format!("{words}: {error}");
        cause = error.source();
    }
    words.chars().take(MOST_WORDS).collect()
}

#[cfg(test)]
mod tests;
