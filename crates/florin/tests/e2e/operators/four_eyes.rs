//! Above an amount, two operators must say the same.

use serde_json::{Value, json};

use super::{Desk, assert_refused, receipt, reference, text};
use crate::support::Engine;

crate::on_both_engines!(
    above_the_limit_two_operators_must_say_the_same,
    what_comes_in_needs_two_as_well,
    a_proposal_can_be_rejected_and_made_anew,
);

/// The same arguments, with a limit.
fn limited<'a>(arguments: &[&'a str], above: &'a str) -> Vec<&'a str> {
    [arguments, &["--four-eyes-above", above]].concat()
}

fn proposals(desk: &Desk) -> Vec<Value> {
    desk.look(&["proposals"])["data"].as_array().expect("a list").clone()
}

fn above_the_limit_two_operators_must_say_the_same(engine: Engine) {
    let desk = Desk::open_with_money(engine, 200_000_000);
    let withdrawal = desk.chain_withdrawal("100.00");
    let id = text(&withdrawal, "id");
    let hash = format!("0x{}", "5b".repeat(32));
    let complete = limited(&["withdrawals", "complete", id, "--hash", &hash], "99.999999");
    for (is_new, operator) in [(true, "ana"), (false, "ana"), (false, "Ana"), (false, " ANA ")] {
        let told = desk.done(operator, &complete);
        assert_eq!((&told["outcome"], &told["is_new"]), (&json!("proposed"), &json!(is_new)), "{operator}");
        assert_eq!(desk.transaction(&withdrawal)["status"], "queued");
    }
    let waiting = proposals(&desk);
    assert_eq!(waiting.len(), 1);
    assert_eq!(
        (text(&waiting[0], "name"), text(&waiting[0], "operator")),
        (format!("{id}:completed").as_str(), "ana")
    );
    // Who says something else is told what the first has said.
    let other = limited(&["withdrawals", "complete", id], "99.999999");
    let refused = desk.act("bob", &other);
    assert_refused(&refused, &["ana has said", &hash, "reject"]);
    assert_eq!((proposals(&desk).len(), desk.balance().as_str()), (1, "100.00"));
    assert_eq!(desk.transaction(&withdrawal)["status"], "queued");
    let told = desk.done("bob", &complete);
    assert_eq!((&told["outcome"], &told["transaction"]["status"]), (&json!("done"), &json!("completed")));
    for operator in ["ana", "bob", "eve"] {
        assert_eq!(desk.done(operator, &complete)["outcome"], "repeated");
    }
    assert_eq!(proposals(&desk).len(), 0);
    let facts = format!("completed 99.00 USDC for {id} in {hash}");
    let log = [("proposed", "ana"), ("done", "bob")];
    assert_eq!(desk.log(), log.map(|(deed, by)| (deed.to_owned(), by.to_owned(), facts.clone())));
    // Up to the limit one is enough.
    let small = desk.withdrawal("99.999999");
    let told = desk.done("ana", &limited(&["withdrawals", "complete", text(&small, "id")], "99.999999"));
    assert_eq!(told["outcome"], "done");
    desk.assert_books();
}

fn what_comes_in_needs_two_as_well(engine: Engine) {
    let desk = Desk::open(engine);
    let deposit = desk.deposit("100.00");
    // 100.00 BRL are worth 18.416206 USDC.
    let seen = receipt(reference(&deposit), "100.00", "E2E1");
    let receive = limited(&seen, "18.416205");
    assert_eq!(desk.done("ana", &receive)["outcome"], "proposed");
    assert_eq!(
        (text(&desk.transaction(&deposit), "status"), desk.balance().as_str()),
        ("awaiting_transfer", "0.00")
    );
    for other in [receipt(reference(&deposit), "1000.00", "E2E1"), receipt("FLOTHER", "100.00", "E2E1")] {
        let refused = desk.act("bob", &limited(&other, "18.416205"));
        assert_refused(&refused, &["ana has said", "received 100.00 BRL for", reference(&deposit)]);
    }
    assert_eq!(desk.done("bob", &receive)["effect"], "applied");
    assert_eq!(desk.balance(), "17.778085");
    // So do parking and matching.
    let unknown = receipt("who knows", "100.00", "E2E2");
    assert_eq!(desk.done("ana", &limited(&unknown, "18.416205"))["outcome"], "proposed");
    assert_eq!(desk.look(&["deposits", "parked"])["data"], json!([]));
    let parked = desk.done("bob", &limited(&unknown, "18.416205"));
    assert_eq!(parked["effect"], "parked");
    let other = desk.deposit("100.00");
    let matching = ["deposits", "match", text(&parked["notice"], "id"), text(&other, "id")];
    assert_eq!(desk.done("ana", &limited(&matching, "18.416205"))["outcome"], "proposed");
    assert_eq!(desk.done("bob", &limited(&matching, "18.416205"))["effect"], "applied");
    assert_eq!(desk.balance(), "35.55617");
    // Nothing moves when a deposit fails, so one is enough.
    let third = desk.deposit("100.00");
    let failing = ["deposits", "fail", text(&third, "id")];
    assert_eq!(desk.done("ana", &limited(&failing, "0.000001"))["effect"], "applied");
    desk.assert_books();
}

fn a_proposal_can_be_rejected_and_made_anew(engine: Engine) {
    let desk = Desk::open_with_money(engine, 100_000_000);
    let withdrawal = desk.withdrawal("100.00");
    let id = text(&withdrawal, "id");
    let name = format!("{id}:completed");
    assert_refused(&desk.act("bob", &["reject", &name]), &["there is no proposal", "florin ops proposals"]);
    let complete = limited(&["withdrawals", "complete", id], "50");
    desk.done("ana", &complete);
    assert_eq!(desk.done("bob", &["reject", &name])["outcome"], "done");
    let again = desk.done("eve", &["reject", &name]);
    assert_eq!((&again["outcome"], &again["by"]["operator"]), (&json!("repeated"), &json!("bob")));
    assert_eq!((proposals(&desk).len(), text(&desk.transaction(&withdrawal), "status")), (0, "queued"));
    // What was rejected is forgotten: the next to say it is the first.
    assert_eq!(desk.done("bob", &complete)["outcome"], "proposed");
    assert_eq!(desk.done("ana", &complete)["outcome"], "done");
    assert_refused(&desk.act("bob", &["reject", &name]), &["there is no proposal"]);
    let deeds: Vec<(String, String)> = desk.log().into_iter().map(|(deed, by, _)| (deed, by)).collect();
    let expected = [("proposed", "ana"), ("rejected", "bob"), ("proposed", "bob"), ("done", "ana")];
    assert_eq!(deeds, expected.map(|(deed, by)| (deed.to_owned(), by.to_owned())));
    let facts = format!("completed 536.21 BRL for {id}");
    assert!(desk.log().iter().all(|(_, _, said)| *said == facts), "{:?}", desk.log());
    desk.assert_books();
}
