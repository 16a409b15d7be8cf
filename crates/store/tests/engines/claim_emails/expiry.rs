//! Reminders of money that goes back soon.

use rules::email::EmailQueue;

use super::{DAY, LIMITS, Scene, server};
use crate::fixture::Fixture;

testkit::on_both_engines!(
    recipients_are_reminded_seven_and_two_days_before_their_money_goes_back,
    what_no_longer_waits_is_not_reminded_of,
    a_link_turns_reminders_off_and_the_first_email_still_comes,
    reminders_keep_to_the_limits_of_a_mailbox,
);

impl Scene {
    /// Lets this many days pass, with the workers at it every day.
    fn live(&self, days: u64) {
        for _ in 0..days {
            self.advance(DAY);
            self.remind();
        }
    }

    fn remind(&self) {
        self.fixture.runtime.block_on(async { while self.app.emails.remind_of_expiry().await > 0 {} });
        self.send();
    }
}

fn recipients_are_reminded_seven_and_two_days_before_their_money_goes_back(fixture: Fixture) {
    let scene = Scene::new(fixture, LIMITS);
    let payer = scene.sender("acme");
    scene.pay(&payer, &["bob@example.com", "bob@example.com", "kim@example.com"]);
    scene.send();
    let count = || ["bob@example.com", "kim@example.com"].map(|to| scene.email_server.count(to));
    assert_eq!(count(), [1, 1]);
    scene.live(22);
    assert_eq!(count(), [1, 1]);
    scene.live(1);
    assert_eq!(count(), [2, 2], "seven days before");
    // Another process looks at the same.
    let other = server(&scene.fixture, &scene.email_server, LIMITS);
    scene.fixture.runtime.block_on(async {
        while other.emails.remind_of_expiry().await > 0 {}
        while other.emails.send_due_emails(EmailQueue::Claims).await > 0 {}
    });
    scene.live(4);
    assert_eq!(count(), [2, 2]);
    scene.live(1);
    assert_eq!(count(), [3, 3], "two days before");
    scene.live(4);
    assert_eq!(count(), [3, 3]);
    let last = scene.email_server.taken("bob@example.com").pop().expect("an email");
    assert!(last.message.contains("Subject: Reminder: Ada sent you 3.00 USDC"), "{}", last.message);
    assert!(last.message.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click"), "{}", last.message);
    let first = scene.email_server.taken("bob@example.com").remove(0);
    assert!(!first.message.contains("List-Unsubscribe"), "the first email is always sent");
    scene.check_books();
}

fn what_no_longer_waits_is_not_reminded_of(fixture: Fixture) {
    let scene = Scene::new(fixture, LIMITS);
    let payer = scene.sender("acme");
    let payout = scene.pay(&payer, &["bob@example.com"]).remove(0);
    scene.pay(&payer, &["kim@example.com"]);
    scene.send();
    scene.live(20);
    // Kim has something newer, and what is old is cancelled while a reminder of it waits.
    let id = payout.id.to_string();
    let cancelling = scene.app.payouts.cancel_payout(&payer, &id, None);
    scene.fixture.runtime.block_on(cancelling).expect("cancelled");
    scene.pay(&payer, &["bob@example.com"]);
    scene.live(8);
    assert_eq!(scene.email_server.count("bob@example.com"), 2, "what is new has 22 days left");
    assert_eq!(scene.email_server.count("kim@example.com"), 3);
    assert_eq!(scene.count("emails where cause like '%:x:%' and email = 'bob@example.com'"), 0);
    scene.fixture.runtime.block_on(async { while scene.app.payouts.expire_claims().await > 0 {} });
}

fn a_link_turns_reminders_off_and_the_first_email_still_comes(fixture: Fixture) {
    let scene = Scene::new(fixture, LIMITS);
    let payer = scene.sender("acme");
    scene.pay(&payer, &["bob@example.com"]);
    scene.send();
    scene.live(23);
    let reminder = scene.email_server.taken("bob@example.com").pop().expect("a reminder");
    let link = reminder.message.lines().find_map(|line| line.strip_prefix("List-Unsubscribe: <"));
    let link = link.expect("a link").trim_end_matches('>');
    let token = link.rsplit('/').next().expect("a token").to_owned();
    scene.fixture.runtime.block_on(async {
        let emails = &scene.app.emails;
        let (to, group) = emails.unsubscribe_target(&token).await.expect("a target");
        assert_eq!((to.as_str(), group.name()), ("bob@example.com", "claim_reminders"));
        let mut wrong = token.clone();
        let last = if wrong.pop() == Some('a') { 'b' } else { 'a' };
        wrong.push(last);
        for wrong in ["", "x", &token[..26], &wrong, &format!("{token}a")] {
            assert!(emails.unsubscribe(wrong).await.is_err(), "{wrong}");
        }
        assert!(!emails.emails_off(&to).await.expect("preferences").contains(group));
        emails.unsubscribe(&token).await.expect("done");
        emails.unsubscribe(&token).await.expect("done again");
        assert!(emails.emails_off(&to).await.expect("preferences").contains(group));
    });
    scene.live(6);
    assert_eq!(scene.email_server.count("bob@example.com"), 2, "no reminder follows");
    scene.pay(&payer, &["bob@example.com"]);
    scene.send();
    assert_eq!(scene.email_server.count("bob@example.com"), 3, "new money is told of");
}

fn reminders_keep_to_the_limits_of_a_mailbox(fixture: Fixture) {
    let scene = Scene::new(fixture, LIMITS);
    for number in 0..8 {
        let payer = scene.sender(&format!("payer{number}"));
        scene.pay(&payer, &[&format!("bob+{number}@example.com")]);
    }
    scene.live(10);
    let before = scene.email_server.count_for_all("bob");
    assert_eq!(before, 8);
    scene.live(13);
    let of_a_day = scene.email_server.count_for_all("bob") - before;
    assert!((1..=3).contains(&of_a_day), "{of_a_day}: shares of the mailbox");
}
