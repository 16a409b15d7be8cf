//! Deposits from the form to the balance: the price, what to send, and what becomes of it.

use super::{TEST, add_account, deposit, reviewed, simulate};
use crate::support::pages::{beside, count, demo, id, led, open, says, silent};
use crate::support::{Engine, Server, advance, at_once, balance, eventually, with};

testkit::on_both_engines!(a_form_that_is_sent_often_makes_one_deposit);

testkit::on_sqlite_daily!(
    a_deposit_goes_from_the_form_to_the_balance,
    a_deposit_ends_in_every_way,
    the_first_page_says_what_is_wrong,
    a_price_that_is_too_old_is_shown_anew,
    deposits_are_filtered_by_state,
);

const DEPOSITS: &str = "/dashboard/test/deposits";
const NEW: &str = "/dashboard/test/deposits/new";

fn a_deposit_goes_from_the_form_to_the_balance(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    says(&open(&owner, NEW), "Add a bank account first");
    let account = add_account(&owner, "brl_pix");
    says(&open(&owner, NEW), ">BRL<");
    let page = owner.fill(NEW, NEW, &[("bank_account_id", id(&account)), ("amount", "543.00")]);
    for words in
        ["You send", "543", "1.00\u{a0}USDC = R$5.43", "99", "Valid until", "Exchange rate margin", "Payroll"]
    {
        says(&page, words);
    }
    assert_eq!(count(&server, "transactions"), 1, "only the money that the account began with");
    let form = crate::support::hidden_fields(&page.body, DEPOSITS);
    let place = led(&owner.post(DEPOSITS, &form));
    let page = open(&owner, &place);
    let row = server.sandbox().get(&format!("/deposits/{}", id(&place))).json();
    let instructions = &row["transfer_instructions"];
    for field in ["reference", "beneficiary_name", "amount", "currency"] {
        says(&page, instructions[field].as_str().expect("a text"));
    }
    says(&page, instructions["details"]["pix_key"].as_str().expect("a key"));
    says(&page, "Waiting for your transfer");
    assert_eq!(balance(&server.sandbox()), "10000.00");
    simulate(&owner, &place, "received");
    let done = eventually("it is credited", || {
        let page = open(&owner, &place);
        page.body.contains("You received").then_some(page)
    });
    says(&done, "Completed");
    silent(&done, "Simulation");
    silent(&done, "Cancel deposit");
    let got = server.sandbox().get(&format!("/deposits/{}", id(&place))).json()["amount"].clone();
    let expected =
        crate::support::micros("10000.00") + crate::support::micros(got.as_str().expect("an amount"));
    assert_eq!(crate::support::balance_micros(&server.sandbox()), expected);
    says(&open(&owner, &account), "Recent transfers");
    server.assert_books_balance();
}

fn a_deposit_ends_in_every_way(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let account = add_account(&owner, "mxn_spei");
    says(&simulate(&owner, &deposit(&owner, &account, "100"), "failed"), "Your transfer won't arrive");
    says(
        &simulate(&owner, &deposit(&owner, &account, "100"), "expired"),
        "Your transfer didn't arrive in time.",
    );
    let place = deposit(&owner, &account, "100");
    let cancel = format!("{place}/cancel");
    let form = owner.form(&place, &cancel);
    assert_eq!(led(&owner.post(&cancel, &form)), place);
    assert_eq!(led(&owner.post(&cancel, &form)), place, "the same form again is the same");
    let page = open(&owner, &place);
    says(&page, "Cancelled");
    silent(&page, "Transfer details");
    let again = owner.post(&cancel, &with(&form, &[("form_key", "anotheranotheranother")]));
    assert_eq!(again.status, 422, "{again:?}");
    says(&again, "no longer possible");
    let place = deposit(&owner, &account, "100");
    let wrong = owner.fill(&place, &format!("{place}/simulate"), &[("event", "stolen")]);
    assert_eq!(wrong.status, 404);
    assert_eq!(balance(&server.sandbox()), "10000.00");
}

fn the_first_page_says_what_is_wrong(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let account = add_account(&owner, "eur_sepa");
    let (account, other) = (id(&account).to_owned(), add_account(&owner, "brl_pix"));
    let send = |account: &str, amount: &str| {
        owner.fill(NEW, NEW, &[("bank_account_id", account), ("amount", amount)])
    };
    for (amount, words) in [
        ("", "Enter an amount."),
        ("1,0,0", "Enter the amount in digits, such as 1,250.50."),
        ("5 USD", "This amount is in USD. Enter an amount in EUR."),
        ("1234567890123", "A deposit or withdrawal can be worth at most 1,000,000.00\u{a0}USDC."),
        ("0", "Enter an amount greater than zero."),
        ("1.005", "Amounts in EUR can have at most 2 decimals."),
        ("9000000", "A deposit or withdrawal can be worth at most 1,000,000.00\u{a0}USDC."),
    ] {
        let mut page = send(&account, amount);
        // Only who makes the deposit is told that it is too large.
        if amount == "9000000" {
            let form = crate::support::hidden_fields(&page.body, DEPOSITS);
            page = owner.post(DEPOSITS, &form);
        }
        assert_eq!(page.status, 422, "{amount}");
        assert!(beside(&page, "deposit", "amount").contains(words), "{amount}: {page:?}");
        says(&page, &format!("value=\"{amount}"));
    }
    let page = send("", "5");
    assert!(beside(&page, "deposit", "bank_account_id").contains("Choose the bank account"), "{page:?}");
    let archive = format!("{other}/archive");
    led(&owner.post(&archive, &owner.form(&other, &archive)));
    let page = send(id(&other), "5");
    assert!(
        beside(&page, "deposit", "bank_account_id").contains("This bank account is archived"),
        "{page:?}"
    );
    assert_eq!(count(&server, "transactions"), 1);
}

fn a_price_that_is_too_old_is_shown_anew(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let account = add_account(&owner, "brl_pix");
    let fields = [("bank_account_id", id(&account)), ("amount", "100")];
    let form = reviewed(&owner, "deposits", &fields);
    advance(&server.sandbox(), 301);
    let page = owner.post(DEPOSITS, &form);
    assert_eq!(page.status, 422);
    says(&page, "The quote has expired");
    let renewed = crate::support::hidden_fields(&page.body, DEPOSITS);
    let place = led(&owner.post(DEPOSITS, &renewed));
    // A quote is good once, and for what it was made for.
    for change in [("form_key", "anotheranotheranother"), ("amount", "101")] {
        let page = owner.post(DEPOSITS, &with(&renewed, &[("form_key", "anotheranotheranothe2"), change]));
        assert_eq!(page.status, 422);
        says(&page, "No deposit was created.");
    }
    assert_eq!(open(&owner, DEPOSITS).body.matches("row-link").count(), 1);
    says(&open(&owner, DEPOSITS), id(&place));
}

fn a_form_that_is_sent_often_makes_one_deposit(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let account = add_account(&owner, "brl_pix");
    let form = reviewed(&owner, "deposits", &[("bank_account_id", id(&account)), ("amount", "100")]);
    let places = at_once(20, |_| led(&owner.post(DEPOSITS, &form)));
    assert!(places.iter().all(|place| *place == places[0]), "{places:?}");
    assert_eq!(led(&owner.post(DEPOSITS, &form)), places[0]);
    assert_eq!(open(&owner, DEPOSITS).body.matches("row-link").count(), 1);
    // So is a bank account, and what the sandbox is told.
    let new = format!("{TEST}/bank_accounts/new");
    let key = owner.form(&format!("{new}?rail=brl_pix"), &new);
    let fields = with(&key, &[("name", "Once"), ("pix_key", "52998224725")]);
    let places = at_once(20, |_| led(&owner.post(&new, &fields)));
    assert!(places.iter().all(|place| *place == places[0]), "{places:?}");
    assert_eq!(count(&server, "bank_accounts"), 2);
}

fn deposits_are_filtered_by_state(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    says(&open(&owner, DEPOSITS), "No deposits yet");
    let account = add_account(&owner, "brl_pix");
    let waiting = deposit(&owner, &account, "100");
    let failed = deposit(&owner, &account, "200");
    simulate(&owner, &failed, "failed");
    for (query, places) in [
        ("", vec![&failed, &waiting]),
        ("?status=failed", vec![&failed]),
        ("?status=awaiting_transfer", vec![&waiting]),
        ("?status=completed", vec![]),
        ("?status=nonsense", vec![&failed, &waiting]),
    ] {
        let page = open(&owner, &format!("{DEPOSITS}{query}"));
        let rows: Vec<&str> = page.body.split("class=\"row-link\" href=\"").skip(1).collect();
        let listed: Vec<&str> = rows.iter().filter_map(|rest| rest.split('"').next()).collect();
        assert_eq!(listed, places, "{query}");
    }
}
