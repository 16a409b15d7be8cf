//! Queues that are longer than what is read, sent or noted at once.

use std::time::Duration;

use super::{add, all_is_sent, happened, press, times};
use crate::support::pages::demo;
use crate::support::{Browser, Engine, Receiver, Server, eventually, pay_and_settle};

/// Sent, and not yet noted.
const MAX_UNNOTED: usize = 512;

/// An endpoint that is off, and more events for it than fit into two pages.
struct Full {
    server: Server,
    browser: Browser,
    receiver: Receiver,
    place: String,
    events: Vec<String>,
}

impl Full {
    fn new(engine: Engine) -> Full {
        let server = Server::start(engine);
        let (browser, receiver) = (demo(&server), Receiver::start());
        let before = happened(&server);
        let place = add(&browser, &receiver.url(), &[]);
        press(&browser, &place, "off", &[]);
        for payout in 0..7 {
            let people: Vec<String> =
                (0..100).map(|person| format!("p{payout}-{person}@example.com")).collect();
            let people: Vec<(&str, &str)> = people.iter().map(|email| (email.as_str(), "0.01")).collect();
            pay_and_settle(&server.sandbox(), &people);
        }
        let events: Vec<String> =
            happened(&server).into_keys().filter(|id| !before.contains_key(id)).collect();
        assert!(events.len() > 1_024, "{} events", events.len());
        assert!(receiver.received().is_empty(), "it is off");
        Full { server, browser, receiver, place, events }
    }

    fn everything_arrives_once(&self) {
        all_is_sent(&self.server);
        let times = times(&self.receiver.received());
        assert!(times.keys().eq(&self.events), "{} of {} arrived", times.len(), self.events.len());
        assert!(times.values().all(|times| *times == 1), "{times:?}");
    }
}

fn a_queue_of_several_pages_arrives_once(engine: Engine) {
    let full = Full::new(engine);
    press(&full.browser, &full.place, "on", &[]);
    full.everything_arrives_once();
}

#[test]
fn what_cannot_be_noted_is_not_sent_without_end() {
    let full = Full::new(Engine::Postgres);
    let url = full.server.database().url().expect("PostgreSQL");
    let mut other =
        ::postgres::Client::connect(url, ::postgres::NoTls).expect("the throw-away PostgreSQL answers");
    let mut lock = other.transaction().expect("a transaction");
    // What is due can be read, and nothing about it can be written.
    lock.batch_execute("lock table deliveries in exclusive mode").expect("a lock");
    press(&full.browser, &full.place, "on", &[]);
    eventually("as many are sent as may be", || {
        (full.receiver.received().len() >= MAX_UNNOTED).then_some(())
    });
    // A fixed wait, because the subject is what does not arrive.
    std::thread::sleep(Duration::from_secs(1));
    assert_eq!(full.receiver.received().len(), MAX_UNNOTED, "no more than that");
    lock.rollback().expect("the lock is given back");
    full.everything_arrives_once();
}

testkit::on_sqlite_daily!(a_queue_of_several_pages_arrives_once);
