//! Paying people from a file: what is read, what is wrong with it, and the payment that follows.

use super::{CSV, NEW, PAYOUTS, checked, count, draft_of, sent, settled, upload};
use crate::support::pages::{demo, money, open, says, silent};
use crate::support::{Engine, Reply, Server, balance, hidden_fields, items_of, with};

testkit::on_sqlite_daily!(
    a_file_is_checked_sent_and_settled,
    a_bad_file_can_be_corrected_on_the_page,
    the_same_person_twice_in_a_file_must_be_meant,
);

testkit::on_one_engine!(every_bad_line_is_named_with_what_is_wrong_and_nothing_is_sent);

fn a_file_is_checked_sent_and_settled(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    let me = server.info("email");
    let known = server.sandbox().post("/recipients", &serde_json::json!({ "email": "kj@example.com" })).id();
    let file = format!(
        "\u{feff}E-mail;Recipient ID;Amount;Reference;Department\r\n\
         ada@example.com;;12.50;\"Bonus; \"\"May\"\"\";R&D\r\n\r\n{me};;7;;\r\n;{known};1;;\r\n\
         x+fail@example.com;;2;;\r\n"
    );
    let dry_run = upload(&browser, file.as_bytes());
    for words in
        ["Bonus; \"May\"", "kj@example.com", "Fails (simulated by this test address)", "Department", "9,977"]
    {
        says(&dry_run, words);
    }
    says(&dry_run, &format!("Send {} to 4 recipients", money("22.50 USDC")));
    assert_eq!(count(&server), 0);
    let fields = checked(&dry_run);
    let place = sent(&browser.post(PAYOUTS, &fields));
    assert_eq!(sent(&browser.post(PAYOUTS, &fields)), place);
    let payout = settled(&server, &place);
    let items = items_of(&server.sandbox(), &payout);
    let statuses: Vec<&str> = items.iter().filter_map(|item| item["status"].as_str()).collect();
    assert_eq!(statuses, ["pending_claim", "completed", "pending_claim", "failed"]);
    assert_eq!(items[0]["reference"], "Bonus; \"May\"");
    says(&open(&browser, &place), "The sandbox simulated a failure.");
    assert_eq!((count(&server), balance(&server.sandbox()).as_str()), (1, "9986.50"));
    server.assert_books_balance();
}

/// The row of the dry run for this line of the file.
fn line(page: &Reply, number: usize) -> String {
    let text = crate::support::unescaped(&page.body);
    let row = text.split("<tr").find(|row| row.contains(&format!("data-label=\"Line\">{number}</td>")));
    row.unwrap_or_else(|| panic!("no line {number} in {text}")).to_owned()
}

fn every_bad_line_is_named_with_what_is_wrong_and_nothing_is_sent(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    let bad = [
        ("not an address,,80,", "an email address with an @"),
        (",rcp_01kdvq3y5cf2ab6ngnm3hcrkve,5,", "There's no recipient with this ID"),
        (",ada,5,", "an email address with an @"),
        ("grace@example.com,,1,000.00,", "in quotation marks, or write 1000.00"),
        ("grace@example.com,rcp_1,1,", "not both"),
        (",,7,", "Enter an email address."),
        ("kj@example.com,,,", "Enter an amount."),
        ("kj@example.com,,-5,", "Enter the amount in digits"),
        ("kj@example.com,,=1+1,", "Enter the amount in digits"),
        ("kj@example.com,,0.00,", "greater than zero"),
        ("kj@example.com,,1.0000001,", "at most 6 decimals"),
        ("kj@example.com,,2000000,", "at most 1,000,000.00\u{a0}USDC"),
        ("kj@example.com,,9999999999999,", "This amount is too large."),
        ("\"kj@example.com\",,1,\"two\nlines\"", "Remove line breaks"),
        ("müller@example.com,,1,", "without accents or special letters"),
    ];
    let lines: Vec<&str> = bad.iter().map(|(line, _)| *line).collect();
    let file =
        format!("email,recipient_id,amount,reference\nada@example.com,,1,fine\n{}\n", lines.join("\n"));
    let page = upload(&browser, file.as_bytes());
    assert_eq!(page.status, 422);
    says(&page, "15 lines have mistakes.");
    assert!(line(&page, 2).contains("Gets an email"), "{}", line(&page, 2));
    for (index, (_, words)) in bad.iter().enumerate() {
        // One of them is two lines long.
        let number = if index < 14 { index + 3 } else { index + 4 };
        let row = line(&page, number);
        assert!(row.contains(words), "{words:?} is not in {row}");
    }
    silent(&page, "<button class=\"button primary\">");
    // Sending it all the same is refused.
    let forced = browser.post(PAYOUTS, &hidden_fields(&page.body, PAYOUTS));
    assert_eq!((forced.status, count(&server)), (422, 0));
    let poor = upload(&browser, b"email,amount\nada@example.com,9999\ngrace@example.com,9999\n");
    assert_eq!(poor.status, 422);
    says(&poor, "Not enough money");
    assert_eq!((count(&server), balance(&server.sandbox()).as_str()), (0, "10000.00"));
}

fn a_bad_file_can_be_corrected_on_the_page(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    let page = upload(&browser, b"email,amount,reference\nada@example.com,\"1,500\",x\n");
    says(&page, "Correct here");
    let form = open(&browser, &draft_of(&page));
    says(&form, "value=\"1,500\"");
    says(&form, "Line 2: Did you mean 1,500.00 or 1.50?");
    let fields = with(
        &hidden_fields(&form.body, NEW),
        &[("do", "check"), ("to", "ada@example.com"), ("amount", "1.5"), ("reference", "x")],
    );
    let place = sent(&browser.post(PAYOUTS, &checked(&browser.ask(NEW, &fields))));
    assert_eq!(settled(&server, &place)["total_amount"], "1.50");
}

fn the_same_person_twice_in_a_file_must_be_meant(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    let dry_run = upload(&browser, b"email,amount\nada@example.com,1\nAda@Example.com,2\n");
    says(&dry_run, "Recipients listed more than once");
    says(&dry_run, "Same recipient as line 2");
    let fields = checked(&dry_run);
    assert_eq!((browser.post(PAYOUTS, &fields).status, count(&server)), (422, 0));
    let place = sent(&browser.post(PAYOUTS, &with(&fields, &[("again", "yes")])));
    assert_eq!(settled(&server, &place)["total_items"], 2);
    says(&open(&browser, CSV), "Download sample");
}
