//! API keys: revoked everywhere within a second, moved to a new server secret by being used.

use std::time::Duration;

use app::auth::CredentialError;
use app::secrets::Secrets;
use app::{Failure, SecretsProblem};
use rules::account::Mode;
use rules::api_key::MAX_API_KEYS;
use rules::refusal::{Limit, Refusal};
use rules::scope::Scopes;

use crate::fixture::{Fixture, email};

testkit::on_both_engines!(
    an_account_has_at_most_fifty_active_keys,
    a_revoked_key_is_dead_in_every_process_within_a_second,
    the_time_of_the_last_use_is_stored,
    a_key_moves_to_the_new_server_secret_by_being_used,
    a_stored_hash_is_not_the_key,
    secrets_that_do_not_belong_to_the_database_are_recognized,
);

fn a_revoked_key_is_dead_in_every_process_within_a_second(fixture: Fixture) {
    let other = fixture.another_app();
    fixture.runtime.block_on(async {
        let ada = email("ada@example.com");
        let made =
            fixture.app.auth.create_api_key(&ada, Mode::Test, "one", Scopes::all()).await.expect("a key");
        for app in [&fixture.app, &other] {
            assert!(app.auth.authenticate(&made.key, Mode::Test).await.is_ok());
        }
        fixture.app.auth.revoke_api_key(&made.record.id.to_string()).await.expect("revoked");
        assert_eq!(fixture.app.auth.authenticate(&made.key, Mode::Test).await, Err(CredentialError::Revoked));
        fixture.clock.advance(Duration::from_millis(999));
        assert_eq!(other.auth.authenticate(&made.key, Mode::Test).await, Err(CredentialError::Revoked));
        let again =
            fixture.app.auth.revoke_api_key(&made.record.id.to_string()).await.expect("still revoked");
        assert_eq!(
            again.revoked_at.map(|at| at.micros()),
            Some(1_767_225_600_000_000),
            "the first time counts"
        );
    });
}

fn the_time_of_the_last_use_is_stored(fixture: Fixture) {
    fixture.runtime.block_on(async {
        let ada = email("ada@example.com");
        let made =
            fixture.app.auth.create_api_key(&ada, Mode::Test, "one", Scopes::all()).await.expect("a key");
        fixture.app.auth.create_api_key(&ada, Mode::Live, "two", Scopes::NONE).await.expect("a key");
        fixture.clock.advance(Duration::from_secs(60));
        assert!(fixture.app.auth.authenticate(&made.key, Mode::Test).await.is_ok());
        fixture.app.stop().await;
        let keys = fixture.another_app().auth.api_keys(&ada).await.expect("both keys");
        let used: Vec<_> =
            keys.iter().map(|known| (known.mode, known.key.last_used_at.map(|at| at.micros()))).collect();
        assert_eq!(used, [(Mode::Live, None), (Mode::Test, Some(1_767_225_660_000_000))]);
    });
}

fn a_key_moves_to_the_new_server_secret_by_being_used(fixture: Fixture) {
    let both = format!("{},2:{}", fixture.secrets, &Secrets::generate(&app::dice::Dice::system())[2..]);
    let only_new = both.split(',').nth(1).expect("two versions");
    fixture.runtime.block_on(async {
        let ada = email("ada@example.com");
        let made =
            fixture.app.auth.create_api_key(&ada, Mode::Test, "one", Scopes::all()).await.expect("a key");
        let without_old = fixture.app_with_secrets(only_new);
        assert_eq!(without_old.auth.authenticate(&made.key, Mode::Test).await, Err(CredentialError::Unknown));
        let rotating = fixture.app_with_secrets(&both);
        assert!(rotating.auth.authenticate(&made.key, Mode::Test).await.is_ok());
        rotating.stop().await;
        assert!(without_old.auth.authenticate(&made.key, Mode::Test).await.is_ok());
    });
}

fn a_stored_hash_is_not_the_key(fixture: Fixture) {
    fixture.runtime.block_on(async {
        let ada = email("ada@example.com");
        let made =
            fixture.app.auth.create_api_key(&ada, Mode::Test, "one", Scopes::all()).await.expect("a key");
        let hex: String = made.record.hash.iter().map(|byte| format!("{byte:02x}")).collect();
        for wrong in [hex.as_str(), &format!("florin_test_{}", &hex[..38]), "florin_test_", ""] {
            let denied = fixture.app.auth.authenticate(wrong, Mode::Test).await;
            assert!(matches!(denied, Err(CredentialError::Malformed(_))), "{denied:?}");
        }
        assert_eq!(
            fixture.app.auth.authenticate(&made.key, Mode::Live).await,
            Err(CredentialError::WrongMode(Mode::Test))
        );
    });
}

fn secrets_that_do_not_belong_to_the_database_are_recognized(fixture: Fixture) {
    let fresh = || Secrets::generate(&app::dice::Dice::system());
    let both = format!("{},2:{}", fixture.secrets, &fresh()[2..]);
    fixture.runtime.block_on(async {
        assert_eq!(fixture.app.platform.check_secrets().await, Ok(()));
        let other = fixture.app_with_secrets(&fresh());
        assert_eq!(other.platform.check_secrets().await, Err(SecretsProblem::Wrong(1)));
        assert_eq!(fixture.app_with_secrets(&both).platform.check_secrets().await, Ok(()));
        assert_eq!(fixture.app.platform.check_secrets().await, Err(SecretsProblem::Missing(2)));
        assert_eq!(fixture.app_with_secrets(&both).platform.check_secrets().await, Ok(()));
    });
}

fn an_account_has_at_most_fifty_active_keys(fixture: Fixture) {
    let ada = email("ada@example.com");
    let make = |mode| fixture.app.auth.create_api_key(&ada, mode, "one", Scopes::all());
    fixture.runtime.block_on(async {
        // All at once, so that none is counted before another is written.
        let made = futures_util::future::join_all((0..60).map(|_| make(Mode::Test))).await;
        let (made, refused): (Vec<_>, Vec<_>) = made.into_iter().partition(Result::is_ok);
        assert_eq!((made.len(), refused.len()), (MAX_API_KEYS, 60 - MAX_API_KEYS));
        let is_limit = |refused: &Result<_, _>| {
            matches!(refused, Err(Failure::Refused(Refusal::LimitExceeded(Limit::ApiKeys))))
        };
        assert!(refused.iter().all(is_limit));
        // The live account of the same user has its own.
        assert!(make(Mode::Live).await.is_ok());
        // A user who revokes one can make one.
        let id = made.into_iter().flatten().next().expect("a key").record.id.to_string();
        fixture.app.auth.revoke_api_key(&id).await.expect("revoked");
        assert!(make(Mode::Test).await.is_ok());
        assert!(is_limit(&make(Mode::Test).await));
    });
}
