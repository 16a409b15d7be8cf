//! A server that can't send email says so, in place of a claim that it sent a link.

use super::await_ready;
use super::production::Production;
use crate::support::pages::says;
use crate::support::{Browser, Engine, Process, florin, run, with};

testkit::on_sqlite_daily!(no_page_says_that_a_link_was_sent_while_none_can_be);

const SIGN_IN: &str = "/dashboard/sign-in";

fn no_page_says_that_a_link_was_sent_while_none_can_be(engine: Engine) {
    let production = Production::prepare(engine);
    let migrated = run(&mut florin(&["migrate", "--database-url", &production.database_url()]));
    assert_eq!(migrated.code, Some(0), "{migrated:?}");
    let ada = production.new_user("ada@example.com");
    let origin = production.origin();
    let mut server = Process::start(production.serve(&["--public-url", &origin]));
    await_ready(&mut server, &origin);
    let browser = Browser::new(&origin);
    for page in ["/dashboard/join", "/dashboard/reset", "/claim"] {
        let shown = browser.get(page);
        assert_eq!(shown.status, 503, "{page}: {shown:?}");
        says(&shown, "Florin can't send emails at the moment");
        assert!(!shown.body.contains("<form"), "{page} has a form for nothing");
        // The same for everyone, so that no address is revealed.
        let ask = |email: &str| {
            let form = browser.form(SIGN_IN, SIGN_IN);
            let reply = browser.post(page, &with(&form, &[("email", email)]));
            (reply.status, reply.body)
        };
        let first = ask("ada@example.com");
        assert_eq!(first.0, 503, "{page}: {first:?}");
        for email in ["nobody@example.com", "not an address", ""] {
            assert_eq!(ask(email), first, "{page}: {email:?}");
        }
        says(&Browser::reading(&origin, "fr").get(page), "ne peut pas envoyer d’e-mails");
    }
    let password = ada["password"].as_str().expect("a password");
    assert_eq!(browser.sign_in("ada@example.com", password).status, 303, "sign-in works");
}
