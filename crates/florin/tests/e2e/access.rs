//! The access matrix: every route of the API against every kind of caller. The routes come from the
//! program's own table; what each must do comes from the samples here, so a route without a sample fails
//! every test below.

mod credentials;
mod early;
mod ids;
mod methods;
mod order;
mod sample;
mod scopes;
mod tokens;
mod world;

use rules::account::Mode;
pub use sample::SCOPES;
use sample::{Needed, SAMPLES, Sample, Thing};
use web::{BASES, ENDPOINTS};

use crate::support::{Client, Reply};

/// One endpoint at the address of one mode, and what is sent there.
#[derive(Clone)]
struct Route {
    sample: &'static Sample,
    base: &'static str,
    mode: Mode,
    body: Option<String>,
}

/// Every route there is, for a caller that has what its sample needs in this mode.
fn routes(needed: impl Fn(Mode) -> Needed) -> Vec<Route> {
    for sample in SAMPLES {
        let known = |endpoint: &web::ApiEndpoint| sample.is_of(endpoint.method.name(), endpoint.path);
        assert!(ENDPOINTS.into_iter().any(known), "no endpoint for {} {}", sample.method, sample.path);
    }
    let sampled = ENDPOINTS.into_iter().flat_map(|endpoint| {
        let (method, path) = (endpoint.method.name(), endpoint.path);
        let mut samples = SAMPLES.iter().filter(|sample| sample.is_of(method, path));
        let sample =
            samples.next().unwrap_or_else(|| panic!("{method} {path} is missing from the access matrix"));
        assert!(samples.next().is_none(), "{method} {path} is twice in the access matrix");
        assert_eq!(endpoint.scopes[0].name(), sample.scope, "{method} {path}");
        assert_eq!(endpoint.has_id(), sample.thing.is_some(), "{method} {path}");
        let here = BASES.into_iter().filter(|(_, mode)| endpoint.is_in(*mode));
        let routes = here.map(|(base, mode)| {
            let body = (sample.body)(&needed(mode)).map(|body| body.to_string());
            Route { sample, base, mode, body }
        });
        routes.collect::<Vec<Route>>()
    });
    sampled.collect()
}

impl Route {
    /// The path with this id, or with both halves of it where there are two.
    fn path(&self, id: &str) -> String {
        let (id, item) = match self.sample.thing {
            Some(Thing::PayoutItem) => id.split_once('/').unwrap_or((id, id)),
            _ => (id, ""),
        };
        format!("{}{}", self.base, self.sample.path.replace("{id}", id).replace("{item_id}", item))
    }

    fn is_get(&self) -> bool {
        self.sample.method == "GET"
    }

    /// Sends the sample, for this id if the route has one.
    fn call(&self, client: &Client, id: &str) -> Reply {
        self.call_with(client, id, &[])
    }

    fn call_with(&self, client: &Client, id: &str, headers: &[(&str, &str)]) -> Reply {
        client.send(self.sample.method, &self.path(id), headers, self.body.as_deref())
    }

    /// It was let through: done, or too late to be done again.
    #[track_caller]
    fn assert_passed(&self, reply: &Reply, which: &str) {
        if self.sample.is_once() && reply.status == 409 {
            return reply.assert_problem(409, "invalid_state");
        }
        assert_eq!(reply.status, 200, "{self} with {which}: {reply:?}");
        assert_eq!(reply.header("content-type"), Some("application/json"), "{self}");
    }

    /// The sample as bytes, for headers that no client would send.
    fn bytes(&self, id: &str, headers: &[u8]) -> Vec<u8> {
        let body = self.body.as_deref().unwrap_or_default();
        let head = format!(
            "{} {} HTTP/1.1\r\nHost: florin\r\nConnection: close\r\n",
            self.sample.method,
            self.path(id)
        );
        let end = format!("Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}", body.len());
        [head.as_bytes(), headers, end.as_bytes()].concat()
    }
}

/// For messages: which cell of the matrix failed.
impl std::fmt::Display for Route {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}{}", self.sample.method, self.base, self.sample.path)
    }
}

const fn other(mode: Mode) -> Mode {
    match mode {
        Mode::Live => Mode::Test,
        Mode::Test => Mode::Live,
    }
}

/// Everything a caller can see of an answer, but for what is different each time.
fn seen(reply: &Reply) -> (u16, Vec<(String, String)>, String) {
    let mut headers = reply.headers.clone();
    headers.retain(|(name, _)| !["date", "x-request-id"].contains(&name.as_str()));
    headers.sort();
    (reply.status, headers, reply.without_request_id())
}

#[test]
fn every_route_has_one_sample_with_the_scope_of_the_contract_and_every_sample_a_route() {
    let in_the_sandbox_only = SAMPLES.iter().filter(|sample| sample.path.starts_with("/simulate/")).count();
    assert_eq!(in_the_sandbox_only, 5);
    assert_eq!(routes(Needed::nothing).len(), 2 * SAMPLES.len() - in_the_sandbox_only);
}
