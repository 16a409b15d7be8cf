//! Copies of one request at the same moment, and different requests that fight for one key.

use super::{REPLAYED, assert_replay, assert_reused, bank_accounts, spei, with_every_process};
use crate::support::{Client, Engine, Server, at_once};

testkit::on_both_engines!(
    three_hundred_copies_at_once_make_one_bank_account,
    of_two_different_bodies_with_one_key_exactly_one_wins,
);

const COPIES: usize = 300;
const ROUNDS: usize = 20;
const RACERS: usize = 8;

fn three_hundred_copies_at_once_make_one_bank_account(engine: Engine) {
    let server = Server::start(engine);
    make_one_bank_account_from_copies(&[server.sandbox()]);
}

#[test]
fn three_hundred_copies_at_once_over_two_processes_make_one_bank_account() {
    let server = Server::start(Engine::Postgres);
    with_every_process(&server, |clients| {
        assert_eq!(clients.len(), 2);
        make_one_bank_account_from_copies(clients);
    });
}

fn make_one_bank_account_from_copies(clients: &[Client]) {
    let body = spei("Once");
    let replies =
        at_once(COPIES, |number| clients[number % clients.len()].post_once("/bank_accounts", "one", &body));
    let (fresh, replays): (Vec<_>, Vec<_>) =
        replies.iter().partition(|reply| reply.header(REPLAYED).is_none());
    assert_eq!((fresh.len(), replays.len()), (1, COPIES - 1));
    for replay in replays {
        assert_replay(replay, fresh[0]);
    }
    let made = bank_accounts(&clients[0]);
    assert_eq!(made.len(), 1, "{made:?}");
    assert_eq!(made[0], fresh[0].json());
}

fn of_two_different_bodies_with_one_key_exactly_one_wins(engine: Engine) {
    let server = Server::start(engine);
    with_every_process(&server, |clients| {
        for round in 0..ROUNDS {
            let key = format!("round {round}").replace(' ', "-");
            // Neighbours in pairs, so that both bodies go to both processes.
            let body = |racer: usize| spei(&format!("{round} {}", racer / 2 % 2));
            let replies = at_once(RACERS, |racer| {
                clients[racer % clients.len()].post_once("/bank_accounts", &key, &body(racer))
            });
            let winner = replies
                .iter()
                .position(|reply| reply.status == 200 && reply.header(REPLAYED).is_none())
                .unwrap_or_else(|| panic!("no request won: {replies:?}"));
            let id = replies[winner].id();
            for (racer, reply) in replies.iter().enumerate().filter(|(racer, _)| *racer != winner) {
                if body(racer) == body(winner) {
                    assert_replay(reply, &replies[winner]);
                } else {
                    assert_reused(reply, &id);
                }
            }
            assert_eq!(bank_accounts(&clients[0]).len(), round + 1);
        }
    });
}
