//! The counts of waiting items, with the age of the oldest. Other rows don't count.

use rules::time::Timestamp;
use rules::waiting::{Waiting, WaitingKind};

use crate::fixture::Fixture;

testkit::on_both_engines!(each_kind_is_counted_with_its_oldest);

const START: i64 = 1_767_225_600_000_000;
const MINUTE: i64 = 60_000_000;

/// Of each kind that waits: how many, and for how many minutes the oldest has waited.
fn waiting(fixture: &Fixture) -> Vec<(WaitingKind, i64, i64)> {
    let now = Timestamp::from_micros(START);
    let all = fixture.runtime.block_on(fixture.store.waiting(now)).expect("what waits");
    assert_eq!(all.iter().map(|waiting| waiting.kind).collect::<Vec<_>>(), WaitingKind::ALL);
    let minutes = |waiting: &Waiting| waiting.seconds(now) / 60;
    let there = all.iter().filter(|waiting| waiting.count > 0);
    there.map(|waiting| (waiting.kind, waiting.count, minutes(waiting))).collect()
}

fn email(number: u8, queue: &str, status: &str, (created, next, tries): (i64, i64, i64)) -> String {
    format!(
        "insert into emails (id, kind, email, cause, queue, status, created_at, next_at, tries, items)
         values ('em_{number}', 'security', 'x@example.com', 'c{number}', '{queue}', '{status}', {}, {}, {tries}, 0);",
        START - created * MINUTE,
        START - next * MINUTE
    )
}

fn each_kind_is_counted_with_its_oldest(fixture: Fixture) {
    fixture.sql("update emails set status = 'sent' where status = 'queued'").expect("none waits");
    assert_eq!(waiting(&fixture), []);
    for (number, minutes) in [(1, 5), (2, 9)] {
        let at = START - minutes * MINUTE;
        let proposal = format!(
            "insert into proposals (name, operator, machine_user, facts, amount, created_at)
             values ('p{number}', 'ana', 'uid 1', 'x', 1, {at});
             insert into freezes (id, cause, reason, created_at) values ('frz_{number}', 'operator', 'x', {at});"
        );
        fixture.sql(&proposal).expect("a proposal and a stop");
    }
    for row in [
        email(1, "account", "queued", (60, 3, 0)),
        email(2, "account", "queued", (20, -60, 4)),
        email(3, "account", "queued", (60, -60, 0)),
        email(4, "account", "sent", (60, 60, 1)),
        email(5, "sandbox", "queued", (60, 60, 0)),
    ] {
        fixture.sql(&row).expect("an email");
    }
    let expected =
        [(WaitingKind::MoneyStops, 2, 9), (WaitingKind::Proposals, 2, 9), (WaitingKind::Emails, 2, 20)];
    assert_eq!(waiting(&fixture), expected);
    let told =
        || fixture.runtime.block_on(fixture.store.newest_alert(WaitingKind::Emails)).expect("an answer");
    assert_eq!(told(), None);
    for (number, cause) in
        [(6, "emails:0000000001:late"), (7, "emails:0000000002:resolved"), (8, "proposals:0000000009:late")]
    {
        let row = email(number, "account", "sent", (1, 1, 1))
            .replace(&format!("'c{number}'"), &format!("'alert:{cause}'"));
        fixture.sql(&row.replace("'security'", "'operator_alert'")).expect("an alert");
    }
    let (newest, at) = told().expect("an alert");
    assert_eq!(
        (newest.cause().as_str(), at),
        ("alert:emails:0000000002:resolved", Timestamp::from_micros(START - MINUTE))
    );
    fixture
        .sql("update freezes set lifted_at = 1, lifted_by = 'x', lift_reason = 'x', lifted_despite = ''")
        .expect("both are lifted");
    assert_eq!(waiting(&fixture), expected[1..]);
}
