//! `kill -9` for Florin in a loop, while payments come in and leave by themselves: each once, or not yet.

use std::time::Duration;

use serde_json::json;
use testkit::soak::repetitions;

use crate::support::pages::{demo, led};
use crate::support::{Client, Engine, Luck, Server, eventually, register};

const EDIT: &str = "/dashboard/test/withdrawals/automatic/edit";
/// What one payment brings, in micro-units, and what is withdrawn at least.
const PAYMENT: i64 = 3_000_000;
const MINIMUM: &str = "5";
const PAYMENTS_AT_ONCE: usize = 6;
const LONGEST_LIFE_MS: u64 = 1_500;

#[test]
fn killing_a_server_on_sqlite_withdraws_every_payment_once() {
    kill(Engine::Sqlite, repetitions(12, 150));
}

#[test]
fn killing_a_server_on_postgresql_withdraws_every_payment_once() {
    kill(Engine::Postgres, repetitions(6, 60));
}

fn kill(engine: Engine, kills: usize) {
    let mut luck = Luck::new("killing the server that withdraws");
    let mut server = Server::start(engine);
    let account = register(&server.sandbox(), "brl_pix");
    led(&demo(&server).fill(EDIT, EDIT, &[("to", &account), ("amount", MINIMUM)]));
    let mut paid = 0;
    for number in 0..kills {
        paid += pay(&server.sandbox(), number);
        // A server that dies at any moment of its work; there is nothing to wait for.
        std::thread::sleep(Duration::from_millis(luck.up_to(LONGEST_LIFE_MS) as u64));
        server.kill();
        server.restart();
    }
    let ask = |sql: &str| server.database().number(server.data(), sql);
    eventually("every payment is collected", || {
        (ask("select count(*) from incoming_payments where status <> 'collected'") == 0).then_some(())
    });
    assert_eq!(ask("select count(*) from incoming_payments") * PAYMENT, paid);
    let withdrawn = "select cast(coalesce(sum(t.amount), 0) as bigint) from external_transfers c
                     join transactions t on t.id = c.id where c.automatic = 1";
    let waiting = "select collected from automatic_withdrawals";
    eventually("what is enough is withdrawn", || (ask(withdrawn) + ask(waiting) == paid).then_some(()));
    assert!(ask(waiting) < 5_000_000, "what is left is not enough");
    server.assert_books_balance();
}

/// Payments at about the same time. One that was not acknowledged is sent again, and comes in once.
fn pay(sandbox: &Client, number: usize) -> i64 {
    for payment in 0..PAYMENTS_AT_ONCE {
        let key = format!("payment {number}.{payment}");
        let body = json!({ "amount": "3.00" });
        let reply = sandbox.post_once("/simulate/inbound_transfers", &key.replace(' ', "-"), &body);
        assert_eq!(reply.status, 200, "{reply:?}");
    }
    PAYMENTS_AT_ONCE as i64 * PAYMENT
}
