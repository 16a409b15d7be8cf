//! The operator socket: the server runs commands for users who can open it, as the machine user that the kernel
//! reports. They need neither database nor secrets.

use std::io::{Read, Write};
use std::net::Shutdown;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::{Desk, TARIFF, assert_refused, outcome, receipt, reference, text};
use crate::support::{Ended, Engine, at_once, florin, run};

testkit::on_both_engines!(
    operators_need_neither_database_nor_secrets,
    two_machine_users_are_two_operators,
    operators_lift_no_stop_that_is_about_the_chain,
    the_server_decides_what_it_runs_for_operators,
    only_the_socket_of_a_crashed_server_is_replaced,
    malformed_requests_are_closed_and_others_are_served,
);

/// Debian's `daemon` and `bin`: accounts that every machine has. This test runs as root to become them.
const ANA: u32 = 1;
const BOB: u32 = 2;
/// A user id without an account, such as those of `/etc/subuid`.
const WITHOUT_ACCOUNT: u32 = 4_242;
/// The group of the socket: root.
const OPERATORS: u32 = 0;
const STRANGERS: u32 = 4_444;

/// What operators need: a folder that all users can see, with a program that all users can run.
struct Entrance {
    folder: TempDir,
}

impl Entrance {
    fn make() -> Entrance {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o755)).expect("a public folder");
        std::fs::copy(env!("CARGO_BIN_EXE_florin"), folder.path().join("florin")).expect("a program");
        Entrance { folder }
    }

    fn socket(&self) -> PathBuf {
        self.folder.path().join("operators.sock")
    }

    fn open(&self, engine: Engine) -> Desk {
        Desk::open_with(engine, &["--operator-socket", self.socket().to_str().expect("a path in UTF-8")])
    }

    /// A command as this machine user, who can read nothing that belongs to the server.
    fn run(&self, (uid, gid): (u32, u32), arguments: &[&str]) -> Ended {
        let mut command = Command::new(self.folder.path().join("florin"));
        command.args(arguments).arg("--operator-socket").arg(self.socket());
        run(command.current_dir("/").uid(uid).gid(gid))
    }

    /// `florin ops` as an operator.
    fn act(&self, uid: u32, name: &str, arguments: &[&str]) -> Ended {
        let own = ["--operator", name, "--evidence", "the statement", "--json"];
        self.run((uid, OPERATORS), &[&["ops"], arguments, &own].concat())
    }

    #[track_caller]
    fn done(&self, uid: u32, name: &str, arguments: &[&str]) -> Value {
        outcome(self.act(uid, name, arguments))
    }
}

fn operators_need_neither_database_nor_secrets(engine: Engine) {
    let entrance = Entrance::make();
    let desk = entrance.open(engine);
    let deposit = desk.deposit("100.00");
    let seen = receipt(reference(&deposit), "100.00", "E2E1");
    assert_eq!(entrance.done(ANA, "ana", &seen)["outcome"], "done");
    assert_eq!(desk.transaction(&deposit)["status"], "completed");
    assert_eq!(desk.look(&["log"])["data"][0]["machine_user"], json!("uid 1"));
    // Results, complaints and exit codes are those of the command itself.
    let status = entrance.run((ANA, OPERATORS), &["money", "status"]);
    assert_eq!(
        (status.code, status.stdout.as_str()),
        (Some(0), "Outgoing money is not stopped.\n"),
        "{status:?}"
    );
    let stopped = entrance.run((ANA, OPERATORS), &["money", "stop", "--reason", "a drill", "--json"]);
    assert_eq!(stopped.json()["stopped"], true);
    let resumed =
        entrance.run((BOB, OPERATORS), &["money", "resume", "--reason", "it was a drill", "--json"]);
    assert_eq!(resumed.json()["stops"][0]["lifted_by"], "uid 2");
    assert_refused(
        &entrance.run((ANA, OPERATORS), &["ops", "deposits", "show", "txn_no", "--json"]),
        &["error", "live deposit"],
    );
    let invited = entrance.run((ANA, OPERATORS), &["user", "invite", "--email", "ada@example.com", "--json"]);
    assert_eq!(invited.json()["email"], "ada@example.com");
    // Users outside the group are refused.
    let stranger = entrance.run((ANA, STRANGERS), &["money", "status"]);
    assert_refused(&stranger, &["operators.sock", "Permission denied", "group"]);
    desk.assert_books();
}

fn two_machine_users_are_two_operators(engine: Engine) {
    let entrance = Entrance::make();
    let desk = entrance.open(engine);
    desk.server.fund_live(desk.server.info("email"), 300_000_000);
    assert_eq!(entrance.done(ANA, "ana", &["set-limit", "99"])["outcome"], "done");
    let withdrawal = desk.chain_withdrawal("100.00");
    let complete = ["withdrawals", "complete", text(&withdrawal, "id")];
    for name in ["ana", "bob"] {
        assert_eq!(entrance.done(ANA, name, &complete)["outcome"], "proposed", "{name}");
    }
    // Further user ids of one person have no account.
    let refused = entrance.act(WITHOUT_ACCOUNT, "bob", &complete);
    assert_refused(&refused, &["4242", "has no account"]);
    let many = at_once(4, |_| entrance.run((WITHOUT_ACCOUNT, OPERATORS), &["money", "status"]));
    many.iter().for_each(|refused| assert_refused(refused, &["4242", "has no account"]));
    assert_eq!(desk.transaction(&withdrawal)["status"], "processing");
    assert_eq!(entrance.done(BOB, "bob", &complete)["outcome"], "done");
    assert_eq!(desk.transaction(&withdrawal)["status"], "completed");
    // Of many at once one is the second.
    let another = desk.chain_withdrawal("100.00");
    let complete = ["withdrawals", "complete", text(&another, "id")];
    let outcomes = at_once(8, |number| {
        let (uid, name) = if number % 2 == 0 { (ANA, "ana") } else { (BOB, "bob") };
        text(&entrance.done(uid, name, &complete), "outcome").to_owned()
    });
    assert_eq!(outcomes.iter().filter(|outcome| *outcome == "done").count(), 1, "{outcomes:?}");
    desk.assert_books();
}

fn operators_lift_no_stop_that_is_about_the_chain(engine: Engine) {
    let entrance = Entrance::make();
    let desk = entrance.open(engine);
    desk.server.execute(
        "insert into freezes (id, cause, reason, created_at)
         values ('frz_01kdvq3y5cf2ab6ngnm3hcrkve', 'chain_differs', 'a micro-unit is missing', 1)",
    );
    let refused = entrance.run((ANA, OPERATORS), &["money", "resume"]);
    assert_refused(&refused, &["chain_differs", "a micro-unit is missing", "Run florin chain resume"]);
    assert_eq!(desk.server.florin_json(&["money", "status"])["stopped"], true);
    // An administrator, who has the database, can.
    assert_eq!(desk.server.florin_json(&["money", "resume"])["stopped"], false);
    let status = entrance.run((ANA, OPERATORS), &["money", "status", "--json"]);
    assert_eq!(status.json()["stopped"], false);
}

fn the_server_decides_what_it_runs_for_operators(engine: Engine) {
    let entrance = Entrance::make();
    let desk = entrance.open(engine);
    let email = desk.server.info("email");
    // The prices are the server's, whatever an operator names.
    let own = entrance.folder.path().join("tariff.toml");
    std::fs::write(&own, TARIFF.replace("5.43", "0.01")).expect("a tariff");
    let deposit = desk.deposit("100.00");
    let seen = receipt(reference(&deposit), "100.00", "E2E1");
    let mut command = Command::new(entrance.folder.path().join("florin"));
    command.arg("ops").args(seen).args(["--operator", "ana", "--evidence", "seen", "--json"]);
    command.env("FLORIN_TARIFF_FILE", &own).env("FLORIN_OPERATOR_SOCKET", entrance.socket());
    let ended = run(command.current_dir("/").uid(ANA).gid(OPERATORS));
    assert_eq!(ended.json()["outcome"], "done", "{ended:?}");
    assert_eq!(desk.transaction(&deposit)["exchange_rate"], "5.43");
    // A new user or key would be another person.
    for arguments in [
        &["key", "create", "--email", email, "--mode", "live", "--scopes", "all"][..],
        &["user", "create", "--email", "eve@example.com"],
    ] {
        let refused = entrance.run((ANA, OPERATORS), arguments);
        assert_refused(&refused, &["don't run this command", "/dashboard"]);
        assert_refused(&ask(&entrance, &[&["florin"], arguments].concat()), &["don't run this command"]);
    }
    for typed in [
        &["florin", "verify"][..],
        &["florin", "serve"],
        &["florin", "openapi"],
        &["florin", "money", "resume", "--force"],
        &["florin", "chain", "resume", "--accept"],
    ] {
        assert_refused(&ask(&entrance, typed), &["don't run this command"]);
    }
    for (arguments, instead) in [
        (["money", "resume", "--force"], "Without --force, the server verifies the books"),
        (["chain", "resume", "--accept"], "Without --accept, the server compares the books with the chain"),
    ] {
        let refused = entrance.run((ANA, OPERATORS), &arguments);
        assert_refused(&refused, &["don't run this command", instead]);
        assert!(!refused.stderr.contains("/dashboard"), "{refused:?}");
    }
    // A flag that names another server is not ignored.
    let elsewhere = entrance.run((ANA, OPERATORS), &["money", "stop", "--data", "/nowhere"]);
    assert_eq!((elsewhere.code, elsewhere.stdout.as_str()), (Some(2), ""), "{elsewhere:?}");
    assert!(elsewhere.stderr.contains("--data and --operator-socket select two servers"), "{elsewhere:?}");
    assert_eq!(desk.server.florin_json(&["money", "status"])["stopped"], false);
    let listed = entrance.run((ANA, OPERATORS), &["key", "list", "--email", email, "--json"]);
    assert_eq!(listed.json()["data"].as_array().map(Vec::len), Some(2), "the test key and ours");
    let on_chain = entrance.run((ANA, OPERATORS), &["chain", "status"]);
    assert_refused(&on_chain, &["no network", "chain_file"]);
}

fn only_the_socket_of_a_crashed_server_is_replaced(engine: Engine) {
    let entrance = Entrance::make();
    let mut desk = entrance.open(engine);
    let socket = entrance.socket();
    let folder = tempfile::tempdir().expect("a folder");
    let second = |socket: &PathBuf| {
        let mut command = florin(&["dev", "--listen", "127.0.0.1:0", "--json"]);
        command.arg("--data").arg(folder.path()).arg("--operator-socket").arg(socket);
        run(&mut command)
    };
    assert_refused(&second(&socket), &["another server listens", "--operator-socket"]);
    let file = entrance.folder.path().join("notes");
    std::fs::write(&file, "mine").expect("a file");
    assert_refused(&second(&file), &["can't listen for operators", "--operator-socket"]);
    assert_eq!(std::fs::read_to_string(&file).expect("the file"), "mine");
    assert_eq!(entrance.run((ANA, OPERATORS), &["money", "status"]).code, Some(0));
    desk.server.kill();
    assert!(socket.exists(), "a crash leaves it");
    let alone = entrance.run((ANA, OPERATORS), &["money", "status"]);
    assert_refused(&alone, &["can't reach a server", "operators.sock"]);
    desk.server.restart();
    assert_eq!(entrance.run((ANA, OPERATORS), &["money", "status"]).code, Some(0));
    assert_eq!(desk.server.terminate(), Some(0));
    assert!(!socket.exists(), "a server that ends takes it along");
}

fn malformed_requests_are_closed_and_others_are_served(engine: Engine) {
    let entrance = Entrance::make();
    let desk = entrance.open(engine);
    // Some never say anything, and some say far too much.
    let silent: Vec<UnixStream> =
        (0..4).map(|_| UnixStream::connect(entrance.socket()).expect("a connection")).collect();
    for nonsense in [&b""[..], b"{", b"[]", b"{\"arguments\":7}", b"\xff\xfe", &[b'a'; 100_000]] {
        let mut stream = UnixStream::connect(entrance.socket()).expect("a connection");
        // It may be closed before all of it is read.
        let _ = stream.write_all(nonsense);
        let _ = stream.shutdown(Shutdown::Write);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        assert_eq!(answer, b"", "{:?}", &nonsense[..nonsense.len().min(20)]);
    }
    for typed in [&[][..], &["florin"], &["florin", "money"], &["florin", "money", "burn"]] {
        let answered = ask(&entrance, typed);
        assert_eq!(answered.code, Some(2), "{typed:?}: {answered:?}");
        assert!(answered.stderr.contains("Usage"), "{typed:?}: {answered:?}");
    }
    assert_refused(&ask(&entrance, &["", "", ""]), &["don't run this command"]);
    let other = json!({ "version": "0.0.0", "arguments": ["florin", "money", "status"] });
    assert_refused(&ask_json(&entrance, &other), &["you run florin 0.0.0", "Use the server's version"]);
    // Root, as which this test runs, takes all of its places, and the operators still have theirs.
    let crowd: Vec<UnixStream> =
        (0..100).map(|_| UnixStream::connect(entrance.socket()).expect("a connection")).collect();
    assert_eq!(entrance.run((ANA, OPERATORS), &["money", "status"]).code, Some(0));
    // Ana came last, so all of the crowd has been decided about: 64 have a place, and the others were told at once.
    let refused = crowd.iter().filter(|stream| was_turned_away(stream)).count();
    assert!(refused > 20, "{refused}");
    drop((silent, crowd));
    desk.assert_books();
}

/// Whether the server has answered that there is no place, although it was sent nothing.
fn was_turned_away(mut stream: &UnixStream) -> bool {
    stream.set_nonblocking(true).expect("a stream");
    let mut answer = [0; 4_096];
    let length = stream.read(&mut answer).unwrap_or(0);
    String::from_utf8_lossy(&answer[..length]).contains("too many commands are waiting")
}

/// Sends a command to the socket, and reads the answer.
#[track_caller]
fn ask(entrance: &Entrance, typed: &[&str]) -> Ended {
    ask_json(entrance, &json!({ "version": env!("CARGO_PKG_VERSION"), "arguments": typed }))
}

#[track_caller]
fn ask_json(entrance: &Entrance, request: &Value) -> Ended {
    let mut stream = UnixStream::connect(entrance.socket()).expect("a connection");
    stream.write_all(request.to_string().as_bytes()).expect("a request");
    stream.shutdown(Shutdown::Write).expect("its end");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    let answer: Value = serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{error}: {answer}"));
    let of = |stream: &str| text(&answer["output"], stream).to_owned();
    let code = answer["exit_code"].as_i64().and_then(|code| i32::try_from(code).ok());
    Ended { code, stdout: of("stdout"), stderr: of("stderr") }
}
