//! Several callers at the same moment: no more leaves than there is, and what is cancelled is not sent.

use serde_json::json;

use crate::support::{
    Engine, Server, advance, at_once, balance_micros, cancel_external_transfer, look, register, text,
    withdraw,
};

testkit::on_both_engines!(
    as_many_withdrawals_as_the_balance_covers_are_taken_and_no_more,
    what_is_cancelled_is_never_sent_and_what_is_sent_is_never_cancelled,
);

fn as_many_withdrawals_as_the_balance_covers_are_taken_and_no_more(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let body = json!({ "bank_account_id": register(&sandbox, "usd_ach"), "amount": "1000.00" });
    let answers = at_once(30, |_| sandbox.post("/withdrawals", &body));
    let (taken, refused): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer.status == 200);
    assert_eq!((taken.len(), refused.len()), (10, 20));
    for answer in refused {
        answer.assert_problem(422, "insufficient_funds");
    }
    assert_eq!(balance_micros(&sandbox), 0);
    server.assert_books();
}

fn what_is_cancelled_is_never_sent_and_what_is_sent_is_never_cancelled(engine: Engine) {
    const ROUNDS: usize = 20;
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let to = register(&sandbox, "usd_ach");
    for _ in 0..ROUNDS {
        let before = balance_micros(&sandbox);
        let made = withdraw(&sandbox, &to, "10.00");
        let answers = at_once(2, |number| match number {
            0 => Some(cancel_external_transfer(&sandbox, &made)),
            _ => {
                advance(&sandbox, 30);
                None
            }
        });
        let answer = answers[0].as_ref().expect("the answer to the cancellation");
        let now = look(&sandbox, &made);
        if answer.status == 200 {
            assert_eq!(text(&now, "status"), "cancelled");
            assert_eq!(balance_micros(&sandbox), before);
        } else {
            answer.assert_problem(409, "invalid_state");
            assert_eq!(text(&now, "status"), "processing");
            assert_eq!(balance_micros(&sandbox), before - 10_000_000);
        }
    }
    let sent = server.database().rows_in(server.data(), "simulated_orders");
    let processing = "select id from transactions where type = 'withdrawal' and status = 'processing'";
    assert_eq!(sent, server.database().texts(server.data(), processing).len() as i64);
    server.assert_books();
}
