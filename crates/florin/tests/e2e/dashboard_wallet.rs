//! The wallet of a personal account: from a claim email to a withdrawal, and sending to one person.

use crate::support::pages::{id, led, open, says, silent};
use crate::support::{
    Browser, Engine, Reply, Server, bank_account, deposit, email_to, hidden_fields, pay_and_settle, text,
    unescaped, with,
};

testkit::on_both_engines!(
    a_claim_email_is_six_screens_away_from_a_withdrawal,
    a_payment_to_one_person_is_sent_once_and_cancelled,
    the_same_payment_is_sent_again_only_if_it_is_meant,
);

testkit::on_sqlite_daily!(
    the_home_shows_what_the_balance_is_worth_where_the_reader_lives,
    the_home_says_why_automatic_withdrawals_were_turned_off,
    what_is_wrong_with_a_payment_stands_beside_its_field,
    a_payment_is_shown_to_its_sender_only,
);

const PASSWORD: &str = "correct horse battery";
const NEW: &str = "/dashboard/test/withdrawals/new";
const BANK_ACCOUNT: &str = "/dashboard/test/withdrawals/bank_account";
const SEND: &str = "/dashboard/test/send";
const CONFIRM: &str = "/dashboard/test/send/confirm";

/// Claims test money in a browser that reads these languages.
fn claimant(server: &Server, languages: &'static str) -> Browser {
    pay_and_settle(&server.sandbox(), &[("ada@example.com", "120.5")]);
    let link = email_to(server.origin(), "ada@example.com", "claim").links[0].clone();
    let browser = Browser::reading(server.origin(), languages);
    let fields = [("name", "Ada Lovelace"), ("password", PASSWORD)];
    led(&browser.fill(&link, &format!("{link}/join"), &fields));
    browser
}

/// Sends the form to `action` on the page that was just answered.
fn submit(browser: &Browser, page: &Reply, action: &str, fields: &[(&str, &str)]) -> Reply {
    browser.post(action, &with(&hidden_fields(&page.body, action), fields))
}

/// Counts what a person sees: redirects are no screens.
#[derive(Default)]
struct Screens(Vec<String>);

impl Screens {
    #[track_caller]
    fn see(&mut self, browser: &Browser, reply: Reply) -> Reply {
        let page = match reply.header("location") {
            Some(place) => browser.open(place),
            None => reply,
        };
        assert_eq!(page.status, 200, "after {:?}: {page:?}", self.0);
        let title = page.body.split("<h1").nth(1).and_then(|rest| rest.split('<').next());
        self.0.push(title.unwrap_or_default().to_owned());
        page
    }
}

fn a_claim_email_is_six_screens_away_from_a_withdrawal(engine: Engine) {
    let server = Server::start(engine);
    pay_and_settle(&server.sandbox(), &[("ada@example.com", "120.5")]);
    let link = email_to(server.origin(), "ada@example.com", "claim").links[0].clone();
    let person = Browser::reading(server.origin(), "pt-BR,pt;q=0.9,en;q=0.5");
    let mut screens = Screens::default();
    let claim = screens.see(&person, person.get(&link));
    let fields = [("name", "Ada Lovelace"), ("password", PASSWORD)];
    let home = screens.see(&person, submit(&person, &claim, &format!("{link}/join"), &fields));
    says(&home, "120,50\u{a0}USDC");
    let first = screens.see(&person, person.get(NEW));
    says(&first, "<option value=\"brl_pix\" selected>");
    let fields = [("to", "brl_pix"), ("amount", "100,50")];
    let details = screens.see(&person, submit(&person, &first, NEW, &fields));
    says(&details, "name=\"pix_key\"");
    let fields = [("name", "Pix"), ("pix_key", "12345678909")];
    let review = screens.see(&person, submit(&person, &details, BANK_ACCOUNT, &fields));
    says(&review, "100,50");
    // A form that is sent twice adds one account.
    assert_eq!(submit(&person, &details, BANK_ACCOUNT, &fields).status, 200);
    let accounts = open(&person, "/dashboard/test/bank_accounts");
    assert_eq!(accounts.body.matches("bank_accounts/ba_").count(), 1, "{}", accounts.body);
    let done = screens.see(&person, submit(&person, &review, "/dashboard/test/withdrawals", &[]));
    says(&done, "100");
    assert_eq!(screens.0.len(), 6, "{screens:?}", screens = screens.0);
    // The account is offered the next time.
    let next = open(&person, NEW);
    silent(&next, "<option value=\"brl_pix\" selected>");
    server.assert_books_balance();
}

fn the_home_shows_what_the_balance_is_worth_where_the_reader_lives(engine: Engine) {
    let server = Server::start(engine);
    let person = claimant(&server, "en-GB");
    silent(&open(&person, "/dashboard/test"), "at the current rate");
    let reads = |languages: &'static str| {
        let headers = [("Accept-Language", languages)];
        unescaped(&person.send("GET", "/dashboard/test", &headers, None).body)
    };
    for (languages, symbol) in
        [("es-MX", "MXN"), ("pt-BR", "R$"), ("fr-FR", "€"), ("en-US", "USD"), ("es-CO", "COP")]
    {
        let home = reads(languages);
        let near = home.split("wallet-approximate").nth(1).unwrap_or_default();
        let line = near.split("</p>").next().unwrap_or_default();
        assert!(line.contains(symbol), "{languages}: {line:?}");
    }
    assert!(!reads("es-CL").contains("wallet-approximate"), "no rail pays there");
    let home = open(&person, "/dashboard/test");
    says(&home, "Demo Business");
    // Without a region, the bank account says where the reader lives.
    let details = open(&person, &format!("{BANK_ACCOUNT}?rail=brl_pix&amount=5"));
    submit(&person, &details, BANK_ACCOUNT, &[("name", "Pix"), ("pix_key", "12345678909")]);
    says(&open(&person, "/dashboard/test"), "R$");
}

fn the_home_says_why_automatic_withdrawals_were_turned_off(engine: Engine) {
    let server = Server::start(engine);
    let person = claimant(&server, "en-US");
    let accounts = "/dashboard/test/bank_accounts";
    let new = format!("{accounts}/new");
    let fields = [("name", ""), ("pix_key", "12345678909")];
    let place = led(&person.fill(&format!("{new}?rail=brl_pix"), &new, &fields));
    let edit = "/dashboard/test/withdrawals/automatic/edit";
    led(&person.fill(edit, edit, &[("to", id(&place)), ("amount", "500")]));
    silent(&open(&person, "/dashboard/test"), "Automatic withdrawals are off");
    led(&person.fill(&place, &format!("{place}/archive"), &[]));
    says(&open(&person, "/dashboard/test"), "The destination was archived.");
    // What is left is too little to be written in dollars.
    assert!(open(&person, "/dashboard/test").body.contains("wallet-approximate"));
    let fields = [("email", "Bob <bob@example.com>"), ("amount", "120.5"), ("reference", "")];
    let review = submit(&person, &open(&person, SEND), SEND, &fields);
    says(&review, "bob@example.com");
    says(&review, "the email is in English");
    led(&submit(&person, &review, CONFIRM, &[]));
    silent(&open(&person, "/dashboard/test"), "wallet-approximate");
}

fn a_payment_to_one_person_is_sent_once_and_cancelled(engine: Engine) {
    let server = Server::start(engine);
    let person = claimant(&server, "en-GB");
    let fields = [("email", "bob@example.com"), ("amount", "$ 20,25"), ("reference", "Lunch")];
    let review = submit(&person, &open(&person, SEND), SEND, &fields);
    assert_eq!(review.status, 200, "{review:?}");
    for there in ["20.25\u{a0}USDC", "bob@example.com", "Lunch", "100.25\u{a0}USDC", "30 days"] {
        says(&review, there);
    }
    says(&review, "name=\"amount\" value=\"20.25\"");
    let form = hidden_fields(&review.body, CONFIRM);
    let place = led(&person.post(CONFIRM, &form));
    assert_eq!(led(&person.post(CONFIRM, &form)), place, "a double click sends once");
    says(&open(&person, "/dashboard/test"), "100.25\u{a0}USDC");
    email_to(server.origin(), "bob@example.com", "claim");
    let sent = open(&person, &place);
    says(&sent, "Payment to bob@example.com");
    says(&sent, "The recipient has until");
    // The list leads to the same page, which is not that of a payout.
    let from_list = person.get(&format!("/dashboard/test/transactions/{}", id(&place)));
    assert_eq!(from_list.header("location"), Some(place.as_str()), "{from_list:?}");
    let reminded = person.fill(&place, &format!("{place}/remind"), &[]);
    assert_eq!(reminded.status, 303, "{reminded:?}");
    let cancelled = person.fill(&place, &format!("{place}/cancel"), &[]);
    assert_eq!(cancelled.header("location"), Some(&*place));
    says(&open(&person, &place), "The money is back in your balance.");
    silent(&open(&person, &place), "Cancel payment");
    says(&open(&person, "/dashboard/test"), "120.50\u{a0}USDC");
    server.assert_books_balance();
}

fn the_same_payment_is_sent_again_only_if_it_is_meant(engine: Engine) {
    let server = Server::start(engine);
    let person = claimant(&server, "en-GB");
    let lunch = [("email", "Bob@example.com"), ("amount", "20"), ("reference", "Lunch")];
    let review = |fields: &[(&str, &str)]| submit(&person, &open(&person, SEND), SEND, fields);
    let first = led(&submit(&person, &review(&lunch), CONFIRM, &[]));
    let again = review(&lunch);
    says(&again, "You may have paid this before");
    says(&again, &format!("href=\"{first}\""));
    let asked = submit(&person, &again, CONFIRM, &[]);
    assert_eq!(asked.status, 422, "{asked:?}");
    says(&asked, "Select this if you want to pay again.");
    says(&open(&person, "/dashboard/test"), "100.50\u{a0}USDC");
    let second = led(&submit(&person, &asked, CONFIRM, &[("earlier", "yes")]));
    assert_ne!(first, second);
    says(&open(&person, "/dashboard/test"), "80.50\u{a0}USDC");
    for (email, amount, reference) in [
        ("bob@example.com", "20.01", "Lunch"),
        ("bob@example.com", "20", "Dinner"),
        ("eve@example.com", "20", "Lunch"),
    ] {
        let other = review(&[("email", email), ("amount", amount), ("reference", reference)]);
        silent(&other, "You may have paid this before");
    }
    server.assert_books_balance();
}

fn what_is_wrong_with_a_payment_stands_beside_its_field(engine: Engine) {
    let server = Server::start(engine);
    let person = claimant(&server, "en-GB");
    let check = |email: &str, amount: &str, reference: &str, text: &str| {
        let fields = [("email", email), ("amount", amount), ("reference", reference)];
        for action in [SEND, CONFIRM] {
            let form = with(&person.form(SEND, SEND), &fields);
            let reply = person.post(action, &form);
            assert_eq!(reply.status, 422, "{action} {fields:?}: {reply:?}");
            says(&reply, text);
        }
    };
    check("", "1", "", "Enter an email address.");
    check("bob", "1", "", "with an @");
    check("bob@example.com", "", "", "amount");
    check("bob@example.com", "1,250", "", "Did you mean 1,250.00 or 1.25?");
    check("bob@example.com", "€5", "", "Enter an amount in USDC.");
    check("bob@example.com", "1,234,567,890,123", "", "A payment can be at most 1,000,000.00\u{a0}USDC.");
    check("bob@example.com", "120.51", "", "120.50");
    check("bob@example.com", "1", "a\u{202e}b", "line breaks");
    check("bob@example.com", "1", &"x".repeat(256), "255");
    says(&open(&person, "/dashboard/test"), "120.50\u{a0}USDC");
    let none = person.post(CONFIRM, &hidden_fields(&open(&person, SEND).body, "/dashboard/sign-out"));
    assert_eq!(none.status, 422, "{none:?}");
}

fn a_payment_is_shown_to_its_sender_only(engine: Engine) {
    let server = Server::start(engine);
    let person = claimant(&server, "en-GB");
    let sandbox = server.sandbox();
    let foreign = sandbox.get("/transactions?type=payout").json()["data"][0]["id"].clone();
    let foreign = foreign.as_str().expect("an id");
    assert_eq!(person.get(&format!("{SEND}/{foreign}")).status, 404);
    // A deposit is no payment that was sent.
    let owner = Browser::signed_in(server.origin(), server.info("email"), server.info("password"));
    assert_eq!(owner.get(&format!("{SEND}/{foreign}")).status, 200);
    let bank = sandbox.post("/bank_accounts", &bank_account("mxn_spei")).id();
    let deposit = deposit(&sandbox, &bank, "100");
    assert_eq!(owner.get(&format!("{SEND}/{}", text(&deposit, "id"))).status, 404);
}
