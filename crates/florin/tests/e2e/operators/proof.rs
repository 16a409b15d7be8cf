//! Money that moved because of a notice needs that notice: `florin verify` misses it.

use super::{Desk, text};
use crate::support::{Ended, Engine};

testkit::on_both_engines!(
    a_returned_withdrawal_needs_the_notice_of_its_return,
    released_parked_money_needs_a_notice_of_where_it_went,
);

/// Takes notices away, and checks that the proof misses them at this row.
#[track_caller]
fn assert_missed(desk: &Desk, notices: &str, row: &str) {
    desk.assert_books();
    desk.server.execute_unguarded(
        "rail_notices_stay",
        "rail_notices",
        &format!("delete from rail_notices where {notices}"),
    );
    let verified: Ended = desk.server.florin(&["verify"]).into();
    assert_eq!(verified.code, Some(1), "{verified:?}");
    assert!(verified.stdout.contains(row), "{verified:?}");
}

fn a_returned_withdrawal_needs_the_notice_of_its_return(engine: Engine) {
    let desk = Desk::open_with_money(engine, 200_000_000);
    let [paid, unpaid] = [desk.withdrawal("100.00"), desk.withdrawal("50.00")];
    desk.done("ana", &["withdrawals", "complete", text(&paid, "id")]);
    for withdrawal in [&paid, &unpaid] {
        desk.done("ana", &["withdrawals", "return", text(withdrawal, "id")]);
    }
    assert_eq!(desk.balance(), "200.00");
    let returned = format!("outcome = 'returned' and transaction_id = '{}'", text(&paid, "id"));
    assert_missed(&desk, &returned, text(&paid, "id"));
}

fn released_parked_money_needs_a_notice_of_where_it_went(engine: Engine) {
    let desk = Desk::open(engine);
    assert_eq!(desk.receive("ana", "who knows", "100.00", "E2E1")["effect"], "parked");
    let parked = desk.look(&["deposits", "parked"])["data"][0].clone();
    desk.done("ana", &["deposits", "return", text(&parked, "id")]);
    assert_missed(&desk, "name like '%:returned'", text(&parked, "id"));
}
