//! Payouts in progress: nothing that was typed is lost, no window overwrites another, and each becomes one payout.

use super::{
    CSV, Fields, NEW, PAYOUTS, checked, count, draft_of, id, pay_by_form, sent, settled, upload, written,
};
use crate::support::pages::{demo, money, open, says, silent, stranger};
use crate::support::{Browser, Engine, Reply, Server, at_once, hidden_fields, with};

testkit::on_both_engines!(
    a_draft_that_two_windows_send_is_one_payout,
    a_window_does_not_overwrite_what_another_has_saved,
    a_review_does_not_send_what_was_written_after_it,
    what_may_have_been_paid_before_is_asked_about,
);

testkit::on_sqlite_daily!(
    what_was_typed_survives_going_back_a_second_tab_and_a_new_sign_in,
    rows_are_saved_while_they_are_typed,
    rows_can_be_pasted_removed_and_counted,
    drafts_are_bounded_and_deleted,
    drafts_of_others_are_not_there,
    the_same_file_is_asked_about,
    lines_with_mistakes_can_be_downloaded,
);

const ADA: (&str, &str, &str) = ("ada@example.com", "12.50", "Invoice 1");
const GRACE: (&str, &str, &str) = ("grace@example.com", "1250", "");

fn typed(browser: &Browser, people: &[(&str, &str, &str)], action: &str) -> Reply {
    browser.ask(NEW, &with(&written(browser, people), &[("do", action)]))
}

fn what_was_typed_survives_going_back_a_second_tab_and_a_new_sign_in(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    let first = browser.get(NEW).header("location").expect("an address of its own").to_owned();
    let fields = with(
        &browser.form(&first, NEW),
        &[("do", "check"), ("to", "ada@example.com"), ("amount", "half"), ("payout_reference", "May")],
    );
    assert_eq!(browser.ask(NEW, &fields).status, 422);
    // Back, from the review or from a mistake, is the address at which the draft was begun.
    let back = browser.get(&first).header("location").expect("the draft").to_owned();
    for browser in
        [&browser, &Browser::signed_in(server.origin(), server.info("email"), server.info("password"))]
    {
        let page = open(browser, &back);
        for words in ["value=\"ada@example.com\"", "value=\"half\"", "value=\"May\""] {
            says(&page, words);
        }
    }
    let list = open(&browser, PAYOUTS);
    says(&list, "Drafts");
    says(&list, &format!("href=\"{back}\""));
    // A form that is sent again, after a reload, changes nothing.
    assert_eq!(browser.ask(NEW, &fields).status, 422);
    let right = with(
        &browser.form(&back, NEW),
        &[("do", "check"), ("to", "ada@example.com"), ("amount", "1,5"), ("payout_reference", "May")],
    );
    let review = browser.post(NEW, &right);
    assert_eq!(review.header("location"), Some(format!("{back}/review").as_str()));
    let page = open(&browser, &format!("{back}/review"));
    says(&page, ": May</p>");
    says(&page, &format!("Send {} to 1 recipient", money("1.50 USDC")));
    let place = sent(&browser.post(PAYOUTS, &checked(&page)));
    // From then on, each address of the draft leads to its payout.
    for path in [first, back.clone(), format!("{back}/review")] {
        assert_eq!(browser.get(&path).header("location"), Some(place.as_str()), "{path}");
    }
    silent(&open(&browser, PAYOUTS), "Drafts");
}

fn a_draft_that_two_windows_send_is_one_payout(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    let review = typed(&browser, &[ADA], "check");
    let fields = checked(&review);
    let other = Browser::signed_in(server.origin(), server.info("email"), server.info("password"));
    let theirs = checked(&open(&other, &format!("{}/review", draft_of(&review))));
    let places = at_once(10, |index| match index % 2 {
        0 => sent(&browser.post(PAYOUTS, &fields)),
        _ => sent(&other.post(PAYOUTS, &theirs)),
    });
    assert!(places.iter().all(|place| *place == places[0]), "{places:?}");
    assert_eq!(count(&server), 1);
    // What was sent is no longer changed, nor deleted.
    let late =
        browser.post(NEW, &with(&fields, &[("do", "save"), ("to", "eve@example.com"), ("amount", "1")]));
    assert_eq!((late.status, late.header("location")), (303, Some(places[0].as_str())));
    browser.post(&format!("{}/delete", draft_of(&review)), &fields);
    assert_eq!(sent(&browser.post(PAYOUTS, &fields)), places[0]);
    says(&open(&browser, &places[0]), "This payout was already sent.");
    assert_eq!((count(&server), settled(&server, &places[0])["total_amount"].as_str()), (1, Some("12.50")));
    server.assert_books_balance();
}

fn a_window_does_not_overwrite_what_another_has_saved(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    let review = typed(&browser, &[ADA], "check");
    let place = draft_of(&review);
    let (one, two) = (browser.form(&place, NEW), browser.form(&place, NEW));
    let rows = |form: &Fields, people: &[(&str, &str, &str)], action: &str| -> Fields {
        let mut fields = vec![("do", action)];
        for (to, amount, reference) in people {
            fields.extend([("to", *to), ("amount", *amount), ("reference", *reference)]);
        }
        with(form, &fields)
    };
    assert_eq!(browser.post(NEW, &rows(&one, &[ADA, GRACE], "save")).status, 303);
    let late = browser.post(NEW, &rows(&two, &[("kj@example.com", "3", "")], "save"));
    assert_eq!(late.status, 409);
    says(&late, "This draft was changed elsewhere");
    says(&late, "value=\"kj@example.com\"");
    says(&late, &format!("href=\"{place}\""));
    says(&open(&browser, &place), "value=\"grace@example.com\"");
    // What was reviewed is not what would be sent now.
    let stale = browser.post(PAYOUTS, &checked(&review));
    assert_eq!((stale.status, count(&server)), (409, 0));
    says(&stale, "Nothing was sent.");
    says(&stale, "grace@example.com");
    let stale = browser.post(&format!("{place}/delete"), &two);
    assert_eq!(stale.header("location"), Some(place.as_str()));
    // With the version that the message shows, the user replaces what is there.
    let again =
        browser.ask(NEW, &rows(&hidden_fields(&late.body, NEW), &[("kj@example.com", "3", "")], "check"));
    says(&again, "kj@example.com");
    silent(&again, "grace@example.com");
    // Many at once: one is saved.
    let form = browser.form(&place, NEW);
    let statuses = at_once(6, |index| {
        let email = format!("p{index}@example.com");
        browser.post(NEW, &rows(&form, &[(&email, "1", "")], "save")).status
    });
    assert_eq!(statuses.iter().filter(|status| **status == 303).count(), 1, "{statuses:?}");
    // A draft that was deleted elsewhere is saved as a new one.
    let form = browser.form(&place, NEW);
    assert_eq!(browser.post(&format!("{place}/delete"), &form).header("location"), Some(PAYOUTS));
    assert_eq!(browser.get(&place).status, 404);
    let gone = browser.post(NEW, &rows(&form, &[ADA], "save"));
    assert_eq!(gone.status, 409);
    says(&gone, "This draft was deleted elsewhere.");
    let saved = browser.ask(NEW, &rows(&hidden_fields(&gone.body, NEW), &[ADA], "save"));
    says(&saved, "value=\"ada@example.com\"");
}

fn a_review_does_not_send_what_was_written_after_it(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    pay_by_form(&browser, &[("bob@example.com", "5000", "")]);
    let review = typed(&browser, &[ADA], "check");
    let place = draft_of(&review);
    let address = format!("{NEW}?draft={}", id(&place));
    browser.post(&format!("{place}/delete"), &browser.form(&place, NEW));
    // Going back in the browser leads to the address of the draft.
    let rows = [("do", "save"), ("to", "bob@example.com"), ("amount", "5000")];
    assert_eq!(browser.post(NEW, &with(&browser.form(&address, NEW), &rows)).status, 303);
    let stale = browser.post(PAYOUTS, &with(&checked(&review), &[("again", "yes"), ("earlier", "yes")]));
    assert_eq!((stale.status, count(&server)), (409, 1));
    says(&stale, "bob@example.com");
    // The user hasn't seen this warning yet.
    says(&stale, "name=\"earlier\"");
    silent(&stale, "value=\"yes\" checked");
    // An address that a browser has remembered for longer than Florin remembers drafts begins a new one.
    let old = "pd_01kdvq3y5cf2ab6ngnm3hcrkve";
    let fresh = browser.get(&format!("{NEW}?draft={old}"));
    assert!(fresh.header("location").is_some_and(|place| !place.contains(old)), "{fresh:?}");
    let late = browser.post(NEW, &with(&browser.form(NEW, NEW), &[&rows[..], &[("draft", old)]].concat()));
    assert_eq!(late.status, 409, "{late:?}");
    silent(&late, old);
}

fn rows_are_saved_while_they_are_typed(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    let save = format!("{NEW}/save");
    let first = browser.get(NEW).header("location").expect("an address of its own").to_owned();
    let empty = browser.form(&first, NEW);
    // An empty form is no draft.
    let nothing = browser.post(&save, &empty);
    says(&nothing, "name=\"version\" value=\"0\"");
    silent(&nothing, "Saved");
    assert_eq!(browser.get(&first).status, 200);
    let typed = with(&empty, &[("to", ADA.0), ("amount", "12.5"), ("reference", "")]);
    let saved = browser.post(&save, &typed);
    says(&saved, "Saved");
    silent(&saved, "name=\"version\" value=\"0\"");
    let place = browser.get(&first).header("location").expect("the draft").to_owned();
    let page = open(&browser, &place);
    for words in ["value=\"ada@example.com\"", "value=\"12.50\""] {
        says(&page, words);
    }
    assert!(
        !page.body.contains("list=\"payout-recipients\" autocap"),
        "emails and amounts are restored alike"
    );
    // The same form again is what is saved, also with a button that was pressed while it was on its way.
    says(&browser.post(&save, &typed), "Saved");
    let more = browser.post(NEW, &with(&typed, &[("do", "more")]));
    assert_eq!(more.header("location"), Some(place.as_str()), "{more:?}");
    // An older window saves nothing.
    let stale = with(&empty, &[("to", GRACE.0), ("amount", "1"), ("reference", "")]);
    says(&browser.post(&save, &stale), "This draft was changed elsewhere");
    says(&open(&browser, &place), "value=\"ada@example.com\"");
}

fn rows_can_be_pasted_removed_and_counted(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    server
        .sandbox()
        .post("/recipients", &serde_json::json!({ "email": "kj@example.com", "nickname": "Kay" }));
    let page = typed(&browser, &[ADA, GRACE], "save");
    says(&page, &money("1,262.50 USDC"));
    says(&page, "<option value=\"kj@example.com\">Kay</option>");
    // While rows are typed, nothing is saved, and an amount that isn't understood doesn't count.
    let unsaved = written(&browser, &[ADA, GRACE, ("eve@example.com", "half", "")]);
    let total = browser.post(&format!("{NEW}/total"), &unsaved);
    says(&total, &money("1,262.50 USDC"));
    assert_eq!(open(&browser, PAYOUTS).body.matches("/payouts/drafts/").count(), 1);
    let place = draft_of(&page);
    let act = |fields: &[(&str, &str)]| browser.ask(NEW, &with(&browser.form(&place, NEW), fields));
    let rows = [("to", ADA.0), ("amount", ADA.1), ("reference", ADA.2), ("to", GRACE.0), ("amount", GRACE.1)];
    let pasted =
        [&[("do", "paste"), ("cells", "Ref\tAmount\tE-mail\nx\t7.25\teve@example.com\n")][..], &rows]
            .concat();
    let page = act(&pasted);
    for words in ["value=\"eve@example.com\"", "value=\"7.25\"", "value=\"grace@example.com\""] {
        says(&page, words);
    }
    says(&page, &money("1,269.75 USDC"));
    for (cells, words) in [("", "Choose a file"), ("hello\tworld", "The first line must name the columns")] {
        let page = act(&[&[("do", "paste"), ("cells", cells)][..], &rows].concat());
        assert_eq!(page.status, 422, "{cells}");
        says(&page, words);
    }
    let many = "a@example.com\t1\n".repeat(100);
    let page = act(&[&[("do", "paste"), ("cells", many.as_str())][..], &rows].concat());
    assert_eq!(page.status, 422);
    says(&page, "at most 100 recipients");
    let page = act(&[&[("do", "remove-0")][..], &rows].concat());
    silent(&page, "value=\"ada@example.com\"");
    says(&page, "value=\"grace@example.com\"");
    for nonsense in ["remove-99", "remove--1", "remove-x", "remove-18446744073709551616"] {
        assert_eq!(act(&[("do", nonsense), ("to", "ada@example.com")]).status, 200, "{nonsense}");
    }
    assert_eq!(count(&server), 0);
}

fn drafts_are_bounded_and_deleted(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    let mut last = String::new();
    for _ in 0..20 {
        last = draft_of(&typed(&browser, &[ADA], "save"));
    }
    let full = typed(&browser, &[GRACE], "save");
    assert_eq!(full.status, 422);
    says(&full, "You can have at most 20 drafts.");
    says(&full, "value=\"grace@example.com\"");
    let file = upload(&browser, b"email,amount\nada@example.com,1\n");
    assert_eq!(file.status, 422);
    says(&file, "You can have at most 20 drafts.");
    browser.post(&format!("{last}/delete"), &browser.form(&last, NEW));
    assert_eq!(typed(&browser, &[GRACE], "save").status, 200);
    assert_eq!(open(&browser, PAYOUTS).body.matches("/payouts/drafts/").count(), 20);
}

fn drafts_of_others_are_not_there(engine: Engine) {
    let server = Server::start(engine);
    let (owner, other) = (demo(&server), stranger(&server));
    let review = typed(&owner, &[ADA], "check");
    let place = draft_of(&review);
    for path in [place.clone(), format!("{place}/review"), format!("{place}/rejected")] {
        assert_eq!(other.get(&path).status, 404, "{path}");
        assert_eq!(owner.get(&path.replace("/test/", "/live/")).status, 404, "the other mode: {path}");
        let nobody = Browser::new(server.origin()).get(&path);
        assert!(
            nobody.header("location").is_some_and(|place| place.starts_with("/dashboard/sign-in")),
            "{path}"
        );
    }
    for nonsense in ["pd_1", "%00", "pd_01kdvq3y5cf2ab6ngnm3hcrkve", "po_01kdvq3y5cf2ab6ngnm3hcrkve"] {
        assert_eq!(owner.get(&format!("{PAYOUTS}/drafts/{nonsense}")).status, 404, "{nonsense}");
    }
    let id = place.rsplit('/').next().expect("an id");
    let theirs = with(&other.form(NEW, NEW), &[("draft", id), ("version", "1"), ("to", "eve@example.com")]);
    assert_eq!(other.post(PAYOUTS, &theirs).status, 404);
    // A draft of the same id is another one in another account.
    assert_eq!(other.post(NEW, &with(&theirs, &[("do", "save")])).status, 409);
    assert_eq!(other.post(NEW, &with(&theirs, &[("do", "save"), ("version", "0")])).status, 303);
    other.post(&format!("{place}/delete"), &other.form(&place, NEW));
    assert_eq!(other.get(&place).status, 404);
    says(&open(&owner, &place), "value=\"ada@example.com\"");
    silent(&open(&other, PAYOUTS), "ada@example.com");
    let forged = with(&checked(&review), &[("csrf", "x")]);
    assert_eq!(owner.post(&format!("{place}/delete"), &forged).status, 403);
    assert_eq!((count(&server), open(&owner, &place).status), (0, 200));
}

fn what_may_have_been_paid_before_is_asked_about(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    let first = pay_by_form(&browser, &[ADA, GRACE, ("x+fail@example.com", "3", "")]);
    settled(&server, &first);
    for different in [("ada@example.com", "12.51", "Invoice 1"), ("ada@example.com", "12.50", "Invoice 2")] {
        silent(&typed(&browser, &[different], "check"), "You may have paid this before");
    }
    // What failed is paid again on purpose.
    silent(&typed(&browser, &[("x+fail@example.com", "3", "")], "check"), "You may have paid this before");
    let review =
        typed(&browser, &[("eve@example.com", "1", ""), ("ADA@example.com", "12.5", "Invoice 1")], "check");
    says(&review, "1 payment has the same recipient, amount and reference");
    says(&review, &format!("href=\"{first}\""));
    let fields = checked(&review);
    let asked = browser.post(PAYOUTS, &fields);
    assert_eq!((asked.status, count(&server)), (422, 1));
    says(&asked, "Select this if you want to pay again.");
    let second = sent(&browser.post(PAYOUTS, &with(&fields, &[("earlier", "yes")])));
    // It is asked about from the moment it is sent.
    says(&typed(&browser, &[("eve@example.com", "1", "")], "check"), &format!("href=\"{second}\""));
    // Programs have idempotency keys.
    let body = serde_json::json!({ "items": [{ "email": ADA.0, "amount": ADA.1, "reference": ADA.2 }] });
    assert_eq!(server.sandbox().post("/payouts", &body).status, 200);
    // After thirty days it is another payment.
    server.sandbox().post("/simulate/clock", &serde_json::json!({ "advance_seconds": 31 * 86_400 }));
    silent(&typed(&browser, &[ADA], "check"), "You may have paid this before");
}

fn the_same_file_is_asked_about(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    let file = b"email,amount\nx+fail@example.com,1\n";
    let first = sent(&browser.post(PAYOUTS, &checked(&upload(&browser, file))));
    settled(&server, &first);
    let review = upload(&browser, file);
    says(&review, "a payout from the same file");
    says(&review, &format!("href=\"{first}\""));
    let fields = checked(&review);
    assert_eq!((browser.post(PAYOUTS, &fields).status, count(&server)), (422, 1));
    sent(&browser.post(PAYOUTS, &with(&fields, &[("earlier", "yes")])));
    silent(&upload(&browser, b"email,amount\nx+fail@example.com,2\n"), "from the same file");
    assert_eq!(count(&server), 2);
    let other = stranger(&server);
    silent(&upload(&other, file), "from the same file");
    says(&open(&browser, CSV), "Download sample");
}

fn lines_with_mistakes_can_be_downloaded(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    let page = upload(
        &browser,
        b"sep=;\nReference;E-mail;Amount;Currency\n=cmd();ada;1;USDC\nx;ada@example.com;1;USDC\n\
          y;kj@example.com;12,50;EUR\n",
    );
    assert_eq!(page.status, 422);
    says(&page, "Columns found");
    says(&page, "email: “E-mail”");
    says(&page, "Amounts must be in USDC, not in EUR.");
    let place = draft_of(&page);
    let form = open(&browser, &place);
    says(&form, "Line 3: Enter an email address with an @");
    says(&form, "Line 5: Amounts must be in USDC, not in EUR.");
    let file = open(&browser, &format!("{place}/rejected"));
    assert_eq!(file.header("content-type"), Some("text/csv; charset=utf-8"));
    let lines: Vec<&str> = file.body.lines().collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert_eq!(lines[0], "\u{feff}\"Line\",\"email\",\"amount\",\"reference\",\"reason\"");
    assert!(
        lines[1].starts_with("\"3\",\"ada\",\"1.00\",\"'=cmd()\",\"Enter an email address"),
        "{}",
        lines[1]
    );
    assert!(
        lines[2].starts_with("\"5\",\"kj@example.com\",\"12,50 EUR\",\"y\",\"Amounts must be"),
        "{}",
        lines[2]
    );
    // What was corrected there can be uploaded again.
    let corrected = file.body.replace("\"ada\"", "\"ada@example.org\"").replace("12,50 EUR", "12.50");
    assert_eq!(upload(&browser, corrected.as_bytes()).status, 200);
}
