//! More claims at one address than a page can count: anyone can pay an address as often as they like.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use app::{App, ClaimState, Failure};
use rules::account::{Caller, Mode};
use rules::email::EmailQueue;
use rules::money::Amount;
use rules::payout::Payout;

use crate::fixture::{Fixture, caller_of, new_user};
use crate::payouts::{let_leases_end, pay};
use crate::priority::funded_live;

testkit::on_both_engines!(
    a_link_counts_a_thousand_claims_and_claims_all_of_them,
    claims_in_one_sandbox_change_nothing_in_another_or_in_live_mode,
    a_sandbox_that_moves_its_clock_expires_its_own_claims_only,
    a_recipient_who_opens_a_link_all_the_time_keeps_no_other_from_theirs,
);

const ADDRESS: &str = "many@example.com";
const ITEMS: i64 = 1_100;

/// Pays one address this often, and settles.
async fn pay_often(fixture: &Fixture, caller: &Caller, times: i64) -> Vec<Payout> {
    let mut paid = Vec::new();
    for _ in 0..times / 100 {
        paid.push(pay(&fixture.app, caller, &[ADDRESS; 100]).await);
    }
    for _ in 0..times % 100 {
        paid.push(pay(&fixture.app, caller, &[ADDRESS]).await);
    }
    let_leases_end(fixture);
    while fixture.app.payouts.settle_due().await > 0 {}
    paid
}

/// How many claims a link counts, whether these are all, and their sum.
async fn counted(app: &App, link: &Payout) -> (i64, bool, Amount) {
    let token = app.payouts.claim_token(link.id.item(0));
    match app.claim_pages.claim_page(&token).await.expect("a page").state {
        ClaimState::Waiting(waiting) => (waiting.count, waiting.is_all, waiting.total),
        other => panic!("{other:?}"),
    }
}

fn usdc_1_50(times: i64) -> Amount {
    Amount::from_micros(1_500_000 * times)
}

fn a_link_counts_a_thousand_claims_and_claims_all_of_them(fixture: Fixture) {
    let (app, caller) = (fixture.app.clone(), fixture.caller);
    fixture.runtime.block_on(async {
        let first = pay_often(&fixture, &caller, 1).await.remove(0);
        assert_eq!(counted(&app, &first).await, (1, true, usdc_1_50(1)));
        // The first is the first to expire, and is not among those that are counted.
        fixture.clock.advance(Duration::from_secs(3_600));
        pay_often(&fixture, &caller, ITEMS - 1).await;
        assert_eq!(counted(&app, &first).await, (1_000, false, usdc_1_50(1_000)));
        let token = app.payouts.claim_token(first.id.item(0));
        let ClaimState::Waiting(waiting) = app.claim_pages.claim_page(&token).await.expect("a page").state
        else {
            panic!("nothing waits")
        };
        let first_expires = app.audit.store().claimed_item(first.id.item(0)).await.expect("an answer");
        let first_expires = first_expires.expect("an item").claim_expires_at;
        assert_eq!(Some(waiting.until), first_expires, "the date is that of the first to expire");

        while app.emails.send_due_emails(EmailQueue::Sandbox).await
            + app.emails.keep_due_sandbox_emails().await
            > 0
        {}
        let wallet = caller_of(&app, &new_user(&app, "work@example.com").await, Mode::Test).await;
        assert_eq!(app.payouts.claim(&token, wallet.account).await, Ok(ITEMS as usize));
    });
    assert_eq!(fixture.number("select count(*) from claims"), 0);
}

fn claims_in_one_sandbox_change_nothing_in_another_or_in_live_mode(fixture: Fixture) {
    let live = funded_live(&fixture);
    let app = fixture.app.clone();
    fixture.runtime.block_on(async {
        let grace = new_user(&app, "grace@example.com").await;
        let grace = caller_of(&app, &grace, Mode::Test).await;
        pay_often(&fixture, &fixture.caller, 200).await;
        let of_grace = pay_often(&fixture, &grace, 3).await.remove(0);
        let of_live = pay_often(&fixture, &live, 2).await.remove(0);
        assert_eq!(counted(&app, &of_grace).await, (3, true, usdc_1_50(3)));
        assert_eq!(counted(&app, &of_live).await, (2, true, usdc_1_50(2)));
    });
}

fn a_sandbox_that_moves_its_clock_expires_its_own_claims_only(fixture: Fixture) {
    let app = fixture.app.clone();
    let (ada, grace) = fixture.runtime.block_on(async {
        let grace = new_user(&app, "grace@example.com").await;
        let grace = caller_of(&app, &grace, Mode::Test).await;
        pay_often(&fixture, &fixture.caller, 3).await;
        pay_often(&fixture, &grace, 2).await;
        // All of them are overdue, and no worker has been here.
        fixture.clock.advance(Duration::from_secs(31 * 86_400));
        app.sandbox.advance_clock(&grace, 1, None).await.expect("a later clock");
        (fixture.caller.account, grace.account)
    });
    let left =
        |account| fixture.number(&format!("select count(*) from claims where account_id = '{account}'"));
    assert_eq!((left(ada), left(grace)), (3, 0));
}

fn a_recipient_who_opens_a_link_all_the_time_keeps_no_other_from_theirs(fixture: Fixture) {
    let payer = funded_live(&fixture);
    let app = fixture.app.clone();
    fixture.runtime.block_on(async {
        let mut links = Vec::new();
        for address in [ADDRESS, "modest@example.com"] {
            let payout = pay(&app, &payer, &[address]).await;
            links.push(app.payouts.claim_token(payout.id.item(0)));
        }
        let_leases_end(&fixture);
        while app.payouts.settle_due().await > 0 {}
        let refused = Arc::new(AtomicUsize::new(0));
        let flood: Vec<_> = (0..200)
            .map(|_| {
                let (app, link, refused) = (app.clone(), links[0].clone(), refused.clone());
                tokio::spawn(async move {
                    loop {
                        match app.claim_pages.claim_page(&link).await {
                            Ok(_) => {}
                            Err(Failure::Busy) => _ = refused.fetch_add(1, Ordering::Relaxed),
                            Err(other) => panic!("{other:?}"),
                        }
                        // SQLite answers without a pause, and others want the thread, too.
                        tokio::task::yield_now().await;
                    }
                })
            })
            .collect();
        while refused.load(Ordering::Relaxed) < 200 {
            tokio::task::yield_now().await;
        }
        for _ in 0..20 {
            let page = app.claim_pages.claim_page(&links[1]).await.expect("a page");
            assert!(matches!(page.state, ClaimState::Waiting(_)));
        }
        flood.iter().for_each(|task| task.abort());
    });
}
