//! Making keys: what is asked for is what is made, and what makes no sense makes nothing.

use serde_json::{Value, json};

use super::{create, list, listed};
use crate::support::pages::{demo, says};
use crate::support::{Engine, Server, dump};

testkit::on_both_engines!(
    a_key_is_shown_once_and_found_nowhere_afterwards,
    an_account_with_fifty_keys_is_told_to_revoke_one,
);

testkit::on_sqlite_daily!(
    a_key_has_exactly_the_scopes_it_was_made_with,
    a_key_of_the_page_has_the_access_that_was_chosen_and_no_more,
);

testkit::on_one_engine!(
    a_key_with_a_scope_that_does_not_exist_is_refused_and_nothing_is_made,
    a_key_looks_as_promised_and_every_typo_is_noticed,
);

const ALL: &str = "balance:read bank_accounts:read bank_accounts:write external_wallets:read \
                   external_wallets:write recipients:read recipients:write transactions:read deposits:read \
                   deposits:write withdrawals:read withdrawals:write payouts:read payouts:write";

fn a_key_has_exactly_the_scopes_it_was_made_with(engine: Engine) {
    let server = Server::start(engine);
    let recipient = json!({ "email": "ada@example.com" });
    for (asked, given) in [
        ("all", ALL),
        ("balance:read", "balance:read"),
        ("recipients:write", "recipients:write"),
        ("balance:read,recipients:write", "balance:read recipients:write"),
        ("recipients:write, balance:read", "balance:read recipients:write"),
        ("payouts:read,payouts:read", "payouts:read"),
        (
            "payouts",
            "balance:read recipients:read recipients:write transactions:read payouts:read payouts:write",
        ),
        ("full", ALL),
    ] {
        let (key, made) = create(&server, asked);
        let given: Vec<&str> = given.split_whitespace().collect();
        assert_eq!(made["scopes"], json!(given), "{asked}");
        assert_eq!(made["mode"], "test");
        assert_eq!(listed(&server, &made["id"])["scopes"], json!(given), "{asked}");

        let client = server.sandbox().with_key(&key);
        let allowed = |scope| if given.contains(&scope) { 200 } else { 403 };
        assert_eq!(client.get("/balance").status, allowed("balance:read"), "{asked}");
        assert_eq!(client.get("/recipients").status, allowed("recipients:read"), "{asked}");
        assert_eq!(client.post("/recipients", &recipient).status, allowed("recipients:write"), "{asked}");
        assert_eq!(client.get("/bank_accounts").status, allowed("bank_accounts:read"), "{asked}");
    }
}

fn a_key_of_the_page_has_the_access_that_was_chosen_and_no_more(engine: Engine) {
    let server = Server::start(engine);
    let (browser, new) = (demo(&server), "/dashboard/test/api_keys/new");
    let payouts =
        "balance:read recipients:read recipients:write transactions:read payouts:read payouts:write";
    let read: Vec<&str> = ALL.split_whitespace().filter(|scope| scope.ends_with(":read")).collect();
    for (name, access, scopes, given) in [
        ("Reader", "read_only", &[][..], read.join(" ")),
        ("Payer", "payouts", &[], payouts.to_owned()),
        ("Owner", "full", &[], ALL.to_owned()),
        ("Picker", "custom", &["deposits:read", "balance:read"], "balance:read deposits:read".to_owned()),
        // What a preset doesn't show can't add to it.
        ("Reader and more", "read_only", &["withdrawals:write"], read.join(" ")),
    ] {
        let mut fields = vec![("name", name), ("access", access)];
        fields.extend(scopes.iter().map(|scope| ("scope", *scope)));
        let created = browser.fill(new, new, &fields);
        assert_eq!(created.status, 200, "{name}");
        // The page and the list name the preset, and each permission as the consent page does.
        let summary = match access {
            "read_only" => "Read only",
            "payouts" => "Payouts",
            "full" => "Full access",
            _ => "2 permissions",
        };
        let listed = browser.get("/dashboard/test/api_keys");
        for page in [&created, &listed] {
            let (_, permissions) =
                page.body.split_once(&format!("<summary>{summary}</summary>")).expect("a summary");
            let permissions = permissions.split_once("</details>").expect("its list").0;
            assert_eq!(
                permissions.matches("<li>").count(),
                given.split(' ').count(),
                "{name}: {permissions}"
            );
        }
        assert_eq!(scopes_of(&server, name), Some(given), "{name}");
    }
    for (name, fields, words) in [
        ("None", &[][..], "Select what the key can access."),
        ("No scope", &[("access", "custom")], "Select at least one permission."),
        ("Unknown", &[("access", "everything")], "Select what the key can access."),
        ("Case", &[("access", "FULL")], "Select what the key can access."),
        (
            "Unknown scope",
            &[("access", "custom"), ("scope", "coffee:write")],
            "Select at least one permission.",
        ),
    ] {
        let page = browser.fill(new, new, &[&[("name", name)], fields].concat());
        assert_eq!(page.status, 422, "{name}: {page:?}");
        says(&page, words);
        assert_eq!(scopes_of(&server, name), None, "{name}");
    }
}

/// The scopes of the key with this name.
fn scopes_of(server: &Server, name: &str) -> Option<String> {
    let key = list(server).into_iter().find(|key| key["name"] == name)?;
    let scopes = key["scopes"].as_array().expect("scopes").iter();
    Some(scopes.map(|scope| scope.as_str().expect("a name")).collect::<Vec<_>>().join(" "))
}

fn a_key_with_a_scope_that_does_not_exist_is_refused_and_nothing_is_made(engine: Engine) {
    let server = Server::start(engine);
    let email = server.info("email");
    let before = list(&server);
    for scopes in [
        "",
        ",",
        "coffee:write",
        "balance:read,coffee:write",
        "balance:read,",
        "balance:read bank_accounts:read",
        "Balance:read",
        "ALL",
        "all,balance:read",
        "*",
        "balance:*",
        "balance",
        "balance:write",
        "balance:read;drop",
    ] {
        for json in [&["--json"][..], &[]] {
            let arguments = ["key", "create", "--email", email, "--mode", "test", "--scopes", scopes];
            let output = server.florin(&[&arguments, json].concat());
            let stderr = String::from_utf8(output.stderr).expect("text");
            assert_eq!(output.status.code(), Some(1), "{scopes:?}: {stderr}");
            assert_eq!(output.stdout, b"", "{scopes:?}");
            assert!(stderr.contains("is not a scope"), "{scopes:?}: {stderr}");
            assert!(ALL.split_whitespace().all(|scope| stderr.contains(scope)), "{scopes:?}: {stderr}");
            if !json.is_empty() {
                let error: Value = serde_json::from_str(&stderr).expect("an error is JSON when asked for");
                assert!(error["error"].is_string(), "{error}");
            }
        }
    }
    for (email, mode) in
        [("nobody@example.com", "test"), ("no address", "test"), (email, "prod"), (email, "Test")]
    {
        let output = server.florin(&["key", "create", "--email", email, "--mode", mode, "--scopes", "all"]);
        assert!(matches!(output.status.code(), Some(1 | 2)), "{email} {mode}: {output:?}");
        assert_eq!(output.stdout, b"", "{email} {mode}");
    }
    assert_eq!(list(&server), before);
}

fn a_key_is_shown_once_and_found_nowhere_afterwards(engine: Engine) {
    let mut server = Server::start(engine);
    let (key, made) = create(&server, "all");
    assert_eq!(server.sandbox().with_key(&key).get("/balance").status, 200);
    let secret = key.rsplit_once('_').expect("a prefix").1;
    let email = server.info("email").to_owned();
    for arguments in [
        &["key", "list", "--email", &email][..],
        &["key", "list", "--email", &email, "--json"],
        &["key", "revoke", made["id"].as_str().expect("an id"), "--json"],
    ] {
        let output = server.florin(arguments);
        assert!(output.status.success(), "{output:?}");
        let shown = String::from_utf8(output.stdout).expect("text");
        assert!(shown.contains(made["id"].as_str().expect("an id")), "{arguments:?}: {shown}");
        assert!(!shown.contains(secret), "{arguments:?} shows the key");
    }
    server.terminate();
    let stored = dump(server.database(), server.data());
    let id = made["id"].as_str().expect("an id");
    let holds = |text: &str| stored.windows(text.len()).any(|window| window == text.as_bytes());
    assert!(holds(id), "the dump is no dump");
    // Half of it would already be too much.
    assert!(!holds(&secret[..19]) && !holds(&secret[13..32]), "the database holds the key");
}

fn a_key_looks_as_promised_and_every_typo_is_noticed(engine: Engine) {
    let server = Server::start(engine);
    let (key, made) = create(&server, "balance:read");
    let secret = key.strip_prefix("florin_test_").expect("brand and mode");
    assert!(secret.len() >= 27 + 6, "160 bits in base 62, and a checksum: {}", secret.len());
    assert!(secret.bytes().all(|byte| byte.is_ascii_alphanumeric()));
    assert!(key.ends_with(made["hint"].as_str().expect("a hint")));
    assert!(server.new_key(server.info("email"), "live", "all").starts_with("florin_live_"));
    assert_ne!(key, create(&server, "balance:read").0);

    let ask = |key: &str| server.sandbox().with_key(key).get("/balance");
    let body = key.len() - secret.len();
    for index in body..key.len() {
        let mut changed = key.clone().into_bytes();
        changed[index] = if changed[index] == b'x' { b'y' } else { b'x' };
        let reply = ask(str::from_utf8(&changed).expect("ASCII"));
        reply.assert_problem(401, "unauthorized");
        assert!(reply.body.contains("checksum doesn't match"), "letter {index}: {}", reply.body);
    }
    for index in body..key.len() - 1 {
        let mut swapped = key.clone().into_bytes();
        swapped.swap(index, index + 1);
        let swapped = String::from_utf8(swapped).expect("ASCII");
        let expected = if swapped == key { 200 } else { 401 };
        assert_eq!(ask(&swapped).status, expected, "letters {index} and the next");
    }
    // A well-formed, unknown key is told apart from a mistyped one.
    let stranger = app::credential::generate(
        &app::dice::Dice::system(),
        "florin",
        app::credential::Credential::Key(rules::account::Mode::Test),
    );
    assert_eq!(ask(&stranger).json()["detail"], "Unknown API key or access token.");
    assert_eq!(ask(&key).status, 200);
}

fn an_account_with_fifty_keys_is_told_to_revoke_one(engine: Engine) {
    let server = Server::start(engine);
    // The demo user has one.
    let blob = |number: usize| match server.database().url() {
        Some(_) => format!("'{number:032}'::bytea"),
        None => format!("cast('{number:032}' as blob)"),
    };
    for number in 1..50 {
        server.execute(&format!(
            "insert into api_keys (id, account_id, app_id, name, scopes, hash, secret_version, hint, created_at)
             select 'key_01kdvq3y5cf2ab6ng0000000{number:02}', account_id, app_id, 'many', scopes, {}, 1, 'xxxx', 1
             from api_keys where name = 'florin dev'",
            blob(number)
        ));
    }
    let words = "limit of 50 active API keys. Revoke one first.";
    let email = server.info("email");
    let refused = server.florin(&["key", "create", "--email", email, "--mode", "test", "--scopes", "all"]);
    assert!(!refused.status.success());
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(said.contains(words), "{said}");
    let (browser, new) = (demo(&server), "/dashboard/test/api_keys/new");
    let fields = [("name", "One more"), ("scope", "balance:read")];
    let page = browser.fill(new, new, &fields);
    assert_eq!(page.status, 422, "{page:?}");
    says(&page, words);
    says(&page, "value=\"One more\"");
    server.execute("update api_keys set revoked_at = 2 where name = 'many' and id like '%01'");
    assert_eq!(browser.fill(new, new, &fields).status, 200);
}
