//! Payouts through the use-cases: settlement, leases and claims, with a clock that only tests can move.

use std::time::Duration;

use app::{App, CommandResponse, Failure, NewPayout};
use rules::account::{Caller, Mode};
use rules::change::Outcome;
use rules::decisions::payout::{NewItem, PayoutTarget};
use rules::money::Amount;
use rules::payout::Payout;
use rules::refusal::Refusal;
use rules::transaction::TransactionStatus;
use store::{Position, TransactionFilter};

use crate::fixture::{Fixture, caller_of, email, new_user};
use crate::priority::funded_live;

testkit::on_both_engines!(
    a_payout_of_a_dead_process_is_settled_by_another_once_its_lease_is_over,
    two_processes_never_settle_the_same_payout,
    a_link_claims_everything_that_its_sender_has_waiting_for_the_address,
    a_link_is_worth_nothing_once_its_money_is_gone,
    a_claim_by_an_account_of_the_other_mode_moves_nothing,
    what_nobody_claims_is_given_back_after_thirty_days,
    whoever_joins_is_paid_directly_from_then_on_but_not_in_test_mode,
    what_waits_for_a_user_is_credited_without_a_link,
    overdue_items_do_not_stand_before_those_that_can_be_claimed,
    the_items_of_a_recipient_are_listed_in_order_whether_they_wait_or_not,
);

pub async fn pay(app: &App, caller: &Caller, people: &[&str]) -> Payout {
    let items = people.iter().map(|person| NewItem {
        target: PayoutTarget::EmailAddress(email(person)),
        amount: Amount::from_micros(1_500_000),
        reference: None,
    });
    let new = NewPayout { items: items.collect(), reference: None };
    match app.payouts.create_payout(caller, new, None).await {
        Ok(CommandResponse::Now(Outcome::Payout(payout), _)) => payout,
        other => panic!("{other:?}"),
    }
}

/// Time passes until another process may take unsettled payouts.
pub fn let_leases_end(fixture: &Fixture) {
    fixture.clock.advance(Duration::from_secs(11));
}

fn count(fixture: &Fixture, what: &str) -> i64 {
    fixture.number(&format!("select count(*) from {what}"))
}

async fn shown(app: &App, caller: &Caller, payout: &Payout) -> String {
    let body = app.payouts.payout(caller, &payout.id.to_string()).await.expect("a payout");
    String::from_utf8(body.to_vec()).expect("JSON")
}

fn a_payout_of_a_dead_process_is_settled_by_another_once_its_lease_is_over(fixture: Fixture) {
    fixture.runtime.block_on(async {
        // The ticks of the first app do not run: it is as good as dead.
        pay(&fixture.app, &fixture.caller, &["ada@example.com", "new@example.com"]).await;
        let other = fixture.another_app();
        assert_eq!(other.payouts.settle_due().await, 0, "the lease still runs");
        let_leases_end(&fixture);
        assert_eq!(other.payouts.settle_due().await, 1);
        let_leases_end(&fixture);
        assert_eq!(other.payouts.settle_due().await, 0, "nothing is left");
    });
    assert_eq!(count(&fixture, "transactions where type = 'payout' and status = 'completed'"), 1);
    assert_eq!(count(&fixture, "claims"), 1);
    assert_eq!(count(&fixture, "emails where status = 'kept' and email = 'new@example.com'"), 1);
    assert_eq!(count(&fixture, "payouts where next_at is not null"), 0);
}

fn two_processes_never_settle_the_same_payout(fixture: Fixture) {
    let others = [fixture.another_app(), fixture.another_app(), fixture.another_app()];
    fixture.runtime.block_on(async {
        for _ in 0..40 {
            pay(&fixture.app, &fixture.caller, &["ada@example.com", "x+fail@example.com"]).await;
        }
        let_leases_end(&fixture);
        let (a, b, c) = tokio::join!(
            others[0].payouts.settle_due(),
            others[1].payouts.settle_due(),
            others[2].payouts.settle_due()
        );
        assert_eq!(a + b + c, 40);
    });
    assert_eq!(count(&fixture, "transfers where step = 'resolve'"), 80);
    assert_eq!(count(&fixture, "payouts where status = 'completed' and failed = 1 and completed = 1"), 40);
    assert_eq!(count(&fixture, "events where type = 'payout.completed'"), 40);
}

fn a_link_claims_everything_that_its_sender_has_waiting_for_the_address(fixture: Fixture) {
    fixture.runtime.block_on(async {
        let (app, caller) = (&fixture.app, &fixture.caller);
        let grace = new_user(app, "grace@example.com").await;
        let payer = caller_of(app, &grace, Mode::Test).await;
        let first = pay(app, caller, &["late@example.com", "LATE@example.com"]).await;
        pay(app, &payer, &["late@example.com", "somebody.else@example.com"]).await;
        let_leases_end(&fixture);
        assert_eq!(app.payouts.settle_due().await, 2);
        // The person who holds the email may be signed in under another address.
        let wallet = caller_of(app, &new_user(app, "work@example.com").await, Mode::Test).await;
        let token = app.payouts.claim_token(first.id.item(0));
        assert_eq!(app.payouts.claim(&token, wallet.account).await, Ok(2));
        assert_eq!(
            app.payouts.claim(&token, wallet.account).await,
            Err(Failure::Refused(Refusal::NothingToClaim)),
            "a second time there is nothing"
        );
        assert!(shown(app, caller, &first).await.contains("\"completed\":2"));
        let balance = app.accounts.balance(&wallet).await.expect("a balance");
        assert!(String::from_utf8_lossy(&balance).contains("\"10003.00\""), "{balance:?}");
    });
    assert_eq!(count(&fixture, "claims"), 2, "the other sender's, and another authority");
}

fn a_link_is_worth_nothing_once_its_money_is_gone(fixture: Fixture) {
    fixture.runtime.block_on(async {
        let (app, caller) = (&fixture.app, &fixture.caller);
        let payout = pay(app, caller, &["late@example.com"]).await;
        let token = app.payouts.claim_token(payout.id.item(0));
        let wallet = caller_of(app, &new_user(app, "work@example.com").await, Mode::Test).await.account;
        let refused = Err(Failure::Refused(Refusal::NothingToClaim));
        assert_eq!(app.payouts.claim(&token, wallet).await, refused, "no claim email was sent yet");
        let_leases_end(&fixture);
        app.payouts.settle_due().await;
        for wrong in ["", "x", &token[1..], &token.replace('0', "1"), &token.to_uppercase()] {
            assert_eq!(app.payouts.claim(wrong, wallet).await, refused, "{wrong}");
        }
        app.payouts.cancel_payout(caller, &payout.id.to_string(), None).await.expect("cancelled");
        assert_eq!(app.payouts.claim(&token, wallet).await, refused);
    });
    assert_eq!(count(&fixture, "transfers where step = 'resolve'"), 1);
}

fn a_claim_by_an_account_of_the_other_mode_moves_nothing(fixture: Fixture) {
    fixture.runtime.block_on(async {
        let (app, caller) = (&fixture.app, &fixture.caller);
        let payout = pay(app, caller, &["late@example.com"]).await;
        let_leases_end(&fixture);
        app.payouts.settle_due().await;
        let live = caller_of(app, &new_user(app, "late@example.com").await, Mode::Live).await.account;
        let token = app.payouts.claim_token(payout.id.item(0));
        assert!(matches!(app.payouts.claim(&token, live).await, Err(Failure::Refused(_))));
        assert!(shown(app, caller, &payout).await.contains("\"pending_claim\":1"));
    });
    assert_eq!(count(&fixture, "transfers where step = 'resolve'"), 0);
}

/// When they joined, money was stopped, or the server was busy, or the payout was being settled.
fn what_waits_for_a_user_is_credited_without_a_link(fixture: Fixture) {
    let payer = funded_live(&fixture);
    let app = &fixture.app;
    let settled = async |caller: &Caller, person: &str| {
        pay(app, caller, &[person]).await;
        let_leases_end(&fixture);
        app.payouts.settle_due().await;
    };
    fixture.runtime.block_on(async {
        settled(&payer, "late@example.com").await;
        settled(&payer, "later@example.com").await;
        settled(&fixture.caller, "late@example.com").await;
        assert_eq!(app.payouts.claim_for_users(&mut None).await, 0, "no account has their addresses");
        let (mut from, mut looks) = (None, 0);
        loop {
            let found = fixture.store.claims_of_users(from.as_ref(), fixture.clock.now(), 1).await;
            let (users, next) = found.expect("claims");
            assert_eq!(users, []);
            from = next;
            if from.is_none() {
                break;
            }
            looks += 1;
        }
        assert_eq!(looks, 2, "one claim at a time, and then none");
    });
    let late = fixture.runtime.block_on(async {
        let late = caller_of(app, &new_user(app, "Late@example.com").await, Mode::Live).await.account;
        assert_eq!(app.payouts.claim_for_users(&mut None).await, 1);
        assert_eq!(app.payouts.claim_for_users(&mut None).await, 0);
        new_user(app, "later@example.com").await;
        fixture.clock.advance(Duration::from_secs(30 * 86_400));
        assert_eq!(app.payouts.claim_for_users(&mut None).await, 0, "its time is over");
        late
    });
    let available = format!("select balance from ledger_accounts where id = '{late}:available'");
    assert_eq!(fixture.number(&available), 1_500_000);
    assert_eq!(count(&fixture, "claims where mode = 'live'"), 1);
    assert_eq!(count(&fixture, "claims where mode = 'test'"), 1, "test money needs its link");
}

fn overdue_items_do_not_stand_before_those_that_can_be_claimed(fixture: Fixture) {
    let payer = funded_live(&fixture);
    fixture.fund_live(payer.account, "more", 500_000_000);
    let app = &fixture.app;
    fixture.runtime.block_on(async {
        for _ in 0..20 {
            pay(app, &payer, &["late@example.com"; 5]).await;
        }
        let_leases_end(&fixture);
        app.payouts.settle_due().await;
        fixture.clock.advance(Duration::from_secs(86_400));
        let last = pay(app, &payer, &["late@example.com"]).await;
        let_leases_end(&fixture);
        app.payouts.settle_due().await;
        fixture.clock.advance(Duration::from_secs(29 * 86_400));
        let wallet = caller_of(app, &new_user(app, "late@example.com").await, Mode::Live).await.account;
        assert_eq!(app.payouts.claim(&app.payouts.claim_token(last.id.item(0)), wallet).await, Ok(1));
        assert_eq!(app.payouts.expire_claims().await, 100);
    });
}

fn what_nobody_claims_is_given_back_after_thirty_days(fixture: Fixture) {
    fixture.runtime.block_on(async {
        let (app, caller) = (&fixture.app, &fixture.caller);
        let payout = pay(app, caller, &["late@example.com", "later@example.com"]).await;
        let_leases_end(&fixture);
        app.payouts.settle_due().await;
        fixture.clock.advance(Duration::from_secs(30 * 86_400 - 1));
        assert_eq!(app.payouts.expire_claims().await, 0, "one second is left");
        fixture.clock.advance(Duration::from_secs(1));
        let wallet = caller_of(app, &new_user(app, "work@example.com").await, Mode::Test).await.account;
        let token = app.payouts.claim_token(payout.id.item(0));
        assert_eq!(
            app.payouts.claim(&token, wallet).await,
            Err(Failure::Refused(Refusal::NothingToClaim)),
            "too late, even before the refund"
        );
        assert_eq!(app.payouts.expire_claims().await, 2);
        assert_eq!(app.payouts.expire_claims().await, 0);
        assert!(shown(app, caller, &payout).await.contains("\"status\":\"cancelled\""));
    });
    assert_eq!(
        count(&fixture, "transactions where status = 'expired' and failure_reason = 'claim_expired'"),
        2
    );
    assert_eq!(count(&fixture, "claims"), 0);
    let available = "select balance from ledger_accounts where kind = 'available' and account_id = ";
    assert_eq!(fixture.number(&format!("{available}'{}'", fixture.caller.account)), 10_000_000_000);
}

fn whoever_joins_is_paid_directly_from_then_on_but_not_in_test_mode(fixture: Fixture) {
    let live = funded_live(&fixture);
    for (caller, directly) in [(&fixture.caller, false), (&live, true)] {
        let address = format!("late-{directly}@example.com");
        fixture.runtime.block_on(async {
            let app = &fixture.app;
            let first = pay(app, caller, &[&address]).await;
            let_leases_end(&fixture);
            app.payouts.settle_due().await;
            new_user(app, &address).await;
            let second = pay(app, caller, &[&address]).await;
            let_leases_end(&fixture);
            app.payouts.settle_due().await;
            let shown = [shown(app, caller, &first).await, shown(app, caller, &second).await];
            assert!(shown[0].contains("\"pending_claim\":1"), "it still takes the link");
            let second = if directly { "\"completed\":1" } else { "\"pending_claim\":1" };
            assert!(shown[1].contains(second), "{}", shown[1]);
        });
    }
    assert_eq!(count(&fixture, "recipients where wallet_id is not null"), 1);
}

/// Follows the pages to the end. Names each item by the payout it is of.
async fn listed(fixture: &Fixture, caller: &Caller, filter: &TransactionFilter, size: usize) -> Vec<String> {
    let mut after: Option<Position> = None;
    let mut payouts = Vec::new();
    loop {
        let page = fixture.store.transactions(caller, filter, after.as_ref(), size).await.expect("a page");
        assert!(page.items.len() == size || page.next.is_none(), "a page in the middle is full");
        payouts.extend(page.items.iter().map(|row| row.id.payout().to_string()));
        match page.next {
            Some(next) => after = Some(next),
            None => return payouts,
        }
    }
}

fn the_items_of_a_recipient_are_listed_in_order_whether_they_wait_or_not(fixture: Fixture) {
    fixture.runtime.block_on(async {
        let (app, caller) = (&fixture.app, &fixture.caller);
        let mut payouts = Vec::new();
        for settled in [true, true, false, true, false, false] {
            fixture.clock.advance(Duration::from_secs(1));
            payouts.push(pay(app, caller, &["ada@example.com", "grace@example.com"]).await);
            if settled {
                let_leases_end(&fixture);
                app.payouts.settle_due().await;
            }
        }
        // The fourth round settled the third as well; the last two still wait.
        let newest_first: Vec<String> = payouts.iter().rev().map(|payout| payout.id.to_string()).collect();
        let hers =
            fixture.store.item(caller, payouts[0].id.item(1)).await.expect("an answer").expect("an item");
        assert_eq!(hers.email.as_str(), "grace@example.com");
        let grace = hers.transaction.recipient;
        let filter = TransactionFilter { recipient: grace, ..Default::default() };
        for size in 1..=7 {
            assert_eq!(listed(&fixture, caller, &filter, size).await, newest_first, "pages of {size}");
        }
        let only = |status| TransactionFilter { statuses: vec![status], ..filter.clone() };
        let waiting = listed(&fixture, caller, &only(TransactionStatus::Queued), 1).await;
        assert_eq!(waiting, newest_first[..2]);
        let settled = listed(&fixture, caller, &only(TransactionStatus::PendingClaim), 3).await;
        assert_eq!(settled, newest_first[2..]);
        let stranger = caller_of(app, &new_user(app, "hopper@example.com").await, Mode::Test).await;
        assert_eq!(listed(&fixture, &stranger, &filter, 3).await, [""; 0]);
    });
}
