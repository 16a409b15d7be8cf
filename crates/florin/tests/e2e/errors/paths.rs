//! Addresses, ids and methods that do not exist.

use std::collections::{BTreeMap, BTreeSet};

use super::sockets::answers;
use crate::support::{
    Client, Engine, Reply, Server, bank_account, external_wallet, items_of, pay_and_settle,
};
use rules::account::Mode;
use serde_json::json;
use web::{BASES, ENDPOINTS};

testkit::on_one_engine!(
    an_address_that_does_not_exist_is_not_found,
    what_is_no_id_is_not_found_in_the_words_of_an_unknown_id,
    an_address_takes_its_own_methods_and_names_them,
    an_unknown_query_parameter_is_refused_everywhere,
);

fn an_address_that_does_not_exist_is_not_found(engine: Engine) {
    let server = Server::start(engine);
    let paths = [
        "/nothing",
        "/v1",
        "/v1/",
        "/V1/balance",
        "/v2/balance",
        "/v1/balance/",
        "/v1//balance",
        "//v1/balance",
        "/v1/Balance",
        "/v1/balance%20",
        "/v1/balance%00",
        "/v1/balance%2f",
        "/v1/%2e%2e/v1/balance",
        "/v1/../v1/balance",
        "/v1/./balance",
        "/v1/bank_accounts/",
        "/v1/bank_accounts/x/",
        "/v1/bank_accounts/x/y",
        "/v1/bank_accounts/x/archive/",
        "/v1/bank_accounts/x/archive/y",
        "/v1/recipients/x/archive",
        "/v1/webhooks",
        "/v1/simulate",
        "/v1/simulate/clock",
        "/v1/simulate/inbound_transfers",
        "/v1/simulate/payout_items/txn_01kdvq3y5cf2ab6ngnm3hcrkve/claim",
        "/sandbox/v1/simulate",
        "/sandbox/v1/simulate/deposits",
        "/v1/payouts/x/items/",
        "/v1/payouts/x/items/y/claim",
        "/v1/transactions/x/cancel",
        "/sandbox",
        "/sandbox/",
        "/sandbox/v1",
        "/sandbox/v2/balance",
        "/sandbox/sandbox/v1/balance",
        "/sandbox/v1/v1/balance",
        "/errors",
        "/errors/",
        "/errors/nothing",
        "/errors/not_found/more",
        "/errors/NOT_FOUND",
        "/errors/%00",
        "/errors/%ff",
        "/errors/%E2%80%AE",
        "/errors/..%2fnot_found",
        "/docs/nothing",
        "/healthz/",
        "/openapi.yaml",
        "/.env",
        "/.git/config",
        "/index.html",
        "/favicon.icon",
        "/%ff",
        "/%00",
        "/%",
        "/*",
    ];
    let anyone = server.anyone();
    for client in [&anyone, &anyone.with_key(server.info("test_key"))] {
        for path in paths {
            let reply = client.get(path);
            assert_eq!(reply.status, 404, "{path}: {reply:?}");
            reply.assert_problem(404, "not_found");
        }
    }
}

fn what_is_no_id_is_not_found_in_the_words_of_an_unknown_id(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let account = sandbox.post("/bank_accounts", &bank_account("brl_pix")).id();
    let wallet = sandbox.post("/external_wallets", &external_wallet(Mode::Test)).id();
    let recipient = sandbox.post("/recipients", &json!({ "email": "ada@example.com" })).id();
    let paid = pay_and_settle(&sandbox, &[("ada@example.com", "1.00")]);
    let payout = paid["id"].as_str().expect("an id").to_owned();
    let item = items_of(&sandbox, &paid)[0]["id"].as_str().expect("an id").to_owned();
    let cross =
        |path: &str| sandbox.post(path, &json!({ "bank_account_id": account, "amount": "9.00" })).id();
    let (deposit, withdrawal) = (cross("/deposits"), cross("/withdrawals"));
    for (noun, own, other) in [
        ("bank_accounts", &account, &recipient),
        ("external_wallets", &wallet, &account),
        ("recipients", &recipient, &account),
        ("payouts", &payout, &item),
        ("transactions", &item, &payout),
        ("simulate/payout_items", &item, &payout),
        ("deposits", &deposit, &withdrawal),
        ("withdrawals", &withdrawal, &deposit),
        ("simulate/deposits", &deposit, &withdrawal),
        ("simulate/withdrawals", &withdrawal, &item),
    ] {
        let unknown = format!("{}_00000000000000000000000000", own.split_once('_').expect("a prefix").0);
        let expected = ask(&sandbox, noun, &unknown);
        let ids = [
            other.clone(),
            own.to_uppercase(),
            own[..own.len() - 1].to_owned(),
            format!("{own}0"),
            format!("{own}."),
            format!("{own}%00"),
            format!("{own}%20"),
            format!("%20{own}"),
            format!("{own}%0a"),
            format!("{own};v=1"),
            own.replace('_', "-"),
            own.split_once('_').expect("a prefix").1.to_owned(),
            "x".to_owned(),
            "0".to_owned(),
            "-1".to_owned(),
            "null".to_owned(),
            "*".to_owned(),
            "%".to_owned(),
            "..".to_owned(),
            "%2e%2e".to_owned(),
            "%2e%2e%2fbalance".to_owned(),
            "%00".to_owned(),
            "%ff%fe".to_owned(),
            "%E2%80%AE".to_owned(),
            "%F0%9F%99%82".to_owned(),
            "{id}".to_owned(),
            "'%20or%20'1'='1".to_owned(),
            "1;drop%20table%20recipients".to_owned(),
            "x".repeat(10_000),
        ];
        for id in ids {
            assert_eq!(ask(&sandbox, noun, &id), expected, "{noun}/{id}");
        }
    }
}

/// Everything that can be asked of one id, as answers without their request ids.
fn ask(client: &Client, noun: &str, id: &str) -> Vec<String> {
    let path = format!("/{noun}/{id}");
    let post = |below: &str| client.send("POST", &format!("{path}/{below}"), &[], None);
    let get = |below: &str| client.get(&format!("{path}{below}"));
    let replies = match noun {
        "bank_accounts" | "external_wallets" => {
            vec![get(""), client.patch(&path, &json!({ "name": "Rent" })), post("archive")]
        }
        "recipients" => vec![get(""), client.patch(&path, &json!({ "nickname": "Ada" }))],
        "payouts" => {
            let item = "txn_01kdvq3y5cf2ab6ngnm3hcrkve";
            let of_item = [get(&format!("/items/{item}")), post(&format!("items/{item}/cancel"))];
            [vec![get(""), get("/items"), post("cancel")], of_item.into()].concat()
        }
        "transactions" => vec![get("")],
        "simulate/payout_items" => vec![post("claim")],
        "deposits" | "withdrawals" => vec![get(""), post("cancel")],
        "simulate/deposits" | "simulate/withdrawals" => {
            vec![client.post(&path, &json!({ "event": "failed" }))]
        }
        other => panic!("nothing is known of {other}"),
    };
    for reply in &replies {
        reply.assert_problem(404, "not_found");
    }
    replies.iter().map(Reply::without_request_id).collect()
}

fn an_address_takes_its_own_methods_and_names_them(engine: Engine) {
    let server = Server::start(engine);
    let mut allowed: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for (base, mode) in BASES {
        for endpoint in ENDPOINTS.into_iter().filter(|endpoint| endpoint.is_in(mode)) {
            let path = format!("{base}{}", endpoint.path.replace("{id}", "x").replace("{item_id}", "y"));
            allowed.entry(path).or_default().insert(endpoint.method.name());
        }
    }
    for page in [
        "/healthz",
        "/readyz",
        "/openapi.json",
        "/docs",
        "/docs/payouts",
        "/docs/search",
        "/errors/not_found",
    ] {
        allowed.entry(page.to_owned()).or_default().insert("GET");
    }
    // Simulations are for the sandbox alone.
    assert_eq!(allowed.len(), 2 * 25 + 5 + 7);
    let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW", "get", "PROPFIND"];
    for (path, allowed) in allowed {
        let mut expected = allowed.clone();
        if allowed.contains("GET") {
            expected.insert("HEAD");
        }
        for method in methods.into_iter().filter(|method| !allowed.contains(method)) {
            let request = format!("{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
            let replies = answers(&server, request.as_bytes());
            let [reply] = &replies[..] else { panic!("{method} {path}: {replies:?}") };
            assert_eq!(reply.status, 405, "{method} {path}: {reply:?}");
            reply.assert_problem(405, "method_not_allowed");
            let named = reply.header("allow").expect("an Allow header");
            let named: BTreeSet<&str> = named.split(',').map(str::trim).collect();
            assert_eq!(named, expected, "{method} {path}");
        }
    }
}

fn an_unknown_query_parameter_is_refused_everywhere(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let account = sandbox.post("/bank_accounts", &bank_account("brl_pix")).id();
    let recipient = sandbox.post("/recipients", &json!({ "email": "ada@example.com" })).id();
    for endpoint in ENDPOINTS {
        let id = if endpoint.path.starts_with("/recipients") { &recipient } else { &account };
        let path = endpoint.path.replace("{id}", id).replace("{item_id}", id);
        // Not even the body is looked at, so none is needed.
        for (query, place) in
            [("debug=1", "query.debug"), ("page_size[]=1", "query.page_size[]"), ("=1", "query.")]
        {
            let reply = sandbox.send(endpoint.method.name(), &format!("{path}?{query}"), &[], None);
            super::assert_only(&reply, place);
        }
    }
    assert_eq!(sandbox.get(&format!("/bank_accounts/{account}")).json()["status"], "active");
}
