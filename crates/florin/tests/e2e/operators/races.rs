//! Operators who act at the same moment.

use serde_json::Value;

use super::{Desk, receipt, reference, text};
use crate::support::{Ended, Engine, at_once};

testkit::on_both_engines!(
    of_many_operators_who_saw_the_same_payment_one_credits_it,
    of_many_operators_who_park_the_same_payment_one_does,
    a_withdrawal_ends_once_whatever_operators_report,
    two_operators_at_once_are_still_two_pairs_of_eyes,
    parked_money_finds_one_owner,
);

const OPERATORS: [&str; 4] = ["ana", "bob", "eve", "ida"];

/// How many of these ended with each outcome; who was refused has none.
fn outcomes(ended: &[Ended]) -> [usize; 4] {
    let outcome = |ended: &Ended| -> String {
        let told: Value = serde_json::from_str(&ended.stdout).unwrap_or_default();
        told["outcome"].as_str().unwrap_or("refused").to_owned()
    };
    ["done", "repeated", "proposed", "refused"]
        .map(|name| ended.iter().filter(|ended| outcome(ended) == name).count())
}

fn of_many_operators_who_saw_the_same_payment_one_credits_it(engine: Engine) {
    let desk = Desk::open(engine);
    let deposit = desk.deposit("100.00");
    let seen = receipt(reference(&deposit), "100.00", "E2E1");
    let ended = at_once(8, |number| desk.act(OPERATORS[number % 4], &seen));
    assert_eq!(outcomes(&ended), [1, 7, 0, 0], "{ended:?}");
    assert_eq!((desk.balance().as_str(), desk.log().len()), ("17.778085", 1));
    assert_eq!(desk.transaction(&deposit)["status"], "completed");
    desk.assert_books();
}

fn of_many_operators_who_park_the_same_payment_one_does(engine: Engine) {
    let desk = Desk::open(engine);
    let seen = receipt("nobody's", "100.00", "E2E1");
    let ended = at_once(8, |number| desk.act(OPERATORS[number % 4], &seen));
    assert_eq!(outcomes(&ended), [1, 7, 0, 0], "{ended:?}");
    assert_eq!(desk.look(&["deposits", "parked"])["data"].as_array().map(Vec::len), Some(1));
    assert_eq!(desk.log().len(), 1);
    desk.assert_books();
}

fn a_withdrawal_ends_once_whatever_operators_report(engine: Engine) {
    let desk = Desk::open_with_money(engine, 77_777_777);
    let [paid, torn] = [(); 2].map(|()| desk.withdrawal("33.333333"));
    let (paid, torn) = (text(&paid, "id"), text(&torn, "id"));
    let ended = at_once(6, |number| desk.act(OPERATORS[number % 4], &["withdrawals", "complete", paid]));
    assert_eq!(outcomes(&ended), [1, 5, 0, 0], "{ended:?}");
    // In whatever order they come: one says that it failed, so its money is back, and only once.
    let verbs = ["complete", "fail", "return"];
    let ended =
        at_once(9, |number| desk.act(OPERATORS[number % 4], &["withdrawals", verbs[number % 3], torn]));
    assert_eq!(outcomes(&ended), [3, 6, 0, 0], "{ended:?}");
    assert_eq!(desk.balance(), "44.444444");
    let torn = desk.live.get(&format!("/withdrawals/{torn}")).json();
    assert_eq!(torn["status"], "failed");
    desk.assert_books();
}

fn two_operators_at_once_are_still_two_pairs_of_eyes(engine: Engine) {
    let desk = Desk::open_with_money(engine, 100_000_000);
    desk.limit("10");
    let [one, two] = [(); 2].map(|()| desk.withdrawal("40.00"));
    let complete = |row| ["withdrawals", "complete", row];
    let alone = complete(text(&one, "id"));
    let ended = at_once(4, |_| desk.act("ana", &alone));
    assert_eq!(outcomes(&ended), [0, 0, 4, 0], "one person, however often: {ended:?}");
    // The first came from elsewhere; of those who come at once, one is the second.
    let both = complete(text(&two, "id"));
    assert_eq!(desk.done("eve", &both)["outcome"], "proposed");
    desk.on_another_machine_user();
    let ended = at_once(6, |number| desk.act(OPERATORS[number % 2], &both));
    let [done, repeated, proposed, refused] = outcomes(&ended);
    assert_eq!((done, repeated, proposed, refused), (1, 5, 0, 0), "{ended:?}");
    assert_eq!(desk.transaction(&one)["status"], "processing");
    assert_eq!(desk.transaction(&two)["status"], "completed");
    assert_eq!(desk.look(&["proposals"])["data"].as_array().map(Vec::len), Some(1));
    desk.assert_books();
}

fn parked_money_finds_one_owner(engine: Engine) {
    let desk = Desk::open(engine);
    let deposits: [Value; 3] = std::array::from_fn(|_| desk.deposit("100.00"));
    let parked = desk.receive("ana", "?", "100.00", "E2E1");
    let notice = text(&parked["notice"], "id");
    let ended = at_once(6, |number| {
        desk.act(OPERATORS[number % 4], &["deposits", "match", notice, text(&deposits[number % 3], "id")])
    });
    assert_eq!(outcomes(&ended), [1, 1, 0, 4], "{ended:?}");
    assert_eq!(desk.balance(), "17.778085");
    let credited = deposits.iter().filter(|row| desk.transaction(row)["status"] == "completed").count();
    assert_eq!(credited, 1);
    desk.assert_books();
}
