//! A real `florin dev`, asked over HTTP, with a back door to its rows.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;
use testkit::database::Database;
use testkit::engine::Engine;
use testkit::patience::within;
use testkit::program::without_settings;

pub struct Server {
    child: Child,
    origin: String,
    admin: String,
    key: String,
    database: Database,
    data: TempDir,
}

impl Server {
    pub fn start(engine: Engine) -> Server {
        let (data, database) = (tempfile::tempdir().expect("a folder"), Database::create(engine));
        let free = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("its address");
        let admin = free.to_string();
        let mut command = florin(&data, &database, &["dev", "--json"]);
        command.args(["--listen", "127.0.0.1:0", "--admin-listen", &admin]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts");
        let mut line = String::new();
        let stdout = child.stdout.take().expect("stdout is piped");
        BufReader::new(stdout).read_line(&mut line).expect("it says where it is");
        let info: Value = serde_json::from_str(&line).expect("one JSON line");
        let said = |name: &str| info[name].as_str().expect("a text").to_owned();
        let origin = format!("{}/v1", said("sandbox_url").trim_start_matches("http://"));
        Server { child, origin, admin, key: said("test_key"), database, data }
    }

    pub fn post(&self, path: &str, body: &str) -> u16 {
        self.ask("POST", path, body)
    }

    pub fn get(&self, path: &str) -> u16 {
        self.ask("GET", path, "")
    }

    fn ask(&self, method: &str, path: &str, body: &str) -> u16 {
        let (address, base) = self.origin.split_once('/').expect("an address and a path");
        let headers = format!(
            "authorization: Bearer {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n",
            self.key,
            body.len()
        );
        let answer = http(address, &format!("{method} /{base}{path}"), &headers, body);
        answer.get(9..12).and_then(|status| status.parse().ok()).expect("a status")
    }

    pub fn metrics(&self) -> String {
        http(&self.admin, "GET /metrics", "", "")
    }

    /// An operator's command: its exit code and what it printed, as JSON.
    pub fn florin(&self, arguments: &[&str]) -> (i32, Value) {
        let ended = florin(&self.data, &self.database, arguments).output().expect("the binary runs");
        let printed = if ended.stdout.is_empty() { ended.stderr } else { ended.stdout };
        let json = serde_json::from_slice(&printed);
        (ended.status.code().expect("a code"), json.unwrap_or_else(|error| panic!("{error}: {printed:?}")))
    }

    pub fn await_stop(&self, most: Duration) {
        within(most, "money is stopped", || {
            (self.florin(&["money", "status", "--json"]).1["stopped"] == true).then_some(())
        });
    }

    /// Changes rows past every guard. The guards are back afterwards.
    pub fn without_guards(&self, sql: &str) {
        match self.database.url() {
            Some(url) => {
                let mut client = postgres::Client::connect(url, postgres::NoTls).expect("PostgreSQL answers");
                client.batch_execute("set session_replication_role = replica").expect("no triggers");
                client.batch_execute(sql).expect("changed");
            }
            None => {
                let file = rusqlite::Connection::open(self.data.path().join("florin.db")).expect("the file");
                file.busy_timeout(Duration::from_secs(10)).expect("a pragma");
                let triggers: Vec<(String, String)> = {
                    let sql = "select name, sql from sqlite_schema where type = 'trigger'";
                    let mut triggers = file.prepare(sql).expect("SQL");
                    let rows =
                        triggers.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).expect("triggers");
                    rows.map(|row| row.expect("a trigger")).collect()
                };
                let drop: String = triggers.iter().map(|(name, _)| format!("drop trigger {name};")).collect();
                let again: String = triggers.iter().map(|(_, sql)| format!("{sql};\n")).collect();
                file.execute_batch(&format!("begin immediate; {drop} {sql}; {again} commit"))
                    .expect("changed");
            }
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The program on this data, with no setting from the environment of this test.
fn florin(data: &TempDir, database: &Database, arguments: &[&str]) -> Command {
    let mut command = without_settings(env!("CARGO_BIN_EXE_florin"), arguments);
    command.arg("--data").arg(data.path());
    if let Some(url) = database.url() {
        command.args(["--database-url", url]);
    }
    command
}

fn http(address: &str, line: &str, headers: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("it listens");
    stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a timeout");
    write!(stream, "{line} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n{headers}\r\n{body}")
        .expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}
