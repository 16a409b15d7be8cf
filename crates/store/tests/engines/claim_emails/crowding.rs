//! Senders with thousands of emails, and others who have one.

use rules::claim_email::EmailLimits;
use rules::email::EmailQueue;

use super::{DAY, LIMITS, Scene, tagged, texts};
use crate::fixture::Fixture;

testkit::on_both_engines!(
    a_sender_far_over_the_limit_costs_few_commits,
    thousands_of_emails_to_one_mailbox_hide_no_other_senders,
    many_senders_take_turns,
    thousands_of_cancelled_payments_keep_nobody_waiting,
);

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
