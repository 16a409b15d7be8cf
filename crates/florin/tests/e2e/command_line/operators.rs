//! The operator's bootstrap where it says no.

use std::io::Write;
use std::process::Stdio;

use serde_json::Value;

use super::production::Production;
use super::{assert_refused, fields};
use crate::support::{Ended, Engine, canary, florin, outcome, run};

testkit::on_both_engines!(of_many_who_create_the_same_user_at_once_one_succeeds);

testkit::on_sqlite_daily!(
    a_second_user_with_the_same_address_is_refused_and_the_first_is_unharmed,
    a_password_from_stdin_is_taken_and_never_shown,
    an_error_is_json_when_asked_for,
);

#[test]
fn a_command_that_belongs_to_no_server_says_how_to_name_one() {
    let folder = tempfile::tempdir().expect("a folder");
    for arguments in [
        &["user", "create", "--email", "ada@example.com"][..],
        &["user", "invite", "--email", "ada@example.com"],
        &["key", "create", "--email", "ada@example.com", "--mode", "test", "--scopes", "all"],
        &["key", "list", "--email", "ada@example.com"],
        &["key", "revoke", "key_01kdvq3y5cf2ab6ngnm3hcrkve"],
        &["migrate", "--check"],
    ] {
        let refused = run(florin(arguments).current_dir(folder.path()));
        assert_refused(
            &refused,
            1,
            &[
                "there is no database",
                "--config",
                "FLORIN_CONFIG",
                "/etc/florin/florin.toml",
                "--operator-socket",
                "--data",
            ],
        );
    }
    // Half a server is none.
    let url = format!("sqlite:{}", folder.path().join("x.db").display());
    let half = run(florin(&["key", "list", "--email", "a@example.com", "--database-url", &url])
        .current_dir(folder.path()));
    assert_refused(&half, 2, &["--secrets-file", "FLORIN_SECRETS"]);
    assert_eq!(folder.path().read_dir().expect("a folder").count(), 0, "a mistyped path made something");
}

fn prepared(engine: Engine) -> Production {
    let production = Production::prepare(engine);
    let migrated = run(&mut florin(&["migrate", "--database-url", &production.database_url()]));
    assert_eq!(migrated.code, Some(0), "{migrated:?}");
    production
}

fn a_second_user_with_the_same_address_is_refused_and_the_first_is_unharmed(engine: Engine) {
    let production = prepared(engine);
    production.new_user("Ada@Example.com");
    for email in ["Ada@Example.com", "ada@example.com", "ADA@EXAMPLE.COM"] {
        let refused = run(&mut production.command(&["user", "create", "--email", email]));
        assert_refused(&refused, 1, &["a user with this email address already exists"]);
    }
    for email in ["", "ada", "ada@", "@example.com", "ada@exa mple.com", "ada@example.com, bob@example.com"] {
        let refused = run(&mut production.command(&["user", "create", "--email", email]));
        assert_refused(&refused, 1, &[]);
    }
    let process = production.start(&[]);
    let key = production.new_key("ada@example.com", "test");
    let balance = production.anyone().with_key(&key).get("/sandbox/v1/balance").json();
    assert_eq!(balance["amount"], "10000.00", "one user, funded once");
    drop(process);
}

fn of_many_who_create_the_same_user_at_once_one_succeeds(engine: Engine) {
    let production = prepared(engine);
    let create = || {
        let mut command = production.command(&["user", "create", "--json", "--email", "ada@example.com"]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary starts")
    };
    let racing: Vec<_> = (0..6).map(|_| create()).collect();
    let ended = racing.into_iter().map(|child| Ended::from(outcome("one of many", child)));
    let (made, refused): (Vec<_>, Vec<_>) = ended.partition(|ended| ended.code == Some(0));
    assert_eq!((made.len(), refused.len()), (1, 5), "{made:?} {refused:?}");
    canary(made[0].json()["password"].as_str().expect("a password"));
    for refused in refused {
        assert_refused(&refused, 1, &["a user with this email address already exists"]);
    }
}

fn a_password_from_stdin_is_taken_and_never_shown(engine: Engine) {
    let production = prepared(engine);
    let create = |email: &str, password: &str| {
        let mut command =
            production.command(&["user", "create", "--password-stdin", "--json", "--email", email]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the binary starts");
        child.stdin.take().expect("stdin is piped").write_all(password.as_bytes()).expect("it reads");
        Ended::from(outcome("who reads a password", child))
    };
    let password = "correct horse battery staple";
    canary(password);
    let made = create("ada@example.com", &format!("{password}\n"));
    assert_eq!(fields(&made.json()), ["created_at", "email", "id", "name"]);
    assert!(!format!("{made:?}").contains("horse"), "it is shown");
    for (email, bad, problem) in [
        ("bob@example.com", "short\n", "use at least 10 characters"),
        ("cid@example.com", "\n", "use at least 10 characters"),
        ("dee@example.com", "", "use at least 10 characters"),
        ("eve@example.com", "Password123\n", "one of the most common passwords"),
        ("fay@example.com", "fay@example.com\n", "too easy to guess"),
    ] {
        assert_refused(&create(email, bad), 1, &[problem]);
        let unknown = run(&mut production.command(&["key", "list", "--email", email]));
        assert_refused(&unknown, 1, &["there is no user with this email address"]);
    }
}

fn an_error_is_json_when_asked_for(engine: Engine) {
    let production = prepared(engine);
    production.new_user("ada@example.com");
    for arguments in [
        &["user", "create", "--email", "ada@example.com"][..],
        &["key", "create", "--email", "nobody@example.com", "--mode", "test", "--scopes", "all"],
        &["key", "create", "--email", "ada@example.com", "--mode", "test", "--scopes", "coffee:write"],
        &["key", "list", "--email", "nobody@example.com"],
        &["key", "revoke", "key_01kdvq3y5cf2ab6ngnm3hcrkve"],
    ] {
        let plain = run(&mut production.command(arguments));
        let words = plain.stderr.trim_end().strip_prefix("florin: ").expect("people see who complains");
        let json = run(production.command(arguments).arg("--json"));
        assert_refused(&json, 1, &[]);
        let error: Value = serde_json::from_str(&json.stderr).expect("one JSON object");
        assert_eq!(fields(&error), ["error"]);
        assert_eq!(error["error"], words, "{arguments:?}");
    }
}
