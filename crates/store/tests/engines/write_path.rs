//! Batches: one commit for many, neighbours that do not hurt each other, callers that may go away.

use app::{CommandResponse, Failure, NewRecipient};
use futures_util::future::join_all;
use rules::refusal::{Noun, Refusal};

use crate::fixture::{Fixture, add_recipient, email};

testkit::on_both_engines!(
    many_callers_share_few_commits,
    a_refused_command_does_not_hurt_its_neighbours,
    a_command_that_the_database_refuses_hurts_only_itself,
    a_caller_who_goes_away_does_not_cancel_the_commit,
    commands_of_one_batch_see_each_other,
    several_processes_make_one_recipient_of_one_address,
    after_stopping_nothing_is_accepted,
    what_is_folded_is_in_the_file_itself,
    a_clock_that_was_far_ahead_stamps_nothing_after_it_is_corrected,
);

fn a_clock_that_was_far_ahead_stamps_nothing_after_it_is_corrected(fixture: Fixture) {
    let right = fixture.clock.now();
    let add = |address: &str| {
        let added = fixture.runtime.block_on(add_recipient(&fixture.app, &fixture.caller, address));
        added.expect("a recipient");
        fixture.number(&format!("select created_at from recipients where email = '{address}'"))
    };
    fixture.clock.jump_to(right.plus_seconds(3 * 86_400));
    assert_eq!(add("ahead@example.com"), right.plus_seconds(3 * 86_400).micros());
    fixture.clock.jump_to(right);
    assert_eq!(add("corrected@example.com"), right.micros());
    fixture.clock.jump_to(right.plus_seconds(-5));
    assert_eq!(add("a.little.back@example.com"), right.micros(), "the order of what is written stays");
}

fn what_is_folded_is_in_the_file_itself(fixture: Fixture) {
    let added = fixture.runtime.block_on(add_recipient(&fixture.app, &fixture.caller, "ada@example.com"));
    added.expect("a recipient");
    fixture.runtime.block_on(fixture.store.fold_log()).expect("folded");
    let Some(file) = fixture.file() else { return };
    // A copy without the log has only what was folded.
    let copy = file.with_extension("copy");
    std::fs::copy(&file, &copy).expect("a copy");
    let copied = rusqlite::Connection::open(&copy).expect("a database");
    let count = copied.query_row("select count(*) from recipients", [], |row| row.get::<_, i64>(0));
    assert_eq!(count.expect("a count"), 1);
}

fn many_callers_share_few_commits(fixture: Fixture) {
    fixture.runtime.block_on(async {
        let addresses: Vec<String> = (0..200).map(|number| format!("person{number}@example.com")).collect();
        let created =
            join_all(addresses.iter().map(|address| add_recipient(&fixture.app, &fixture.caller, address)));
        assert!(created.await.iter().all(|answer| matches!(answer, Ok(CommandResponse::Now(..)))));
    });
    assert_eq!(fixture.number("select count(*) from recipients"), 200);
    if fixture.is_postgres() {
        let commits = fixture.number("select count(distinct xmin::text) from recipients");
        assert!(commits < 100, "{commits} commits for 200 callers");
    }
}

fn a_refused_command_does_not_hurt_its_neighbours(fixture: Fixture) {
    fixture.runtime.block_on(async {
        let (app, caller) = (&fixture.app, &fixture.caller);
        let unknown = "ba_01kdvq3y5cf2ab6ngnm3hcrkve";
        let mixed = join_all((0..100).map(|number| async move {
            if number % 2 == 0 {
                add_recipient(app, caller, &format!("person{number}@example.com")).await
            } else {
                app.external_transfers.rename_bank_account(caller, unknown, "New".to_owned()).await
            }
        }));
        for (number, answer) in mixed.await.into_iter().enumerate() {
            if number % 2 == 0 {
                assert!(matches!(answer, Ok(CommandResponse::Now(..))), "{answer:?}");
            } else {
                assert_eq!(answer, Err(Failure::Refused(Refusal::NotFound(Noun::BankAccount))));
            }
        }
    });
    assert_eq!(fixture.number("select count(*) from recipients"), 50);
}

fn a_command_that_the_database_refuses_hurts_only_itself(fixture: Fixture) {
    let poison = if fixture.is_postgres() {
        "alter table recipient_nicknames add constraint poison check (nickname <> 'poison')"
    } else {
        "create trigger poison before insert on recipient_nicknames when new.nickname = 'poison'
         begin select raise(abort, 'poison'); end"
    };
    fixture.sql(poison).expect("a guard that Florin does not know");
    fixture.runtime.block_on(async {
        let made = join_all((0..40).map(|number| {
            let nickname = if number == 17 { "poison" } else { "fine" };
            let email = email(&format!("person{number}@example.com"));
            let new = NewRecipient { email, nickname: Some(nickname.to_owned()) };
            fixture.app.payouts.create_recipient(&fixture.caller, new, None)
        }));
        for (number, answer) in made.await.into_iter().enumerate() {
            if number == 17 {
                assert_eq!(answer, Err(Failure::Internal));
            } else {
                assert!(matches!(answer, Ok(CommandResponse::Now(..))), "{number}: {answer:?}");
            }
        }
    });
    assert_eq!(fixture.number("select count(*) from recipients"), 39);
}

fn a_caller_who_goes_away_does_not_cancel_the_commit(fixture: Fixture) {
    fixture.runtime.block_on(async {
        for number in 0..50 {
            let address = format!("person{number}@example.com");
            let asking = add_recipient(&fixture.app, &fixture.caller, &address);
            // Polled once, so that it is in the queue, and dropped.
            let _ = futures_util::poll!(Box::pin(asking));
        }
        fixture.app.stop().await;
    });
    assert_eq!(fixture.number("select count(*) from recipients"), 50);
}

fn commands_of_one_batch_see_each_other(fixture: Fixture) {
    fixture.runtime.block_on(async {
        let same = join_all((0..64).map(|number| {
            let address = if number % 2 == 0 { "grace@example.com" } else { "GRACE@Example.com" };
            add_recipient(&fixture.app, &fixture.caller, address)
        }));
        let bodies = same.await.into_iter().map(|answer| match answer {
            Ok(CommandResponse::Now(_, body)) => body,
            other => panic!("{other:?}"),
        });
        let bodies: Vec<_> = bodies.collect();
        assert!(bodies.iter().all(|body| *body == bodies[0]));
    });
    assert_eq!(fixture.number("select count(*) from recipients"), 1);
}

fn several_processes_make_one_recipient_of_one_address(fixture: Fixture) {
    let apps = [fixture.another_app(), fixture.another_app(), fixture.another_app()];
    fixture.runtime.block_on(async {
        for round in 0..20 {
            let address = format!("person{round}@example.com");
            let racing = apps.iter().map(|app| add_recipient(app, &fixture.caller, &address));
            let bodies: Vec<_> = join_all(racing).await;
            let first = bodies[0].as_ref().expect("created").clone();
            for body in &bodies {
                let body = body.as_ref().expect("created");
                assert_eq!(crate::fixture::body(body), crate::fixture::body(&first));
            }
        }
    });
    assert_eq!(fixture.number("select count(*) from recipients"), 20);
}

fn after_stopping_nothing_is_accepted(fixture: Fixture) {
    fixture.runtime.block_on(async {
        fixture.app.stop().await;
        let late = add_recipient(&fixture.app, &fixture.caller, "late@example.com").await;
        assert!(matches!(late, Err(Failure::Busy | Failure::Unavailable)), "{late:?}");
    });
    assert_eq!(fixture.number("select count(*) from recipients"), 0);
}
