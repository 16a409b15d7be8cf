//! Money that came without a known owner.

use serde_json::{Value, json};

use super::{Desk, assert_refused, reference, text};
use crate::support::{Engine, accepted, bank_account};

testkit::on_both_engines!(
    money_without_a_known_reference_waits_until_it_is_matched,
    money_is_matched_with_a_deposit_of_its_own_rail_only,
    money_that_is_matched_late_is_credited_beside_the_deposit,
    money_without_a_recipient_is_returned_once,
);

fn parked(desk: &Desk) -> Vec<Value> {
    desk.look(&["deposits", "parked"])["data"].as_array().expect("a list").clone()
}

fn money_without_a_known_reference_waits_until_it_is_matched(engine: Engine) {
    let desk = Desk::open(engine);
    let deposit = desk.deposit("100.00");
    let told = desk.receive("ana", "rent  for May", "100.00", "E2E1");
    assert_eq!((&told["outcome"], &told["effect"]), (&json!("done"), &json!("parked")));
    assert_eq!(desk.receive("bob", "rent for May", "100.00", "e2e1")["outcome"], "repeated");
    let nothing =
        ["deposits", "receive", "--rail", "brl_pix", "--amount", "7.00", "--bank-reference", "E2E2"];
    assert_eq!(desk.done("ana", &nothing)["effect"], "parked");
    let waiting = parked(&desk);
    let shown = |row: &Value| ["reference", "amount", "worth"].map(|field| text(row, field).to_owned());
    assert_eq!(
        waiting.iter().map(shown).collect::<Vec<_>>(),
        [["rent for May", "100.00", "18.416206"], ["", "7.00", "1.289134"]]
    );
    assert_eq!(
        (desk.balance().as_str(), text(&desk.transaction(&deposit), "status")),
        ("0.00", "awaiting_transfer")
    );
    desk.assert_books();
    let notice = text(&waiting[0], "id");
    let matching = ["deposits", "match", notice, text(&deposit, "id")];
    let told = desk.done("ana", &matching);
    assert_eq!((&told["effect"], &told["transaction"]["status"]), (&json!("applied"), &json!("completed")));
    assert_eq!(told["notice"]["name"], "live:brl_pix:E2E1:received:matched");
    assert_eq!((desk.balance().as_str(), parked(&desk).len()), ("17.778085", 1));
    let again = desk.done("bob", &matching);
    assert_eq!((&again["outcome"], &again["by"]["operator"]), (&json!("repeated"), &json!("ana")));
    assert_eq!(desk.receive("bob", "rent for May", "100.00", "E2E1")["outcome"], "repeated");
    let other = desk.deposit("100.00");
    let refused = desk.act("bob", &["deposits", "match", notice, text(&other, "id")]);
    assert_refused(
        &refused,
        &["already recorded different details", "ana", text(&deposit, "id"), "Nothing was changed"],
    );
    assert_eq!(
        (desk.balance().as_str(), text(&desk.transaction(&other), "status")),
        ("17.778085", "awaiting_transfer")
    );
    desk.assert_books();
}

fn money_is_matched_with_a_deposit_of_its_own_rail_only(engine: Engine) {
    let desk = Desk::open(engine);
    let pix = desk.deposit("100.00");
    let body = json!({ "bank_account_id": desk.bank_account("usd_ach"), "amount": "100.00" });
    let ach = accepted(&desk.live.post("/deposits", &body));
    // It quotes the one and came on the other.
    let told = desk.receive("ana", reference(&ach), "100.00", "E2E1");
    assert_eq!(told["effect"], "parked", "{told}");
    let notice = text(&told["notice"], "id");
    let refused = desk.act("ana", &["deposits", "match", notice, text(&ach, "id")]);
    assert_refused(&refused, &["arrived on brl_pix", "expects it on usd_ach"]);
    assert_eq!((desk.balance().as_str(), parked(&desk).len()), ("0.00", 1));
    desk.done("ana", &["deposits", "match", notice, text(&pix, "id")]);
    assert_eq!(desk.balance(), "17.778085");
    // The same name from another bank is another payment.
    let other = [
        "deposits",
        "receive",
        "--rail",
        "usd_ach",
        "--reference",
        reference(&ach),
        "--amount",
        "100.00",
        "--bank-reference",
        "E2E1",
    ];
    assert_eq!(desk.done("ana", &other)["effect"], "applied");
    assert_eq!(desk.balance(), "117.778085");
    desk.assert_books();
}

fn money_that_is_matched_late_is_credited_beside_the_deposit(engine: Engine) {
    let desk = Desk::open(engine);
    let deposit = desk.deposit("100.00");
    let notice = text(&desk.receive("ana", "?", "50.00", "E2E1")["notice"], "id").to_owned();
    accepted(&desk.live.send("POST", &format!("/deposits/{}/cancel", text(&deposit, "id")), &[], None));
    let matching = ["deposits", "match", &notice, text(&deposit, "id")];
    let told = desk.done("ana", &matching);
    assert_eq!(
        (&told["effect"], &told["transaction"]["type"]),
        (&json!("credited"), &json!("inbound_transfer"))
    );
    assert_eq!(desk.done("ana", &matching)["outcome"], "repeated");
    assert_eq!(
        (desk.balance().as_str(), text(&desk.transaction(&deposit), "status")),
        ("8.639043", "cancelled")
    );
    // Another account's deposit is not touched by any of it.
    desk.server.new_user("grace@example.org");
    let grace = desk.live.with_key(&desk.server.new_key("grace@example.org", "live", "all"));
    let account = grace.post("/bank_accounts", &bank_account("brl_pix")).id();
    let hers = accepted(&grace.post("/deposits", &json!({ "bank_account_id": account, "amount": "100.00" })));
    let refused = desk.act("bob", &["deposits", "match", &notice, text(&hers, "id")]);
    assert_refused(&refused, &["already recorded different details"]);
    assert_eq!(crate::support::balance(&grace), "0.00");
    desk.assert_books();
}

fn money_without_a_recipient_is_returned_once(engine: Engine) {
    let desk = Desk::open(engine);
    let deposit = desk.deposit("100.00");
    for bank_reference in ["E2E1", "E2E2"] {
        assert_eq!(desk.receive("ana", "who knows", "100.00", bank_reference)["effect"], "parked");
    }
    let waiting = parked(&desk);
    let [goes_back, is_found] = [0, 1].map(|place| text(&waiting[place], "id"));
    let returning = ["deposits", "return", goes_back];
    let told = desk.done("ana", &returning);
    assert_eq!((&told["effect"], &told["notice"]["outcome"]), (&json!("applied"), &json!("returned")));
    let again = desk.done("bob", &returning);
    assert_eq!((&again["outcome"], &again["by"]["operator"]), (&json!("repeated"), &json!("ana")));
    assert_eq!((parked(&desk).len(), desk.balance().as_str()), (1, "0.00"));
    desk.assert_books();
    // What went back is not matched any more, and what was found stays found.
    let matching = |notice| ["deposits", "match", notice, text(&deposit, "id")];
    assert_refused(
        &desk.act("bob", &matching(goes_back)),
        &["no longer parked: ana sent back 100.00 BRL", goes_back],
    );
    assert_eq!(desk.done("bob", &matching(is_found))["effect"], "applied");
    let refused = desk.act("ana", &["deposits", "return", is_found]);
    let matched =
        format!("no longer parked: bob matched 100.00 BRL of {is_found} with {}", text(&deposit, "id"));
    assert_refused(&refused, &[&matched, " at 20", "Nothing was changed"]);
    assert_eq!((parked(&desk).len(), desk.balance().as_str()), (0, "17.778085"));
    assert_refused(&desk.act("ana", &["deposits", "return", "ntc_nothing"]), &["no parked money"]);
    desk.assert_books();
}
