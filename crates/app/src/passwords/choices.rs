//! The queue of people who choose a new password. One password is hashed at a time. Resets go first, then new
//! accounts, and people who open a wallet with a test link last: anybody can make test links.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rules::client_address::ClientNetwork;
use tokio::sync::oneshot;

use crate::failure::Failure;

/// In each lane. More people are told to come back.
const MOST_WAITING: usize = 64;
/// Of one client network in all lanes, so that a few networks cannot fill a lane.
const MOST_WAITING_PER_NETWORK: usize = 8;

/// Why a password is chosen, most urgent first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// By a user who has an account.
    Reset,
    Join,
    TestLink,
}

#[derive(Clone, Default)]
pub struct Choices(Arc<Mutex<Waiting>>);

#[derive(Default)]
struct Waiting {
    is_busy: bool,
    /// By [`Choice`].
    lanes: [VecDeque<Waiter>; 3],
    next_ticket: u64,
}

struct Waiter {
    ticket: u64,
    network: Option<ClientNetwork>,
    wake: oneshot::Sender<Turn>,
}

/// The right to hash one password. When it is dropped, the next waiter has it.
pub struct Turn(Choices);

impl Choices {
    /// Waits for its turn. Without a network there is no limit for it: that is the operator.
    pub async fn turn(&self, choice: Choice, network: Option<ClientNetwork>) -> Result<Turn, Failure> {
        let (ticket, woken) = {
            let mut waiting = self.open();
            if !waiting.is_busy {
                waiting.is_busy = true;
                return Ok(Turn(self.clone()));
            }
            let of_network = |waiter: &&Waiter| network.is_some() && waiter.network == network;
            let beside = waiting.lanes.iter().flatten().filter(of_network).count();
            let lane = waiting.lanes[choice as usize].len();
            if lane >= MOST_WAITING || beside >= MOST_WAITING_PER_NETWORK {
                return Err(Failure::Busy);
            }
            let (wake, woken) = oneshot::channel();
            let ticket = waiting.next_ticket;
            waiting.next_ticket += 1;
            waiting.lanes[choice as usize].push_back(Waiter { ticket, network, wake });
            (ticket, woken)
        };
        let _place = Place { choices: self, ticket };
        woken.await.map_err(|_| Failure::Unavailable)
    }

    fn open(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    fn next(&mut self) -> Option<Waiter> {
        self.lanes.iter_mut().find_map(VecDeque::pop_front)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let next = {
            let mut waiting = self.0.open();
            let next = waiting.next();
            waiting.is_busy = next.is_some();
            next
        };
        // A waiter who has gone away drops the turn, which hands it on.
        if let Some(waiter) = next {
            let _ = waiter.wake.send(Turn(self.0.clone()));
        }
    }
}

/// A place in the line, which is given up by a client that goes away as well.
struct Place<'a> {
    choices: &'a Choices,
    ticket: u64,
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        let mut waiting = self.choices.open();
        for lane in &mut waiting.lanes {
            lane.retain(|waiter| waiter.ticket != self.ticket);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use futures_util::poll;
    use rules::client_address::{ClientAddress, ClientNetwork};

    use super::{Choice, Choices, MOST_WAITING, MOST_WAITING_PER_NETWORK};
    use crate::failure::Failure;

    fn network(number: usize) -> Option<ClientNetwork> {
        let address = IpAddr::V4(Ipv4Addr::from_bits(u32::try_from(number).expect("a small number")));
        Some(ClientAddress::new(address).network())
    }

    #[tokio::test]
    async fn resets_go_first_and_test_links_last() {
        let choices = Choices::default();
        let first = choices.turn(Choice::TestLink, network(0)).await.expect("a turn");
        let mut test = Box::pin(choices.turn(Choice::TestLink, network(1)));
        let mut join = Box::pin(choices.turn(Choice::Join, network(2)));
        let mut reset = Box::pin(choices.turn(Choice::Reset, network(3)));
        for waiting in [&mut test, &mut join, &mut reset] {
            assert!(poll!(waiting.as_mut()).is_pending());
        }
        drop(first);
        assert!(poll!(test.as_mut()).is_pending() && poll!(join.as_mut()).is_pending());
        let turn = reset.await.expect("the reset is first");
        drop(turn);
        assert!(poll!(test.as_mut()).is_pending());
        drop(join.await.expect("then the new account"));
        drop(test.await.expect("then the test link"));
        assert!(choices.turn(Choice::TestLink, None).await.is_ok(), "the queue is empty again");
    }

    #[tokio::test]
    async fn a_full_lane_of_test_links_keeps_nobody_else_waiting_outside() {
        let choices = Choices::default();
        let _turn = choices.turn(Choice::TestLink, network(0)).await.expect("a turn");
        let mut waiting: Vec<_> = (0..MOST_WAITING)
            .map(|number| Box::pin(choices.turn(Choice::TestLink, network(number))))
            .collect();
        for waiter in &mut waiting {
            assert!(poll!(waiter.as_mut()).is_pending());
        }
        let refused = choices.turn(Choice::TestLink, network(1_000)).await;
        assert!(matches!(refused, Err(Failure::Busy)));
        for choice in [Choice::Join, Choice::Reset] {
            let mut other = Box::pin(choices.turn(choice, network(1_000)));
            assert!(poll!(other.as_mut()).is_pending(), "{choice:?}");
        }
        // A client that goes away gives the place to the next.
        drop(waiting.pop());
        let mut next = Box::pin(choices.turn(Choice::TestLink, network(1_000)));
        assert!(poll!(next.as_mut()).is_pending());
    }

    #[tokio::test]
    async fn one_network_has_few_places_in_all_lanes_together() {
        let choices = Choices::default();
        let _turn = choices.turn(Choice::Join, network(7)).await.expect("a turn");
        let mut waiting: Vec<_> = (0..MOST_WAITING_PER_NETWORK)
            .map(|number| {
                let choice = if number % 2 == 0 { Choice::Join } else { Choice::TestLink };
                Box::pin(choices.turn(choice, network(7)))
            })
            .collect();
        for waiter in &mut waiting {
            assert!(poll!(waiter.as_mut()).is_pending());
        }
        for choice in [Choice::Reset, Choice::Join, Choice::TestLink] {
            assert!(matches!(choices.turn(choice, network(7)).await, Err(Failure::Busy)), "{choice:?}");
        }
        let mut other = Box::pin(choices.turn(Choice::Join, network(8)));
        assert!(poll!(other.as_mut()).is_pending(), "another network has its own places");
    }

    #[tokio::test]
    async fn a_turn_is_never_lost_with_a_client_that_goes_away() {
        let choices = Choices::default();
        let turn = choices.turn(Choice::Join, None).await.expect("a turn");
        let mut gone = Box::pin(choices.turn(Choice::Join, None));
        let mut next = Box::pin(choices.turn(Choice::Join, None));
        assert!(poll!(gone.as_mut()).is_pending() && poll!(next.as_mut()).is_pending());
        // The turn is handed over before the client is seen to be gone.
        drop(turn);
        drop(gone);
        drop(next.await.expect("the turn was handed on"));
        assert!(choices.turn(Choice::Join, None).await.is_ok());
    }
}
