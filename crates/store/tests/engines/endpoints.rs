//! Endpoints of simulated people count towards the limits of the account that they were made up for, and a webhook that
//! is not sent after all costs nothing.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use app::dice::Dice;
use app::secrets::Secrets;
use app::vault::Vault;
use app::{App, AppSettings, Failure, Undelivered, WebhookClient, WebhookResponse};
use rules::account::Caller;
use rules::delivery::DeliveryStatus;
use rules::endpoint::{EnabledEvents, MAX_ENDPOINTS, MAX_UNVERIFIED};
use rules::id::{AccountId, EndpointId};
use rules::refusal::{Limit, Refusal};
use store::DeliveryFilter;

use crate::fixture::{Fixture, add_recipient, caller_of, new_user};
use crate::payouts::pay;

testkit::on_both_engines!(
    simulated_people_share_the_endpoints_of_their_sponsor,
    simulated_people_share_the_unverified_endpoints_of_their_sponsor,
    a_postponed_webhook_is_no_attempt_and_costs_the_host_nothing,
    after_a_clock_was_corrected_each_webhook_is_sent_once,
    a_filtered_log_is_read_in_parts,
);

/// A person who was made up for the account of the fixture, with ids like those of the account.
fn simulated_person(fixture: &Fixture, number: usize) -> Caller {
    let sponsor = fixture.caller.account.to_string();
    let tail = sponsor.strip_prefix("acct_").expect("an account");
    let tail = format!("{}{number:04}", &tail[..tail.len() - 4]);
    let sql = format!(
        "insert into users (id, email, email_key, name, password_hash, created_at)
         values ('usr_{tail}', '{number}@simulated.invalid', '{number}@simulated.invalid', 'Made up', '', 1);
         insert into accounts (id, user_id, mode, own_app_id, created_at, sponsor_id)
         values ('acct_{tail}', 'usr_{tail}', 'test', 'app_{tail}', 1, '{sponsor}')"
    );
    fixture.sql(&sql).expect("a person");
    Caller { account: AccountId::parse(&format!("acct_{tail}")).expect("an id"), ..fixture.caller }
}

fn simulated_people_share_the_endpoints_of_their_sponsor(fixture: Fixture) {
    let people: Vec<Caller> = (0..5).map(|number| simulated_person(&fixture, number)).collect();
    let listen = |caller: &Caller| {
        let opened = fixture.runtime.block_on(fixture.app.webhooks.open_listener(caller, None, None));
        opened.map(drop)
    };
    for number in 0..MAX_ENDPOINTS {
        listen(&people[number % people.len()]).expect("there is room");
    }
    for caller in [people[0], fixture.caller] {
        let refused = listen(&caller);
        assert!(
            matches!(refused, Err(Failure::Refused(Refusal::LimitExceeded(Limit::Endpoints)))),
            "{refused:?}"
        );
    }
    let sponsors = "select count(*) from endpoints p join accounts a on a.id = p.account_id
        where p.sponsor_id = a.sponsor_id";
    assert_eq!(fixture.number(sponsors), MAX_ENDPOINTS as i64);
    let other = fixture.runtime.block_on(async {
        let user = new_user(&fixture.app, "other@example.com").await;
        caller_of(&fixture.app, &user, fixture.caller.mode).await
    });
    listen(&other).expect("another account");
    // A removed endpoint makes room.
    fixture.sql("update endpoints set archived_at = 1 where kind = 'listener'").expect("archived");
    listen(&fixture.caller).expect("there is room again");
}

fn simulated_people_share_the_unverified_endpoints_of_their_sponsor(fixture: Fixture) {
    let people: Vec<Caller> = (0..5).map(|number| simulated_person(&fixture, number)).collect();
    let add = |account: AccountId, url: &str| {
        let adding = fixture.app.add_endpoint(account, url, EnabledEvents::Everything);
        fixture.runtime.block_on(adding).map(drop)
    };
    for number in 0..MAX_UNVERIFIED {
        add(people[number % people.len()].account, &format!("https://host{number}.com/"))
            .expect("there is room");
    }
    for account in [people[0].account, fixture.caller.account] {
        let refused = add(account, "https://one-more.com/");
        let limit = Refusal::LimitExceeded(Limit::UnverifiedEndpoints);
        assert!(matches!(&refused, Err(Failure::Refused(refusal)) if *refusal == limit), "{refused:?}");
    }
    fixture.sql("update endpoints set verified_at = 1 where url = 'https://host3.com/'").expect("verified");
    add(fixture.caller.account, "https://one-more.com/").expect("there is room again");
}

fn accepted() -> WebhookResponse {
    WebhookResponse { status: 200, excerpt: String::new(), retry_after: None, took: Duration::ZERO }
}

/// A process whose webhooks are answered so, by their number, and how many it has sent.
fn sending(
    fixture: &Fixture,
    host_rate: Option<NonZeroU32>,
    answer: impl Fn(usize) -> Result<WebhookResponse, Undelivered> + Send + Sync + 'static,
) -> (App, Arc<AtomicUsize>) {
    let calls = Arc::new(AtomicUsize::new(0));
    let count = calls.clone();
    let webhook_client =
        WebhookClient::simulated(Arc::new(move |_, _, _| answer(count.fetch_add(1, Ordering::SeqCst))));
    let vault = Vault::new(&Secrets::parse(&fixture.secrets).expect("secrets"));
    let (store, clock) = (fixture.store.clone(), fixture.clock.clone());
    let app = App::builder(store, vault, AppSettings::default(), clock, Dice::system())
        .with_webhook_client(webhook_client)
        .with_webhook_host_rate(host_rate)
        .start();
    (app, calls)
}

/// The lease that the process took by the wrong clock is neither kept for days nor taken a second time.
fn after_a_clock_was_corrected_each_webhook_is_sent_once(fixture: Fixture) {
    let (app, calls) = sending(&fixture, None, |_| Ok(accepted()));
    let right = fixture.clock.now();
    let leased_until = || fixture.number("select lease_until from endpoints");
    fixture.runtime.block_on(async {
        fixture.clock.jump_to(right.plus_seconds(3 * 86_400));
        let (account, url) = (fixture.caller.account, "https://hooks.com/");
        app.add_endpoint(account, url, EnabledEvents::Everything).await.expect("an endpoint");
        app.webhooks.deliver_due().await;
        assert_eq!(calls.load(Ordering::SeqCst), 1, "the test event");
        fixture.clock.jump_to(right);
        for number in 1..=3 {
            let address = format!("person{number}@example.com");
            add_recipient(&app, &fixture.caller, &address).await.expect("a recipient");
            app.webhooks.deliver_due().await;
            assert_eq!(calls.load(Ordering::SeqCst), 1 + number);
        }
    });
    assert!(leased_until() <= right.plus_seconds(60).micros(), "{} is later than {right}", leased_until());
}

/// How often the webhook finds no place.
const POSTPONED: usize = 5;

/// The host gets one webhook a second. Had each try been counted, the sixth would come seconds later.
fn a_postponed_webhook_is_no_attempt_and_costs_the_host_nothing(fixture: Fixture) {
    let (app, calls) = sending(&fixture, NonZeroU32::new(1), |call| match call {
        0 => Err(Undelivered::TooEarly(Duration::from_millis(100))),
        1..POSTPONED => Err(Undelivered::NoPlace),
        _ => Ok(accepted()),
    });
    fixture.runtime.block_on(async {
        let (account, url) = (fixture.caller.account, "https://hooks.com/");
        app.add_endpoint(account, url, EnabledEvents::Everything).await.expect("an endpoint");
        for _ in 0..=POSTPONED {
            app.webhooks.deliver_due().await;
            fixture.clock.advance(Duration::from_millis(200));
        }
    });
    assert_eq!(calls.load(Ordering::SeqCst), POSTPONED + 1);
    assert_eq!(fixture.number("select count(*) from delivery_attempts"), 1);
    assert_eq!(fixture.number("select count(*) from endpoints where verified_at is not null"), 1);
}

/// A page of the log reads at most 2,000 deliveries, so one that matches nothing costs others nothing.
fn a_filtered_log_is_read_in_parts(fixture: Fixture) {
    let adding =
        fixture.app.add_endpoint(fixture.caller.account, "https://host.com/", EnabledEvents::Everything);
    fixture.runtime.block_on(adding).expect("an endpoint");
    let endpoint = EndpointId::parse(&fixture.texts("select id from endpoints")[0]).expect("an id");
    for payout in 0..20 {
        let people: Vec<String> = (0..100).map(|number| format!("p{payout}-{number}@example.com")).collect();
        let people: Vec<&str> = people.iter().map(String::as_str).collect();
        fixture.runtime.block_on(pay(&fixture.app, &fixture.caller, &people));
    }
    let waiting = fixture.number("select count(*) from deliveries where status = 'waiting'");
    assert!(waiting > 2_000, "{waiting}");
    let walk = |status: DeliveryStatus| {
        let (mut after, mut found, mut pages) = (None, 0, 0);
        loop {
            let only = DeliveryFilter { status: Some(status), ..DeliveryFilter::default() };
            let reading = fixture.store.deliveries_of(endpoint, only, after.as_ref(), 1_000);
            let page = fixture.runtime.block_on(reading).expect("a page");
            (found, pages) = (found + page.items.len() as i64, pages + 1);
            after = page.next;
            if after.is_none() {
                return (found, pages);
            }
        }
    };
    assert_eq!(walk(DeliveryStatus::Skipped), (0, waiting / 2_000 + 1), "each page is a part of the log");
    assert_eq!(walk(DeliveryStatus::Waiting).0, waiting);
    assert_eq!(walk(DeliveryStatus::Failed), (0, 1), "these have an index");
}
