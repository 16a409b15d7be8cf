//! `florin doctor`: well when all is well, and right about what is not.

use std::fs::{self, Permissions};
use std::net::TcpListener;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::Path;

use serde_json::Value;

use super::assert_refused;
use crate::support::{Ended, Engine, Server, florin, run};

testkit::on_both_engines!(what_is_wrong_is_found_and_nothing_else);

testkit::on_sqlite_daily!(a_running_server_is_well_and_is_not_changed_by_being_examined);

/// Few connections, so that the limits of the machine that runs the tests do not matter.
fn examine(server: &Server, more: &[&str]) -> Ended {
    let few = ["doctor", "--max-connections", "10", "--max-webhook-connections", "32"];
    server.florin(&[&few, more].concat()).into()
}

fn chmod(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).expect("the mode is changed");
}

/// The names of the checks that found something, but for the durability of the database of the tests.
fn wrong(examined: &Value) -> Vec<&str> {
    let checks = examined["checks"].as_array().expect("checks").iter();
    let wrong =
        checks.filter(|check| check["ok"] == false).map(|check| check["name"].as_str().expect("a name"));
    wrong.filter(|name| *name != "durability").collect()
}

fn a_running_server_is_well_and_is_not_changed_by_being_examined(engine: Engine) {
    let server = Server::start(engine);
    let address = server.origin().trim_start_matches("http://").to_owned();
    chmod(server.data(), 0o700);
    let before = server.sandbox().get("/balance").body;
    let ended = examine(&server, &["--json", "--listen", &address]);
    let examined: Value = serde_json::from_str(&ended.stdout).expect("JSON");
    assert_eq!(wrong(&examined), [""; 0], "{examined}");
    let checks = examined["checks"].as_array().expect("checks");
    let names: Vec<&str> = checks.iter().map(|check| check["name"].as_str().expect("a name")).collect();
    for name in [
        "settings",
        "data folder",
        "secrets",
        "database",
        "migrations",
        "disk",
        "clock",
        "open files",
        "address",
    ] {
        assert!(names.contains(&name), "no {name} in {names:?}");
    }
    let all = checks.iter().all(|check| check["ok"] == true);
    assert_eq!((&examined["ok"], ended.code), (&all.into(), Some(if all { 0 } else { 1 })), "{examined}");
    assert!(ended.stdout.contains("a healthy server runs on"), "{examined}");

    let words = examine(&server, &["--listen", &address]);
    assert_eq!((words.code, words.stderr.as_str()), (ended.code, ""));
    assert_eq!(words.stdout.lines().count(), checks.len() + 1, "{}", words.stdout);
    assert_eq!(server.sandbox().get("/balance").body, before);
}

fn what_is_wrong_is_found_and_nothing_else(engine: Engine) {
    let server = Server::start(engine);
    let (data, secrets) = (server.data().to_owned(), server.data().join("secrets"));
    let own = server.origin().trim_start_matches("http://").to_owned();
    let check = |more: &[&str], expected: &[&str], what: &str| {
        let ended = examine(&server, &[more, &["--json"]].concat());
        let examined: Value =
            serde_json::from_str(&ended.stdout).unwrap_or_else(|error| panic!("{error}: {ended:?}"));
        assert_eq!(wrong(&examined), expected, "{what}: {examined}");
        assert_eq!((ended.code, &examined["ok"]), (Some(1), &Value::Bool(false)), "{what}");
    };
    let here = ["--listen", own.as_str()];

    chmod(&data, 0o755);
    check(&here, &["data folder"], "an open data folder");
    chmod(&data, 0o700);
    chmod(&secrets, 0o644);
    check(&here, &["secrets"], "open secrets");
    let text = fs::read(&secrets).expect("the secrets");
    fs::remove_file(&secrets).expect("no secrets");
    check(&here, &["secrets"], "no secrets");
    fs::write(&secrets, text).expect("the secrets");
    chmod(&secrets, 0o600);

    if engine == Engine::Postgres {
        let to_public = |change: &str| {
            server.execute(&format!("do $$ begin execute format('{change}', current_database()); end $$"));
        };
        to_public("grant temporary on database %I to public");
        check(&here, &["privileges"], "temporary tables of every role");
        to_public("revoke temporary on database %I from public");
        server.execute("grant create on schema public to public");
        check(&here, &["privileges"], "every role creates objects beside the tables");
        server.execute("revoke create on schema public from public");
    }

    let other = TcpListener::bind("127.0.0.1:0").expect("an address");
    let taken = other.local_addr().expect("an address").to_string();
    // It answers like no Florin: it closes.
    let rude = std::thread::spawn(move || drop(other.accept()));
    check(&["--listen", &taken], &["address"], "a taken address");
    rude.join().expect("it was asked");
    check(&["--listen", "nonsense"], &["settings"], "a setting that makes no sense");
}

/// As what the tests run as, which is root.
#[test]
fn root_leaves_no_files_where_the_server_cannot_open_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let url = format!("sqlite:{}", folder.path().join("florin.db").display());
    let give = |uid: u32| chown(folder.path(), Some(uid), None).expect("root gives it away");
    let command = |name: &str| run(&mut florin(&[name, "--database-url", &url]));
    give(1);
    for name in ["migrate", "verify"] {
        let refused = command(name);
        let shown = folder.path().display();
        let words = format!("{shown} belongs to daemon; run this as daemon: runuser -u daemon -- ");
        assert_refused(&refused, 1, &[&words, &format!("{name} --database-url {url}")]);
    }
    assert_eq!(folder.path().read_dir().expect("a folder").count(), 0);
    give(0);
    assert_eq!(command("migrate").code, Some(0));
    let files = || {
        let few = ["doctor", "--json", "--max-connections", "10", "--max-webhook-connections", "32"];
        let mut command = florin(&few);
        command.args(["--database-url", &url, "--secrets-file", "x", "--public-url", "http://localhost"]);
        let examined: Value = serde_json::from_str(&run(&mut command).stdout).expect("JSON");
        let checks = examined["checks"].as_array().expect("checks").clone();
        let files = checks.into_iter().find(|check| check["name"] == "files");
        files.unwrap_or_else(|| panic!("{examined}"))
    };
    assert_eq!(files()["state"], "ok", "{}", files());
    give(1);
    let (found, file) = (files(), folder.path().join("florin.db"));
    assert_eq!(found["state"], "failed");
    let detail = found["detail"].as_str().expect("a detail");
    let words = format!("{} belongs to root, but {} to daemon", file.display(), folder.path().display());
    assert!(detail.contains(&words) && detail.contains("chown --reference="), "{detail}");
}

#[test]
fn a_database_that_does_not_answer_is_said_so_without_its_password() {
    let server = Server::start(Engine::Sqlite);
    let mut command = crate::support::florin(&["doctor", "--json", "--max-connections", "10", "--data"]);
    command.arg(server.data()).args(["--database-url", "postgres://me:hunter22hunter22@127.0.0.1:1/florin"]);
    let ended = crate::support::run(&mut command);
    let examined: Value = serde_json::from_str(&ended.stdout).expect("JSON");
    assert!(wrong(&examined).contains(&"database"), "{examined}");
    assert_eq!(ended.code, Some(1));
    assert!(!format!("{ended:?}").contains("hunter22"), "it shows the password");
}
