//! A client of a test account's API, as an integrator's program would be one: real calls with a test key.

use std::time::Duration;

use app::dice::Dice;
use http_body_util::BodyExt;
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HOST, USER_AGENT};
use hyper::{Request, Uri};
use serde_json::Value;

use crate::command_error::CommandError;
use crate::connection;

const LOOK_EVERY: Duration = Duration::from_millis(100);
/// A worker settles most things within a moment; a busy server takes longer.
const MAX_LOOKS: usize = 300;

pub struct SandboxClient {
    server: String,
    key: String,
    /// Method and path of each call that changed something.
    pub calls: Vec<String>,
}

impl SandboxClient {
    pub fn new(server: String, key: String) -> SandboxClient {
        SandboxClient { server, key, calls: Vec::new() }
    }

    pub async fn get(&self, path: &str) -> Result<Value, CommandError> {
        self.call("GET", path, None).await
    }

    pub async fn post(&mut self, path: &str, body: Value) -> Result<Value, CommandError> {
        self.calls.push(format!("POST {path}"));
        self.call("POST", path, Some(body)).await
    }

    /// A call without a body.
    pub async fn act(&mut self, path: &str) -> Result<Value, CommandError> {
        self.calls.push(format!("POST {path}"));
        self.call("POST", path, None).await
    }

    pub async fn patch(&mut self, path: &str, body: Value) -> Result<Value, CommandError> {
        self.calls.push(format!("PATCH {path}"));
        self.call("PATCH", path, Some(body)).await
    }

    /// Waits until an object has this status.
    pub async fn until(&self, path: &str, status: &str) -> Result<(), CommandError> {
        self.until_at(path, "/status", status).await
    }

    /// The same for a status within the response.
    pub async fn until_at(&self, path: &str, pointer: &str, status: &str) -> Result<(), CommandError> {
        for _ in 0..MAX_LOOKS {
            if self.get(path).await?.pointer(pointer).is_some_and(|now| now == status) {
                return Ok(());
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
        Err(CommandError::Refused(format!("{path} did not become {status} in time")))
    }

    async fn call(&self, method: &str, path: &str, body: Option<Value>) -> Result<Value, CommandError> {
        let lost = |why: String| CommandError::Refused(format!("{} doesn't respond ({why})", self.server));
        let path = format!("/sandbox/v1{path}");
        let uri: Uri = format!("{}{path}", self.server)
            .parse()
            .map_err(|_| CommandError::Usage("the server's URL is not valid".to_owned()))?;
        let host = uri.authority().map(|authority| authority.to_string()).unwrap_or_default();
        let mut request = Request::builder()
            .method(method)
            .uri(&path)
            .header(HOST, host)
            .header(USER_AGENT, concat!("florin-trigger/", env!("CARGO_PKG_VERSION")))
            .header(AUTHORIZATION, format!("Bearer {}", self.key));
        if path.ends_with("/payouts") || path.ends_with("/withdrawals") {
            request = request.header("Idempotency-Key", Dice::system().base62(20).as_str());
        }
        if body.is_some() {
            request = request.header(CONTENT_TYPE, "application/json");
        }
        let request = request
            .body(body.map(|body| body.to_string()).unwrap_or_default())
            .map_err(|_| CommandError::Usage("the key has invalid characters".to_owned()))?;
        let mut sender = connection::connect(&uri).await.map_err(lost)?;
        let answer = sender.send_request(request).await.map_err(|error| lost(error.to_string()))?;
        let status = answer.status();
        let body = answer.into_body().collect().await.map_err(|error| lost(error.to_string()))?.to_bytes();
        let read: Value = serde_json::from_slice(&body).unwrap_or_default();
        if status.is_success() {
            return Ok(read);
        }
        let detail = read["detail"].as_str().unwrap_or("the server gave no reason");
        Err(CommandError::Refused(format!("{method} {path} was refused ({}): {detail}", status.as_u16())))
    }
}
