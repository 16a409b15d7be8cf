//! Numbers of bank accounts as people paste them: what is stored, what is shown of it, and what is asked instead of
//! guessed. The API takes one spelling.

use super::{TEST, property, send_account, withdraw};
use crate::support::pages::{beside, count, demo, id, led, open, says, silent};
use crate::support::{Browser, Engine, Server, bank_account, unescaped, with};

testkit::on_sqlite_daily!(
    numbers_are_stored_in_the_spelling_of_their_scheme,
    a_pix_key_is_shown_as_what_it_was_taken_for,
    sepa_asks_for_what_it_needs,
);

testkit::on_one_engine!(
    a_number_that_may_be_two_keys_is_asked_for_and_never_guessed,
    a_field_says_what_it_was_taken_for,
    browsers_fill_in_who_the_user_is_and_no_number,
);

const NEW: &str = "/dashboard/test/bank_accounts/new";
const CHECK: &str = "/dashboard/test/bank_accounts/check";

/// A rail, one of its fields as people have it, and as the API has it.
type Pasted = (&'static str, &'static str, &'static str, &'static str);

#[rustfmt::skip]
const PASTED: [Pasted; 16] = [
    ("usd_ach", "routing_number", "0210-0002 1", "021000021"),
    ("usd_ach", "account_number", "000 123-456-789", "000123456789"),
    ("usd_fedwire", "routing_number", " 021 000 021 ", "021000021"),
    ("brl_pix", "pix_key", "529.982.247-25", "52998224725"),
    ("brl_pix", "pix_key", "12.345.678/0001-95", "12345678000195"),
    ("brl_pix", "pix_key", "(11) 98765-4321", "+5511987654321"),
    ("brl_pix", "pix_key", "+55 11 98765-4321", "+5511987654321"),
    ("brl_pix", "pix_key", "Ada@Example.COM", "ada@example.com"),
    ("brl_pix", "pix_key", "123E4567-E89B-12D3-A456-426614174000", "123e4567-e89b-12d3-a456-426614174000"),
    ("ars_transfers_3_0", "account_value", "28505909-40090418135201", "2850590940090418135201"),
    ("cop_pse", "document_id", "1.020.304.050", "1020304050"),
    ("cop_pse", "bank_account", "123-456 78901", "12345678901"),
    ("mxn_spei", "spei_clabe", "032 180 00011835971 9", "032180000118359719"),
    ("cad_eft", "transit_number", "000-22", "00022"),
    ("cad_eft", "institution_number", "0 03", "003"),
    ("eur_sepa", "iban", "IBAN de89 3704-0044 0532 0130 00", "DE89370400440532013000"),
];

fn numbers_are_stored_in_the_spelling_of_their_scheme(engine: Engine) {
    let server = Server::start(engine);
    let (owner, sandbox) = (demo(&server), server.sandbox());
    for (rail, field, pasted, stored) in PASTED {
        let place = led(&send_account(&owner, rail, &[(field, pasted)]));
        let made = sandbox.get(&format!("/bank_accounts/{}", id(&place))).json();
        assert_eq!(made[property(rail)][field], stored, "{rail} {pasted}");
        // A program is told that it has a mistake.
        let mut body = bank_account(rail);
        body[property(rail)][field] = pasted.into();
        let refused = sandbox.post("/bank_accounts", &body);
        refused.assert_problem(400, "invalid_request");
    }
}

fn a_pix_key_is_shown_as_what_it_was_taken_for(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    for (typed, shown) in [
        ("529.982.247-25", "CPF ending in 25"),
        ("11 98765-4321", "Phone ending in 4321"),
        ("12.345.678/0001-95", "CNPJ ending in 0195"),
        ("ADA@example.com", "Email a•••@example.com"),
    ] {
        let place = led(&send_account(&owner, "brl_pix", &[("pix_key", typed)]));
        says(&open(&owner, &format!("{place}?said=created")), shown);
        says(&open(&owner, &format!("{TEST}/bank_accounts")), shown);
        let new = format!("{TEST}/withdrawals/new");
        let review = owner.fill(&new, &new, &[("to", id(&place)), ("amount", "10")]);
        says(&review, &format!("Pix, Brazil · {shown}"));
        says(&open(&owner, &withdraw(&owner, &place, "10")), shown);
    }
}

fn a_number_that_may_be_two_keys_is_asked_for_and_never_guessed(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    for (typed, document, phone) in [
        ("11987654374", "119.876.543-74", "+55 11 98765-4374"),
        ("1134567863", "011.345.678-63", "+55 11 3456-7863"),
    ] {
        let page = send_account(&owner, "brl_pix", &[("pix_key", typed)]);
        assert_eq!(page.status, 422, "{page:?}");
        let question = beside(&page, "account", "pix_key");
        assert!(question.contains(document) && question.contains(phone), "{question}");
        silent(&checked(&owner, "brl_pix", &[("pix_key", typed)], "pix_key"), "recognized");
    }
    // What could be joined into a stranger's key, or shows its digits in reverse, is no key.
    for typed in ["ada lovelace@example.com", "\u{202e}52742289925", "(20) 98765-4321", "9876543210"] {
        assert_eq!(send_account(&owner, "brl_pix", &[("pix_key", typed)]).status, 422, "{typed}");
    }
    let alias = [("account_type", "alias"), ("account_value", "mate.sol luna")];
    assert_eq!(send_account(&owner, "ars_transfers_3_0", &alias).status, 422);
    assert_eq!(count(&server, "bank_accounts"), 0);
    led(&send_account(&owner, "brl_pix", &[("pix_key", "+55 11 98765-4374")]));
}

fn checked(owner: &Browser, rail: &str, fields: &[(&str, &str)], field: &str) -> crate::support::Reply {
    let form = owner.form(&format!("{NEW}?rail={rail}"), NEW);
    owner.post(&format!("{CHECK}?field={field}"), &with(&form, fields))
}

fn a_field_says_what_it_was_taken_for(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let check = |rail: &str, field: &str, typed: &str| checked(&owner, rail, &[(field, typed)], field);
    says(&check("brl_pix", "pix_key", "529.982.247-25"), "CPF ending in 25");
    says(&check("mxn_spei", "spei_clabe", "032 180 000118359719"), "Read as 032180000118359719");
    for (rail, field, typed) in [
        ("mxn_spei", "spei_clabe", "032180000118359719"),
        ("mxn_spei", "spei_clabe", ""),
        ("mxn_spei", "beneficiary_name", "Ada  Lovelace"),
        ("brl_pix", "pix_key", "529.982.247-26"),
    ] {
        silent(&check(rail, field, typed), "recognized");
    }
    says(&open(&owner, &format!("{NEW}?rail=brl_pix")), "hx-select=\".mistake, .recognized\"");
}

fn sepa_asks_for_what_it_needs(engine: Engine) {
    let server = Server::start(engine);
    let (owner, sandbox) = (demo(&server), server.sandbox());
    let form = open(&owner, &format!("{NEW}?rail=eur_sepa"));
    for field in ["iban", "bank_account_holder_type", "owner_business_name", "owner_first_name"] {
        says(&form, &format!("name=\"{field}\""));
    }
    for unasked in ["name=\"owner_address", "name=\"bank_account_type\"", "Account holder's address"] {
        silent(&form, unasked);
    }
    let fields = [
        ("name", "Berlin"),
        ("iban", "GB29 NWBK 6016 1331 9268 19"),
        ("bank_account_holder_type", "individual"),
    ];
    let place = led(&owner.fill(&format!("{NEW}?rail=eur_sepa"), NEW, &fields));
    let made = &sandbox.get(&format!("/bank_accounts/{}", id(&place))).json()["eur_sepa"];
    assert_eq!(made["owner_address"]["country"], "GBR", "the country of the bank");
    assert_eq!(made["owner_address"]["line1"], "NOTPROVIDED");
    let page = open(&owner, &place);
    for unknown in ["NOTPROVIDED", "Account holder's address", "Checking"] {
        silent(&page, unknown);
    }
    // An address that an app gave is shown, and the API still requires one.
    let full = sandbox.post("/bank_accounts", &bank_account("eur_sepa")).id();
    let page = open(&owner, &format!("{TEST}/bank_accounts/{full}"));
    says(&page, "12 Analytical Row");
    says(&page, "Savings");
    let mut without = bank_account("eur_sepa");
    without["eur_sepa"].as_object_mut().expect("details").remove("owner_address");
    sandbox.post("/bank_accounts", &without).assert_problem(400, "invalid_request");
}

fn browsers_fill_in_who_the_user_is_and_no_number(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let token = |page: &str, field: &str| {
        let tag = page.split('<').find(|tag| tag.contains(&format!(" name=\"{field}\"")));
        let tag = tag.unwrap_or_else(|| panic!("no {field}"));
        let token = tag.split("autocomplete=\"").nth(1).and_then(|rest| rest.split('"').next());
        token.unwrap_or_default().to_owned()
    };
    let form = |rail: &str| unescaped(&open(&owner, &format!("{NEW}?rail={rail}")).body);
    let ach = form("usd_ach");
    for (field, expected) in [
        ("account_number", "off"),
        ("routing_number", "off"),
        ("owner_business_name", "organization"),
        ("owner_first_name", "given-name"),
        ("owner_last_name", "family-name"),
        ("owner_address.country", "country-name"),
        ("owner_address.line1", "address-line1"),
        ("owner_address.line2", "address-line2"),
        ("owner_address.city", "address-level2"),
        ("owner_address.state", "address-level1"),
        ("owner_address.postal_code", "postal-code"),
    ] {
        assert_eq!(token(&ach, field), expected, "{field}");
    }
    for (rail, field, expected) in [
        ("mxn_spei", "beneficiary_name", "name"),
        ("cop_pse", "email", "email"),
        ("brl_pix", "pix_key", "off"),
        ("eur_sepa", "iban", "off"),
    ] {
        assert_eq!(token(&form(rail), field), expected, "{field}");
    }
    // Other people's addresses are not the user's.
    let recipient = open(&owner, &format!("{TEST}/recipients/new")).body;
    assert_eq!(token(&recipient, "email"), "off");
}
