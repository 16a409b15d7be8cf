//! How much memory large bodies and responses take: of each account or network, and of all together. A client chooses
//! how slowly it sends and reads, so the limits on connections and rates say nothing about memory.
//!
//! What is small is never counted, and each account has some memory that others cannot take. So a client that fills
//! these limits keeps no other account from signing in, reading a list or sending a payout. One key, app or session
//! gets half of what its account may have, so that it does not keep the owner out either.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::body::{Body, HttpBody};
use axum::response::Response;
use rules::account::Mode;
use rules::client_address::ClientNetwork;
use rules::id::AccountId;

use crate::permit_body::PermitBody;
use crate::rate_limits::Spender;

/// A body or a response of this size is small.
pub const SMALL: usize = 16 << 10;
/// What each account has for itself, before it shares with others.
const OWN: usize = 256 << 10;
/// Each holder has this part of the shared memory at most.
const HOLDERS: usize = 16;

/// Whose memory it is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum MemoryHolder {
    /// And which of its keys, apps and sessions asks.
    Account(AccountId, Mode, Spender),
    /// A visitor who is not signed in; behind a proxy that does not say where requests come from, all of them.
    Visitor(Option<ClientNetwork>),
}

/// Holders who together have a part of the memory, so that the others keep theirs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum HolderGroup {
    Live,
    Test,
    Visitors,
}

/// What is counted: everything in both pools, and what each group, holder and spender has.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Counted {
    All,
    Group(HolderGroup),
    Holder(Option<AccountId>, Option<ClientNetwork>, HolderGroup),
    Spender(AccountId, Mode, Spender),
}

/// Bytes of what accounts have for themselves, and of what all share.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Pools {
    own: usize,
    shared: usize,
}

pub struct MemoryLimits {
    most: usize,
    taken: Mutex<HashMap<Counted, Pools>>,
}

/// Memory of one holder, until it is dropped.
pub struct HeldMemory {
    limits: Arc<MemoryLimits>,
    holder: MemoryHolder,
    held: Pools,
}

/// The holder, its group or all together hold as much as they may.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryLimitReached;

impl MemoryHolder {
    fn group(&self) -> HolderGroup {
        match self {
            MemoryHolder::Account(_, Mode::Live, _) => HolderGroup::Live,
            MemoryHolder::Account(_, Mode::Test, _) => HolderGroup::Test,
            MemoryHolder::Visitor(_) => HolderGroup::Visitors,
        }
    }

    /// Everything that its memory counts for, with the most that each may have.
    fn counted(&self, most: usize) -> Vec<(Counted, Pools)> {
        let all = Pools { own: most / 2, shared: most / 2 };
        let group = self.group();
        let of_group = match group {
            HolderGroup::Live => all,
            HolderGroup::Test => all.part(2),
            HolderGroup::Visitors => Pools { own: 0, shared: all.shared / 4 },
        };
        let of_holder = Pools { own: OWN, shared: all.shared / HOLDERS };
        let mut counted = vec![(Counted::All, all), (Counted::Group(group), of_group)];
        match self {
            MemoryHolder::Account(account, mode, spender) => {
                counted.push((Counted::Holder(Some(*account), None, group), of_holder));
                counted.push((Counted::Spender(*account, *mode, spender.clone()), of_holder.part(2)));
            }
            MemoryHolder::Visitor(network) => {
                counted.push((Counted::Holder(None, *network, group), of_holder));
            }
        }
        counted
    }
}

impl Pools {
    const fn part(self, parts: usize) -> Pools {
        Pools { own: self.own / parts, shared: self.shared / parts }
    }

    const fn total(self) -> usize {
        self.own + self.shared
    }

    /// What is left of these when so much is taken.
    const fn without(self, taken: Pools) -> Pools {
        Pools { own: self.own.saturating_sub(taken.own), shared: self.shared.saturating_sub(taken.shared) }
    }

    const fn with(self, more: Pools) -> Pools {
        Pools { own: self.own + more.own, shared: self.shared + more.shared }
    }

    fn least(self, other: Pools) -> Pools {
        Pools { own: self.own.min(other.own), shared: self.shared.min(other.shared) }
    }
}

impl MemoryLimits {
    /// All holders together have at most so many bytes.
    pub fn new(most: usize) -> Arc<MemoryLimits> {
        Arc::new(MemoryLimits { most, taken: Mutex::default() })
    }

    /// Nothing yet, for a request of this holder.
    pub fn holding_nothing(self: &Arc<MemoryLimits>, holder: MemoryHolder) -> HeldMemory {
        HeldMemory { limits: self.clone(), holder, held: Pools::default() }
    }

    /// The response, which is its holder's memory until it was sent; or `full`, if it is too large for now.
    pub fn until_sent(
        self: &Arc<MemoryLimits>,
        holder: MemoryHolder,
        response: Response,
        full: impl FnOnce() -> Response,
    ) -> Response {
        // What is made while it is sent is bounded by its maker.
        let Some(bytes) = response.body().size_hint().exact() else { return response };
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
        if bytes <= SMALL {
            return response;
        }
        let mut held = self.holding_nothing(holder);
        match held.grow_to(bytes) {
            Ok(()) => response.map(|body: Body| PermitBody::until_sent(body, held)),
            Err(MemoryLimitReached) => full(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Counted, Pools>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes as much as there is of the holder's own memory, and the rest of what is shared.
    fn take(&self, holder: &MemoryHolder, more: usize) -> Result<Pools, MemoryLimitReached> {
        let mut taken = self.lock();
        let counted = holder.counted(self.most);
        let free =
            counted.iter().fold(Pools { own: usize::MAX, shared: usize::MAX }, |free, (name, most)| {
                free.least(most.without(taken.get(name).copied().unwrap_or_default()))
            });
        let own = more.min(free.own);
        let more = Pools { own, shared: more - own };
        if more.shared > free.shared {
            metrics::counter!("florin_refused_by_memory_total").increment(1);
            return Err(MemoryLimitReached);
        }
        for (name, _) in counted {
            let of_name = taken.entry(name).or_default();
            *of_name = of_name.with(more);
        }
        Ok(more)
    }

    fn give_back(&self, holder: &MemoryHolder, held: Pools) {
        let mut taken = self.lock();
        for (name, _) in holder.counted(self.most) {
            let of_name = taken.get_mut(&name).expect("what is given back was taken");
            *of_name = of_name.without(held);
            if *of_name == Pools::default() {
                taken.remove(&name);
            }
        }
    }
}

impl HeldMemory {
    /// Holds so many bytes in all, if there is room for them.
    pub fn grow_to(&mut self, bytes: usize) -> Result<(), MemoryLimitReached> {
        if bytes <= SMALL || bytes <= self.held.total() {
            return Ok(());
        }
        let more = self.limits.take(&self.holder, bytes - self.held.total())?;
        self.held = self.held.with(more);
        Ok(())
    }
}

impl Drop for HeldMemory {
    fn drop(&mut self) {
        if self.held != Pools::default() {
            self.limits.give_back(&self.holder, self.held);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use axum::body::{Body, HttpBody};
    use axum::http::StatusCode;
    use axum::response::{IntoResponse, Response};
    use rules::account::Mode;
    use rules::client_address::ClientAddress;
    use rules::id::{AccountId, SessionId};

    use super::{HeldMemory, MemoryHolder, MemoryLimitReached, MemoryLimits, OWN, SMALL};
    use crate::rate_limits::Spender;

    const MIB: usize = 1 << 20;
    /// Of the shared half, each holder has 2 MiB.
    const MOST: usize = 64 * MIB;

    fn session(account: u64, number: u64, mode: Mode) -> MemoryHolder {
        let spender = Spender::Session(SessionId::new(number, [0; 10]));
        MemoryHolder::Account(AccountId::new(account, [0; 10]), mode, spender)
    }

    fn visitor(number: u8) -> MemoryHolder {
        let address = ClientAddress::parse(&format!("192.0.2.{number}")).unwrap();
        MemoryHolder::Visitor(Some(address.network()))
    }

    fn hold(limits: &Arc<MemoryLimits>, holder: MemoryHolder, bytes: usize) -> Option<HeldMemory> {
        let mut held = limits.holding_nothing(holder);
        held.grow_to(bytes).is_ok().then_some(held)
    }

    /// So many pieces as this holder gets.
    fn filled(limits: &Arc<MemoryLimits>, holder: &MemoryHolder, bytes: usize) -> Vec<HeldMemory> {
        std::iter::from_fn(|| hold(limits, holder.clone(), bytes)).collect()
    }

    #[test]
    fn what_is_small_is_never_refused() {
        let limits = MemoryLimits::new(0);
        assert!(hold(&limits, visitor(1), SMALL).is_some());
        assert!(hold(&limits, visitor(1), SMALL + 1).is_none());
    }

    #[test]
    fn one_session_has_half_of_its_account_and_gives_it_back() {
        let limits = MemoryLimits::new(MOST);
        let [first, second, third] = [1, 2, 3].map(|number| session(1, number, Mode::Live));
        let of_first = filled(&limits, &first, SMALL * 2);
        assert_eq!(of_first.len() * SMALL * 2, (OWN + 2 * MIB) / 2);
        let of_second = filled(&limits, &second, SMALL * 2);
        assert_eq!(of_second.len(), of_first.len());
        assert!(hold(&limits, third, SMALL + 1).is_none());
        drop((of_first, of_second));
        assert!(limits.lock().is_empty(), "holders that left are forgotten");
    }

    #[test]
    fn holding_grows_up_to_a_limit_and_keeps_what_it_has() {
        let limits = MemoryLimits::new(MOST);
        let mut held = limits.holding_nothing(session(1, 1, Mode::Live));
        let most = (OWN + 2 * MIB) / 2;
        assert_eq!(held.grow_to(most / 3), Ok(()));
        assert_eq!(held.grow_to(most), Ok(()));
        assert_eq!(held.grow_to(most + 1), Err(MemoryLimitReached));
        drop(held);
        assert!(limits.lock().is_empty());
    }

    /// As many accounts as fill what all share keep none from what it has for itself.
    #[test]
    fn an_account_that_holds_nothing_always_gets_its_own() {
        let limits = MemoryLimits::new(MOST);
        let mut greedy = Vec::new();
        for account in 0..32 {
            for number in 0..2 {
                greedy.extend(filled(&limits, &session(account, number, Mode::Live), SMALL * 2));
            }
        }
        let quiet = session(99, 1, Mode::Live);
        assert!(hold(&limits, quiet.clone(), OWN / 2).is_some());
        assert!(hold(&limits, quiet, OWN).is_none(), "nothing that is shared is left");
        drop(greedy);
        assert!(limits.lock().is_empty());
    }

    #[test]
    fn the_sandbox_has_half_and_visitors_have_a_quarter_of_what_is_shared() {
        let limits = MemoryLimits::new(MOST);
        let of_visitors: Vec<HeldMemory> =
            (0..32).flat_map(|number| filled(&limits, &visitor(number), MIB)).collect();
        assert_eq!(of_visitors.len(), 8);
        let of_test: Vec<HeldMemory> =
            (0..64).filter_map(|number| hold(&limits, session(number, 1, Mode::Test), MIB)).collect();
        assert_eq!(of_test.len(), 16 * MIB / (MIB - OWN / 2));
        assert!(hold(&limits, session(99, 1, Mode::Live), MIB).is_some());
    }

    #[test]
    fn a_response_is_held_until_it_was_sent() {
        let limits = MemoryLimits::new(MOST);
        let answer = |bytes: usize| {
            let response = Body::from(vec![b'x'; bytes]).into_response();
            let full = || StatusCode::SERVICE_UNAVAILABLE.into_response();
            limits.until_sent(visitor(1), response, full)
        };
        let length = |response: &Response| response.body().size_hint().exact();
        let first = answer(2 * MIB);
        assert_eq!((first.status(), length(&first)), (StatusCode::OK, Some(2 * MIB as u64)));
        assert_eq!(answer(SMALL + 1).status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(answer(SMALL).status(), StatusCode::OK);
        drop(first);
        assert_eq!(answer(SMALL + 1).status(), StatusCode::OK);
    }
}
