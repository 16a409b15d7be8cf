//! The list of transactions, one of them, and the file for spreadsheets.

use rules::account::Mode;
use serde_json::json;

use super::{TRANSACTIONS, next, rows, walk};
use crate::support::pages::{demo, led, open, says, silent};
use crate::support::{
    Browser, Engine, Reply, Server, accepted, advance, deposit, external_wallet, happens, item,
    pay_and_settle, payout, register, settled, text, unescaped, withdraw, withdraw_to_wallet,
};

testkit::on_both_engines!(
    transactions_are_listed_filtered_and_paged,
    a_file_holds_every_transaction_however_many_there_are,
);

testkit::on_sqlite_daily!(
    a_transaction_tells_what_happened_to_it,
    a_deposit_and_a_withdrawal_tell_of_the_other_side,
    the_file_holds_what_was_filtered_and_no_formula,
);

fn transactions_are_listed_filtered_and_paged(engine: Engine) {
    let server = Server::start(engine);
    let (browser, sandbox) = (demo(&server), server.sandbox());
    let people: Vec<String> = (0..30).map(|number| format!("person{number}@example.com")).collect();
    let mut items: Vec<(&str, &str)> = people.iter().map(|email| (email.as_str(), "1")).collect();
    items.push((server.info("email"), "2"));
    pay_and_settle(&sandbox, &items);
    let page = open(&browser, TRANSACTIONS);
    assert_eq!(rows(&page).len(), 25);
    // 31 items, the one that came back to its sender, and the money that the account began with.
    assert_eq!(walk(&browser, TRANSACTIONS).len(), 33);
    the_pages_lead_back_and_have_as_many_rows_as_chosen(&browser, &page);
    let of = |query: &str| walk(&browser, &format!("{TRANSACTIONS}?{query}")).len();
    assert_eq!((of("type=payout"), of("type=inbound_transfer"), of("type=deposit")), (31, 2, 0));
    assert_eq!((of("status=pending_claim"), of("type=payout&status=completed")), (30, 1));
    assert_eq!((of("from=2020-01-01"), of("to=2020-01-01"), of("type=nonsense")), (33, 0, 33));
    let incoming = open(&browser, &format!("{TRANSACTIONS}?type=inbound_transfer"));
    says(&incoming, "+2<span");
    says(&incoming, "Test money");
    says(&incoming, "Demo Business");
    says(&open(&browser, &format!("{TRANSACTIONS}?type=payout")), "\u{2212}2<span");
    says(&open(&browser, &format!("{TRANSACTIONS}?type=deposit")), "No matches");
}

/// 25 rows to a page at first.
fn the_pages_lead_back_and_have_as_many_rows_as_chosen(browser: &Browser, first: &Reply) {
    let previous = |page: &Reply| {
        let rest = page.body.split(" rel=\"prev\"").next()?.rsplit("href=\"").next()?;
        page.body.contains(" rel=\"prev\"").then(|| unescaped(rest.trim_end_matches('"')))
    };
    assert_eq!(previous(first), None);
    let second = open(browser, &next(first).expect("a second page"));
    assert_eq!((rows(&second).len(), next(&second)), (8, None));
    let back = open(browser, &previous(&second).expect("a way back"));
    assert_eq!((rows(&back), previous(&back)), (rows(first), None));
    for wrong in ["0", "26", "1000", "many"] {
        assert_eq!(rows(&open(browser, &format!("{TRANSACTIONS}?rows={wrong}"))).len(), 25, "{wrong}");
    }
    let chosen = browser.get(&format!("{TRANSACTIONS}?type=payout&rows=50"));
    assert_eq!(led(&chosen), TRANSACTIONS);
    assert_eq!(rows(&open(browser, TRANSACTIONS)).len(), 33, "the browser remembers it");
    browser.get(&format!("{TRANSACTIONS}?rows=25"));
    assert_eq!(rows(&open(browser, TRANSACTIONS)).len(), 25);
}

fn a_transaction_tells_what_happened_to_it(engine: Engine) {
    let server = Server::start(engine);
    let (browser, sandbox) = (demo(&server), server.sandbox());
    let made = pay_and_settle(
        &sandbox,
        &[("ada@example.com", "1"), (server.info("email"), "2"), ("x+fail@example.com", "3")],
    );
    let items = rows(&open(&browser, &format!("/dashboard/test/payouts/{}", text(&made, "id"))));
    let waiting = open(&browser, &items[0]);
    for words in
        ["Waiting to be claimed", "The recipient can claim it until", "Send a reminder", "ada@example.com"]
    {
        says(&waiting, words);
    }
    let paid = open(&browser, &items[1]);
    says(&paid, "Received by the recipient");
    silent(&paid, "Send a reminder");
    says(&open(&browser, &items[2]), "The sandbox simulated a failure. The money is back in your balance.");
    advance(&sandbox, 31 * 86_400);
    says(&open(&browser, &items[0]), "Not claimed in time. The money is back in your balance.");
}

fn a_deposit_and_a_withdrawal_tell_of_the_other_side(engine: Engine) {
    let server = Server::start(engine);
    let (browser, sandbox) = (demo(&server), server.sandbox());
    let bank = register(&sandbox, "brl_pix");
    let row = deposit(&sandbox, &bank, "250.00");
    let path = |row: &serde_json::Value| format!("{TRANSACTIONS}/{}", text(row, "id"));
    let page = open(&browser, &path(&row));
    let instructions = &row["transfer_instructions"];
    for words in
        ["Transfer details", "250.00 BRL", "Exchange rate", "Total fees", text(instructions, "reference")]
    {
        says(&page, words);
    }
    says(&page, text(instructions, "beneficiary_name"));
    happens(&sandbox, &row, "received");
    advance(&sandbox, 86_400);
    says(&open(&browser, &path(&row)), "Added to your balance");
    let out = withdraw(&sandbox, &bank, "50");
    says(&open(&browser, &path(&out)), "Until then, you can cancel it.");
    happens(&sandbox, &out, "completed");
    happens(&sandbox, &out, "returned");
    says(&open(&browser, &path(&out)), "Returned by the bank.");
    let wallet = sandbox.post("/external_wallets", &external_wallet(Mode::Test)).id();
    let sent = withdraw_to_wallet(&sandbox, &wallet, "20");
    advance(&sandbox, 3_600);
    let page = open(&browser, &path(&sent));
    let shown = sandbox.get(&format!("/withdrawals/{}", text(&sent, "id"))).json();
    says(&page, text(&external_wallet(Mode::Test), "name"));
    says(&page, text(&shown["onchain_transactions"][0], "hash"));
    assert_eq!(rows(&open(&browser, &format!("{TRANSACTIONS}?type=withdrawal"))).len(), 2);
}

fn a_file_holds_every_transaction_however_many_there_are(engine: Engine) {
    let server = Server::start(engine);
    let (browser, sandbox) = (demo(&server), server.sandbox());
    let body = payout((0..100).map(|number| item(&format!("p{number}@example.com"), "0.01")));
    for _ in 0..101 {
        accepted(&sandbox.post("/payouts", &body));
    }
    let file = open(&browser, &format!("{TRANSACTIONS}/export?type=payout"));
    let mut ids: Vec<&str> = file.body.lines().skip(1).filter_map(|line| line.split('"').nth(1)).collect();
    assert_eq!(ids.len(), 10_100);
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 10_100, "each is there once");
}

fn the_file_holds_what_was_filtered_and_no_formula(engine: Engine) {
    let server = Server::start(engine);
    let (browser, sandbox) = (demo(&server), server.sandbox());
    let mut body =
        payout([item("=cmd@example.com", "1.5"), item("ada@example.com", "2"), item("kj@example.com", "3")]);
    body["items"][1]["reference"] = json!("=HYPERLINK(\"http://evil.example\", \"x\")");
    body["items"][2]["reference"] = json!("-1+1, \"quoted\";=cmd|' /C calc'!A0");
    settled(&sandbox, &sandbox.post("/payouts", &body).json());
    let export = format!("{TRANSACTIONS}/export");
    let list = open(&browser, &format!("{TRANSACTIONS}?type=payout"));
    says(&list, &format!("{export}?type=payout"));
    let file = open(&browser, &format!("{export}?type=payout"));
    assert_eq!(file.header("content-type"), Some("text/csv; charset=utf-8"));
    assert!(file.header("content-disposition").is_some_and(|value| value.contains("TEST-transactions-20")));
    let lines: Vec<&str> = file.body.lines().collect();
    assert_eq!(lines.len(), 4, "{}", file.body);
    assert!(lines[0].starts_with(
        "\"id\",\"created_at\",\"completed_at\",\"type\",\"direction\",\"status\",\"amount\",\"currency\","
    ));
    assert!(
        file.body.contains("\"payout\",\"out\",\"pending_claim\",\"1.50\",\"USDC\",\"'=cmd@example.com\","),
        "{}",
        file.body
    );
    assert!(file.body.contains("\"'=HYPERLINK(\"\"http://evil.example\"\", \"\"x\"\")\""), "{}", file.body);
    assert!(file.body.contains("\"'-1+1, \"\"quoted\"\";'=cmd|' /C calc'!A0\""), "{}", file.body);
    assert!(lines[0].ends_with("\"balance_change\",\"payout_reference\",\"time_zone\""), "{}", lines[0]);
    assert!(file.body.contains("\"-1.50\",\"\",\"UTC\"\n"), "{}", file.body);
    let everything = open(&browser, &export);
    assert_eq!(everything.body.lines().count(), 5);
    assert!(
        everything
            .body
            .contains("\"inbound_transfer\",\"in\",\"completed\",\"10000.00\",\"USDC\",\"Test money\","),
        "{}",
        everything.body
    );
    assert_eq!(open(&browser, &format!("{export}?status=failed")).body.lines().count(), 1);
}
