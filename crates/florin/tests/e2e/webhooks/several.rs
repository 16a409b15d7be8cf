//! Several processes on one database share the endpoints, and take over from each other.

use std::collections::BTreeMap;

use super::crashes::Held;
use super::{add, all_is_sent, happened, times};
use crate::support::pages::demo;
use crate::support::{Client, Engine, Receiver, Server, accepted, pay, settled};

/// Pays a new recipient at each server, again and again, and waits until all is settled.
fn pay_at(clients: &[Client], name: &str, payouts: usize) {
    std::thread::scope(|scope| {
        for (place, client) in clients.iter().enumerate() {
            scope.spawn(move || {
                for number in 0..payouts {
                    let email = format!("{name}-{place}-{number}@example.com");
                    settled(
                        client,
                        &accepted(&pay(client, &[(&email, "0.01"), ("x+fail@example.com", "0.01")])),
                    );
                }
            });
        }
    });
}

/// Every event since then, once.
fn each_once(server: &Server, before: &BTreeMap<String, serde_json::Value>) -> BTreeMap<String, usize> {
    happened(server).into_keys().filter(|id| !before.contains_key(id)).map(|id| (id, 1)).collect()
}

#[test]
fn without_accidents_every_event_arrives_exactly_once() {
    let server = Server::start(Engine::Postgres);
    let second = server.second_process();
    let before = happened(&server);
    let receivers = [(); 4].map(|()| Receiver::start());
    let browser = demo(&server);
    receivers.iter().for_each(|receiver| {
        add(&browser, &receiver.url(), &[]);
    });
    let first = server.sandbox();
    pay_at(&[first.apart(), first.at(second.test_api()).apart()], "once", 20);
    all_is_sent(&server);
    let expected = each_once(&server, &before);
    assert!(expected.len() >= 160, "{}", expected.len());
    for receiver in &receivers {
        assert_eq!(times(&receiver.received()), expected);
    }
}

#[test]
fn when_one_is_killed_the_other_takes_over() {
    let mut server = Server::start(Engine::Postgres);
    let second = server.second_process();
    let before = happened(&server);
    let receivers = [(); 4].map(|()| Receiver::start());
    let browser = demo(&server);
    receivers.iter().for_each(|receiver| {
        add(&browser, &receiver.url(), &[]);
    });
    let there = server.sandbox().at(second.test_api()).apart();
    pay_at(&[server.sandbox().apart(), there.clone()], "both", 5);
    server.kill();
    pay_at(&[there], "alone", 5);
    all_is_sent(&server);
    let expected = each_once(&server, &before);
    for receiver in &receivers {
        let times = times(&receiver.received());
        assert!(times.keys().eq(expected.keys()), "everything arrived");
        assert!(times.values().all(|times| *times <= 2), "{times:?}");
    }
}

/// What the first has sent is noted before it ends, and the rest is the other's.
#[test]
fn who_ends_in_good_order_hands_over_without_sending_anything_twice() {
    let mut server = Server::start(Engine::Postgres);
    let before = happened(&server);
    let held = Held::start();
    add(&demo(&server), &held.receiver.url(), &[]);
    pay_at(&[server.sandbox()], "held", 5);
    held.holds(4);
    let second = server.second_process();
    held.let_go_while_it_ends(&mut server);
    all_is_sent(&server);
    assert_eq!(times(&held.receiver.received()), each_once(&server, &before));
    drop(second);
}
