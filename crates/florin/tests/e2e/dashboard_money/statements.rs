//! Receipts and statements: the pages, the files, and that all of them say the same. Whose they are, and whose not.

use rules::account::Mode;
use serde_json::Value;
use testkit::poppler::text_lines;

use super::{STATEMENTS, TRANSACTIONS, rows};
use crate::support::pages::{demo, id, money, open, says, silent, stranger};
use crate::support::{
    Browser, Client, Engine, Reply, Server, advance, deposit, external_wallet, happens, items_of,
    pay_and_settle, register, text, withdraw, withdraw_to_wallet,
};

testkit::on_both_engines!(a_statement_adds_up_on_the_page_and_in_each_file);

testkit::on_sqlite_daily!(
    a_receipt_shows_exact_figures_and_says_that_it_is_a_test,
    receipts_of_all_types_are_there,
    a_statement_belongs_to_its_account_mode_and_month,
);

/// 1,000 USDC of test money, a deposit, withdrawals of which one comes back, payouts of which one waits.
fn live_through(server: &Server) -> [Value; 3] {
    let sandbox = server.sandbox();
    let bank = register(&sandbox, "brl_pix");
    let received = deposit(&sandbox, &bank, "250.00");
    happens(&sandbox, &received, "received");
    let returned = withdraw(&sandbox, &bank, "50");
    happens(&sandbox, &returned, "completed");
    let wallet = sandbox.post("/external_wallets", &external_wallet(Mode::Test)).id();
    let sent = withdraw_to_wallet(&sandbox, &wallet, "20");
    advance(&sandbox, 3_600);
    happens(&sandbox, &returned, "returned");
    let paid = pay_and_settle(&sandbox, &[("ada@example.com", "1.5"), ("x+fail@example.com", "3")]);
    [received, sent, paid]
}

/// The month that is shown first.
fn month(browser: &Browser) -> String {
    let list = open(browser, STATEMENTS);
    let months = rows(&list);
    assert_eq!(months.len(), 1, "{months:?}");
    says(&list, "In progress");
    months[0].clone()
}

fn amount(text: &str) -> i64 {
    let plain = text.replace([',', '+'], "").replace('\u{2212}', "-");
    let (whole, fraction) = plain.split_once('.').unwrap_or((&plain, "0"));
    let micros: i64 = format!("{fraction:0<6}").parse().expect("decimals");
    let units: i64 = whole.trim_start_matches('-').parse().expect("digits");
    let value = units * 1_000_000 + micros;
    if plain.starts_with('-') { -value } else { value }
}

/// The figure behind a name in a PDF.
fn figure(lines: &[String], name: &str) -> i64 {
    let found = lines.iter().find_map(|line| line.strip_prefix(name)?.trim().strip_suffix(" USDC"));
    amount(found.unwrap_or_else(|| panic!("no {name} in {lines:#?}")))
}

fn records(file: &Reply) -> Vec<Vec<String>> {
    let cells = |line: &str| line.trim_matches('"').split("\",\"").map(str::to_owned).collect();
    file.body.lines().map(cells).collect()
}

fn total(client: &Client) -> i64 {
    amount(text(&client.get("/balance").json(), "amount"))
}

fn a_statement_adds_up_on_the_page_and_in_each_file(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    live_through(&server);
    let here = month(&browser);
    let page = open(&browser, &here);
    for words in
        ["Withdrawal to", "Return of withdrawal to", "Deposit from", "Test money", "This month isn't over"]
    {
        says(&page, words);
    }
    // What waits to be claimed is reserved, and what failed came back: neither is a movement.
    silent(&page, "Payout to");
    let csv = records(&open(&browser, &format!("{here}/csv")));
    let (first, last) = (&csv[1], csv.last().expect("lines"));
    assert_eq!((first[0].as_str(), first[7].as_str()), ("opening_balance", "0.00"));
    assert_eq!(last[0], "closing_balance");
    let mut balance = 0;
    let movements = &csv[2..csv.len() - 1];
    assert_eq!(movements.len(), rows(&page).len());
    for movement in movements {
        balance += amount(&movement[5]) - amount(&movement[6]);
        assert_eq!(amount(&movement[7]), balance, "{movement:?}");
        assert_eq!(movement[9], "test");
        assert!(open(&browser, &format!("{TRANSACTIONS}/{}", movement[2])).status == 200);
    }
    assert_eq!(balance, amount(&last[7]));
    let lines = text_lines(&open(&browser, &format!("{here}/pdf")).bytes);
    let of = |name: &str| figure(&lines, name);
    assert_eq!(of("Opening balance") + of("Money in") + of("Money out") + of("Fees"), of("Balance so far"));
    assert_eq!(of("Balance so far"), balance);
    let parts = lines.iter().find_map(|line| line.strip_prefix("Available: ")?.strip_suffix(" USDC"));
    let parts = parts.expect("what the balance is made of").split_once(" USDC");
    let (available, reserved) = parts.expect("two amounts");
    let reserved = amount(reserved.rsplit(' ').next().expect("an amount"));
    assert_eq!(amount(available), total(&server.sandbox()));
    assert!(reserved >= 1_500_000 && amount(available) + reserved == balance, "{lines:#?}");
    let ofx = open(&browser, &format!("{here}/ofx"));
    let amounts = ofx.body.split("<TRNAMT>").skip(1).filter_map(|rest| rest.split('<').next());
    assert_eq!(amounts.map(amount).sum::<i64>(), balance);
    assert!(ofx.body.contains(&format!("<BALAMT>{}</BALAMT>", last[7])), "{}", ofx.body);
    for (file, kind) in
        [("pdf", "application/pdf"), ("csv", "text/csv; charset=utf-8"), ("ofx", "application/x-ofx")]
    {
        let reply = open(&browser, &format!("{here}/{file}"));
        assert_eq!(reply.header("content-type"), Some(kind));
        let name = format!("TEST-statement-{}.{file}", id(&here));
        assert!(reply.header("content-disposition").is_some_and(|value| value.contains(&name)), "{reply:?}");
    }
}

fn a_receipt_shows_exact_figures_and_says_that_it_is_a_test(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    let paid = pay_and_settle(&server.sandbox(), &[("ada@example.com", "1234.5")]);
    let item = text(&items_of(&server.sandbox(), &paid)[0], "id").to_owned();
    let place = format!("{TRANSACTIONS}/{item}");
    says(&open(&browser, &place), "View receipt");
    let page = open(&browser, &format!("{place}/receipt"));
    for words in [
        "Payout to ada@example.com",
        &money("\u{2212}1,234.50 USDC"),
        "Pending claim",
        "Test data. No real money moved.",
    ] {
        says(&page, words);
    }
    let file = open(&browser, &format!("{place}/receipt/pdf"));
    assert_eq!(file.header("content-type"), Some("application/pdf"));
    let name = format!("filename=\"TEST-receipt-{item}.pdf\"");
    assert!(file.header("content-disposition").is_some_and(|value| value.contains(&name)), "{file:?}");
    let lines = text_lines(&file.bytes);
    for words in [
        "TEST Test data. No real money moved.",
        "Payout to ada@example.com",
        "\u{2212}1,234.50 USDC",
        "Pending claim",
        "This document isn't proof of payment.",
        "Amount 1,234.50 USDC",
        "Total 1,234.50 USDC",
        &format!("Transaction ID {item}"),
        &format!("Payout ID {}", text(&paid, "id")),
    ] {
        assert!(lines.iter().any(|line| line == words), "{words:?} is not in {lines:#?}");
    }
}

fn receipts_of_all_types_are_there(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    let made = live_through(&server);
    let all = rows(&open(&browser, TRANSACTIONS));
    assert!(all.len() > 5 && all.iter().any(|place| place.ends_with(text(&made[0], "id"))));
    for place in all {
        let page = open(&browser, &format!("{place}/receipt"));
        let lines = text_lines(&open(&browser, &format!("{place}/receipt/pdf")).bytes);
        let heading =
            page.body.split("<h1>").nth(1).and_then(|rest| rest.split("</h1>").next()).expect("a heading");
        assert!(lines.iter().any(|line| *line == crate::support::unescaped(heading)), "{heading} {lines:#?}");
        let sums: Vec<i64> = lines
            .iter()
            .filter_map(|line| line.strip_suffix(" USDC")?.rsplit(' ').next())
            .map(amount)
            .collect();
        // Its amount, what was sent or received, fees, and the total.
        let (parts, total) = sums[1..].split_at(sums.len() - 2);
        let fees: i64 = parts[1..].iter().sum();
        assert!(parts[0] + fees == total[0] || parts[0] - fees == total[0], "{lines:#?}");
        assert_eq!(sums[0].abs(), total[0]);
        only_completed_transactions_are_confirmed(&lines);
    }
}

/// What failed, was returned or is on its way was neither sent nor received, and is not called completed.
#[track_caller]
fn only_completed_transactions_are_confirmed(lines: &[String]) {
    let has = |words: &str| lines.iter().any(|line| line.starts_with(words));
    let is_completed = has("Completed \u{b7}");
    assert_eq!(has("This document isn't proof of payment."), !is_completed, "{lines:#?}");
    assert_eq!(has("Amount sent ") || has("Amount received "), is_completed, "{lines:#?}");
    let is_returned = has("Returned \u{b7}");
    assert_eq!(has("Returned 1") || has("Returned 2") || has("Returned 3"), is_returned, "{lines:#?}");
    if has("Failed \u{b7}") {
        assert!(!has("Completed "), "{lines:#?}");
    }
}

fn a_statement_belongs_to_its_account_mode_and_month(engine: Engine) {
    let server = Server::start(engine);
    let (owner, other) = (demo(&server), stranger(&server));
    live_through(&server);
    let here = month(&owner);
    let live = here.replace("/test/", "/live/");
    for file in ["", "/pdf", "/csv", "/ofx"] {
        // A stranger has a statement of the same month, of an account in which nothing of this happened.
        let theirs = open(&other, &format!("{here}{file}"));
        silent(&theirs, "Deposit from");
        silent(&theirs, server.info("email"));
        let in_live = open(&owner, &format!("{live}{file}"));
        silent(&in_live, "Deposit from");
        silent(&in_live, "Test money");
        for wrong in ["2020-01", "2999-01", "2026-13", "2026-1", "x", "..", "%00", "acct_1"] {
            let path = format!("{STATEMENTS}/{wrong}{file}");
            assert_eq!(owner.get(&path).status, 404, "{path}");
        }
    }
    assert_eq!(records(&open(&owner, &format!("{live}/csv"))).len(), 3);
    let live_pdf = text_lines(&open(&owner, &format!("{live}/pdf")).bytes);
    assert!(
        !live_pdf.concat().contains("TEST")
            && live_pdf.iter().any(|line| line == "No money moved this month.")
    );
    for place in rows(&open(&owner, TRANSACTIONS)) {
        for file in ["receipt", "receipt/pdf"] {
            let path = format!("{place}/{file}");
            assert_eq!(other.get(&path).status, 404, "{path}");
            assert_eq!(owner.get(&path.replace("/test/", "/live/")).status, 404, "the other mode: {path}");
        }
    }
}
