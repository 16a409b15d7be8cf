//! Live work goes before test work, however much of that waits.

use std::sync::Arc;
use std::time::Duration;

use app::{Answered, App, NewBankAccount, NewDestination, NewWithdrawal};
use rules::account::{Caller, Mode};
use rules::money::Amount;
use rules::rail::Rail;

use crate::fixture::{Fixture, caller_of, email};
use crate::payouts::{let_leases_end, pay};

crate::on_both_engines!(
    a_live_withdrawal_goes_before_any_number_of_test_withdrawals,
    payouts_and_claims_of_one_mode_do_not_wait_for_those_of_the_other,
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
    object(app.create_bank_account(caller, new, None).await.expect("a bank account"))
}

async fn withdraw(app: &App, caller: &Caller, bank_account: &str) -> String {
    let to = NewDestination::BankAccount(bank_account.to_owned());
    let new = NewWithdrawal { to, amount: Amount::from_micros(6_000_000), quote: None, arrives: None };
    object(app.create_withdrawal(caller, new, None).await.expect("a withdrawal"))
}

fn object(made: Answered) -> String {
    match made {
        Answered::Now(outcome, _) => outcome.object(),
        Answered::Again(_) => panic!("nothing was asked twice"),
    }
}

fn a_live_withdrawal_goes_before_any_number_of_test_withdrawals(fixture: Fixture) {
    let app = fixture.app.clone();
    app.set_live_tariff(rails::simulated::tariff());
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
    let tick = fixture.runtime.spawn(async move { worker.look_after_external_transfers().await });
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
        while app.settle_due().await > 0 {}

        fixture.clock.advance(Duration::from_secs(31 * 86_400));
        let overdue = store.expired_claims(Mode::Live, now(), 64).await.expect("what is overdue");
        assert_eq!(overdue, [(live.account, paid.id.item(0))]);
        let overdue = store.expired_claims(Mode::Test, now(), 64).await.expect("what is overdue");
        assert_eq!(overdue.len(), 64);
        assert_eq!(app.expire_claims().await, 71);
    });
}
