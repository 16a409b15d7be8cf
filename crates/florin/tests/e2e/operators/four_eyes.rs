//! Above an amount, two operators must say the same.

use serde_json::{Value, json};

use super::{Desk, assert_refused, assert_wrong_usage, receipt, reference, text};
use crate::support::{Engine, at_once};

testkit::on_both_engines!(
    the_limit_is_not_for_the_command_that_it_limits_to_choose,
    to_raise_the_limit_takes_two_and_to_lower_it_one,
    two_names_of_one_machine_user_are_one_person,
    many_small_payments_are_limited_like_a_large_one,
    the_second_operator_makes_no_payment_late,
    above_the_limit_two_operators_must_say_the_same,
    what_comes_in_needs_two_as_well,
    a_proposal_can_be_rejected_and_made_anew,
);

fn proposals(desk: &Desk) -> Vec<Value> {
    desk.look(&["proposals"])["data"].as_array().expect("a list").clone()
}

fn above_the_limit_two_operators_must_say_the_same(engine: Engine) {
    let desk = Desk::open_with_money(engine, 200_000_000);
    desk.limit("99.999999");
    let withdrawal = desk.chain_withdrawal("100.00");
    let id = text(&withdrawal, "id");
    let hash = format!("0x{}", "5b".repeat(32));
    let complete = ["withdrawals", "complete", id, "--hash", &hash];
    for (is_new, operator) in [(true, "ana"), (false, "ana"), (false, "Ana"), (false, " ANA ")] {
        let told = desk.done(operator, &complete);
        assert_eq!((&told["outcome"], &told["is_new"]), (&json!("proposed"), &json!(is_new)), "{operator}");
        assert_eq!(desk.transaction(&withdrawal)["status"], "processing");
    }
    let waiting = proposals(&desk);
    assert_eq!(waiting.len(), 1);
    assert_eq!(
        (text(&waiting[0], "name"), text(&waiting[0], "operator")),
        (format!("{id}:completed").as_str(), "ana")
    );
    // Who says something else is told what the first has said.
    let other = ["withdrawals", "complete", id];
    let refused = desk.act("bob", &other);
    assert_refused(&refused, &["ana proposed different details", &hash, "reject"]);
    assert_eq!((proposals(&desk).len(), desk.balance().as_str()), (1, "100.00"));
    assert_eq!(desk.transaction(&withdrawal)["status"], "processing");
    desk.on_another_machine_user();
    let told = desk.done("bob", &complete);
    assert_eq!((&told["outcome"], &told["transaction"]["status"]), (&json!("done"), &json!("completed")));
    for operator in ["ana", "bob", "eve"] {
        assert_eq!(desk.done(operator, &complete)["outcome"], "repeated");
    }
    assert_eq!(proposals(&desk).len(), 0);
    let facts = format!("completed 99.00 USDC for {id} in {hash}");
    let log = [("proposed", "ana"), ("confirmed", "bob")];
    assert_eq!(desk.log(), log.map(|(kind, by)| (kind.to_owned(), by.to_owned(), facts.clone())));
    // Up to the limit one is enough.
    let small = desk.withdrawal("99.999999");
    let told = desk.done("ana", &["withdrawals", "complete", text(&small, "id")]);
    assert_eq!(told["outcome"], "done");
    desk.assert_books();
}

fn what_comes_in_needs_two_as_well(engine: Engine) {
    let desk = Desk::open(engine);
    desk.limit("18.416205");
    let deposit = desk.deposit("100.00");
    // 100.00 BRL are worth 18.416206 USDC.
    let seen = receipt(reference(&deposit), "100.00", "E2E1");
    let receive = seen;
    assert_eq!(desk.done("ana", &receive)["outcome"], "proposed");
    assert_eq!(
        (text(&desk.transaction(&deposit), "status"), desk.balance().as_str()),
        ("awaiting_transfer", "0.00")
    );
    for other in [receipt(reference(&deposit), "1000.00", "E2E1"), receipt("FLOTHER", "100.00", "E2E1")] {
        let refused = desk.act("bob", &other);
        assert_refused(
            &refused,
            &["ana proposed different details", "received 100.00 BRL for", reference(&deposit)],
        );
    }
    desk.on_another_machine_user();
    assert_eq!(desk.done("bob", &receive)["effect"], "applied");
    assert_eq!(desk.balance(), "17.778085");
    let other = receipt(reference(&deposit), "1000.00", "E2E1");
    assert_refused(
        &desk.act("eve", &other),
        &["already recorded different details", "bob", "received 100.00 BRL"],
    );
    // So do parking and matching.
    let unknown = receipt("who knows", "100.00", "E2E2");
    assert_eq!(desk.done("ana", &unknown)["outcome"], "proposed");
    assert_eq!(desk.look(&["deposits", "parked"])["data"], json!([]));
    desk.on_another_machine_user();
    let parked = desk.done("bob", &unknown);
    assert_eq!(parked["effect"], "parked");
    let other = desk.deposit("100.00");
    let matching = ["deposits", "match", text(&parked["notice"], "id"), text(&other, "id")];
    assert_eq!(desk.done("ana", &matching)["outcome"], "proposed");
    desk.on_another_machine_user();
    assert_eq!(desk.done("bob", &matching)["effect"], "applied");
    assert_eq!(desk.balance(), "35.55617");
    // Nothing moves when a deposit fails, so one is enough.
    let third = desk.deposit("100.00");
    let failing = ["deposits", "fail", text(&third, "id")];
    assert_eq!(desk.done("ana", &failing)["effect"], "applied");
    desk.assert_books();
}

fn a_proposal_can_be_rejected_and_made_anew(engine: Engine) {
    let desk = Desk::open_with_money(engine, 100_000_000);
    desk.limit("50");
    let withdrawal = desk.withdrawal("100.00");
    let id = text(&withdrawal, "id");
    let name = format!("{id}:completed");
    assert_refused(&desk.act("bob", &["reject", &name]), &["there is no proposal", "florin ops proposals"]);
    let complete = ["withdrawals", "complete", id];
    desk.done("ana", &complete);
    assert_eq!(desk.done("bob", &["reject", &name])["outcome"], "done");
    let again = desk.done("eve", &["reject", &name]);
    assert_eq!((&again["outcome"], &again["by"]["operator"]), (&json!("repeated"), &json!("bob")));
    assert_eq!((proposals(&desk).len(), text(&desk.transaction(&withdrawal), "status")), (0, "processing"));
    // What was rejected is forgotten: the next to say it is the first.
    assert_eq!(desk.done("bob", &complete)["outcome"], "proposed");
    desk.on_another_machine_user();
    assert_eq!(desk.done("ana", &complete)["outcome"], "done");
    assert_refused(&desk.act("bob", &["reject", &name]), &["there is no proposal"]);
    let deeds: Vec<(String, String)> = desk.log().into_iter().map(|(kind, by, _)| (kind, by)).collect();
    let expected = [("proposed", "ana"), ("rejected", "bob"), ("proposed", "bob"), ("confirmed", "ana")];
    assert_eq!(deeds, expected.map(|(kind, by)| (kind.to_owned(), by.to_owned())));
    let facts = format!("completed 536.21 BRL for {id}");
    assert!(desk.log().iter().all(|(_, _, said)| *said == facts), "{:?}", desk.log());
    desk.assert_books();
}

fn the_limit_is_not_for_the_command_that_it_limits_to_choose(engine: Engine) {
    let desk = Desk::open_with_money(engine, 20_000_000_000);
    let withdrawal = desk.withdrawal("10000.01");
    let complete = ["withdrawals", "complete", text(&withdrawal, "id")];
    let choosing = [&complete[..], &["--four-eyes-above", "1000000"]].concat();
    let refused = desk.act("ana", &choosing);
    assert_eq!(refused.code, Some(2), "{refused:?}");
    assert!(refused.stderr.contains("--four-eyes-above"), "{refused:?}");
    assert_eq!(desk.done("ana", &complete)["outcome"], "proposed");
    assert_eq!(desk.transaction(&withdrawal)["status"], "processing");
    // What one decides alone is on record with the limit that held.
    let small = desk.withdrawal("10.00");
    assert_eq!(desk.done("ana", &["withdrawals", "complete", text(&small, "id")])["outcome"], "done");
    let log = desk.look(&["log"]);
    let limits = log["data"].as_array().expect("a list").iter().map(|line| text(line, "alone_up_to"));
    assert_eq!(limits.collect::<Vec<_>>(), ["10000.00", "10000.00"]);
    desk.assert_books();
}

fn to_raise_the_limit_takes_two_and_to_lower_it_one(engine: Engine) {
    let desk = Desk::open(engine);
    let limit = || text(&desk.look(&["limit"]), "alone_up_to").to_owned();
    assert_eq!(limit(), "10000.00");
    let raise = ["set-limit", "20000"];
    assert_eq!(desk.done("ana", &raise)["outcome"], "proposed");
    for operator in ["ana", "bob"] {
        assert_eq!(desk.done(operator, &raise)["outcome"], "proposed", "one machine account is one person");
    }
    assert_eq!(limit(), "10000.00");
    desk.on_another_machine_user();
    let told = desk.done("bob", &raise);
    assert_eq!((&told["outcome"], &told["alone_up_to"]), (&json!("done"), &json!("20000.00")));
    assert_eq!(limit(), "20000.00");
    assert_eq!(desk.done("eve", &["set-limit", "100"])["outcome"], "done");
    assert_eq!(limit(), "100.00");
    // What was agreed once does not count a second time.
    assert_eq!(desk.done("bob", &raise)["outcome"], "proposed");
    assert_eq!(desk.done("ana", &["set-limit", "0"])["outcome"], "done");
    assert_eq!(limit(), "0.00");
    // The proposal was about another limit than the one that holds now.
    desk.on_another_machine_user();
    assert_eq!(desk.done("eve", &raise)["outcome"], "proposed");
    assert_eq!(limit(), "0.00");
    for wrong in ["x", "", "1.0000001"] {
        assert_wrong_usage(&desk.act("ana", &["set-limit", wrong]), &["AMOUNT"]);
    }
    let log = desk.look(&["log"]);
    let lines = log["data"].as_array().expect("a list").iter().rev();
    let lines: Vec<String> = lines
        .map(|line| ["kind", "operator", "alone_up_to"].map(|field| text(line, field)).join(" "))
        .collect();
    assert_eq!(
        lines,
        [
            "proposed ana 10000.00",
            "confirmed bob 10000.00",
            "done eve 20000.00",
            "proposed bob 100.00",
            "done ana 100.00",
            "proposed eve 0.00",
        ]
    );
}

fn two_names_of_one_machine_user_are_one_person(engine: Engine) {
    let desk = Desk::open_with_money(engine, 100_000_000);
    desk.limit("10");
    let withdrawal = desk.withdrawal("100.00");
    let complete = ["withdrawals", "complete", text(&withdrawal, "id")];
    assert_eq!(desk.done("ana", &complete)["outcome"], "proposed");
    for operator in ["bob", "eve", "cleo"] {
        let told = desk.done(operator, &complete);
        assert_eq!((&told["outcome"], &told["is_same_machine_user"]), (&json!("proposed"), &json!(true)));
        assert_eq!(told["proposal"]["operator"], "ana");
    }
    assert_eq!((desk.log().len(), text(&desk.transaction(&withdrawal), "status")), (1, "processing"));
    desk.on_another_machine_user();
    assert_eq!(desk.done("ana", &complete)["outcome"], "proposed", "nor is one name two people");
    assert_eq!(desk.done("bob", &complete)["outcome"], "done");
    desk.assert_books();
}

fn many_small_payments_are_limited_like_a_large_one(engine: Engine) {
    let desk = Desk::open_with_money(engine, 1_000_000_000);
    assert_eq!(desk.done("ops", &["set-limit", "100", "--per-day", "250"])["outcome"], "done");
    assert_eq!(desk.look(&["limit"])["alone_per_day"], "250.00");
    // At once, and under many names: they are one machine user, and so one person.
    let rows: [Value; 6] = std::array::from_fn(|_| desk.chain_withdrawal("100.00"));
    let ended = at_once(rows.len(), |number| {
        desk.act(&format!("ana {number}"), &["withdrawals", "complete", text(&rows[number], "id")])
    });
    let done = ended.iter().filter(|ended| ended.stdout.contains("\"done\"")).count();
    assert_eq!((done, proposals(&desk).len()), (2, 4), "{ended:?}");
    // Another person has a day of their own, and so has the same one a day later.
    let small = desk.chain_withdrawal("50.00");
    assert_eq!(desk.done("ana", &["withdrawals", "complete", text(&small, "id")])["outcome"], "done");
    let more = desk.chain_withdrawal("10.00");
    let complete = ["withdrawals", "complete", text(&more, "id")];
    assert_eq!(desk.done("ana", &complete)["outcome"], "proposed");
    desk.done("ana", &["reject", &format!("{}:completed", text(&more, "id"))]);
    let yesterday = "update operator_actions set created_at = created_at - 86400000000";
    let guard = if engine == Engine::Sqlite { "operator_actions_keep" } else { "operator_actions_stay" };
    desk.server.execute_unguarded(guard, "operator_actions", yesterday);
    assert_eq!(desk.done("ana", &complete)["outcome"], "done");
    // What moves nothing is not counted, and a day is no shorter than a payment.
    assert_refused(
        &desk.act("ana", &["set-limit", "50", "--per-day", "49"]),
        &["--per-day", "at least 50.00"],
    );
    assert_eq!(desk.done("ana", &["set-limit", "50", "--per-day", "300"])["outcome"], "proposed");
    desk.assert_books();
}

fn the_second_operator_makes_no_payment_late(engine: Engine) {
    let desk = Desk::open(engine);
    desk.limit("10");
    let deposit = desk.deposit("100.00");
    let seen = receipt(reference(&deposit), "100.00", "E2E1");
    assert_eq!(desk.done("ana", &seen)["outcome"], "proposed");
    // The lock ends between the two.
    let end = format!(
        "update external_transfers set rate_expires_at =
            (select created_at from proposals where name like '%E2E1%') where id = '{}'",
        text(&deposit, "id")
    );
    desk.server.execute_unguarded("external_transfers_keep", "external_transfers", &end);
    desk.set_tariff(&super::TARIFF.replace("5.43", "8.145"));
    desk.on_another_machine_user();
    assert_eq!(desk.done("bob", &seen)["effect"], "applied");
    assert_eq!(desk.transaction(&deposit)["exchange_rate"], "5.43");
    desk.assert_books();
}
