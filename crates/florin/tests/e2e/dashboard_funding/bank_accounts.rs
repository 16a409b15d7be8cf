//! Bank accounts through the form: every rail, every wrong number beside its field, names and ends.

use serde_json::{Value, json};

use super::{TEST, add_account, send_account};
use crate::support::pages::{beside, count, demo, id, led, open, says, silent};
use crate::support::{
    Engine, Letter, RAILS, Server, TARIFF, bank_account, emails_to, eventually, text, with,
};

testkit::on_sqlite_daily!(
    an_account_on_every_rail_is_what_the_api_would_have_made,
    the_holder_decides_which_names_are_sent,
    an_account_is_renamed_and_archived_for_good,
    rails_that_the_operator_has_closed_are_not_offered,
    without_a_tariff_no_method_is_offered,
    the_owner_is_told_by_email_with_a_masked_number,
    an_account_without_a_name_gets_its_method_and_masked_number,
    the_owner_uses_what_any_app_registered,
);

testkit::on_one_engine!(
    a_wrong_number_is_told_beside_its_field_and_nothing_is_stored,
    every_mistake_is_told_at_once_and_what_was_typed_stays,
    one_field_is_checked_by_itself_and_nothing_is_stored,
);

const ACCOUNTS: &str = "/dashboard/test/bank_accounts";
const NEW: &str = "/dashboard/test/bank_accounts/new";
const CHECK: &str = "/dashboard/test/bank_accounts/check";

fn an_account_on_every_rail_is_what_the_api_would_have_made(engine: Engine) {
    let server = Server::start(engine);
    let (owner, sandbox) = (demo(&server), server.sandbox());
    for (rail, _, _) in RAILS {
        says(&open(&owner, NEW), &format!("value=\"{rail}\""));
        let place = add_account(&owner, rail);
        let made = sandbox.get(&format!("/bank_accounts/{}", id(&place))).json();
        let api = sandbox.post("/bank_accounts", &in_the_form(bank_account(rail))).json();
        for field in
            made.as_object().expect("an object").keys().filter(|key| *key != "id" && *key != "created_at")
        {
            assert_eq!(made[field], api[field], "{rail} {field}");
        }
        says(&open(&owner, &place), "Added.");
    }
    let listed = open(&owner, ACCOUNTS);
    assert_eq!(listed.body.matches("row-link").count(), 16);
    says(&listed, "SPEI, Mexico");
}

/// The form of SEPA doesn't ask for everything that the API requires.
fn in_the_form(mut body: Value) -> Value {
    if body["payment_rail"] == "eur_sepa" {
        body["eur_sepa"]["bank_account_type"] = json!("checking");
        body["eur_sepa"]["owner_address"] = json!({ "country": "DEU", "line1": "NOTPROVIDED",
            "city": "NOTPROVIDED", "state": "", "postal_code": "NOTPROVIDED" });
    }
    body
}

/// A rail, a field, a value that is wrong in its last digit or so, what else is needed, and what is said.
type Wrong =
    (&'static str, &'static str, &'static str, &'static [(&'static str, &'static str)], &'static str);

#[rustfmt::skip]
const WRONG: [Wrong; 12] = [
    ("usd_ach", "routing_number", "021000022", &[], "This routing number has a mistake."),
    ("usd_ach", "account_number", "123", &[], "An account number has 4 to 17 digits."),
    ("usd_fedwire", "routing_number", "021000088", &[], "This routing number has a mistake."),
    ("brl_pix", "pix_key", "52998224726", &[], "This CPF has a mistake."),
    ("ars_transfers_3_0", "account_value", "2850590940090418135200", &[("account_type", "cbu")],
     "The last 14 digits have a mistake."),
    ("ars_transfers_3_0", "account_value", "2850590940090418135201", &[("account_type", "cvu")],
     "For any other number, choose CBU above."),
    ("cop_pse", "document_id", "890903938-7", &[("document_type", "nit")], "This NIT has a mistake."),
    ("cop_pse", "email", "ada@example", &[], "Check the part after the @."),
    ("mxn_spei", "spei_clabe", "032180000118359718", &[], "This CLABE has a mistake."),
    ("cad_eft", "transit_number", "1234", &[], "A transit number has exactly 5 digits."),
    ("eur_sepa", "iban", "DE89370400440532013001", &[], "This IBAN has a mistake."),
    ("usd_ach", "owner_address.city", "Ber\u{202e}lin", &[], "Remove line breaks, control characters"),
];

fn a_wrong_number_is_told_beside_its_field_and_nothing_is_stored(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    for (rail, field, value, more, words) in WRONG {
        let page = send_account(&owner, rail, &[&[(field, value)], more].concat());
        assert_eq!(page.status, 422, "{rail} {field}: {page:?}");
        let said = beside(&page, "account", field);
        assert!(said.contains(words), "{rail} {field}: {said:?} is not {words:?}");
        says(&page, &format!("name=\"{field}\" value=\"{value}\""));
        says(&page, "Correct 1 field");
    }
    for table in ["bank_accounts", "stored_responses"] {
        assert_eq!(count(&server, table), 0, "{table}");
    }
}

fn every_mistake_is_told_at_once_and_what_was_typed_stays(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let form = owner.form(&format!("{NEW}?rail=usd_ach"), NEW);
    let page =
        owner.post(NEW, &with(&form, &[("routing_number", "12"), ("owner_address.city", "<b>Paris</b>")]));
    assert_eq!(page.status, 422);
    for (field, words) in [
        ("account_number", "Account number is required."),
        ("routing_number", "A routing number has exactly 9 digits."),
        ("bank_account_type", "Choose an option for “Account type”."),
        ("bank_account_holder_type", "Choose an option for “Type of account holder”."),
        ("owner_address.country", "Choose an option for “Country”."),
        ("owner_address.line1", "Street and number is required."),
        ("owner_address.postal_code", "Postal code is required."),
    ] {
        assert!(
            beside(&page, "account", field).contains(words),
            "{field}: {}",
            beside(&page, "account", field)
        );
    }
    says(&page, "Correct 7 fields");
    assert!(!page.body.contains("<b>Paris"), "what was typed is text");
    says(&page, "value=\"<b>Paris</b>\"");
    // A rail that does not exist is asked for again; so is one that was never chosen.
    for rail in ["usd_swift", ""] {
        let page = owner.post(NEW, &with(&form, &[("rail", rail)]));
        says(&page, "Method and country");
    }
    says(&open(&owner, &format!("{NEW}?rail=usd_swift")), "Choose one of these options.");
    assert_eq!(count(&server, "bank_accounts"), 0);
}

fn one_field_is_checked_by_itself_and_nothing_is_stored(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let check = |rail: &str, field: &str, fields: &[(&str, &str)]| {
        let form = owner.form(&format!("{NEW}?rail={rail}"), NEW);
        let reply = owner.post(&format!("{CHECK}?field={field}"), &with(&form, fields));
        assert_eq!(reply.status, 200, "{reply:?}");
        assert!(!reply.body.contains("<html"), "only the message: {reply:?}");
        reply
    };
    for (rail, field, value, more, words) in WRONG {
        says(&check(rail, field, &[&[(field, value)], more].concat()), words);
    }
    for (rail, field, fields) in [
        ("eur_sepa", "iban", &[("iban", "DE89370400440532013000")] as &[_]),
        ("eur_sepa", "iban", &[("iban", "de89 3704 0044 0532 0130 00")]),
        ("eur_sepa", "iban", &[("iban", "")]),
        ("eur_sepa", "iban", &[]),
        (
            "ars_transfers_3_0",
            "account_value",
            &[("account_value", "mate.sol.luna"), ("account_type", "alias")],
        ),
        ("cad_eft", "owner_business_name", &[("owner_business_name", "Ltd")]),
        ("eur_sepa", "nothing", &[("iban", "wrong")]),
    ] {
        silent(&check(rail, field, fields), "mistake");
    }
    let form = owner.form(&format!("{NEW}?rail=eur_sepa"), NEW);
    assert_eq!(owner.post(CHECK, &with(&form, &[("rail", "none")])).status, 404);
    assert_eq!(owner.post(CHECK, &with(&form, &[("csrf", "wrong")])).status, 403);
    assert_eq!(owner.get(CHECK).status, 405, "a check is a form, and no page");
    // It says what is wrong to the user who types, and needs no script to be there.
    let page = open(&owner, &format!("{NEW}?rail=eur_sepa"));
    says(&page, &format!("hx-post=\"{CHECK}?field=iban\""));
    says(&page, "hx-params=\"csrf,rail,iban\"");
    for table in ["bank_accounts", "stored_responses"] {
        assert_eq!(count(&server, table), 0, "{table}");
    }
}

fn the_holder_decides_which_names_are_sent(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    for (holder, shown) in [
        ("business", &["owner_business_name"] as &[_]),
        ("individual", &["owner_first_name", "owner_last_name"]),
    ] {
        let holder = [("bank_account_holder_type", holder)];
        // Names are recommended, not required.
        let none = [("owner_first_name", ""), ("owner_last_name", " "), ("owner_business_name", "")];
        led(&send_account(&owner, "cad_eft", &[&holder[..], &none].concat()));
        // What the form hides for this kind of holder is not sent on.
        let all =
            [("owner_first_name", "Ada"), ("owner_last_name", "Lovelace"), ("owner_business_name", "Ltd")];
        let place = led(&send_account(&owner, "cad_eft", &[&holder[..], &all].concat()));
        let made = server.sandbox().get(&format!("/bank_accounts/{}", id(&place))).json();
        for (field, _) in all {
            assert_eq!(made["cad_eft"].get(field).is_some(), shown.contains(&field), "{field}: {made}");
        }
    }
}

fn an_account_is_renamed_and_archived_for_good(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let place = add_account(&owner, "mxn_spei");
    let rename = format!("{place}/rename");
    let wrong = owner.fill(&place, &rename, &[("name", "  ")]);
    assert_eq!((wrong.status, beside(&wrong, "rename", "name").as_str()), (422, "Enter a name."));
    let long = owner.fill(&place, &rename, &[("name", &"x".repeat(256))]);
    assert_eq!(
        (long.status, beside(&long, "rename", "name").as_str()),
        (422, "This is too long. Enter at most 255 characters.")
    );
    assert_eq!(led(&owner.fill(&place, &rename, &[("name", "<i>Nómina</i>")])), place);
    let page = open(&owner, &place);
    says(&page, "<i>Nómina</i>");
    assert!(!page.body.contains("<i>Nómina"), "a name is text");
    let archive = format!("{place}/archive");
    let form = owner.form(&place, &archive);
    assert_eq!(led(&owner.post(&archive, &form)), place);
    assert_eq!(led(&owner.post(&archive, &form)), place, "and once more");
    let page = open(&owner, &place);
    says(&page, "Archived");
    silent(&page, "Archive bank account");
    silent(&page, "Deposit from this account");
    assert_eq!(led(&owner.fill(&place, &rename, &[("name", "Old")])), place, "its name is only a label");
    let rows = |query: &str| open(&owner, &format!("{ACCOUNTS}{query}")).body.matches("row-link").count();
    let kept = add_account(&owner, "brl_pix");
    assert_eq!((rows(""), rows("?status=active"), rows("?status=archived")), (2, 1, 1));
    says(&open(&owner, &format!("{ACCOUNTS}?status=active")), id(&kept));
    silent(&open(&owner, &format!("{TEST}/deposits/new")), id(&place));
}

fn rails_that_the_operator_has_closed_are_not_offered(engine: Engine) {
    let server = Server::start_with(engine, &["--tariff-file", TARIFF]);
    let (owner, live) = (demo(&server), server.live());
    let at = |path: &str| open(&owner, &format!("/dashboard/live/{path}"));
    let methods = at("bank_accounts/new");
    says(&methods, "value=\"brl_pix\" checked");
    silent(&methods, "value=\"eur_sepa\"");
    says(&at("bank_accounts/new?rail=eur_sepa"), "value=\"mxn_spei\"");
    let [closed, used] =
        ["eur_sepa", "mxn_spei"].map(|rail| live.post("/bank_accounts", &bank_account(rail)).id());
    for form in ["withdrawals/new", "withdrawals/automatic/edit", "deposits/new"] {
        let page = at(form);
        says(&page, &used);
        silent(&page, &closed);
        silent(&page, "SEPA, Europe");
    }
    let page = at(&format!("bank_accounts/{closed}"));
    says(&page, "You can't deposit from or withdraw to this account right now.");
    silent(&page, "Withdraw to this account");
    silent(&at(&format!("bank_accounts/{used}")), "right now");
    // A link to it says why it can't be used.
    let new = "/dashboard/live/withdrawals/new";
    let page = owner.fill(&format!("{new}?to={closed}"), new, &[("to", &closed), ("amount", "0.5")]);
    assert_eq!(page.status, 422, "{page:?}");
    assert!(beside(&page, "withdrawal", "to").contains("Withdrawals aren't available"), "{page:?}");
    // The sandbox has every rail.
    says(&open(&owner, NEW), "value=\"eur_sepa\"");
}

fn without_a_tariff_no_method_is_offered(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    says(&open(&owner, "/dashboard/live/bank_accounts/new"), "No methods available");
    let account = server.live().post("/bank_accounts", &bank_account("brl_pix")).id();
    let page = open(&owner, "/dashboard/live/deposits/new");
    says(&page, "Deposits from bank accounts aren't available");
    silent(&page, &account);
    silent(&open(&owner, "/dashboard/live/withdrawals/new"), "Add its address first");
}

fn the_owner_is_told_by_email_with_a_masked_number(engine: Engine) {
    let server = Server::start_with(engine, &["--tariff-file", TARIFF]);
    let owner = demo(&server);
    led(&send_account(&owner, "mxn_spei", &[("name", "Sandbox")]));
    let (page, action) =
        ("/dashboard/live/bank_accounts/new?rail=mxn_spei", "/dashboard/live/bank_accounts/new");
    let fields = [("name", "Nómina"), ("beneficiary_name", "Ada"), ("spei_clabe", "032180000118359719")];
    led(&owner.fill(page, action, &fields));
    let is_about_it = |letter: &Letter| letter.subject.contains("A bank account was added");
    let letters = eventually("an email", || {
        let all = emails_to(server.origin(), server.info("email"), "security");
        let about: Vec<Letter> = all.into_iter().filter(is_about_it).collect();
        (!about.is_empty()).then_some(about)
    });
    assert_eq!(letters.len(), 1, "none for the sake of the sandbox");
    let text = &letters[0].text;
    assert!(text.contains("Nómina (SPEI, Mexico)"), "{text}");
    assert!(text.contains("Number: •••• 9719"), "{text}");
    assert!(!text.contains("32180000118359719"), "{text}");
}

fn an_account_without_a_name_gets_its_method_and_masked_number(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let add = |key: &str| {
        let place = led(&send_account(&owner, "brl_pix", &[("name", ""), ("pix_key", key)]));
        text(&server.sandbox().get(&format!("/bank_accounts/{}", id(&place))).json(), "name").to_owned()
    };
    assert_eq!(add("evelyn1@example.com"), "Pix, Brazil · Email ev•••1@example.com");
    assert_eq!(add("evelyn2@example.com"), "Pix, Brazil · Email ev•••2@example.com");
    assert_eq!(add("evelin2@example.com"), "Pix, Brazil · Email ev•••2@example.com (2)");
}

/// A third party's app registers with a key of its own; here a key is made to act as another app.
fn the_owner_uses_what_any_app_registered(engine: Engine) {
    let server = Server::start(engine);
    let (owner, email) = (demo(&server), server.info("email").to_owned());
    let key = server.new_key(&email, "test", "all");
    server.execute_unguarded(
        "api_keys_keep",
        "api_keys",
        "update api_keys set app_id = (select own_app_id from accounts where mode = 'live' and user_id in
         (select user_id from accounts where id = api_keys.account_id)) where id = (select max(id) from api_keys)",
    );
    let app = server.sandbox().with_key(&key);
    let theirs = app.post("/bank_accounts", &bank_account("brl_pix")).id();
    server.sandbox().get(&format!("/bank_accounts/{theirs}")).assert_problem(404, "not_found");
    let wallet =
        app.post("/external_wallets", &crate::support::external_wallet(rules::account::Mode::Test)).id();
    let place = format!("{ACCOUNTS}/{theirs}");
    says(&open(&owner, ACCOUNTS), "From an app");
    says(&open(&owner, &place), "An app you connected");
    assert_eq!(led(&owner.fill(&place, &format!("{place}/rename"), &[("name", "Theirs")])), place);
    let made = super::deposit(&owner, &place, "100");
    says(&open(&owner, &made), "Theirs");
    let gone = super::withdraw(&owner, &place, "10");
    says(&open(&owner, &gone), "Theirs");
    let to_wallet = super::withdraw(&owner, &wallet, "10");
    says(&open(&owner, &to_wallet), "Cold storage");
    for place in [place, format!("{TEST}/external_wallets/{wallet}")] {
        let archive = format!("{place}/archive");
        assert_eq!(led(&owner.post(&archive, &owner.form(&place, &archive))), place);
    }
    assert_eq!(app.get(&format!("/bank_accounts/{theirs}")).json()["status"], "archived");
}
