//! Live money leaves only with recent authentication: new recipients, large sums, many small ones, and withdrawals.

use serde_json::{Value, json};

use crate::support::pages::{demo, led, money, says, silent};
use crate::support::{
    Browser, Client, Engine, Reply, Server, accepted, at_once, balance, external_wallet, hidden_fields,
    pay_and_settle, with,
};

testkit::on_both_engines!(
    many_small_payouts_at_once_are_as_much_as_one_large_one,
    a_live_payout_to_a_new_recipient_needs_the_password_and_loses_nothing,
    the_operator_chooses_the_limit,
);

testkit::on_sqlite_daily!(
    a_payout_from_a_file_needs_the_password_too,
    recipients_paid_before_get_up_to_the_limit_in_all,
    a_payment_that_was_not_completed_leaves_its_recipient_new,
    a_live_withdrawal_needs_the_password_and_its_end_does_not,
    test_money_never_needs_it,
);

const PAYOUTS: &str = "/dashboard/live/payouts";
const NEW: &str = "/dashboard/live/payouts/new";
const MICROS: i64 = 1_000_000;
const GRACE: &str = "grace@example.org";

type Fields = Vec<(String, String)>;

/// Dates every user's last password entry three hours back.
fn age(server: &Server) {
    server.execute("update sessions set proved_at = proved_at - 10800000000");
}

/// The owner of two million live USDC, who signed in three hours ago.
fn rich(server: &Server) -> (Browser, Client) {
    server.fund_live(server.info("email"), 2_000_000 * MICROS);
    server.new_user(GRACE);
    let owner = demo(server);
    age(server);
    (owner, server.live())
}

/// The fields with which a payout is sent after its dry run.
#[track_caller]
fn checked(owner: &Browser, people: &[(&str, &str, &str)]) -> Fields {
    checked_as(owner, people, "")
}

/// The same with a reference of the payout.
#[track_caller]
fn checked_as(owner: &Browser, people: &[(&str, &str, &str)], reference: &str) -> Fields {
    let mut fields = vec![("do", "check"), ("payout_reference", reference)];
    for (to, amount, reference) in people {
        fields.extend([("to", *to), ("amount", *amount), ("reference", *reference)]);
    }
    let dry_run = owner.ask(NEW, &with(&owner.form(NEW, NEW), &fields));
    assert_eq!(dry_run.status, 200, "{dry_run:?}");
    // Some pay the same amount twice.
    with(&hidden_fields(&dry_run.body, PAYOUTS), &[("earlier", "yes")])
}

#[track_caller]
fn asks(reply: &Reply) {
    assert_eq!(reply.status, 200, "{reply:?}");
    says(reply, "Confirm your password");
    says(reply, "We won't ask again for 15 minutes.");
}

fn payouts(live: &Client) -> Vec<Value> {
    accepted(&live.get("/payouts?page_size=100"))["data"].as_array().expect("a list").clone()
}

fn a_live_payout_to_a_new_recipient_needs_the_password_and_loses_nothing(engine: Engine) {
    let server = Server::start(engine);
    let (owner, live) = rich(&server);
    let people = [("ada@example.com", "1000000", "Invoice \"1\" <b>"), ("ada+2@example.com", "0.01", "")];
    let form = checked_as(&owner, &people, "May");
    let asked = owner.post(PAYOUTS, &form);
    asks(&asked);
    says(&asked, &format!("You're about to send {} in 2 payments.", money("1,000,000.01 USDC")));
    assert!(payouts(&live).is_empty(), "nothing was sent");
    let carried = hidden_fields(&asked.body, PAYOUTS);
    let wrong = owner.post(PAYOUTS, &with(&carried, &[("confirm_password", "a wrong password")]));
    assert_eq!(wrong.status, 422);
    says(&wrong, "Wrong password.");
    silent(&wrong, "a wrong password");
    assert!(payouts(&live).is_empty(), "nothing was sent");
    let carried = hidden_fields(&wrong.body, PAYOUTS);
    let confirmed = with(&carried, &[("confirm_password", server.info("password"))]);
    let places = at_once(3, |_| led(&owner.post(PAYOUTS, &confirmed)));
    assert!(places.iter().all(|place| *place == places[0]), "{places:?}");
    let paid = payouts(&live);
    assert_eq!(paid.len(), 1, "the one-time key still counts once");
    assert_eq!(
        (paid[0]["total_amount"].as_str(), paid[0]["reference"].as_str()),
        (Some("1000000.01"), Some("May"))
    );
    let path = format!("/payouts/{}/items", paid[0]["id"].as_str().expect("an id"));
    let items = accepted(&live.get(&path));
    assert_eq!(items["data"][0]["reference"], "Invoice \"1\" <b>");
    // Within fifteen minutes the user is not asked again.
    led(&owner.post(PAYOUTS, &checked(&owner, &[("alan@example.com", "5000", "")])));
    server.assert_books_balance();
}

fn a_payout_from_a_file_needs_the_password_too(engine: Engine) {
    let server = Server::start(engine);
    let (owner, live) = rich(&server);
    const EDGE: &str = "edge-of-a-test";
    let csv = "/dashboard/live/payouts/csv";
    let mut body = String::new();
    for (name, value) in owner.form(csv, csv) {
        body += &format!("--{EDGE}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
    }
    body += &format!(
        "--{EDGE}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"people.csv\"\r\n\r\n\
         email,amount,reference\nada@example.com,10,May\n\r\n--{EDGE}--\r\n"
    );
    let kind = format!("multipart/form-data; boundary={EDGE}");
    let uploaded = owner.send("POST", csv, &[("Content-Type", &kind)], Some(body.as_bytes()));
    let dry_run = owner.open(&led(&uploaded));
    assert_eq!(dry_run.status, 200, "looking needs no password: {dry_run:?}");
    let asked = owner.post(PAYOUTS, &hidden_fields(&dry_run.body, PAYOUTS));
    asks(&asked);
    assert!(payouts(&live).is_empty());
    let carried = hidden_fields(&asked.body, PAYOUTS);
    led(&owner.post(PAYOUTS, &with(&carried, &[("confirm_password", server.info("password"))])));
    assert_eq!(payouts(&live)[0]["total_amount"], "10.00");
}

fn recipients_paid_before_get_up_to_the_limit_in_all(engine: Engine) {
    let server = Server::start(engine);
    let (owner, live) = rich(&server);
    pay_and_settle(&live, &[(GRACE, "1")]);
    let pay = |amount: &str| owner.post(PAYOUTS, &checked(&owner, &[(GRACE, amount, "")]));
    asks(&pay("1000.01"));
    led(&pay("600"));
    asks(&pay("400.01"));
    led(&pay("400"));
    let asked = pay("0.01");
    asks(&asked);
    // A new recipient among known ones.
    asks(&owner.post(PAYOUTS, &checked(&owner, &[(GRACE, "1", ""), ("new@example.com", "1", "")])));
    assert_eq!(payouts(&live).len(), 3);
    let carried = hidden_fields(&asked.body, PAYOUTS);
    led(&owner.post(PAYOUTS, &with(&carried, &[("confirm_password", server.info("password"))])));
    age(&server);
    led(&pay("1000"));
    asks(&pay("0.01"));
    server.assert_books_balance();
}

fn a_payment_that_was_not_completed_leaves_its_recipient_new(engine: Engine) {
    let server = Server::start(engine);
    let (owner, live) = rich(&server);
    let waiting = pay_and_settle(&live, &[("ada@example.com", "1")]);
    asks(&owner.post(PAYOUTS, &checked(&owner, &[("ada@example.com", "1", "")])));
    let cancel = format!("/payouts/{}/cancel", waiting["id"].as_str().expect("an id"));
    accepted(&live.send("POST", &cancel, &[], None));
    asks(&owner.post(PAYOUTS, &checked(&owner, &[("ADA@example.com", "1", "")])));
    // What another account has paid says nothing about this one.
    let other = live.with_key(&server.new_key(GRACE, "live", "all"));
    server.fund_live(GRACE, MICROS);
    server.new_user("alan@example.org");
    pay_and_settle(&other, &[("alan@example.org", "1")]);
    asks(&owner.post(PAYOUTS, &checked(&owner, &[("alan@example.org", "1", "")])));
    let known = live.post("/recipients", &json!({ "email": "alan@example.org" })).id();
    asks(&owner.post(PAYOUTS, &checked(&owner, &[(&known, "1", "")])));
    assert_eq!(payouts(&live).len(), 1);
}

fn many_small_payouts_at_once_are_as_much_as_one_large_one(engine: Engine) {
    let server = Server::start(engine);
    let (owner, live) = rich(&server);
    pay_and_settle(&live, &[(GRACE, "1")]);
    let forms: Vec<Fields> = (0..16).map(|_| checked(&owner, &[(GRACE, "150", "")])).collect();
    let replies = at_once(forms.len(), |number| owner.post(PAYOUTS, &forms[number]));
    let sent = replies.iter().filter(|reply| reply.status == 303).count();
    assert_eq!(sent, 6, "six times 150 USDC is what fits into 1000");
    replies.iter().filter(|reply| reply.status != 303).for_each(asks);
    assert_eq!(payouts(&live).len(), 1 + sent);
}

fn the_operator_chooses_the_limit(engine: Engine) {
    let mut server = Server::start_with(engine, &["--confirm-payouts-above", "0"]);
    let (owner, live) = rich(&server);
    pay_and_settle(&live, &[(GRACE, "1")]);
    asks(&owner.post(PAYOUTS, &checked(&owner, &[(GRACE, "0.01", "")])));
    server.terminate();
    server.restart_with(&["--confirm-payouts-above", "50000"]);
    let owner = demo(&server);
    age(&server);
    led(&owner.post(PAYOUTS, &checked(&owner, &[(GRACE, "50000", "")])));
    asks(&owner.post(PAYOUTS, &checked(&owner, &[("new@example.com", "1", "")])));
}

fn a_live_withdrawal_needs_the_password_and_its_end_does_not(engine: Engine) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("tariff.toml");
    std::fs::write(&file, "[chain]\nwithdrawal_fixed = \"1.00\"\n").expect("a tariff");
    let server = Server::start_with(engine, &["--tariff-file", file.to_str().expect("a path in UTF-8")]);
    let (owner, live) = rich(&server);
    let wallet = live.post("/external_wallets", &external_wallet(rules::account::Mode::Live)).id();
    let (list, new) = ("/dashboard/live/withdrawals", "/dashboard/live/withdrawals/new");
    let review = owner.fill(new, new, &[("to", &wallet), ("amount", "2")]);
    assert_eq!(review.status, 200, "{review:?}");
    let asked = owner.post(list, &hidden_fields(&review.body, list));
    asks(&asked);
    says(&asked, &format!("You're about to withdraw {}", money("2.00 USDC")));
    assert_eq!(balance(&live), "2000000.00");
    let carried = hidden_fields(&asked.body, list);
    let wrong = owner.post(list, &with(&carried, &[("confirm_password", "")]));
    assert_eq!((wrong.status, balance(&live).as_str()), (422, "2000000.00"));
    let confirmed = with(&carried, &[("confirm_password", server.info("password"))]);
    let place = led(&owner.post(list, &confirmed));
    assert_eq!((led(&owner.post(list, &confirmed)), balance(&live).as_str()), (place.clone(), "1999998.00"));
    age(&server);
    let cancel = format!("{place}/cancel");
    assert_eq!(led(&owner.fill(&place, &cancel, &[])), place);
    assert_eq!(balance(&live), "2000000.00");
}

fn test_money_never_needs_it(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    age(&server);
    super::pay_by_form(&owner, &[("ada@example.com", "5000", "")]);
    let wallet =
        server.sandbox().post("/external_wallets", &external_wallet(rules::account::Mode::Test)).id();
    let (list, new) = ("/dashboard/test/withdrawals", "/dashboard/test/withdrawals/new");
    let review = owner.fill(new, new, &[("to", &wallet), ("amount", "5")]);
    led(&owner.post(list, &hidden_fields(&review.body, list)));
    assert_eq!(balance(&server.sandbox()), "4995.00");
}
