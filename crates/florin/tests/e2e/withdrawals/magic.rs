//! Withdrawals whose cents say what becomes of them, lost answers and lost orders among them.

use crate::support::{
    DAY, Engine, Server, advance, balance, events_of, happens, look, register, text, withdraw,
};

testkit::on_both_engines!(
    a_lost_order_stays_open_until_its_outcome_is_reported,
    an_order_whose_answer_was_lost_is_asked_after_and_never_given_again,
);

testkit::on_sqlite_daily!(cents_decide_whether_it_arrives_fails_or_comes_back);

fn cents_decide_whether_it_arrives_fails_or_comes_back(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let to = register(&sandbox, "usd_ach");
    let cases: [(&str, [&str; 3]); 4] = [
        ("10.50", ["processing", "completed", "completed"]),
        ("10.51", ["processing", "failed", "failed"]),
        ("10.52", ["processing", "completed", "failed"]),
        ("10.53", ["processing", "completed", "completed"]),
    ];
    let made = cases.map(|(amount, statuses)| (withdraw(&sandbox, &to, amount), statuses));
    for (step, seconds) in [30, DAY, 2 * DAY].into_iter().enumerate() {
        advance(&sandbox, seconds);
        for (made, statuses) in &made {
            let now = look(&sandbox, made);
            assert_eq!(text(&now, "status"), statuses[step], "{now}");
        }
    }
    let [_, failed, back, _] = made.map(|(made, _)| look(&sandbox, &made));
    assert_eq!((text(&failed, "failure_reason"), failed.get("returned_at")), ("rejected", None));
    assert_eq!(text(&back, "failure_reason"), "returned_by_bank");
    assert!(text(&back, "returned_at") > text(&back, "completed_at"), "{back}");
    assert_eq!(balance(&sandbox), "9978.97", "what arrived is gone, and nothing else");
    server.assert_books();
}

/// How many orders the simulated banks were given.
fn orders(server: &Server) -> i64 {
    server.database().rows_in(server.data(), "simulated_orders")
}

fn an_order_whose_answer_was_lost_is_asked_after_and_never_given_again(engine: Engine) {
    let mut server = Server::start(engine);
    let made = withdraw(&server.sandbox(), &register(&server.sandbox(), "usd_ach"), "100.53");
    advance(&server.sandbox(), 30);
    assert_eq!((text(&look(&server.sandbox(), &made), "status"), orders(&server)), ("processing", 1));
    server.kill();
    server.restart();
    advance(&server.sandbox(), DAY);
    assert_eq!((text(&look(&server.sandbox(), &made), "status"), orders(&server)), ("completed", 1));
    assert_eq!(balance(&server.sandbox()), "9899.47");
    server.assert_books();
}

fn a_lost_order_stays_open_until_its_outcome_is_reported(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let to = register(&sandbox, "brl_pix");
    let lost = ["completed", "failed", "returned"].map(|event| (withdraw(&sandbox, &to, "100.54"), event));
    advance(&sandbox, 30);
    let asked_after = "external_transfers where submission = 'unclear' and next_at is not null";
    assert_eq!(server.database().rows_in(server.data(), asked_after), 0, "asking again is in vain");
    for _ in 0..3 {
        advance(&sandbox, 400 * DAY);
        for (made, _) in &lost {
            assert_eq!(text(&look(&sandbox, made), "status"), "processing");
            assert_eq!(events_of(&server, made).len(), 2, "nothing more happened");
        }
    }
    assert_eq!((orders(&server), balance(&sandbox).as_str()), (0, "9698.38"));
    for (made, event) in &lost {
        let status = if *event == "completed" { "completed" } else { "failed" };
        assert_eq!(text(&happens(&sandbox, made, event), "status"), status);
    }
    assert_eq!(balance(&sandbox), "9899.46");
    server.assert_books();
}
