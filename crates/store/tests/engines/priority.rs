//! Live work goes before test work, however much of that waits.

use std::sync::Arc;
use std::time::Duration;

use app::dice::Dice;
use app::secrets::Secrets;
use app::vault::Vault;
use app::{
    App, AppSettings, CommandResponse, Failure, NewBankAccount, NewDeposit, NewDestination, NewWithdrawal,
    OpenFilter,
};
use rules::account::{Caller, Mode};
use rules::email::{EmailQueue, EmailStatus};
use rules::endpoint::EnabledEvents;
use rules::id::{AccountId, EmailId, EndpointId};
use rules::money::Amount;
use rules::rail::Rail;
use rules::refusal::{Limit, Refusal};
use rules::transaction::TransactionType;

use crate::external_transfers::Mover;
use crate::fixture::{Fixture, caller_of, email, new_user};
use crate::payouts::{let_leases_end, pay};

testkit::on_both_engines!(
    a_live_withdrawal_goes_before_any_number_of_test_withdrawals,
    payouts_and_claims_of_one_mode_do_not_wait_for_those_of_the_other,
    accounts_take_turns_with_replays,
    accounts_take_turns_with_security_emails,
    moving_the_clock_of_an_account_looks_after_that_account_only,
    operators_page_through_what_is_open,
    an_account_has_so_many_deposits_and_withdrawals_under_way,
);

const TEST_WITHDRAWALS: usize = 1_500;

/// The live account of the fixture's user, with some money.
pub fn funded_live(fixture: &Fixture) -> Caller {
    let caller = fixture.runtime.block_on(caller_of(&fixture.app, &email("ada@example.com"), Mode::Live));
    fixture.fund_live(caller.account, "funds", 50_000_000);
    caller
}

async fn bank_account(app: &App, caller: &Caller) -> String {
    let details = r#"{"pix_key":"ada@example.com"}"#.to_owned();
    let new = NewBankAccount { name: "Pix".to_owned(), rail: Rail::BrlPix, details };
    object(app.external_transfers.create_bank_account(caller, new, None).await.expect("a bank account"))
}

async fn withdraw(app: &App, caller: &Caller, bank_account: &str) -> String {
    object(try_to_withdraw(app, caller, bank_account).await.expect("a withdrawal"))
}

async fn try_to_withdraw(app: &App, caller: &Caller, bank_account: &str) -> Result<CommandResponse, Failure> {
    let to = NewDestination::BankAccount(bank_account.to_owned());
    let new = NewWithdrawal { to, amount: Amount::from_micros(6_000_000), quote: None, arrives: None };
    app.external_transfers.create_withdrawal(caller, new, None).await
}

/// Workers look at them again and again, and those of one account must not slow down all others.
fn an_account_has_so_many_deposits_and_withdrawals_under_way(fixture: Fixture) {
    let vault = Vault::new(&Secrets::parse(&fixture.secrets).expect("secrets"));
    let settings = AppSettings { max_open_external_transfers: 3, ..AppSettings::default() };
    let (store, clock) = (fixture.store.clone(), fixture.clock.clone());
    let app = App::builder(store, vault, settings, clock, Dice::system()).start();
    fixture.runtime.block_on(async {
        let (ada, bob) =
            (fixture.caller, caller_of(&app, &new_user(&app, "bob@example.com").await, Mode::Test).await);
        let (hers, his) = (bank_account(&app, &ada).await, bank_account(&app, &bob).await);
        let first = withdraw(&app, &ada, &hers).await;
        withdraw(&app, &ada, &hers).await;
        let deposit = async |caller: Caller, bank_account: &str| {
            let new = NewDeposit {
                bank_account: bank_account.to_owned(),
                amount: Amount::from_micros(7_000_000),
                quote: None,
            };
            app.external_transfers.create_deposit(&caller, new, None).await
        };
        assert!(deposit(ada, &hers).await.is_ok());
        let full = Some(Failure::Refused(Refusal::LimitExceeded(Limit::OpenTransfers { most: 3 })));
        assert_eq!(try_to_withdraw(&app, &ada, &hers).await.err(), full);
        assert_eq!(deposit(ada, &hers).await.err(), full);
        assert!(deposit(bob, &his).await.is_ok(), "others notice nothing");
        app.external_transfers.cancel_withdrawal(&ada, &first, None).await.expect("cancelled");
        assert!(try_to_withdraw(&app, &ada, &hers).await.is_ok());
    });
}

fn object(made: CommandResponse) -> String {
    match made {
        CommandResponse::Now(outcome, _) => outcome.object(),
        CommandResponse::Again(_) => panic!("nothing was asked twice"),
    }
}

fn a_live_withdrawal_goes_before_any_number_of_test_withdrawals(fixture: Fixture) {
    let app = fixture.app.clone();
    app.platform.set_live_tariff(rails::simulated::tariff());
    let live = funded_live(&fixture);
    let live = fixture.runtime.block_on(async {
        let bank = bank_account(&app, &fixture.caller).await;
        let many = (0..TEST_WITHDRAWALS).map(|_| withdraw(&app, &fixture.caller, &bank));
        futures_util::future::join_all(many).await;
        // The live one is made last, and so is due last.
        fixture.clock.advance(Duration::from_secs(1));
        let bank = bank_account(&app, &live).await;
        withdraw(&app, &live, &bank).await
    });
    fixture.clock.advance(Duration::from_secs(60));
    let worker: Arc<App> = app.clone();
    let tick =
        fixture.runtime.spawn(async move { worker.external_transfers.look_after_external_transfers().await });
    let first = loop {
        let moved = fixture.texts("select id from external_transfers where submission <> 'none'");
        if !moved.is_empty() {
            break moved;
        }
        assert!(!tick.is_finished(), "nothing was sent");
    };
    tick.abort();
    assert!(first.contains(&live), "{} test withdrawals went before the live one", first.len());
}

fn payouts_and_claims_of_one_mode_do_not_wait_for_those_of_the_other(fixture: Fixture) {
    let live = funded_live(&fixture);
    let (app, store) = (fixture.app.clone(), &fixture.store);
    let now = || fixture.clock.now();
    fixture.runtime.block_on(async {
        for _ in 0..70 {
            pay(&app, &fixture.caller, &["somebody@example.com"]).await;
        }
        let paid = pay(&app, &live, &["somebody@example.com"]).await;
        let_leases_end(&fixture);
        let due = store.due_payouts(Mode::Live, now(), 64).await.expect("what is due");
        assert_eq!(due, [(live.account, paid.id)]);
        let due = store.due_payouts(Mode::Test, now(), 64).await.expect("what is due");
        assert_eq!(due.len(), 64);
        assert!(due.iter().all(|(account, _)| *account == fixture.caller.account));
        while app.payouts.settle_due().await > 0 {}

        fixture.clock.advance(Duration::from_secs(31 * 86_400));
        let overdue = store.expired_claims(Mode::Live, now(), 64).await.expect("what is overdue");
        assert_eq!(overdue, [(live.account, paid.id.item(0))]);
        let overdue = store.expired_claims(Mode::Test, now(), 64).await.expect("what is overdue");
        assert_eq!(overdue.len(), 64);
        assert_eq!(app.payouts.expire_claims().await, 71);
    });
}

fn accounts_take_turns_with_replays(fixture: Fixture) {
    let (app, store, busy) = (fixture.app.clone(), &fixture.store, fixture.caller.account);
    fixture.runtime.block_on(async {
        let other = email("other@example.com");
        app.join_at_once(other.clone()).await.expect("a user");
        let other = app.platform.account_of(&other, Mode::Test).await.expect("a test account").id;
        let mut endpoints = Vec::new();
        for account in [busy, other] {
            let url = "https://hooks.example.com/florin";
            let made = app.add_endpoint(account, url, EnabledEvents::Everything).await.expect("an endpoint");
            endpoints.push(EndpointId::parse(&object(made)).expect("an id"));
        }
        for _ in 0..40 {
            app.replay_failed(busy, endpoints[0]).await.expect("a replay");
        }
        // Those of one moment are in no order.
        fixture.clock.advance(Duration::from_secs(1));
        app.replay_failed(other, endpoints[1]).await.expect("a replay");
        let open = store.open_replays(Mode::Test, fixture.clock.now(), 32).await.expect("open replays");
        assert_eq!(open.iter().map(|replay| replay.account).collect::<Vec<_>>(), [busy, other]);
        while app.webhooks.step_replays().await > 0 {}
    });
    let ended = fixture.texts("select id from replays where ended_at is not null");
    assert_eq!(ended.len(), 41);
}

fn accounts_take_turns_with_security_emails(fixture: Fixture) {
    let eve = funded_live(&fixture).account;
    let hal = fixture.runtime.block_on(async {
        let user = new_user(&fixture.app, "hal@example.com").await;
        caller_of(&fixture.app, &user, Mode::Live).await.account
    });
    let queue = |account: AccountId, number: i64| -> EmailId {
        let id = Dice::system().id(fixture.clock.now());
        let sql = format!(
            "insert into emails (id, account_id, kind, email, cause, status, created_at, next_at, queue)
             values ('{id}', '{account}', 'security', 'x@example.com', 'turn {number}', 'queued', 1, {number},
                 'account')"
        );
        fixture.sql(&sql).expect("an email");
        id
    };
    let first = queue(eve, 1);
    (2..500).for_each(|number| _ = queue(eve, number));
    let honest = queue(hal, 500);
    let (account, queued) = (EmailQueue::Account, EmailStatus::Queued);
    let due = fixture.store.due_emails(account, queued, fixture.clock.now(), 3);
    let due = fixture.runtime.block_on(due).expect("emails");
    assert_eq!(due[..2], [first, honest], "an account does not wait for 499 emails of another");
}

/// Statuses of the deposits of an account.
fn deposits_of(fixture: &Fixture, caller: &Caller) -> Vec<String> {
    let sql = "select t.status from transactions t where t.type = 'deposit' and t.account_id = ";
    fixture.texts(&format!("{sql}'{}' order by t.id", caller.account))
}

fn moving_the_clock_of_an_account_looks_after_that_account_only(fixture: Fixture) {
    let other = fixture.runtime.block_on(async {
        let other = new_user(&fixture.app, "other@example.com").await;
        caller_of(&fixture.app, &other, Mode::Test).await
    });
    let own = fixture.caller;
    for caller in [own, other] {
        let mover = Mover::new(&fixture, caller);
        (0..150).for_each(|_| drop(mover.deposit(100)));
    }
    fixture.clock.advance(Duration::from_secs(30 * 86_400));
    fixture.runtime.block_on(fixture.app.sandbox.advance_clock(&own, 1, None)).expect("time passes");
    assert_eq!(deposits_of(&fixture, &own), ["expired"; 150]);
    assert_eq!(deposits_of(&fixture, &other), ["awaiting_transfer"; 150]);
    fixture.runtime.block_on(fixture.app.external_transfers.look_after_external_transfers());
    assert_eq!(deposits_of(&fixture, &other), ["expired"; 150]);
}

fn operators_page_through_what_is_open(fixture: Fixture) {
    let mover = Mover::new(&fixture, fixture.caller);
    let mut made: Vec<String> = (0..5).map(|_| mover.deposit(100)).collect();
    // All were made at the same time, by the clock of this test.
    made.sort();
    let (mut filter, mut seen, mut pages) = (OpenFilter::default(), Vec::new(), 0);
    loop {
        let (kind, mode) = (TransactionType::Deposit, Mode::Test);
        let listing = fixture.store.open_external_transfers(kind, mode, &filter, 2);
        let (open, is_more) = fixture.runtime.block_on(listing).expect("a page");
        seen.extend(open.iter().map(|row| row.id.to_string()));
        (filter.after, pages) = (open.last().map(|row| row.id), pages + 1);
        if !is_more {
            break;
        }
    }
    assert_eq!((seen, pages), (made, 3));
}
