//! Rate limits: so many requests a second for each credential or session, for all of an account's together, and for
//! each address that presents no good one. A test account and its live account are two accounts here, as everywhere;
//! a simulated person shares the limit of the account that the person was made up for.

use std::num::NonZeroU32;

use app::auth::Bearer;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use governor::clock::{Clock, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};
use rules::client_address::ClientNetwork;
use rules::id::{AccountId, AppId, SessionId};

use crate::problem::{Problem, Slug};

/// One subscriber can have thousands of networks, and phones of one provider can share a block of them.
const NETWORKS_OF_A_BLOCK: NonZeroU32 = NonZeroU32::new(8).expect("not zero");

/// Whose allowance a request uses.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Spender {
    Bearer(Bearer),
    /// All that an app was authorized to do for an account, however often it was.
    App(AppId, AccountId),
    /// An app that asks for tokens, for any account.
    Client(AppId),
    /// A user who is signed in to the dashboard.
    Session(SessionId),
    /// Everything that acts on an account.
    Account(AccountId),
    Address(Option<ClientNetwork>),
}

/// A limit that a response tells of, by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Policy {
    name: &'static str,
    quota: NonZeroU32,
}

impl Policy {
    pub const fn of_each_key(quota: NonZeroU32) -> Policy {
        Policy { name: "default", quota }
    }

    pub const fn of_each_account(quota: NonZeroU32) -> Policy {
        Policy { name: "account", quota }
    }

    /// All networks of one block together.
    pub const fn of_each_block(of_each_network: NonZeroU32) -> Policy {
        Policy { name: "network", quota: of_each_network.saturating_mul(NETWORKS_OF_A_BLOCK) }
    }
}

type Limiter = RateLimiter<Spender, DashMapStateStore<Spender>, DefaultClock, StateInformationMiddleware>;

pub struct RateLimits {
    each_key: Option<(Limiter, Policy)>,
    each_account: Option<(Limiter, Policy)>,
    each_block: Option<(Limiter, Policy)>,
    clock: DefaultClock,
}

/// What is left after one request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RateLimitStatus {
    /// There are no limits.
    Off,
    Within {
        policy: Policy,
        remaining: u32,
    },
    Exceeded {
        policy: Policy,
        retry_seconds: u64,
    },
}

impl RateLimits {
    /// Requests per second for each key, or address, and for each account.
    pub fn new(each_key: Option<NonZeroU32>, each_account: Option<NonZeroU32>) -> RateLimits {
        let limiter = |policy: Policy| {
            (RateLimiter::dashmap(Quota::per_second(policy.quota)).with_middleware(), policy)
        };
        RateLimits {
            each_key: each_key.map(Policy::of_each_key).map(limiter),
            each_account: each_account.map(Policy::of_each_account).map(limiter),
            each_block: each_key.map(Policy::of_each_block).map(limiter),
            clock: DefaultClock::default(),
        }
    }

    /// One request of a caller: it counts for the credential or session and for the account. What the caller's own
    /// limit refuses costs the account nothing. Tells of the limit that is nearer.
    pub fn spend_as(&self, caller: &Spender, account: AccountId) -> RateLimitStatus {
        let own = self.spend(caller);
        if matches!(own, RateLimitStatus::Exceeded { .. }) {
            return own;
        }
        own.nearer(self.check(self.each_account.as_ref(), &Spender::Account(account)))
    }

    /// One request of a stranger: it counts for the network and for the block that the network is part of.
    pub fn spend_from(&self, network: Option<ClientNetwork>) -> RateLimitStatus {
        let own = self.spend(&Spender::Address(network));
        match (own, network.and_then(ClientNetwork::wider_block)) {
            (RateLimitStatus::Exceeded { .. }, _) | (_, None) => own,
            (_, Some(block)) => {
                own.nearer(self.check(self.each_block.as_ref(), &Spender::Address(Some(block))))
            }
        }
    }

    /// One request for tokens, whatever comes of it.
    pub fn spend_client(&self, app: AppId) -> RateLimitStatus {
        self.spend(&Spender::Client(app))
    }

    fn spend(&self, spender: &Spender) -> RateLimitStatus {
        self.check(self.each_key.as_ref(), spender)
    }

    fn check(&self, limiter: Option<&(Limiter, Policy)>, spender: &Spender) -> RateLimitStatus {
        let Some((limiter, policy)) = limiter else { return RateLimitStatus::Off };
        match limiter.check_key(spender) {
            Ok(state) => {
                RateLimitStatus::Within { policy: *policy, remaining: state.remaining_burst_capacity() }
            }
            Err(until) => {
                let wait = until.wait_time_from(self.clock.now());
                RateLimitStatus::Exceeded { policy: *policy, retry_seconds: wait.as_secs() + 1 }
            }
        }
    }

    /// Forgets who has not called for a while.
    pub fn tidy(&self) {
        for (limiter, _) in self.each_key.iter().chain(&self.each_account).chain(&self.each_block) {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

impl RateLimitStatus {
    /// Of two limits that one request counts for, the one that refuses it, or that refuses sooner.
    fn nearer(self, other: RateLimitStatus) -> RateLimitStatus {
        match (&self, &other) {
            (_, RateLimitStatus::Off) | (RateLimitStatus::Exceeded { .. }, _) => self,
            (RateLimitStatus::Off, _) | (_, RateLimitStatus::Exceeded { .. }) => other,
            (
                RateLimitStatus::Within { remaining: own, .. },
                RateLimitStatus::Within { remaining: others, .. },
            ) => {
                if others < own {
                    other
                } else {
                    self
                }
            }
        }
    }

    pub fn refused(&self) -> Option<Problem> {
        match self {
            RateLimitStatus::Off | RateLimitStatus::Within { .. } => None,
            RateLimitStatus::Exceeded { policy: Policy { name, quota }, retry_seconds } => {
                let whose = match *name {
                    "account" => " by this account",
                    "network" => " from this network",
                    _ => "",
                };
                let detail =
                    format!("More than {quota} requests per second{whose}. Try again in {retry_seconds} s.");
                let retry = HeaderValue::from(*retry_seconds);
                Some(Problem::new(Slug::RateLimited, detail).with_header(header::RETRY_AFTER, retry))
            }
        }
    }

    /// `RateLimit` and `RateLimit-Policy`, as the IETF draft writes them.
    pub fn write_headers(&self, headers: &mut HeaderMap) {
        let (Policy { name, quota }, remaining, reset) = match self {
            RateLimitStatus::Off => return,
            RateLimitStatus::Within { policy, remaining } => (policy, *remaining, 1),
            RateLimitStatus::Exceeded { policy, retry_seconds } => (policy, 0, *retry_seconds),
        };
        let texts = [
            ("ratelimit-policy", format!("\"{name}\";q={quota};w=1")),
            ("ratelimit", format!("\"{name}\";r={remaining};t={reset}")),
        ];
        for (name, text) in texts {
            let value = HeaderValue::from_str(&text).expect("digits and ASCII letters");
            headers.insert(HeaderName::from_static(name), value);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use app::auth::Bearer;
    use rules::client_address::ClientAddress;
    use rules::id::{AccountId, ApiKeyId, GrantId, SessionId};

    use super::{Policy, RateLimitStatus, RateLimits, Spender};

    const KEY: NonZeroU32 = NonZeroU32::new(3).expect("not zero");
    const ACCOUNT: NonZeroU32 = NonZeroU32::new(5).expect("not zero");

    fn key(number: u64) -> Spender {
        Spender::Bearer(Bearer::Key(ApiKeyId::new(number, [0; 10])))
    }

    fn account(number: u64) -> AccountId {
        AccountId::new(number, [0; 10])
    }

    /// How many of 20 requests pass, and which limit refuses the last. Time gives back at most a few of them.
    fn spend(limits: &RateLimits, account: AccountId, callers: &[Spender]) -> (usize, Option<Policy>) {
        let spent: Vec<RateLimitStatus> =
            (0..20).map(|index| limits.spend_as(&callers[index % callers.len()], account)).collect();
        let passed = spent.iter().filter(|limited| limited.refused().is_none()).count();
        let refused = spent.iter().rev().find_map(|limited| match limited {
            RateLimitStatus::Exceeded { policy, .. } => Some(*policy),
            RateLimitStatus::Off | RateLimitStatus::Within { .. } => None,
        });
        (passed, refused)
    }

    #[test]
    fn all_credentials_of_an_account_share_its_limit() {
        let limits = RateLimits::new(None, Some(ACCOUNT));
        let token = Spender::Bearer(Bearer::Grant(GrantId::new(1, [0; 10])));
        let session = Spender::Session(SessionId::new(1, [0; 10]));
        let (passed, refused) = spend(&limits, account(1), &[key(1), key(2), session, token]);
        assert!((5..10).contains(&passed), "{passed}");
        assert_eq!(refused, Some(Policy::of_each_account(ACCOUNT)));
        // Another account, such as the live one of the same user, has its own.
        let other = limits.spend_as(&key(9), account(2));
        assert_eq!(other, RateLimitStatus::Within { policy: Policy::of_each_account(ACCOUNT), remaining: 4 });
    }

    #[test]
    fn one_credential_cannot_use_up_the_limit_of_its_account() {
        let limits = RateLimits::new(Some(KEY), Some(ACCOUNT));
        let (passed, refused) = spend(&limits, account(1), &[key(1)]);
        assert!((3..8).contains(&passed), "{passed}");
        assert_eq!(refused, Some(Policy::of_each_key(KEY)));
        assert!(limits.spend_as(&key(2), account(1)).refused().is_none());
    }

    #[test]
    fn the_networks_of_one_subscriber_share_a_larger_limit() {
        let limits = RateLimits::new(Some(KEY), None);
        let spent = |network: u16| {
            let address = ClientAddress::parse(&format!("2001:db8:1:{network:x}::1")).expect("an address");
            limits.spend_from(Some(address.network()))
        };
        let passed = (0..200).filter(|network| spent(*network).refused().is_none()).count();
        assert!((24..60).contains(&passed), "{passed} of 200, time may give some back");
        let elsewhere = ClientAddress::parse("192.0.2.1").expect("an address").network();
        assert!(limits.spend_from(Some(elsewhere)).refused().is_none());
    }

    #[test]
    fn a_response_tells_of_the_limit_that_is_nearer() {
        let limits = RateLimits::new(Some(ACCOUNT), Some(KEY));
        let near = RateLimitStatus::Within { policy: Policy::of_each_account(KEY), remaining: 2 };
        assert_eq!(limits.spend_as(&key(1), account(1)), near);
        let limits = RateLimits::new(Some(KEY), Some(ACCOUNT));
        let near = RateLimitStatus::Within { policy: Policy::of_each_key(KEY), remaining: 2 };
        assert_eq!(limits.spend_as(&key(1), account(1)), near);
        assert_eq!(RateLimits::new(None, None).spend_as(&key(1), account(1)), RateLimitStatus::Off);
    }
}
