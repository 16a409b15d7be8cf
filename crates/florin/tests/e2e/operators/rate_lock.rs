//! Live money at a rate that moved: agreed terms reach as far as the rate lock, and the rest is worth what it is worth.

use rules::time::Timestamp;
use serde_json::{Value, json};

use super::{Desk, TARIFF, assert_refused, assert_wrong_usage, receipt, reference, text};
use crate::support::Engine;

testkit::on_both_engines!(late_money_has_the_rate_of_the_day);

testkit::on_sqlite_daily!(
    an_announced_deposit_is_no_option_on_the_rate,
    money_above_the_limit_waits_for_an_operator,
    without_a_rate_today_what_was_not_agreed_waits,
    an_operator_says_when_the_bank_received_it,
    money_from_before_the_deposit_was_promised_nothing,
    no_operator_parks_money_that_comes_tomorrow,
);

/// The real has lost a third.
fn new_rate(desk: &Desk) {
    desk.set_tariff(&TARIFF.replace("5.43", "8.145"));
}

fn parked(desk: &Desk) -> Vec<Value> {
    desk.look(&["deposits", "parked"])["data"].as_array().expect("a list").clone()
}

/// The lock of this deposit ended in the moment in which it was made.
fn end_lock(desk: &Desk, deposit: &Value) {
    let id = text(deposit, "id");
    let update = format!("update external_transfers set rate_expires_at = created_at where id = '{id}'");
    desk.server.execute_unguarded("external_transfers_keep", "external_transfers", &update);
}

fn an_announced_deposit_is_no_option_on_the_rate(engine: Engine) {
    let desk = Desk::open(engine);
    let deposit = desk.deposit("10.00");
    let instructions = &deposit["transfer_instructions"];
    assert_eq!(text(instructions, "rate_max_amount"), "10.10");
    new_rate(&desk);
    let told = desk.receive("ana", reference(&deposit), "50000.00", "E2E1");
    assert_eq!((&told["effect"], &told["notice"]["amount"]), (&json!("applied"), &json!("50000.00")));
    let shown = desk.transaction(&deposit);
    assert_eq!(
        [text(&shown, "counter_amount"), text(&shown, "exchange_rate"), text(&shown, "amount")],
        ["10.10", "5.43", "1.346086"]
    );
    let [surplus] = told["parts"].as_array().expect("parts").as_slice() else { panic!("{told}") };
    let arrived = desk.transaction(&json!({ "id": surplus["transaction_id"] }));
    assert_eq!(
        [text(&arrived, "type"), text(&arrived, "counter_amount"), text(&arrived, "exchange_rate")],
        ["inbound_transfer", "49989.90", "8.145"]
    );
    // 6137.495395 less 0.75 %, and no second fixed fee.
    assert_eq!((text(&arrived, "amount"), desk.balance().as_str()), ("6091.46418", "6092.810266"));
    assert_eq!(desk.receive("bob", reference(&deposit), "50000.00", "E2E1")["outcome"], "repeated");
    assert_eq!(desk.balance(), "6092.810266");
    desk.assert_books();
}

fn late_money_has_the_rate_of_the_day(engine: Engine) {
    let desk = Desk::open(engine);
    let (late, in_time) = (desk.deposit("100.00"), desk.deposit("100.00"));
    new_rate(&desk);
    end_lock(&desk, &late);
    desk.receive("ana", reference(&late), "100.00", "E2E1");
    let shown = desk.transaction(&late);
    assert_eq!(
        [text(&shown, "status"), text(&shown, "exchange_rate"), text(&shown, "amount")],
        ["completed", "8.145", "11.685389"]
    );
    desk.receive("ana", reference(&in_time), "100.00", "E2E2");
    let shown = desk.transaction(&in_time);
    assert_eq!((text(&shown, "exchange_rate"), text(&shown, "amount")), ("5.43", "17.778085"));
    desk.assert_books();
}

fn money_above_the_limit_waits_for_an_operator(engine: Engine) {
    let desk = Desk::open_with(engine, &["--max-per-transfer", "100"]);
    let deposit = desk.deposit("100.00");
    // 1000.00 BRL are worth 184.162062 USDC.
    let told = desk.receive("ana", reference(&deposit), "1000.00", "E2E1");
    let parts: Vec<(&str, &str)> = told["parts"]
        .as_array()
        .expect("parts")
        .iter()
        .map(|part| (text(part, "effect"), text(part, "amount")))
        .collect();
    assert_eq!(parts, [("credited", "442.00"), ("parked", "457.00")], "{told}");
    let waiting = parked(&desk);
    assert_eq!((waiting.len(), text(&waiting[0], "reference")), (1, reference(&deposit)));
    assert_eq!((text(&waiting[0], "amount"), text(&waiting[0], "worth")), ("457.00", "84.162062"));
    desk.assert_books();
    // The operator who matches it decides that it may come in.
    let matching = ["deposits", "match", text(&waiting[0], "id"), text(&deposit, "id")];
    let told = desk.done("bob", &matching);
    assert_eq!(told["effect"], "credited");
    // 84.162062 less 0.75 %: the payment has paid the fixed fee before.
    assert_eq!(told["transaction"]["amount"], "83.530847");
    assert_eq!(parked(&desk).len(), 0);
    assert_eq!(desk.done("ana", &matching)["outcome"], "repeated");
    // Another excess goes back.
    desk.receive("ana", reference(&deposit), "600.00", "E2E2");
    let waiting = parked(&desk);
    assert_eq!(text(&waiting[0], "amount"), "57.00");
    let before = desk.balance();
    desk.done("ana", &["deposits", "return", text(&waiting[0], "id")]);
    assert_eq!((parked(&desk).len(), desk.balance()), (0, before));
    desk.assert_books();
}

fn without_a_rate_today_what_was_not_agreed_waits(engine: Engine) {
    let desk = Desk::open(engine);
    let (deposit, late) = (desk.deposit("100.00"), desk.deposit("100.00"));
    end_lock(&desk, &late);
    // The rail is gone from the tariff.
    let (start, end) = (TARIFF.find("[rails.brl_pix]"), TARIFF.find("[rails.usd_ach]"));
    let (start, end) = start.zip(end).expect("two rails");
    let without = format!("{}{}", &TARIFF[..start], &TARIFF[end..]);
    desk.set_tariff(&without);
    let told = desk.receive("ana", reference(&deposit), "200.00", "E2E1");
    assert_eq!(
        (text(&desk.transaction(&deposit), "amount"), told["parts"][0]["amount"].as_str()),
        ("17.960866", Some("99.00"))
    );
    let told = desk.receive("ana", reference(&late), "100.00", "E2E2");
    assert_eq!((&told["effect"], &told["notice"]["worth"]), (&json!("parked"), &json!("18.416206")));
    assert_eq!(text(&desk.transaction(&late), "status"), "awaiting_transfer");
    assert_eq!((desk.balance().as_str(), parked(&desk).len()), ("17.960866", 2));
    let matching = ["deposits", "match", text(&told["notice"], "id"), text(&late, "id")];
    assert_refused(&desk.act("ana", &matching), &["brl_pix"]);
    desk.assert_books();
    // With a rate again it can be matched.
    new_rate(&desk);
    assert_eq!(desk.done("ana", &matching)["effect"], "applied");
    assert_eq!(desk.transaction(&late)["exchange_rate"], "8.145");
    desk.assert_books();
}

fn an_operator_says_when_the_bank_received_it(engine: Engine) {
    let desk = Desk::open(engine);
    let deposit = desk.deposit("100.00");
    new_rate(&desk);
    let created = Timestamp::parse(text(&deposit, "created_at")).expect("a time");
    let at = |seconds: i64| created.plus_seconds(seconds).to_string();
    let seen = receipt(reference(&deposit), "100.00", "E2E1");
    let saying = |time: &str| desk.act("ana", &[&seen[..], &["--received-at", time]].concat());
    assert_refused(&saying(&at(7_200)), &["--received-at", "in the future"]);
    for wrong in ["yesterday", ""] {
        assert_wrong_usage(&saying(wrong), &["--received-at"]);
    }
    assert_eq!(text(&desk.transaction(&deposit), "status"), "awaiting_transfer");
    // The lock ended meanwhile, and the money was there before.
    end_lock(&desk, &deposit);
    let ended = saying(&at(0));
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert_eq!(desk.transaction(&deposit)["exchange_rate"], "5.43");
    let log = desk.look(&["log"]);
    assert!(text(&log["data"][0], "facts").ends_with(&format!("at {}", at(0))), "{log}");
    desk.assert_books();
}

fn money_from_before_the_deposit_was_promised_nothing(engine: Engine) {
    let desk = Desk::open(engine);
    let deposit = desk.deposit("100.00");
    new_rate(&desk);
    let created = Timestamp::parse(text(&deposit, "created_at")).expect("a time");
    let before = created.plus_seconds(-1).to_string();
    let seen = receipt(reference(&deposit), "100.00", "E2E1");
    let told = desk.done("ana", &[&seen[..], &["--received-at", &before]].concat());
    assert_eq!(told["effect"], "applied");
    assert_eq!(desk.transaction(&deposit)["exchange_rate"], "8.145");
    desk.assert_books();
}

fn no_operator_parks_money_that_comes_tomorrow(engine: Engine) {
    let desk = Desk::open(engine);
    let now = Timestamp::parse(text(&desk.deposit("100.00"), "created_at")).expect("a time");
    let tomorrow = now.plus_seconds(86_400).to_string();
    let seen = receipt("nobody's", "100.00", "E2E1");
    let refused = desk.act("ana", &[&seen[..], &["--received-at", &tomorrow]].concat());
    assert_refused(&refused, &["--received-at", "in the future"]);
    assert_eq!(parked(&desk).len(), 0);
}
