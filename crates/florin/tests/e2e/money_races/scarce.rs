//! More wishes than money.

use testkit::soak::repetitions;

use super::{assert_books_once_settled, callers};
use crate::support::{Engine, Fleet, at_once, fund, item, payout};

testkit::on_both_engines!(four_hundred_clients_race_for_money_that_covers_a_hundred_payouts);

const CLIENTS: usize = 400;
const COVERED: usize = 100;

fn four_hundred_clients_race_for_money_that_covers_a_hundred_payouts(engine: Engine) {
    let fleet = Fleet::start(engine);
    fleet.server.new_payee("payee@example.com");
    let sandbox = fleet.server.sandbox();
    sandbox.post("/payouts", &payout([item("payee@example.com", "10000.00")])).id();
    let clients = callers(&fleet, CLIENTS);
    let rounds = repetitions(5, 20);
    for round in 0..rounds {
        assert_eq!(sandbox.get("/balance").json()["amount"], "0.00", "before round {round}");
        fund(&sandbox, "1000.00");
        let replies = at_once(CLIENTS, |number| {
            let somebody = format!("somebody-{round}-{number}@example.com");
            let email = if number.is_multiple_of(2) { "payee@example.com" } else { &somebody };
            clients[number].post("/payouts", &payout([item(email, "10.00")]))
        });
        let (paid, refused): (Vec<_>, Vec<_>) = replies.iter().partition(|reply| reply.status == 200);
        refused.iter().for_each(|reply| reply.assert_problem(422, "insufficient_funds"));
        assert_eq!((paid.len(), refused.len()), (COVERED, CLIENTS - COVERED), "round {round}");
    }
    assert_eq!(sandbox.get("/balance").json()["amount"], "0.00");
    let payouts = fleet.server.database().rows_in(fleet.server.data(), "payouts");
    assert_eq!(payouts, (rounds * COVERED + 1) as i64);
    assert_books_once_settled(&fleet.server);
}
