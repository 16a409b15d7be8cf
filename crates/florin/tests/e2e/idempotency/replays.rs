//! The first answer again: however the request is spelled, whatever happened since, on every POST.

use rules::account::Mode;
use serde_json::{Value, json};
use web::{ENDPOINTS, Method};

use super::{assert_fresh, assert_replay, assert_reused, bank_accounts, spei};
use crate::support::{Client, Engine, Server, bank_account, external_wallet, items_of, pay_and_settle};

testkit::on_both_engines!(
    the_same_json_spelled_otherwise_is_the_same_request,
    any_other_json_is_refused_and_nothing_is_made,
    the_first_answer_comes_back_byte_for_byte_whatever_happened_since,
    every_post_honours_the_key,
);

fn the_same_json_spelled_otherwise_is_the_same_request(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let spellings = [
        r#"{"name":"Payroll/1","currency":"MXN","payment_rail":"mxn_spei",
            "mxn_spei":{"beneficiary_name":"José","spei_clabe":"032180000118359719"}}"#,
        r#"{"mxn_spei":{"spei_clabe":"032180000118359719","beneficiary_name":"José"},
            "payment_rail":"mxn_spei","currency":"MXN","name":"Payroll/1"}"#,
        "\t{ \"name\" :\r\n\"Payroll/1\" , \"currency\":\"MXN\",\"payment_rail\":\"mxn_spei\", \
         \"mxn_spei\" : { \"beneficiary_name\" : \"José\" , \"spei_clabe\":\"032180000118359719\" } }\n\n",
        r#"{"n\u0061me":"\u0050ayroll\/1","currency":"MXN","payment_rail":"mxn_spei",
            "mxn_spei":{"beneficiary_name":"Jos\u00E9","spei_clabe":"\u0030\u00332180000118359719"}}"#,
        r#"{"currency":"\u004dXN","mxn_spei":{"beneficiary_name":"Jos\u00e9","spei_clabe":"032180000118359719"},
            "name":"Payroll\u002F1","payment_rail":"mxn\u005fspei"}"#,
    ];
    let ask = |body: &str| sandbox.send("POST", "/bank_accounts", &[("Idempotency-Key", "same")], Some(body));
    let first = ask(spellings[0]);
    assert_fresh(&first);
    for spelling in spellings {
        assert_replay(&ask(spelling), &first);
    }
    assert_eq!(bank_accounts(&sandbox).len(), 1);
}

fn any_other_json_is_refused_and_nothing_is_made(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let first = sandbox.post_once("/bank_accounts", "other", &spei("Payroll"));
    let mut other_beneficiary = spei("Payroll");
    other_beneficiary["mxn_spei"]["beneficiary_name"] = json!("Ada  Lovelace");
    let mut other_number = spei("Payroll");
    other_number["mxn_spei"]["spei_clabe"] = json!("012180007788996651");
    let others =
        [spei("payroll"), spei("Payroll2"), other_beneficiary, other_number, bank_account("eur_sepa")];
    for other in others {
        assert_reused(&sandbox.post_once("/bank_accounts", "other", &other), &first.id());
    }
    assert_eq!(bank_accounts(&sandbox), [first.json()]);

    let first = sandbox.post_once("/recipients", "other", &json!({ "email": "ada@example.com" }));
    for other in [
        json!({ "email": "ada@example.com", "nickname": "Countess" }),
        json!({ "email": "ada@example.com", "nickname": "" }),
        json!({ "email": "Ada@example.com" }),
        json!({ "email": "grace@example.com" }),
    ] {
        assert_reused(&sandbox.post_once("/recipients", "other", &other), &first.id());
    }
    let recipients = sandbox.get("/recipients").json();
    assert_eq!(recipients["data"], json!([first.json()]));
}

fn the_first_answer_comes_back_byte_for_byte_whatever_happened_since(engine: Engine) {
    let mut server = Server::start(engine);
    let archive = |client: &Client, id: &str| {
        client.send("POST", &format!("/bank_accounts/{id}/archive"), &[("Idempotency-Key", "gone")], None)
    };
    let create = |client: &Client| client.post_once("/bank_accounts", "made", &spei("Before"));
    let ada = json!({ "email": "ada@example.com", "nickname": "Before" });
    let invite = |client: &Client| client.post_once("/recipients", "made", &ada);

    let sandbox = server.sandbox();
    let (made, invited) = (create(&sandbox), invite(&sandbox));
    let archived = archive(&sandbox, &made.id());
    [&made, &invited, &archived].into_iter().for_each(assert_fresh);
    let account_path = format!("/bank_accounts/{}", made.id());
    let recipient_path = format!("/recipients/{}", invited.id());
    sandbox.patch(&account_path, &json!({ "name": "After" }));
    sandbox.patch(&recipient_path, &json!({ "nickname": "After" }));
    let (account, recipient) = (sandbox.get(&account_path), sandbox.get(&recipient_path));
    assert_eq!((&account.json()["name"], &account.json()["status"]), (&json!("After"), &json!("archived")));
    assert_eq!(recipient.json()["nickname"], "After");

    for stop in [None, Some(Server::terminate as fn(&mut Server) -> Option<i32>), Some(killed)] {
        if let Some(stop) = stop {
            stop(&mut server);
            server.restart();
        }
        let sandbox = server.sandbox();
        assert_replay(&create(&sandbox), &made);
        assert_replay(&invite(&sandbox), &invited);
        assert_replay(&archive(&sandbox, &made.id()), &archived);
        // Telling it again is all that happened.
        assert_eq!(sandbox.get(&account_path).body, account.body);
        assert_eq!(sandbox.get(&recipient_path).body, recipient.body);
    }
}

fn killed(server: &mut Server) -> Option<i32> {
    server.kill();
    None
}

/// A request for a POST endpoint, which needs what `sandbox` can make.
fn request(sandbox: &Client, path: &str) -> (String, Option<Value>) {
    match path {
        "/bank_accounts" => (path.to_owned(), Some(spei("Any"))),
        "/bank_accounts/{id}/archive" => {
            let id = sandbox.post("/bank_accounts", &spei("To archive")).id();
            (path.replace("{id}", &id), None)
        }
        "/external_wallets" => (path.to_owned(), Some(external_wallet(Mode::Test))),
        "/external_wallets/{id}/archive" => {
            let id = sandbox.post("/external_wallets", &external_wallet(Mode::Test)).id();
            (path.replace("{id}", &id), None)
        }
        "/recipients" => (path.to_owned(), Some(json!({ "email": "ada@example.com" }))),
        "/payouts" => {
            (path.to_owned(), Some(json!({ "items": [{ "email": "ada@example.com", "amount": "1.00" }] })))
        }
        "/payouts/{id}/cancel"
        | "/payouts/{id}/items/{item_id}/cancel"
        | "/simulate/payout_items/{id}/claim" => {
            let payout = pay_and_settle(sandbox, &[("grace@example.com", "1.00")]);
            let item = items_of(sandbox, &payout)[0]["id"].as_str().expect("an id").to_owned();
            let payout = payout["id"].as_str().expect("an id");
            let id = if path.starts_with("/simulate/") { &item } else { payout };
            (path.replace("{id}", id).replace("{item_id}", &item), None)
        }
        "/quotes" => {
            let quote = json!({
                "direction": "deposit", "currency": "BRL", "amount": "5.00", "amount_side": "source" });
            (path.to_owned(), Some(quote))
        }
        "/deposits" | "/withdrawals" => (path.to_owned(), Some(external_transfer(sandbox))),
        "/deposits/{id}/cancel" | "/simulate/deposits/{id}" => {
            let id = sandbox.post("/deposits", &external_transfer(sandbox)).id();
            let event = path.starts_with("/simulate/").then(|| json!({ "event": "received" }));
            (path.replace("{id}", &id), event)
        }
        "/withdrawals/{id}/cancel" | "/simulate/withdrawals/{id}" => {
            let id = sandbox.post("/withdrawals", &external_transfer(sandbox)).id();
            let event = path.starts_with("/simulate/").then(|| json!({ "event": "returned" }));
            (path.replace("{id}", &id), event)
        }
        "/simulate/inbound_transfers" => (path.to_owned(), Some(json!({ "amount": "7.00" }))),
        "/simulate/clock" => (path.to_owned(), Some(json!({ "advance_seconds": 60 }))),
        new => panic!("POST {new} is new: say here what it takes, so that its Idempotency-Key is tested"),
    }
}

/// A deposit from, or a withdrawal to, a new bank account.
fn external_transfer(sandbox: &Client) -> Value {
    let account = sandbox.post("/bank_accounts", &spei("Other side")).id();
    json!({ "bank_account_id": account, "amount": "20.00" })
}

fn every_post_honours_the_key(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    // A dry run does nothing that could be done twice: it says what is true now.
    let posts = ENDPOINTS.iter().filter(|endpoint| endpoint.method == Method::Post && !endpoint.is_dry_run());
    for endpoint in posts {
        let (path, body) = request(&sandbox, endpoint.path);
        let body = body.map(|body| body.to_string());
        let ask = || sandbox.send("POST", &path, &[("Idempotency-Key", "every")], body.as_deref());
        let first = ask();
        assert_fresh(&first);
        for _ in 0..2 {
            assert_replay(&ask(), &first);
        }
    }
}
