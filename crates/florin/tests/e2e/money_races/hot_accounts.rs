//! Every account pays every other, over three servers: whatever is locked is locked in one order.

use std::thread;

use serde_json::Value;

use super::assert_books_once_settled;
use crate::support::{Client, Engine, Fleet, Luck, at_once, eventually, item, items_of, payout, settled};

/// These sign up only after they were paid.
const LATECOMERS: [&str; 5] =
    ["one@example.com", "two@example.com", "three@example.com", "four@example.com", "five@example.com"];
const PAYOUTS_EACH: usize = 60;
const WAITING: usize = 100;
const CLAIMING: usize = 30;

#[test]
fn accounts_that_pay_each_other_over_three_servers_never_deadlock() {
    let mut fleet = Fleet::start(Engine::Postgres);
    let demo = fleet.server.sandbox();
    // Paid before they had a wallet: claiming moves money into accounts that others use, too.
    let waiting = items_for_latecomers(&demo);
    let keys = LATECOMERS.map(|email| {
        fleet.server.new_user(email);
        fleet.server.new_key(email, "test", "all")
    });
    let places = fleet.clients();
    let mut clients: Vec<Client> = keys.iter().map(|key| demo.with_key(key)).collect();
    clients.push(demo);
    let mut people: Vec<&str> = LATECOMERS.to_vec();
    people.push(fleet.server.info("email"));
    for client in &clients {
        people.iter().for_each(|email| fleet.server.acquaint(client, email));
    }
    let orders = orders(clients.len() * PAYOUTS_EACH);
    thread::scope(|scope| {
        scope.spawn(|| {
            at_once(clients.len(), |who| {
                for number in 0..PAYOUTS_EACH {
                    let order = &orders[who * PAYOUTS_EACH + number];
                    // Not all, so that different payouts lock different accounts.
                    let others = order.iter().filter(|other| **other != who).take(2);
                    let others = others.map(|other| people[*other]);
                    let client = clients[who].at(places[number % 3].base());
                    client.post("/payouts", &payout(others.map(|email| item(email, "0.01")))).id();
                }
            })
        });
        scope.spawn(|| {
            at_once(CLAIMING, |thread| {
                for (number, id) in waiting.iter().enumerate().skip(thread).step_by(CLAIMING) {
                    let path = format!("/simulate/payout_items/{id}/claim");
                    places[number % 3].send("POST", &path, &[], None).id();
                }
            })
        });
    });
    assert_books_once_settled(&fleet.server);
    let url = fleet.server.database().url().expect("an address").to_owned();
    fleet.stop();
    assert_eq!(deadlocks(&url), 0);
    cause_deadlock(&url);
    assert_eq!(deadlocks(&url), 1, "one would have been noticed");
}

/// Items that wait to be claimed, those of one person not side by side.
fn items_for_latecomers(demo: &Client) -> Vec<String> {
    let people = (0..WAITING).map(|number| item(LATECOMERS[number * 3 % LATECOMERS.len()], "0.01"));
    let made = demo.post("/payouts", &payout(people)).json();
    assert_eq!(settled(demo, &made)["item_breakdown"]["pending_claim"], WAITING);
    let id = |item: &Value| item["id"].as_str().expect("an id").to_owned();
    items_of(demo, &made).iter().map(id).collect()
}

/// So many orders of all people.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut luck = Luck::new("everybody pays everybody");
    let order = |_| {
        let mut people: Vec<usize> = (0..=LATECOMERS.len()).collect();
        luck.shuffle(&mut people);
        people
    };
    (0..count).map(order).collect()
}

/// How many there ever were in this database. Sessions tell when they end.
fn deadlocks(url: &str) -> i64 {
    let mut admin = ::postgres::Client::connect(url, ::postgres::NoTls).expect("the database");
    eventually("all sessions have ended", || {
        let others = "select count(*) from pg_stat_activity
                      where datname = current_database() and pid <> pg_backend_pid()";
        let others: i64 = admin.query_one(others, &[]).expect("a count").get(0);
        (others == 0).then_some(())
    });
    let sql = "select deadlocks from pg_stat_database where datname = current_database()";
    admin.query_one(sql, &[]).expect("a count").get(0)
}

/// Two sessions that wait for each other.
fn cause_deadlock(url: &str) {
    let mut sessions = [(); 2].map(|()| {
        let mut session = ::postgres::Client::connect(url, ::postgres::NoTls).expect("the database");
        session.batch_execute("begin").expect("a transaction");
        session
    });
    let tables = ["emails", "freezes"];
    for (session, table) in sessions.iter_mut().zip(tables) {
        session.batch_execute(&format!("lock table {table}")).expect("a lock");
    }
    let [first, second] = &mut sessions;
    let outcomes = thread::scope(|scope| {
        let waits = scope.spawn(|| first.batch_execute("lock table freezes").is_ok());
        let other = second.batch_execute("lock table emails; commit").is_ok();
        // The transaction that was spared releases its locks by ending.
        [waits.join().expect("no panic"), other]
    });
    assert_eq!(outcomes.iter().filter(|went_well| **went_well).count(), 1);
}
