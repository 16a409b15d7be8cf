//! External wallets: registered with a checked address, renamed, archived for good, never moved.

use rules::account::Mode;
use serde_json::{Value, json};

use crate::support::{ADDRESS, Client, Engine, Server, external_wallet};

testkit::on_both_engines!(wallets_are_filtered_by_state, a_wallet_is_shown_as_it_was_registered,);

testkit::on_sqlite_daily!(
    a_wallet_is_on_the_chain_of_the_money,
    a_wallet_is_renamed_and_archived_for_good,
    a_repeated_request_registers_one_wallet,
    the_database_itself_keeps_a_wallet_where_it_is,
);

testkit::on_one_engine!(an_address_needs_its_checksum);

fn register(client: &Client, name: &str) -> Value {
    let mut body = external_wallet(Mode::Test);
    body["name"] = name.into();
    let reply = client.post("/external_wallets", &body);
    assert_eq!(reply.status, 200, "{reply:?}");
    reply.json()
}

fn a_wallet_is_shown_as_it_was_registered(engine: Engine) {
    let mut server = Server::start(engine);
    let wallet = register(&server.sandbox(), "Cold storage");
    let id = wallet["id"].as_str().expect("an id").to_owned();
    assert!(id.starts_with("ew_"), "{wallet}");
    let expected = json!({
        "id": id, "name": "Cold storage", "status": "active", "chain": "simulated", "address": ADDRESS,
        "created_at": wallet["created_at"],
    });
    assert_eq!(wallet, expected);
    assert_eq!(server.terminate(), Some(0));
    server.restart();
    let sandbox = server.sandbox();
    assert_eq!(sandbox.get(&format!("/external_wallets/{id}")).json(), expected);
    assert_eq!(sandbox.get("/external_wallets").json(), json!({ "data": [expected], "next_cursor": null }));
}

fn an_address_needs_its_checksum(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let small = ADDRESS.to_lowercase();
    let large = format!("0x{}", ADDRESS[2..].to_uppercase());
    let swapped = ADDRESS.replacen("aA", "Aa", 1);
    let wrong_digit = ADDRESS.replacen('6', "7", 1);
    let wrong = [
        small.as_str(),
        &large,
        &swapped,
        &wrong_digit,
        &ADDRESS[2..],
        &ADDRESS[..41],
        "0x0000000000000000000000000000000000000000",
        "vitalik.eth",
        "",
    ];
    for address in wrong.into_iter().map(Value::from).chain([Value::Null, json!(5), json!([ADDRESS])]) {
        let mut body = external_wallet(Mode::Test);
        body["address"] = address;
        let reply = sandbox.post("/external_wallets", &body);
        reply.assert_problem(400, "invalid_request");
        assert_eq!(reply.locations(), ["body.address"], "{body}");
    }
    let reply = sandbox.post("/external_wallets", &json!({ "name": "", "address": small, "memo": "x" }));
    let mut locations = reply.locations();
    locations.sort();
    assert_eq!(locations, ["body.address", "body.chain", "body.memo", "body.name"], "all at once");
    assert_eq!(sandbox.get("/external_wallets").json()["data"], json!([]));
}

fn a_wallet_is_on_the_chain_of_the_money(engine: Engine) {
    let server = Server::start(engine);
    let live = server.live();
    for (client, mode) in [(&server.sandbox(), Mode::Test), (&live, Mode::Live)] {
        let own = client.get("/balance").json()["chain"].clone();
        for chain in ["base", "ethereum", "simulated", "polygon"] {
            let mut body = external_wallet(mode);
            body["chain"] = chain.into();
            let reply = client.post("/external_wallets", &body);
            if own == chain {
                assert_eq!((reply.status, &reply.json()["chain"]), (200, &own));
            } else {
                reply.assert_problem(400, "invalid_request");
                assert_eq!(reply.locations(), ["body.chain"]);
                assert!(reply.body.contains(own.as_str().expect("a name")), "it says which: {}", reply.body);
            }
        }
        for chain in ["", "Base", "base 1", "-base"] {
            let mut body = external_wallet(mode);
            body["chain"] = chain.into();
            client.post("/external_wallets", &body).assert_problem(400, "invalid_request");
        }
    }
}

fn a_wallet_is_renamed_and_archived_for_good(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let mut wallet = register(&sandbox, "Hot");
    let path = format!("/external_wallets/{}", wallet["id"].as_str().expect("an id"));
    wallet["name"] = "Cold".into();
    assert_eq!(sandbox.patch(&path, &json!({ "name": "Cold" })).json(), wallet);
    for wrong in [
        json!({}),
        json!({ "name": "" }),
        json!({ "name": "x", "address": ADDRESS }),
        json!({ "name": "x", "chain": "simulated" }),
        json!({ "name": "x", "status": "active" }),
    ] {
        sandbox.patch(&path, &wrong).assert_problem(400, "invalid_request");
    }
    wallet["status"] = "archived".into();
    for _ in 0..3 {
        let reply = sandbox.send("POST", &format!("{path}/archive"), &[], None);
        assert_eq!((reply.status, reply.body.as_str()), (200, "{}"));
        assert_eq!(sandbox.get(&path).json(), wallet);
    }
    wallet["name"] = "Gone".into();
    assert_eq!(sandbox.patch(&path, &json!({ "name": "Gone" })).json(), wallet, "a name is only a label");
}

fn a_repeated_request_registers_one_wallet(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let body = external_wallet(Mode::Test).to_string();
    let send = |body: &str| {
        sandbox.send("POST", "/external_wallets", &[("Idempotency-Key", "wallet-1")], Some(body))
    };
    let first = send(&body);
    let again = send(&body);
    assert_eq!((again.status, &again.body), (200, &first.body));
    assert_eq!(again.header("idempotent-replayed"), Some("true"));
    send(&body.replace("Cold", "Other")).assert_problem(422, "idempotency_key_reused");
    assert_eq!(sandbox.get("/external_wallets").json()["data"].as_array().map(Vec::len), Some(1));
}

fn wallets_are_filtered_by_state(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let (kept, gone) = (register(&sandbox, "Kept"), register(&sandbox, "Gone"));
    let archive = format!("/external_wallets/{}/archive", gone["id"].as_str().expect("an id"));
    assert_eq!(sandbox.send("POST", &archive, &[], None).status, 200);
    let names = |query: &str| {
        let page = sandbox.get(&format!("/external_wallets?{query}")).json();
        let rows = page["data"].as_array().expect("data").clone();
        rows.iter().map(|row| row["name"].as_str().expect("a name").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names(""), ["Gone", "Kept"]);
    assert_eq!(names("status=active"), ["Kept"]);
    assert_eq!(names("status=archived"), ["Gone"]);
    assert_eq!(names("status=archived&status=active"), ["Gone", "Kept"]);
    let since = kept["created_at"].as_str().expect("a time");
    assert_eq!(names(&format!("created_to={since}")), [""; 0]);
    sandbox.get("/external_wallets?status=lost").assert_problem(400, "invalid_request");
    sandbox.get("/external_wallets?address=x").assert_problem(400, "invalid_request");
}

fn the_database_itself_keeps_a_wallet_where_it_is(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let wallet = register(&sandbox, "Cold");
    let path = format!("/external_wallets/{}", wallet["id"].as_str().expect("an id"));
    assert_eq!(sandbox.send("POST", &format!("{path}/archive"), &[], None).status, 200);
    for sql in [
        "update external_wallets set address = '0xde709f2102306220921060314715629080e2fb77'",
        "update external_wallets set chain = 'base'",
        "update external_wallets set account_id = 'acct_x'",
        "update external_wallets set app_id = 'app_x'",
        "update external_wallets set created_at = 1",
        "update external_wallets set id = 'ew_x'",
        "update external_wallets set status = 'active'",
        "update external_wallets set status = 'lost'",
        "delete from external_wallets",
    ] {
        assert!(server.try_execute(sql).is_err(), "{sql}");
    }
    assert_eq!(sandbox.get(&path).json()["address"], ADDRESS);
}
