//! The first minutes of a newcomer.

use crate::support::{Engine, Server, bank_account};
use serde_json::json;

testkit::on_both_engines!(a_newcomer_gets_a_balance_a_bank_account_and_a_recipient);

fn a_newcomer_gets_a_balance_a_bank_account_and_a_recipient(engine: Engine) {
    let mut server = Server::start(engine);
    let sandbox = server.sandbox();
    let balance = sandbox.get("/balance").json();
    assert_eq!(balance["amount"], "10000.00");
    assert_eq!(balance["currency"], "USDC");
    assert_eq!(balance["chain"], "simulated");

    let created = sandbox.post("/bank_accounts", &bank_account("mxn_spei"));
    let read = sandbox.get(&format!("/bank_accounts/{}", created.id()));
    assert_eq!(created.body, read.body);

    let recipient = sandbox.post("/recipients", &json!({ "email": "Ada@Example.com", "nickname": "Ada" }));
    assert_eq!(recipient.json()["display_name"], "Ada");
    assert_eq!(recipient.json()["on_platform"], false);

    assert_eq!(server.terminate(), Some(0));
    server.restart();
    assert_eq!(server.sandbox().get(&format!("/bank_accounts/{}", created.id())).body, created.body);
}
