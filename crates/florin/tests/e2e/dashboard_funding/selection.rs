//! Several bank accounts or external wallets that are archived at once.

use super::{TEST, add_account, add_wallet};
use crate::support::pages::{demo, id, led, open, says, silent, stranger};
use crate::support::{Engine, Server, with};

testkit::on_sqlite_daily!(selected_accounts_and_wallets_are_archived);

fn selected_accounts_and_wallets_are_archived(engine: Engine) {
    let server = Server::start(engine);
    let (owner, other) = (demo(&server), stranger(&server));
    let accounts = ["mxn_spei", "eur_sepa", "brl_pix"].map(|rail| add_account(&owner, rail));
    let wallets = ["One", "Two", "Three"].map(|name| add_wallet(&owner, name));
    for (section, made, button) in [
        ("bank_accounts", &accounts, "Archive 2 bank accounts"),
        ("external_wallets", &wallets, "Archive 2 wallets"),
    ] {
        let list = format!("{TEST}/{section}");
        let archive = format!("{list}/selected/archive");
        let asked = format!("{archive}?id={}&id={}", id(&made[0]), id(&made[1]));
        says(&open(&owner, &asked), button);
        let form = owner.form(&asked, &archive);
        assert_eq!(other.get(&asked).status, 404);
        assert_eq!(owner.get(&asked.replace("/test/", "/live/")).status, 404);
        let theirs = other.form(&format!("{TEST}/settings"), &format!("{TEST}/settings/name"));
        assert_eq!(other.post(&archive, &with(&theirs, &[("id", id(&made[0]))])).status, 404);
        assert_eq!(owner.post(&archive, &with(&form, &[("csrf", "none")])).status, 403);
        assert_eq!(owner.get(&format!("{asked}&id=ba_1")).status, 404);
        assert_eq!(open(&owner, &list).body.matches("form=\"selection\"").count(), 3, "nothing is archived");
        for _ in 0..2 {
            assert_eq!(led(&owner.post(&archive, &form)), list, "sending it twice changes nothing");
            says(&open(&owner, &list), "2 were archived.");
        }
        let page = open(&owner, &list);
        assert_eq!(page.body.matches("form=\"selection\"").count(), 1, "what is archived can't be selected");
        silent(&open(&owner, &format!("{list}?status=archived")), id(&made[2]));
        open(&owner, &format!("{list}?status="));
        assert_eq!(led(&owner.get(&archive)), list);
        says(&open(&owner, &list), "Select at least one row.");
    }
}
