//! The operator's settings for the HTTP edge.

use std::num::NonZeroU32;
use std::time::Duration;

#[derive(Clone, Debug)]
pub struct WebSettings {
    /// Scheme, host and port as the outside sees them, without a slash at the end.
    pub origin: String,
    pub brand: Brand,
    /// Requests per second for each key; `None` for no limit.
    pub rate_limit: Option<NonZeroU32>,
    /// Requests per second for all keys and tokens of an account together; `None` for no limit.
    pub account_rate_limit: Option<NonZeroU32>,
    /// Objects that a live account may create per day; `None` for no limit.
    pub writes_per_day: Option<NonZeroU32>,
    /// The same for a test account.
    pub sandbox_writes_per_day: Option<NonZeroU32>,
    /// Whether a request that sends money must carry an `Idempotency-Key`.
    pub require_idempotency_key: bool,
    /// Whether a proxy in front says where requests come from, in `X-Forwarded-For`.
    pub is_behind_proxy: bool,
    /// Who can read captured email, and sees the first steps.
    pub captured_email: CapturedEmail,
    /// The demo user of `florin dev`, whom the first steps are for.
    pub demo: Option<DemoAccount>,
    /// More connections than this wait to be accepted.
    pub max_connections: usize,
    /// A client with more connections than this is refused; behind a proxy, with more requests at the same time.
    pub max_connections_per_address: usize,
    /// How long a client may take to send its headers, or to ask again on an open connection.
    pub header_timeout: Duration,
    /// How long a client may take to send its body.
    pub body_timeout: Duration,
    /// How long a client may take to accept a part of a response.
    pub write_timeout: Duration,
    /// Bytes that bodies and responses take at most; small ones are not counted.
    pub max_request_memory: usize,
    /// How long requests may take to finish after the server was told to stop.
    pub stop_timeout: Duration,
}

/// What the first steps show of the demo user, and act with.
#[derive(Clone)]
pub struct DemoAccount {
    pub email: String,
    pub password: String,
    pub test_key: String,
    /// How a shell starts this program.
    pub program: String,
}

impl std::fmt::Debug for DemoAccount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DemoAccount").field("email", &self.email).finish_non_exhaustive()
    }
}

/// Who can read captured email, at `/dev/emails`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CapturedEmail {
    /// No client: there is no such page.
    Hidden,
    /// Programs on the same machine.
    ThisMachine,
    /// Every client that can reach the server.
    Anyone,
}

impl CapturedEmail {
    pub fn is_shown(self, is_from_this_machine: bool) -> bool {
        match self {
            CapturedEmail::Hidden => false,
            CapturedEmail::ThisMachine => is_from_this_machine,
            CapturedEmail::Anyone => true,
        }
    }
}

/// Whose service this is, in the eyes of its users.
#[derive(Clone, Debug)]
pub struct Brand {
    pub name: String,
    pub support_email: Option<String>,
    /// A CSS colour, such as `#0f766e`.
    pub accent: String,
}

impl WebSettings {
    pub fn new(origin: String) -> WebSettings {
        WebSettings {
            origin,
            brand: Brand { name: "Florin".to_owned(), support_email: None, accent: "#0f766e".to_owned() },
            rate_limit: None,
            account_rate_limit: None,
            writes_per_day: None,
            sandbox_writes_per_day: None,
            require_idempotency_key: false,
            is_behind_proxy: false,
            captured_email: CapturedEmail::Hidden,
            demo: None,
            max_connections: 10_000,
            max_connections_per_address: 1_000,
            header_timeout: Duration::from_secs(10),
            body_timeout: Duration::from_secs(30),
            write_timeout: Duration::from_secs(30),
            max_request_memory: 256 << 20,
            stop_timeout: Duration::from_secs(10),
        }
    }
}
