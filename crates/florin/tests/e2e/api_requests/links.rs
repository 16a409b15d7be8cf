//! From objects to the request that created them and to the webhooks that told of them, and back.

use serde_json::Value;
use testkit::patience::eventually;

use super::{item, page_of, place_of, rows};
use crate::support::pages::{demo, led, open, says, silent};
use crate::support::{
    Browser, Client, Engine, Reply, Server, bank_account, deposit, external_wallet, items_of, settled, text,
};

testkit::on_both_engines!(every_object_leads_to_its_request_and_deliveries_and_back);

testkit::on_sqlite_daily!(what_no_program_made_has_no_such_links);

const NEW: &str = "/dashboard/test/webhooks/new";

fn endpoint(owner: &Browser) -> String {
    led(&owner.fill(
        NEW,
        NEW,
        &[("url", "https://hooks.example.com/florin"), ("description", ""), ("events", "all")],
    ))
}

/// The links of a page to deliveries.
fn deliveries(page: &Reply) -> Vec<String> {
    rows(page).into_iter().filter(|href| href.contains("/deliveries/")).collect()
}

/// The page of an object leads to its request and to deliveries, and both of them lead back.
#[track_caller]
fn check(owner: &Browser, made: &Reply, place: &str, object: &str) {
    let (request, page) = (page_of(owner, made), open(owner, place));
    says(&page, &format!("href=\"{}\"", place_of(made)));
    let told = deliveries(&page);
    assert!(!told.is_empty(), "{place} leads to no delivery");
    for delivery in told {
        let delivery = open(owner, &delivery);
        says(&delivery, object);
        says(&delivery, &format!("/{object}\""));
    }
    says(&request, &format!("/{}\"", made.id()));
    let list = open(owner, &format!("/dashboard/test/api_requests?q={}", made.id()));
    assert_eq!(rows(&list).last(), Some(&place_of(made)), "{place}");
}

fn made(client: &Client, path: &str, body: &Value) -> Reply {
    let made = client.post(path, body);
    assert_eq!(made.status, 200, "{made:?}");
    made
}

fn every_object_leads_to_its_request_and_deliveries_and_back(engine: Engine) {
    let server = Server::start(engine);
    let (owner, sandbox) = (demo(&server), server.sandbox());
    endpoint(&owner);
    let at = |path: &str| format!("/dashboard/test/{path}");
    let payout = made(&sandbox, "/payouts", &item("ada@example.com"));
    settled(&sandbox, &payout.json());
    let paid = &items_of(&sandbox, &payout.json())[0];
    let (item, recipient) = (text(paid, "id"), text(paid, "recipient_id"));
    check(&owner, &payout, &at(&format!("payouts/{}", payout.id())), &payout.id());
    check(&owner, &payout, &at(&format!("transactions/{item}")), item);
    // Payout, item and recipient lead to each other.
    says(&open(&owner, &at(&format!("payouts/{}", payout.id()))), &at(&format!("transactions/{item}")));
    let transaction = open(&owner, &at(&format!("transactions/{item}")));
    says(&transaction, &at(&format!("payouts/{}", payout.id())));
    says(&transaction, &at(&format!("recipients/{recipient}")));
    says(&open(&owner, &at(&format!("recipients/{recipient}"))), &at(&format!("transactions/{item}")));
    let known = made(&sandbox, "/recipients", &serde_json::json!({ "email": "bob@example.com" }));
    check(&owner, &known, &at(&format!("recipients/{}", known.id())), &known.id());
    let bank = made(&sandbox, "/bank_accounts", &bank_account("mxn_spei"));
    check(&owner, &bank, &at(&format!("bank_accounts/{}", bank.id())), &bank.id());
    let wallet = made(&sandbox, "/external_wallets", &external_wallet(rules::account::Mode::Test));
    check(&owner, &wallet, &at(&format!("external_wallets/{}", wallet.id())), &wallet.id());
    let terms = serde_json::json!({ "bank_account_id": bank.id(), "amount": "100" });
    for section in ["deposits", "withdrawals"] {
        let transfer = made(&sandbox, &format!("/{section}"), &terms);
        for section in [section, "transactions"] {
            check(&owner, &transfer, &at(&format!("{section}/{}", transfer.id())), &transfer.id());
        }
    }
    let inbound = made(&sandbox, "/simulate/inbound_transfers", &serde_json::json!({ "amount": "5.00" }));
    check(&owner, &inbound, &at(&format!("transactions/{}", inbound.id())), &inbound.id());
    // A delivery leads to the request as well.
    let page = open(&owner, &at(&format!("payouts/{}", payout.id())));
    says(&open(&owner, &deliveries(&page)[0]), &place_of(&payout));
}

fn what_no_program_made_has_no_such_links(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let add = "/dashboard/test/recipients/new";
    let place = led(&owner.fill(add, add, &[("email", "ada@example.com"), ("nickname", "Ada")]));
    silent(&open(&owner, &place), "API and webhooks");
    // An endpoint that was added later was told nothing of it; a deposit after that is told of.
    endpoint(&owner);
    silent(&open(&owner, &place), "API and webhooks");
    let sandbox = server.sandbox();
    let bank = sandbox.post("/bank_accounts", &bank_account("mxn_spei")).id();
    let announced = deposit(&sandbox, &bank, "100");
    let page = eventually("the deposit is logged", || {
        let page = open(&owner, &format!("/dashboard/test/deposits/{}", text(&announced, "id")));
        page.body.contains("Created by API request").then_some(page)
    });
    assert!(!deliveries(&page).is_empty());
}
