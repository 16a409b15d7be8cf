//! A real node that mines by itself, and the files that put a server on it.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use evm::{Cost, KeyFileEntropy, LocalSigner, Signer, seal_key_file};
use serde_json::{Value, json};
use tempfile::TempDir;
use testkit::anvil::{Anvil, CHAIN_ID, Contract, GAS_KEY, OUTSIDER};

use crate::support::{Client, Engine, SecondProcess, Server, TARIFF, balance, canary, eventually, watched};

pub const USDC: u128 = 1_000_000;
/// What the treasury has before anything happens.
pub const FLOAT: u128 = 1_000 * USDC;
pub const KEY_PASSWORD: &str = "the password of the key files";
const TREASURY: [u8; 32] = [7; 32];
const SEED: [u8; 32] = [9; 32];
const MINED_EVERY: Duration = Duration::from_millis(250);

pub struct Node {
    pub anvil: Arc<Anvil>,
    pub usd: Contract,
    folder: TempDir,
    miner: Option<JoinHandle<()>>,
    is_over: Arc<AtomicBool>,
}

impl Node {
    pub fn start() -> Node {
        let anvil = Arc::new(Anvil::start());
        let usd = anvil.deploy_usd();
        usd.mint(&anvil, &treasury(), FLOAT);
        usd.mint(&anvil, OUTSIDER, 1_000_000 * USDC);
        anvil.finalize();
        let is_over = Arc::new(AtomicBool::new(false));
        let (mined, over) = (anvil.clone(), is_over.clone());
        let miner = std::thread::spawn(move || {
            while !over.load(Ordering::Relaxed) {
                mined.mine(1);
                std::thread::sleep(MINED_EVERY);
            }
        });
        let node =
            Node { anvil, usd, folder: tempfile::tempdir().expect("a folder"), miner: Some(miner), is_over };
        node.write_files();
        node
    }

    fn write_files(&self) {
        canary(KEY_PASSWORD);
        canary(GAS_KEY.trim_start_matches("0x"));
        let gas: Vec<u8> =
            data_encoding::HEXLOWER.decode(GAS_KEY.trim_start_matches("0x").as_bytes()).expect("hex");
        for (name, secret) in
            [("treasury.json", &TREASURY[..]), ("gas.json", &gas), ("deposits.json", &SEED[..])]
        {
            let fresh = KeyFileEntropy { salt: [1; 32], iv: [2; 16], id: [3; 16] };
            self.write(name, &seal_key_file(secret, KEY_PASSWORD, Cost::Light, &fresh));
        }
        self.write("password", KEY_PASSWORD);
        self.write("chain.toml", &self.chain_file());
    }

    /// What an operator would write.
    pub fn chain_file(&self) -> String {
        let (url, token) = (self.anvil.url(), checksummed(&self.usd.address));
        format!(
            "network = \"local\"\nchain_id = {CHAIN_ID}\ntoken = \"{token}\"\nrpc = [\"{url}\"]\nsweep_above = \"50\"\n\
             [limits]\nper_payment = \"500\"\n\
             [keys]\ntreasury = \"treasury.json\"\ngas = \"gas.json\"\ndeposits = \"deposits.json\"\n\
             password_file = \"password\"\n"
        )
    }

    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, text).expect("a file");
        fs::set_permissions(&path, Permissions::from_mode(0o600)).expect("private");
        path
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A server whose live money is on it.
    pub fn server(&self, engine: Engine) -> Server {
        let chain = self.path("chain.toml");
        Server::start_with(engine, &["--chain-file", chain.to_str().expect("UTF-8"), "--tariff-file", TARIFF])
    }

    /// The same, and where its operator looks.
    pub fn watched_server(&self, engine: Engine) -> (Server, Client) {
        self.watched(|arguments| Server::start_with(engine, arguments))
    }

    /// One more on its database, and where the operator of that one looks.
    pub fn second_watched(&self, server: &Server) -> (SecondProcess, Client) {
        self.watched(|arguments| server.second_process_with(arguments))
    }

    fn watched<T>(&self, start: impl FnOnce(&[&str]) -> T) -> (T, Client) {
        let chain = self.path("chain.toml");
        watched(&["--chain-file", chain.to_str().expect("UTF-8"), "--tariff-file", TARIFF], start)
    }

    /// What one of the operator's commands about the chain says.
    pub fn chain(&self, server: &Server, words: &[&str]) -> Value {
        let file = self.path("chain.toml");
        let words = [&["chain"], words, &["--chain-file", file.to_str().expect("UTF-8")]].concat();
        server.florin_json(&words)
    }

    /// An outside account pays.
    pub fn pay(&self, to: &str, amount: u128) {
        self.usd.transfer(&self.anvil, OUTSIDER, to, amount);
    }

    pub fn has(&self, who: &str) -> u128 {
        self.usd.balance(&self.anvil, who)
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        if let Some(miner) = self.miner.take() {
            let _ = miner.join();
        }
    }
}

pub fn treasury() -> String {
    LocalSigner::from_secret(&TREASURY).expect("a key").address().to_string()
}

pub fn checksummed(address: &str) -> String {
    address.parse::<evm::Address>().expect("an address").to_string()
}

/// Where this account is paid.
pub fn address_of(live: &Client) -> String {
    let shown = live.get("/balance").json();
    assert_eq!(shown["chain"], "local");
    shown["address"].as_str().expect("an address").to_owned()
}

pub fn until_balance_is(live: &Client, amount: &str) {
    eventually("the balance", || (balance(live) == amount).then_some(()));
}

/// The half minute in which withdrawals can be cancelled is over for all that wait.
pub fn make_due(server: &Server) {
    server.execute("update external_transfers set next_at = 1 where next_at is not null");
}

/// Payments that were authorized and have not ended by the books.
pub fn authorized(server: &Server) -> Vec<String> {
    let sql = "select payment from authorizations where ending is null and account_id is not null";
    server.database().texts(server.data(), sql)
}

/// What a server says of itself under this name and these labels. None if it has said nothing yet.
pub fn metric(admin: &Client, name: &str) -> Option<u128> {
    let metrics = admin.get("/metrics");
    assert_eq!(metrics.status, 200, "{metrics:?}");
    let value = metrics.body.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '))?;
    Some(value.parse().expect("a whole number"))
}

/// All is swept and confirmed, nothing differs, and nothing is stopped.
#[track_caller]
pub fn is_well(node: &Node, server: &Server) {
    eventually("all is swept and confirmed", || {
        let status = node.chain(server, &["status"]);
        assert_eq!((&status["well"], &status["differences"]), (&json!(true), &json!([])), "{status}");
        (status["unconfirmed"] == 0 && status["deposit_addresses"] == "0.00").then_some(())
    });
    let money = server.florin_json(&["money", "status"]);
    assert_eq!((&money["stopped"], &money["stops"]), (&json!(false), &json!([])), "{money}");
    server.assert_books_balance();
}

/// Whether `florin money status` names a stop in force for this cause.
pub fn is_stopped_for(status: &Value, cause: &str) -> bool {
    let is_it = |stop: &Value| stop["lifted_at"].is_null() && stop["cause"] == cause;
    status["stopped"] == json!(true)
        && status["stops"].as_array().is_some_and(|stops| stops.iter().any(is_it))
}
