//! `/listen`: the events of a test account as they happen, for `florin listen`. A stream of server-sent events; each
//! holds what would have been posted to a webhook endpoint, headers and body.

use std::collections::VecDeque;
use std::sync::Arc;

use app::auth::Bearer;
use app::{Listener, ListenerEvent};
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::stream;
use rules::account::Mode;
use rules::event_type::EventType;
use serde_json::json;
use tokio::sync::watch;

use crate::api::{Parameter, Query, admit, authenticate};
use crate::edge::RouteLabel;
use crate::problem::{Problem, Slug};
use crate::shape::{Field, FieldKind, Text, TextFormat, output};
use crate::state::Web;

pub const PATH: &str = "/listen";

static PARAMETERS: [Parameter; 2] = [
    Parameter {
        field: Field::optional("session", "The session to resume.", output("we_01kdvq3y5cf2ab6ngnm3hcrkve")),
        repeatable: false,
    },
    Parameter {
        field: Field::optional(
            "events",
            "Only these event types, separated by commas.",
            FieldKind::Text(Text {
                min: 1,
                max: 4_096,
                pattern: "",
                format: "",
                example: "payout.created,payout.failed",
                reads: TextFormat::Name(|names| event_types(names).map(|_| ())),
            }),
        ),
        repeatable: false,
    },
];
const ONLY_GET: &str = "This path doesn't support this method. The Allow header lists the supported methods.";

pub async fn listen(State(web): State<Arc<Web>>, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    let mut response = match parts.method {
        Method::GET => open(&web, &parts).await.unwrap_or_else(IntoResponse::into_response),
        // HEAD, too: no client would hear what the session is told.
        _ => ([(header::ALLOW, "GET")], Problem::new(Slug::MethodNotAllowed, ONLY_GET)).into_response(),
    };
    response.extensions_mut().insert(RouteLabel(PATH));
    response
}

async fn open(web: &Arc<Web>, parts: &Parts) -> Result<Response, Problem> {
    let authenticated = admit(web, parts, Mode::Test).await.admitted()?;
    if !matches!(authenticated.bearer, Bearer::Key(_)) {
        let detail = "Only API keys can listen to events. Access tokens of apps can't.";
        return Err(Problem::new(Slug::Forbidden, detail));
    }
    let query = Query::parse(parts.uri.query().unwrap_or_default(), &PARAMETERS)?;
    let asked = query.get("events").and_then(|names| event_types(names).ok());
    let listener = web.app.webhooks.open_listener(&authenticated.caller, query.get("session"), asked).await?;
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

/// With commas in between.
fn event_types(names: &str) -> Result<Vec<EventType>, &'static str> {
    let types: Option<_> = names.split(',').map(|name| EventType::parse(name.trim())).collect();
    types.ok_or("must be event types separated by commas, such as payout.created,payout.failed")
}

struct Stream {
    web: Arc<Web>,
    listener: Listener,
    headers: HeaderMap,
    ready: VecDeque<Bytes>,
    stopping: watch::Receiver<bool>,
}

impl Stream {
    /// The next piece; nothing when the key is not good any more, the server stops, or something broke. A caller that
    /// listens comes back and goes on where it was.
    async fn next(&mut self) -> Option<Bytes> {
        if let Some(ready) = self.ready.pop_front() {
            return Some(ready);
        }
        authenticate(&self.web, &self.headers, Mode::Test).await.ok()?;
        let heard = tokio::select! {
            heard = self.web.app.webhooks.hear(&mut self.listener) => heard.ok()?,
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

fn message(heard: &ListenerEvent) -> String {
    let headers: serde_json::Map<String, serde_json::Value> =
        heard.headers.iter().map(|(name, value)| ((*name).to_owned(), value.clone().into())).collect();
    // JSON has no line breaks, so it is one line.
    let data = json!({ "headers": headers, "body": heard.body });
    format!("event: delivery\ndata: {data}\n\n")
}
