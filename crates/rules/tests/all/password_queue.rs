//! The queue of passwords: turns are never lost, and no party keeps another out.

use std::collections::BTreeSet;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use proptest::prelude::*;
use rules::client_address::{ClientAddress, ClientNetwork};
use rules::id::{AccountId, Id};
use rules::password_queue::{HashPurpose, Lane, PLACES, PasswordClient, PasswordQueue, Ticket};

fn network(number: u8) -> Option<ClientNetwork> {
    Some(ClientAddress::new(IpAddr::V4(Ipv4Addr::new(192, 0, 2, number))).network())
}

fn sponsor(number: u8) -> Option<AccountId> {
    Some(Id::new(1_800_000_000_000, [number; 10]))
}

fn stranger(number: u8) -> PasswordClient {
    PasswordClient { network: network(number), ..PasswordClient::default() }
}

/// Takes as many places as the queue gives.
fn fill(queue: &mut PasswordQueue, lane: Lane, client: PasswordClient) -> Vec<Ticket> {
    std::iter::from_fn(|| queue.enter(lane, client)).collect()
}

/// Gives all free turns.
fn start(queue: &mut PasswordQueue) -> Vec<Ticket> {
    std::iter::from_fn(|| queue.start_next()).collect()
}

#[test]
fn real_people_come_before_simulated_people_and_resets_before_new_accounts() {
    let mut queue = PasswordQueue::default();
    let mut running = Vec::new();
    for lane in [Lane::SignIn, Lane::SignIn, Lane::Join] {
        running.push(queue.enter(lane, stranger(1)).expect("a place"));
    }
    assert_eq!(start(&mut queue), running, "two checks and one choice at once");
    let mut waiting: Vec<(Lane, Ticket)> = Vec::new();
    for lane in Lane::ALL.into_iter().rev() {
        waiting.push((lane, queue.enter(lane, stranger(2)).expect("a place")));
    }
    assert_eq!(queue.start_next(), None);
    for (work, lanes) in [
        (HashPurpose::Check, &[Lane::KnownDevice, Lane::SignIn, Lane::SimulatedSignIn][..]),
        (HashPurpose::Choose, &[Lane::Reset, Lane::Join, Lane::SimulatedChoice]),
    ] {
        let mut last = if work == HashPurpose::Check { running[0] } else { running[2] };
        for lane in lanes {
            queue.leave(last);
            last = queue.start_next().expect("a turn");
            assert!(waiting.contains(&(*lane, last)), "{lane:?}");
        }
        queue.leave(last);
    }
}

#[test]
fn one_party_has_eight_places_in_all_lanes_together() {
    let known = PasswordClient { is_known_device: true, ..stranger(1) };
    for client in [stranger(1), known, PasswordClient { sponsor: sponsor(1), ..stranger(1) }] {
        let mut queue = PasswordQueue::default();
        assert_eq!(fill(&mut queue, Lane::SignIn, client).len(), 8);
        for lane in Lane::ALL {
            assert_eq!(queue.enter(lane, client), None, "{client:?} {lane:?}");
        }
        assert!(queue.enter(Lane::SignIn, stranger(2)).is_some());
    }
}

#[test]
fn strangers_take_no_places_of_known_devices_in_their_network() {
    let mut queue = PasswordQueue::default();
    fill(&mut queue, Lane::SignIn, stranger(1));
    let known = PasswordClient { is_known_device: true, ..stranger(1) };
    let owner = queue.enter(Lane::SignIn, known).expect("a place");
    let started = start(&mut queue);
    assert!(started.contains(&owner), "and it is their turn after one of the strangers'");
}

#[test]
fn known_devices_have_places_and_every_second_turn_however_many_networks_guess() {
    let mut queue = PasswordQueue::default();
    for number in 0..200 {
        fill(&mut queue, Lane::SignIn, stranger(number));
    }
    assert!(queue.enter(Lane::SignIn, stranger(200)).is_none(), "the lane is full");
    let known = |number| PasswordClient { is_known_device: true, ..stranger(number) };
    let owners: Vec<Ticket> =
        (0..4).map(|number| queue.enter(Lane::KnownDevice, known(number)).expect("a place")).collect();
    let mut order = Vec::new();
    while let Some(ticket) = queue.start_next() {
        order.push(owners.contains(&ticket));
        queue.leave(ticket);
    }
    assert_eq!(order[..8], [true, false, true, false, true, false, true, false]);
}

fn within(network: u16) -> PasswordClient {
    let address = Ipv6Addr::new(0x2001, 0xdb8, 1, network, 0, 0, 0, 1);
    PasswordClient {
        network: Some(ClientAddress::new(address.into()).network()),
        ..PasswordClient::default()
    }
}

#[test]
fn networks_of_one_block_leave_each_other_places_and_take_turns() {
    let mut queue = PasswordQueue::default();
    let taken: Vec<usize> =
        (0..3).map(|network| fill(&mut queue, Lane::SignIn, within(network)).len()).collect();
    assert!(taken[0] <= 6 && taken.iter().all(|places| *places > 0), "{taken:?}");
    let neighbour = queue.enter(Lane::SignIn, within(9)).expect("a place");
    let mut before = 0;
    loop {
        let next = queue.start_next().expect("a turn");
        if next == neighbour {
            break;
        }
        before += 1;
        queue.leave(next);
    }
    assert_eq!(before, 3, "one turn of each network that waited before");
}

#[test]
fn all_networks_of_one_subscriber_have_twice_the_places_of_one_and_one_turn() {
    let mut queue = PasswordQueue::default();
    let taken: Vec<usize> =
        (0..1_000).map(|network| fill(&mut queue, Lane::SignIn, within(network)).len()).collect();
    assert_eq!(taken.iter().sum::<usize>(), 13, "a quarter of what is left");
    let other = queue.enter(Lane::SignIn, stranger(1)).expect("a place");
    queue.start_next().expect("a turn of the block");
    assert_eq!(queue.start_next(), Some(other));
}

#[test]
fn many_simulated_people_of_one_sponsor_have_the_places_of_one() {
    let mut queue = PasswordQueue::default();
    let entered = (0..200).filter(|number| {
        let person = PasswordClient { sponsor: sponsor(1), ..stranger(*number) };
        queue.enter(Lane::SimulatedSignIn, person).is_some()
    });
    assert_eq!(entered.count(), 8);
    let other = PasswordClient { sponsor: sponsor(2), ..stranger(201) };
    assert!(queue.enter(Lane::SimulatedSignIn, other).is_some());
}

#[test]
fn the_operator_has_no_share_but_a_lane_has_an_end() {
    let mut queue = PasswordQueue::default();
    assert_eq!(fill(&mut queue, Lane::Join, PasswordClient::default()).len(), PLACES);
    assert!(queue.enter(Lane::Reset, PasswordClient::default()).is_some());
}

#[derive(Clone, Debug)]
enum Step {
    Enter(Lane, PasswordClient),
    /// Clients that wait or have a turn, by their number among all of them.
    Leave(prop::sample::Index),
}

fn lane() -> impl Strategy<Value = Lane> {
    prop::sample::select(&Lane::ALL[..])
}

fn client(networks: u8) -> impl Strategy<Value = PasswordClient> {
    let sponsor = prop::option::weighted(0.2, (0..3_u8).prop_map(|number| sponsor(number).expect("an id")));
    (0..networks, any::<bool>(), sponsor).prop_map(|(number, is_known_device, sponsor)| PasswordClient {
        network: network(number),
        is_known_device,
        sponsor,
    })
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => (lane(), client(6)).prop_map(|(lane, client)| Step::Enter(lane, client)),
        2 => any::<prop::sample::Index>().prop_map(Step::Leave),
    ]
}

proptest! {
    /// Every place becomes one turn, unless it is given up; turns are as many as allowed; and none is left unused.
    #[test]
    fn no_turn_is_lost_or_given_twice(steps in prop::collection::vec(step(), 1..300)) {
        let mut queue = PasswordQueue::default();
        let (mut waiting, mut running) = (Vec::new(), Vec::new());
        let mut started = BTreeSet::new();
        for step in steps {
            match step {
                Step::Enter(lane, client) => {
                    waiting.extend(queue.enter(lane, client).map(|ticket| (lane.work(), ticket)));
                }
                Step::Leave(index) => {
                    let present: Vec<(HashPurpose, Ticket)> = waiting.iter().chain(&running).copied().collect();
                    if !present.is_empty() {
                        let gone = *index.get(&present);
                        queue.leave(gone.1);
                        waiting.retain(|known| *known != gone);
                        running.retain(|known| *known != gone);
                    }
                }
            }
            for next in start(&mut queue) {
                let place = waiting.iter().position(|(_, ticket)| *ticket == next);
                running.push(waiting.remove(place.expect("only who waits is started")));
                prop_assert!(started.insert(next), "no request has two turns");
            }
            for work in HashPurpose::ALL {
                let of = |list: &[(HashPurpose, Ticket)]| list.iter().filter(|(known, _)| *known == work).count();
                let most = work.max_at_once();
                prop_assert_eq!(queue.running_of(work), of(&running));
                prop_assert!(of(&running) <= most);
                prop_assert!(of(&waiting) == 0 || of(&running) == most, "a turn is left unused");
            }
        }
    }

    /// Whatever ten networks do, with known devices or without, one that has no place finds one.
    #[test]
    fn ten_networks_cannot_fill_a_lane(
        lane in lane(),
        clients in prop::collection::vec(client(10), 1..2_000),
    ) {
        let mut queue = PasswordQueue::default();
        for client in clients {
            let client = PasswordClient { sponsor: None, ..client };
            fill(&mut queue, lane, client);
            let other = queue.enter(lane, stranger(200));
            prop_assert!(other.is_some());
            queue.leave(other.expect("a place"));
        }
    }

    /// Networks that always take all they get delay another by one turn each.
    #[test]
    fn a_newcomer_waits_for_one_turn_of_each_other_party(networks in 1..10_u8, rounds in 0..40_usize) {
        let mut queue = PasswordQueue::default();
        let mut running = Vec::new();
        let mut go_on = |queue: &mut PasswordQueue| {
            (0..networks).for_each(|number| {
                fill(queue, Lane::SignIn, stranger(number));
            });
            let next = start(queue);
            running.extend(&next);
            queue.leave(running.remove(0));
            next
        };
        for _ in 0..rounds {
            go_on(&mut queue);
        }
        let newcomer = queue.enter(Lane::SignIn, stranger(200)).expect("a place");
        let mut before = 0;
        while !go_on(&mut queue).contains(&newcomer) {
            before += 1;
            prop_assert!(before <= usize::from(networks) + 1, "{before} turns for {networks} networks");
        }
    }
}
