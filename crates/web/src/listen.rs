//! `/listen`: the events of a test account as they happen, for `florin listen`. A stream of server-sent events; each
//! holds what would have been posted to a webhook endpoint, headers and body.

use std::collections::VecDeque;
use std::sync::Arc;

use app::auth::Bearer;
use app::{Heard, Listener};
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::stream;
use rules::account::Mode;
use rules::event::EventType;
use serde_json::json;
use tokio::sync::watch;

use crate::api::authenticate;
use crate::edge::{Route, client_address};
use crate::limits::Spender;
use crate::problem::{Detail, Problem, Slug};
use crate::state::Web;

pub const PATH: &str = "/listen";
const ONLY_GET: &str = "This address does not take this method; see the Allow header.";

pub async fn listen(State(web): State<Arc<Web>>, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    let mut response = match parts.method {
        Method::GET => open(&web, &parts).await.unwrap_or_else(IntoResponse::into_response),
        // HEAD, too: nobody would hear what the session is told.
        _ => ([(header::ALLOW, "GET")], Problem::new(Slug::MethodNotAllowed, ONLY_GET)).into_response(),
    };
    response.extensions_mut().insert(Route(PATH));
    response
}

async fn open(web: &Arc<Web>, parts: &Parts) -> Result<Response, Problem> {
    let authenticated = authenticate(web, &parts.headers, Mode::Test).await;
    let spender = match &authenticated {
        Ok(authenticated) => Spender::Bearer(authenticated.bearer),
        Err(_) => Spender::Address(client_address(web, parts)),
    };
    web.limits.spend(&spender).refused().map_or(Ok(()), Err)?;
    let authenticated = authenticated?;
    if !matches!(authenticated.bearer, Bearer::Key(_)) {
        let detail = "Only an API key can listen: webhooks are no business of apps that act for somebody.";
        return Err(Problem::new(Slug::Forbidden, detail));
    }
    let (session, asked) = read_query(parts.uri.query().unwrap_or_default())?;
    let listener = web.app.open_listener(&authenticated.caller, session.as_deref(), asked).await?;
    let stream = Stream {
        web: web.clone(),
        ready: VecDeque::from([ready(&listener)]),
        listener,
        headers: parts.headers.clone(),
        stopping: web.stopping.subscribe(),
    };
    let body = Body::from_stream(stream::unfold(stream, |mut stream| async {
        let chunk = stream.next().await?;
        Some((Ok::<Bytes, std::convert::Infallible>(chunk), stream))
    }));
    Ok(([(header::CONTENT_TYPE, "text/event-stream")], body).into_response())
}

/// The session that goes on, if one does, and the types of events that are asked for, if not all are.
fn read_query(query: &str) -> Result<(Option<String>, Option<Vec<EventType>>), Problem> {
    let (mut session, mut events) = (None, None);
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        match &*name {
            "session" => session = Some(value.into_owned()),
            "events" => events = Some(value.into_owned()),
            _ => {
                let detail = Detail::new(format!("query.{name}"), "is not known here; leave it out");
                return Err(Problem::invalid(vec![detail]));
            }
        }
    }
    let parse = |name: &str| {
        EventType::parse(name).ok_or_else(|| {
            let message = format!("holds {name:?}, which is no type of event");
            Problem::invalid(vec![Detail::new("query.events", message)])
        })
    };
    let asked = events.map(|events| events.split(',').map(|name| parse(name.trim())).collect());
    Ok((session, asked.transpose()?))
}

struct Stream {
    web: Arc<Web>,
    listener: Listener,
    headers: HeaderMap,
    ready: VecDeque<Bytes>,
    stopping: watch::Receiver<bool>,
}

impl Stream {
    /// The next piece; nothing when the key is not good any more, the server stops, or something broke. Whoever
    /// listens comes back and goes on where it was.
    async fn next(&mut self) -> Option<Bytes> {
        if let Some(ready) = self.ready.pop_front() {
            return Some(ready);
        }
        authenticate(&self.web, &self.headers, Mode::Test).await.ok()?;
        let heard = tokio::select! {
            heard = self.web.app.hear(&mut self.listener) => heard.ok()?,
            _ = self.stopping.wait_for(|is_stopping| *is_stopping) => return None,
        };
        // A comment: it keeps the connection open, and says that we are there.
        let Some(first) = heard.iter().map(message).reduce(|all, next| all + &next) else {
            return Some(Bytes::from_static(b":\n\n"));
        };
        Some(first.into())
    }
}

fn ready(listener: &Listener) -> Bytes {
    let data = json!({ "secret": listener.secret() });
    format!("event: ready\ndata: {data}\n\n").into()
}

fn message(heard: &Heard) -> String {
    let headers: serde_json::Map<String, serde_json::Value> =
        heard.headers.iter().map(|(name, value)| ((*name).to_owned(), value.clone().into())).collect();
    // JSON has no line breaks, so it is one line.
    let data = json!({ "headers": headers, "body": heard.body });
    format!("event: delivery\ndata: {data}\n\n")
}
