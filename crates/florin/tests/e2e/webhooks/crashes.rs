//! Servers that end in the middle of delivering, by force and in good order. Nothing is lost; what is sent twice was
//! under way when it ended.

use std::collections::BTreeSet;
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::{add, all_is_sent, arrived, happened, press, times};
use crate::money_crashes::paying::Paying;
use crate::support::pages::demo;
use crate::support::{Does, Engine, Load, Luck, Receiver, Server, eventually, fund, pay_and_settle};

const KILLS: usize = 10;
const MAX_WRITES: u64 = 30;

fn killing_the_server_ten_times_loses_no_event(engine: Engine) {
    let mut luck = Luck::new("killing the server that delivers");
    let mut server = Server::start(engine);
    server.new_payee("payee@example.com");
    fund(&server.sandbox(), "1000000.00");
    let receiver = Receiver::start();
    let before = happened(&server);
    add(&demo(&server), &receiver.url(), &[]);
    let load = Load::<Paying>::start("hooks");
    // How often each event that was noted had arrived by then.
    let mut noted = Vec::new();
    for _ in 0..KILLS {
        load.move_to(server.sandbox());
        load.wait_for(luck.up_to(MAX_WRITES));
        server.kill();
        let mut so_far = times(&receiver.received());
        let delivered = delivered(&server);
        so_far.retain(|id, _| delivered.contains(id));
        assert_eq!(so_far.len(), delivered.len(), "what was noted had arrived");
        noted.push(so_far);
        server.restart();
    }
    load.move_to(server.sandbox());
    assert_eq!(load.stop().unavailable, 0, "the database was never away");
    eventually("everything is settled", || {
        let open = server.database().rows_in(server.data(), "payouts where processing > 0");
        (open == 0).then_some(())
    });
    all_is_sent(&server);

    let received = receiver.received();
    let times = times(&received);
    let mut expected = happened(&server);
    expected.retain(|id, _| !before.contains_key(id));
    assert!(expected.len() > KILLS, "something happened");
    assert!(times.keys().eq(expected.keys()), "every event arrived, and nothing else");
    assert!(times.values().all(|times| *times <= KILLS + 1), "{times:?}");
    for (id, so_far) in noted.iter().flatten() {
        assert_eq!(times[id], *so_far, "{id} was noted, and sent again");
    }
    for request in &received {
        assert_eq!(request.event(), expected[request.id()], "the same every time");
    }
    server.assert_books_balance();
}

/// The events that are known to have arrived, as the database says.
fn delivered(server: &Server) -> BTreeSet<String> {
    let sql = "select d.event_id from deliveries d join events e on e.id = d.event_id
        where d.status = 'delivered' and e.type <> 'webhook.test'";
    server.database().texts(server.data(), sql).into_iter().collect()
}

/// A receiver that holds what it was sent until it is told to let go.
pub struct Held {
    pub receiver: Receiver,
    count: Arc<AtomicUsize>,
    is_free: Arc<AtomicBool>,
}

impl Held {
    pub fn start() -> Held {
        let (count, is_free) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
        let (held, free) = (count.clone(), is_free.clone());
        let receiver = Receiver::that(move |_| {
            held.fetch_add(1, Ordering::Relaxed);
            eventually("it may go", || free.load(Ordering::Relaxed).then_some(()));
            Does::Answer(200)
        });
        Held { receiver, count, is_free }
    }

    /// Waits until so many are under way.
    #[track_caller]
    pub fn holds(&self, count: usize) {
        eventually("some are under way", || (self.count.load(Ordering::Relaxed) >= count).then_some(()));
    }

    /// Asks the server to end, and lets go once it has begun to.
    #[track_caller]
    pub fn let_go_while_it_ends(&self, server: &mut Server) {
        let address = server.origin().trim_start_matches("http://").to_owned();
        std::thread::scope(|scope| {
            let ending = scope.spawn(|| server.terminate());
            eventually("it takes no more requests", || TcpStream::connect(&address).is_err().then_some(()));
            self.is_free.store(true, Ordering::Relaxed);
            assert_eq!(ending.join().expect("it ends"), Some(0));
        });
    }
}

fn a_signal_lets_what_is_under_way_arrive_and_nothing_is_sent_twice(engine: Engine) {
    let mut server = Server::start(engine);
    let held = Held::start();
    let before = happened(&server);
    add(&demo(&server), &held.receiver.url(), &[]);
    let people =
        ["a@example.com", "b@example.com", "c@example.com", "d@example.com"].map(|email| (email, "1.00"));
    pay_and_settle(&server.sandbox(), &people);
    held.holds(4);
    held.let_go_while_it_ends(&mut server);
    let so_far = held.receiver.received().len();
    server.restart();
    all_is_sent(&server);
    let mut expected = happened(&server);
    expected.retain(|id, _| !before.contains_key(id));
    let received = held.receiver.received();
    assert_eq!(times(&received), expected.into_keys().map(|id| (id, 1)).collect(), "each once");
    assert!(so_far < received.len(), "it did not wait for all of them");
}

fn a_receiver_that_never_answers_does_not_keep_the_server_from_ending(engine: Engine) {
    let mut server = Server::start(engine);
    let receiver = Receiver::that(|_| Does::Hang);
    let browser = demo(&server);
    let place = add(&browser, &receiver.url(), &[]);
    press(&browser, &place, "test", &[]);
    arrived(&receiver, 1);
    assert_eq!(server.terminate(), Some(0));
    receiver.now_does(|_| Does::Answer(200));
    server.restart();
    all_is_sent(&server);
    let received = receiver.received();
    assert_eq!((received.len(), received[0].id()), (2, received[1].id()), "it is sent again");
}

testkit::on_both_engines!(
    killing_the_server_ten_times_loses_no_event,
    a_signal_lets_what_is_under_way_arrive_and_nothing_is_sent_twice,
    a_receiver_that_never_answers_does_not_keep_the_server_from_ending,
);
