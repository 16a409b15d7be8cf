//! Claim, cancellation and expiry of one item: they race for one slot, and one of them gets it.

use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};
use testkit::soak::repetitions;

use super::{assert_books_once_settled, callers};
use crate::support::{Client, Engine, Fleet, Luck, Reply, at_once, balance, item, items_of, payout, settled};

testkit::on_both_engines!(
    races_of_claim_cancellation_and_expiry_have_one_winner_each,
    two_hundred_claims_of_one_item_credit_it_once,
);

const RACES_AT_ONCE: usize = 20;
const RUNNERS: usize = 24;
const CLAIMS: usize = 200;
const THIRTY_ONE_DAYS: u32 = 31 * 86_400;

/// An item that waits to be claimed.
struct Waiting {
    payout: String,
    item: String,
}

/// One who runs for an item; `usize` is the item's number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Runner {
    Claim(usize),
    CancelItem(usize),
    CancelPayout(usize),
    /// For all items at once.
    Clock,
}

/// How races ended.
#[derive(Default, Debug)]
struct Tally {
    claimed: usize,
    item_cancelled: usize,
    payout_cancelled: usize,
    expired: usize,
}

fn waiting(client: &Client, email: &str) -> Waiting {
    let made = client.post("/payouts", &payout([item(email, "0.50")])).json();
    let shown = settled(client, &made);
    assert_eq!(shown["item_breakdown"]["pending_claim"], 1, "{shown}");
    let text = |value: &Value| value["id"].as_str().expect("an id").to_owned();
    Waiting { payout: text(&made), item: text(&items_of(client, &made)[0]) }
}

impl Runner {
    fn run(self, client: &Client, waiting: &[Waiting]) -> Reply {
        let post = |path: String| client.send("POST", &path, &[], None);
        match self {
            Runner::Claim(race) => post(format!("/simulate/payout_items/{}/claim", waiting[race].item)),
            Runner::CancelPayout(race) => post(format!("/payouts/{}/cancel", waiting[race].payout)),
            Runner::CancelItem(race) => {
                let Waiting { payout, item } = &waiting[race];
                post(format!("/payouts/{payout}/items/{item}/cancel"))
            }
            Runner::Clock => client.post("/simulate/clock", &json!({ "advance_seconds": THIRTY_ONE_DAYS })),
        }
    }
}

/// Rivals for one item run side by side, in no order; the clock runs through all of them.
fn line_up(luck: &mut Luck) -> Vec<Runner> {
    let mut races: Vec<[Runner; 3]> = (0..RACES_AT_ONCE)
        .map(|race| [Runner::Claim(race), Runner::CancelItem(race), Runner::CancelPayout(race)])
        .collect();
    luck.shuffle(&mut races);
    races.iter_mut().for_each(|rivals| luck.shuffle(rivals));
    let mut runners = races.concat();
    let place = luck.up_to(runners.len() as u64) - 1;
    runners.insert(place, Runner::Clock);
    runners
}

fn races_of_claim_cancellation_and_expiry_have_one_winner_each(engine: Engine) {
    let fleet = Fleet::start(engine);
    let clients = callers(&fleet, RUNNERS);
    let mut luck = Luck::new("claim, cancellation and expiry");
    let mut tally = Tally::default();
    let mut rounds = 0;
    // By luck one of them may not win for a while.
    while rounds < repetitions(10, 50) || (rounds < 100 && !tally.has_each_won()) {
        let items = at_once(RACES_AT_ONCE, |race| {
            waiting(&clients[race], &format!("race-{rounds}-{race}@example.com"))
        });
        let runners = line_up(&mut luck);
        let next = AtomicUsize::new(0);
        let replies = at_once(RUNNERS, |thread| {
            let mut told = Vec::new();
            while let Some(runner) = runners.get(next.fetch_add(1, Ordering::SeqCst)) {
                told.push((*runner, runner.run(&clients[thread], &items)));
            }
            told
        });
        let replies = replies.concat();
        for (race, item) in items.iter().enumerate() {
            tally.judge(&clients[0], item, race, &replies);
        }
        rounds += 1;
    }
    assert!(tally.has_each_won(), "{tally:?}");
    let Tally { claimed, item_cancelled, payout_cancelled, expired } = tally;
    assert_eq!(claimed + item_cancelled + payout_cancelled + expired, rounds * RACES_AT_ONCE);
    let spent = format!("{}.{:02}", (20_000 - claimed) / 2, claimed % 2 * 50);
    assert_eq!(balance(&fleet.server.sandbox()), spent, "only what was claimed is gone: {tally:?}");
    assert_books_once_settled(&fleet.server);
}

impl Tally {
    fn has_each_won(&self) -> bool {
        let Tally { claimed, item_cancelled, payout_cancelled, expired } = self;
        [claimed, item_cancelled, payout_cancelled, expired].iter().all(|wins| **wins > 0)
    }

    /// At most one was told yes; the item is what that one made of it, and expired if there is none.
    fn judge(&mut self, client: &Client, waiting: &Waiting, race: usize, replies: &[(Runner, Reply)]) {
        let rivals = [Runner::Claim(race), Runner::CancelItem(race), Runner::CancelPayout(race)];
        let mut winners = Vec::new();
        for (runner, reply) in replies.iter().filter(|(runner, _)| rivals.contains(runner)) {
            match reply.status {
                200 => winners.push(*runner),
                _ => reply.assert_problem(409, "invalid_state"),
            }
        }
        let (clock, reply) = replies.iter().find(|(runner, _)| *runner == Runner::Clock).expect("it ran");
        assert_eq!(reply.status, 200, "{clock:?}: {reply:?}");
        let Waiting { payout, item } = waiting;
        let shown = client.get(&format!("/payouts/{payout}/items/{item}")).json();
        let (wins, expected) = match winners[..] {
            [Runner::Claim(_)] => (&mut self.claimed, ("completed", Value::Null)),
            [Runner::CancelItem(_)] => (&mut self.item_cancelled, ("cancelled", Value::Null)),
            [Runner::CancelPayout(_)] => (&mut self.payout_cancelled, ("cancelled", Value::Null)),
            [] => (&mut self.expired, ("cancelled", json!("claim_expired"))),
            _ => panic!("{winners:?} all won"),
        };
        *wins += 1;
        assert_eq!(
            (&shown["status"], &shown["failure_reason"]),
            (&json!(expected.0), &expected.1),
            "{winners:?}"
        );
    }
}

fn two_hundred_claims_of_one_item_credit_it_once(engine: Engine) {
    let fleet = Fleet::start(engine);
    let clients = callers(&fleet, CLAIMS);
    for round in 0..5 {
        let item = waiting(&clients[0], &format!("popular-{round}@example.com"));
        let items = [item];
        let replies = at_once(CLAIMS, |number| Runner::Claim(0).run(&clients[number], &items));
        let (won, lost): (Vec<_>, Vec<_>) = replies.iter().partition(|reply| reply.status == 200);
        lost.iter().for_each(|reply| reply.assert_problem(409, "invalid_state"));
        assert_eq!(won.len(), 1);
        assert_eq!(won[0].json()["status"], "completed");
    }
    assert_eq!(balance(&fleet.server.sandbox()), "9997.50");
    assert_books_once_settled(&fleet.server);
}
