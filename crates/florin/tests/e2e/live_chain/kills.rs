//! Servers that are killed while they send: every withdrawal is paid once, or its money is back.

use serde_json::json;
use testkit::soak::repetitions;

use super::tour::{ended, withdraw};
use super::world::{
    FLOAT, Node, USDC, address_of, authorized, checksummed, is_well, make_due, metric, treasury,
    until_balance_is,
};
use crate::support::pages::count;
use crate::support::{Client, Engine, Luck, Server, balance, eventually};

const PAYEE: &str = "0x00000000000000000000000000000000000c0c0c";

testkit::on_both_engines!(killed_at_any_moment_it_pays_once);

#[test]
fn two_servers_at_once_both_send_and_pay_once() {
    let node = Node::start();
    let (mut server, first) = node.watched_server(Engine::Postgres);
    let (other, second) = node.second_watched(&server);
    let live = server.live();
    node.pay(&address_of(&live), 1_000 * USDC);
    until_balance_is(&live, "1000.00");
    is_well(&node, &server);
    let sends = |admin: &Client| metric(admin, "florin_chain_sends_total").unwrap_or(0);
    let before = (sends(&first), sends(&second));
    let mut all = Vec::new();
    // Something new is due in each round of either.
    eventually("both have sent", || {
        all.push(withdraw(&live, PAYEE, "2.00"));
        make_due(&server);
        let are_both = sends(&first) > before.0 && sends(&second) > before.1;
        (are_both && all.len() >= 12).then_some(())
    });
    // The one that is left does the rest, what the first has begun and what comes.
    assert_eq!(server.terminate(), Some(0));
    let (live, before) = (live.at(other.live_api()), sends(&second));
    all.extend((0..5).map(|_| withdraw(&live, PAYEE, "2.00")));
    make_due(&server);
    all.iter().for_each(|withdrawal| assert_eq!(ended(&live, withdrawal)["status"], "completed"));
    assert!(sends(&second) >= before + 5, "it sent what came when it was alone");
    assert_eq!(node.has(PAYEE), all.len() as u128 * USDC);
    is_well(&node, &server);
}

fn killed_at_any_moment_it_pays_once(engine: Engine) {
    let mut luck = Luck::new("killing the server that sends");
    let node = Node::start();
    let mut server = node.server(engine);
    let key = server.new_key(server.info("email"), "live", "all");
    let client = |server: &Server| Client::new(server.info("live_api"), None).with_key(&key);
    node.pay(&address_of(&client(&server)), 200 * USDC);
    until_balance_is(&client(&server), "200.00");
    let wallet = json!({ "name": "Own", "chain": "local", "address": checksummed(PAYEE) });
    let wallet = client(&server).post("/external_wallets", &wallet).id();
    let (mut made, mut found_paying) = (Vec::new(), 0);
    let kills = repetitions(12, 25);
    for _ in 0..kills {
        let before = count(&server, "authorizations");
        for _ in 0..luck.up_to(2) {
            let new = json!({ "external_wallet_id": wallet, "amount": "2.00" });
            made.push(client(&server).post("/withdrawals", &new).id());
        }
        make_due(&server);
        // Half of the kills fall everywhere, the others shortly after an authorization, while its relay transaction is
        // made and sent.
        let is_aimed = luck.up_to(2) == 1;
        if is_aimed {
            eventually("an authorization", || (count(&server, "authorizations") > before).then_some(()));
        }
        let max_ms = if is_aimed { 40 } else { 2_500 };
        std::thread::sleep(std::time::Duration::from_millis(luck.up_to(max_ms) as u64));
        server.kill();
        found_paying += usize::from(!authorized(&server).is_empty());
        server.restart();
    }
    assert!(found_paying >= kills / 5, "only {found_paying} of {kills} kills found a payment under way");
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
