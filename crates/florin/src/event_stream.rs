//! The client of `/listen`: a connection that stays open, and the events that it receives.

use http_body_util::BodyExt;
use hyper::body::Incoming;
use hyper::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HOST, USER_AGENT};
use hyper::{Request, Response, Uri};
use serde_json::Value;

use crate::connection;

/// The server says something every second, if only that it is there.
const LONGEST_SILENCE: std::time::Duration = std::time::Duration::from_secs(20);
/// No event is as long as this.
const LONGEST_MESSAGE: usize = 1 << 20;

/// Why nothing more comes.
pub enum StreamError {
    /// It would be the same the next time.
    Refused(String),
    Lost(String),
}

pub enum StreamMessage {
    /// The secret that deliveries are signed with.
    Ready(String),
    Delivery(StreamedDelivery),
}

/// What would have been posted to a webhook endpoint.
pub struct StreamedDelivery {
    pub headers: Vec<(&'static str, String)>,
    pub body: String,
}

impl StreamedDelivery {
    /// When, what, and to what.
    pub fn brief(&self) -> Option<(String, String, String)> {
        let body: Value = serde_json::from_str(&self.body).ok()?;
        let text = |value: &Value| value.as_str().map(str::to_owned);
        Some((text(&body["timestamp"])?, text(&body["type"])?, text(&body["data"]["id"])?))
    }
}

pub struct EventStreamClient {
    body: Incoming,
    /// What has come and is not yet a whole message.
    rest: Vec<u8>,
}

impl EventStreamClient {
    pub async fn open(server: &str, path: &str, key: &str) -> Result<EventStreamClient, StreamError> {
        let lost = |why: String| StreamError::Lost(format!("{server} doesn't respond ({why})"));
        let uri: Uri = format!("{server}{path}")
            .parse()
            .map_err(|_| StreamError::Refused("the server's URL is not valid".to_owned()))?;
        let host = uri.authority().map(|authority| authority.to_string()).unwrap_or_default();
        let request = Request::get(path)
            .header(HOST, host)
            .header(USER_AGENT, concat!("florin-listen/", env!("CARGO_PKG_VERSION")))
            .header(ACCEPT, "text/event-stream")
            .header(AUTHORIZATION, format!("Bearer {key}"))
            .body(String::new())
            .map_err(|_| StreamError::Refused("the key has invalid characters".to_owned()))?;
        let mut sender = connection::connect(&uri).await.map_err(lost)?;
        let answer = sender.send_request(request).await.map_err(|error| match error.is_parse() {
            true => not_florin(server, "its response isn't HTTP"),
            false => lost(error.to_string()),
        })?;
        if !answer.status().is_success() {
            return Err(refused(server, answer).await);
        }
        let content = answer.headers().get(CONTENT_TYPE).map_or(&b""[..], |content| content.as_bytes());
        if !content.starts_with(b"text/event-stream") {
            return Err(not_florin(server, "it sends no events"));
        }
        Ok(EventStreamClient { body: answer.into_body(), rest: Vec::new() })
    }

    pub async fn next(&mut self) -> Result<StreamMessage, StreamError> {
        loop {
            while let Some(message) = self.take_message() {
                if let Some(heard) = read(&message) {
                    return Ok(heard);
                }
            }
            let lost = || StreamError::Lost("the connection was closed".to_owned());
            let frame = tokio::time::timeout(LONGEST_SILENCE, self.body.frame()).await;
            let frame = frame.ok().flatten().and_then(Result::ok).ok_or_else(lost)?;
            self.rest.extend_from_slice(frame.data_ref().map_or(&[], |data| data));
            if self.rest.len() > LONGEST_MESSAGE {
                return Err(lost());
            }
        }
    }

    fn take_message(&mut self) -> Option<Vec<u8>> {
        let end = self.rest.windows(2).position(|pair| pair == b"\n\n")?;
        let rest = self.rest.split_off(end + 2);
        Some(std::mem::replace(&mut self.rest, rest))
    }
}

fn not_florin(server: &str, why: &str) -> StreamError {
    StreamError::Refused(format!("{server} doesn't look like a Florin server: {why}. Check --server."))
}

/// What cannot be right the next time ends the command; what may be is tried again.
async fn refused(server: &str, answer: Response<Incoming>) -> StreamError {
    let status = answer.status();
    let body = answer.into_body().collect().await.map(|body| body.to_bytes()).unwrap_or_default();
    let problem: Value = serde_json::from_slice(&body).unwrap_or_default();
    let detail = problem["detail"].as_str();
    let why = format!(
        "the server refused the connection ({}): {}",
        status.as_u16(),
        detail.unwrap_or("the server gave no reason")
    );
    // A proxy can answer for a server that isn't there at the moment.
    if status.is_server_error() || status.as_u16() == 429 {
        StreamError::Lost(why)
    } else if detail.is_none() {
        not_florin(server, &format!("it responds with {}", status.as_u16()))
    } else {
        StreamError::Refused(why)
    }
}

/// Comments and what a newer server may say are not for us.
fn read(message: &[u8]) -> Option<StreamMessage> {
    let text = str::from_utf8(message).ok()?;
    let field = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    let data: Value = serde_json::from_str(field("data")?).ok()?;
    match field("event")? {
        "ready" => Some(StreamMessage::Ready(data["secret"].as_str()?.to_owned())),
        "delivery" => {
            let header = |name: &'static str| Some((name, data["headers"][name].as_str()?.to_owned()));
            let names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
            let headers = names.into_iter().map(header).collect::<Option<_>>()?;
            Some(StreamMessage::Delivery(StreamedDelivery {
                headers,
                body: data["body"].as_str()?.to_owned(),
            }))
        }
        _ => None,
    }
}
