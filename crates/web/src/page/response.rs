//! The response of a page: HTML, a redirect or a file.

use app::{App, SignInResult};
use askama::Template;
use axum::BoxError;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::Stream;

use super::{FlashMessage, cookies};

/// Nothing from elsewhere, no script but our own files, no frame around it.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; \
                      img-src 'self' data:; manifest-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/// An email shows its own styles and nothing else. Its links open a window of their own: its frame can't leave it.
const EMAIL_POLICY: &str = "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; \
                            style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; \
                            frame-ancestors 'self'";

/// What a response may do in a browser.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Policy {
    Page,
    /// A page whose forms may lead to another site.
    LeadingAway,
    /// A page with a frame that shows another page of this site.
    Framing,
    /// The content of a frame.
    Email,
}

impl Policy {
    fn text(self) -> String {
        match self {
            Policy::Page => format!("{POLICY}; form-action 'self'"),
            Policy::LeadingAway => POLICY.to_owned(),
            Policy::Framing => format!("{POLICY}; form-action 'self'; frame-src 'self'"),
            Policy::Email => EMAIL_POLICY.to_owned(),
        }
    }

    /// The same for browsers that don't know `frame-ancestors`.
    const fn frame_options(self) -> &'static str {
        match self {
            Policy::Page | Policy::LeadingAway | Policy::Framing => "DENY",
            Policy::Email => "SAMEORIGIN",
        }
    }
}

pub struct PageResponse {
    status: StatusCode,
    headers: HeaderMap,
    body: Body,
    policy: Policy,
    flash: Option<FlashMessage>,
    session: NextSession,
}

/// What the browser has as its session after a response.
#[derive(Clone, PartialEq, Eq)]
enum NextSession {
    Same,
    New(String),
    None,
}

impl PageResponse {
    pub fn page(template: &impl Template) -> PageResponse {
        let page = template.render().expect("a template that compiled can be written to a string");
        PageResponse::of("text/html; charset=utf-8", page.into())
    }

    /// Another page, asked for anew: never with the form that was just sent.
    pub fn goto(path: impl AsRef<str>) -> PageResponse {
        let mut answer = PageResponse::of("text/plain; charset=utf-8", Bytes::new());
        answer.status = StatusCode::SEE_OTHER;
        let location = HeaderValue::try_from(path.as_ref()).unwrap_or(HeaderValue::from_static("/dashboard"));
        answer.headers.insert(header::LOCATION, location);
        answer
    }

    /// The part that the page asks for again is as it was: htmx leaves it alone.
    pub fn unchanged() -> PageResponse {
        PageResponse::of("text/plain; charset=utf-8", Bytes::new()).with_status(StatusCode::NO_CONTENT)
    }

    /// A file to be saved.
    pub fn download(name: &str, kind: &'static str, content: impl Into<Bytes>) -> PageResponse {
        let mut answer = PageResponse::of(kind, content.into());
        let disposition = HeaderValue::try_from(format!("attachment; filename=\"{name}\""));
        let disposition = disposition.unwrap_or(HeaderValue::from_static("attachment"));
        answer.headers.insert(header::CONTENT_DISPOSITION, disposition);
        answer
    }

    /// A file that is made while it is sent. A failure breaks the connection, so that no part is taken for the whole.
    pub fn stream(
        name: &str,
        kind: &'static str,
        content: impl Stream<Item = Result<Bytes, BoxError>> + Send + 'static,
    ) -> PageResponse {
        PageResponse { body: Body::from_stream(content), ..PageResponse::download(name, kind, Bytes::new()) }
    }

    fn of(kind: &'static str, body: Bytes) -> PageResponse {
        let headers = HeaderMap::from_iter([(header::CONTENT_TYPE, HeaderValue::from_static(kind))]);
        PageResponse {
            status: StatusCode::OK,
            headers,
            body: body.into(),
            policy: Policy::Page,
            flash: None,
            session: NextSession::Same,
        }
    }

    pub fn with_status(mut self, status: StatusCode) -> PageResponse {
        self.status = status;
        self
    }

    pub fn with_header(mut self, name: header::HeaderName, value: HeaderValue) -> PageResponse {
        self.headers.append(name, value);
        self
    }

    /// For a page whose form ends at another site. Chromium holds every redirect after a form against the policy of
    /// its page, also those that the other site makes within its own house; they can't all be listed.
    pub fn leading_away(mut self) -> PageResponse {
        self.policy = Policy::LeadingAway;
        self
    }

    /// A page with a frame that shows another page of this site.
    pub fn framing(mut self) -> PageResponse {
        self.policy = Policy::Framing;
        self
    }

    /// The HTML of an email, for such a frame.
    pub fn email(html: String) -> PageResponse {
        let mut answer = PageResponse::of("text/html; charset=utf-8", html.into());
        answer.policy = Policy::Email;
        answer
    }

    /// A user signed in and gets a new session.
    pub fn entering(mut self, entered: &SignInResult) -> PageResponse {
        self.session = NextSession::New(entered.cookie.clone());
        cookies::entered(entered)
            .into_iter()
            .fold(self, |answer, cookie| answer.with_header(header::SET_COOKIE, cookie))
    }

    /// A user signed out.
    pub fn leaving(mut self) -> PageResponse {
        self.session = NextSession::None;
        self.with_header(header::SET_COOKIE, cookies::left())
    }

    /// The next page says so, once.
    pub fn saying(mut self, message: impl Into<FlashMessage>) -> PageResponse {
        self.flash = Some(message.into());
        self
    }

    /// Adds the cookie with the message for the next page of this session, or removes the one of a message that this
    /// page shows.
    pub fn with_flash(self, app: &App, session: &str, is_shown: bool) -> PageResponse {
        let session = match &self.session {
            NextSession::Same => Some(session),
            NextSession::New(session) => Some(session.as_str()),
            NextSession::None => None,
        };
        let cookie = match self.flash {
            Some(flash) => Some(flash.cookie(app, session)),
            None => is_shown.then(cookies::flash_shown),
        };
        match cookie {
            Some(cookie) => self.with_header(header::SET_COOKIE, cookie),
            None => self,
        }
    }

    pub fn sets_cookie(&self) -> bool {
        self.headers.contains_key(header::SET_COOKIE)
    }
}

impl IntoResponse for PageResponse {
    fn into_response(mut self) -> Response {
        let policy = HeaderValue::try_from(self.policy.text()).expect("a policy is ASCII");
        self.headers.insert(header::CONTENT_SECURITY_POLICY, policy);
        for (name, value) in [
            (header::CACHE_CONTROL, "no-store"),
            (header::REFERRER_POLICY, "same-origin"),
            (header::X_FRAME_OPTIONS, self.policy.frame_options()),
            (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        ] {
            self.headers.insert(name, HeaderValue::from_static(value));
        }
        (self.status, self.headers, self.body).into_response()
    }
}
