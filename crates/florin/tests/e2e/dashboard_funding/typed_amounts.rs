//! Amounts as people type them, in every field that takes one: what is read, what is asked, and that the next page says
//! what was read. The API takes one spelling.

use serde_json::json;

use super::{add_account, add_wallet};
use crate::support::pages::{beside, count, demo, id, led, money, open, says, silent};
use crate::support::{Browser, Engine, Reply, Server, balance, hidden_fields, with};

testkit::on_sqlite_daily!(
    every_field_reads_the_formats_of_people_and_says_what_it_read,
    an_ambiguous_amount_is_a_question_with_two_answers,
);

testkit::on_one_engine!(
    a_reader_of_portuguese_types_commas,
    an_amount_in_another_currency_is_refused_in_every_field,
    an_answer_counts_only_for_what_was_asked,
    the_api_takes_one_spelling,
);

const ADD: &str = "/dashboard/test/inbound_transfers";
const WITHDRAWALS: &str = "/dashboard/test/withdrawals";
const WITHDRAWAL: &str = "/dashboard/test/withdrawals/new";
const DEPOSIT: &str = "/dashboard/test/deposits/new";
const AUTOMATIC: &str = "/dashboard/test/withdrawals/automatic/edit";

/// What people type for 1,250.
const SPELLINGS: [&str; 9] =
    ["1250", "1,250.00", "1.250,00", "1250,00", "1 250", "1\u{202f}250,00", "1'250.00", "1,250.0", " 1250 "];

fn every_field_reads_the_formats_of_people_and_says_what_it_read(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let (euros, wallet) = (add_account(&owner, "eur_sepa"), add_wallet(&owner, "Cold"));
    for typed in SPELLINGS.into_iter().chain(["$1,250.00", "1 250,00 USDC", "USDC 1250", "$ 1.250,00"]) {
        let page = owner.fill(WITHDRAWAL, WITHDRAWAL, &[("to", id(&euros)), ("amount", typed)]);
        assert_eq!(page.status, 200, "{typed}: {page:?}");
        says(&page, "1,250<span class=\"money-rest\">.00</span>");
        says(&page, "name=\"amount\" value=\"1250.00\"");
        // A new account is added on the way, and its page says what the withdrawal is.
        let page = owner.fill(WITHDRAWAL, WITHDRAWAL, &[("to", "brl_pix"), ("amount", typed)]);
        let place = page.header("location").expect("the form of the account").to_owned();
        says(&open(&owner, &place), &format!("Withdrawal of {}", money("1,250.00 USDC")));
        led(&owner.fill(AUTOMATIC, AUTOMATIC, &[("to", id(&wallet)), ("amount", typed)]));
        says(&open(&owner, &format!("{WITHDRAWALS}/automatic")), &money("1,250.00 USDC"));
    }
    // Euros have no thousandths, so even one separator is no question.
    for typed in SPELLINGS.into_iter().chain(["€1,250", "1.250,00 €", "1250 EUR"]) {
        let page = owner.fill(DEPOSIT, DEPOSIT, &[("bank_account_id", id(&euros)), ("amount", typed)]);
        assert_eq!(page.status, 200, "{typed}: {page:?}");
        says(&page, "€1,250<span class=\"money-rest\">.00</span>");
    }
    led(&owner.fill("/dashboard/test", ADD, &[("amount", "$2 500,50")]));
    assert_eq!(balance(&server.sandbox()), "12500.50");
    // Comma keys of phones work in each field.
    for page in ["/dashboard/test", WITHDRAWAL, DEPOSIT, AUTOMATIC] {
        let body = open(&owner, page).body;
        let field = body.split("<input").find(|tag| tag.contains(" name=\"amount\""));
        assert!(field.expect("a field").contains("inputmode=\"decimal\""), "{page}");
    }
}

fn a_reader_of_portuguese_types_commas(engine: Engine) {
    let server = Server::start(engine);
    let browser = Browser::reading(server.origin(), "pt-BR");
    browser.sign_in(server.info("email"), server.info("password"));
    let account = add_account(&browser, "brl_pix");
    let send =
        |typed: &str| browser.fill(DEPOSIT, DEPOSIT, &[("bank_account_id", id(&account)), ("amount", typed)]);
    for typed in ["R$ 1.250,00", "1.250", "1250,0", "BRL 1.250,00", "1,250.00"] {
        let page = send(typed);
        assert_eq!(page.status, 200, "{typed}: {page:?}");
        says(&page, "R$\u{a0}1.250<span class=\"money-rest\">,00");
    }
    let page = send("$5");
    assert_eq!(beside(&page, "deposit", "amount"), "Este valor está em $. Digite um valor em BRL.");
}

/// A withdrawal to this place, as its form is sent.
fn withdrawal(owner: &Browser, to: &str, fields: &[(&str, &str)]) -> Reply {
    owner.fill(WITHDRAWAL, WITHDRAWAL, &[&[("to", id(to))], fields].concat())
}

fn an_ambiguous_amount_is_a_question_with_two_answers(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let account = add_account(&owner, "mxn_spei");
    let page = withdrawal(&owner, &account, &[("amount", "1,250")]);
    assert_eq!(page.status, 422, "{page:?}");
    assert_eq!(beside(&page, "withdrawal", "amount"), "Did you mean 1,250.00 or 1.25?");
    says(&page, "value=\"1,250\"");
    for (value, shown) in [("1250.00", "1,250.00 USDC"), ("1.25", "1.25 USDC")] {
        says(&page, &format!("type=\"radio\" name=\"amount_reading\" value=\"{value}\">"));
        says(&page, &money(shown));
    }
    let question = page.body.split("amount_reading").nth(1).expect("a question");
    assert!(!question.contains("checked"), "neither is chosen beforehand");
    for (reading, shown) in [("1250.00", "1,250<span"), ("1.25", "1<span class=\"money-rest\">.25")] {
        let review = withdrawal(&owner, &account, &[("amount", "1,250"), ("amount_reading", reading)]);
        assert_eq!(review.status, 200, "{review:?}");
        says(&review, shown);
    }
    let review = withdrawal(&owner, &account, &[("amount", "1,250"), ("amount_reading", "1250.00")]);
    led(&owner.post(WITHDRAWALS, &hidden_fields(&review.body, WITHDRAWALS)));
    assert_eq!(balance(&server.sandbox()), "8750.00");
    // The other fields ask in the same way.
    let euros = add_account(&owner, "eur_sepa");
    let automatic = owner.fill(AUTOMATIC, AUTOMATIC, &[("to", id(&euros)), ("amount", "1,250")]);
    let added = owner.fill("/dashboard/test", ADD, &[("amount", "1,250")]);
    for page in [automatic, added] {
        assert_eq!(page.status, 422);
        says(&page, "Did you mean 1,250.00 or 1.25?");
        says(&page, "name=\"amount_reading\" value=\"1.25\"");
    }
    let added = owner.fill("/dashboard/test", ADD, &[("amount", "1,250"), ("amount_reading", "1.25")]);
    led(&added);
    assert_eq!(balance(&server.sandbox()), "8751.25");
}

fn an_answer_counts_only_for_what_was_asked(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let account = add_account(&owner, "mxn_spei");
    // An amount that was typed anew is not the one that was chosen before.
    let review = withdrawal(&owner, &account, &[("amount", "300"), ("amount_reading", "1250.00")]);
    says(&review, "name=\"amount\" value=\"300.00\"");
    for made_up in ["9999.00", "1,250", "", "1250"] {
        let page = withdrawal(&owner, &account, &[("amount", "1,250"), ("amount_reading", made_up)]);
        assert_eq!(page.status, 422, "{made_up}");
    }
    let page = withdrawal(&owner, &account, &[("amount", "abc"), ("amount_reading", "1.25")]);
    assert_eq!(beside(&page, "withdrawal", "amount"), "Enter the amount in digits, such as 1,250.50.");
    silent(&page, "amount_reading");
    // The review says what is sent, whatever else the form carries.
    let form = hidden_fields(&review.body, WITHDRAWALS);
    led(&owner.post(WITHDRAWALS, &with(&form, &[("amount_reading", "1250.00")])));
    assert_eq!(balance(&server.sandbox()), "9700.00");
    assert_eq!(count(&server, "transactions"), 2);
}

fn an_amount_in_another_currency_is_refused_in_every_field(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let account = add_account(&owner, "mxn_spei");
    for typed in ["€5", "5 EUR", "R$ 5,00", "5 USD", "MXN 5", "$5 MXN", "£5"] {
        let pages = [
            withdrawal(&owner, &account, &[("amount", typed)]),
            owner.fill(AUTOMATIC, AUTOMATIC, &[("to", id(&account)), ("amount", typed)]),
            owner.fill("/dashboard/test", ADD, &[("amount", typed)]),
        ];
        for page in pages {
            assert_eq!(page.status, 422, "{typed}");
            says(&page, "Enter an amount in USDC.");
        }
    }
    let page = owner.fill(DEPOSIT, DEPOSIT, &[("bank_account_id", id(&account)), ("amount", "€5")]);
    assert_eq!(beside(&page, "deposit", "amount"), "This amount is in €. Enter an amount in MXN.");
    let page = owner.fill(DEPOSIT, DEPOSIT, &[("bank_account_id", ""), ("amount", "€5")]);
    assert_eq!(beside(&page, "deposit", "amount"), "", "the currency follows from the account");
    assert_eq!(balance(&server.sandbox()), "10000.00");
}

fn the_api_takes_one_spelling(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    for amount in SPELLINGS.into_iter().skip(1).chain(["$1250", "1250 USDC", "1,250"]) {
        let body = json!({ "items": [{ "email": "ada@example.com", "amount": amount }] });
        sandbox.post("/payouts", &body).assert_problem(400, "invalid_request");
        let added = sandbox.post("/simulate/inbound_transfers", &json!({ "amount": amount }));
        added.assert_problem(400, "invalid_request");
    }
    assert_eq!(balance(&sandbox), "10000.00");
}
