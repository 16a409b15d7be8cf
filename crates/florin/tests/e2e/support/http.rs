//! A small HTTP client that reports every status as an answer, and raw bytes for what no client would send.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::Value;

use super::documented;

#[derive(Clone)]
pub struct Client {
    agent: ureq::Agent,
    base: String,
    authorization: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    /// As text; what is none is replaced.
    pub body: String,
    /// As it came.
    pub bytes: Vec<u8>,
}

impl Reply {
    pub fn new(status: u16, headers: Vec<(String, String)>, bytes: Vec<u8>) -> Reply {
        Reply { status, headers, body: String::from_utf8_lossy(&bytes).into_owned(), bytes }
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error} in {self:?}"))
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }

    /// The id of what was created.
    pub fn id(&self) -> String {
        assert_eq!(self.status, 200, "{self:?}");
        self.json()["id"].as_str().expect("an id").to_owned()
    }

    /// The locations of all errors, in order.
    pub fn locations(&self) -> Vec<String> {
        let json = self.json();
        let errors = json["errors"].as_array().cloned().unwrap_or_default();
        errors.iter().map(|error| error["location"].as_str().expect("a location").to_owned()).collect()
    }

    /// Checks that this is a problem document of this kind, complete and closed.
    #[track_caller]
    pub fn assert_problem(&self, status: u16, slug: &str) {
        assert_eq!(self.status, status, "{self:?}");
        assert_eq!(self.header("content-type"), Some("application/problem+json"), "{self:?}");
        let json = self.json();
        assert_eq!(json["title"], slug, "{self:?}");
        assert_eq!(json["status"], status, "{self:?}");
        assert!(
            json["type"].as_str().is_some_and(|uri| uri.ends_with(&format!("/errors/{slug}"))),
            "{self:?}"
        );
        let id = self.header("x-request-id").expect("a request id");
        assert_eq!(json["instance"], format!("urn:request:{id}"), "{self:?}");
        let known = ["type", "title", "status", "detail", "instance", "errors"];
        let keys = json.as_object().expect("an object").keys();
        assert!(keys.into_iter().all(|key| known.contains(&key.as_str())), "{self:?}");
    }

    /// The body with the request id blanked, for comparing two answers byte for byte.
    pub fn without_request_id(&self) -> String {
        let id = self.header("x-request-id").expect("a request id");
        self.body.replace(id, "-")
    }
}

impl Client {
    pub fn new(base: &str, authorization: Option<String>) -> Client {
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .timeout_global(Some(Duration::from_secs(60)))
            .build();
        Client { agent: config.into(), base: base.to_owned(), authorization }
    }

    /// The same client with another `Authorization` header.
    pub fn with_authorization(&self, authorization: impl Into<String>) -> Client {
        Client { authorization: Some(authorization.into()), ..self.clone() }
    }

    pub fn with_key(&self, key: &str) -> Client {
        self.with_authorization(format!("Bearer {key}"))
    }

    pub fn anonymous(&self) -> Client {
        Client { authorization: None, ..self.clone() }
    }

    /// The same credential at another address.
    pub fn at(&self, base: &str) -> Client {
        Client { base: base.to_owned(), ..self.clone() }
    }

    /// The address it asks.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// The same with connections of its own, so that it never waits for others.
    pub fn apart(&self) -> Client {
        Client::new(&self.base, self.authorization.clone())
    }

    pub fn get(&self, path: &str) -> Reply {
        self.send("GET", path, &[], None)
    }

    pub fn post(&self, path: &str, body: &Value) -> Reply {
        self.send("POST", path, &[], Some(&body.to_string()))
    }

    /// A POST with an `Idempotency-Key`.
    pub fn post_once(&self, path: &str, key: &str, body: &Value) -> Reply {
        self.send("POST", path, &[("Idempotency-Key", key)], Some(&body.to_string()))
    }

    pub fn patch(&self, path: &str, body: &Value) -> Reply {
        self.send("PATCH", path, &[], Some(&body.to_string()))
    }

    /// Any request. A body is declared as JSON unless the headers say otherwise.
    pub fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: Option<&str>) -> Reply {
        self.try_send(method, path, headers, body).unwrap_or_else(|error| panic!("{method} {path}: {error}"))
    }

    pub fn try_send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&str>,
    ) -> Result<Reply, ureq::Error> {
        self.run(method, path, headers, body.map(str::as_bytes))
    }

    /// A body that may be anything, also no text.
    pub fn send_bytes(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Reply {
        let sent = self.run(method, path, headers, Some(body));
        sent.unwrap_or_else(|error| panic!("{method} {path}: {error}"))
    }

    fn run(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&[u8]>,
    ) -> Result<Reply, ureq::Error> {
        let mut request = ureq::http::Request::builder().method(method).uri(format!("{}{path}", self.base));
        if let Some(authorization) = &self.authorization {
            request = request.header("Authorization", authorization);
        }
        let declared = headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("content-type"));
        if body.is_some() && !declared {
            request = request.header("Content-Type", "application/json");
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let mut response = match body {
            Some(body) => self.agent.run(request.body(body.to_owned()).expect("a request"))?,
            None => self.agent.run(request.body(()).expect("a request"))?,
        };
        let named = response.headers().iter();
        let headers = named
            .map(|(name, value)| (name.to_string(), String::from_utf8_lossy(value.as_bytes()).into_owned()));
        let (status, headers) = (response.status().as_u16(), headers.collect());
        let reply = Reply::new(status, headers, response.body_mut().read_to_vec()?);
        documented::check(method, &format!("{}{path}", self.base), &reply);
        Ok(reply)
    }
}

/// Sends these bytes and reads until the server closes or falls silent for two seconds.
pub fn raw(base: &str, bytes: &[u8]) -> String {
    let address = base.trim_start_matches("http://").split('/').next().expect("host and port");
    let mut stream = TcpStream::connect(address).expect("the server listens");
    stream.set_read_timeout(Some(Duration::from_secs(2))).expect("a timeout");
    // The server may close before it has read everything; what it answered is what counts.
    let _ = stream.write_all(bytes);
    let mut answer = Vec::new();
    let mut buffer = [0; 4096];
    while let Ok(count @ 1..) = stream.read(&mut buffer) {
        answer.extend_from_slice(&buffer[..count]);
    }
    String::from_utf8_lossy(&answer).into_owned()
}

/// The same for a request that asks to close the connection, as an answer.
pub fn raw_reply(base: &str, bytes: &[u8]) -> Reply {
    let answer = raw(base, bytes);
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no HTTP: {answer:?}"));
    let mut lines = head.split("\r\n");
    let status = lines.next().and_then(|line| line.strip_prefix("HTTP/1.1 ")?.get(..3)?.parse().ok());
    let headers = lines.map(|line| {
        let (name, value) = line.split_once(':').unwrap_or_else(|| panic!("no header: {line:?}"));
        (name.to_ascii_lowercase(), value.trim().to_owned())
    });
    Reply::new(status.expect("a status"), headers.collect(), body.as_bytes().to_owned())
}
