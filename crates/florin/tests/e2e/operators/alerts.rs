//! Emails to the operator about items that wait too long.

use super::Desk;
use crate::support::{Ended, Engine, email_to, emails_to, eventually};

testkit::on_one_engine!(an_operator_gets_an_email_when_money_stops_and_when_it_resumes);

const OPERATOR: &str = "ops@example.com";
const KIND: &str = "operator_alert";

fn an_operator_gets_an_email_when_money_stops_and_when_it_resumes(engine: Engine) {
    let desk = Desk::open_with(engine, &["--alert-email", OPERATOR, "--alert-after-minutes", "60"]);
    let origin = desk.server.origin();
    let money = |verb: &str| {
        let ended: Ended = desk.server.florin(&["money", verb, "--reason", "customer 4711"]).into();
        assert_eq!(ended.code, Some(0), "{ended:?}");
    };
    // It waits for less than an hour.
    let deposit = desk.receive("ana", "nothing", "20.00", "E1");
    money("stop");
    let stopped = email_to(origin, OPERATOR, KIND);
    for words in ["Outgoing money is stopped", "florin money status"] {
        assert!(stopped.text.contains(words), "no {words:?} in {stopped:?}");
    }
    assert!(!stopped.text.contains("/dashboard"), "operators have no account: {stopped:?}");
    assert!(!stopped.text.contains("4711"), "a reason can name a customer: {stopped:?}");
    money("resume");
    let both = eventually("it is resolved", || {
        let letters = emails_to(origin, OPERATOR, KIND);
        (letters.len() > 1).then_some(letters)
    });
    assert!(
        both.iter().any(|letter| letter.text.contains("Resolved: Outgoing money is stopped")),
        "{both:?}"
    );
    assert_eq!(both.len(), 2, "nothing about what waits for less than an hour: {deposit}");
}
