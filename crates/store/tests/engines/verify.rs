//! `verify` on both engines: whole books are proved, and one changed column of one row is found and named.

mod books;
mod payments;
mod tampering;

use std::sync::Arc;

use app::dice::Dice;
use store::{Proof, VerifyProgress, VerifyReport};

use crate::fixture::Fixture;
use crate::hostile::scene::pay;
pub use books::Books;

testkit::on_both_engines!(
    books_with_something_of_everything_are_proved,
    any_change_of_one_row_is_found_and_named,
    changed_rows_about_automatic_withdrawals_are_found,
    amounts_that_two_waiting_items_exchanged_are_found,
    what_is_new_is_proved_without_reading_what_is_old,
    several_findings_are_listed_and_counted,
    a_proof_beside_writers_finds_no_break,
);

fn proof(under_way: i64) -> Proof {
    Proof {
        key: Dice::system().bytes(),
        readers: 2,
        under_way,
        progress: Arc::new(VerifyProgress::default()),
        pause: Arc::new(|| {}),
    }
}

/// Proves the books as they are.
pub fn prove(fixture: &Fixture) -> VerifyReport {
    let proof = proof(Proof::UNDER_WAY);
    fixture.runtime.block_on(fixture.store.verify(&proof)).expect("the books can be read")
}

fn books_with_something_of_everything_are_proved(fixture: Fixture) {
    let books = Books::new(fixture);
    let report = prove(&books.fixture);
    assert_eq!((report.found, &report.findings[..]), (0, &[][..]));
    let count = |table: &str| books.fixture.number(&format!("select count(*) from {table}")) as u64;
    assert_eq!(report.transfers, count("transfers"));
    assert_eq!(report.accounts, count("ledger_accounts"));
    assert_eq!(report.payouts, count("payouts"));
    let crossed = report.deposits + report.withdrawals;
    assert_eq!(report.items + report.arrivals + crossed, count("transactions"));
    assert_eq!(report.rail_notices, count("rail_notices"));
    assert!(report.deposits > 12 && report.withdrawals > 12, "{report:?}");
    assert_eq!(report.events, count("events"));
    assert_eq!((report.claims, report.emails), (count("claims"), count("emails where kind = 'claim'")));
    assert!(report.claims > 0 && report.emails > report.claims && report.payouts > 5, "{report:?}");
    for mode in rules::account::Mode::ALL {
        let of_mode = report.sums.iter().filter(|(of, _, _)| *of == mode);
        assert_eq!(of_mode.map(|(_, _, sum)| sum).sum::<i128>(), 0);
    }
}

fn any_change_of_one_row_is_found_and_named(fixture: Fixture) {
    let books = Books::new(fixture);
    books.drop_guards();
    tampering::check(&books.fixture);
}

fn changed_rows_about_automatic_withdrawals_are_found(fixture: Fixture) {
    payments::check(&Books::new(fixture));
}

fn amounts_that_two_waiting_items_exchanged_are_found(fixture: Fixture) {
    let books = Books::new(fixture);
    let payout = pay(&books.fixture, &["nia@example.com", "oda@example.com"]);
    books.settle();
    books.drop_guards();
    let (first, last) = (Books::item(&payout, 1), Books::item(&payout, 2));
    for (id, amount) in [(&first, 2_000_000), (&last, 1_000_000)] {
        let sql =
            format!("update transactions set amount = {amount} where id = '{id}' and amount <> {amount}");
        books.fixture.sql(&sql).expect("no guard is left");
    }
    let told: Vec<String> = prove(&books.fixture).findings.iter().map(ToString::to_string).collect();
    assert!(told.iter().any(|line| line.contains(&format!("claims {first}"))), "{told:#?}");
    assert!(told.iter().any(|line| line.contains(&format!("claims {last}"))), "{told:#?}");
}

fn what_is_new_is_proved_without_reading_what_is_old(fixture: Fixture) {
    let books = Books::new(fixture);
    let fixture = &books.fixture;
    let run = &fixture.runtime;
    let whole = run.block_on(fixture.store.verify_alone(&proof(3))).expect("the books can be read");
    let (report, mut news) = whole.expect("no other process audits");
    assert_eq!(report.found, 0);
    let mut prove_news = || {
        let proof = proof(3);
        let proved = run.block_on(fixture.store.verify_news(news.clone(), &proof));
        let (is_whole, next) = proved.expect("the books can be read").expect("no other process audits");
        news = next;
        (is_whole, proof.progress.transfers())
    };
    assert_eq!(prove_news(), (true, 3), "the last three may not have been seen the first time");
    for _ in 0..3 {
        let before = fixture.number("select count(*) from transfers") as u64;
        books.pay_everybody();
        books.settle();
        let made = fixture.number("select count(*) from transfers") as u64 - before;
        assert_eq!(prove_news(), (true, made + 3));
    }
    // What is old is not read, but a balance that does not follow from it is found.
    books.tamper("update transfers set amount = amount + 1 where seq = (select min(seq) from transfers)");
    assert_eq!(prove_news(), (true, 3));
    books.tamper("update ledger_accounts set balance = balance + 1 where id = 'test:fees'");
    assert_eq!(prove_news(), (false, 3));
}

fn several_findings_are_listed_and_counted(fixture: Fixture) {
    let books = Books::new(fixture);
    books.drop_guards();
    books.fixture.sql("update transfers set amount = amount + 1").expect("no guard is left");
    let report = prove(&books.fixture);
    assert_eq!(report.findings.len(), 20);
    assert!(report.found > report.findings.len(), "{}", report.found);
    books.fixture.sql("update transfers set amount = amount - 1").expect("no guard is left");
    assert_eq!(prove(&books.fixture).found, 0);
}

fn a_proof_beside_writers_finds_no_break(fixture: Fixture) {
    let books = Books::new(fixture);
    let fixture = &books.fixture;
    std::thread::scope(|scope| {
        let paying = scope.spawn(|| {
            for _ in 0..15 {
                books.pay_everybody();
                fixture.clock.advance(std::time::Duration::from_secs(11));
                fixture.runtime.block_on(async { while fixture.app.payouts.settle_due().await > 0 {} });
            }
        });
        while !paying.is_finished() {
            let report = prove(fixture);
            assert_eq!((report.found, &report.findings[..]), (0, &[][..]));
        }
        paying.join().expect("no panic");
    });
    assert_eq!(prove(fixture).found, 0);
}
