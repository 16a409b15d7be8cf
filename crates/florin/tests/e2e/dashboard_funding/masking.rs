//! After a number was saved, no page has all of it.

use super::{TEST, deposit, send_account, withdraw};
use crate::support::pages::{id, led, open, says};
use crate::support::{Browser, Engine, Server, emails_to};

testkit::on_sqlite_daily!(a_number_that_was_saved_is_on_no_page);

/// A rail, and the numbers of an account that nothing else in the sandbox has, with what is shown of them.
type Numbers = (&'static str, &'static [(&'static str, &'static str)], &'static str);

#[rustfmt::skip]
const NUMBERS: [Numbers; 8] = [
    ("usd_ach", &[("account_number", "98765432109876"), ("routing_number", "026009593")], "•••• 9876"),
    ("usd_fedwire", &[("account_number", "55544433322211"), ("routing_number", "121000248")], "•••• 2211"),
    ("brl_pix", &[("pix_key", "fulano.recebedor@example.com")], "fu•••r@example.com"),
    ("ars_transfers_3_0", &[("account_value", "0110599520000001234569")], "•••• 4569"),
    ("cop_pse", &[("bank_account", "77788899900011"), ("document_id", "8909039388"), ("document_type", "nit"),
                  ("email", "beneficiaria@example.com")], "•••• 0011"),
    ("mxn_spei", &[("spei_clabe", "002010077777777771")], "•••• 7771"),
    ("cad_eft", &[("account_number", "135792468013"), ("transit_number", "90817")], "•••• 8013"),
    ("eur_sepa", &[("iban", "GB29NWBK60161331926819")], "•••• 6819"),
];

fn a_number_that_was_saved_is_on_no_page(engine: Engine) {
    let server = Server::start(engine);
    let owner = crate::support::pages::demo(&server);
    for (rail, numbers, shown) in NUMBERS {
        let place = led(&send_account(&owner, rail, numbers));
        says(&open(&owner, &place), shown);
        let (came, went) = (deposit(&owner, &place, "50000"), withdraw(&owner, &place, "20"));
        for page in pages(&owner, &place, &came, &went) {
            for (field, number) in numbers.iter().filter(|(field, _)| *field != "document_type") {
                assert!(!page.contains(number), "{rail} {field} is on a page: {page}");
            }
        }
    }
    let letters = emails_to(server.origin(), server.info("email"), "security");
    let emails: String =
        letters.iter().map(|letter| format!("{} {}\n", letter.subject, letter.text)).collect();
    let log = open(&owner, &format!("{TEST}/settings")).body;
    for number in
        NUMBERS.iter().flat_map(|(_, numbers, _)| numbers.iter()).filter(|(_, number)| number.len() > 4)
    {
        assert!(!emails.contains(number.1) && !log.contains(number.1), "{number:?}");
    }
}

/// Every page that has to do with the account.
fn pages(owner: &Browser, place: &str, came: &str, went: &str) -> Vec<String> {
    let account = id(place);
    let paths = [
        place.to_owned(),
        format!("{TEST}/bank_accounts"),
        format!("{TEST}/deposits"),
        format!("{TEST}/withdrawals"),
        format!("{TEST}/transactions"),
        format!("{TEST}/deposits/new?bank_account_id={account}"),
        format!("{TEST}/withdrawals/new?to={account}"),
        came.to_owned(),
        went.to_owned(),
        format!("{TEST}/transactions/{}", id(went)),
    ];
    let mut pages: Vec<String> = paths.iter().map(|path| open(owner, path).body).collect();
    for (section, field) in [("deposits", "bank_account_id"), ("withdrawals", "to")] {
        let new = format!("{TEST}/{section}/new");
        pages.push(owner.fill(&new, &new, &[(field, account), ("amount", "60000")]).body);
    }
    pages
}
