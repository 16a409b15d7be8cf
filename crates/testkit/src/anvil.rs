//! A real node for tests: anvil, on a free port, for as long as the value lives. It needs what scripts/chain/prepare
//! makes ready.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::{Value, json};

/// The id of the chain, unless another is asked for: anvil's own.
pub const CHAIN_ID: u64 = 31_337;
/// Addresses that have ether and that anvil signs for (of the words "test test … junk"), and the secrets of these.
pub const OWNER: &str = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";
pub const OUTSIDER: &str = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8";
pub const GAS_KEY: &str = "0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a";
pub const GAS_ADDRESS: &str = "0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc";
const PATIENCE: Duration = Duration::from_secs(30);

pub struct Anvil {
    process: Child,
    pub address: SocketAddr,
    /// Whether what is sent from here is mined at once.
    mines: AtomicBool,
}

/// A contract as scripts/chain/prepare compiled it, deployed.
pub struct Contract {
    pub address: String,
    methods: Value,
}

impl Anvil {
    /// What is sent from here is mined before the call returns, each in a block of its own; what others send
    /// waits for [`Anvil::mine`]. (Anvil's own mining happens at some later moment.) A block is final when two
    /// follow it.
    pub fn start() -> Anvil {
        Anvil::start_with(&[])
    }

    /// With more of anvil's own options.
    pub fn start_with(options: &[&str]) -> Anvil {
        let mut command = Command::new(program());
        command.args([
            "--port",
            "0",
            "--host",
            "127.0.0.1",
            "--slots-in-an-epoch",
            "1",
            "--order",
            "fifo",
            "--no-mining",
        ]);
        command.args(options).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        let mut process = command.spawn().expect("anvil starts");
        let output = BufReader::new(process.stdout.take().expect("its output"));
        let mut lines = output.lines();
        let address = lines
            .by_ref()
            .map_while(Result::ok)
            .find_map(|line| line.strip_prefix("Listening on ").map(str::to_owned))
            .expect("anvil says where it listens");
        // What it writes later is read, too, so that it never waits for a reader.
        std::thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
        let address = address.trim().parse().expect("an address");
        Anvil { process, address, mines: AtomicBool::new(true) }
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The result of a call, which must succeed.
    #[track_caller]
    pub fn call(&self, method: &str, params: Value) -> Value {
        self.try_call(method, params).unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    pub fn try_call(&self, method: &str, params: Value) -> Result<Value, Value> {
        let body = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }).to_string();
        let mut answer: Value = serde_json::from_str(&post(self.address, &body)).expect("JSON");
        match answer.get_mut("error").map(Value::take) {
            Some(error) => Err(error),
            None => Ok(answer["result"].take()),
        }
    }

    pub fn mine(&self, blocks: u64) {
        self.call("anvil_mine", json!([hex(blocks)]));
    }

    /// Mines what is needed for everything up to now to be final.
    pub fn finalize(&self) {
        self.mine(2);
    }

    pub fn block_number(&self) -> u64 {
        number(&self.call("eth_blockNumber", json!([])))
    }

    /// Of the newest block, in seconds since 1970.
    pub fn timestamp(&self) -> u64 {
        number(&self.call("eth_getBlockByNumber", json!(["latest", false]))["timestamp"])
    }

    /// The next block has this time.
    pub fn set_next_timestamp(&self, seconds: u64) {
        self.call("evm_setNextBlockTimestamp", json!([seconds]));
    }

    /// From now on what is sent from here waits, too.
    pub fn stop_mining(&self) {
        self.mines.store(false, Ordering::Relaxed);
    }

    pub fn resume_mining(&self) {
        self.mines.store(true, Ordering::Relaxed);
    }

    /// From now on anvil mines what any client sends, soon after.
    pub fn mine_for_all(&self) {
        self.call("evm_setAutomine", json!([true]));
    }

    /// What [`Anvil::revert`] goes back to.
    pub fn snapshot(&self) -> Value {
        self.call("evm_snapshot", json!([]))
    }

    pub fn revert(&self, snapshot: &Value) {
        assert_eq!(self.call("evm_revert", json!([snapshot])), json!(true));
    }

    /// Replaces so many of the newest blocks. These raw transactions are in the new ones, each in the block at
    /// its offset.
    pub fn reorganize(&self, depth: u64, transactions: &[(String, u64)]) {
        let pairs: Vec<Value> = transactions.iter().map(|(raw, offset)| json!([raw, offset])).collect();
        self.call("anvil_reorg", json!([depth, pairs]));
    }

    /// A transaction as it was sent.
    pub fn raw_transaction(&self, hash: &str) -> String {
        text(&self.call("eth_getRawTransactionByHash", json!([hash])))
    }

    /// From now on what is sent from there needs no key, and there is gas for it.
    pub fn impersonate(&self, address: &str) {
        self.set_gas_balance(address, 10_u128.pow(18));
        self.call("anvil_impersonateAccount", json!([address]));
    }

    /// In wei.
    pub fn set_gas_balance(&self, address: &str, wei: u128) {
        self.call("anvil_setBalance", json!([address, format!("{wei:#x}")]));
    }

    pub fn drop_transaction(&self, hash: &str) {
        self.call("anvil_dropTransaction", json!([hash]));
    }

    pub fn set_next_base_fee(&self, wei: u128) {
        self.call("anvil_setNextBlockBaseFeePerGas", json!([format!("{wei:#x}")]));
    }

    /// Sends from an account that anvil signs for, and answers with the hash.
    #[track_caller]
    pub fn send(&self, from: &str, to: &str, data: &str) -> String {
        let transaction = json!({ "from": from, "to": to, "data": data, "gas": hex(1_000_000) });
        self.submit(&transaction)
    }

    fn submit(&self, transaction: &Value) -> String {
        let hash = text(&self.call("eth_sendTransaction", json!([transaction])));
        if self.mines.load(Ordering::Relaxed) {
            self.mine(1);
        }
        hash
    }

    /// Deploys `TestUsd` as USDC is: six decimals, its usual names.
    pub fn deploy_usd(&self) -> Contract {
        self.deploy("TestUsd", &[word_of_number(6), word_of_number(0)])
    }

    /// The same behind a proxy, as USDC is, and the proxy.
    pub fn deploy_usd_behind_proxy(&self) -> (Contract, Contract) {
        let program = self.deploy_usd();
        let proxy = self.deploy("Proxy", &[word_of_address(&program.address)]);
        let usd = Contract { address: proxy.address.clone(), ..program };
        self.send(OWNER, &usd.address, &usd.data("initialize(bytes32)", &[word_of_number(0)]));
        (usd, proxy)
    }

    /// Deploys a contract with these words for its constructor.
    pub fn deploy(&self, name: &str, words: &[String]) -> Contract {
        let made = compiled(name);
        let data = format!("{}{}", made["code"].as_str().expect("code"), words.concat());
        let transaction = json!({ "from": OWNER, "data": data, "gas": hex(5_000_000) });
        let hash = self.submit(&transaction);
        let receipt = self.call("eth_getTransactionReceipt", json!([hash]));
        assert_eq!(receipt["status"], "0x1", "{name} is deployed; is mining on?");
        Contract { address: text(&receipt["contractAddress"]), methods: made["methods"].clone() }
    }
}

impl Drop for Anvil {
    fn drop(&mut self) {
        // It may have ended already, and no receiver is left.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Contract {
    /// The data of a call: `usd.data("mint(address,uint256)", &[word_of_address(to), word_of_number(5)])`.
    #[track_caller]
    pub fn data(&self, method: &str, words: &[String]) -> String {
        let selector = self.methods[method].as_str().unwrap_or_else(|| panic!("there is no {method}"));
        format!("0x{selector}{}", words.concat())
    }

    /// Mints, as its owner, and answers with the hash of the transaction.
    pub fn mint(&self, anvil: &Anvil, to: &str, value: u128) -> String {
        let data = self.data("mint(address,uint256)", &[word_of_address(to), word_of_number(value)]);
        anvil.send(OWNER, &self.address, &data)
    }

    /// Transfers from an account that anvil signs for.
    pub fn transfer(&self, anvil: &Anvil, from: &str, to: &str, value: u128) -> String {
        let data = self.data("transfer(address,uint256)", &[word_of_address(to), word_of_number(value)]);
        anvil.send(from, &self.address, &data)
    }

    pub fn blacklist(&self, anvil: &Anvil, who: &str) {
        anvil.send(OWNER, &self.address, &self.data("blacklist(address)", &[word_of_address(who)]));
    }

    pub fn un_blacklist(&self, anvil: &Anvil, who: &str) {
        anvil.send(OWNER, &self.address, &self.data("unBlacklist(address)", &[word_of_address(who)]));
    }

    pub fn pause(&self, anvil: &Anvil) {
        anvil.send(OWNER, &self.address, &self.data("pause()", &[]));
    }

    pub fn unpause(&self, anvil: &Anvil) {
        anvil.send(OWNER, &self.address, &self.data("unpause()", &[]));
    }

    pub fn balance(&self, anvil: &Anvil, of: &str) -> u128 {
        let call =
            json!({ "to": self.address, "data": self.data("balanceOf(address)", &[word_of_address(of)]) });
        let answer = text(&anvil.call("eth_call", json!([call, "latest"])));
        u128::from_str_radix(&answer[34..], 16).expect("a number")
    }
}

/// 32 bytes in hexadecimal digits, as contracts take them.
pub fn word_of_address(address: &str) -> String {
    format!("{:0>64}", address.trim_start_matches("0x").to_lowercase())
}

pub fn word_of_number(number: u128) -> String {
    format!("{number:064x}")
}

/// Sends one HTTP request and reads the body of its answer.
pub fn post(to: SocketAddr, body: &str) -> String {
    let mut stream = TcpStream::connect(to).expect("anvil listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
    let head = format!(
        "POST / HTTP/1.1\r\nhost: {to}\r\ncontent-type: application/json\r\nconnection: close\r\n\
         content-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all([head.as_bytes(), body.as_bytes()].concat().as_slice()).expect("it is sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
    assert!(!head.to_lowercase().contains("transfer-encoding"), "anvil says how long its answers are");
    body.to_owned()
}

fn number(value: &Value) -> u64 {
    let digits = value.as_str().expect("a text").trim_start_matches("0x");
    u64::from_str_radix(digits, 16).expect("a number")
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

fn hex(number: u64) -> String {
    format!("{number:#x}")
}

/// The folder that holds `crates` and `scripts`.
fn root() -> &'static Path {
    let mut above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    above.find(|folder| folder.join("scripts/chain/prepare").exists()).expect("the root is above")
}

fn program() -> PathBuf {
    let folder = root().join("scripts/chain/node_modules/@foundry-rs");
    let machine = match std::env::consts::ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        other => other,
    };
    let system = match std::env::consts::OS {
        "macos" => "darwin",
        other => other,
    };
    let program = folder.join(format!("anvil-{system}-{machine}/bin/anvil"));
    assert!(program.exists(), "there is no anvil at {}: run scripts/chain/prepare first", program.display());
    program
}

fn compiled(name: &str) -> Value {
    let file = root().join(".test/chain").join(format!("{name}.json"));
    let text = std::fs::read_to_string(&file)
        .unwrap_or_else(|error| panic!("{}: {error}: run scripts/chain/prepare first", file.display()));
    serde_json::from_str(&text).expect("JSON")
}
