//! Real `florin` processes.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::Value;
use tempfile::TempDir;
use testkit::cluster::state;
use testkit::lines::Lines;
use testkit::patience::{ended, output};

use super::process::own_ip;
use super::{Client, Database, Engine, canary};

const FLORIN: &str = env!("CARGO_BIN_EXE_florin");

/// A running `florin dev` with its own data folder and database.
pub struct Server {
    child: Option<Running>,
    arguments: Vec<String>,
    info: Value,
    data: TempDir,
    database: Database,
}

impl Server {
    pub fn start(engine: Engine) -> Server {
        Server::start_with(engine, &[])
    }

    /// With more arguments for `florin dev`.
    pub fn start_with(engine: Engine, arguments: &[&str]) -> Server {
        Server::start_on(Database::create(engine), arguments)
    }

    /// The same, and a client of the address where its operator finds the metrics.
    pub fn start_watched(engine: Engine, arguments: &[&str]) -> (Server, Client) {
        watched(arguments, |arguments| Server::start_with(engine, arguments))
    }

    /// On a database that the test has prepared.
    pub fn start_on(database: Database, arguments: &[&str]) -> Server {
        let mut server = Server {
            child: None,
            arguments: arguments.iter().map(|text| text.to_string()).collect(),
            info: Value::Null,
            data: tempfile::tempdir().expect("a data folder"),
            database,
        };
        server.restart();
        for secret in ["password", "test_key"] {
            canary(server.info(secret));
        }
        server
    }

    /// Starts it again on the same data, after it was stopped or killed.
    pub fn restart(&mut self) {
        let (child, info) = self.spawn(&self.arguments);
        self.child = Some(child);
        self.info = info;
    }

    /// The same with other arguments for `florin dev`.
    pub fn restart_with(&mut self, arguments: &[&str]) {
        self.arguments = arguments.iter().map(|text| text.to_string()).collect();
        self.restart();
    }

    /// One more process on the same PostgreSQL database with the same secrets; it is gone with the guard.
    pub fn second_process(&self) -> SecondProcess {
        let (child, info) = self.spawn(&self.arguments);
        SecondProcess { _child: child, info }
    }

    /// The same with other arguments for `florin dev`.
    pub fn second_process_with(&self, arguments: &[&str]) -> SecondProcess {
        let arguments: Vec<String> = arguments.iter().map(|text| text.to_string()).collect();
        let (child, info) = self.spawn(&arguments);
        SecondProcess { _child: child, info }
    }

    fn spawn(&self, arguments: &[String]) -> (Running, Value) {
        let mut command = self.command(&["dev", "--listen", "127.0.0.1:0", "--json"]);
        // Everything is logged, so that the search for secrets in the logs has something to find.
        command.env("FLORIN_LOG", "debug").env("FLORIN_LOG_FORMAT", "json");
        command.args(arguments).stdout(Stdio::piped()).stderr(log_file());
        let mut child = Running(command.spawn().expect("the binary starts"));
        let stdout = Lines::of(child.0.stdout.take().expect("stdout is piped"));
        let line = stdout.next().unwrap_or_default();
        (child, announced(&line))
    }

    /// `kill -9`: no warning, no clean-up.
    pub fn kill(&mut self) {
        drop(self.child.take().expect("it runs"));
    }

    /// SIGTERM, and the exit status.
    #[track_caller]
    pub fn terminate(&mut self) -> Option<i32> {
        let Running(child) = self.child.as_mut().expect("it runs");
        signal(child, "TERM");
        let status = ended("the server", child);
        self.child = None;
        status.code()
    }

    /// Sends a signal that does not end it, such as `STOP`.
    pub fn signal(&self, name: &str) {
        signal(&self.child.as_ref().expect("it runs").0, name);
    }

    /// Whether `STOP` has done its work.
    pub fn stands_still(&self) -> bool {
        state(&self.pid().to_string()) == Some('T')
    }

    pub fn pid(&self) -> u32 {
        self.child.as_ref().expect("it runs").0.id()
    }

    pub fn info(&self, name: &str) -> &str {
        self.info[name].as_str().unwrap_or_else(|| panic!("no {name} in {}", self.info))
    }

    pub fn origin(&self) -> &str {
        self.info("base_url")
    }

    pub fn data(&self) -> &Path {
        self.data.path()
    }

    pub fn database(&self) -> &Database {
        &self.database
    }

    /// The sandbox, with the full-scope test key.
    pub fn sandbox(&self) -> Client {
        Client::new(self.info("test_api"), Some(format!("Bearer {}", self.info("test_key"))))
    }

    /// Everything else, without a credential.
    pub fn anyone(&self) -> Client {
        Client::new(self.origin(), None)
    }

    /// The live API, with a full-scope live key made for this call.
    pub fn live(&self) -> Client {
        let key = self.new_key(self.info("email"), "live", "all");
        Client::new(self.info("live_api"), Some(format!("Bearer {key}")))
    }

    /// Runs an operator's command beside the server, on its data.
    #[track_caller]
    pub fn florin(&self, arguments: &[&str]) -> Output {
        output(&mut self.command(arguments))
    }

    /// The same, and its JSON; panics if it fails.
    pub fn florin_json(&self, arguments: &[&str]) -> Value {
        let output = self.florin(&[arguments, &["--json"]].concat());
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).expect("JSON on stdout")
    }

    pub fn new_user(&self, email: &str) {
        let made = self.florin_json(&["user", "create", "--email", email, "--name", "Another"]);
        canary(made["password"].as_str().expect("a password"));
    }

    pub fn new_key(&self, email: &str, mode: &str, scopes: &str) -> String {
        self.new_key_and_id(email, mode, scopes).0
    }

    /// The same, with the id by which it is revoked.
    pub fn new_key_and_id(&self, email: &str, mode: &str, scopes: &str) -> (String, String) {
        let made = self.florin_json(&["key", "create", "--email", email, "--mode", mode, "--scopes", scopes]);
        let text = |name: &str| made[name].as_str().unwrap_or_else(|| panic!("no {name}")).to_owned();
        canary(&text("key"));
        (text("key"), text("id"))
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(FLORIN);
        command.args(arguments).arg("--data").arg(self.data.path());
        if let Some(url) = self.database.url() {
            command.args(["--database-url", url]);
        }
        command
    }
}

/// Starts a server with these arguments and an address for its operator, and returns a client of that address, too.
pub fn watched<T>(arguments: &[&str], start: impl FnOnce(&[&str]) -> T) -> (T, Client) {
    let admin = format!("{}:9464", own_ip());
    let started = start(&[arguments, &["--admin-listen", &admin]].concat());
    (started, Client::new(&format!("http://{admin}"), None))
}

/// Killed when it is dropped, also by a test that fails.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

pub struct SecondProcess {
    _child: Running,
    info: Value,
}

impl SecondProcess {
    pub fn test_api(&self) -> &str {
        self.info["test_api"].as_str().expect("an address")
    }

    /// Of the live API.
    pub fn live_api(&self) -> &str {
        self.info["live_api"].as_str().expect("an address")
    }
}

pub(super) fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").arg(format!("-{name}")).arg(child.id().to_string()).status();
    assert!(sent.expect("kill runs").success());
}

/// Logs go where the test command collects them, so that it can search them for secrets.
fn log_file() -> Stdio {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let Some(folder) = log_folder() else { return Stdio::null() };
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let file = folder.join(format!("server-{}-{number}.log", std::process::id()));
    File::create(file).expect("a log file").into()
}

#[allow(clippy::disallowed_methods, reason = "the test command says where it collects logs")]
pub(super) fn log_folder() -> Option<PathBuf> {
    std::env::var_os("FLORIN_TEST_LOG_DIR").map(PathBuf::from)
}

/// What `florin dev --json` prints, and where its two APIs are: `live_api` and `test_api`.
pub(super) fn announced(line: &str) -> Value {
    let mut info: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line:?}"));
    for (api, at) in [("live_api", "base_url"), ("test_api", "sandbox_url")] {
        info[api] = format!("{}/v1", info[at].as_str().expect("an address")).into();
    }
    info
}
