//! Money that comes after its deposit has ended is real: it is credited, beside the deposit that it names.

use serde_json::{Value, json};

use crate::support::{
    Client, DAY, Engine, Server, accepted, advance, at_once, balance, balance_micros,
    cancel_external_transfer, deposit, fund, happens, look, micros, register, say, settled, text, withdraw,
};

testkit::on_both_engines!(
    money_that_comes_after_the_end_becomes_an_inbound_transfer,
    the_same_payment_told_again_counts_once_and_another_counts_too,
    fifty_copies_of_a_notice_at_once_have_one_effect,
    money_and_a_cancellation_at_the_same_moment_both_count,
    a_deposit_without_room_in_the_balance_waits_until_there_is,
);

/// All money that came without being awaited, newest first. The first of all is what the account started with.
fn arrivals(client: &Client) -> Vec<Value> {
    let page = accepted(&client.get("/transactions?type=inbound_transfer&page_size=100"));
    let rows = page["data"].as_array().expect("a page");
    rows.iter().filter(|row| row.get("counter_amount").is_some()).cloned().collect()
}

fn money_that_comes_after_the_end_becomes_an_inbound_transfer(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let from = register(&sandbox, "usd_ach");
    for (number, end) in ["cancelled", "expired", "failed", "completed"].into_iter().enumerate() {
        let made = deposit(&sandbox, &from, "100.00");
        match end {
            "cancelled" => drop(accepted(&cancel_external_transfer(&sandbox, &made))),
            "expired" => advance(&sandbox, 7 * DAY),
            "failed" => drop(happens(&sandbox, &made, "failed")),
            _ => {
                happens(&sandbox, &made, "received");
                advance(&sandbox, 1);
            }
        }
        let ended = look(&sandbox, &made);
        assert_eq!(text(&ended, "status"), end, "{ended}");
        let before = balance_micros(&sandbox);
        let late = json!({ "event": "received", "amount": "50.00", "bank_reference": "E2E-LATE" });
        assert_eq!(accepted(&say(&sandbox, &made, &late)), ended, "the deposit stays as it ended");
        assert_eq!(balance_micros(&sandbox), before + 49_950_000, "{end}: at once");
        let arrived = arrivals(&sandbox);
        assert_eq!(arrived.len(), number + 1);
        let expected = json!({
            "id": arrived[0]["id"], "type": "inbound_transfer", "status": "completed", "amount": "49.95",
            "currency": "USDC", "created_at": arrived[0]["created_at"],
            "completed_at": arrived[0]["created_at"], "bank_account_id": from, "counter_amount": "50.00",
            "counter_currency": "USD", "exchange_rate": "1.00",
            "fee_breakdown": { "total": "0.05", "currency": "USDC",
                "components": [{ "type": "percentage", "amount": "0.05" }] },
        });
        assert_eq!(arrived[0], expected);
        assert_eq!(look(&sandbox, &made), ended);
        // It is a transaction of its own, and no deposit.
        let id = text(&arrived[0], "id");
        assert_eq!(accepted(&sandbox.get(&format!("/transactions/{id}"))), expected);
        sandbox.get(&format!("/deposits/{id}")).assert_problem(404, "not_found");
    }
    server.assert_books();
}

fn the_same_payment_told_again_counts_once_and_another_counts_too(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let from = register(&sandbox, "usd_ach");
    let made = deposit(&sandbox, &from, "100.00");
    let payment = |reference: &str, amount: &str| {
        let notice = json!({ "event": "received", "bank_reference": reference, "amount": amount });
        accepted(&say(&sandbox, &made, &notice));
        advance(&sandbox, 1);
        balance(&sandbox)
    };
    assert_eq!(payment("A", "100.00"), "10099.90");
    assert_eq!(payment("A", "100.00"), "10099.90");
    assert_eq!(payment("A", "999.00"), "10099.90", "it was told before");
    assert_eq!(payment("B", "10.00"), "10109.89");
    assert_eq!(payment("B", "10.00"), "10109.89");
    // Without a reference of the bank's, it is one more that has none.
    for _ in 0..3 {
        happens(&sandbox, &made, "received");
        assert_eq!(balance(&sandbox), "10209.79");
    }
    // The same reference for another deposit is another payment.
    let other = deposit(&sandbox, &from, "100.00");
    accepted(&say(&sandbox, &other, &json!({ "event": "received", "bank_reference": "A" })));
    advance(&sandbox, 1);
    assert_eq!(balance(&sandbox), "10309.69");
    assert_eq!(arrivals(&sandbox).len(), 2);
    server.assert_books();
}

fn fifty_copies_of_a_notice_at_once_have_one_effect(engine: Engine) {
    const COPIES: usize = 50;
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let second = server.database().url().map(|_| server.second_process());
    let beside = second.as_ref().map(|process| sandbox.at(process.test_api()));
    let clients = [vec![sandbox.apart()], beside.into_iter().collect()].concat();
    let from = register(&sandbox, "usd_ach");
    // The first time it is awaited, the second time it is late.
    let made = deposit(&sandbox, &from, "100.00");
    for (reference, amount) in [("FIRST", "99.90"), ("SECOND", "199.80")] {
        let notice = json!({ "event": "received", "bank_reference": reference });
        let answers = at_once(COPIES, |number| say(&clients[number % clients.len()], &made, &notice));
        for answer in &answers {
            assert_eq!(answer.status, 200, "{answer:?}");
            assert_eq!(answer.json()["id"], made["id"], "{answer:?}");
        }
        advance(&sandbox, 1);
        assert_eq!(balance_micros(&sandbox), 10_000_000_000 + micros(amount), "{reference}");
    }
    assert_eq!(arrivals(&sandbox).len(), 1);
    assert_eq!(server.database().rows_in(server.data(), "rail_notices"), 2);
    drop(second);
    server.assert_books();
}

fn money_and_a_cancellation_at_the_same_moment_both_count(engine: Engine) {
    const ROUNDS: usize = 20;
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let from = register(&sandbox, "usd_ach");
    let mut late = 0;
    for _ in 0..ROUNDS {
        let before = balance_micros(&sandbox);
        let made = deposit(&sandbox, &from, "10.00");
        let answers = at_once(2, |number| match number {
            0 => cancel_external_transfer(&sandbox, &made),
            _ => say(&sandbox, &made, &json!({ "event": "received" })),
        });
        advance(&sandbox, 1);
        let is_cancelled = answers[0].status == 200;
        let status = if is_cancelled { "cancelled" } else { "completed" };
        assert_eq!(text(&look(&sandbox, &made), "status"), status, "{answers:?}");
        assert_eq!(balance_micros(&sandbox), before + 9_990_000, "{status}");
        late += usize::from(is_cancelled);
    }
    assert_eq!(arrivals(&sandbox).len(), late);
    server.assert_books();
}

fn a_deposit_without_room_in_the_balance_waits_until_there_is(engine: Engine) {
    let all = "999999999999.999999";
    let limits = ["--max-test-money", all, "--max-per-item", all, "--max-per-payout", all];
    let server = Server::start_with(engine, &limits);
    let sandbox = server.sandbox();
    let account = register(&sandbox, "usd_ach");
    // As much as test money can be in all, from several people: half of what 64 bits count.
    for number in 0..4 {
        let email = format!("{number}@example.org");
        server.new_user(&email);
        let rich = sandbox.with_key(&server.new_key(&email, "test", "all"));
        fund(&rich, all);
        server.acquaint(&rich, server.info("email"));
        for amount in [all, "10000"] {
            let gift = json!({ "items": [{ "email": server.info("email"), "amount": amount }] });
            settled(&rich, &accepted(&rich.post("/payouts", &gift)));
        }
    }
    let most = i64::MAX / 2;
    fund(&sandbox, &rules::money::Amount::from_micros(most - balance_micros(&sandbox)).to_string());
    let waiting = deposit(&sandbox, &account, "100.00");
    happens(&sandbox, &waiting, "received");
    advance(&sandbox, DAY);
    assert_eq!((text(&look(&sandbox, &waiting), "status"), balance_micros(&sandbox)), ("processing", most));
    withdraw(&sandbox, &account, "1000.00");
    advance(&sandbox, 3_600);
    assert_eq!(text(&look(&sandbox, &waiting), "status"), "completed");
    assert_eq!(balance_micros(&sandbox), most - 1_000_000_000 + 99_900_000);
    server.assert_books();
}
