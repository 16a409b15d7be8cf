//! The whole tour on live accounts: USDC arrives from an outside wallet, is paid to three people, one of them claims it
//! and withdraws it to a wallet of their own.

use serde_json::{Value, json};

use super::world::{FLOAT, Node, USDC, address_of, checksummed, is_well, treasury, until_balance_is};
use crate::people::PASSWORD;
use crate::support::{
    Browser, Client, Engine, Server, balance, email_to, eventually, items_of, pay_and_settle,
};

testkit::on_both_engines!(live_money_comes_in_is_paid_out_claimed_and_withdrawn);

const WALLET: &str = "0x00000000000000000000000000000000000b0b0b";

/// Waits until a withdrawal is over, and answers with it.
pub fn ended(live: &Client, withdrawal: &Value) -> Value {
    let path = format!("/withdrawals/{}", withdrawal["id"].as_str().expect("an id"));
    eventually("the withdrawal is over", || {
        let now = live.get(&path).json();
        matches!(now["status"].as_str(), Some("completed" | "failed")).then_some(now)
    })
}

pub fn withdraw(live: &Client, to: &str, amount: &str) -> Value {
    let wallet = json!({ "name": "Own", "chain": "local", "address": checksummed(to) });
    let wallet = live.post("/external_wallets", &wallet).id();
    let made = live.post("/withdrawals", &json!({ "external_wallet_id": wallet, "amount": amount }));
    assert_eq!(made.status, 200, "{made:?}");
    made.json()
}

/// A claim as a newcomer makes it, and their key.
fn claims(server: &Server, email: &str) -> Client {
    let letter = email_to(server.origin(), email, "claim");
    let (browser, link) = (Browser::new(server.origin()), &letter.links[0]);
    let claimed = browser.fill(link, &format!("{link}/join"), &[("name", "Ann"), ("password", PASSWORD)]);
    assert_eq!(claimed.header("location"), Some("/dashboard/live"), "{claimed:?}");
    let key = server.new_key(email, "live", "all");
    server.live().with_key(&key)
}

fn live_money_comes_in_is_paid_out_claimed_and_withdrawn(engine: Engine) {
    let node = Node::start();
    let server = node.server(engine);
    let live = server.live();
    assert_eq!(server.sandbox().get("/balance").json()["chain"], "simulated");
    let address = address_of(&live);
    node.pay(&address, 100 * USDC);
    until_balance_is(&live, "100.00");

    let arrived = &live.get("/transactions").json()["data"][0];
    assert_eq!((&arrived["type"], &arrived["status"]), (&json!("inbound_transfer"), &json!("completed")));
    let told = &arrived["transfer_instructions"];
    assert_eq!(
        (&told["type"], &told["chain"], &told["address"]),
        (&json!("crypto"), &json!("local"), &json!(address))
    );
    assert_eq!(arrived["onchain_transactions"][0]["status"], "confirmed");

    let people = [("ann@example.com", "30"), ("bob@example.com", "20"), ("cem@example.com", "10")];
    let payout = pay_and_settle(&live, &people);
    assert!(items_of(&live, &payout).iter().all(|item| item["status"] == "pending_claim"));
    assert_eq!(balance(&live), "40.00");
    let ann = claims(&server, "ann@example.com");
    assert_eq!(balance(&ann), "30.00");

    let withdrawal = withdraw(&ann, WALLET, "25.50");
    assert_eq!(withdrawal["fee_breakdown"]["total"], "1.00");
    let done = ended(&ann, &withdrawal);
    assert_eq!(done["status"], "completed", "{done}");
    assert_eq!(node.has(WALLET), 24_500_000, "exactly what was said");
    let hash = done["onchain_transactions"][0]["hash"].as_str().expect("a hash");
    let receipt = node.anvil.call("eth_getTransactionReceipt", json!([hash]));
    assert_eq!(receipt["status"], "0x1");
    assert_eq!(balance(&ann), "4.50");

    // What came was swept to the treasury, and all is where it should be.
    eventually("it is swept", || (node.has(&address) == 0).then_some(()));
    assert_eq!(node.has(&treasury()), FLOAT + 100 * USDC - 24_500_000);
    eventually("books and chain match", || {
        let status = node.chain(&server, &["status"]);
        assert_eq!((&status["well"], &status["differences"]), (&json!(true), &json!([])), "{status}");
        (status["owed"] == "75.50" && status["own"] == "1000.00" && status["unconfirmed"] == 0).then_some(())
    });
    is_well(&node, &server);
}
