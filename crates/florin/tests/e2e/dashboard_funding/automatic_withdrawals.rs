//! Automatic withdrawals from the form to the bank: payments leave by themselves, everyone sees which they were, and
//! what turns them off. Only the owner can change them, and only with the password.

use serde_json::{Value, json};

use super::{LIVE, TEST, add_account, add_wallet, simulate};
use crate::support::pages::{beside, count, demo, id, led, money, open, says, silent, stranger, test_email};
use crate::support::{
    Browser, Engine, Letter, Reply, Server, accepted, balance, bank_account, email_to, emails_to, eventually,
    pay_and_settle, text, with,
};

testkit::on_both_engines!(
    payments_leave_by_themselves_and_say_so,
    live_payments_of_others_leave_too_and_the_owner_is_told_of_every_change,
    nobody_else_can_change_where_payments_go,
);

testkit::on_sqlite_daily!(what_comes_back_or_is_archived_turns_them_off, the_form_says_what_is_wrong,);

const PAGE: &str = "/dashboard/test/withdrawals/automatic";
const EDIT: &str = "/dashboard/test/withdrawals/automatic/edit";
const OFF: &str = "/dashboard/test/withdrawals/automatic/off";

#[track_caller]
fn turn_on(owner: &Browser, to: &str, minimum: &str) {
    let turned_on = owner.fill(EDIT, EDIT, &[("to", id(to)), ("amount", minimum)]);
    assert_eq!(led(&turned_on), PAGE);
    says(&open(owner, PAGE), "Automatic withdrawals are on.");
}

/// Test money that comes in.
fn arrive(server: &Server, amount: &str) -> String {
    server.sandbox().post("/simulate/inbound_transfers", &json!({ "amount": amount })).id()
}

/// The automatic withdrawals of the demo user, the newest first, once there are so many.
#[track_caller]
fn automatic(server: &Server, count: usize) -> Vec<Value> {
    eventually("automatic withdrawals", || {
        let list = accepted(&server.sandbox().get("/withdrawals"));
        let rows = list["data"].as_array().expect("a list").clone();
        (rows.len() == count && rows.iter().all(|row| row["automatic"] == json!(true))).then_some(rows)
    })
}

fn payments_leave_by_themselves_and_say_so(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    says(&open(&owner, "/dashboard/test/withdrawals"), "Automatic withdrawals");
    says(&open(&owner, PAGE), "Turn on automatic withdrawals");
    says(&open(&owner, EDIT), "Add a destination first");
    let account = add_account(&owner, "brl_pix");
    turn_on(&owner, &account, "30");
    let payments = [arrive(&server, "20.00"), arrive(&server, "15.50")];
    let made = automatic(&server, 1).remove(0);
    assert_eq!((text(&made, "amount"), text(&made, "bank_account_id")), ("35.50", id(&account)));
    assert_eq!(balance(&server.sandbox()), "10000.00");
    let same = accepted(&server.sandbox().get(&format!("/transactions/{}", text(&made, "id"))));
    assert_eq!(same["automatic"], true, "every view says so");
    for payment in &payments {
        let shown = accepted(&server.sandbox().get(&format!("/transactions/{payment}")));
        assert!(shown.get("automatic").is_none(), "a payment is none: {shown}");
    }
    let told = "select data from events where type = 'withdrawal.created'";
    let told = server.database().texts(server.data(), told);
    assert!(told.iter().all(|event| event.contains("\"automatic\":true")), "{told:?}");
    let place = format!("{TEST}/withdrawals/{}", text(&made, "id"));
    let page = open(&owner, &place);
    says(&page, "Automatic withdrawal");
    says(&page, "Created automatically");
    let receipt = open(&owner, &format!("{TEST}/transactions/{}/receipt", text(&made, "id")));
    says(&receipt, "Automatic withdrawal to ");
    for payment in &payments {
        says(&page, payment);
        let page = open(&owner, &format!("{TEST}/transactions/{payment}"));
        says(&page, &place);
    }
    says(&open(&owner, &format!("{TEST}/withdrawals")), "Automatic withdrawal</span>");
    says(&open(&owner, &format!("{TEST}/transactions")), "Automatic withdrawal");
    // It can be called back as any other, and what comes back is no payment.
    led(&owner.fill(&place, &format!("{place}/cancel"), &[]));
    assert_eq!(balance(&server.sandbox()), "10035.50");
    arrive(&server, "4.00");
    eventually("the payment is collected", || {
        open(&owner, PAGE).body.contains("Accumulated</dt><dd>4.00").then_some(())
    });
    assert_eq!(owner.fill(PAGE, OFF, &[]).status, 303);
    says(&open(&owner, PAGE), "You turned them off.");
    arrive(&server, "100.00");
    turn_on(&owner, &account, "50");
    arrive(&server, "60.00");
    let amounts: Vec<String> =
        automatic(&server, 2).iter().map(|row| text(row, "amount").to_owned()).collect();
    assert_eq!(amounts, ["60.00", "35.50"], "what came before stays");
    server.assert_books_balance();
}

fn what_comes_back_or_is_archived_turns_them_off(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let (account, wallet) = (add_account(&owner, "mxn_spei"), add_wallet(&owner, "Cold"));
    let emails = || {
        let sql =
            "select subject from (select kind as subject from emails where kind = 'automatic_withdrawals_off'
                       and status = 'kept') k";
        server.database().texts(server.data(), sql).len()
    };
    turn_on(&owner, &account, "10");
    arrive(&server, "20.00");
    let made = automatic(&server, 1).remove(0);
    let place = format!("{TEST}/withdrawals/{}", text(&made, "id"));
    simulate(&owner, &place, "completed");
    simulate(&owner, &place, "returned");
    let page = open(&owner, PAGE);
    says(&page, "Automatic withdrawals are off");
    says(&page, "The bank returned a withdrawal");
    says(&page, &format!("at most {}", money("1,000,000.00 USDC")));
    let month = open(&owner, &format!("{TEST}/statements"));
    let month = month.body.split("/statements/").find_map(|rest| rest.starts_with("20").then(|| &rest[..7]));
    says(
        &open(&owner, &format!("{TEST}/statements/{}", month.expect("a month"))),
        "Automatic withdrawal to ",
    );
    assert_eq!(emails(), 1);
    let email = test_email(&owner, "Automatic withdrawals were turned off");
    says(&email, "The bank returned a withdrawal. The money is back in your balance.");
    assert_eq!(balance(&server.sandbox()), "10020.00");
    arrive(&server, "30.00");
    turn_on(&owner, &wallet, "10");
    arrive(&server, "40.00");
    let rows = automatic(&server, 2);
    assert_eq!(text(&rows[0], "external_wallet_id"), id(&wallet));
    let archive = format!("/external_wallets/{}/archive", id(&wallet));
    accepted(&server.sandbox().post(&archive, &json!({})));
    says(&open(&owner, PAGE), "The destination was archived.");
    assert_eq!(emails(), 2);
    accepted(&server.sandbox().post(&archive, &json!({})));
    assert_eq!(emails(), 2, "archiving twice tells nothing new");
    silent(&open(&owner, EDIT), id(&wallet));
    server.assert_books_balance();
}

fn live_payments_of_others_leave_too_and_the_owner_is_told_of_every_change(engine: Engine) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("tariff.toml");
    std::fs::write(&file, include_str!("../support/tariff.toml")).expect("a tariff");
    let server = Server::start_with(engine, &["--tariff-file", file.to_str().expect("a path in UTF-8")]);
    server.new_user("grace@example.org");
    server.fund_live("grace@example.org", 1_000_000_000);
    let grace = server.live().with_key(&server.new_key("grace@example.org", "live", "all"));
    let owner = demo(&server);
    let live = server.live();
    let accounts = ["brl_pix", "mxn_spei"].map(|rail| live.post("/bank_accounts", &bank_account(rail)).id());
    let edit = EDIT.replace("/test/", "/live/");
    let letters = || {
        let all = emails_to(server.origin(), server.info("email"), "security");
        all.into_iter().filter(|letter| letter.subject.contains("Automatic withdrawals")).count()
    };
    for (told, (account, minimum)) in
        [(&accounts[0], "10"), (&accounts[0], "10"), (&accounts[1], "10"), (&accounts[0], "20")]
            .iter()
            .enumerate()
    {
        led(&owner.fill(&edit, &edit, &[("to", account), ("amount", minimum)]));
        // The second form says what is so already.
        let told = [1, 1, 2, 3][told];
        eventually("an email for every change", || (letters() == told).then_some(()));
    }
    pay_and_settle(&grace, &[(server.info("email"), "12.50"), (server.info("email"), "30.00")]);
    let rows = eventually("a live withdrawal", || {
        let list = accepted(&live.get("/withdrawals"));
        list["data"].as_array().filter(|rows| !rows.is_empty()).cloned()
    });
    assert_eq!((rows.len(), &rows[0]["automatic"]), (1, &json!(true)));
    assert_eq!(
        (text(&rows[0], "amount"), text(&rows[0], "bank_account_id")),
        ("42.50", accounts[0].as_str())
    );
    assert_eq!(balance(&live), "0.00");
    accepted(&live.post(&format!("/bank_accounts/{}/archive", accounts[0]), &json!({})));
    let letter = email_to(server.origin(), server.info("email"), "automatic_withdrawals_off");
    assert!(letter.subject.contains("Automatic withdrawals were turned off"), "{letter:?}");
    assert!(letter.text.contains("Destination: Payroll · CPF ending in 09"), "{letter:?}");
    let changes = emails_to(server.origin(), server.info("email"), "security");
    let is_change =
        |letter: &&Letter| letter.text.contains("Previous destination: Payroll · CPF ending in 09");
    let [change] = changes.iter().filter(is_change).collect::<Vec<_>>()[..] else { panic!("{changes:?}") };
    assert!(change.text.contains("Destination: Payroll · •••• "), "{change:?}");
    let log = open(&owner, "/dashboard/live/settings/log");
    says(&log, "Payroll · 10.00 USDC");
    silent(&log, &accounts[0]);
    assert!(letter.links.contains(&PAGE.replace("/test/", "/live/")), "{letter:?}");
    server.assert_books_balance();
}

fn asks_for(reply: &Reply, page: &str) -> bool {
    let place = reply.header("location").unwrap_or_default();
    reply.status == 303 && place.starts_with(page)
}

fn nobody_else_can_change_where_payments_go(engine: Engine) {
    let server = Server::start(engine);
    let (owner, other) = (demo(&server), stranger(&server));
    let (mine, theirs) = (add_account(&owner, "brl_pix"), add_account(&other, "brl_pix"));
    turn_on(&owner, &mine, "30");
    let before = open(&owner, PAGE).body;
    let rows = || count(&server, "automatic_withdrawals");
    let fields = |to: &str| [("to".to_owned(), to.to_owned()), ("amount".to_owned(), "5".to_owned())];
    let form = |browser: &Browser, to: &str| {
        let names = fields(to);
        let names: Vec<(&str, &str)> =
            names.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        with(&browser.form(EDIT, EDIT), &names)
    };
    // Another account, and the other mode.
    assert_eq!(other.post(EDIT, &form(&other, id(&mine))).status, 404, "an account of others");
    assert_eq!(owner.post(EDIT, &form(&owner, id(&theirs))).status, 404, "to an account of others");
    let live = EDIT.replace(TEST, LIVE);
    assert_eq!(owner.post(&live, &form(&owner, id(&mine))).status, 404, "in the other mode");
    says(&open(&owner, &PAGE.replace(TEST, LIVE)), "Turn on automatic withdrawals");
    silent(&open(&other, PAGE), id(&mine));
    assert_eq!(owner.get(&PAGE.replace(TEST, "/dashboard/other")).status, 404);
    // Another site, another's token, none.
    let own = form(&owner, id(&mine));
    let token = form(&other, id(&theirs)).into_iter().find(|(name, _)| name == "csrf").expect("a token").1;
    assert_eq!(owner.post(EDIT, &with(&own, &[("csrf", &token)])).status, 403);
    assert_eq!(owner.post(OFF, &with(&own, &[("csrf", "")])).status, 403);
    // A visitor, and an owner whose password was long ago: a stolen cookie redirects nothing.
    let nobody = Browser::new(server.origin());
    let visitor =
        with(&nobody.form("/dashboard/sign-in", "/dashboard/sign-in"), &[("to", id(&mine)), ("amount", "5")]);
    for path in [PAGE, EDIT] {
        assert!(asks_for(&nobody.get(path), "/dashboard/sign-in"), "{path}");
    }
    for path in [EDIT, OFF] {
        assert!(asks_for(&nobody.post(path, &visitor), "/dashboard/sign-in"), "{path}");
    }
    server.execute("update sessions set proved_at = proved_at - 960000000");
    let (wallet_form, confirm) = (with(&own, &[("amount", "1")]), "/dashboard/confirm");
    assert!(asks_for(&owner.get(EDIT), confirm) && asks_for(&owner.post(EDIT, &wallet_form), confirm));
    assert_eq!((rows(), open(&owner, PAGE).body.contains("30")), (1, true));
    assert_eq!(open(&owner, PAGE).body.matches("Off since").count(), before.matches("Off since").count());
    // No key and no token reaches it.
    let sandbox = server.sandbox();
    sandbox.get("/withdrawals/automatic").assert_problem(404, "not_found");
    for path in ["/withdrawals/automatic", "/withdrawals/automatic/edit", "/automatic_withdrawals"] {
        let reply = sandbox.post(path, &json!({ "to": id(&mine), "amount": "5" }));
        assert!([404, 405].contains(&reply.status), "{path}: {reply:?}");
    }
    // Turning off needs no password: it only keeps money where it is.
    assert_eq!(owner.post(OFF, &own).status, 303);
    says(&open(&owner, PAGE), "You turned them off.");
}

fn the_form_says_what_is_wrong(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let account = add_account(&owner, "usd_fedwire");
    let send = |to: &str, amount: &str| owner.fill(EDIT, EDIT, &[("to", to), ("amount", amount)]);
    says(&open(&owner, EDIT), "value=\"100.00\"");
    for (amount, words) in [
        ("", "Enter an amount."),
        ("-1", "Enter the amount in digits"),
        ("10", "The fees would use up this amount."),
        ("1000001", "A deposit or withdrawal can be worth at most 1,000,000.00\u{a0}USDC."),
    ] {
        let page = send(id(&account), amount);
        assert_eq!(page.status, 422, "{amount}");
        assert!(beside(&page, "automatic", "amount").contains(words), "{amount}: {page:?}");
        says(&page, &format!("value=\"{}\" selected", id(&account)));
    }
    let page = send("", "50");
    assert!(beside(&page, "automatic", "to").contains("Choose a destination."), "{page:?}");
    let archive = format!("{account}/archive");
    led(&owner.post(&archive, &owner.form(&account, &archive)));
    add_account(&owner, "brl_pix");
    let page = send(id(&account), "50");
    assert!(beside(&page, "automatic", "to").contains("This bank account is archived"), "{page:?}");
    assert_eq!(count(&server, "automatic_withdrawals"), 0);
}
