//! Endpoints as data: what each is called, takes, needs and answers. Routing, the scope check, the description and the
//! reference are all made from these, so nothing can be routed without a scope or left out of the description.

use std::sync::Arc;

use app::{App, CommandResponse, Failure, Paging};
use bytes::Bytes;
use futures_util::future::BoxFuture;
use rules::account::{Caller, Mode};
use rules::idempotency::{IdempotencyRequest, StoredResponseId};
use rules::scope::Scope;

use super::query::{LARGEST_PAGE, Parameter, Query};
use crate::json_node::JsonNode;
use crate::problem::{Detail, Problem};
use crate::shape::{CheckedFields, Object};
use crate::write_limits::ends_something;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    Get,
    Post,
    Patch,
}

impl Method {
    pub const fn name(self) -> &'static str {
        match self {
            Method::Get => "GET",
            Method::Post => "POST",
            Method::Patch => "PATCH",
        }
    }
}

pub type ApiHandler = for<'a> fn(&'a ApiRequest<'a>) -> BoxFuture<'a, Result<ApiResponse, Problem>>;

pub struct ApiEndpoint {
    pub method: Method,
    /// Under `/v1` and `/sandbox/v1`. Its parameters are called `id` and, below that, `item_id`.
    pub path: &'static str,
    /// The name of the operation for client generators.
    pub id: &'static str,
    pub tag: &'static str,
    pub summary: &'static str,
    pub about: &'static str,
    /// A caller needs one of these to get any further. Where there are several, the body decides which.
    pub scopes: &'static [Scope],
    pub query: &'static [Parameter],
    pub body: Option<&'static Object>,
    /// What only several fields of the body together can get wrong.
    pub check_together: fn(&JsonNode<'_>, &mut Vec<Detail>),
    pub answer: &'static Object,
    pub run: ApiHandler,
}

/// For bodies whose fields do not depend on each other.
pub fn no_check(_: &JsonNode<'_>, _: &mut Vec<Detail>) {}

impl ApiEndpoint {
    pub fn has_id(&self) -> bool {
        self.path.contains("{id}")
    }

    /// The names of its path's parameters, in their order.
    pub fn path_parameters(&self) -> impl Iterator<Item = &'static str> {
        self.path.split('/').filter_map(|segment| segment.strip_prefix('{')?.strip_suffix('}'))
    }

    /// Whether it makes things happen that only happen in the sandbox. Its path does not exist on live.
    pub fn is_simulation(&self) -> bool {
        self.path.starts_with("/simulate/")
    }

    pub fn is_in(&self, mode: Mode) -> bool {
        mode == Mode::Test || !self.is_simulation()
    }

    /// Whether it says what would happen, and does nothing.
    pub fn is_dry_run(&self) -> bool {
        self.path.ends_with("/validate")
    }

    /// Whether it creates or changes objects. Ending something is never counted, so that it is always possible.
    pub fn spends_writes(&self) -> bool {
        self.method != Method::Get && !self.is_dry_run() && !ends_something(self.path)
    }

    /// Every POST takes an `Idempotency-Key`.
    pub fn takes_idempotency_key(&self) -> bool {
        self.method == Method::Post
    }

    /// Whether a repeated request gets the first answer again. A dry run says what is true now.
    pub fn remembers_idempotency_key(&self) -> bool {
        self.takes_idempotency_key() && !self.is_dry_run()
    }

    /// Whether an operator can insist on a key: repeating it by accident would send money twice.
    pub fn may_require_idempotency_key(&self) -> bool {
        self.method == Method::Post && ["/payouts", "/withdrawals"].contains(&self.path)
    }
}

/// A request that passed every check: who, which object, what.
pub struct ApiRequest<'a> {
    pub app: &'a Arc<App>,
    pub caller: Caller,
    /// The id in the path, if the endpoint has one.
    pub id: &'a str,
    /// The id of the item in the path, if the endpoint has one.
    pub item_id: &'a str,
    /// The path below the version, as it was asked for.
    pub path: &'a str,
    pub query: Query,
    pub body: CheckedFields,
    /// The body as it was sent.
    pub sent: JsonNode<'a>,
    pub idempotency_key: Option<String>,
}

impl ApiRequest<'_> {
    /// What a request with an `Idempotency-Key` claims to be.
    pub fn idempotency(&self) -> Option<IdempotencyRequest> {
        let key = self.idempotency_key.clone()?;
        let id = StoredResponseId {
            account: self.caller.account,
            app: self.caller.app,
            path: self.path.to_owned(),
            key,
        };
        Some(IdempotencyRequest { id, fingerprint: self.sent.fingerprint() })
    }

    pub fn paging(&self) -> Paging {
        let size = self.query.get("page_size").and_then(|size| size.parse().ok()).unwrap_or(LARGEST_PAGE);
        Paging { cursor: self.query.get("cursor").map(str::to_owned), size, filters: self.query.filters() }
    }
}

/// A success.
pub struct ApiResponse {
    pub body: Bytes,
    /// The stored answer to an earlier request with the same key.
    pub replayed: bool,
}

impl ApiResponse {
    pub fn read(answer: Result<Bytes, Failure>) -> Result<ApiResponse, Problem> {
        Ok(ApiResponse { body: answer?, replayed: false })
    }

    pub fn written(answer: Result<CommandResponse, Failure>) -> Result<ApiResponse, Problem> {
        Ok(match answer? {
            CommandResponse::Now(_, body) => ApiResponse { body, replayed: false },
            CommandResponse::Again(body) => ApiResponse { body, replayed: true },
        })
    }
}
