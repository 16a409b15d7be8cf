//! Limits how many connections, or requests behind a proxy, each client has open, so that no client uses up those of
//! all.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rules::client_address::ClientNetwork;

/// All networks of one block together have so many times the places of one network.
const NETWORKS_OF_A_BLOCK: usize = 3;

pub struct ConcurrencyLimits {
    most: usize,
    taken: Mutex<HashMap<ClientNetwork, usize>>,
    refused: AtomicU64,
}

/// One of a client's places, until it is dropped.
pub struct ConcurrencyPermit {
    places: Arc<ConcurrencyLimits>,
    network: ClientNetwork,
}

impl ConcurrencyLimits {
    pub fn new(most: usize) -> Arc<ConcurrencyLimits> {
        Arc::new(ConcurrencyLimits { most, taken: Mutex::default(), refused: AtomicU64::new(0) })
    }

    pub fn most(&self) -> usize {
        self.most
    }

    /// A place for this client, unless all of its places are taken.
    pub fn take(self: &Arc<ConcurrencyLimits>, network: ClientNetwork) -> Option<ConcurrencyPermit> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let is_full = counted(network).any(|(counted, parts)| {
            taken.get(&counted).is_some_and(|count| *count >= self.most.saturating_mul(parts))
        });
        if is_full {
            drop(taken);
            self.refused.fetch_add(1, Ordering::Relaxed);
            metrics::counter!("florin_refused_by_address_total").increment(1);
            return None;
        }
        counted(network).for_each(|(counted, _)| *taken.entry(counted).or_default() += 1);
        drop(taken);
        Some(ConcurrencyPermit { places: self.clone(), network })
    }

    /// How many were refused since this was last asked.
    pub fn take_refused(&self) -> u64 {
        self.refused.swap(0, Ordering::Relaxed)
    }
}

impl Drop for ConcurrencyPermit {
    fn drop(&mut self) {
        let mut taken = self.places.taken.lock().unwrap_or_else(PoisonError::into_inner);
        for (counted, _) in counted(self.network) {
            if let Entry::Occupied(mut count) = taken.entry(counted) {
                *count.get_mut() -= 1;
                if *count.get() == 0 {
                    count.remove();
                }
            }
        }
    }
}

/// The network, and the block that it is part of, each with the number of networks whose places it has.
fn counted(network: ClientNetwork) -> impl Iterator<Item = (ClientNetwork, usize)> {
    let block = network.wider_block().map(|block| (block, NETWORKS_OF_A_BLOCK));
    std::iter::once((network, 1)).chain(block)
}

#[cfg(test)]
mod tests {
    use super::ConcurrencyLimits;
    use rules::client_address::{ClientAddress, ClientNetwork};

    fn network(text: &str) -> ClientNetwork {
        ClientAddress::parse(text).unwrap().network()
    }

    #[test]
    fn each_client_has_its_own_places_and_gets_them_back() {
        let places = ConcurrencyLimits::new(2);
        let first = places.take(network("192.0.2.1")).unwrap();
        let _second = places.take(network("::ffff:192.0.2.1")).unwrap();
        assert!(places.take(network("192.0.2.1")).is_none());
        assert_eq!((places.take_refused(), places.take_refused()), (1, 0));
        assert!(places.take(network("192.0.2.2")).is_some());
        drop(first);
        assert!(places.take(network("192.0.2.1")).is_some());
    }

    #[test]
    fn an_ipv6_network_has_as_many_places_as_an_ipv4_address() {
        let places = ConcurrencyLimits::new(1);
        let place = places.take(network("2001:db8::1")).unwrap();
        assert!(places.take(network("2001:db8::2")).is_none());
        assert!(places.take(network("2001:db8:0:1::1")).is_some());
        drop(place);
        assert!(places.taken.lock().unwrap().is_empty(), "clients that left are forgotten");
    }

    #[test]
    fn the_networks_of_one_subscriber_have_the_places_of_three() {
        let places = ConcurrencyLimits::new(2);
        let taken: Vec<_> = (0..100)
            .filter_map(|number| places.take(network(&format!("2001:db8:1:{number:x}::1"))))
            .collect();
        assert_eq!(taken.len(), 6);
        assert!(places.take(network("2001:db8:2::1")).is_some());
        drop(taken);
        assert!(places.taken.lock().unwrap().is_empty());
    }
}
