//! The audit: broken books stop outgoing money, and nothing else.

mod open_files;
mod prevented;

use app::{AuditProgress, Failure};
use rules::freeze::Cause;
use rules::money::Amount;
use rules::refusal::Refusal;
use testkit::engine::Engine;
use testkit::patience::eventually;

use crate::fixture::{Fixture, resume, resume_money};
use crate::hostile::scene::pay;
use crate::verify::Books;
use open_files::{alone, without_files};

testkit::on_both_engines!(
    whole_books_are_audited_and_money_flows,
    a_break_stops_what_leaves_and_nothing_else,
    only_stops_that_were_seen_are_lifted,
    stops_for_other_causes_stay_when_one_is_lifted,
    money_is_stopped_again_while_the_books_are_broken,
    two_servers_do_not_audit_at_the_same_time_and_both_stop,
    what_is_new_is_audited_from_where_the_last_round_ended,
    the_audit_needs_no_more_open_files_once_it_has_begun,
);

const BREAK: &str = "update ledger_accounts set balance = balance + 1 where id = 'test:fees'";
const REPAIR: &str = "update ledger_accounts set balance = balance - 1 where id = 'test:fees'";

fn broken(fixture: Fixture) -> Books {
    let books = Books::new(fixture);
    books.tamper(BREAK);
    books
}

fn audit(fixture: &Fixture, known: &mut AuditProgress) -> Option<bool> {
    once_free(|| fixture.runtime.block_on(fixture.app.audit.audit(known)))
}

fn stops(fixture: &Fixture) -> i64 {
    fixture.number("select count(*) from freezes")
}

fn whole_books_are_audited_and_money_flows(fixture: Fixture) {
    let books = Books::new(fixture);
    for _ in 0..3 {
        assert_eq!(audit(&books.fixture, &mut AuditProgress::default()), Some(true));
        books.pay_everybody();
    }
    assert_eq!(stops(&books.fixture), 0);
}

/// Slow clients and receivers can use up the open files of a server, and must not stop the audit by that.
fn the_audit_needs_no_more_open_files_once_it_has_begun(engine: Engine) {
    if !alone() {
        return;
    }
    let books = Books::new(Fixture::new(engine));
    let (fixture, mut known) = (&books.fixture, AuditProgress::default());
    assert_eq!(audit(fixture, &mut known), Some(true));
    books.pay_everybody();
    let again = without_files(|| {
        let news = fixture.runtime.block_on(fixture.app.audit.audit_news(&mut known));
        (news, fixture.runtime.block_on(fixture.app.audit.audit(&mut known)))
    });
    assert_eq!(again, (Some(true), Some(true)));
}

fn a_break_stops_what_leaves_and_nothing_else(fixture: Fixture) {
    let books = Books::new(fixture);
    let before = books.pay_everybody();
    books.tamper(BREAK);
    let (fixture, caller) = (&books.fixture, books.fixture.caller);
    assert_eq!(audit(fixture, &mut AuditProgress::default()), Some(false));
    let stop = fixture.runtime.block_on(fixture.store.freeze()).expect("an answer").expect("a stop");
    assert_eq!(stop.cause, Cause::Books);
    assert!(stop.reason.contains("ledger_accounts test:fees"), "{}", stop.reason);

    let held = || fixture.number("select count(*) from transactions where status = 'queued'");
    let queued = held();
    let waits = fixture.texts("select max(item_id) from claims").pop().expect("an item");
    fixture.clock.advance(std::time::Duration::from_secs(60));
    fixture.runtime.block_on(async {
        let new = app::NewPayout {
            items: vec![rules::decisions::payout::NewItem {
                target: rules::decisions::payout::PayoutTarget::EmailAddress(crate::fixture::email(
                    "bob@example.com",
                )),
                amount: Amount::from_micros(1),
                reference: None,
            }],
            reference: None,
        };
        let refused = fixture.app.payouts.create_payout(&caller, new, None).await;
        assert_eq!(refused.map(|_| ()), Err(Failure::Refused(Refusal::MoneyStopped)));
        let item = rules::id::TransactionId::parse(&waits).expect("an id");
        let claimed = fixture.app.payouts.claim(&fixture.app.payouts.claim_token(item), caller.account).await;
        assert_eq!(claimed, Err(Failure::Refused(Refusal::MoneyStopped)));
        fixture.app.payouts.settle_due().await;
    });
    assert!(queued > 0 && held() == queued, "settlement waits");
    fixture.runtime.block_on(async {
        assert!(fixture.app.accounts.balance(&caller).await.is_ok());
        assert!(fixture.app.payouts.payout(&caller, &before).await.is_ok());
        assert!(fixture.app.payouts.cancel_payout(&caller, &before, None).await.is_ok());
    });

    books.tamper(REPAIR);
    assert_eq!(audit(fixture, &mut AuditProgress::default()), Some(true));
    resume_money(fixture, &resume());
    assert!(pay(fixture, &["bob@example.com"]).starts_with("po_"));
}

fn only_stops_that_were_seen_are_lifted(fixture: Fixture) {
    let app = &fixture.app;
    let stop = |reason: &str| {
        let stopping = app.stops.stop_money(Cause::Operator, reason.to_owned());
        fixture.runtime.block_on(stopping).expect("a stop");
        let stops = fixture.runtime.block_on(app.stops.stops_in_force()).expect("a list");
        stops.iter().map(|stop| stop.id).collect::<Vec<_>>()
    };
    let first = stop("the first");
    resume_money(&fixture, &resume());
    let second = stop("the second");
    assert_ne!(first, second);
    // An operator who saw the first proves the books while another server stops money.
    for seen in [&first[..], &[]] {
        fixture.runtime.block_on(app.stops.resume_money(seen, &resume())).expect("an answer");
        let stop = fixture.runtime.block_on(fixture.store.freeze()).expect("an answer").expect("a stop");
        assert_eq!((stop.id, stop.reason.as_str()), (second[0], "the second"));
    }
    fixture.runtime.block_on(app.stops.resume_money(&second, &resume())).expect("an answer");
    assert_eq!(fixture.runtime.block_on(fixture.store.freeze()).expect("an answer"), None);
}

fn stops_for_other_causes_stay_when_one_is_lifted(fixture: Fixture) {
    let (app, runtime) = (&fixture.app, &fixture.runtime);
    let stop = |cause: Cause, reason: &str| {
        runtime.block_on(app.stops.stop_money(cause, reason.to_owned())).expect("a stop");
    };
    stop(Cause::Operator, "a drill");
    let seen: Vec<_> =
        runtime.block_on(app.stops.stops_in_force()).expect("a list").iter().map(|stop| stop.id).collect();
    // While an operator proves the books and lifts the drill, others find something.
    let meanwhile = [
        (Cause::Operator, "keys stolen"),
        (Cause::Unexplained, "a transfer that Florin did not make"),
        (Cause::Unexplained, "another such transfer"),
        (Cause::Books, "a balance is off"),
        (Cause::Books, "a balance is still off"),
    ];
    for (cause, reason) in meanwhile {
        stop(cause, reason);
    }
    runtime.block_on(app.stops.resume_money(&seen, &resume())).expect("an answer");
    let left = runtime.block_on(app.stops.stops_in_force()).expect("a list");
    let left: Vec<(Cause, &str)> = left.iter().map(|stop| (stop.cause, stop.reason.as_str())).collect();
    assert_eq!(left.len(), 4, "{left:?}");
    assert!(meanwhile[..4].iter().all(|stop| left.contains(stop)), "{left:?}");
}

fn money_is_stopped_again_while_the_books_are_broken(fixture: Fixture) {
    let books = broken(fixture);
    let fixture = &books.fixture;
    let in_force = || fixture.number("select count(*) from freezes where lifted_at is null");
    let mut known = AuditProgress::default();
    for _ in 0..3 {
        assert_eq!(audit(fixture, &mut known), Some(false));
        assert_eq!(stops(fixture), 1, "one stop is enough");
    }
    resume_money(fixture, &resume());
    assert_eq!(audit(fixture, &mut known), Some(false));
    assert_eq!((stops(fixture), in_force()), (2, 1), "lifting a stop doesn't repair the books");
    books.tamper("delete from freezes where lifted_at is null");
    assert_eq!(audit(fixture, &mut known), Some(false));
    assert_eq!((stops(fixture), in_force()), (2, 1), "a stop that was deleted is missed");
    let stops_so_far = fixture.runtime.block_on(fixture.app.stops.stops()).expect("a list");
    let lifts: Vec<_> = stops_so_far.into_iter().filter_map(|stop| stop.lift).collect();
    assert_eq!(lifts.iter().map(|lift| &lift.resume).collect::<Vec<_>>(), [&resume()]);
    books.tamper(REPAIR);
    resume_money(fixture, &resume());
    assert_eq!(audit(fixture, &mut known), Some(true));
    assert_eq!((stops(fixture), in_force()), (2, 0));
}

fn two_servers_do_not_audit_at_the_same_time_and_both_stop(fixture: Fixture) {
    let books = broken(fixture);
    let fixture = &books.fixture;
    let other = fixture.another_app();
    let (mut one, mut two) = (AuditProgress::default(), AuditProgress::default());
    let outcomes: [Option<bool>; 2] = fixture.runtime.block_on(async {
        let both = futures_util::future::join(fixture.app.audit.audit(&mut one), other.audit.audit(&mut two));
        both.await.into()
    });
    assert!(outcomes.contains(&Some(false)) && !outcomes.contains(&Some(true)), "{outcomes:?}");
    let caller = fixture.caller;
    for app in [&fixture.app, &other] {
        let new = app::NewPayout {
            items: vec![rules::decisions::payout::NewItem {
                target: rules::decisions::payout::PayoutTarget::EmailAddress(crate::fixture::email(
                    "bob@example.com",
                )),
                amount: Amount::from_micros(1),
                reference: None,
            }],
            reference: None,
        };
        let refused = fixture.runtime.block_on(app.payouts.create_payout(&caller, new, None));
        assert_eq!(refused.map(|_| ()), Err(Failure::Refused(Refusal::MoneyStopped)));
    }
}

/// Breaks of what is new, each with its repair.
const NEW_BREAKS: [(&str, &str); 6] = [
    (BREAK, REPAIR),
    (
        "update ledger_accounts set balance = balance - 1 where id = 'test:world:chain'",
        "update ledger_accounts set balance = balance + 1 where id = 'test:world:chain'",
    ),
    (
        "update transfers set amount = amount + 1 where seq = (select max(seq) from transfers)",
        "update transfers set amount = amount - 1 where seq = (select max(seq) from transfers)",
    ),
    (
        "update transfers set debit_id = credit_id, credit_id = debit_id where seq = (select max(seq) from transfers)",
        "update transfers set debit_id = credit_id, credit_id = debit_id where seq = (select max(seq) from transfers)",
    ),
    (
        "update transactions set amount = amount + 1 where id = (
            select substr(operation, 1, 30) from transfers where seq = (select max(seq) from transfers))",
        "update transactions set amount = amount - 1 where id = (
            select substr(operation, 1, 30) from transfers where seq = (select max(seq) from transfers))",
    ),
    (
        "update payouts set total_amount = total_amount + 1 where id = (select max(id) from payouts)",
        "update payouts set total_amount = total_amount - 1 where id = (select max(id) from payouts)",
    ),
];

/// PostgreSQL may need a moment to see that the round before has ended; until then that round holds the lock.
fn once_free(round: impl FnMut() -> Option<bool>) -> Option<bool> {
    Some(eventually("the round before has ended", round))
}

fn what_is_new_is_audited_from_where_the_last_round_ended(fixture: Fixture) {
    let books = Books::new(fixture);
    let fixture = &books.fixture;
    let news = |known: &mut AuditProgress| fixture.runtime.block_on(fixture.app.audit.audit_news(known));
    let mut known = AuditProgress::default();
    assert_eq!(news(&mut known), None, "there is nothing to go on from");
    for (bad, repair) in NEW_BREAKS {
        assert_eq!(audit(fixture, &mut known), Some(true));
        books.pay_everybody();
        books.settle();
        books.tamper(bad);
        assert_eq!(once_free(|| news(&mut known)), Some(false), "{bad}");
        books.tamper(repair);
        assert_eq!(audit(fixture, &mut known), Some(true), "{repair}");
        for _ in 0..3 {
            books.pay_everybody();
            books.settle();
            assert_eq!(once_free(|| news(&mut known)), Some(true));
        }
    }
    assert_eq!(stops(fixture), 0, "what is new never stops money by itself");
}
