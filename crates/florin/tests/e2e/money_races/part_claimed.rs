//! A payout is cancelled while its recipients are claiming.

use serde_json::Value;

use super::{assert_books_once_settled, callers};
use crate::support::{Engine, Fleet, Reply, at_once, balance, item, items_of, payout, settled};

testkit::on_both_engines!(cancelling_a_payout_returns_exactly_what_is_unclaimed);

const ITEMS: usize = 100;
const CLAIMED_BEFORE: usize = 40;
const CLAIMING: usize = 30;

fn cancelling_a_payout_returns_exactly_what_is_unclaimed(engine: Engine) {
    let fleet = Fleet::start(engine);
    let clients = callers(&fleet, CLAIMING + 2);
    let mut spent = 0;
    for round in 0..4 {
        let people = (0..ITEMS).map(|number| item(&format!("part-{round}-{number}@example.com"), "1.00"));
        let made = clients[0].post("/payouts", &payout(people)).json();
        assert_eq!(settled(&clients[0], &made)["item_breakdown"]["pending_claim"], ITEMS);
        let items = items_of(&clients[0], &made);
        let claim = |caller: usize, number: usize| {
            let id = items[number]["id"].as_str().expect("an id");
            clients[caller].send("POST", &format!("/simulate/payout_items/{id}/claim"), &[], None)
        };
        let cancel = |caller: usize| {
            let id = made["id"].as_str().expect("an id");
            clients[caller].send("POST", &format!("/payouts/{id}/cancel"), &[], None)
        };
        (0..CLAIMED_BEFORE).for_each(|number| assert_eq!(claim(0, number).status, 200));
        let replies = at_once(CLAIMING + 2, |racer| match racer {
            // In the middle, so that claims come before and after.
            15 | 16 => cancel(racer),
            _ => claim(racer, CLAIMED_BEFORE + racer),
        });
        let (cancels, claims): (Vec<_>, Vec<_>) =
            replies.iter().enumerate().partition(|(racer, _)| [15, 16].contains(racer));
        let yes = |replies: &[(usize, &Reply)]| {
            let (yes, no): (Vec<_>, Vec<_>) = replies.iter().partition(|(_, reply)| reply.status == 200);
            no.iter().for_each(|(_, reply)| reply.assert_problem(409, "invalid_state"));
            yes.len()
        };
        assert_eq!(yes(&cancels), 1, "after the first, nothing was left to cancel");
        let completed = CLAIMED_BEFORE + yes(&claims);
        let shown = settled(&clients[0], &made);
        assert_eq!(shown["status"], "completed");
        let counters = |name: &str| shown["item_breakdown"][name].clone();
        assert_eq!(["completed", "cancelled"].map(counters), [completed, ITEMS - completed].map(Value::from));
        let paid = items_of(&clients[0], &made).iter().filter(|item| item["status"] == "completed").count();
        assert_eq!(paid, completed);
        spent += completed;
        assert_eq!(balance(&clients[0]), format!("{}.00", 10_000 - spent));
    }
    assert_books_once_settled(&fleet.server);
}
