//! Claim emails on both engines: no sender keeps another's from a mailbox, and none is lost on the way.

mod activity;
mod crowding;
mod expiry;

use std::time::Duration;

use app::dice::Dice;
use app::email::{EmailRoom, EmailTransport, Smtp, SmtpServer};
use app::secrets::Secrets;
use app::vault::Vault;
use app::{App, AppSettings, SignInClient};
use rules::account::{Caller, Mode};
use rules::claim_email::EmailLimits;
use rules::email::EmailQueue;
use rules::id::EmailId;
use rules::language::Language;
use rules::payout::Payout;
use testkit::email_server::{EmailServer, Fault};

use crate::fixture::{Fixture, caller_of, email, new_user};
use crate::payouts::{let_leases_end, pay};

testkit::on_both_engines!(
    tagged_spellings_keep_no_other_sender_from_a_mailbox,
    accounts_of_one_attacker_delay_another_sender_by_a_day_at_most,
    a_digest_without_an_answer_is_followed_by_one_reminder,
    a_retry_and_a_new_payment_are_one_email,
    a_retry_stands_for_what_was_combined_into_it,
    two_servers_keep_one_budget,
    reminders_keep_nobody_from_signing_up,
    counts_of_sandboxes_end_by_the_clock_of_the_sandbox,
    a_reminder_in_a_sandbox_is_about_its_own_payments,
    a_sandbox_that_moves_its_clock_looks_after_its_own_emails_only,
    an_email_that_comes_after_its_claim_expired_breaks_no_books,
);

const LIMITS: EmailLimits = EmailLimits { per_recipient: 5, per_sender: 1_000 };
const DAY: u64 = 86_400;

struct Scene {
    fixture: Fixture,
    email_server: EmailServer,
    app: App,
}

impl Scene {
    /// Verifies the books. The money of senders comes from SQL, so it has no event.
    fn check_books(&self) {
        let findings = crate::verify::prove(&self.fixture).findings;
        let found = findings.iter().map(ToString::to_string);
        let others: Vec<String> =
            found.filter(|finding| !finding.starts_with("events of txn_acme")).collect();
        assert_eq!(others, [""; 0]);
    }

    fn new(fixture: Fixture, limits: EmailLimits) -> Scene {
        let email_server = EmailServer::start();
        let app = server(&fixture, &email_server, limits);
        Scene { fixture, email_server, app }
    }

    /// A live account with money.
    fn sender(&self, name: &str) -> Caller {
        let caller = self.fixture.runtime.block_on(async {
            let user = new_user(&self.app, &format!("{name}@senders.example")).await;
            caller_of(&self.app, &user, Mode::Live).await
        });
        self.fixture.fund_live(caller.account, name, 5_000_000_000);
        caller
    }

    /// Pays, settles, and leaves the emails to be sent.
    fn pay(&self, caller: &Caller, people: &[&str]) -> Vec<Payout> {
        let paid = people.chunks(100).map(|some| self.fixture.runtime.block_on(pay(&self.app, caller, some)));
        let paid = paid.collect();
        let_leases_end(&self.fixture);
        self.fixture.runtime.block_on(async { while self.app.payouts.settle_due().await > 0 {} });
        paid
    }

    /// Sends claim emails until none is due, and says in how many rounds.
    fn send(&self) -> usize {
        self.send_from(EmailQueue::Claims)
    }

    fn send_from(&self, queue: EmailQueue) -> usize {
        let rounds = (0..500)
            .take_while(|_| self.fixture.runtime.block_on(self.app.emails.send_due_emails(queue)) > 0);
        rounds.count()
    }

    fn advance(&self, seconds: u64) {
        self.fixture.clock.advance(Duration::from_secs(seconds));
    }

    fn count(&self, what: &str) -> i64 {
        self.fixture.number(&format!("select count(*) from {what}"))
    }
}

/// One process' worth of Florin that sends to this mail server.
fn server(fixture: &Fixture, email_server: &EmailServer, email_limits: EmailLimits) -> App {
    let room = EmailRoom::closed();
    let smtp = SmtpServer::parse(email_server.url()).expect("an address");
    let post = EmailTransport::Smtp(Box::new(Smtp::new(smtp, &room.from).expect("a connection")));
    let vault = Vault::new(&Secrets::parse(&fixture.secrets).expect("secrets"));
    let settings = AppSettings { email_limits, ..AppSettings::default() };
    let (store, clock) = (fixture.store.clone(), fixture.clock.clone());
    let builder = App::builder(store, vault, settings, clock, Dice::system());
    builder.with_email_room(EmailRoom { post, ..room }).start()
}

fn tagged(name: &str, count: usize) -> Vec<String> {
    (0..count).map(|number| format!("{name}+{number}@example.com")).collect()
}

fn texts(addresses: &[String]) -> Vec<&str> {
    addresses.iter().map(String::as_str).collect()
}

fn tagged_spellings_keep_no_other_sender_from_a_mailbox(fixture: Fixture) {
    let scene = Scene::new(fixture, LIMITS);
    let (eve, hal) = (scene.sender("eve"), scene.sender("hal"));
    scene.pay(&eve, &texts(&tagged("victim", 40)));
    scene.send();
    scene.pay(&hal, &["victim@example.com"]);
    scene.send();
    assert_eq!(
        scene.email_server.count("victim@example.com"),
        1,
        "the other sender's first email goes at once"
    );
    let (address, visitor) = (email("victim@example.com"), SignInClient::default());
    let asking = scene.app.claim_pages.ask_for_claims(&address, &visitor);
    scene.fixture.runtime.block_on(asking).expect("an answer");
    scene.send();
    assert_eq!(
        scene.email_server.count("victim@example.com"),
        2,
        "what the recipient asks for has a reserve"
    );
    for _ in 0..20 {
        scene.advance(60);
        scene.send();
    }
    assert!(scene.email_server.count_for_all("victim") <= 5, "the mailbox has a limit");
}

fn accounts_of_one_attacker_delay_another_sender_by_a_day_at_most(fixture: Fixture) {
    let scene = Scene::new(fixture, LIMITS);
    let eves: Vec<Caller> = (0..3).map(|number| scene.sender(&format!("eve{number}"))).collect();
    let attack = || {
        for eve in &eves {
            scene.pay(eve, &texts(&tagged("victim", 10)));
            scene.pay(eve, &["victim@example.com"]);
        }
        scene.send();
    };
    attack();
    let hal = scene.sender("hal");
    let before = scene.email_server.count_for_all("victim");
    scene.pay(&hal, &["victim+hal@example.com"]);
    scene.send();
    assert_eq!((before, scene.email_server.count_for_all("victim")), (3, 3), "the day's shares are used up");
    for _ in 0..23 {
        scene.advance(3_600);
        scene.send();
    }
    attack();
    scene.advance(3_600);
    scene.send();
    assert_eq!(scene.email_server.count("victim+hal@example.com"), 1);
}

fn a_digest_without_an_answer_is_followed_by_one_reminder(fixture: Fixture) {
    let scene = Scene::new(fixture, LIMITS);
    let (eve, hal) = (scene.sender("eve"), scene.sender("hal"));
    scene.pay(&eve, &["bob@example.com"]);
    scene.pay(&hal, &["bob@example.com"]);
    scene.email_server.set_fault(Fault::LostAnswer);
    scene.send();
    assert_eq!(
        (scene.count("emails where status = 'unclear'"), scene.count("emails where status = 'combined'")),
        (1, 1)
    );
    scene.email_server.set_fault(Fault::None);
    scene.advance(3_600);
    scene.send();
    assert_eq!(
        scene.email_server.count("bob@example.com"),
        0,
        "it may have arrived, so nothing is sent at once"
    );
    scene.advance(DAY);
    scene.send();
    assert_eq!(scene.email_server.count("bob@example.com"), 1, "somebody was forgotten");
    scene.advance(5 * DAY);
    scene.send();
    assert_eq!(scene.email_server.count("bob@example.com"), 1);
}

fn a_retry_and_a_new_payment_are_one_email(fixture: Fixture) {
    let scene = Scene::new(fixture, LIMITS);
    let (eve, hal) = (scene.sender("eve"), scene.sender("hal"));
    scene.pay(&eve, &["bob@example.com"]);
    scene.email_server.set_fault(Fault::Busy);
    scene.send();
    scene.email_server.set_fault(Fault::None);
    scene.pay(&hal, &["bob@example.com"]);
    scene.advance(60);
    scene.send();
    scene.advance(2 * DAY);
    scene.send();
    assert_eq!(scene.email_server.count("bob@example.com"), 1);
}

fn a_retry_stands_for_what_was_combined_into_it(fixture: Fixture) {
    let scene = Scene::new(fixture, LIMITS);
    let (eve, hal) = (scene.sender("eve"), scene.sender("hal"));
    let paid = scene.pay(&eve, &["bob@example.com"]);
    scene.pay(&hal, &["bob@example.com"]);
    scene.email_server.set_fault(Fault::Busy);
    scene.send();
    scene.email_server.set_fault(Fault::None);
    let payout = paid[0].id.to_string();
    scene.fixture.runtime.block_on(scene.app.payouts.cancel_payout(&eve, &payout, None)).expect("cancelled");
    scene.advance(60);
    scene.send();
    assert_eq!(scene.email_server.count("bob@example.com"), 1, "the other sender's payment still waits");
}

fn two_servers_keep_one_budget(fixture: Fixture) {
    let limits = EmailLimits { per_sender: 7, ..LIMITS };
    let scene = Scene::new(fixture, limits);
    let other = server(&scene.fixture, &scene.email_server, limits);
    let people: Vec<String> = (0..100).map(|number| format!("p{number}@example.com")).collect();
    let (eve, hal) = (scene.sender("eve"), scene.sender("hal"));
    scene.pay(&eve, &texts(&people));
    scene.pay(&hal, &texts(&tagged("victim", 60)));
    scene.fixture.runtime.block_on(async {
        let send = async |app: &App| {
            for _ in 0..20 {
                app.emails.send_due_emails(EmailQueue::Claims).await;
            }
        };
        tokio::join!(send(&scene.app), send(&other));
    });
    assert_eq!(scene.email_server.count_for_all("p"), 7, "for the sender");
    assert_eq!(scene.email_server.count_for_all("victim"), 2, "to the mailbox");
    assert_eq!(
        scene.count("emails where status = 'queued'"),
        100 - 7 + 60 - 2,
        "every other email still waits"
    );
}

fn reminders_keep_nobody_from_signing_up(fixture: Fixture) {
    let scene = Scene::new(fixture, EmailLimits { per_recipient: 1_000, ..LIMITS });
    let eve = scene.sender("eve");
    let paid = scene.pay(&eve, &["bob@example.com"]);
    let item = paid[0].id.item(0).to_string();
    scene.fixture.runtime.block_on(async {
        for _ in 0..10 {
            let _ = scene.app.claim_pages.remind(eve.account, &item).await;
        }
        let visitor = SignInClient::default();
        scene
            .app
            .identity
            .ask_to_join(&email("bob@example.com"), Language::English, &visitor.client_info)
            .await
            .expect("an answer");
    });
    assert_eq!(scene.count("emails where kind = 'join'"), 1);
}

fn counts_of_sandboxes_end_by_the_clock_of_the_sandbox(fixture: Fixture) {
    let scene = Scene::new(fixture, LIMITS);
    let (sandbox, eve) = (scene.fixture.caller, scene.sender("eve"));
    scene.pay(&eve, &["bob@example.com"]);
    scene.send();
    let live = scene.count("email_counts");
    scene
        .fixture
        .runtime
        .block_on(scene.app.sandbox.advance_clock(&sandbox, 20 * 86_400, None))
        .expect("time");
    scene.pay(&sandbox, &["bob@example.com"]);
    assert!(scene.count("email_counts") > live);
    scene.fixture.runtime.block_on(async {
        scene.app.sandbox.advance_clock(&sandbox, 31 * 86_400, None).await.expect("time");
        while scene.app.emails.forget_email_counts().await > 0 {}
    });
    assert_eq!(scene.count("email_counts"), live, "live counts end by the real clock");
}

/// Two sandboxes pay the same address. One takes its payment back while a reminder of it waits.
fn a_reminder_in_a_sandbox_is_about_its_own_payments(fixture: Fixture) {
    let scene = Scene::new(fixture, LIMITS);
    let cancels = scene.fixture.caller;
    let pays = scene.fixture.runtime.block_on(async {
        let user = new_user(&scene.app, "sam@senders.example").await;
        caller_of(&scene.app, &user, Mode::Test).await
    });
    let paid = scene.pay(&cancels, &["bob@example.com"]);
    scene.pay(&pays, &["bob@example.com"]);
    let payout = paid[0].id.to_string();
    scene
        .fixture
        .runtime
        .block_on(scene.app.payouts.cancel_payout(&cancels, &payout, None))
        .expect("cancelled");
    for (number, caller) in [cancels, pays].iter().enumerate() {
        let (account, waits) = (caller.account, format!("{}:bob@example.com", caller.account));
        let id: EmailId = Dice::system().id(scene.fixture.clock.now());
        let sql = format!(
            "insert into emails
                 (id, account_id, kind, email, cause, status, created_at, next_at, queue, address, mailbox)
             values ('{id}', '{account}', 'reminder', 'bob@example.com', 'txn:s{number}', 'queued', 1, 1, 'sandbox',
                 '{waits}', '{waits}')"
        );
        scene.fixture.sql(&sql).expect("a reminder");
    }
    scene.fixture.runtime.block_on(async { while scene.app.emails.keep_due_sandbox_emails().await > 0 {} });
    let statuses = scene.fixture.texts("select status from emails where kind = 'reminder' order by cause");
    assert_eq!(statuses, ["obsolete", "kept"]);
}

fn a_sandbox_that_moves_its_clock_looks_after_its_own_emails_only(fixture: Fixture) {
    let scene = Scene::new(fixture, LIMITS);
    let ada = scene.fixture.caller;
    let grace = scene.fixture.runtime.block_on(async {
        let user = new_user(&scene.app, "grace@senders.example").await;
        caller_of(&scene.app, &user, Mode::Test).await
    });
    for caller in [ada, grace] {
        // The second email to an address waits for a day.
        scene.pay(&caller, &["bob@example.com"]);
        scene.pay(&caller, &["bob@example.com"]);
    }
    scene.advance(DAY + 1);
    let moving = scene.app.sandbox.advance_clock(&grace, 1, None);
    scene.fixture.runtime.block_on(moving).expect("a later clock");
    let waiting = |caller: &Caller| {
        scene.count(&format!("emails where status = 'queued' and account_id = '{}'", caller.account))
    };
    assert_eq!((waiting(&ada), waiting(&grace)), (1, 0));
}

/// A clock is moved at once, and what expires by it is given back piece by piece.
fn an_email_that_comes_after_its_claim_expired_breaks_no_books(fixture: Fixture) {
    let scene = Scene::new(fixture, LIMITS);
    let sender = scene.fixture.caller;
    for _ in 0..2 {
        scene.pay(&sender, &["bob@example.com"]);
        scene.fixture.runtime.block_on(scene.app.emails.keep_due_sandbox_emails());
    }
    let ahead =
        format!("update accounts set clock_ahead = {} where id = '{}'", 90 * DAY * 1_000_000, sender.account);
    scene.fixture.sql(&ahead).expect("a clock");
    scene.fixture.runtime.block_on(async { while scene.app.emails.keep_due_sandbox_emails().await > 0 {} });
    assert_eq!(scene.count("emails where status = 'obsolete'"), 1);
    assert_eq!(scene.count("claims"), 2, "nothing is given back yet");
    assert_eq!(crate::verify::prove(&scene.fixture).found, 0);
}
