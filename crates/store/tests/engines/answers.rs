//! Stored answers: the same again, never another, gone after thirty days.

use std::time::Duration;

use app::{App, CommandResponse, Failure, NewRecipient};
use futures_util::future::join_all;
use rules::account::Caller;
use rules::refusal::Refusal;

use crate::fixture::{Fixture, body, claim, email};

testkit::on_both_engines!(
    the_same_request_gets_the_same_bytes,
    another_body_under_the_same_key_is_refused_and_names_the_first_object,
    racing_copies_over_three_processes_do_one_thing,
    an_answer_is_forgotten_after_thirty_days_and_not_before,
    a_refused_request_leaves_no_answer,
    another_app_or_account_may_use_the_same_key,
);

async fn ask(
    app: &App,
    caller: &Caller,
    address: &str,
    key: &str,
    says: u8,
) -> Result<CommandResponse, Failure> {
    let new = NewRecipient { email: email(address), nickname: None };
    app.payouts.create_recipient(caller, new, Some(claim(caller, key, says))).await
}

fn the_same_request_gets_the_same_bytes(fixture: Fixture) {
    fixture.runtime.block_on(async {
        let first = ask(&fixture.app, &fixture.caller, "grace@example.com", "one", 1).await.expect("made");
        assert!(matches!(first, CommandResponse::Now(..)));
        // What the answer says is what was true then, even if it is not any more.
        let recipient = serde_json::from_slice::<serde_json::Value>(body(&first)).expect("JSON");
        let id = recipient["id"].as_str().expect("an id");
        let renamed =
            fixture.app.payouts.update_recipient(&fixture.caller, id, Some("Amazing".to_owned())).await;
        assert!(renamed.is_ok());
        let again =
            ask(&fixture.another_app(), &fixture.caller, "grace@example.com", "one", 1).await.expect("told");
        assert_eq!(again, CommandResponse::Again(body(&first).to_vec().into()));
    });
}

fn another_body_under_the_same_key_is_refused_and_names_the_first_object(fixture: Fixture) {
    fixture.runtime.block_on(async {
        let first = ask(&fixture.app, &fixture.caller, "grace@example.com", "one", 1).await.expect("made");
        let other = ask(&fixture.app, &fixture.caller, "alan@example.com", "one", 2).await;
        let CommandResponse::Now(outcome, _) = first else { panic!("{first:?}") };
        let refusal = Refusal::IdempotencyKeyReused { object: outcome.object() };
        assert_eq!(other, Err(Failure::Refused(refusal)));
    });
    assert_eq!(fixture.number("select count(*) from recipients"), 1);
}

fn racing_copies_over_three_processes_do_one_thing(fixture: Fixture) {
    let apps = [fixture.another_app(), fixture.another_app(), fixture.another_app()];
    fixture.runtime.block_on(async {
        for round in 0..10 {
            // Each copy would make its own recipient if it were taken for a new request.
            let (key, caller) = (format!("key{round}"), &fixture.caller);
            let racing = (0..60_usize).map(|copy| {
                let (app, key) = (&apps[copy % 3], &key);
                async move { ask(app, caller, &format!("copy{copy}-{round}@example.com"), key, 7).await }
            });
            let answers: Vec<_> =
                join_all(racing).await.into_iter().map(|answer| answer.expect("told")).collect();
            assert_eq!(answers.iter().filter(|answer| matches!(answer, CommandResponse::Now(..))).count(), 1);
            assert!(answers.iter().all(|answer| body(answer) == body(&answers[0])));
        }
    });
    assert_eq!(fixture.number("select count(*) from recipients"), 10);
    assert_eq!(fixture.number("select count(*) from stored_responses"), 10);
}

fn an_answer_is_forgotten_after_thirty_days_and_not_before(fixture: Fixture) {
    fixture.runtime.block_on(async {
        ask(&fixture.app, &fixture.caller, "grace@example.com", "one", 1).await.expect("made");
        ask(&fixture.app, &fixture.caller, "alan@example.com", "two", 1).await.expect("made");
        fixture.clock.advance(Duration::from_secs(30 * 86_400) - Duration::from_micros(1));
        let again = ask(&fixture.app, &fixture.caller, "grace@example.com", "one", 1).await.expect("told");
        assert!(matches!(again, CommandResponse::Again(_)), "{again:?}");
        assert_eq!(fixture.app.forget_expired_answers().await, 0);

        fixture.clock.advance(Duration::from_micros(1));
        let anew = ask(&fixture.app, &fixture.caller, "grace@example.com", "one", 2).await.expect("made");
        assert!(matches!(anew, CommandResponse::Now(..)), "{anew:?}");
        assert_eq!(fixture.app.forget_expired_answers().await, 1);
        assert_eq!(fixture.app.forget_expired_answers().await, 0);
        let kept = ask(&fixture.app, &fixture.caller, "grace@example.com", "one", 2).await.expect("told");
        assert!(matches!(kept, CommandResponse::Again(_)), "{kept:?}");
    });
    assert_eq!(fixture.number("select count(*) from stored_responses"), 1);
}

fn a_refused_request_leaves_no_answer(fixture: Fixture) {
    fixture.runtime.block_on(async {
        let unknown = "ba_01kdvq3y5cf2ab6ngnm3hcrkve";
        let refused = fixture.app.external_transfers.archive_bank_account(
            &fixture.caller,
            unknown,
            Some(claim(&fixture.caller, "k", 1)),
        );
        assert!(matches!(refused.await, Err(Failure::Refused(Refusal::NotFound(_)))));
    });
    assert_eq!(fixture.number("select count(*) from stored_responses"), 0);
}

fn another_app_or_account_may_use_the_same_key(fixture: Fixture) {
    fixture.runtime.block_on(async {
        let other = crate::fixture::new_user(&fixture.app, "grace@example.com").await;
        let stranger = crate::fixture::caller_of(&fixture.app, &other, rules::account::Mode::Test).await;
        let live = crate::fixture::caller_of(&fixture.app, &other, rules::account::Mode::Live).await;
        for caller in [&fixture.caller, &stranger, &live] {
            let made = ask(&fixture.app, caller, "alan@example.com", "one", 1).await.expect("made");
            assert!(matches!(made, CommandResponse::Now(..)), "{made:?}");
        }
    });
    assert_eq!(fixture.number("select count(*) from recipients"), 3);
}
