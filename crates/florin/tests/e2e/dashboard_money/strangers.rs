//! A visitor who is not signed in, not the owner, or not on our own pages gets nowhere, and changes nothing.

use super::{
    CSV, NEW, PAYOUTS, STATEMENTS, TRANSACTIONS, checked, count, id, pay_by_form, rows, settled, written,
};
use crate::support::pages::{demo, open, stranger};
use crate::support::{Browser, Engine, Server, balance, with};

testkit::on_sqlite_daily!(
    what_belongs_to_others_is_not_there,
    whoever_is_not_signed_in_is_led_to_sign_in,
    a_form_that_is_not_ours_changes_nothing,
);

const KEY: &str = "abcdefghijklmnopqrstuvwx";

/// Every address of one payout and of its first item: those that are asked for, and those that forms are sent to.
fn addresses(place: &str, item: &str) -> ([String; 6], [String; 7]) {
    let items = format!("{place}/items/{item}");
    let asked = [
        place.to_owned(),
        format!("{place}/progress"),
        format!("{TRANSACTIONS}/{item}"),
        format!("{place}?status=failed"),
        format!("{TRANSACTIONS}/{item}/receipt"),
        format!("{TRANSACTIONS}/{item}/receipt/pdf"),
    ];
    let sent = ["cancel", "remind", "repeat", "retry"].map(|what| format!("{place}/{what}"));
    let of_item = ["cancel", "remind", "claim"].map(|what| format!("{items}/{what}"));
    let mut all = sent.into_iter().chain(of_item);
    (asked, std::array::from_fn(|_| all.next().expect("seven addresses")))
}

fn what_belongs_to_others_is_not_there(engine: Engine) {
    let server = Server::start(engine);
    let (owner, other) = (demo(&server), stranger(&server));
    let place = pay_by_form(&owner, &[("ada@example.com", "2", ""), ("grace@example.com", "3", "")]);
    settled(&server, &place);
    let item = id(&rows(&open(&owner, &place))[0]).to_owned();
    let (asked, sent) = addresses(&place, &item);
    let before = open(&owner, &place).body.matches("Pending claim").count();
    let token = |browser: &Browser| with(&browser.form(NEW, NEW), &[("form_key", KEY)]);
    for path in asked.iter().map(String::as_str) {
        assert_eq!(other.get(path).status, 404, "{path}");
        assert_eq!(owner.get(&path.replace("/test/", "/live/")).status, 404, "the other mode: {path}");
    }
    for path in &sent {
        assert_eq!(other.post(path, &token(&other)).status, 404, "{path}");
        assert_eq!(
            owner.post(&path.replace("/test/", "/live/"), &token(&owner)).status,
            404,
            "the other mode: {path}"
        );
    }
    // An item is found in its own payout only.
    let second = pay_by_form(&owner, &[("kj@example.com", "1", "")]);
    for kind in ["cancel", "remind", "claim"] {
        let path = format!("{second}/items/{item}/{kind}");
        assert_eq!(owner.post(&path, &token(&owner)).status, 404, "{path}");
    }
    for nonsense in ["po_1", "..", "%00", "po_01kdvq3y5cf2ab6ngnm3hc0000"] {
        assert_eq!(owner.get(&format!("{PAYOUTS}/{nonsense}")).status, 404, "{nonsense}");
        assert_eq!(owner.get(&format!("{TRANSACTIONS}/{nonsense}")).status, 404, "{nonsense}");
    }
    assert_eq!(owner.get("/dashboard/other").status, 404);
    assert_eq!(open(&owner, &place).body.matches("Pending claim").count(), before);
    assert_eq!(rows(&open(&other, PAYOUTS)).len(), 0);
    let export = open(&other, &format!("{TRANSACTIONS}/export"));
    assert_eq!(export.body.lines().count(), 2, "{}", export.body);
}

fn whoever_is_not_signed_in_is_led_to_sign_in(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let place = pay_by_form(&owner, &[("ada@example.com", "2", "")]);
    settled(&server, &place);
    let item = id(&rows(&open(&owner, &place))[0]).to_owned();
    let (asked, sent) = addresses(&place, &item);
    let lists = [
        "/dashboard/test",
        PAYOUTS,
        NEW,
        CSV,
        TRANSACTIONS,
        STATEMENTS,
        "/dashboard/test/emails",
        "/dashboard/live",
    ];
    let files = [format!("{CSV}/sample"), format!("{TRANSACTIONS}/export")];
    let months = ["", "/pdf", "/csv", "/ofx"].map(|file| format!("{STATEMENTS}/2026-03{file}"));
    let files = files.into_iter().chain(months).collect::<Vec<_>>();
    for path in asked.iter().map(String::as_str).chain(lists).chain(files.iter().map(String::as_str)) {
        let reply = Browser::new(server.origin()).get(path);
        let led = reply.header("location").is_some_and(|place| place.starts_with("/dashboard/sign-in?next="));
        assert!(reply.status == 303 && led, "{path}: {reply:?}");
    }
    let nobody = Browser::new(server.origin());
    let token = nobody.form("/dashboard/sign-in", "/dashboard/sign-in");
    let add = "/dashboard/test/inbound_transfers".to_owned();
    for path in sent.iter().chain([&PAYOUTS.to_owned(), &NEW.to_owned(), &CSV.to_owned(), &add]) {
        let reply =
            nobody.post(path, &with(&token, &[("form_key", KEY), ("amount", "5"), ("to", "a@example.com")]));
        let led = reply.header("location").is_some_and(|place| place.starts_with("/dashboard/sign-in"));
        assert!(reply.status == 303 && led, "{path}: {reply:?}");
    }
    assert_eq!((count(&server), balance(&server.sandbox()).as_str()), (1, "9998.00"));
}

fn a_form_that_is_not_ours_changes_nothing(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let place = pay_by_form(&owner, &[("ada@example.com", "2", "")]);
    settled(&server, &place);
    let item = id(&rows(&open(&owner, &place))[0]).to_owned();
    let (_, sent) = addresses(&place, &item);
    let send = checked(&owner.ask(NEW, &written(&owner, &[("grace@example.com", "5", "")])));
    let add = "/dashboard/test/inbound_transfers";
    let money = with(&owner.form("/dashboard/test", add), &[("amount", "5")]);
    let other = stranger(&server);
    let foreign = other.form(NEW, NEW).into_iter().find(|(name, _)| name == "csrf").expect("a token").1;
    let forms = sent.iter().map(|path| (path.as_str(), &send)).chain([
        (PAYOUTS, &send),
        (NEW, &send),
        (CSV, &send),
        (add, &money),
    ]);
    for (path, form) in forms {
        let bare: Vec<(String, String)> = form.iter().filter(|(name, _)| name != "csrf").cloned().collect();
        assert_eq!(owner.post(path, &bare).status, 403, "no token: {path}");
        assert_eq!(
            owner.post(path, &with(form, &[("csrf", &foreign)])).status,
            403,
            "another's token: {path}"
        );
        let pairs: Vec<String> =
            form.iter().map(|(name, value)| format!("{name}={}", value.replace('@', "%40"))).collect();
        let kind = ("Content-Type", "application/x-www-form-urlencoded");
        for header in [("Origin", "https://evil.example"), ("Sec-Fetch-Site", "cross-site")] {
            let reply = owner.send("POST", path, &[kind, header], Some(pairs.join("&").as_bytes()));
            assert_eq!(reply.status, 403, "{header:?}: {path}");
        }
    }
    assert_eq!((count(&server), balance(&server.sandbox()).as_str()), (1, "9998.00"));
    assert_eq!(settled(&server, &place)["item_breakdown"]["pending_claim"], 1);
    assert_eq!(rows(&open(&owner, "/dashboard/test/emails")).len(), 1);
}
