//! Revoking keys: effective in every process within a second, for good.

use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::{create, listed};
use crate::support::{Client, Engine, Server, now};

testkit::on_both_engines!(
    a_busy_key_is_refused_in_every_process_within_a_second_of_its_revocation,
    revoking_is_final_repeatable_and_for_one_key_alone,
);

/// How long after `florin key revoke` a request may still be let in.
const GRACE: Duration = Duration::from_secs(1);

/// When a request was sent, and what it got.
type Seen = Vec<(Instant, u16)>;

/// Uses the key all the time until well after its revocation.
fn keep_using(client: &Client, used: &OnceLock<()>, revoked: &OnceLock<Instant>) -> Seen {
    let mut seen = Seen::new();
    loop {
        let sent = now();
        seen.push((sent, client.get("/balance").status));
        used.get_or_init(|| ());
        match revoked.get() {
            Some(revoked) if sent > *revoked + 2 * GRACE => return seen,
            Some(_) | None => thread::sleep(Duration::from_millis(5)),
        }
    }
}

fn a_busy_key_is_refused_in_every_process_within_a_second_of_its_revocation(engine: Engine) {
    let server = Server::start(engine);
    // On SQLite there is one server; the operator's command is the other process.
    let second = (engine == Engine::Postgres).then(|| server.second_process());
    let (key, made) = create(&server, "balance:read");
    let addresses = [Some(server.info("test_api")), second.as_ref().map(|second| second.test_api())];
    let addresses: Vec<&str> = addresses.into_iter().flatten().collect();
    let (used, revoked) = (addresses.iter().map(|_| OnceLock::new()).collect::<Vec<_>>(), OnceLock::new());

    let all: Vec<Seen> = thread::scope(|scope| {
        let users = addresses.iter().zip(&used).map(|(address, used)| {
            let (client, revoked) = (Client::new(address, None).with_key(&key), &revoked);
            scope.spawn(move || keep_using(&client, used, revoked))
        });
        let users: Vec<_> = users.collect();
        used.iter().for_each(|used| _ = used.wait());
        server.florin_json(&["key", "revoke", made["id"].as_str().expect("an id")]);
        revoked.set(now()).expect("set once");
        users.into_iter().map(|user| user.join().expect("a user of the key")).collect()
    });

    let revoked = *revoked.get().expect("it was revoked");
    for (address, seen) in addresses.iter().zip(all) {
        assert_eq!(seen[0].1, 200, "{address}: the key worked before");
        let refused = seen.iter().position(|(_, status)| *status == 401);
        let refused = refused.unwrap_or_else(|| panic!("{address}: never refused"));
        assert!(seen[..refused].iter().all(|(_, status)| *status == 200), "{address}: {seen:?}");
        assert!(seen[refused..].iter().all(|(_, status)| *status == 401), "{address}: let in again");
        let late = seen[..refused].iter().filter(|(sent, _)| *sent > revoked + GRACE).count();
        assert_eq!(late, 0, "{address}: let in more than {GRACE:?} after the revocation");
    }
}

fn revoking_is_final_repeatable_and_for_one_key_alone(engine: Engine) {
    let mut server = Server::start(engine);
    let ((gone, gone_record), (kept, kept_record)) = (create(&server, "all"), create(&server, "all"));
    let id = gone_record["id"].as_str().expect("an id");
    assert_eq!(gone_record["revoked_at"], Value::Null);
    let first = server.florin_json(&["key", "revoke", id]);
    assert!(first["revoked_at"].is_string(), "{first}");
    assert_eq!(server.florin_json(&["key", "revoke", id])["revoked_at"], first["revoked_at"]);
    assert_eq!(listed(&server, &gone_record["id"])["revoked_at"], first["revoked_at"]);
    assert_eq!(listed(&server, &kept_record["id"])["revoked_at"], Value::Null);

    for wrong in ["key_01kdvq3y5cf2ab6ngnm3hcrkve", "rubbish", "", &gone, &id.to_uppercase()] {
        let output = server.florin(&["key", "revoke", wrong]);
        let stderr = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(1), "{wrong}: {stderr}");
        assert!(stderr.contains("there is no API key with this ID"), "{wrong}: {stderr}");
        assert!(!stderr.contains(&gone), "it repeats a key");
    }

    // Neither another process nor a restart brings it back.
    let answers =
        |server: &Server| [&gone, &kept].map(|key| server.sandbox().with_key(key).get("/balance").status);
    assert_eq!(answers(&server), [401, 200]);
    assert_eq!(server.terminate(), Some(0));
    server.restart();
    assert_eq!(answers(&server), [401, 200]);
}
