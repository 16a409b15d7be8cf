//! Several processes on one database: servers share PostgreSQL and never a SQLite file; operators work beside
//! both.

use serde_json::json;

use super::assert_refused;
use super::production::Production;
use crate::support::{Client, Dev, Engine, Process, Server, bank_account, canary, florin, run};

testkit::on_sqlite_daily!(operator_commands_work_beside_a_running_server_and_it_sees_their_effect);

#[test]
fn a_second_server_on_one_sqlite_file_is_refused_while_the_first_runs() {
    let mut server = Server::start(Engine::Sqlite);
    let file = format!("sqlite:{}", server.data().join("florin.db").display());
    let dev = || Process::start(Dev::command(server.data(), None)).ends();
    let production = Production::prepare(Engine::Sqlite);
    let serve = || {
        let mut command =
            florin(&["serve", "--database-url", &file, "--public-url", "https://pay.example.com"]);
        command.args(["--listen", "127.0.0.1:0", "--admin-listen", "off"]);
        Process::start(with_secrets(command, &server)).ends()
    };
    // The same file by another name is the same file.
    let link = production.elsewhere().join("link.db");
    std::os::unix::fs::symlink(server.data().join("florin.db"), &link).expect("a link");
    let linked = format!("sqlite:{}", link.display());
    let elsewhere = |url: &str| Process::start(Dev::command(&production.elsewhere(), Some(url))).ends();
    let words = ["another Florin server is already running", "florin.db"];
    for refused in [dev(), serve(), elsewhere(&file), elsewhere(&linked)] {
        assert_refused(&refused, 1, &words);
    }
    assert_eq!(server.sandbox().get("/balance").status, 200, "the first does not mind");

    // The lock goes with its process, however that ends.
    server.kill();
    server.restart();
    assert_eq!(server.sandbox().get("/balance").status, 200);
}

/// With the secrets of this server.
fn with_secrets(mut command: std::process::Command, server: &Server) -> std::process::Command {
    command.arg("--secrets-file").arg(server.data().join("secrets"));
    command
}

#[test]
fn two_servers_on_one_postgresql_database_are_one_service() {
    let production = Production::prepare(Engine::Postgres);
    let first = production.start(&[]);
    production.new_user("treasurer@example.com");
    let key = production.new_key("treasurer@example.com", "test");
    let address = crate::support::own_ip();
    let mut command =
        production.command(&["serve", "--public-url", "https://pay.example.com", "--admin-listen", "off"]);
    command.args(["--listen", &format!("{address}:8080")]);
    let mut second = Process::start(command);
    let origin = format!("http://{address}:8080");
    super::await_ready(&mut second, &origin);

    let one = production.anyone().with_key(&key);
    let other = Client::new(&origin, None).with_key(&key);
    for (writer, reader) in [(&one, &other), (&other, &one)] {
        let made = writer.post("/sandbox/v1/bank_accounts", &bank_account("brl_pix"));
        assert_eq!(reader.get(&format!("/sandbox/v1/bank_accounts/{}", made.id())).body, made.body);
        let once =
            writer.post_once("/sandbox/v1/recipients", "the-key", &json!({ "email": "ada@example.com" }));
        assert_eq!(
            reader
                .post_once("/sandbox/v1/recipients", "the-key", &json!({ "email": "ada@example.com" }))
                .id(),
            once.id()
        );
    }
    // One goes, the other stays.
    assert_eq!(first.end("TERM").code, Some(0));
    assert_eq!(other.get("/sandbox/v1/balance").status, 200);
    assert_eq!(second.end("TERM").code, Some(0));
}

fn operator_commands_work_beside_a_running_server_and_it_sees_their_effect(engine: Engine) {
    let production = Production::prepare(engine);
    let process = production.start(&[]);
    let anyone = production.anyone();
    let user = production.new_user("treasurer@example.com");
    assert_eq!(super::fields(&user), ["created_at", "email", "id", "name", "password"]);
    assert_eq!([&user["email"], &user["name"]], ["treasurer@example.com", "treasurer"]);

    let create =
        ["key", "create", "--email", "treasurer@example.com", "--mode", "live", "--scopes", "balance:read"];
    let made = production.florin_json(&create);
    let record = ["created_at", "hint", "id", "last_used_at", "mode", "name", "revoked_at", "scopes"];
    assert_eq!(
        super::fields(&made),
        ["created_at", "hint", "id", "key", "last_used_at", "mode", "name", "revoked_at", "scopes"]
    );
    let key = made["key"].as_str().expect("the key");
    canary(key);
    assert_eq!(anyone.with_key(key).get("/v1/balance").status, 200);

    let listed = production.florin_json(&["key", "list", "--email", "treasurer@example.com"]);
    assert_eq!(super::fields(&listed), ["data"]);
    assert_eq!(super::fields(&listed["data"][0]), record);
    let revoked = production.florin_json(&["key", "revoke", made["id"].as_str().expect("an id")]);
    assert!(revoked["revoked_at"].is_string(), "{revoked}");

    let migrate = |more: &[&str]| {
        let url = production.database_url();
        run(florin(&["migrate", "--json", "--database-url", &url]).args(more)).json()
    };
    assert_eq!(migrate(&[])["applied"], json!([]));
    assert_eq!(migrate(&["--check"])["missing"], json!([]));
    // For people there are words.
    for (arguments, words) in [
        (
            &["user", "create", "--email", "clerk@example.com", "--name", "Clerk"][..],
            "Password (shown only once): ",
        ),
        (
            &["key", "create", "--email", "clerk@example.com", "--mode", "test", "--scopes", "all"],
            "florin_test_",
        ),
        (&["key", "list", "--email", "clerk@example.com"], "never used"),
        (&["key", "revoke", made["id"].as_str().expect("an id")], "Revoked key_"),
    ] {
        let ended = run(&mut production.command(arguments));
        assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""), "{arguments:?}");
        assert!(ended.stdout.contains(words), "{arguments:?}: {}", ended.stdout);
        if let Some((_, secret)) = ended.stdout.trim_end().rsplit_once("only once): ") {
            canary(secret);
        }
    }
    assert_eq!(process.end("TERM").code, Some(0));
}
