//! Simulated people are free, so what they try is charged to the account they were made up for.

use super::PASSWORD;
use crate::support::{Browser, Engine, Server, accepted, email_to, items_of, pay_and_settle, text};

testkit::on_sqlite_daily!(
    simulated_people_of_one_account_share_their_attempts_and_take_none_of_real_people,
    a_claim_link_leads_back_to_the_test_wallet_for_those_who_know_its_password,
);

/// Claims a test payment as a newcomer, and says what address the simulated person signs in with.
fn simulated_person(server: &Server, email: &str) -> String {
    let sandbox = server.sandbox();
    pay_and_settle(&sandbox, &[(email, "1")]);
    let link = email_to(server.origin(), email, "claim").links[0].clone();
    let fields = [("name", "Ada"), ("password", PASSWORD)];
    let claimed = Browser::new(server.origin()).fill(&link, &format!("{link}/join"), &fields);
    assert_eq!(claimed.header("location"), Some("/dashboard/test"), "{claimed:?}");
    let recipient = sandbox.get(&format!("/recipients?email={email}")).json();
    format!("{}@simulated.invalid", text(&recipient["data"][0], "id"))
}

fn a_claim_link_leads_back_to_the_test_wallet_for_those_who_know_its_password(engine: Engine) {
    let server = Server::start(engine);
    let person = simulated_person(&server, "ada@example.com");
    let link = email_to(server.origin(), "ada@example.com", "claim").links[0].clone();
    let visitor = Browser::new(server.origin());
    let again = visitor.get(&link);
    let place =
        format!("/dashboard/sign-in?next=%2Fdashboard%2Ftest&#38;email={}", person.replace('@', "%40"));
    assert_eq!(again.status, 410);
    assert!(again.body.contains(&place), "{}", again.body);
    // The link alone opens nothing, and the address of the recipient signs in to nothing.
    assert_eq!(visitor.get("/dashboard/test").status, 303);
    assert_eq!(visitor.sign_in(&person, "a guess").status, 422);
    assert_eq!(visitor.sign_in("ada@example.com", PASSWORD).status, 422);
    assert_eq!(visitor.sign_in(&person, PASSWORD).status, 303);
    assert_eq!(visitor.get("/dashboard/test").status, 200);
    assert_eq!(visitor.get("/dashboard/live").status, 404);
    // A person without a password has no such link.
    let sandbox = server.sandbox();
    let paid = pay_and_settle(&sandbox, &[("eve@example.com", "1")]);
    let item = text(&items_of(&sandbox, &paid)[0], "id").to_owned();
    accepted(&sandbox.post(&format!("/simulate/payout_items/{item}/claim"), &serde_json::json!({})));
    let link = email_to(server.origin(), "eve@example.com", "claim").links[0].clone();
    assert!(!visitor.get(&link).body.contains("simulated.invalid"));
}

fn simulated_people_of_one_account_share_their_attempts_and_take_none_of_real_people(engine: Engine) {
    let server = Server::start(engine);
    let people: Vec<String> =
        (0..4).map(|number| simulated_person(&server, &format!("ada{number}@example.com"))).collect();
    let sign_in = |email: &str, password: &str| Browser::new(server.origin()).sign_in(email, password);
    assert_eq!(sign_in(&people[0], PASSWORD).status, 303);
    // Two wrong passwords for each person are more than one person may try.
    let guesses = people.iter().flat_map(|person| [sign_in(person, "a guess"), sign_in(person, "a guess")]);
    let waits = guesses.filter(|reply| reply.body.contains("Too many attempts.")).count();
    assert!(waits > 0, "eight guesses, two for each of four people");
    assert_eq!(sign_in(server.info("email"), server.info("password")).status, 303);
}
