//! A visitor who is not signed in, not the owner, in the other mode, or not on our own pages gets nowhere, and
//! changes nothing.

use super::{LIVE, TEST, add_account, add_wallet, deposit, reviewed, withdraw};
use crate::support::pages::{count, demo, id, led, open, stranger};
use crate::support::{Browser, Engine, Server, balance, with};

testkit::on_both_engines!(
    what_belongs_to_others_or_to_the_other_mode_is_not_there,
    a_form_that_is_not_ours_changes_nothing,
);

testkit::on_sqlite_daily!(
    an_id_of_others_in_a_form_is_not_there,
    whoever_is_not_signed_in_is_led_to_sign_in,
    payees_need_the_password_once_more_after_a_while,
);

const KEY: &str = "abcdefghijklmnopqrstuvwx";

/// One of each, made by its owner.
struct Things {
    account: String,
    wallet: String,
    person: String,
    deposit: String,
    withdrawal: String,
}

impl Things {
    fn make(owner: &Browser) -> Things {
        let (account, wallet) = (add_account(owner, "brl_pix"), add_wallet(owner, "Cold"));
        let new = format!("{TEST}/recipients/new");
        Things {
            person: led(&owner.fill(&new, &new, &[("email", "ada@example.com")])),
            deposit: deposit(owner, &account, "100"),
            withdrawal: withdraw(owner, &account, "100"),
            account,
            wallet,
        }
    }

    /// Every page of one of them.
    fn pages(&self) -> [String; 5] {
        [&self.account, &self.wallet, &self.person, &self.deposit, &self.withdrawal].map(Clone::clone)
    }

    /// Every form about one of them, with what it takes.
    fn forms(&self) -> Vec<(String, (&'static str, &'static str))> {
        let mut forms = Vec::new();
        for place in [&self.account, &self.wallet] {
            forms.push((format!("{place}/rename"), ("name", "Mine")));
            forms.push((format!("{place}/archive"), ("name", "")));
        }
        forms.push((format!("{}/rename", self.person), ("nickname", "Mine")));
        for (place, event) in [(&self.deposit, "received"), (&self.withdrawal, "completed")] {
            forms.push((format!("{place}/simulate"), ("event", event)));
            forms.push((format!("{place}/cancel"), ("event", "")));
        }
        forms
    }

    /// As the API shows all of it.
    fn seen(&self, server: &Server) -> Vec<String> {
        let paths = ["bank_accounts", "external_wallets", "recipients", "deposits", "withdrawals", "balance"];
        paths.map(|path| server.sandbox().get(&format!("/{path}")).body).to_vec()
    }
}

/// Every page where something is begun, and every address a form for something new is sent to.
const BEGINNINGS: [&str; 5] = ["recipients", "bank_accounts", "external_wallets", "deposits", "withdrawals"];

/// What every form of this browser carries.
fn tokens(browser: &Browser) -> Vec<(String, String)> {
    let new = format!("{TEST}/recipients/new");
    with(&browser.form(&new, &new), &[("form_key", KEY)])
}

fn what_belongs_to_others_or_to_the_other_mode_is_not_there(engine: Engine) {
    let server = Server::start(engine);
    let (owner, other) = (demo(&server), stranger(&server));
    let things = Things::make(&owner);
    let before = things.seen(&server);
    for page in things.pages() {
        open(&owner, &page);
        assert_eq!(other.get(&page).status, 404, "{page}");
        assert_eq!(owner.get(&page.replace(TEST, LIVE)).status, 404, "the other mode: {page}");
        assert_eq!(owner.get(&page.replace(TEST, "/dashboard/other")).status, 404, "no mode: {page}");
    }
    for (action, field) in things.forms() {
        assert_eq!(other.post(&action, &with(&tokens(&other), &[field])).status, 404, "{action}");
        let live = action.replace(TEST, LIVE);
        assert_eq!(owner.post(&live, &with(&tokens(&owner), &[field])).status, 404, "the other mode: {live}");
    }
    // One kind of thing is not another, and what is no id is nothing.
    let strange =
        [id(&things.deposit), id(&things.account), "ba_1", "..", "%00", "txn_01kdvq3y5cf2ab6ngnm3hc0000"];
    for name in strange {
        for section in BEGINNINGS {
            let is_there = things.pages().contains(&format!("{TEST}/{section}/{name}"));
            let status = if is_there { 200 } else { 404 };
            assert_eq!(owner.get(&format!("{TEST}/{section}/{name}")).status, status, "{section}/{name}");
        }
    }
    for section in BEGINNINGS {
        assert!(!open(&other, &format!("{TEST}/{section}")).body.contains("row-link"), "{section}");
        assert!(!open(&owner, &format!("{LIVE}/{section}")).body.contains("row-link"), "{section}");
    }
    assert_eq!(things.seen(&server), before);
}

fn an_id_of_others_in_a_form_is_not_there(engine: Engine) {
    let server = Server::start(engine);
    let (owner, other) = (demo(&server), stranger(&server));
    let things = Things::make(&owner);
    let quote = |section: &str, field| {
        let form = reviewed(&owner, section, &[field, ("amount", "50")]);
        form.into_iter().find(|(name, _)| name == "quote_id").expect("a quote").1
    };
    let in_quote = quote("deposits", ("bank_account_id", id(&things.account)));
    let out_quote = quote("withdrawals", ("to", id(&things.account)));
    let before = things.seen(&server);
    let own = add_account(&other, "brl_pix");
    for (section, field, value) in [
        ("deposits", "bank_account_id", id(&things.account)),
        ("withdrawals", "to", id(&things.account)),
        ("withdrawals", "to", id(&things.wallet)),
    ] {
        for action in [format!("{TEST}/{section}/new"), format!("{TEST}/{section}")] {
            let fields = [(field, value), ("amount", "5"), ("quote_id", ""), ("arrives", "4.00")];
            assert_eq!(other.post(&action, &with(&tokens(&other), &fields)).status, 404, "{action} {field}");
            let live = action.replace(TEST, LIVE);
            assert_eq!(owner.post(&live, &with(&tokens(&owner), &fields)).status, 404, "{live} {field}");
        }
        let page = format!("{TEST}/{section}/new?{field}={value}");
        assert_eq!((other.get(&page).status, owner.get(&page).status), (404, 200), "{page}");
    }
    for (section, field, quote) in
        [("deposits", "bank_account_id", &in_quote), ("withdrawals", "to", &out_quote)]
    {
        let fields = [(field, id(&own)), ("amount", "50"), ("quote_id", quote.as_str())];
        let reply = other.post(&format!("{TEST}/{section}"), &with(&tokens(&other), &fields));
        assert_eq!(reply.status, 404, "a quote of others: {reply:?}");
    }
    assert_eq!(things.seen(&server), before);
    assert_eq!(open(&other, &format!("{TEST}/deposits")).body.matches("row-link").count(), 0);
}

fn whoever_is_not_signed_in_is_led_to_sign_in(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let things = Things::make(&owner);
    let before = things.seen(&server);
    let is_led = |reply: &crate::support::Reply| {
        let place = reply.header("location").unwrap_or_default();
        reply.status == 303 && place.starts_with("/dashboard/sign-in?next=")
    };
    let lists =
        BEGINNINGS.iter().flat_map(|section| [format!("{TEST}/{section}"), format!("{TEST}/{section}/new")]);
    for path in lists.chain(things.pages()) {
        let reply = Browser::new(server.origin()).get(&path);
        assert!(is_led(&reply), "{path}: {reply:?}");
    }
    let nobody = Browser::new(server.origin());
    let token = with(&nobody.form("/dashboard/sign-in", "/dashboard/sign-in"), &[("form_key", KEY)]);
    for (action, field) in things.forms() {
        let reply = nobody.post(&action, &with(&token, &[field]));
        assert!(is_led(&reply), "{action}: {reply:?}");
    }
    for section in BEGINNINGS {
        let fields =
            [("email", "b@example.com"), ("name", "B"), ("rail", "brl_pix"), ("pix_key", "52998224725")];
        let reply = nobody.post(&format!("{TEST}/{section}/new"), &with(&token, &fields));
        assert!(is_led(&reply), "{section}: {reply:?}");
    }
    assert_eq!(things.seen(&server), before);
}

fn payees_need_the_password_once_more_after_a_while(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let things = Things::make(&owner);
    let before = things.seen(&server);
    server.execute("update sessions set proved_at = proved_at - 960000000");
    let asks = |reply: &crate::support::Reply| {
        let place = reply.header("location").unwrap_or_default();
        reply.status == 303 && place.starts_with("/dashboard/confirm?next=")
    };
    for section in ["bank_accounts", "external_wallets"] {
        let new = format!("{TEST}/{section}/new");
        let reply = owner.get(&new);
        assert!(asks(&reply), "{new}: {reply:?}");
        let fields = [("name", "B"), ("rail", "brl_pix"), ("pix_key", "52998224725"), ("address", "0x")];
        let reply = owner.post(&new, &with(&tokens(&owner), &fields));
        assert!(asks(&reply), "{new}: {reply:?}");
    }
    for (action, field) in things.forms() {
        let is_payee = action.contains("bank_accounts") || action.contains("external_wallets");
        if is_payee {
            let reply = owner.post(&action, &with(&tokens(&owner), &[field]));
            assert!(asks(&reply), "{action}: {reply:?}");
        }
    }
    for path in things.pages() {
        open(&owner, &path);
    }
    assert_eq!(things.seen(&server), before, "looking is allowed, and changes nothing");
    let confirm = "/dashboard/confirm";
    let next = format!("{confirm}?next=%2Fdashboard%2Ftest%2Fbank_accounts%2Fnew%3Frail%3Dbrl_pix");
    let reply = owner.fill(&next, confirm, &[("password", server.info("password"))]);
    assert_eq!(reply.header("location"), Some("/dashboard/test/bank_accounts/new?rail=brl_pix"), "{reply:?}");
    add_account(&owner, "mxn_spei");
}

fn a_form_that_is_not_ours_changes_nothing(engine: Engine) {
    let server = Server::start(engine);
    let (owner, other) = (demo(&server), stranger(&server));
    let things = Things::make(&owner);
    let making = reviewed(&owner, "withdrawals", &[("to", id(&things.account)), ("amount", "50")]);
    let (before, rows) = (things.seen(&server), count(&server, "bank_accounts"));
    let mut forms: Vec<(String, Vec<(String, String)>)> =
        things.forms().into_iter().map(|(action, field)| (action, with(&tokens(&owner), &[field]))).collect();
    forms.push((format!("{TEST}/withdrawals"), making));
    let new = [("rail", "brl_pix"), ("name", "B"), ("pix_key", "52998224725")];
    forms.push((format!("{TEST}/bank_accounts/new"), with(&tokens(&owner), &new)));
    forms.push((format!("{TEST}/bank_accounts/check"), with(&tokens(&owner), &new)));
    let theirs = tokens(&other).into_iter().find(|(name, _)| name == "csrf").expect("a token").1;
    for (action, form) in &forms {
        let without: Vec<_> = form.iter().filter(|(name, _)| name != "csrf").cloned().collect();
        for (what, form) in [("none", without), ("another's", with(form, &[("csrf", &theirs)]))] {
            assert_eq!(owner.post(action, &form).status, 403, "{action} with {what} token");
        }
        let body: Vec<String> =
            form.iter().map(|(name, value)| format!("{name}={}", crate::support::encoded(value))).collect();
        let kind = ("Content-Type", "application/x-www-form-urlencoded");
        for header in
            [("Origin", "https://evil.example"), ("Origin", "null"), ("Sec-Fetch-Site", "cross-site")]
        {
            let reply = owner.send("POST", action, &[kind, header], Some(body.join("&").as_bytes()));
            assert_eq!(reply.status, 403, "{action} from {header:?}");
        }
        // Nothing is changed by asking.
        assert_ne!(owner.get(action).status, 303, "{action}");
    }
    assert_eq!((things.seen(&server), count(&server, "bank_accounts")), (before, rows));
    assert_eq!(balance(&server.sandbox()), "9900.00");
    // A form without its key cannot be told from its copy.
    let (action, form) = &forms[forms.len() - 3];
    let keyless: Vec<_> = form.iter().filter(|(name, _)| name != "form_key").cloned().collect();
    assert_eq!(owner.post(action, &keyless).status, 403);
    led(&owner.post(action, form));
}
