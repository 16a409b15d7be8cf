//! Waits in the queue of [`rules::password_queue`]. A place is given up when it is dropped, whether its turn has come
//! or not, so a client that goes away delays no other client.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rules::password_queue::{Lane, PasswordClient, PasswordQueue, Ticket};
use tokio::sync::oneshot;

use crate::platform::failure::Failure;

#[derive(Clone, Default)]
pub struct HashQueue(Arc<Mutex<HashQueueState>>);

#[derive(Default)]
struct HashQueueState {
    order: PasswordQueue,
    wakers: HashMap<Ticket, oneshot::Sender<()>>,
}

/// A place in the queue. The caller takes it before an attempt is counted: who finds no place has not tried.
pub struct QueueSlot {
    held: HashPermit,
    woken: oneshot::Receiver<()>,
}

/// The right to hash one password. When it is dropped, the next waiter has it.
pub struct HashPermit {
    queue: HashQueue,
    pub lane: Lane,
    ticket: Ticket,
}

impl HashQueue {
    pub fn enter(&self, lane: Lane, client: PasswordClient) -> Result<QueueSlot, Failure> {
        let (wake, woken) = oneshot::channel();
        let mut waiting = self.open();
        let ticket = waiting.order.enter(lane, client).ok_or(Failure::Busy)?;
        waiting.wakers.insert(ticket, wake);
        waiting.wake();
        Ok(QueueSlot { held: HashPermit { queue: self.clone(), lane, ticket }, woken })
    }

    fn open(&self) -> MutexGuard<'_, HashQueueState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl HashQueueState {
    /// Wakes those whose turn it is. One that has gone away meanwhile is about to give up the turn.
    fn wake(&mut self) {
        while let Some(next) = self.order.start_next() {
            if let Some(waker) = self.wakers.remove(&next) {
                let _ = waker.send(());
            }
        }
    }
}

impl QueueSlot {
    pub async fn turn(self) -> Result<HashPermit, Failure> {
        let QueueSlot { held, woken } = self;
        woken.await.map_err(|_| Failure::Unavailable)?;
        Ok(held)
    }
}

impl Drop for HashPermit {
    fn drop(&mut self) {
        let mut waiting = self.queue.open();
        waiting.wakers.remove(&self.ticket);
        waiting.order.leave(self.ticket);
        waiting.wake();
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use futures_util::poll;
    use rules::client_address::ClientAddress;
    use rules::password_queue::{Lane, PLACES, PasswordClient};

    use super::{HashQueue, QueueSlot};
    use crate::platform::failure::Failure;

    fn client(number: usize) -> PasswordClient {
        let address = IpAddr::V4(Ipv4Addr::from_bits(u32::try_from(number).expect("a small number")));
        PasswordClient { network: Some(ClientAddress::new(address).network()), ..PasswordClient::default() }
    }

    #[tokio::test]
    async fn sign_in_has_its_turn_while_the_queue_of_new_passwords_is_full() {
        let queue = HashQueue::default();
        let places: Vec<QueueSlot> = (0..=PLACES)
            .map(|_| queue.enter(Lane::Join, PasswordClient::default()).expect("a place"))
            .collect();
        let refused = queue.enter(Lane::Join, PasswordClient::default());
        assert!(matches!(refused, Err(Failure::Busy)), "one has its turn, and the others fill the lane");
        let sign_in = queue.enter(Lane::SignIn, client(1)).expect("a place");
        assert!(poll!(Box::pin(sign_in.turn())).is_ready());
        drop(places);
    }

    #[tokio::test]
    async fn a_place_that_is_dropped_is_free_and_a_turn_goes_to_the_next() {
        let queue = HashQueue::default();
        let turn = queue.enter(Lane::Join, client(0)).expect("a place").turn().await.expect("a turn");
        let mut places: Vec<QueueSlot> =
            std::iter::from_fn(|| queue.enter(Lane::Join, client(1)).ok()).collect();
        assert_eq!(places.len(), 8);
        drop(places.pop());
        let mut last = Box::pin(queue.enter(Lane::Join, client(1)).expect("its place").turn());
        assert!(poll!(last.as_mut()).is_pending());
        // The turn goes to a client that goes away at the same moment, and from there to the next.
        drop(turn);
        drop(places);
        drop(last.await.expect("the turn was handed on"));
        let free = queue.enter(Lane::Join, client(2)).expect("a place");
        assert!(poll!(Box::pin(free.turn())).is_ready(), "the queue is empty again");
    }

    #[tokio::test]
    async fn a_client_that_goes_away_while_it_waits_keeps_no_place() {
        let queue = HashQueue::default();
        let turn = queue.enter(Lane::Reset, client(0)).expect("a place").turn().await.expect("a turn");
        let mut gone = Box::pin(queue.enter(Lane::Reset, client(1)).expect("a place").turn());
        let mut next = Box::pin(queue.enter(Lane::Reset, client(2)).expect("a place").turn());
        assert!(poll!(gone.as_mut()).is_pending() && poll!(next.as_mut()).is_pending());
        drop(gone);
        drop(turn);
        assert!(poll!(next.as_mut()).is_ready());
    }
}
