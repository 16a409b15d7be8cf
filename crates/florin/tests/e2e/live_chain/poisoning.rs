//! Transfers that are made only to be seen: a user who copies an address from a list would copy that of a thief.

use serde_json::json;
use testkit::anvil::{OUTSIDER, word_of_address, word_of_number};

use super::world::{Node, USDC, address_of, checksummed, until_balance_is};
use crate::support::pages::{demo, open, says};
use crate::support::{Engine, Reply, eventually};

testkit::on_both_engines!(transfers_of_nothing_and_of_dust_are_not_shown);

/// Begins and ends as the address of a known sender.
const LOOK_ALIKE: &str = "0x7099797000000000000000000000000017dc79c8";

fn transfers_of_nothing_and_of_dust_are_not_shown(engine: Engine) {
    let node = Node::start();
    let server = node.server(engine);
    let (live, browser) = (server.live(), demo(&server));
    let address = address_of(&live);
    assert_eq!((&LOOK_ALIKE[..10], &LOOK_ALIKE[34..]), (&OUTSIDER[..10], &OUTSIDER[34..]));
    node.anvil.call("anvil_impersonateAccount", json!([LOOK_ALIKE]));
    node.anvil.set_gas_balance(LOOK_ALIKE, 10_u128.pow(18));
    node.usd.mint(&node.anvil, LOOK_ALIKE, USDC);
    node.usd.transfer(&node.anvil, LOOK_ALIKE, &address, 0);
    // No key is needed to move nothing away.
    let nothing = [word_of_address(&address), word_of_address(LOOK_ALIKE), word_of_number(0)];
    let data = node.usd.data("transferFrom(address,address,uint256)", &nothing);
    node.anvil.send(LOOK_ALIKE, &node.usd.address, &data);
    node.usd.transfer(&node.anvil, LOOK_ALIKE, &address, 9_999);
    eventually("all of that is read", || {
        let status = node.chain(&server, &["status"]);
        assert_eq!(status["well"], json!(true), "{status}");
        (status["own"] == "1000.009999").then_some(())
    });
    let pages = ["/dashboard/live", "/dashboard/live/transactions"];
    let hides_them = |page: &Reply| {
        let text = page.body.to_lowercase();
        assert!(!text.contains(LOOK_ALIKE) && !text.contains(&LOOK_ALIKE[2..18]), "{text}");
    };
    for page in pages.map(|path| open(&browser, path)) {
        hides_them(&page);
        assert!(!page.body.contains("/transactions/txn_"), "{}", page.body);
    }
    assert_eq!(live.get("/transactions").json()["data"], json!([]));

    node.pay(&address, 3 * USDC);
    until_balance_is(&live, "3.00");
    let arrived = live.get("/transactions").json()["data"].as_array().expect("a list").clone();
    assert_eq!(arrived.len(), 1, "{arrived:?}");
    let id = arrived[0]["id"].as_str().expect("an id");
    for page in pages.map(|path| open(&browser, path)) {
        hides_them(&page);
        says(&page, &format!("/transactions/{id}"));
    }
    let page = open(&browser, &format!("/dashboard/live/transactions/{id}"));
    hides_them(&page);
    says(&page, &checksummed(&address));
}
