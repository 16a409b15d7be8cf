//! The language of each email: its reader's, or that of the page, or the one that the sender has set.

use super::PASSWORD;
use crate::support::pages::{demo, says};
use crate::support::{
    Browser, Client, EmailServer, Engine, Server, email_to, emails_to, eventually, pay_and_settle, with,
};

testkit::on_both_engines!(
    a_recipient_gets_the_language_of_the_sender_and_a_user_their_own,
    several_senders_write_in_the_language_of_the_oldest_payment,
    recipients_get_the_language_of_the_owner_until_the_owner_sets_another,
);

testkit::on_sqlite_daily!(
    a_sandbox_does_not_show_the_language_of_a_user,
    an_email_says_its_language_to_the_program_that_shows_it,
);

const ADA: &str = "ada@example.com";
const EVE: &str = "eve@example.org";

/// Chooses, under Settings, the language of the user or of an account's recipients.
#[track_caller]
fn choose(browser: &Browser, mode: &str, which: &str, language: &str) {
    let page = format!("/dashboard/{mode}/settings");
    let chosen = browser.fill(&page, &format!("{page}/{which}"), &[(which, language)]);
    assert_eq!(chosen.status, 303, "{chosen:?}");
    says(&browser.open(&page), &format!("value=\"{language}\" selected"));
}

fn subject(server: &Server, to: &str, kind: &str) -> String {
    email_to(server.origin(), to, kind).subject
}

/// Opens an account in a browser that asks for a language.
fn join_reading(server: &Server, address: &str, languages: &'static str) -> Browser {
    let browser = Browser::reading(server.origin(), languages);
    browser.fill("/dashboard/join", "/dashboard/join", &[("email", address)]);
    let letter = email_to(server.origin(), address, "join");
    let link = &letter.links[0];
    let joined =
        browser.fill(link, link, &[("name", "Eve"), ("account_type", "business"), ("password", PASSWORD)]);
    assert_eq!(joined.status, 303, "{joined:?}");
    browser
}

fn a_recipient_gets_the_language_of_the_sender_and_a_user_their_own(engine: Engine) {
    let server = Server::start(engine);
    server.fund_live(server.info("email"), 1_000_000_000);
    let owner = demo(&server);
    choose(&owner, "live", "recipient_language", "es");
    choose(&owner, "test", "recipient_language", "pt");
    pay_and_settle(&server.live(), &[(ADA, "25")]);
    assert_eq!(subject(&server, ADA, "claim"), "Demo Business te envió 25.00 USDC");
    pay_and_settle(&server.sandbox(), &[("ben@example.com", "1234.5")]);
    assert_eq!(subject(&server, "ben@example.com", "claim"), "Demo Business enviou 1.234,50 USDC para você");
    says(&owner.open("/dashboard/live/settings/log"), "Español (live mode)");
    // The page's language, and then the user's.
    let eve = join_reading(&server, EVE, "fr-CA,fr;q=0.9,en;q=0.5");
    assert_eq!(subject(&server, EVE, "join"), "Confirmez votre adresse e-mail");
    let ask =
        |path: &str| Browser::reading(server.origin(), "pt-BR").fill(path, path, &[("email", EVE)]).status;
    assert_eq!((ask("/dashboard/reset"), ask("/dashboard/join")), (200, 200));
    assert_eq!(subject(&server, EVE, "reset"), "Réinitialisez votre mot de passe");
    assert_eq!(subject(&server, EVE, "known"), "Vous avez déjà un compte");
    choose(&eve, "live", "language", "es");
    Browser::signed_in(server.origin(), EVE, PASSWORD);
    assert_eq!(subject(&server, EVE, "security"), "Nuevo inicio de sesión en tu cuenta");
}

/// A live account with money, and its key.
fn sender(server: &Server, address: &str, language: &str) -> Client {
    let browser = super::join(server, address, address);
    server.fund_live(address, 1_000_000_000);
    choose(&browser, "live", "recipient_language", language);
    server.live().with_key(&server.new_key(address, "live", "all"))
}

fn recipients_get_the_language_of_the_owner_until_the_owner_sets_another(engine: Engine) {
    let server = Server::start(engine);
    let eve = join_reading(&server, EVE, "es-MX");
    let sandbox = server.sandbox().with_key(&server.new_key(EVE, "test", "all"));
    pay_and_settle(&sandbox, &[(ADA, "1")]);
    assert_eq!(subject(&server, ADA, "claim"), "Eve te envió 1.00 USDC");
    says(&eve.open("/dashboard/test/settings"), "value=\"es\" selected");
    let new = "/dashboard/test/payouts/new";
    let first = eve.get(new).header("location").expect("an address of its own").to_owned();
    let fields = [("do", "check"), ("to", "ben@example.com"), ("amount", "1")];
    let reviewed = eve.post(new, &with(&eve.form(&first, new), &fields));
    let place = reviewed.header("location").expect("the review").to_owned();
    let review = eve.open(&place);
    says(&review, "reciben el correo en este: Español");
    says(&review, "/dashboard/test/settings#recipient-language");
    choose(&eve, "test", "recipient_language", "pt");
    says(&eve.open(&place), "reciben el correo en este: Português");
    pay_and_settle(&sandbox, &[("ben@example.com", "1")]);
    assert_eq!(subject(&server, "ben@example.com", "claim"), "Eve enviou 1,00 USDC para você");
}

fn several_senders_write_in_the_language_of_the_oldest_payment(engine: Engine) {
    let server = Server::start(engine);
    let (first, second) =
        (sender(&server, "one@example.org", "fr"), sender(&server, "two@example.org", "pt"));
    pay_and_settle(&first, &[(ADA, "1")]);
    pay_and_settle(&second, &[(ADA, "30")]);
    let letters = || emails_to(server.origin(), ADA, "claim");
    let both = eventually("an email about both", || {
        letters().into_iter().find(|letter| letter.subject == "Vous avez 31,00 USDC à récupérer")
    });
    assert!(both.text.contains("paiements"), "{both:?}");
    assert!(letters().iter().all(|letter| letter.subject == both.subject), "{:?}", letters());
}

fn a_sandbox_does_not_show_the_language_of_a_user(engine: Engine) {
    let server = Server::start(engine);
    let eve = join_reading(&server, EVE, "fr");
    choose(&eve, "live", "language", "es");
    pay_and_settle(&server.sandbox(), &[(EVE, "1")]);
    assert_eq!(subject(&server, EVE, "claim"), "Demo Business sent you 1.00 USDC");
}

fn an_email_says_its_language_to_the_program_that_shows_it(engine: Engine) {
    let email_server = EmailServer::start();
    let server = Server::start_with(engine, &email_server.arguments());
    Browser::reading(server.origin(), "es-MX").fill("/dashboard/join", "/dashboard/join", &[("email", ADA)]);
    let message = eventually("the email", || email_server.taken(ADA).pop()).message;
    assert!(
        message.contains("Content-Language: es-419") && message.contains("lang=3D\"es-419\""),
        "{message}"
    );
}
