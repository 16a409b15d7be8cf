//! Rate limits: so many requests a second for each key, and for each address that presents no good one.

use std::num::NonZeroU32;

use app::auth::Bearer;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use governor::clock::{Clock, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};
use rules::client_address::ClientNetwork;

use crate::problem::{Problem, Slug};

/// Whose allowance a request uses.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Spender {
    Bearer(Bearer),
    Address(Option<ClientNetwork>),
}

type Limiter = RateLimiter<Spender, DashMapStateStore<Spender>, DefaultClock, StateInformationMiddleware>;

pub struct Limits {
    limiter: Option<(Limiter, NonZeroU32)>,
    clock: DefaultClock,
}

/// What is left after one request.
pub enum Limited {
    /// There are no limits.
    Off,
    Within {
        quota: NonZeroU32,
        remaining: u32,
    },
    Exceeded {
        quota: NonZeroU32,
        retry_seconds: u64,
    },
}

impl Limits {
    pub fn new(per_second: Option<NonZeroU32>) -> Limits {
        let limiter = per_second.map(|quota| {
            let limiter = RateLimiter::dashmap(Quota::per_second(quota)).with_middleware();
            (limiter, quota)
        });
        Limits { limiter, clock: DefaultClock::default() }
    }

    pub fn spend(&self, spender: &Spender) -> Limited {
        let Some((limiter, quota)) = &self.limiter else { return Limited::Off };
        match limiter.check_key(spender) {
            Ok(state) => Limited::Within { quota: *quota, remaining: state.remaining_burst_capacity() },
            Err(until) => {
                let wait = until.wait_time_from(self.clock.now());
                Limited::Exceeded { quota: *quota, retry_seconds: wait.as_secs() + 1 }
            }
        }
    }

    /// Forgets who has not called for a while.
    pub fn tidy(&self) {
        if let Some((limiter, _)) = &self.limiter {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

impl Limited {
    pub fn refused(&self) -> Option<Problem> {
        match self {
            Limited::Off | Limited::Within { .. } => None,
            Limited::Exceeded { quota, retry_seconds } => {
                let detail =
                    format!("More than {quota} requests in a second; try again in {retry_seconds} s.");
                let retry = HeaderValue::from(*retry_seconds);
                Some(Problem::new(Slug::RateLimited, detail).with_header(header::RETRY_AFTER, retry))
            }
        }
    }

    /// `RateLimit` and `RateLimit-Policy`, as the IETF draft writes them.
    pub fn write_headers(&self, headers: &mut HeaderMap) {
        let (quota, remaining, reset) = match self {
            Limited::Off => return,
            Limited::Within { quota, remaining } => (quota, *remaining, 1),
            Limited::Exceeded { quota, retry_seconds } => (quota, 0, *retry_seconds),
        };
        let texts = [
            ("ratelimit-policy", format!("\"default\";q={quota};w=1")),
            ("ratelimit", format!("\"default\";r={remaining};t={reset}")),
        ];
        for (name, text) in texts {
            let value = HeaderValue::from_str(&text).expect("digits and ASCII letters");
            headers.insert(HeaderName::from_static(name), value);
        }
    }
}
