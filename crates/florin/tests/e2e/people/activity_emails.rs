//! Emails about money: one for each thing that happens, to the owner of the account, with its amounts. Those that their
//! reader turned off aren't written, and those about money that fails to arrive or comes back always are.

use serde_json::{Value, json};

use super::{PASSWORD, join};
use crate::support::pages::{count, demo};
use crate::support::{
    Browser, Client, DAY, EmailServer, Engine, Letter, Server, TARIFF, advance, deposit, email_to, emails_to,
    eventually, look, pay_and_settle, register, text, withdraw,
};

testkit::on_sqlite_daily!(
    an_owner_is_told_how_live_withdrawals_and_deposits_went,
    people_are_told_of_payments_that_came_were_claimed_or_came_back,
    only_money_that_fails_or_comes_back_is_told_to_owners_who_turn_emails_off,
);

const BOB: &str = "bob@example.com";
const NEW: &str = "new@example.com";

/// The live account of the demo user, with money and prices.
fn funded(engine: Engine, email_server: &EmailServer) -> (Server, Client) {
    let arguments = [&email_server.arguments()[..], &["--tariff-file", TARIFF]].concat();
    let server = Server::start_with(engine, &arguments);
    server.fund_live(server.info("email"), 1_000_000_000);
    let live = server.live();
    (server, live)
}

/// What an operator says about a withdrawal.
fn operate(server: &Server, verb: &str, withdrawal: &Value) {
    let id = text(withdrawal, "id");
    let told = server.florin_json(&[
        "ops",
        "withdrawals",
        verb,
        id,
        "--operator",
        "ana",
        "--evidence",
        "the bank statement",
    ]);
    assert!(["done", "repeated"].contains(&text(&told, "outcome")), "{told}");
}

/// The money of a deposit came, as an operator saw it.
fn receive(server: &Server, deposit: &Value, amount: &str) {
    let reference = text(&deposit["transfer_instructions"], "reference");
    let flags =
        ["--rail", "brl_pix", "--reference", reference, "--amount", amount, "--bank-reference", "E2E1"];
    let own = ["--operator", "ana", "--evidence", "the bank statement", "--amount-differs"];
    let told = server.florin_json(&[&["ops", "deposits", "receive"], &flags[..], &own].concat());
    assert_eq!(told["outcome"], "done", "{told}");
}

/// What came of a withdrawal in the currency of the bank account.
fn outside(server: &Server, withdrawal: &Value) -> String {
    let shown = server.florin_json(&["ops", "withdrawals", "show", text(withdrawal, "id")]);
    text(&shown, "counter_amount").to_owned()
}

/// The only email of a kind to an address, with plain spaces.
#[track_caller]
fn only_email(server: &Server, address: &str, kind: &str) -> Letter {
    let letter = email_to(server.origin(), address, kind);
    assert_eq!(written(server, kind), 1, "{kind}: {:?}", emails_to(server.origin(), address, kind));
    let plain = |text: String| text.replace(['\u{a0}', '\n'], " ");
    Letter { subject: plain(letter.subject), text: plain(letter.text), links: letter.links }
}

#[track_caller]
fn check(letter: &Letter, subject: &str, words: &[&str]) {
    assert_eq!(letter.subject, subject);
    for word in words {
        assert!(letter.text.contains(word), "no {word:?} in {letter:?}");
    }
}

/// Emails of a kind, to all people and in both modes.
fn written(server: &Server, kind: &str) -> i64 {
    count(server, &format!("emails where kind = '{kind}'"))
}

/// The mail server has it once.
fn is_sent(email_server: &EmailServer, address: &str, subject: &str) {
    let line = format!("Subject: {subject}");
    let taken = || email_server.taken(address).iter().filter(|email| email.message.contains(&line)).count();
    eventually("an email", || (taken() > 0).then_some(()));
    assert_eq!(taken(), 1, "{subject}");
}

/// Turns off all that can be turned off.
fn turn_off(browser: &Browser) {
    let page = "/dashboard/live/settings";
    assert_eq!(browser.fill(page, &format!("{page}/emails"), &[]).status, 303);
}

fn an_owner_is_told_how_live_withdrawals_and_deposits_went(engine: Engine) {
    let email_server = EmailServer::start();
    let (server, live) = funded(engine, &email_server);
    let (owner, account) = (server.info("email"), register(&live, "brl_pix"));
    let withdrawal = withdraw(&live, &account, "100.00");
    // The half minute in which it can be cancelled is over, and so is the minute in which it may arrive.
    server.execute("update external_transfers set next_at = 1 where next_at is not null");
    eventually("it is to be paid", || (look(&live, &withdrawal)["status"] == "processing").then_some(()));
    assert_eq!(written(&server, "withdrawal_sent"), 0, "it waits for an operator");
    for _ in 0..2 {
        operate(&server, "sent", &withdrawal);
    }
    server.execute("update emails set next_at = 1 where kind = 'withdrawal_sent'");
    is_sent(&email_server, owner, "Withdrawal of 100.00 USDC sent");
    let reais = format!("R${}", outside(&server, &withdrawal));
    let sent = only_email(&server, owner, "withdrawal_sent");
    check(&sent, "Withdrawal of 100.00 USDC sent", &[&reais, "on its way", "Payroll", "Should arrive by"]);
    assert!(
        sent.links.contains(&format!("/dashboard/live/withdrawals/{}", text(&withdrawal, "id"))),
        "{sent:?}"
    );
    for _ in 0..2 {
        operate(&server, "complete", &withdrawal);
    }
    is_sent(&email_server, owner, "Withdrawal of 100.00 USDC completed");
    let completed = only_email(&server, owner, "withdrawal_completed");
    check(&completed, "Withdrawal of 100.00 USDC completed", &[&reais, "has arrived"]);
    for _ in 0..2 {
        operate(&server, "return", &withdrawal);
    }
    is_sent(&email_server, owner, "Withdrawal of 100.00 USDC returned");
    let returned = only_email(&server, owner, "withdrawal_returned");
    check(&returned, "Withdrawal of 100.00 USDC returned", &[&reais, "100.00 USDC is back in your balance"]);
    let failing = withdraw(&live, &account, "20.00");
    operate(&server, "fail", &failing);
    is_sent(&email_server, owner, "Withdrawal of 20.00 USDC failed");
    let failed = only_email(&server, owner, "withdrawal_failed");
    check(&failed, "Withdrawal of 20.00 USDC failed", &["20.00 USDC is back in your balance"]);
    let expected = deposit(&live, &account, "100.00");
    receive(&server, &expected, "100.00");
    let subject = format!("{} USDC added to your balance", text(&look(&live, &expected), "amount"));
    is_sent(&email_server, owner, &subject);
    check(&only_email(&server, owner, "deposit_credited"), &subject, &["R$100.00"]);
    assert_eq!(count(&server, "emails where queue = 'activity'"), 5, "and no other");
    server.assert_books_balance();
}

/// In the sandbox, whose clock can be moved. It keeps what live accounts are sent.
fn people_are_told_of_payments_that_came_were_claimed_or_came_back(engine: Engine) {
    let server = Server::start(engine);
    let (sandbox, sender) = (server.sandbox(), server.info("email"));
    server.new_payee(BOB);
    let items = json!([
        { "email": BOB, "amount": "12.50", "reference": "Invoice 7" },
        { "email": NEW, "amount": "7.25" },
        { "email": "never@example.com", "amount": "3.10" },
    ]);
    sandbox.post("/payouts", &json!({ "items": items })).id();
    let paid = only_email(&server, BOB, "paid");
    check(&paid, "Demo Business sent you 12.50 USDC", &["Invoice 7", "The money is in your Florin balance."]);
    let link = email_to(server.origin(), NEW, "claim").links[0].clone();
    let fields = [("name", "Newcomer"), ("password", PASSWORD)];
    let claimed = Browser::new(server.origin()).fill(&link, &format!("{link}/join"), &fields);
    assert_eq!(claimed.status, 303, "{claimed:?}");
    check(&only_email(&server, sender, "claimed"), "1 payment claimed", &["7.25 USDC"]);
    assert_eq!(written(&server, "refunded"), 0, "not yet");
    advance(&sandbox, 31 * DAY);
    let refunded = only_email(&server, sender, "refunded");
    check(
        &refunded,
        "3.10 USDC returned to your balance",
        &["1 payment from your payout", "never@\u{200b}example.\u{200b}com"],
    );
    advance(&sandbox, 31 * DAY);
    for kind in ["paid", "claimed", "refunded"] {
        assert_eq!(written(&server, kind), 1, "{kind}");
    }
    assert_eq!(count(&server, "emails where queue = 'activity'"), 0, "nothing is sent");
}

fn only_money_that_fails_or_comes_back_is_told_to_owners_who_turn_emails_off(engine: Engine) {
    let email_server = EmailServer::start();
    let (server, live) = funded(engine, &email_server);
    let (owner, account) = (server.info("email"), register(&live, "brl_pix"));
    turn_off(&demo(&server));
    let expected = deposit(&live, &account, "50.00");
    receive(&server, &expected, "50.00");
    let [returning, failing] = ["30.00", "40.00"].map(|amount| withdraw(&live, &account, amount));
    server.execute("update external_transfers set next_at = 1 where next_at is not null");
    eventually("it is to be paid", || (look(&live, &returning)["status"] == "processing").then_some(()));
    operate(&server, "complete", &returning);
    operate(&server, "return", &returning);
    operate(&server, "fail", &failing);
    is_sent(&email_server, owner, "Withdrawal of 30.00 USDC returned");
    is_sent(&email_server, owner, "Withdrawal of 40.00 USDC failed");
    assert_eq!(count(&server, "emails where queue = 'activity'"), 2);
    // The same choice holds for both accounts of a user.
    let sandbox = server.sandbox();
    let bob = join(&server, BOB, "Bob");
    server.acquaint(&sandbox, BOB);
    turn_off(&bob);
    pay_and_settle(&sandbox, &[(BOB, "12.50"), (NEW, "7.25")]);
    let link = email_to(server.origin(), NEW, "claim").links[0].clone();
    let fields = [("name", "Newcomer"), ("password", PASSWORD)];
    let claimed = Browser::new(server.origin()).fill(&link, &format!("{link}/join"), &fields);
    assert_eq!(claimed.status, 303, "{claimed:?}");
    pay_and_settle(&sandbox, &[("never@example.com", "3.10")]);
    advance(&sandbox, 31 * DAY);
    for (kind, number) in [("paid", 0), ("claimed", 0), ("deposit_credited", 0), ("refunded", 1)] {
        assert_eq!(written(&server, kind), number, "{kind}");
    }
    server.assert_books_balance();
}
