//! `verify` on both engines: whole books are proved, and one changed column of one row is found and named.

mod books;
mod tampering;

use std::sync::Arc;

use app::dice::Dice;
use store::{Progress, Proof, Report};

use crate::fixture::Fixture;
pub use books::Books;

crate::on_both_engines!(
    books_with_something_of_everything_are_proved,
    any_change_of_one_row_is_found_and_named,
    several_findings_are_listed_and_counted,
    a_proof_beside_writers_finds_no_break,
);

/// Proves the books as they are.
pub fn prove(fixture: &Fixture) -> Report {
    let proof = Proof {
        key: Dice::system().bytes(),
        readers: 2,
        progress: Arc::new(Progress::default()),
        pause: Arc::new(|| {}),
    };
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
    assert_eq!(report.items + report.arrivals, count("transactions"));
    assert_eq!(report.events, count("events"));
    assert_eq!((report.claims, report.mails), (count("claims"), count("mails")));
    assert!(report.claims > 0 && report.mails > report.claims && report.payouts > 5, "{report:?}");
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
                fixture.runtime.block_on(async { while fixture.app.settle_due().await > 0 {} });
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
