//! What keeps servers from auditing, or from seeing what is wrong: newer versions, locks, accepted damage and rows that
//! cannot be read. None of it may switch the audit off.

use std::time::Duration;

use app::AuditProgress;
use app::secrets::Secrets;
use app::vault::Vault;
use rules::audit::{OVERDUE_SECONDS, STOP_SECONDS};
use rules::freeze::{Cause, Resume};
use store::SCHEMA_VERSION;
use testkit::engine::Engine;

use super::{audit, broken, stops};
use crate::fixture::{Fixture, resume, resume_money};
use crate::migrations::LATER_MIGRATION;
use crate::verify::{Books, prove};

testkit::on_both_engines!(
    rows_of_a_newer_florin_are_left_to_its_own_audit_while_it_succeeds,
    a_forged_round_keeps_no_server_from_auditing,
    without_a_successful_audit_money_is_stopped,
    another_damage_to_an_accepted_row_stops_money_again,
    a_row_that_cannot_be_read_is_a_finding,
    an_unreadable_stop_accepts_nothing,
    amounts_that_overflow_are_a_finding,
);

fn later(fixture: &Fixture, seconds: i64) {
    fixture.clock.advance(Duration::from_secs(seconds as u64));
}

/// What a server that knows `version` puts on record when its round succeeds.
fn record(fixture: &Fixture, version: i64) {
    let vault = Vault::new(&Secrets::parse(&fixture.secrets).expect("secrets"));
    let at = fixture.clock.now().micros();
    let proof = vault.prove("audit round", &format!("{version} {at}"));
    fixture.sql(&round(version, at, &proof)).expect("a round");
}

fn round(version: i64, at: i64, proof: &str) -> String {
    format!(
        "insert into last_audit_round (id, schema_version, succeeded_at, proof)
         values (1, {version}, {at}, '{proof}')
         on conflict (id) do update set schema_version = {version}, succeeded_at = {at}, proof = '{proof}'"
    )
}

/// It may write rows that this one does not know: to stop all money for them would be the worst false alarm. But if it
/// does not audit, an operator must.
fn rows_of_a_newer_florin_are_left_to_its_own_audit_while_it_succeeds(fixture: Fixture) {
    let books = broken(fixture);
    let fixture = &books.fixture;
    fixture.sql(LATER_MIGRATION).expect("a newer migration");
    let mut known = AuditProgress::default();
    let left = |known: &mut AuditProgress| fixture.runtime.block_on(fixture.app.audit.audit(known));
    for _ in 0..5 {
        assert_eq!(left(&mut known), None);
        later(fixture, OVERDUE_SECONDS - 1);
        record(fixture, SCHEMA_VERSION + 1);
    }
    // Its own rounds, and those of older ones, say nothing about what the newer one writes.
    record(fixture, SCHEMA_VERSION);
    later(fixture, OVERDUE_SECONDS + 1);
    record(fixture, SCHEMA_VERSION);
    assert_eq!(stops(fixture), 0);
    assert_eq!(left(&mut known), Some(false));
    assert_eq!(stops(fixture), 1);
}

/// Rows can be written by anyone with access to them; the proof cannot.
fn a_forged_round_keeps_no_server_from_auditing(fixture: Fixture) {
    let books = broken(fixture);
    let fixture = &books.fixture;
    fixture.sql(LATER_MIGRATION).expect("a newer migration");
    let mut known = AuditProgress::default();
    let left = |known: &mut AuditProgress| fixture.runtime.block_on(fixture.app.audit.audit(known));
    assert_eq!(left(&mut known), None);
    record(fixture, SCHEMA_VERSION + 1);
    later(fixture, OVERDUE_SECONDS + 1);
    let now = fixture.clock.now().micros();
    let stolen = fixture.texts("select proof from last_audit_round").pop().expect("a proof");
    fixture.sql(&round(SCHEMA_VERSION + 1, now, &stolen)).expect("a forged round");
    assert_eq!(left(&mut known), Some(false));
    assert_eq!(stops(fixture), 1);
}

/// The lock by which servers take turns can be held by anyone who can connect.
#[test]
fn a_lock_that_is_held_keeps_no_server_from_auditing() {
    let books = broken(Fixture::new(Engine::Postgres));
    let fixture = &books.fixture;
    let url = fixture.url().expect("PostgreSQL has an address");
    let mut holder = ::postgres::Client::connect(url, ::postgres::NoTls).expect("it answers");
    holder.batch_execute("select pg_advisory_lock(7044881521)").expect("a lock");
    let mut known = AuditProgress::default();
    let round = |known: &mut AuditProgress| fixture.runtime.block_on(fixture.app.audit.audit(known));
    assert_eq!(round(&mut known), None, "another process audits");
    later(fixture, OVERDUE_SECONDS + 1);
    assert_eq!(round(&mut known), Some(false));
    assert_eq!(stops(fixture), 1);
}

fn without_a_successful_audit_money_is_stopped(fixture: Fixture) {
    let watch = |known: &mut AuditProgress| fixture.runtime.block_on(fixture.app.audit.watch_audit(known));
    let mut known = AuditProgress::default();
    watch(&mut known);
    later(&fixture, STOP_SECONDS);
    watch(&mut known);
    assert_eq!(stops(&fixture), 0);
    record(&fixture, SCHEMA_VERSION);
    later(&fixture, STOP_SECONDS);
    watch(&mut known);
    assert_eq!(stops(&fixture), 0, "another server succeeded in the meantime");
    later(&fixture, 1);
    watch(&mut known);
    watch(&mut known);
    let stop = fixture.runtime.block_on(fixture.store.freeze()).expect("an answer").expect("a stop");
    assert_eq!((stop.cause, stops(&fixture)), (Cause::AuditMissing, 1));
    // An operator who proves the books gives the servers another hour.
    fixture.runtime.block_on(fixture.app.audit.books_were_proved());
    resume_money(&fixture, &resume());
    watch(&mut known);
    assert_eq!(stops(&fixture), 1);
}

fn another_damage_to_an_accepted_row_stops_money_again(fixture: Fixture) {
    let books = Books::new(fixture);
    let fixture = &books.fixture;
    let account = fixture.caller.account;
    let damage = format!("update ledger_accounts set balance = balance + 1 where id = '{account}:available'");
    books.tamper(&damage);
    let mut known = AuditProgress::default();
    assert_eq!(audit(fixture, &mut known), Some(false));
    let report = prove(fixture);
    let despite = report.findings.iter().map(store::Finding::fingerprint).collect();
    resume_money(fixture, &Resume { despite, ..resume() });
    // The balance goes on, and what is wrong with it stays the same.
    books.pay_everybody();
    books.settle();
    assert_eq!((audit(fixture, &mut known), stops(fixture)), (Some(false), 1));
    books.tamper(&damage);
    assert_eq!((audit(fixture, &mut known), stops(fixture)), (Some(false), 2));
}

fn an_unreadable_stop_accepts_nothing(fixture: Fixture) {
    let books = broken(fixture);
    let fixture = &books.fixture;
    let lifted = "insert into freezes (id, reason, created_at, cause) values ('zzz', 'x', 0, 'operator');
         update freezes set lifted_at = 1, lifted_by = 'x', lift_reason = 'x', lifted_despite = '' where id = 'zzz'";
    fixture.sql(lifted).expect("a stop that was lifted");
    assert_eq!(audit(fixture, &mut AuditProgress::default()), Some(false));
    assert_eq!(fixture.number("select count(*) from freezes where lifted_at is null"), 1);
}

fn amounts_that_overflow_are_a_finding(fixture: Fixture) {
    let books = Books::new(fixture);
    let fixture = &books.fixture;
    let columns =
        "id, name, mode, route, outcome, reference, amount, booked_amount, effect, worth, created_at";
    let most = i64::MAX;
    for (id, name, booked) in [("one", "n", "1"), ("two", "surplus:n", "null"), ("three", "excess:n", "null")]
    {
        let row = format!(
            "'ntc_{id}', '{name}', 'test', 'brl_pix', 'received', '', {most}, {booked}, 'ignored', 0, 1"
        );
        fixture.sql(&format!("insert into rail_notices ({columns}) values ({row})")).expect("a notice");
    }
    assert_ne!(audit(fixture, &mut AuditProgress::default()), None, "the round ends");
}

/// What only a round over everything reads can be locked.
#[test]
fn rounds_over_what_is_new_do_not_stand_for_rounds_that_fail() {
    let books = Books::new(Fixture::new(Engine::Postgres));
    let fixture = &books.fixture;
    let mut known = AuditProgress::default();
    assert_eq!(audit(fixture, &mut known), Some(true));
    let url = fixture.url().expect("PostgreSQL has an address");
    let mut holder = ::postgres::Client::connect(url, ::postgres::NoTls).expect("it answers");
    holder.batch_execute("begin; lock table authorizations in access exclusive mode").expect("a lock");
    assert_eq!(fixture.runtime.block_on(fixture.app.audit.audit(&mut known)), None);
    later(fixture, OVERDUE_SECONDS - 1);
    let news = fixture.runtime.block_on(fixture.app.audit.audit_news(&mut known));
    assert_eq!(news, Some(true), "what is new can be read");
    later(fixture, STOP_SECONDS);
    fixture.runtime.block_on(fixture.app.audit.watch_audit(&mut known));
    assert_eq!(stops(fixture), 1);
    holder.batch_execute("rollback").expect("no lock");
    assert_eq!(audit(fixture, &mut known), Some(true));
}

fn a_row_that_cannot_be_read_is_a_finding(fixture: Fixture) {
    let books = Books::new(fixture);
    let unchecked = match books.fixture.is_postgres() {
        true => "alter table emails drop constraint emails_of_an_account",
        false => "pragma ignore_check_constraints = on",
    };
    books.tamper(&format!("{unchecked}; update emails set account_id = null where kind = 'claim'"));
    let report = prove(&books.fixture);
    let row = |finding: &store::Finding| finding.row.starts_with("emails ");
    assert!(report.findings.iter().any(row), "{:?}", report.findings);
    assert_eq!(audit(&books.fixture, &mut AuditProgress::default()), Some(false));
    assert_eq!(stops(&books.fixture), 1);
}
