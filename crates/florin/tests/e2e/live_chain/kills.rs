//! Servers that are killed while they send: every withdrawal is paid once, or its money is back.

use serde_json::{Value, json};

use super::tour::{ended, withdraw};
use super::world::{FLOAT, Node, USDC, address_of, checksummed, treasury, until_balance_is};
use crate::support::{Client, Engine, Luck, Server, balance, eventually};

const KILLS: usize = 25;
const PAYEE: &str = "0x00000000000000000000000000000000000c0c0c";

crate::on_both_engines!(killed_at_any_moment_it_pays_once,);

#[test]
fn two_servers_at_once_pay_once() {
    let node = Node::start();
    let server = node.server(Engine::Postgres);
    let live = server.live();
    node.pay(&address_of(&live), 100 * USDC);
    until_balance_is(&live, "100.00");
    let _second = server.second_process();
    let all: Vec<Value> = (0..12).map(|_| withdraw(&live, PAYEE, "2.00")).collect();
    all.iter().for_each(|withdrawal| assert_eq!(ended(&live, withdrawal)["status"], "completed"));
    assert_eq!(node.has(PAYEE), 12 * USDC);
    is_well(&node, &server);
}

fn killed_at_any_moment_it_pays_once(engine: Engine) {
    let mut luck = Luck::new("killing the server that sends");
    let node = Node::start();
    let mut server = node.server(engine);
    let key = server.new_key(server.info("email"), "live", "all");
    let client = |server: &Server| Client::new(server.info("base_url"), None).with_key(&key);
    node.pay(&address_of(&client(&server)), 200 * USDC);
    until_balance_is(&client(&server), "200.00");
    let wallet = json!({ "name": "Own", "chain": "local", "address": checksummed(PAYEE) });
    let wallet = client(&server).post("/external_wallets", &wallet).id();
    let mut made = Vec::new();
    for _ in 0..KILLS {
        for _ in 0..luck.up_to(2) {
            let new = json!({ "external_wallet_id": wallet, "amount": "2.00" });
            made.push(client(&server).post("/withdrawals", &new).id());
        }
        // Withdrawals can be called back for a while, and rounds take some time: kills fall everywhere.
        std::thread::sleep(std::time::Duration::from_millis(luck.up_to(2_500) as u64));
        server.kill();
        server.restart();
    }
    let live = client(&server);
    for id in &made {
        assert_eq!(ended(&live, &json!({ "id": id }))["status"], "completed");
    }
    assert_eq!(node.has(PAYEE), made.len() as u128 * USDC, "each once");
    let left = 200 - 2 * made.len();
    assert_eq!(balance(&live), format!("{left}.00"));
    is_well(&node, &server);
    let fees = made.len() as u128 * USDC;
    assert_eq!(node.has(&treasury()), FLOAT + (left as u128) * USDC + fees, "what is not owed are fees");
}

/// Nothing differs, and nothing is open.
fn is_well(node: &Node, server: &Server) {
    eventually("all is swept and confirmed", || {
        let status = node.chain(server, &["status"]);
        assert_eq!((&status["well"], &status["differences"]), (&json!(true), &json!([])), "{status}");
        (status["unconfirmed"] == 0 && status["deposit_addresses"] == "0.00").then_some(())
    });
    server.assert_books_balance();
}
