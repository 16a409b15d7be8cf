//! Withdrawals from the form to where they go: a bank account or a wallet, the price, and every end.

use super::{TEST, add_account, add_wallet, reviewed, simulate, withdraw};
use crate::support::pages::{beside, demo, id, led, open, says, silent};
use crate::support::{Engine, Server, advance, at_once, balance, with};

testkit::on_both_engines!(a_form_that_is_sent_often_withdraws_once);

testkit::on_sqlite_daily!(
    every_page_says_when_the_money_arrives,
    money_goes_to_a_bank_account_and_arrives,
    money_goes_to_a_wallet_and_arrives,
    a_withdrawal_is_cancelled_fails_or_comes_back,
    the_first_page_says_what_is_wrong,
    a_price_that_changed_is_shown_anew,
);

const WITHDRAWALS: &str = "/dashboard/test/withdrawals";
const NEW: &str = "/dashboard/test/withdrawals/new";

fn every_page_says_when_the_money_arrives(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let picker = open(&owner, "/dashboard/test/bank_accounts/new");
    says(&picker, "US dollars. Low fee. Usually arrives within 2 business days.");
    says(&picker, "Brazilian reais, to a Pix key. Usually arrives within 30 minutes.");
    let account = add_account(&owner, "eur_sepa");
    says(&open(&owner, NEW), " · 1 business day</option>");
    let page = owner.fill(NEW, NEW, &[("to", id(&account)), ("amount", "100")]);
    says(&page, "Should arrive by");
    let place = led(&owner.post(WITHDRAWALS, &crate::support::hidden_fields(&page.body, WITHDRAWALS)));
    says(&open(&owner, &place), "Should arrive by");
    let page = simulate(&owner, &place, "completed");
    says(&page, "<dt>Arrived</dt>");
    silent(&page, "Should arrive by");
    // The bank has lost this order, so that it never arrives.
    let place = withdraw(&owner, &add_account(&owner, "brl_pix"), "100.54");
    says(&open(&owner, &place), "Should arrive by");
    advance(&server.sandbox(), 31);
    says(&open(&owner, &place), "Should arrive by");
    advance(&server.sandbox(), 3_600);
    let page = open(&owner, &place);
    says(&page, "Expected by");
    says(&page, "(taking longer than usual)");
    let page = simulate(&owner, &place, "failed");
    silent(&page, "Expected by");
}

fn money_goes_to_a_bank_account_and_arrives(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    says(&open(&owner, NEW), "Add a bank account");
    let account = add_account(&owner, "brl_pix");
    says(&open(&owner, NEW), "10,000");
    let page = owner.fill(NEW, NEW, &[("to", id(&account)), ("amount", "100")]);
    for words in
        ["You withdraw", "1.00\u{a0}USDC = R$5.43", "Fixed fee", "Total fees", "Valid until", "Pix, Brazil"]
    {
        says(&page, words);
    }
    assert_eq!(balance(&server.sandbox()), "10000.00", "nothing was sent yet");
    let place = led(&owner.post(WITHDRAWALS, &crate::support::hidden_fields(&page.body, WITHDRAWALS)));
    let page = open(&owner, &place);
    says(&page, "You can cancel it for the next 30 seconds.");
    says(&page, "Queued");
    let cancel = page.body.find("Cancel withdrawal").expect("a button");
    assert!(cancel < page.body.find("Amount and fees").expect("a card"), "it is the first thing on a phone");
    assert_eq!(balance(&server.sandbox()), "9900.00");
    let page = simulate(&owner, &place, "completed");
    says(&page, "You withdrew");
    silent(&page, "Cancel withdrawal");
    says(&page, &format!("{TEST}/transactions/{}/receipt", id(&place)));
    assert_eq!(balance(&server.sandbox()), "9900.00");
    server.assert_books_balance();
}

fn money_goes_to_a_wallet_and_arrives(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let wallet = add_wallet(&owner, "Cold storage");
    let page = owner.fill(NEW, NEW, &[("to", id(&wallet)), ("amount", "100")]);
    says(&page, "99<span class=\"money-rest\">.00</span>");
    silent(&page, "Valid until");
    let place = led(&owner.post(WITHDRAWALS, &crate::support::hidden_fields(&page.body, WITHDRAWALS)));
    says(&open(&owner, &place), crate::support::ADDRESS);
    advance(&server.sandbox(), 31);
    advance(&server.sandbox(), 11);
    let page = open(&owner, &place);
    says(&page, "Completed");
    says(&page, "Transaction hash");
    says(&open(&owner, WITHDRAWALS), "Cold storage");
    server.assert_books_balance();
}

fn a_withdrawal_is_cancelled_fails_or_comes_back(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let (account, wallet) = (add_account(&owner, "mxn_spei"), add_wallet(&owner, "Cold"));
    for to in [&account, &wallet] {
        let place = withdraw(&owner, to, "100");
        let cancel = format!("{place}/cancel");
        let form = owner.form(&place, &cancel);
        assert_eq!(led(&owner.post(&cancel, &form)), place);
        assert_eq!(led(&owner.post(&cancel, &form)), place, "the same form again is the same");
        says(&open(&owner, &place), "The full amount is back in your balance.");
        assert_eq!(balance(&server.sandbox()), "10000.00");

        let place = withdraw(&owner, to, "100");
        let page = simulate(&owner, &place, "failed");
        says(&page, "the bank or network rejected it.");
        says(&page, "You would have received");
        assert_eq!(balance(&server.sandbox()), "10000.00");

        let place = withdraw(&owner, to, "100");
        simulate(&owner, &place, "completed");
        assert_eq!(balance(&server.sandbox()), "9900.00");
        let page = simulate(&owner, &place, "returned");
        says(&page, "The money arrived, but the bank returned it");
        says(&page, "Returned");
        assert_eq!(balance(&server.sandbox()), "10000.00");
    }
    let place = withdraw(&owner, &account, "100");
    let cancel = format!("{place}/cancel");
    let form = owner.form(&place, &cancel);
    advance(&server.sandbox(), 31);
    let late = owner.post(&cancel, &form);
    assert_eq!(late.status, 422, "{late:?}");
    says(&late, "no longer possible");
    assert_eq!(owner.fill(&place, &format!("{place}/simulate"), &[("event", "received")]).status, 404);
    server.assert_books_balance();
}

fn the_first_page_says_what_is_wrong(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let account = add_account(&owner, "usd_fedwire");
    let send = |to: &str, amount: &str| owner.fill(NEW, NEW, &[("to", to), ("amount", amount)]);
    for (amount, words) in [
        ("", "Enter an amount."),
        ("-1", "Enter the amount in digits"),
        ("0.0000001", "Amounts in USDC can have at most 6 decimals."),
        ("10000.01", "only 10,000.00\u{a0}USDC is available."),
        ("10", "This amount doesn't cover the fees."),
    ] {
        let page = send(id(&account), amount);
        assert_eq!(page.status, 422, "{amount}");
        assert!(beside(&page, "withdrawal", "amount").contains(words), "{amount}: {page:?}");
        says(&page, "10,000<span class=\"money-rest\">.00</span>");
        says(&page, &format!("value=\"{}\" selected", id(&account)));
    }
    let page = send("", "5");
    assert!(beside(&page, "withdrawal", "to").contains("Choose where to send the money."), "{page:?}");
    // Between the two pages the money may have gone elsewhere.
    let form = reviewed(&owner, "withdrawals", &[("to", id(&account)), ("amount", "9000")]);
    withdraw(&owner, &account, "5000");
    let page = owner.post(WITHDRAWALS, &form);
    assert_eq!(page.status, 422);
    assert!(
        beside(&page, "withdrawal", "amount").contains("only 5,000.00\u{a0}USDC is available."),
        "{page:?}"
    );
    // So may the account have been archived.
    let form = reviewed(&owner, "withdrawals", &[("to", id(&account)), ("amount", "100")]);
    let archive = format!("{account}/archive");
    led(&owner.post(&archive, &owner.form(&account, &archive)));
    let page = owner.post(WITHDRAWALS, &form);
    assert!(beside(&page, "withdrawal", "to").contains("This bank account is archived"), "{page:?}");
    assert_eq!(balance(&server.sandbox()), "5000.00");
}

fn a_price_that_changed_is_shown_anew(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let (account, wallet) = (add_account(&owner, "brl_pix"), add_wallet(&owner, "Cold"));
    let form = reviewed(&owner, "withdrawals", &[("to", id(&account)), ("amount", "100")]);
    advance(&server.sandbox(), 301);
    let page = owner.post(WITHDRAWALS, &form);
    assert_eq!(page.status, 422);
    says(&page, "The quote has changed");
    led(&owner.post(WITHDRAWALS, &crate::support::hidden_fields(&page.body, WITHDRAWALS)));
    assert_eq!(balance(&server.sandbox()), "9900.00");
    let form = reviewed(&owner, "withdrawals", &[("to", id(&wallet)), ("amount", "100")]);
    for arrives in ["100.00", "", "98.5"] {
        let page = owner.post(WITHDRAWALS, &with(&form, &[("arrives", arrives)]));
        assert_eq!(page.status, 422, "{arrives}");
        says(&page, "Nothing was sent.");
    }
    assert_eq!(balance(&server.sandbox()), "9900.00");
    led(&owner.post(WITHDRAWALS, &form));
    assert_eq!(balance(&server.sandbox()), "9800.00");
}

fn a_form_that_is_sent_often_withdraws_once(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let (account, wallet) = (add_account(&owner, "brl_pix"), add_wallet(&owner, "Cold"));
    for (to, left) in [(&account, "9900.00"), (&wallet, "9800.00")] {
        let form = reviewed(&owner, "withdrawals", &[("to", id(to)), ("amount", "100")]);
        let places = at_once(20, |_| led(&owner.post(WITHDRAWALS, &form)));
        assert!(places.iter().all(|place| *place == places[0]), "{places:?}");
        assert_eq!(led(&owner.post(WITHDRAWALS, &form)), places[0]);
        assert_eq!(balance(&server.sandbox()), left);
        // The same key for something else is no second chance.
        let other = owner.post(WITHDRAWALS, &with(&form, &[("amount", "1")]));
        assert_ne!(other.status, 303, "{other:?}");
        assert_eq!(balance(&server.sandbox()), left);
    }
    assert_eq!(open(&owner, WITHDRAWALS).body.matches("row-link").count(), 2);
    let new = format!("{TEST}/external_wallets/new");
    let fields = with(&owner.form(&new, &new), &[("name", "Once"), ("address", crate::support::ADDRESS)]);
    let places = at_once(20, |_| led(&owner.post(&new, &fields)));
    assert!(places.iter().all(|place| *place == places[0]), "{places:?}");
    assert_eq!(crate::support::pages::count(&server, "external_wallets"), 2);
}
