//! What a page answers: a page, a way to another, or a file.

use app::SignInResult;
use askama::Template;
use axum::BoxError;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::Stream;

use super::cookies;

/// Nothing from elsewhere, no script but our own files, no frame around it.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; \
                      img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Forms {
    Here,
    Anywhere,
}

pub struct PageResponse {
    status: StatusCode,
    headers: HeaderMap,
    body: Body,
    /// Where forms of the page may lead to.
    forms: Forms,
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
        PageResponse { status: StatusCode::OK, headers, body: body.into(), forms: Forms::Here }
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
        self.forms = Forms::Anywhere;
        self
    }

    /// A user signed in and gets a new session.
    pub fn entering(self, entered: &SignInResult) -> PageResponse {
        cookies::entered(entered)
            .into_iter()
            .fold(self, |answer, cookie| answer.with_header(header::SET_COOKIE, cookie))
    }

    /// A user signed out.
    pub fn leaving(self) -> PageResponse {
        self.with_header(header::SET_COOKIE, cookies::left())
    }

    pub fn sets_cookie(&self) -> bool {
        self.headers.contains_key(header::SET_COOKIE)
    }
}

impl IntoResponse for PageResponse {
    fn into_response(mut self) -> Response {
        let policy = match self.forms {
            Forms::Here => format!("{POLICY}; form-action 'self'"),
            Forms::Anywhere => POLICY.to_owned(),
        };
        let policy = HeaderValue::try_from(policy).expect("a policy is ASCII");
        self.headers.insert(header::CONTENT_SECURITY_POLICY, policy);
        for (name, value) in [
            (header::CACHE_CONTROL, "no-store"),
            (header::REFERRER_POLICY, "same-origin"),
            (header::X_FRAME_OPTIONS, "DENY"),
            (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        ] {
            self.headers.insert(name, HeaderValue::from_static(value));
        }
        (self.status, self.headers, self.body).into_response()
    }
}
