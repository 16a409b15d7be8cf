//! External wallets through the form: an address with its checksum, a name, and an end.

use super::{TEST, add_wallet};
use crate::support::pages::{beside, count, demo, id, led, open, says, silent};
use crate::support::{ADDRESS, Engine, Server, advance, emails_to, eventually, with};

testkit::on_both_engines!(a_wallet_is_renamed_and_archived_for_good);

testkit::on_sqlite_daily!(
    a_wallet_is_what_the_api_would_have_made,
    a_new_wallet_waits_where_the_operator_says_so,
);

testkit::on_one_engine!(an_address_without_its_checksum_is_told_beside_its_field);

const WALLETS: &str = "/dashboard/test/external_wallets";
const NEW: &str = "/dashboard/test/external_wallets/new";

fn a_wallet_is_what_the_api_would_have_made(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let place = add_wallet(&owner, "Cold storage");
    let made = server.sandbox().get(&format!("/external_wallets/{}", id(&place))).json();
    assert_eq!((made["name"].as_str(), made["chain"].as_str()), (Some("Cold storage"), Some("simulated")));
    assert_eq!(made["address"], ADDRESS);
    says(&open(&owner, &place), ADDRESS);
    says(&open(&owner, WALLETS), "0x5aAe…eAed");
    silent(&open(&owner, WALLETS), ADDRESS);
    // On live, it is on the chain that live money is on.
    let live = NEW.replace("/test/", "/live/");
    let place = led(&owner.fill(&live, &live, &[("name", "Treasury"), ("address", ADDRESS)]));
    let made = server.live().get(&format!("/external_wallets/{}", id(&place))).json();
    assert_eq!(made["chain"], "base");
    let letter = eventually("an email", || {
        let all = emails_to(server.origin(), server.info("email"), "security");
        all.into_iter().find(|letter| letter.subject.contains("An external wallet was added"))
    });
    assert!(letter.text.contains("Treasury (0x5aAe…eAed)"), "{letter:?}");
}

fn an_address_without_its_checksum_is_told_beside_its_field(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let check = "/dashboard/test/external_wallets/check";
    for (address, words) in [
        (ADDRESS.to_lowercase(), "Copy the address with its uppercase and lowercase letters"),
        (ADDRESS.replacen('6', "7", 1), "its checksum doesn't match"),
        (ADDRESS[2..].to_owned(), "The address must start with 0x."),
        (ADDRESS[..41].to_owned(), "The address must be 0x followed by 40 digits"),
        (format!("0x{}", "0".repeat(40)), "This is the zero address."),
    ] {
        let page = owner.fill(NEW, NEW, &[("name", "Cold"), ("address", &address)]);
        assert_eq!(page.status, 422, "{page:?}");
        assert!(beside(&page, "wallet", "address").contains(words), "{address}");
        says(&page, &format!("value=\"{address}\""));
        says(&owner.post(check, &with(&owner.form(NEW, NEW), &[("address", &address)])), words);
    }
    for fine in ["", ADDRESS] {
        silent(&owner.post(check, &with(&owner.form(NEW, NEW), &[("address", fine)])), "mistake");
    }
    let page = owner.fill(NEW, NEW, &[("name", ""), ("address", "")]);
    assert_eq!(beside(&page, "wallet", "name"), "Enter a name.");
    assert_eq!(beside(&page, "wallet", "address"), "Enter a wallet address.");
    assert_eq!(count(&server, "external_wallets"), 0);
}

fn a_wallet_is_renamed_and_archived_for_good(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let place = add_wallet(&owner, "Cold");
    let (rename, archive) = (format!("{place}/rename"), format!("{place}/archive"));
    assert_eq!(owner.fill(&place, &rename, &[("name", "")]).status, 422);
    assert_eq!(led(&owner.fill(&place, &rename, &[("name", "Colder")])), place);
    says(&open(&owner, &place), "Colder");
    assert_eq!(led(&owner.fill(&place, &archive, &[])), place);
    let page = open(&owner, &place);
    says(&page, "Archived");
    silent(&page, "Withdraw to this wallet");
    let rows = |query: &str| open(&owner, &format!("{WALLETS}{query}")).body.matches("row-link").count();
    assert_eq!((rows("?status=active"), rows("?status=archived")), (0, 1));
    let new = format!("{TEST}/withdrawals/new");
    says(&open(&owner, &new), "Add a bank account");
    // The address of an archived wallet may be named in a form, and is refused there.
    add_wallet(&owner, "Another");
    let page = owner.fill(&new, &new, &[("to", id(&place)), ("amount", "5")]);
    assert_eq!(page.status, 422);
    assert!(beside(&page, "withdrawal", "to").contains("This wallet is archived"), "{page:?}");
}

fn a_new_wallet_waits_where_the_operator_says_so(engine: Engine) {
    let server = Server::start_with(engine, &["--external-wallet-wait-seconds", "3600"]);
    let owner = demo(&server);
    let place = add_wallet(&owner, "Cold");
    says(&open(&owner, &place), "New wallet");
    let new = format!("{TEST}/withdrawals/new");
    let page = owner.fill(&new, &new, &[("to", id(&place)), ("amount", "5")]);
    assert_eq!(page.status, 422);
    assert!(beside(&page, "withdrawal", "to").contains("You can withdraw to it from"), "{page:?}");
    advance(&server.sandbox(), 3_601);
    silent(&open(&owner, &place), "New wallet");
    super::withdraw(&owner, &place, "5");
}
