//! A server with the chattiest log an operator would turn on, and people who use it well and badly.

use std::path::PathBuf;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::canaries::{ACCOUNT_NAME, NICKNAME, RECIPIENT, REFERENCE, bodies, refused_bodies, secrets_in};
use crate::support::{Client, Database, Dev, Engine, canary, florin, own_ip, raw, raw_reply, run, settled};

pub struct Installation {
    folder: TempDir,
    database: Database,
    admin: String,
    florin: Dev,
}

impl Installation {
    pub fn start(engine: Engine) -> Installation {
        let folder = tempfile::tempdir().expect("a folder");
        let database = Database::create(engine);
        let admin = format!("{}:9464", own_ip());
        let mut command = Dev::command(&folder.path().join("data"), database.url());
        command.args(["--log", "debug", "--admin-listen", &admin]);
        Installation { florin: Dev::start(command), folder, database, admin }
    }

    pub fn database(&self) -> &Database {
        &self.database
    }

    pub fn florin(&self) -> &Dev {
        &self.florin
    }

    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    pub fn metrics(&self) -> String {
        let request = format!("GET /metrics HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.admin);
        raw_reply(&format!("http://{}", self.admin), request.as_bytes()).body
    }

    pub fn stop_and_read_log(self) -> String {
        let ended = self.florin.process.end("TERM");
        assert_eq!(ended.code, Some(0));
        ended.stderr
    }

    /// All kinds of requests, and every secret that was in them.
    pub fn traffic(&self) -> Vec<String> {
        let sandbox = self.florin.sandbox();
        let mut secrets = self.new_credentials();
        let live = Client::new(self.florin.info("live_api"), None).with_key(&secrets[0]);
        for client in [&sandbox, &live] {
            for (number, body) in bodies().iter().enumerate() {
                self.use_well(client, number, body);
            }
        }
        for body in bodies() {
            withdraw(&sandbox, &body);
        }
        self.pay(&sandbox);
        self.use_badly(&sandbox, &secrets[0]);
        let file = std::fs::read_to_string(self.data().join("secrets")).expect("the server's own secrets");
        secrets.push(file.trim().split(':').next_back().expect("a version and a secret").to_owned());
        secrets.extend([self.florin.info("password"), self.florin.info("test_key")].map(str::to_owned));
        secrets.extend(secrets_in(&bodies()));
        // A key is as good without the prefix that all keys share.
        let cores = secrets.iter().filter_map(|secret| secret.rsplit_once("e_").or(secret.rsplit_once("t_")));
        let cores: Vec<String> = cores.map(|(_, core)| core.to_owned()).collect();
        secrets.extend(cores);
        secrets
    }

    /// Money that is announced from each bank account, and comes.
    pub fn deposits(&self) {
        let sandbox = self.florin.sandbox();
        for body in bodies() {
            let from = sandbox.post("/bank_accounts", &body).id();
            let announced = json!({ "bank_account_id": from, "amount": "5000.00" });
            let id = sandbox.post_once("/deposits", &from, &announced).id();
            let received = json!({ "event": "received", "bank_reference": REFERENCE });
            sandbox.post(&format!("/simulate/deposits/{id}"), &received).id();
        }
    }

    /// A new user's live key, test key and password.
    fn new_credentials(&self) -> Vec<String> {
        let email = "wren@aviary.example";
        let user = self.operate(&["user", "create", "--email", email, "--name", "Jenny Wren"]);
        let key = |mode: &str| {
            let key = ["key", "create", "--email", email, "--mode", mode, "--scopes", "all"];
            self.operate(&key)["key"].clone()
        };
        let made = [key("live"), key("test"), user["password"].clone()];
        let made = made.map(|secret| secret.as_str().expect("shown once").to_owned());
        made.iter().for_each(|secret| canary(secret));
        made.into()
    }

    fn operate(&self, arguments: &[&str]) -> Value {
        let mut command = florin(arguments);
        command.arg("--json").arg("--data").arg(self.data());
        if let Some(url) = self.database.url() {
            command.args(["--database-url", url]);
        }
        let ended = run(&mut command);
        assert_eq!(ended.code, Some(0), "{}", ended.stderr);
        serde_json::from_str(&ended.stdout).expect("JSON")
    }

    fn use_well(&self, client: &Client, number: usize, body: &Value) {
        let key = format!("well-{number}");
        let made = client.post_once("/bank_accounts", &key, body);
        let path = format!("/bank_accounts/{}", made.id());
        assert_eq!(client.post_once("/bank_accounts", &key, body).body, made.body);
        client.post("/bank_accounts", body).id();
        assert_eq!(client.get(&path).body, made.body);
        client.patch(&path, &json!({ "name": format!("{ACCOUNT_NAME} {number}") })).id();
        let archived = client.send("POST", &format!("{path}/archive"), &[("Idempotency-Key", &key)], None);
        assert_eq!(archived.status, 200);
        client.get("/bank_accounts?page_size=3").json()["data"].as_array().expect("a page");
        let recipient = json!({ "email": RECIPIENT, "nickname": NICKNAME });
        client.post_once("/recipients", &key, &recipient).id();
    }

    /// A payout that is accepted, repeated, settled, looked for and cancelled, and some that are refused.
    fn pay(&self, client: &Client) {
        let item = json!({ "email": RECIPIENT, "amount": "1.00", "reference": REFERENCE });
        let body = json!({ "items": [item], "reference": REFERENCE });
        let payout = client.post_once("/payouts", "pay", &body);
        assert_eq!(client.post_once("/payouts", "pay", &body).body, payout.body);
        client.post("/payouts/validate", &body).json();
        let waiting = settled(client, &payout.json());
        assert_eq!(waiting["item_breakdown"]["pending_claim"], 1);
        let found = client.get("/payouts?reference=Birdseed%20for%20the%20winter").json();
        assert_eq!(found["data"], json!([waiting]));
        let cancelled = client.send("POST", &format!("/payouts/{}/cancel", payout.id()), &[], None);
        assert_eq!(cancelled.status, 200);
        for (field, wrong) in
            [("amount", "1e3"), ("reference", "Birdseed\nfor the winter"), ("surprise", REFERENCE)]
        {
            let mut refused = body.clone();
            refused["items"][0][field] = json!(wrong);
            assert_eq!(client.post("/payouts", &refused).status, 400);
        }
        let too_much =
            json!({ "items": [{ "email": RECIPIENT, "amount": "99999", "reference": REFERENCE }] });
        assert_eq!(client.post("/payouts", &too_much).status, 422);
    }

    /// What is refused, in every way that has a secret in it.
    fn use_badly(&self, client: &Client, key: &str) {
        for body in refused_bodies() {
            for headers in [&[][..], &[("Idempotency-Key", "badly")], &[("Content-Type", "text/plain")]] {
                let refused = client.send("POST", "/bank_accounts", headers, Some(&body));
                assert!([400, 415].contains(&refused.status), "{refused:?}");
            }
        }
        for secret in secrets_in(&bodies()).iter().filter(|secret| !secret.contains([' ', '&', '+'])) {
            assert_eq!(client.get(&format!("/bank_accounts/{secret}")).status, 404);
            assert_eq!(client.get(&format!("/bank_accounts?account_number={secret}")).status, 400);
            assert_eq!(client.with_key(secret).get("/balance").status, 401);
        }
        // A key at the wrong address, in the wrong place, with a typo.
        assert_eq!(client.with_key(key).get("/balance").status, 401);
        assert_eq!(client.get(&format!("/balance?api_key={key}")).status, 400);
        assert_eq!(client.with_key(&format!("{key}x")).get("/balance").status, 401);
        assert_eq!(client.with_authorization(format!("Basic {key}")).get("/balance").status, 401);
        assert_eq!(client.with_authorization(key).get("/balance").status, 401);
        // Neither HTTP nor what follows it is worth repeating.
        for garbage in [
            format!("{key}\r\n\r\n"),
            format!("GET /{key} HTTP/9\r\n\r\n"),
            format!("GET / HTTP/1.1\r\n{key}"),
        ] {
            raw(self.florin.origin(), garbage.as_bytes());
        }
    }
}

/// Money that goes to a bank account and comes back: with everything that is needed to get there.
fn withdraw(client: &Client, body: &Value) {
    let to = client.post("/bank_accounts", body).id();
    let order = json!({ "bank_account_id": to, "amount": "20.00" });
    let made = client.post_once("/withdrawals", &to, &order);
    assert_eq!(client.post_once("/withdrawals", &to, &order).body, made.body);
    assert_eq!(client.send("POST", &format!("/bank_accounts/{to}/archive"), &[], None).status, 200);
    assert_eq!(client.post("/withdrawals", &order).status, 422);
    for event in ["completed", "returned"] {
        client.post(&format!("/simulate/withdrawals/{}", made.id()), &json!({ "event": event })).id();
    }
    client.get(&format!("/withdrawals/{}", made.id())).id();
}
