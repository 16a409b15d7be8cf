//! `florin user list`, `find`, `lock`, `unlock` and `reset`.

use serde_json::{Value, json};

use super::assert_refused;
use crate::support::pages::{demo, open, says};
use crate::support::{Browser, Ended, Engine, Server, email_to, emails_to, eventually};

testkit::on_both_engines!(a_locked_user_is_out_everywhere_until_unlocked, users_are_listed_and_found);

testkit::on_sqlite_daily!(a_reset_link_is_emailed_and_never_shown);

const ADA: &str = "ada@example.com";

fn user(server: &Server, arguments: &[&str]) -> Ended {
    server.florin(&[&["user"], arguments].concat()).into()
}

fn words(server: &Server, arguments: &[&str]) -> String {
    let ended = user(server, arguments);
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""), "{ended:?}");
    ended.stdout
}

fn a_locked_user_is_out_everywhere_until_unlocked(engine: Engine) {
    let server = Server::start(engine);
    let owner = server.info("email").to_owned();
    let (signed_in, sandbox, live) = (demo(&server), server.sandbox(), server.live());
    server.new_user(ADA);
    let (ada_key, _) = server.new_key_and_id(ADA, "test", "all");
    let lock = |verb: &str| {
        let arguments = ["user", verb, "--email", &owner, "--reason", "stolen  laptop"];
        server.florin_json(&arguments)
    };
    let locked = lock("lock");
    assert_eq!((&locked["changed"], locked["locked_at"].is_string()), (&json!(true), true), "{locked}");
    assert_eq!(lock("lock")["changed"], json!(false));
    for client in [&sandbox, &live] {
        let refused = eventually("the key doesn't work", || {
            Some(client.get("/balance")).filter(|reply| reply.status == 401)
        });
        assert!(refused.body.contains("This account is locked"), "{refused:?}");
    }
    assert_eq!(signed_in.get("/dashboard/test/settings").status, 303, "the session has ended");
    let browser = Browser::new(server.origin());
    let right = browser.sign_in(&owner, server.info("password"));
    assert_eq!(right.status, 422, "{right:?}");
    says(&right, "Your account is locked. Contact support.");
    let wrong = browser.sign_in(&owner, "not the password");
    says(&wrong, "Wrong email or password.");
    assert!(!wrong.body.contains("locked"), "only who knows the password is told");
    let found = &server.florin_json(&["user", "find", &owner])["data"][0];
    assert_eq!((&found["lock_reason"], &found["locked_at"]), (&json!("stolen laptop"), &locked["locked_at"]));
    assert!(found["locked_by"].as_str().is_some_and(|by| by.starts_with("uid ")), "{found}");
    let told = words(&server, &["find", &owner]);
    let when = format!("{owner} was locked at {}", locked["locked_at"].as_str().expect("a time"));
    assert!(told.contains(&when) && told.contains("): stolen laptop"), "{told}");
    // Others are not.
    assert_eq!(sandbox.with_key(&ada_key).get("/balance").status, 200);

    let unlocked = lock("unlock");
    assert_eq!((&unlocked["changed"], &unlocked["locked_at"]), (&json!(true), &Value::Null), "{unlocked}");
    assert_eq!(lock("unlock")["changed"], json!(false));
    assert_eq!(server.florin_json(&["user", "find", &owner])["data"][0]["lock_reason"], Value::Null);
    for client in [&sandbox, &live] {
        eventually("the key works again", || (client.get("/balance").status == 200).then_some(()));
    }
    assert_eq!(signed_in.get("/dashboard/test/settings").status, 303, "an ended session stays ended");
    let log = open(&demo(&server), "/dashboard/live/settings");
    for expected in ["Locked by the operator", "Unlocked by the operator", "stolen laptop (uid"] {
        says(&log, expected);
    }
    let unknown = user(&server, &["lock", "--email", "nobody@example.com", "--reason", "x"]);
    assert_refused(&unknown, 1, &["no user with this email address"]);
    let silent = user(&server, &["lock", "--email", ADA, "--reason", " "]);
    assert_refused(&silent, 2, &["--reason"]);
}

fn users_are_listed_and_found(engine: Engine) {
    let server = Server::start(engine);
    for email in ["ada@example.com", "bob_1@example.com", "bobx1@example.com"] {
        server.new_user(email);
    }
    let listed = words(&server, &["list"]);
    let lines: Vec<&str> = listed.lines().collect();
    assert!(lines[0].starts_with("ID") && lines[0].contains("LIVE ACCOUNT"), "{listed}");
    assert_eq!(lines.len(), 5, "a header and four users: {listed}");
    assert!(
        lines[1].contains("bobx1@example.com") && lines[1].contains("just now"),
        "newest first: {listed}"
    );
    let page = |arguments: &[&str]| server.florin_json(&[&["user", "list"], arguments].concat());
    let first = page(&["--limit", "3"]);
    let after = first["next_after"].as_str().expect("there is more");
    let rest = page(&["--limit", "3", "--after", after]);
    assert_eq!((rest["data"].as_array().map(Vec::len), &rest["next_after"]), (Some(1), &Value::Null));
    let secret = ["password", "argon2", "factor_secret"];
    assert!(secret.iter().all(|word| !first.to_string().contains(word)), "{first}");

    let find = |text: &str| -> Vec<String> {
        let found = server.florin_json(&["user", "find", text]);
        let rows = found["data"].as_array().expect("a list").clone();
        rows.iter().map(|row| row["email"].as_str().expect("an email").to_owned()).collect()
    };
    assert_eq!(find("ADA@"), ["ada@example.com"]);
    assert_eq!(find("bob_"), ["bob_1@example.com"], "no wildcard");
    assert_eq!(find("demo busi"), [server.info("email")], "by name");
    assert!(find("%").is_empty() && find("!").is_empty());
    server.florin_json(&["user", "create", "--email", "zoe@example.com", "--name", "ÉTOILE ŻÓŁĆ"]);
    for text in ["étoile", "żÓłć", "Étoile ż"] {
        assert_eq!(find(text), ["zoe@example.com"], "letters of any script: {text}");
    }
    let first = server.florin_json(&["user", "find", "bob", "--limit", "1"]);
    let after = first["next_after"].as_str().expect("there is more");
    let rest = server.florin_json(&["user", "find", "bob", "--limit", "1", "--after", after]);
    assert_eq!((&rest["data"][0]["email"], &rest["next_after"]), (&json!("bob_1@example.com"), &Value::Null));
    let row = &server.florin_json(&["user", "find", "ada"])["data"][0];
    for id in ["id", "live_account_id", "test_account_id"] {
        assert_eq!(find(row[id].as_str().expect("an ID")), ["ada@example.com"], "{id}");
    }
    assert_refused(&user(&server, &["find", "nobody"]), 1, &["nobody"]);
    assert_refused(&user(&server, &["list", "--after", "nonsense"]), 2, &["--after"]);
}

fn a_reset_link_is_emailed_and_never_shown(engine: Engine) {
    let server = Server::start(engine);
    server.new_user(ADA);
    let shown = words(&server, &["reset", "--email", "ADA@example.com"]);
    let letter = email_to(server.origin(), ADA, "reset");
    assert!(!shown.contains("/dashboard/reset") && shown.contains(ADA), "{shown}");
    let browser = Browser::new(server.origin());
    let changed = browser.fill(&letter.links[0], &letter.links[0], &[("password", "staple horse battery")]);
    assert_eq!(changed.status, 303, "{changed:?}");
    assert_eq!(browser.sign_in(ADA, "staple horse battery").status, 303);
    let unknown = user(&server, &["reset", "--email", "nobody@example.com"]);
    assert_refused(&unknown, 1, &["no user with this email address"]);
    // However often an operator asks, the mailbox gets only so many.
    let refused = (0..12).filter(|_| user(&server, &["reset", "--email", ADA]).code == Some(1)).count();
    assert!(refused > 0);
    assert!(emails_to(server.origin(), ADA, "reset").len() < 12);
}
