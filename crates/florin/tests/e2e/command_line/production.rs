//! Everything that a production server is given: a database, a secrets file and addresses of its own.

use std::fs::{self, Permissions};
use std::net::Ipv4Addr;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;

use data_encoding::BASE64;
use serde_json::Value;
use tempfile::TempDir;

use super::await_ready;
use crate::support::{Client, Database, Engine, Process, canary, florin, own_ip, run};

pub struct Production {
    folder: TempDir,
    database: Database,
    ip: Ipv4Addr,
}

impl Production {
    pub fn prepare(engine: Engine) -> Production {
        let folder = tempfile::tempdir().expect("a folder");
        let production = Production { folder, database: Database::empty(engine), ip: own_ip() };
        let bytes: [u8; 32] = app::dice::Dice::system().bytes();
        let secret = BASE64.encode(&bytes);
        canary(&secret);
        let file = production.secrets_file();
        fs::write(&file, format!("1:{secret}\n")).expect("the secrets");
        fs::set_permissions(&file, Permissions::from_mode(0o600)).expect("private secrets");
        production
    }

    pub fn secrets_file(&self) -> PathBuf {
        self.folder.path().join("florin-secrets")
    }

    pub fn database_url(&self) -> String {
        let own = || format!("sqlite:{}", self.folder.path().join("florin.db").display());
        self.database.url().map_or_else(own, str::to_owned)
    }

    /// An empty folder to run commands in: they must not find anything by chance.
    pub fn elsewhere(&self) -> PathBuf {
        let folder = self.folder.path().join("elsewhere");
        fs::create_dir_all(&folder).expect("a folder");
        folder
    }

    /// Where it listens.
    pub fn origin(&self) -> String {
        format!("http://{}:8080", self.ip)
    }

    /// Where its operator looks.
    pub fn admin(&self) -> Client {
        Client::new(&format!("http://{}:9464", self.ip), None)
    }

    pub fn anyone(&self) -> Client {
        Client::new(&self.origin(), None)
    }

    /// A command of the operator, on this server's data.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = florin(arguments);
        command.current_dir(self.elsewhere()).args(["--database-url", &self.database_url()]);
        command.arg("--secrets-file").arg(self.secrets_file());
        command
    }

    pub fn florin_json(&self, arguments: &[&str]) -> Value {
        run(self.command(arguments).arg("--json")).json()
    }

    /// `florin serve`, not started yet.
    pub fn serve(&self, arguments: &[&str]) -> Command {
        let mut command = self.command(&[&["serve"], arguments].concat());
        command.args([
            "--listen",
            &format!("{}:8080", self.ip),
            "--admin-listen",
            &format!("{}:9464", self.ip),
        ]);
        command
    }

    /// A server that answers. Its public address is not where it listens.
    pub fn start(&self, arguments: &[&str]) -> Process {
        let public = ["--public-url", "https://pay.example.com"];
        let mut process = Process::start(self.serve(&[&public, arguments].concat()));
        await_ready(&mut process, &self.origin());
        process
    }

    /// Runs SQL beside the server.
    pub fn execute(&self, sql: &str) {
        self.database.try_execute(self.folder.path(), sql).expect("the SQL runs");
    }

    /// A user's full-scope key.
    pub fn new_key(&self, email: &str, mode: &str) -> String {
        let made = self.florin_json(&["key", "create", "--email", email, "--mode", mode, "--scopes", "all"]);
        let key = made["key"].as_str().expect("the key").to_owned();
        canary(&key);
        key
    }

    pub fn new_user(&self, email: &str) -> Value {
        let made = self.florin_json(&["user", "create", "--email", email]);
        canary(made["password"].as_str().expect("a password"));
        made
    }
}
