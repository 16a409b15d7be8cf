//! Callers who read from PostgreSQL share a few sessions.

use std::time::Duration;

use testkit::engine::Engine;
use testkit::patience::eventually;

use crate::fixture::Fixture;
use crate::payouts::pay;

/// More than there are sessions, several times.
const READS: usize = 16;

#[test]
fn a_slow_read_keeps_no_others_waiting() {
    let fixture = Fixture::new(Engine::Postgres);
    let payout = fixture.runtime.block_on(pay(&fixture.app, &fixture.caller, &["bob@example.com"]));
    let mut locking = postgres::Client::connect(fixture.url().expect("PostgreSQL"), postgres::NoTls)
        .expect("PostgreSQL answers");
    let mut lock = locking.transaction().expect("a transaction");
    lock.batch_execute("lock table payouts in access exclusive mode").expect("a lock");
    let store = fixture.store.clone();
    let slow = fixture.runtime.spawn(async move { store.payout(payout.account, payout.id).await });
    let waiting = "select count(*) from pg_locks where relation = 'payouts'::regclass and not granted";
    eventually("the slow read waits", || (fixture.number(waiting) > 0).then_some(()));
    fixture.runtime.block_on(async {
        for read in 0..READS {
            let quick = tokio::time::timeout(Duration::from_secs(5), fixture.store.freeze()).await;
            quick.unwrap_or_else(|_| panic!("read {read} waits, too")).expect("an answer");
        }
    });
    assert!(!slow.is_finished(), "it was slow all the time");
    lock.rollback().expect("no lock");
    assert!(fixture.runtime.block_on(slow).expect("no panic").expect("an answer").is_some());
}
