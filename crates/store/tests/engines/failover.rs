//! Another server takes over: the writer finds it, notices what it has lost, and promises nothing that only one server
//! has.

use std::time::Duration;

use app::{CommandResponse, Failure, NewRecipient};
use rules::freeze::Cause;
use testkit::cluster::Cluster;
use testkit::patience::{eventually, within};

use crate::fixture::{Fixture, add_recipient, body, claim, email};

fn through(clusters: &[&Cluster]) -> String {
    let hosts: Vec<String> = clusters.iter().map(|cluster| format!("127.0.0.1:{}", cluster.port())).collect();
    format!("postgres://postgres@{}/postgres?connect_timeout=4", hosts.join(","))
}

fn add(fixture: &Fixture, address: &str) -> Result<CommandResponse, Failure> {
    fixture.runtime.block_on(add_recipient(&fixture.app, &fixture.caller, address))
}

fn stops(fixture: &Fixture) -> Vec<Cause> {
    let stops = fixture.runtime.block_on(fixture.app.stops.stops_in_force());
    stops.expect("the stops").iter().map(|stop| stop.cause).collect()
}

/// Waits until a standby has everything.
fn catch_up(primary: &Cluster) {
    eventually("the standby has everything", || {
        let behind = "select count(*) from pg_stat_replication where replay_lsn = pg_current_wal_lsn()";
        (primary.database().number("".as_ref(), behind) == 1).then_some(())
    });
}

#[test]
fn after_a_switchover_the_writer_finds_the_new_primary_and_nothing_is_stopped() {
    let old = Cluster::start();
    let new = old.standby();
    let fixture = Fixture::through(&through(&[&old, &new]), new.database());
    add(&fixture, "before@example.com").expect("a recipient");
    catch_up(&old);
    // Its sessions stay open, as behind a proxy that still leads to it.
    old.alter(&[("default_transaction_read_only", "on")]);
    let ready = fixture.runtime.block_on(fixture.app.platform.ready());
    assert_eq!(ready, Err("the database only accepts reads".to_owned()));
    catch_up(&old);
    new.promote();
    eventually("it writes to the new primary", || add(&fixture, "after@example.com").ok());
    assert_eq!(fixture.number("select count(*) from recipients"), 2);
    assert_eq!(stops(&fixture), []);
}

#[test]
fn commits_that_a_failover_lost_stop_outgoing_money_within_seconds() {
    let old = Cluster::start();
    let new = old.standby();
    let fixture = Fixture::through(&through(&[&old, &new]), new.database());
    add(&fixture, "kept@example.com").expect("a recipient");
    catch_up(&old);
    // From now on it receives nothing, and the primary does not wait for it.
    new.alter(&[("primary_conninfo", "")]);
    eventually("it no longer receives", || {
        (old.database().number("".as_ref(), "select count(*) from pg_stat_replication") == 0).then_some(())
    });
    add(&fixture, "lost@example.com").expect("acknowledged");
    old.crash();
    new.promote();
    // No caller sends a command: the writer checks its fence while it is idle.
    within(Duration::from_secs(10), "money is stopped", || {
        let stops = fixture.runtime.block_on(fixture.app.stops.stops_in_force()).ok()?;
        (stops.iter().map(|stop| stop.cause).collect::<Vec<_>>() == [Cause::CommitsLost]).then_some(())
    });
    assert_eq!(fixture.number("select count(*) from recipients where email = 'lost@example.com'"), 0);
    assert_eq!(fixture.texts("select reason from freezes").len(), 1);
    // It works on with a fence that counts from here, and stops money once.
    add(&fixture, "after@example.com").expect("a recipient");
    assert_eq!(stops(&fixture), [Cause::CommitsLost]);
}

#[test]
fn a_replayed_response_waits_for_the_standby_that_the_first_one_waited_for() {
    let cluster = Cluster::start();
    let fixture = Fixture::through(&through(&[&cluster]), cluster.database());
    let create = || {
        let new = NewRecipient { email: email("ada@example.com"), nickname: None };
        let claim = Some(claim(&fixture.caller, "key", 1));
        fixture.runtime.block_on(fixture.app.payouts.create_recipient(&fixture.caller, new, claim))
    };
    let first = create().expect("a recipient");
    // As after a restart of a primary whose standby is away: what it committed without the standby is visible.
    cluster.alter(&[("synchronous_standby_names", "away")]);
    std::thread::scope(|scope| {
        let again = scope.spawn(create);
        let waiting = "select count(*) from pg_stat_activity where wait_event = 'SyncRep'";
        eventually("the replay waits", || (fixture.number(waiting) == 1).then_some(()));
        assert!(!again.is_finished());
        cluster.alter(&[("synchronous_standby_names", "")]);
        let again = again.join().expect("no panic").expect("an answer");
        assert!(matches!(again, CommandResponse::Again(_)), "{again:?}");
        assert_eq!(body(&again), body(&first));
    });
}
