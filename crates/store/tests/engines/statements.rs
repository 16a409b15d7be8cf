//! Statements: for every account and month, the opening balance and the movements give the closing balance, and the
//! next month begins with it.

use std::collections::BTreeMap;
use std::time::Duration;

use app::{Failure, StatementFigures};
use rules::account::{Caller, Mode};
use rules::money::Amount;
use rules::month::Month;
use rules::refusal::{Noun, Refusal};
use rules::time::Timestamp;
use store::{LedgerEntry, StatementSpan};

use crate::external_transfers::Mover;
use crate::fixture::{Fixture, caller_of, new_user};
use crate::payouts::{let_leases_end, pay};
use crate::verify::{Books, prove};

testkit::on_both_engines!(
    every_month_ends_where_the_next_one_begins,
    pages_of_any_size_hold_the_same_movements,
    movements_say_what_they_were_about,
    what_is_reserved_and_given_back_is_no_movement,
    a_transfer_by_a_clock_that_is_behind_belongs_to_the_open_statement,
    a_batch_that_spans_months_opens_each_statement_with_its_balances,
    a_changed_statement_is_found,
    a_month_without_movements_has_a_statement_too,
    figures_that_were_added_up_before_are_those_of_all_movements,
    a_claim_is_numbered_after_the_payments_that_its_payer_gets_meanwhile,
);

const DAY: u64 = 86_400;

fn entries(fixture: &Fixture, caller: &Caller, span: &StatementSpan, size: usize) -> Vec<LedgerEntry> {
    let (mut all, mut next) = (Vec::new(), Some(span.start()));
    while let Some(from) = next {
        let part = fixture.runtime.block_on(fixture.store.ledger_entries(caller, span, from, size));
        let part = part.expect("movements");
        all.extend(part.entries);
        next = part.next;
    }
    all
}

fn months(fixture: &Fixture, caller: &Caller) -> Vec<StatementSpan> {
    fixture.runtime.block_on(fixture.store.statement_months(caller)).expect("months")
}

fn callers(fixture: &Fixture) -> Vec<Caller> {
    let ids = fixture.texts("select id from accounts");
    let caller =
        |id: &String| Caller { account: rules::id::AccountId::parse(id).expect("an id"), ..fixture.caller };
    ids.iter().map(caller).collect()
}

fn balance(fixture: &Fixture, account: &str) -> i64 {
    let sql =
        format!("select cast(sum(balance) as bigint) from ledger_accounts where account_id = '{account}'");
    fixture.number(&sql)
}

/// Checks all statements of all accounts, and tells how many movements there are.
fn check(fixture: &Fixture) -> usize {
    let mut count = 0;
    for caller in callers(fixture) {
        let mut begins = balance(fixture, &caller.account.to_string());
        for span in months(fixture, &caller) {
            assert_eq!(span.closing.total().micros(), begins, "{} {}", caller.account, span.month);
            let entries = entries(fixture, &caller, &span, 7);
            let moved: i64 = entries.iter().map(|entry| entry.amount.micros() - entry.fee.micros()).sum();
            assert_eq!(span.opening.total().micros() + moved, begins, "{} {}", caller.account, span.month);
            let figures =
                fixture.runtime.block_on(fixture.app.accounts.statement(&caller, &span.month.to_string()));
            let figures = figures.expect("figures that add up");
            assert_eq!(figures.movements, entries.len() as u64);
            begins = span.opening.total().micros();
            count += entries.len();
        }
        assert_eq!(begins, 0, "an account begins with nothing");
    }
    count
}

fn every_month_ends_where_the_next_one_begins(fixture: Fixture) {
    let books = Books::new(fixture);
    let fixture = &books.fixture;
    for _ in 0..3 {
        fixture.clock.advance(Duration::from_secs(31 * DAY));
        books.pay_everybody();
        books.settle();
        Mover::new(fixture, fixture.caller).live_through();
    }
    assert!(check(fixture) > 60);
    assert!(months(fixture, &fixture.caller).len() >= 4);
    assert_eq!(prove(fixture).found, 0);
}

fn pages_of_any_size_hold_the_same_movements(fixture: Fixture) {
    let books = Books::new(fixture);
    let fixture = &books.fixture;
    let span = months(fixture, &fixture.caller)[0];
    let whole = entries(fixture, &fixture.caller, &span, 10_000);
    assert!(whole.len() > 20, "{}", whole.len());
    for size in [1, 2, 3, 8] {
        assert_eq!(entries(fixture, &fixture.caller, &span, size), whole, "{size}");
    }
}

fn movements_say_what_they_were_about(fixture: Fixture) {
    let bob = fixture.runtime.block_on(async {
        let bob = new_user(&fixture.app, "bob@example.com").await;
        caller_of(&fixture.app, &bob, Mode::Test).await
    });
    crate::fixture::acquaint(&fixture, &fixture.caller, "bob@example.com");
    fixture.runtime.block_on(async {
        pay(&fixture.app, &fixture.caller, &["bob@example.com", "new@example.com"]).await;
        let_leases_end(&fixture);
        assert_eq!(fixture.app.payouts.settle_due().await, 1);
    });
    let of = |caller: &Caller| entries(&fixture, caller, &months(&fixture, caller)[0], 100);
    let paid = of(&fixture.caller);
    let last = paid.last().expect("a movement");
    assert_eq!((last.amount.micros(), last.fee), (-1_500_000, Amount::ZERO));
    assert_eq!(last.transaction.email.as_ref().map(ToString::to_string).as_deref(), Some("bob@example.com"));
    let received = of(&bob);
    let last = received.last().expect("a movement");
    assert_eq!(last.amount.micros(), 1_500_000);
    assert_eq!(last.transaction.transaction.account, bob.account, "the recipient's own transaction");
    assert!(last.transaction.sender.is_some() && last.transaction.email.is_none());
    // What waits to be claimed has not left.
    let span = months(&fixture, &fixture.caller)[0];
    assert_eq!(span.closing.reserved.micros(), 1_500_000);
}

fn what_is_reserved_and_given_back_is_no_movement(fixture: Fixture) {
    let before = entries(&fixture, &fixture.caller, &months(&fixture, &fixture.caller)[0], 100).len();
    fixture.runtime.block_on(async {
        let failed = pay(&fixture.app, &fixture.caller, &["x+fail@example.com"]).await;
        let cancelled = pay(&fixture.app, &fixture.caller, &["y@example.com", "ada@example.com"]).await;
        fixture
            .app
            .payouts
            .cancel_payout(&fixture.caller, &cancelled.id.to_string(), None)
            .await
            .expect("cancelled");
        // What an account pays to itself stays within, too.
        pay(&fixture.app, &fixture.caller, &["ada@example.com"]).await;
        let_leases_end(&fixture);
        while fixture.app.payouts.settle_due().await > 0 {}
        assert_ne!(failed.id, cancelled.id);
    });
    let span = months(&fixture, &fixture.caller)[0];
    assert_eq!(entries(&fixture, &fixture.caller, &span, 1).len(), before);
    assert_eq!(span.closing.reserved, Amount::ZERO);
    assert_eq!(check(&fixture), before);
}

/// A credit of a test account, dated by hand.
fn credit(name: &str, account: &str, micros: i64, at: &str) -> String {
    let at = Timestamp::parse(at).expect("a time").micros();
    format!(
        "insert into transactions (id, account_id, type, status, amount, currency, created_at, completed_at,
             external_reference)
         values ('txn_{name}', '{account}', 'inbound_transfer', 'completed', {micros}, 'USDC', {at}, {at}, '{name}');
         insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
         values ('txn_{name}:credit', 'credit', 'test:world:chain', '{account}:available', {micros}, {at});"
    )
}

fn openings(fixture: &Fixture, account: &str) -> BTreeMap<String, i64> {
    let sql = format!(
        "select cast(starts_at as text) || ' ' || cast(available + held as text) from statements
        where account_id = '{account}'"
    );
    let read = |row: &String| {
        let (starts_at, opening) = row.split_once(' ').expect("two columns");
        let month = Month::of(Timestamp::from_micros(starts_at.parse().expect("a number")));
        (month.to_string(), opening.parse().expect("a number"))
    };
    fixture.texts(&sql).iter().map(read).collect()
}

fn a_transfer_by_a_clock_that_is_behind_belongs_to_the_open_statement(fixture: Fixture) {
    let account = fixture.caller.account.to_string();
    let start = balance(&fixture, &account);
    for (name, at) in [
        ("a", "2026-01-31T23:59:59.9Z"),
        ("b", "2026-02-01T00:00:00Z"),
        ("c", "2026-01-31T23:59:59.95Z"),
        ("d", "2026-02-01T00:00:00.1Z"),
        ("e", "2026-04-30T00:00:00Z"),
    ] {
        fixture.sql(&credit(name, &account, 10, at)).expect("a credit");
    }
    let expected = [("2026-01", 0), ("2026-02", start + 10), ("2026-04", start + 40)];
    let expected = expected.map(|(month, opening)| (month.to_owned(), opening));
    assert_eq!(openings(&fixture, &account), BTreeMap::from(expected));
    let movements = |span: &StatementSpan| {
        let month = span.month.to_string();
        let figures = fixture.runtime.block_on(fixture.app.accounts.statement(&fixture.caller, &month));
        figures.expect("figures").movements
    };
    let counts: Vec<u64> = months(&fixture, &fixture.caller).iter().map(movements).collect();
    assert_eq!(counts[..2], [1, 3]);
}

/// No server writes such a batch, but the database must not depend on that.
fn a_batch_that_spans_months_opens_each_statement_with_its_balances(fixture: Fixture) {
    let account = fixture.caller.account.to_string();
    let start = balance(&fixture, &account);
    let dates =
        ["2026-01-20T00:00:00Z", "2026-02-20T00:00:00Z", "2026-01-25T00:00:00Z", "2026-03-20T00:00:00Z"];
    let parts: Vec<String> = (1..)
        .zip(dates)
        .map(|(number, at)| credit(&format!("batch{number}"), &account, number, at))
        .collect();
    let (rows, values): (Vec<&str>, Vec<&str>) = parts
        .iter()
        .map(|sql| sql.split_once("insert into transfers").expect("two statements"))
        .map(|(row, transfer)| {
            (row, transfer.split_once("values").expect("values").1.trim().trim_end_matches(';'))
        })
        .unzip();
    let batch = format!(
        "{} insert into transfers (operation, step, debit_id, credit_id, amount, created_at) values {}",
        rows.concat(),
        values.join(", ")
    );
    fixture.sql(&batch).expect("credits");
    let expected = [("2026-01", 0), ("2026-02", start + 1), ("2026-03", start + 6)];
    let expected = expected.map(|(month, opening)| (month.to_owned(), opening));
    assert_eq!(openings(&fixture, &account), BTreeMap::from(expected));
}

fn a_changed_statement_is_found(fixture: Fixture) {
    let books = Books::new(fixture);
    books.fixture.clock.advance(Duration::from_secs(31 * DAY));
    books.pay_everybody();
    books.settle();
    let account = books.fixture.caller.account.to_string();
    let of_account = format!("where account_id = '{account}' and first_transfer > 0");
    for (change, undo) in [
        (
            "update statements set available = available + 1",
            "update statements set available = available - 1",
        ),
        ("update statements set held = held - 1", "update statements set held = held + 1"),
        (
            "update statements set starts_at = starts_at + 1",
            "update statements set starts_at = starts_at - 1",
        ),
        (
            "update statements set first_transfer = first_transfer + 1",
            "update statements set first_transfer = first_transfer - 1",
        ),
    ] {
        assert_eq!(prove(&books.fixture).found, 0);
        books.tamper(&format!("{change} {of_account};"));
        let told: Vec<String> = prove(&books.fixture).findings.iter().map(ToString::to_string).collect();
        assert!(
            told.iter().any(|line| line.contains(&format!("statements of {account}"))),
            "{change}: {told:#?}"
        );
        books.tamper(&format!("{undo} {of_account};"));
    }
    books.tamper(&format!("delete from statements {of_account};"));
    assert!(prove(&books.fixture).found > 0);
}

fn figures(fixture: &Fixture, month: &str) -> Result<StatementFigures, Failure> {
    fixture.runtime.block_on(fixture.app.accounts.statement(&fixture.caller, month))
}

fn a_month_without_movements_has_a_statement_too(fixture: Fixture) {
    let account = fixture.caller.account.to_string();
    let start = balance(&fixture, &account);
    fixture.sql(&credit("april", &account, 10, "2026-04-30T00:00:00Z")).expect("a credit");
    let today = |at: &str| {
        let at = Timestamp::parse(at).expect("a time");
        let ahead = at.seconds_after(fixture.clock.now());
        fixture.clock.advance(Duration::from_secs(u64::try_from(ahead).expect("a later time")));
        let months = fixture.app.accounts.statement_months(&fixture.caller);
        let months = fixture.runtime.block_on(months).expect("months");
        months
            .iter()
            .map(|(span, has_ended)| {
                let [opening, closing] =
                    [span.opening, span.closing].map(|known| known.total().micros() - start);
                (span.month.to_string(), opening, closing, *has_ended)
            })
            .collect::<Vec<_>>()
    };
    let expected = |rows: &[(&str, i64, i64, bool)]| -> Vec<_> {
        rows.iter()
            .map(|(month, opening, closing, ended)| ((*month).to_owned(), *opening, *closing, *ended))
            .collect()
    };
    let spring = [
        ("2026-04", 0, 10, true),
        ("2026-03", 0, 0, true),
        ("2026-02", 0, 0, true),
        ("2026-01", -start, 0, true),
    ];
    let summer = [&[("2026-06", 10, 10, false), ("2026-05", 10, 10, true)][..], &spring].concat();
    assert_eq!(today("2026-06-15T00:00:00Z"), expected(&summer));
    for (month, movements, opening, is_over) in [
        ("2026-03", 0, start, true),
        ("2026-04", 1, start, true),
        ("2026-05", 0, start + 10, true),
        ("2026-06", 0, start + 10, false),
    ] {
        let figures = figures(&fixture, month).expect("figures");
        assert_eq!(figures.movements, movements, "{month}");
        assert_eq!(figures.span.opening.total().micros(), opening, "{month}");
        assert_eq!(figures.as_of.is_none(), is_over, "{month}");
        if movements == 0 {
            assert_eq!(entries(&fixture, &fixture.caller, &figures.span, 10), Vec::new(), "{month}");
        }
    }
    for month in ["2025-12", "2026-07", "2999-01"] {
        assert_eq!(
            figures(&fixture, month),
            Err(Failure::Refused(Refusal::NotFound(Noun::Account))),
            "{month}"
        );
    }
    // What moves now belongs to the running month, and changes no other.
    fixture.sql(&credit("june", &account, 5, "2026-06-20T00:00:00Z")).expect("a credit");
    assert_eq!(figures(&fixture, "2026-05").expect("figures").movements, 0);
    assert_eq!(figures(&fixture, "2026-06").expect("figures").money_in.micros(), 5);
}

fn figures_that_were_added_up_before_are_those_of_all_movements(fixture: Fixture) {
    let month = months(&fixture, &fixture.caller)[0].month.to_string();
    let account = fixture.caller.account.to_string();
    for number in 0..5 {
        let name = format!("more{number}");
        fixture.sql(&credit(&name, &account, 1_000 + number, "2026-01-05T00:00:00Z")).expect("a credit");
        let known = figures(&fixture, &month).expect("figures");
        let other = fixture.another_app();
        let fresh = fixture.runtime.block_on(other.accounts.statement(&fixture.caller, &month));
        assert_eq!(Ok(known), fresh);
        assert_eq!(figures(&fixture, &month), Ok(known), "nothing came since");
    }
}

/// Two processes move money of one account: what it has reserved, and what it can spend. If they did so at the same
/// time, the first transfer of a month could have a higher number than one that is committed after it.
fn a_claim_is_numbered_after_the_payments_that_its_payer_gets_meanwhile(fixture: Fixture) {
    // SQLite has one writer.
    let Some(url) = fixture.url() else { return };
    let (app, payer) = (fixture.app.clone(), fixture.caller.account);
    let (token, wallet) = fixture.runtime.block_on(async {
        let wallet = caller_of(&app, &new_user(&app, "work@example.com").await, Mode::Test).await.account;
        let paid = pay(&app, &fixture.caller, &["late@example.com"]).await;
        let_leases_end(&fixture);
        assert_eq!(app.payouts.settle_due().await, 1);
        (app.payouts.claim_token(paid.id.item(0)), wallet)
    });
    let mut client = ::postgres::Client::connect(url, ::postgres::NoTls).expect("PostgreSQL answers");
    let mut payment = client.transaction().expect("a transaction");
    let credited = format!("select 1 from ledger_accounts where id = '{payer}:available' for no key update");
    payment.execute(&credited, &[]).expect("a lock");
    let claim = fixture.runtime.spawn(async move { app.payouts.claim(&token, wallet).await });
    let waiting = "select count(*) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'";
    while fixture.number(waiting) == 0 {
        assert!(!claim.is_finished(), "the claim did not wait for the payment");
    }
    payment.commit().expect("a payment");
    assert_eq!(fixture.runtime.block_on(claim).expect("a task"), Ok(1));
}
