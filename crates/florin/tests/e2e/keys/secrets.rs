//! Keys and the server's secrets: the secrets can be added to, and must be the ones that the database knows.

use std::fs;

use data_encoding::BASE64;

use super::create;
use crate::support::{Dev, Engine, Process, Server, bank_account, canary};

testkit::on_both_engines!(
    a_new_secret_keeps_every_key_and_every_bank_account_working,
    secrets_that_do_not_belong_to_the_database_are_refused_and_harm_nothing,
);

/// Some 32 bytes for `version`, as the secrets file writes them.
fn secret(version: u8) -> String {
    let bytes: Vec<u8> = (0..32).map(|index| index * 7 + version).collect();
    let text = BASE64.encode(&bytes);
    canary(&text);
    format!("{version}:{text}")
}

fn balance(server: &Server, key: &str) -> u16 {
    server.sandbox().with_key(key).get("/balance").status
}

fn a_new_secret_keeps_every_key_and_every_bank_account_working(engine: Engine) {
    let mut server = Server::start(engine);
    let ((used, _), (idle, _)) = (create(&server, "all"), create(&server, "all"));
    let old = server.sandbox().post("/bank_accounts", &bank_account("eur_sepa"));
    assert_eq!(server.terminate(), Some(0));
    let file = server.data().join("secrets");
    let first = fs::read_to_string(&file).expect("the secrets");
    fs::write(&file, format!("{},{}", first.trim(), secret(2))).expect("one more secret");

    server.restart();
    let (new, _) = create(&server, "all");
    // Using a key stores its hash under the new secret, and it works again after that, too.
    assert_eq!([&used, &new].map(|key| balance(&server, key)), [200, 200]);
    assert_eq!(server.terminate(), Some(0));
    server.restart();
    assert_eq!([&used, &new, &idle].map(|key| balance(&server, key)), [200, 200, 200]);
    assert_eq!(server.sandbox().get(&format!("/bank_accounts/{}", old.id())).body, old.body);
}

fn secrets_that_do_not_belong_to_the_database_are_refused_and_harm_nothing(engine: Engine) {
    let mut server = Server::start(engine);
    let (key, _) = create(&server, "all");
    assert_eq!(server.terminate(), Some(0));
    let file = server.data().join("secrets");
    let right = fs::read_to_string(&file).expect("the secrets");
    for (what, wrong, words) in [
        ("a different secret", secret(1), "a different secret of version 1"),
        (
            "a different secret, and a new one",
            format!("{},{}", secret(1), secret(2)),
            "a different secret of version 1",
        ),
        ("only a new secret", secret(2), "version 1 of its secrets, which is missing"),
    ] {
        fs::write(&file, &wrong).expect("wrong secrets");
        let refused = Process::start(Dev::command(server.data(), server.database().url())).ends();
        assert_eq!((refused.code, refused.stdout.as_str()), (Some(1), ""), "{what}: {refused:?}");
        assert!(refused.stderr.contains(words), "{what}: {refused:?}");
        let refused = server.florin(&["key", "list", "--email", server.info("email")]);
        assert_eq!(refused.status.code(), Some(1), "{what}: {refused:?}");
        assert!(String::from_utf8_lossy(&refused.stderr).contains(words), "{what}: {refused:?}");
    }
    fs::write(&file, &right).expect("the right secrets");
    server.restart();
    assert_eq!(balance(&server, &key), 200);
}
