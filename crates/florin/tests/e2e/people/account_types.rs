//! Personal and business accounts: who gets which, what a personal account doesn't have, and the way to a business
//! account, from which there is none back.

use web::{Method, Page, pages};

use super::{PASSWORD, join, join_as};
use crate::support::pages::{count, open, says, silent};
use crate::support::{Browser, Engine, Reply, Server, email_to, hidden_fields, pay_and_settle};

testkit::on_both_engines!(a_claim_opens_a_personal_account_and_an_upgrade_makes_it_a_business_for_good);

testkit::on_sqlite_daily!(
    sign_up_asks_and_opens_no_account_without_an_answer,
    a_personal_account_has_no_page_for_businesses_and_every_other_page,
    api_keys_that_an_operator_creates_work_for_personal_accounts,
);

/// The parts of the dashboard that only business accounts have, and those that all have. A new part is in one of them.
const BUSINESS: [&str; 7] =
    ["payouts", "recipients", "api_keys", "api_requests", "webhooks", "connect", "emails"];
const EVERYONE: [&str; 14] = [
    "",
    "send",
    "receive",
    "transactions",
    "statements",
    "deposits",
    "withdrawals",
    "bank_accounts",
    "external_wallets",
    "authorized_apps",
    "settings",
    "search",
    // The form of test money.
    "inbound_transfers",
    "{mode}",
];

const SETTINGS: &str = "/dashboard/test/settings";
const UPGRADE: &str = "/dashboard/test/settings/upgrade";

/// Claims test money as a newcomer.
fn claimant(server: &Server) -> Browser {
    pay_and_settle(&server.sandbox(), &[("ada@example.com", "120.5")]);
    let link = email_to(server.origin(), "ada@example.com", "claim").links[0].clone();
    let browser = Browser::new(server.origin());
    let fields = [("name", "Ada Lovelace"), ("password", PASSWORD)];
    let claimed = browser.fill(&link, &format!("{link}/join"), &fields);
    assert_eq!(claimed.header("location"), Some("/dashboard/test"), "{claimed:?}");
    browser
}

fn a_claim_opens_a_personal_account_and_an_upgrade_makes_it_a_business_for_good(engine: Engine) {
    let server = Server::start(engine);
    let person = claimant(&server);
    assert_eq!(count(&server, "users where account_type = 'personal'"), 1);
    assert_eq!(count(&server, "users where account_type = 'business'"), 1, "the demo user");
    let home = open(&person, "/dashboard/test");
    for there in ["Your balance", "120.50", "Withdraw", "Send", "Receive", "Demo Business"] {
        says(&home, there);
    }
    for hidden in ["api_keys", "webhooks", "connect", "/payouts", "recipients", "emails"] {
        silent(&home, hidden);
    }
    assert_eq!(open(&person, "/dashboard/test/send").status, 200);
    assert_eq!(person.get("/dashboard/test/payouts").status, 403);
    let upgraded = person.fill(SETTINGS, UPGRADE, &[]);
    assert_eq!(upgraded.header("location"), Some("/dashboard/test/settings"), "{upgraded:?}");
    assert_eq!(count(&server, "users where account_type = 'business'"), 2);
    says(&open(&person, "/dashboard/test/settings/log"), "Upgraded to a business account");
    says(&open(&person, "/dashboard/test"), "Payouts");
    for section in BUSINESS {
        assert_eq!(person.get(&format!("/dashboard/test/{section}")).status, 200, "{section}");
    }
    assert_eq!(open(&person, "/dashboard/test/receive").status, 200, "what it had, it has still");
    // Nothing leads back, and the same again changes nothing.
    let settings = open(&person, SETTINGS);
    silent(&settings, UPGRADE);
    let again = person.post(UPGRADE, &hidden_fields(&settings.body, "/dashboard/sign-out"));
    assert_eq!(again.status, 303, "{again:?}");
    let log = open(&person, "/dashboard/test/settings/log").body;
    assert_eq!(log.matches("Upgraded to a business account").count(), 1, "{log}");
    assert_eq!(count(&server, "users where account_type = 'business'"), 2);
    server.assert_books_balance();
}

fn sign_up_asks_and_opens_no_account_without_an_answer(engine: Engine) {
    let server = Server::start(engine);
    let browser = Browser::new(server.origin());
    browser.fill("/dashboard/join", "/dashboard/join", &[("email", "grace@example.org")]);
    let link = email_to(server.origin(), "grace@example.org", "join").links[0].clone();
    says(&open(&browser, &link), "Everything a personal account has");
    for wrong in ["", "Business", "admin"] {
        let fields = [("name", "Grace"), ("account_type", wrong), ("password", PASSWORD)];
        let refused = browser.fill(&link, &link, &fields);
        assert_eq!(refused.status, 422, "{wrong:?}: {refused:?}");
        says(&refused, "Choose one of these options.");
    }
    assert_eq!(count(&server, "users"), 1, "the demo user");
    let person = join_as(&server, "hedy@example.org", "Hedy", "personal");
    says(&person.open("/dashboard"), "wallet-actions");
    let business = join(&server, "ida@example.org", "Ida");
    silent(&business.open("/dashboard"), "wallet-actions");
    assert_eq!(count(&server, "users where account_type = 'personal'"), 1);
}

fn part(page: &Page) -> &'static str {
    page.path.split('/').nth(3).unwrap_or_default()
}

fn asked(person: &Browser, page: &Page, csrf: &[(String, String)]) -> Reply {
    let path = page.path.replace("{mode}", "test").replace("{id}", "x").replace("{item_id}", "x");
    match page.method {
        Method::Get => person.get(&path),
        Method::Post | Method::Patch => person.post(&path, csrf),
    }
}

fn a_personal_account_has_no_page_for_businesses_and_every_other_page(engine: Engine) {
    let server = Server::start(engine);
    let person = join_as(&server, "grace@example.org", "Grace", "personal");
    let csrf = hidden_fields(&open(&person, SETTINGS).body, "/dashboard/sign-out");
    let (mut refused, mut shown) = (0, 0);
    for page in pages().filter(|page| page.path.starts_with("/dashboard/{mode}")) {
        let part = part(page);
        assert!(
            BUSINESS.contains(&part) || EVERYONE.contains(&part),
            "{}: add {part:?} to BUSINESS or EVERYONE",
            page.path
        );
        if BUSINESS.contains(&part) {
            let reply = asked(&person, page, &csrf);
            assert_eq!(reply.status, 403, "{}: {reply:?}", page.path);
            says(&reply, "Business accounts only");
            says(&reply, "href=\"/dashboard/test/settings\"");
            refused += 1;
        } else if page.method == Method::Get && !page.path.contains("{id}") {
            let reply = asked(&person, page, &csrf);
            assert_ne!(reply.status, 403, "{}: {reply:?}", page.path);
            shown += 1;
        }
    }
    assert!(refused > 30 && shown > 15, "{refused} {shown}");
    for path in ["/dashboard/live", "/dashboard/live/send", "/dashboard/live/withdrawals/new"] {
        assert_eq!(person.get(path).status, 200, "{path}");
    }
}

fn api_keys_that_an_operator_creates_work_for_personal_accounts(engine: Engine) {
    let server = Server::start(engine);
    join_as(&server, "grace@example.org", "Grace", "personal");
    let key = server.new_key("grace@example.org", "test", "all");
    assert_eq!(server.sandbox().with_key(&key).get("/balance").json()["amount"], "10000.00");
    assert_eq!(server.sandbox().with_key(&key).get("/payouts").status, 200);
}
