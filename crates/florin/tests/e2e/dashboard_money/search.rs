//! The search box: by id, name, part of an email address, reference and amount, and never in another account.

use rules::account::Mode;
use serde_json::json;

use super::rows;
use crate::support::pages::{demo, open, says, silent, stranger};
use crate::support::{
    Browser, Engine, Reply, Server, accepted, bank_account, deposit, encoded, external_wallet, item, pay,
    pay_and_settle, settled, text,
};

testkit::on_both_engines!(a_payment_is_found_by_name_email_reference_and_amount);
testkit::on_sqlite_daily!(
    where_money_comes_from_and_goes_to_is_found,
    an_id_leads_to_its_page,
    a_search_finds_nothing_of_another_account,
    a_search_finds_old_rows_behind_hundreds_of_newer_ones,
);

const SEARCH: &str = "/dashboard/test/search";

fn sought(browser: &Browser, typed: &str) -> Reply {
    open(browser, &place_of(typed))
}

fn place_of(typed: &str) -> String {
    format!("{SEARCH}?q={}", encoded(typed))
}

/// How many recipients, payouts and transactions are found.
fn found(browser: &Browser, typed: &str) -> (usize, usize, usize) {
    let rows = rows(&sought(browser, typed));
    let of = |section: &str| rows.iter().filter(|row| row.contains(&format!("/{section}/"))).count();
    (of("recipients"), of("payouts"), of("transactions"))
}

fn a_payment_is_found_by_name_email_reference_and_amount(engine: Engine) {
    let server = Server::start(engine);
    let (browser, sandbox) = (demo(&server), server.sandbox());
    let recipient = json!({ "email": "jose.munoz@example.com", "nickname": "José Muñoz" });
    accepted(&sandbox.post("/recipients", &recipient));
    let body = json!({
        "reference": "Invoice 77/B",
        "items": [item("Jose.Munoz@example.com", "1250"), item("ana@example.org", "0.5")],
    });
    settled(&sandbox, &accepted(&sandbox.post("/payouts", &body)));
    for (typed, expected) in [
        ("jose", (1, 0, 1)),
        ("MUÑOZ jos", (1, 0, 1)),
        ("@example", (2, 0, 2)),
        ("ample.org", (1, 0, 1)),
        ("invoice 77", (0, 1, 0)),
        ("1,250", (0, 0, 1)),
        ("1250.50", (0, 1, 0)),
        ("$0.50", (0, 0, 1)),
        ("1250.51", (0, 0, 0)),
        ("jose ana", (0, 0, 0)),
        ("   ", (0, 0, 0)),
        ("<b>'\"%_\\", (0, 0, 0)),
    ] {
        assert_eq!(found(&browser, typed), expected, "{typed}");
    }
    let none = sought(&browser, "<b>nobody");
    says(&none, "Nothing found");
    assert!(none.body.contains("nobody\"") && !none.body.contains("<b>nobody"), "{}", none.body);
    silent(&open(&browser, SEARCH), "Nothing found");
}

fn where_money_comes_from_and_goes_to_is_found(engine: Engine) {
    let server = Server::start(engine);
    let (browser, sandbox) = (demo(&server), server.sandbox());
    let mut account = bank_account("mxn_spei");
    account["name"] = json!("Nómina Banorte");
    let account = accepted(&sandbox.post("/bank_accounts", &account));
    let mut wallet = external_wallet(Mode::Test);
    wallet["name"] = json!("Cold storage");
    accepted(&sandbox.post("/external_wallets", &wallet));
    let made = deposit(&sandbox, text(&account, "id"), "100");
    let reference = made["transfer_instructions"]["reference"].as_str().expect("a reference").to_owned();
    let found = |typed: &str, section: &str| {
        rows(&sought(&browser, typed)).iter().filter(|row| row.contains(&format!("/{section}/"))).count()
    };
    assert_eq!((found("nomina", "bank_accounts"), found("nomina", "external_wallets")), (1, 0));
    assert_eq!((found("COLD", "external_wallets"), found("cold", "bank_accounts")), (1, 0));
    assert_eq!(found(&reference.to_lowercase(), "transactions"), 1, "{made}");
    assert_eq!(found("nomina", "transactions"), 1);
}

fn an_id_leads_to_its_page(engine: Engine) {
    let server = Server::start(engine);
    let (browser, sandbox) = (demo(&server), server.sandbox());
    let made = pay_and_settle(&sandbox, &[("ada@example.com", "1")]);
    let payout = text(&made, "id");
    let items = rows(&open(&browser, &format!("/dashboard/test/payouts/{payout}")));
    let transaction = items[0].rsplit('/').next().expect("an id");
    for (typed, place) in [
        (payout.to_owned(), format!("/dashboard/test/payouts/{payout}")),
        (format!("  {} ", payout.to_uppercase()), format!("/dashboard/test/payouts/{payout}")),
        (transaction.to_owned(), format!("/dashboard/test/transactions/{transaction}")),
    ] {
        let reply = browser.get(&place_of(&typed));
        assert_eq!((reply.status, reply.header("location")), (303, Some(place.as_str())), "{typed}");
    }
    // A text that only looks like an ID is searched as text.
    says(&sought(&browser, "po_1"), "Nothing found");
}

fn a_search_finds_nothing_of_another_account(engine: Engine) {
    let server = Server::start(engine);
    pay_and_settle(&server.sandbox(), &[("ada@example.com", "7.77")]);
    let other = stranger(&server);
    for typed in ["ada", "7.77", "example"] {
        assert_eq!(found(&other, typed), (0, 0, 0), "{typed}");
    }
    assert_eq!(
        Browser::new(server.origin()).get(&format!("{SEARCH}?q=ada")).status,
        303,
        "who is not signed in"
    );
}

fn a_search_finds_old_rows_behind_hundreds_of_newer_ones(engine: Engine) {
    let server = Server::start(engine);
    let (browser, sandbox) = (demo(&server), server.sandbox());
    pay_and_settle(&sandbox, &[("first@example.net", "3.33")]);
    for round in 0..6 {
        let emails: Vec<String> = (0..100).map(|number| format!("p{round}x{number}@example.com")).collect();
        let items: Vec<(&str, &str)> = emails.iter().map(|email| (email.as_str(), "1")).collect();
        accepted(&pay(&sandbox, &items));
    }
    // More rows follow than the search reads at a time.
    assert_eq!(found(&browser, "example.net"), (1, 0, 1));
    assert_eq!(found(&browser, "3.33"), (0, 1, 1));
    let many = sought(&browser, "example.com");
    says(&many, "These are the newest matches.");
    assert_eq!(found(&browser, "example.com"), (10, 0, 10));
}
