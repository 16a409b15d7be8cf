//! How much memory large bodies and responses take: of each account or network, and of all together. A client chooses
//! how slowly it sends and reads, so the limits on connections and rates say nothing about memory.
//!
//! What is small is never counted: whoever fills these limits keeps nobody from signing in or from an ordinary payout.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::body::{Body, HttpBody};
use axum::response::Response;
use rules::account::Mode;
use rules::client_address::ClientNetwork;
use rules::id::AccountId;

use crate::permit_body::PermitBody;

/// A body or a response of this size is small.
pub const SMALL: usize = 16 << 10;
/// Each holder has this part of the memory at most.
const HOLDERS: usize = 16;

/// Whose memory it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MemoryHolder {
    Account(AccountId, Mode),
    /// A visitor who is not signed in; behind a proxy that does not say where requests come from, all of them.
    Visitor(Option<ClientNetwork>),
}

/// Holders who share a part of the memory, so that the others keep theirs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum HolderGroup {
    Live,
    Test,
    Visitors,
}

pub struct MemoryLimits {
    most: usize,
    taken: Mutex<TakenMemory>,
}

#[derive(Default)]
struct TakenMemory {
    total: usize,
    of_group: HashMap<HolderGroup, usize>,
    of_holder: HashMap<MemoryHolder, usize>,
}

/// Memory of one holder, until it is dropped.
pub struct HeldMemory {
    limits: Arc<MemoryLimits>,
    holder: MemoryHolder,
    bytes: usize,
}

/// The holder, its group or all together hold as much as they may.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryLimitReached;

impl MemoryHolder {
    fn group(self) -> HolderGroup {
        match self {
            MemoryHolder::Account(_, Mode::Live) => HolderGroup::Live,
            MemoryHolder::Account(_, Mode::Test) => HolderGroup::Test,
            MemoryHolder::Visitor(_) => HolderGroup::Visitors,
        }
    }
}

impl HolderGroup {
    fn most(self, most: usize) -> usize {
        match self {
            HolderGroup::Live => most,
            HolderGroup::Test => most / 2,
            HolderGroup::Visitors => most / 4,
        }
    }
}

impl MemoryLimits {
    /// All holders together have at most so many bytes.
    pub fn new(most: usize) -> Arc<MemoryLimits> {
        Arc::new(MemoryLimits { most, taken: Mutex::default() })
    }

    /// Nothing yet, for a request of this holder.
    pub fn holding_nothing(self: &Arc<MemoryLimits>, holder: MemoryHolder) -> HeldMemory {
        HeldMemory { limits: self.clone(), holder, bytes: 0 }
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

    fn lock(&self) -> MutexGuard<'_, TakenMemory> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl HeldMemory {
    /// Holds so many bytes in all, if there is room for them.
    pub fn grow_to(&mut self, bytes: usize) -> Result<(), MemoryLimitReached> {
        if bytes <= SMALL || bytes <= self.bytes {
            return Ok(());
        }
        let more = bytes - self.bytes;
        self.limits.lock().take(self.limits.most, self.holder, more)?;
        self.bytes = bytes;
        Ok(())
    }
}

impl Drop for HeldMemory {
    fn drop(&mut self) {
        if self.bytes > 0 {
            self.limits.lock().give_back(self.holder, self.bytes);
        }
    }
}

impl TakenMemory {
    fn take(&mut self, most: usize, holder: MemoryHolder, more: usize) -> Result<(), MemoryLimitReached> {
        let group = holder.group();
        let of_group = self.of_group.get(&group).copied().unwrap_or_default().saturating_add(more);
        let of_holder = self.of_holder.get(&holder).copied().unwrap_or_default().saturating_add(more);
        let total = self.total.saturating_add(more);
        if total > most || of_group > group.most(most) || of_holder > most / HOLDERS {
            metrics::counter!("florin_refused_by_memory_total").increment(1);
            return Err(MemoryLimitReached);
        }
        self.total = total;
        self.of_group.insert(group, of_group);
        self.of_holder.insert(holder, of_holder);
        Ok(())
    }

    fn give_back(&mut self, holder: MemoryHolder, bytes: usize) {
        let known = "what is given back was taken";
        self.total -= bytes;
        *self.of_group.get_mut(&holder.group()).expect(known) -= bytes;
        let of_holder = self.of_holder.get_mut(&holder).expect(known);
        *of_holder -= bytes;
        if *of_holder == 0 {
            self.of_holder.remove(&holder);
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
    use rules::id::AccountId;

    use super::{HeldMemory, MemoryHolder, MemoryLimitReached, MemoryLimits, SMALL};

    /// 1 MiB for each holder.
    const MOST: usize = 16 << 20;
    const MIB: usize = 1 << 20;

    fn account(number: u64, mode: Mode) -> MemoryHolder {
        MemoryHolder::Account(AccountId::new(number, [0; 10]), mode)
    }

    fn visitor(number: u8) -> MemoryHolder {
        let address = ClientAddress::parse(&format!("192.0.2.{number}")).unwrap();
        MemoryHolder::Visitor(Some(address.network()))
    }

    fn hold(limits: &Arc<MemoryLimits>, holder: MemoryHolder, bytes: usize) -> Option<HeldMemory> {
        let mut held = limits.holding_nothing(holder);
        held.grow_to(bytes).is_ok().then_some(held)
    }

    #[test]
    fn what_is_small_is_never_refused() {
        let limits = MemoryLimits::new(0);
        assert!(hold(&limits, visitor(1), SMALL).is_some());
        assert!(hold(&limits, visitor(1), SMALL + 1).is_none());
    }

    #[test]
    fn one_account_leaves_room_for_others_and_gets_its_own_back() {
        let limits = MemoryLimits::new(MOST);
        let busy = account(1, Mode::Live);
        let mut held = hold(&limits, busy, MIB / 2).unwrap();
        assert!(hold(&limits, busy, MIB).is_none());
        assert_eq!(held.grow_to(MIB), Ok(()));
        assert_eq!(held.grow_to(MIB + 1), Err(MemoryLimitReached));
        assert!(hold(&limits, account(2, Mode::Live), MIB).is_some());
        drop(held);
        assert!(hold(&limits, busy, MIB).is_some());
        let taken = limits.lock();
        assert_eq!((taken.total, taken.of_holder.len()), (0, 0), "holders that left are forgotten");
    }

    #[test]
    fn the_sandbox_has_half_and_visitors_have_a_quarter() {
        let limits = MemoryLimits::new(MOST);
        let filled = |holder: &dyn Fn(u8) -> MemoryHolder| -> Vec<HeldMemory> {
            (0..32).filter_map(|number| hold(&limits, holder(number), MIB)).collect()
        };
        let visitors = filled(&visitor);
        assert_eq!(visitors.len(), 4);
        let test = filled(&|number| account(u64::from(number), Mode::Test));
        assert_eq!(test.len(), 8);
        drop(visitors);
        assert_eq!(filled(&|number| account(u64::from(number), Mode::Live)).len(), 8);
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
        let first = answer(MIB);
        assert_eq!((first.status(), length(&first)), (StatusCode::OK, Some(MIB as u64)));
        assert_eq!(answer(SMALL + 1).status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(answer(SMALL).status(), StatusCode::OK);
        drop(first);
        assert_eq!(answer(SMALL + 1).status(), StatusCode::OK);
    }
}
