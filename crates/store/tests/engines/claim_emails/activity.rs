//! Emails about the money of an account, from the commit that causes them to the mail server.

use std::sync::Arc;

use rules::account::{Caller, Mode};
use rules::email::EmailQueue;
use rules::time::Timestamp;

use super::{DAY, LIMITS, Scene, server};
use crate::fixture::{Fixture, caller_of, email, new_user};
use crate::payouts::pay;

testkit::on_both_engines!(
    payments_of_some_hours_are_two_emails_at_most,
    processes_that_pay_side_by_side_write_one_email,
    who_pays_themselves_or_claims_gets_no_email_about_it,
    a_sender_hears_once_a_day_what_was_claimed_and_what_came_back,
    what_is_turned_off_is_not_written,
    an_owner_has_so_many_of_a_kind_in_a_day,
    a_sandbox_keeps_what_live_accounts_are_sent,
);

const HOUR: u64 = 3_600;
const WINDOW: u64 = 8 * HOUR;

impl Scene {
    fn recipient(&self, address: &str) -> Caller {
        self.fixture.runtime.block_on(async {
            let user = new_user(&self.app, address).await;
            caller_of(&self.app, &user, Mode::Live).await
        })
    }

    /// Moves the clock to the beginning of a day.
    fn wait_for_midnight(&self) {
        let now = self.fixture.clock.now().seconds().unsigned_abs();
        self.advance(DAY - now % DAY);
    }

    fn told(&self, address: &str) -> Vec<String> {
        self.send_from(EmailQueue::Activity);
        let taken = self.email_server.taken(address);
        let subject = |text: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix("Subject: "));
            line.expect("a subject").to_owned()
        };
        taken.iter().map(|letter| subject(&letter.message)).collect()
    }
}

fn payments_of_some_hours_are_two_emails_at_most(fixture: Fixture) {
    let scene = Scene::new(fixture, LIMITS);
    let payer = scene.sender("acme");
    scene.recipient("bob@example.com");
    scene.wait_for_midnight();
    for _ in 0..3 {
        scene.pay(&payer, &["bob@example.com", "bob@example.com"]);
    }
    assert_eq!(scene.count("emails where kind = 'paid'"), 1, "six payments are one row");
    assert_eq!(scene.told("bob@example.com"), [""; 0], "there may be more");
    scene.advance(60);
    assert_eq!(scene.told("bob@example.com"), ["You received 9.00 USDC"]);
    for _ in 0..20 {
        scene.pay(&payer, &["bob@example.com"]);
        assert_eq!(scene.told("bob@example.com").len(), 1);
    }
    scene.advance(WINDOW);
    assert_eq!(scene.told("bob@example.com")[1..], ["You received 30.00 USDC"]);
    // Another window.
    scene.pay(&payer, &["bob@example.com"]);
    scene.advance(60);
    assert_eq!(scene.told("bob@example.com")[2..], ["Ada sent you 1.50 USDC"]);
    scene.advance(DAY);
    assert_eq!(scene.told("bob@example.com").len(), 3, "nothing follows where nothing came");
    assert_eq!(scene.count("emails where kind = 'paid' and status = 'obsolete'"), 1);
    scene.check_books();
}

fn processes_that_pay_side_by_side_write_one_email(fixture: Fixture) {
    let scene = Scene::new(fixture, LIMITS);
    scene.wait_for_midnight();
    for name in ["bob", "kim"] {
        scene.recipient(&format!("{name}@example.com"));
    }
    let apps: Vec<Arc<app::App>> = match scene.fixture.is_postgres() {
        true => (0..3).map(|_| Arc::new(server(&scene.fixture, &scene.email_server, LIMITS))).collect(),
        false => vec![scene.fixture.app.clone()],
    };
    let payers: Vec<Caller> = (0..apps.len()).map(|number| scene.sender(&format!("payer{number}"))).collect();
    scene.fixture.runtime.block_on(async {
        let paying = apps.iter().zip(&payers).map(|(app, payer)| async move {
            for _ in 0..5 {
                pay(app, payer, &["bob@example.com", "kim@example.com"]).await;
                pay(app, payer, &["kim@example.com", "bob@example.com"]).await;
            }
        });
        futures_util::future::join_all(paying).await;
    });
    scene.advance(11);
    scene.fixture.runtime.block_on(async {
        let settling = apps.iter().map(|app| async move { while app.payouts.settle_due().await > 0 {} });
        futures_util::future::join_all(settling).await;
    });
    assert_eq!(scene.count("emails where kind = 'paid'"), 2);
    scene.advance(60);
    let total = format!("You received {}.00 USDC", 15 * apps.len());
    for address in ["bob@example.com", "kim@example.com"] {
        assert_eq!(scene.told(address), [total.as_str()]);
    }
}

fn who_pays_themselves_or_claims_gets_no_email_about_it(fixture: Fixture) {
    let scene = Scene::new(fixture, LIMITS);
    let payer = scene.sender("acme");
    scene.pay(&payer, &["acme@senders.example"]);
    assert_eq!(scene.count("emails where kind = 'paid'"), 0);
    let payout = scene.pay(&payer, &["new@example.com"]).remove(0);
    let wallet = scene.recipient("new@example.com");
    scene.fixture.runtime.block_on(async {
        let token = scene.app.payouts.claim_token(payout.id.item(0));
        scene.app.payouts.claim(&token, wallet.account).await.expect("claimed");
    });
    assert_eq!(scene.count("emails where kind = 'paid'"), 0);
    assert_eq!(scene.count("emails where kind = 'claimed'"), 1, "the sender was told");
    // What is claimed is not in the email about other payments.
    scene.pay(&payer, &["new@example.com"]);
    scene.advance(60);
    assert_eq!(scene.told("new@example.com"), ["Ada sent you 1.50 USDC"]);
}

fn a_sender_hears_once_a_day_what_was_claimed_and_what_came_back(fixture: Fixture) {
    let scene = Scene::new(fixture, LIMITS);
    let payer = scene.sender("acme");
    let people: Vec<String> = (0..5).map(|number| format!("p{number}@example.com")).collect();
    let people: Vec<&str> = people.iter().map(String::as_str).collect();
    scene.wait_for_midnight();
    let payout = scene.pay(&payer, &people).remove(0);
    let wallets: Vec<Caller> = people[..3].iter().map(|person| scene.recipient(person)).collect();
    let claim = |number: usize| {
        scene.fixture.runtime.block_on(async {
            let token = scene.app.payouts.claim_token(payout.id.item(number));
            scene.app.payouts.claim(&token, wallets[number].account).await.expect("claimed");
        });
    };
    claim(0);
    claim(1);
    assert_eq!(scene.told("acme@senders.example"), [""; 0]);
    scene.advance(DAY + 60);
    assert_eq!(scene.told("acme@senders.example"), ["2 payments claimed"]);
    claim(2);
    scene.advance(DAY);
    assert_eq!(scene.told("acme@senders.example")[1..], ["1 payment claimed"]);
    scene.advance(30 * DAY);
    scene.fixture.runtime.block_on(async { while scene.app.payouts.expire_claims().await > 0 {} });
    scene.advance(DAY);
    assert_eq!(scene.told("acme@senders.example")[2..], ["3.00 USDC returned to your balance"]);
    scene.advance(DAY);
    assert_eq!(scene.told("acme@senders.example").len(), 3);
    scene.check_books();
}

fn what_is_turned_off_is_not_written(fixture: Fixture) {
    use rules::email_preferences::{EmailGroup, EmailsOff};
    let scene = Scene::new(fixture, LIMITS);
    let payer = scene.sender("acme");
    scene.recipient("bob@example.com");
    let set = |off| {
        let to = email("Bob@Example.com");
        scene.fixture.runtime.block_on(scene.app.emails.set_emails_off(&to, off)).expect("set");
    };
    let payments = EmailsOff::of(|group| group == EmailGroup::Payments);
    set(payments);
    scene.pay(&payer, &["bob@example.com"]);
    assert_eq!(scene.count("emails where kind = 'paid'"), 0);
    set(payments.inverse());
    scene.pay(&payer, &["bob@example.com"]);
    assert_eq!(scene.count("emails where kind = 'paid'"), 1);
    // Turned off before it was sent.
    set(payments);
    scene.advance(60);
    assert_eq!(scene.told("bob@example.com"), [""; 0]);
    assert_eq!(scene.count("emails where kind = 'paid' and status = 'obsolete'"), 1);
}

fn an_owner_has_so_many_of_a_kind_in_a_day(fixture: Fixture) {
    let scene = Scene::new(fixture, LIMITS);
    let payer = scene.sender("acme");
    let now = scene.fixture.clock.now().micros();
    for number in 0..50 {
        let row = format!(
            "insert into emails (id, account_id, kind, email, cause, queue, status, created_at, next_at)
             values ('email_x{number}', '{}', 'claimed', 'acme@senders.example', 'x{number}', 'activity', 'sent',
                 {now}, {now})",
            payer.account
        );
        scene.fixture.sql(&row).expect("a row");
    }
    let payout = scene.pay(&payer, &["p0@example.com", "p1@example.com"]).remove(0);
    let wallet = scene.recipient("p0@example.com");
    scene.fixture.runtime.block_on(async {
        let token = scene.app.payouts.claim_token(payout.id.item(0));
        scene.app.payouts.claim(&token, wallet.account).await.expect("claimed");
    });
    assert_eq!(scene.count("emails where kind = 'claimed'"), 50);
    // Money that comes back is always told.
    let later = Timestamp::from_micros(now).plus_seconds(31 * DAY as i64).micros();
    for number in 50..101 {
        let row = format!(
            "insert into emails (id, account_id, kind, email, cause, queue, status, created_at, next_at)
             values ('email_x{number}', '{}', 'refunded', 'acme@senders.example', 'x{number}', 'activity', 'sent',
                 {later}, {later})",
            payer.account
        );
        scene.fixture.sql(&row).expect("a row");
    }
    scene.advance(31 * DAY);
    scene.fixture.runtime.block_on(async { while scene.app.payouts.expire_claims().await > 0 {} });
    assert_eq!(scene.count("emails where kind = 'refunded'"), 52);
}

fn a_sandbox_keeps_what_live_accounts_are_sent(fixture: Fixture) {
    use crate::external_transfers::Mover;
    let mover = Mover::new(&fixture, fixture.caller);
    mover.live_through();
    let kinds = fixture.texts(
        "select distinct kind from emails where queue = 'sandbox' and status = 'kept'
             and (kind like 'withdrawal%' or kind like 'deposit%')",
    );
    for kind in [
        "deposit_credited",
        "deposit_expired",
        "deposit_failed",
        "withdrawal_completed",
        "withdrawal_failed",
        "withdrawal_returned",
    ] {
        assert!(kinds.contains(&kind.to_owned()), "no {kind} in {kinds:?}");
    }
    let ids = fixture.texts("select id from emails where queue = 'sandbox' and status = 'kept' order by id");
    fixture.runtime.block_on(async {
        for id in ids {
            let shown = fixture.app.emails.any_email(&id).await;
            let shown = shown.unwrap_or_else(|failure| panic!("{id}: {failure:?}"));
            assert!(!shown.subject.is_empty() && shown.html.contains("</html>"));
        }
    });
    let sent = fixture
        .sql("update emails set status = 'sending' where queue = 'sandbox' and kind = 'withdrawal_failed'");
    assert!(sent.is_err(), "a sandbox sends nothing");
}
