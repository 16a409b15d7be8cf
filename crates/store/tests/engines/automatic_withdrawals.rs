//! Automatic withdrawals, made by Florin itself: what is withdrawn and what is not, also beside other processes.

use std::sync::Arc;
use std::time::Duration;

use app::{App, CommandResponse, NewAutomaticWithdrawals, NewDestination, NewExternalWallet, SimulatedEvent};
use rules::account::{Caller, Mode};
use rules::evm_address::EvmAddress;
use rules::freeze::Cause;
use rules::id::TransactionId;
use rules::money::Amount;

use crate::external_transfers::Mover;
use crate::fixture::{Fixture, acquaint, caller_of, new_user, resume, resume_money};
use crate::hostile::scene::{pay, pay_as};
use crate::verify::prove;

testkit::on_both_engines!(
    payments_of_others_are_withdrawn_and_money_of_ones_own_is_not,
    processes_that_withdraw_side_by_side_withdraw_each_payment_once,
    what_cannot_be_withdrawn_now_is_withdrawn_later,
    an_end_is_in_the_commit_that_causes_it_and_tells_the_owner_once,
    accounts_without_them_write_nothing_about_payments,
);

const UNIT: i64 = 1_000_000;

/// Bob, who pays Ada at once.
fn payer(fixture: &Fixture) -> Caller {
    let bob = fixture.runtime.block_on(async {
        let bob = new_user(&fixture.app, "bob@example.com").await;
        caller_of(&fixture.app, &bob, Mode::Test).await
    });
    acquaint(fixture, &bob, "ada@example.com");
    bob
}

fn settle(fixture: &Fixture) {
    fixture.clock.advance(Duration::from_secs(11));
    fixture.runtime.block_on(async { while fixture.app.payouts.settle_due().await > 0 {} });
}

/// The amounts of all automatic withdrawals in whole units, in ascending order.
fn withdrawn(fixture: &Fixture) -> Vec<i64> {
    let sql = "select cast(t.amount as text) from external_transfers c join transactions t on t.id = c.id
               where c.automatic = 1 order by t.amount";
    let units = |text: String| text.parse::<i64>().expect("a number") / UNIT;
    fixture.texts(sql).into_iter().map(units).collect()
}

fn payments(fixture: &Fixture, status: &str) -> i64 {
    fixture.number(&format!("select count(*) from incoming_payments where status = '{status}'"))
}

#[track_caller]
fn assert_proved(fixture: &Fixture) {
    let report = prove(fixture);
    assert_eq!((report.found, &report.findings[..]), (0, &[][..]));
}

fn payments_of_others_are_withdrawn_and_money_of_ones_own_is_not(fixture: Fixture) {
    let (bob, mover) = (payer(&fixture), Mover::new(&fixture, fixture.caller));
    mover.withdraw_automatically(1);
    // What comes back: an item that fails, one that is cancelled, a withdrawal that is cancelled.
    pay(&fixture, &["eve+fail@example.com"]);
    let cancelled = pay(&fixture, &["lou@example.com"]);
    mover.cancel_withdrawal(&mover.withdrawal(9));
    // What one pays oneself, and what one deposits.
    acquaint(&fixture, &fixture.caller, "ada@example.com");
    pay(&fixture, &["ada@example.com"]);
    settle(&fixture);
    let cancelling = fixture.app.payouts.cancel_payout(&fixture.caller, &cancelled, None);
    fixture.runtime.block_on(cancelling).expect("cancelled");
    let deposit = mover.deposit(100);
    mover.say(&deposit, SimulatedEvent::Received);
    // A second payment for the same deposit is credited beside it.
    mover.say_of(&deposit, SimulatedEvent::Received, None, Some("again"));
    mover.look_after();
    mover.withdraw_payments();
    assert_eq!((withdrawn(&fixture), payments(&fixture, "collected")), (vec![], 0));
    // Payments: two items of others, a claim, and money from the chain.
    pay_as(&fixture, &bob, &["ada@example.com", "ada@example.com"]);
    settle(&fixture);
    mover.withdraw_payments();
    assert_eq!(withdrawn(&fixture), [3]);
    let claimed = pay_as(&fixture, &bob, &["new@example.com"]);
    settle(&fixture);
    fixture.runtime.block_on(async {
        let item = TransactionId::parse(&format!("txn_{}01", &claimed[3..27])).expect("an id");
        let token = fixture.app.payouts.claim_token(item);
        fixture.app.payouts.claim(&token, fixture.caller.account).await.expect("claimed");
    });
    mover.withdraw_payments();
    mover.arrive(20);
    mover.withdraw_payments();
    assert_eq!((withdrawn(&fixture), payments(&fixture, "collected")), (vec![1, 3, 20], 4));
    assert_proved(&fixture);
}

fn processes_that_withdraw_side_by_side_withdraw_each_payment_once(fixture: Fixture) {
    let (bob, mover) = (payer(&fixture), Mover::new(&fixture, fixture.caller));
    mover.withdraw_automatically(2);
    let apps: Vec<Arc<App>> = match fixture.is_postgres() {
        true => vec![fixture.app.clone(), fixture.another_app(), fixture.another_app()],
        // One process at a time has a file; it may look at the same twice.
        false => vec![fixture.app.clone(), fixture.app.clone(), fixture.app.clone()],
    };
    let mut paid = 0;
    for _ in 0..8 {
        pay_as(&fixture, &bob, &["ada@example.com", "ada@example.com", "ada@example.com"]);
        paid += 6;
        fixture.clock.advance(Duration::from_secs(11));
        fixture.runtime.block_on(async {
            let settling = async { while fixture.app.payouts.settle_due().await > 0 {} };
            let withdrawing = apps.iter().map(|app| async move {
                for _ in 0..6 {
                    app.external_transfers.withdraw_payments().await;
                }
            });
            tokio::join!(settling, futures_util::future::join_all(withdrawing));
        });
    }
    mover.withdraw_payments();
    let sum: i64 = withdrawn(&fixture).iter().sum();
    let collected = fixture.number("select cast(sum(collected) as bigint) from automatic_withdrawals") / UNIT;
    assert_eq!(sum + collected, paid, "{:?}", withdrawn(&fixture));
    assert_eq!((payments(&fixture, "collected"), payments(&fixture, "pending")), (24, 0));
    assert_proved(&fixture);
}

fn what_cannot_be_withdrawn_now_is_withdrawn_later(fixture: Fixture) {
    let mover = Mover::new(&fixture, fixture.caller);
    let address = EvmAddress::parse("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed").expect("an address");
    let wallet = NewExternalWallet { name: "Cold".to_owned(), chain: "simulated".to_owned(), address };
    let (app, caller) = (&fixture.app, &fixture.caller);
    fixture.runtime.block_on(async {
        let made = app.external_transfers.create_external_wallet(caller, wallet, None).await;
        let Ok(CommandResponse::Now(made, _)) = made else { panic!("{made:?}") };
        let to = NewDestination::ExternalWallet(made.object());
        let new = NewAutomaticWithdrawals { to, minimum: Amount::from_micros(2 * UNIT) };
        app.withdraw_automatically(caller, &new).await.expect("they are on");
        app.stops.stop_money(Cause::Operator, "a test".to_owned()).await.expect("money is stopped");
    });
    mover.arrive(5);
    mover.withdraw_payments();
    assert_eq!((withdrawn(&fixture), payments(&fixture, "pending")), (vec![], 1), "money is stopped");
    resume_money(&fixture, &resume());
    mover.withdraw_payments();
    assert_eq!(withdrawn(&fixture), [5]);
    // What is collected leaves as soon as the minimum is lower.
    mover.withdraw_automatically(30);
    mover.arrive(12);
    mover.withdraw_payments();
    assert_eq!((withdrawn(&fixture), payments(&fixture, "collected")), (vec![5], 2));
    mover.withdraw_automatically(10);
    mover.withdraw_payments();
    assert_eq!(withdrawn(&fixture), [5, 12]);
    assert_eq!(fixture.number("select count(*) from automatic_withdrawals where next_at is not null"), 0);
    assert_proved(&fixture);
}

fn an_end_is_in_the_commit_that_causes_it_and_tells_the_owner_once(fixture: Fixture) {
    let mover = Mover::new(&fixture, fixture.caller);
    let off = || fixture.texts("select coalesce(off_reason, 'on') from automatic_withdrawals").remove(0);
    let emails = || {
        fixture.number(
            "select count(*) from emails where kind = 'automatic_withdrawals_off' and status = 'kept'",
        )
    };
    mover.withdraw_automatically(1);
    mover.arrive(5);
    mover.withdraw_payments();
    let automatic =
        || fixture.texts("select id from external_transfers where automatic = 1 order by id desc");
    mover.say(&automatic()[0], SimulatedEvent::Returned);
    // Ids of a later second sort behind.
    fixture.clock.advance(Duration::from_secs(1));
    assert_eq!((off(), emails()), ("withdrawal_returned".to_owned(), 1));
    mover.withdraw_automatically(1);
    mover.arrive(6);
    mover.withdraw_payments();
    mover.say(&automatic()[0], SimulatedEvent::Failed);
    assert_eq!((off(), emails()), ("withdrawal_failed".to_owned(), 2));
    mover.withdraw_automatically(1);
    mover.arrive(7);
    let archiving =
        fixture.app.external_transfers.archive_bank_account(&fixture.caller, mover.bank_account(), None);
    fixture.runtime.block_on(archiving).expect("archived");
    assert_eq!((off(), emails()), ("destination_archived".to_owned(), 3));
    mover.arrive(8);
    mover.withdraw_payments();
    assert_eq!(withdrawn(&fixture), [5, 6], "the others stay");
    assert_eq!(payments(&fixture, "left"), 1, "what came while they were off is no concern of theirs");
    assert_proved(&fixture);
}

fn accounts_without_them_write_nothing_about_payments(fixture: Fixture) {
    let bob = payer(&fixture);
    pay_as(&fixture, &bob, &["ada@example.com", "ada@example.com"]);
    settle(&fixture);
    let mover = Mover::new(&fixture, fixture.caller);
    mover.arrive(5);
    mover.withdraw_payments();
    let rows =
        "select (select count(*) from incoming_payments) + (select count(*) from automatic_withdrawals)";
    assert_eq!(fixture.number(rows), 0);
}
