//! One who is slow, broken or dead delays no other.

use super::{add, arrived, closed_port, happened, times};
use crate::oauth::world::new_person;
use crate::support::pages::demo;
use crate::support::{Does, Engine, Receiver, Server, accepted, eventually, pay};

const DEAD: usize = 15;

fn among_fifteen_dead_ones_the_good_one_gets_everything(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    let (good, hanging, broken) =
        (Receiver::start(), Receiver::that(|_| Does::Hang), Receiver::that(|_| Does::Answer(500)));
    let before = happened(&server);
    for number in 0..DEAD {
        let url = match number % 3 {
            0 => format!("http://{}/hooks", closed_port()),
            1 => hanging.url(),
            _ => broken.url(),
        };
        add(&browser, &format!("{url}/{number}"), &[]);
        // Receivers that have died since: an account has few that were never there.
        server.execute("update endpoints set verified_at = created_at where verified_at is null");
    }
    add(&browser, &good.url(), &[]);
    let client = server.sandbox();
    for payout in 0..10 {
        let people: Vec<String> = (0..10).map(|person| format!("p{payout}-{person}@example.com")).collect();
        let people: Vec<(&str, &str)> = people.iter().map(|email| (email.as_str(), "0.01")).collect();
        accepted(&pay(&client, &people));
    }
    eventually("everything arrives at the good one", || {
        let mut expected = happened(&server);
        expected.retain(|id, _| !before.contains_key(id));
        let times = times(&good.received());
        let is_all = expected.len() == 210 && times.keys().eq(expected.keys());
        is_all.then(|| assert!(times.values().all(|times| *times == 1), "{times:?}"))
    });
    assert!(hanging.connections() > 0 && broken.connections() > 0, "the others were tried");
}

/// With 32 connections, a test account has one at a time.
fn slow_receivers_of_one_account_leave_connections_to_others(engine: Engine) {
    let server = Server::start_with(engine, &["--max-webhook-connections", "32"]);
    let (browser, other) = (demo(&server), new_person(&server, "other@example.com"));
    let (good, slow) = (Receiver::start(), Receiver::that(|_| Does::Hang));
    for number in 0..5 {
        add(&browser, &format!("{}/{number}", slow.url()), &[]);
    }
    add(&other, &good.url(), &[]);
    accepted(&pay(&server.sandbox(), &[("ann@example.com", "1.00")]));
    eventually("the slow receiver is called", || (slow.connections() > 0).then_some(()));
    let key = server.new_key("other@example.com", "test", "all");
    accepted(&pay(&server.sandbox().with_key(&key), &[("bob@example.com", "1.00")]));
    arrived(&good, 1);
    assert!(slow.connections() <= 2, "{} connections within seconds", slow.connections());
}

testkit::on_both_engines!(among_fifteen_dead_ones_the_good_one_gets_everything);

testkit::on_sqlite_daily!(slow_receivers_of_one_account_leave_connections_to_others);
