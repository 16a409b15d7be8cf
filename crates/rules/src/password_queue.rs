//! The queue in which passwords are hashed: who may enter it, and whose turn is next.
//!
//! Hashing a password is expensive on purpose, and strangers can ask for it. Real people come before simulated ones,
//! and browsers that have signed in before take turns with all others. Within a lane the parties take turns, and the
//! places that are left are shared out, so no block of networks can keep another one out or waiting. Within a block,
//! its networks take turns. Checking a password and
//! choosing a new one have turns of their own.

use std::collections::VecDeque;

use crate::client_address::ClientNetwork;
use crate::id::AccountId;
use crate::{listed_enum, named_enum};

/// Places in each lane.
pub const PLACES: usize = 64;
/// A network or a sponsor may take this part of the places that are left: 8 in an empty lane, 1 in a lane that is
/// almost full.
const PART_OF_A_NETWORK: usize = 8;
/// All networks of a block together may take this part.
const PART_OF_A_BLOCK: usize = 4;

listed_enum! {
    /// Why a password is hashed, most urgent first.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Lane {
        /// A user signs in or confirms the password, in a browser that has signed in as this user before. However many
        /// networks guess passwords, they can't fill this lane.
        KnownDevice,
        /// A user signs in or confirms the password in another browser.
        SignIn,
        /// A user who has an account chooses a new password.
        Reset,
        Join,
        /// A simulated person signs in or confirms the password.
        SimulatedSignIn,
        /// A simulated person chooses a password. Anyone can make test links.
        SimulatedChoice,
    }
}

impl Lane {
    pub const fn work(self) -> HashPurpose {
        match self {
            Lane::KnownDevice | Lane::SignIn | Lane::SimulatedSignIn => HashPurpose::Check,
            Lane::Reset | Lane::Join | Lane::SimulatedChoice => HashPurpose::Choose,
        }
    }
}

named_enum! {
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum HashPurpose {
        Check = "check",
        Choose = "choose",
    }
}

impl HashPurpose {
    /// Each takes 19 MiB and tens of milliseconds: more at once would only slow each other and everything else.
    pub const fn max_at_once(self) -> usize {
        match self {
            HashPurpose::Check => 2,
            HashPurpose::Choose => 1,
        }
    }
}

/// Who asks for a hash.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PasswordClient {
    /// `None` for the operator, who has no limit.
    pub network: Option<ClientNetwork>,
    /// Whether this browser has signed in as the user before. Strangers in the same network can't take its places.
    pub is_known_device: bool,
    /// The test account that a simulated person was made up for. People are free, so their sponsor is charged.
    pub sponsor: Option<AccountId>,
}

/// Whose turn it is in the round of a lane.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TurnHolder {
    Operator,
    /// All networks in a block have one turn together: one subscriber can use all of them.
    Block(ClientNetwork),
    KnownDevices(ClientNetwork),
    Sponsor(AccountId),
}

impl PasswordClient {
    pub fn party(&self) -> TurnHolder {
        match (self.sponsor, self.network) {
            (Some(sponsor), _) => TurnHolder::Sponsor(sponsor),
            (None, None) => TurnHolder::Operator,
            (None, Some(network)) if self.is_known_device => TurnHolder::KnownDevices(network.block()),
            (None, Some(network)) => TurnHolder::Block(network.block()),
        }
    }

    /// Whether both are limited together. Simulated people are limited by their network, too.
    fn shares_with(&self, other: &PasswordClient) -> bool {
        let in_one_network = self.network == other.network && self.is_known_device == other.is_known_device;
        self.network.is_some() && in_one_network || self.sponsor.is_some() && self.sponsor == other.sponsor
    }

    /// Whether its block has other networks.
    fn has_neighbours(&self) -> bool {
        self.network.and_then(ClientNetwork::wider_block).is_some()
    }

    fn shares_block_with(&self, other: &PasswordClient) -> bool {
        let block = |client: &PasswordClient| client.network.map(ClientNetwork::block);
        self.is_known_device == other.is_known_device && self.network.is_some() && block(self) == block(other)
    }
}

/// Names a place in the queue, and the turn it becomes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ticket(u64);

#[derive(Debug)]
struct Waiter {
    ticket: Ticket,
    client: PasswordClient,
}

#[derive(Debug, Default)]
pub struct PasswordQueue {
    /// By [`Lane`]: the parties in the order of their turns, each with its waiters. No party is without waiters.
    lanes: [VecDeque<(TurnHolder, VecDeque<Waiter>)>; Lane::ALL.len()],
    running: Vec<(Ticket, HashPurpose)>,
    latest: u64,
    /// Whether the last check was for a known device. Then another browser is next.
    was_known_device: bool,
}

impl PasswordQueue {
    /// A place at the end of the lane, unless the client has taken its share of it.
    pub fn enter(&mut self, lane: Lane, client: PasswordClient) -> Option<Ticket> {
        let left = PLACES - self.waiting_in(lane).count().min(PLACES);
        let taken_by = |shares: fn(&PasswordClient, &PasswordClient) -> bool| {
            let waiting = Lane::ALL.into_iter().flat_map(|lane| self.waiting_in(lane));
            waiting.filter(|waiter| shares(&waiter.client, &client)).count()
        };
        let (own, block) =
            (taken_by(PasswordClient::shares_with), taken_by(PasswordClient::shares_block_with));
        let left_of_block = left.div_ceil(PART_OF_A_BLOCK).saturating_sub(block);
        // A neighbour in the same block has a place, too, unless very many of them ask.
        let is_crowded = client.has_neighbours() && own >= left_of_block.div_ceil(2);
        if own >= left.div_ceil(PART_OF_A_NETWORK) || is_crowded {
            return None;
        }
        self.latest += 1;
        let waiter = Waiter { ticket: Ticket(self.latest), client };
        let (ticket, party) = (waiter.ticket, client.party());
        let parties = &mut self.lanes[lane as usize];
        match parties.iter_mut().find(|(known, _)| *known == party) {
            Some((_, waiters)) => waiters.push_back(waiter),
            None => parties.push_back((party, VecDeque::from([waiter]))),
        }
        Some(ticket)
    }

    /// Gives a free turn to the next waiter. A party that has had a turn goes behind all others of its lane.
    pub fn start_next(&mut self) -> Option<Ticket> {
        let has_room = |lane: &Lane| self.running_of(lane.work()) < lane.work().max_at_once();
        let is_next = |lane: &Lane| has_room(lane) && !self.lanes[*lane as usize].is_empty();
        let first = if self.was_known_device { Lane::SignIn } else { Lane::KnownDevice };
        let lane = std::iter::once(first).chain(Lane::ALL).find(is_next)?;
        if lane.work() == HashPurpose::Check {
            self.was_known_device = lane == Lane::KnownDevice;
        }
        let parties = &mut self.lanes[lane as usize];
        let (party, mut waiters) = parties.pop_front()?;
        let waiter = waiters.pop_front()?;
        // Within a block, other networks are next.
        let network = waiter.client.network;
        let (of_others, of_it): (VecDeque<Waiter>, VecDeque<Waiter>) =
            waiters.into_iter().partition(|waiting| waiting.client.network != network);
        waiters = of_others.into_iter().chain(of_it).collect();
        if !waiters.is_empty() {
            parties.push_back((party, waiters));
        }
        self.running.push((waiter.ticket, lane.work()));
        Some(waiter.ticket)
    }

    /// Gives up a place or a turn.
    pub fn leave(&mut self, ticket: Ticket) {
        self.running.retain(|(running, _)| *running != ticket);
        for parties in &mut self.lanes {
            for (_, waiters) in parties.iter_mut() {
                waiters.retain(|waiter| waiter.ticket != ticket);
            }
            parties.retain(|(_, waiters)| !waiters.is_empty());
        }
    }

    pub fn running_of(&self, work: HashPurpose) -> usize {
        self.running.iter().filter(|(_, running)| *running == work).count()
    }

    fn waiting_in(&self, lane: Lane) -> impl Iterator<Item = &Waiter> {
        self.lanes[lane as usize].iter().flat_map(|(_, waiters)| waiters)
    }
}
