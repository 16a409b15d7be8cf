//! Senders with thousands of emails, and others who have one.

use rules::claim_email::EmailLimits;
use rules::email::EmailQueue;
use testkit::engine::Engine;

use super::{DAY, LIMITS, Scene, tagged, texts};
use crate::fixture::{Fixture, let_sessions_report};

testkit::on_both_engines!(
    a_sender_far_over_the_limit_costs_few_commits,
    thousands_of_emails_to_one_mailbox_hide_no_other_senders,
    many_senders_take_turns,
    thousands_of_cancelled_payments_keep_nobody_waiting,
);
testkit::on_sqlite_daily!(senders_who_wait_for_tomorrow_hide_no_other_sender);

fn a_sender_far_over_the_limit_costs_few_commits(fixture: Fixture) {
    let scene = Scene::new(fixture, EmailLimits { per_sender: 5, ..LIMITS });
    let people: Vec<String> = (0..300).map(|number| format!("p{number}@example.com")).collect();
    let eve = scene.sender("eve");
    scene.pay(&eve, &texts(&people));
    assert!(scene.send() <= 3, "each round is a commit");
    assert_eq!(scene.email_server.count_for_all("p"), 5);
    scene.advance(DAY);
    assert!(scene.send() <= 3, "each round is a commit");
    assert_eq!(scene.email_server.count_for_all("p"), 10);
    assert_eq!(scene.count("emails where status = 'queued'"), 290, "every other email still waits");
}

fn thousands_of_emails_to_one_mailbox_hide_no_other_senders(fixture: Fixture) {
    let scene = Scene::new(fixture, LIMITS);
    let (eve, hal) = (scene.sender("eve"), scene.sender("hal"));
    scene.pay(&eve, &texts(&tagged("victim", 1_200)));
    scene.pay(&hal, &["honest@example.com", "victim@example.com"]);
    let rounds = scene.send();
    assert!(rounds < 10, "{rounds}");
    for email in ["honest@example.com", "victim@example.com"] {
        let before = scene.email_server.count_before(email).expect("it was sent");
        assert!(before < 5, "{before} emails were sent before the one to {email}");
    }
}

/// Eight emails are sent at once, so after eight senders come eight others.
fn many_senders_take_turns(fixture: Fixture) {
    let scene = Scene::new(fixture, LIMITS);
    for sender in 0..20 {
        let people: Vec<String> = (0..10).map(|number| format!("p{number}@s{sender}.example")).collect();
        scene.pay(&scene.sender(&format!("eve{sender}")), &texts(&people));
    }
    scene.advance(1);
    scene.pay(&scene.sender("hal"), &["honest@example.com"]);
    scene.send();
    assert_eq!(scene.count("emails where status = 'sent'"), 201);
    let before = scene.email_server.count_before("honest@example.com").expect("it was sent");
    assert!(before < 40, "{before} emails were sent before");
}

fn thousands_of_cancelled_payments_keep_nobody_waiting(fixture: Fixture) {
    let scene = Scene::new(fixture, LIMITS);
    let (eve, hal) = (scene.sender("eve"), scene.sender("hal"));
    let paid = scene.pay(&eve, &texts(&tagged("victim", 1_200)));
    scene.send();
    for payout in paid {
        let payout = payout.id.to_string();
        scene
            .fixture
            .runtime
            .block_on(scene.app.payouts.cancel_payout(&eve, &payout, None))
            .expect("cancelled");
    }
    scene.advance(DAY);
    scene.pay(&hal, &["honest@example.com"]);
    scene.fixture.runtime.block_on(scene.app.emails.send_due_emails(EmailQueue::Claims));
    assert_eq!(scene.email_server.count("honest@example.com"), 1, "in the first round");
    let rounds = scene.send();
    assert!(rounds < 20, "{rounds}");
    assert_eq!(scene.count("emails where kind = 'claim' and status = 'queued'"), 0);
}

/// More senders than one turn of a mailbox has places for, when eight mailboxes share it.
fn senders_who_wait_for_tomorrow_hide_no_other_sender(fixture: Fixture) {
    let scene = Scene::new(fixture, EmailLimits { per_recipient: 1, ..LIMITS });
    let people: Vec<String> = (0..8).map(|number| format!("p{number}@example.com")).collect();
    for sender in 0..64 {
        scene.pay(&scene.sender(&format!("early{sender}")), &texts(&people));
        scene.send();
    }
    let waiting = scene.count("emails where status = 'queued'");
    scene.pay(&scene.sender("late"), &texts(&people));
    assert!(scene.send() < 5, "it ends when nothing can be decided");
    let due =
        scene.count("emails where status = 'queued' and next_at <= (select max(created_at) from emails)");
    assert_eq!(due, 0, "all wait for tomorrow");
    assert_eq!(scene.count("emails where status = 'queued'"), waiting + 8);
}

/// PostgreSQL counts rows now and then. A queue that was empty then is not read as a whole when it is long.
#[test]
fn a_long_queue_is_searched_although_it_was_empty_when_postgresql_counted() {
    let scene = Scene::new(Fixture::new(Engine::Postgres), LIMITS);
    let (eve, hal) = (scene.sender("eve"), scene.sender("hal"));
    let mut names = (0..).map(|number| format!("p{number}@example.com"));
    let mut send_some = |count: usize| {
        scene.pay(&hal, &texts(&names.by_ref().take(count).collect::<Vec<_>>()));
        scene.send();
    };
    send_some(20);
    let counted = "vacuum analyze emails";
    // So many were sent before.
    let many = "update pg_class set reltuples = 20000, relpages = 1 where oid = 'emails'::regclass";
    for sql in [counted, many] {
        scene.fixture.sql(sql).expect("statistics");
    }
    scene.pay(&eve, &texts(&tagged("victim", 2_000)));
    scene.send();
    assert!(scene.count("emails where status = 'queued'") > 1_900, "they wait for tomorrow");
    let mut entries_read = || {
        let_sessions_report(|| (0..8).for_each(|_| send_some(1)));
        scene.fixture.number(
            "select cast(sum(idx_tup_read) as bigint) from pg_stat_user_indexes where relname = 'emails'",
        )
    };
    let before = entries_read();
    let read = entries_read() - before;
    assert!(read < 2_000, "{read} entries of indexes were read for 8 emails");
}
