//! One network with hundreds of sign-ins at once, right and wrong: it fills its own places in the queue, and no
//! other client's.

use super::addresses::post_from;
use super::{PASSWORD, join};
use crate::support::pages::count;
use crate::support::{Browser, Engine, Reply, Server, at_once};

testkit::on_both_engines!(
    hundreds_of_sign_ins_from_one_network_keep_nobody_else_out,
    a_sign_in_that_finds_the_queue_full_is_not_counted,
);

const SIGN_IN: &str = "/dashboard/sign-in";
const ATTACKER: &str = "203.0.113.1";
const FLOOD: usize = 200;
/// How often each of the flood tries, one after the other.
const ROUNDS: usize = 3;

/// Browsers of two people, who each have as many as are remembered. They alternate, and so do their devices.
const DEVICES: usize = 16;

fn device(browser: &Browser) -> String {
    browser.cookie("__Host-florin-device").expect("a device")
}

/// Browsers that have opened the sign-in page.
fn browsers(server: &Server, devices: &[String]) -> Vec<(Browser, Vec<(String, String)>)> {
    let ready = |number: usize| {
        let browser = Browser::new(server.origin());
        if let Some(device) = devices.get(number % devices.len().max(1)) {
            browser.set_cookie("__Host-florin-device", device);
        }
        let form = browser.form(SIGN_IN, SIGN_IN);
        (browser, form)
    };
    (0..FLOOD).map(ready).collect()
}

fn was_judged(reply: &Reply) -> bool {
    reply.status == 422 && !reply.body.contains("Too many attempts.")
}

fn hundreds_of_sign_ins_from_one_network_keep_nobody_else_out(engine: Engine) {
    let server = Server::start_with(engine, &["--behind-proxy", "true"]);
    join(&server, "grace@example.org", "Grace");
    let attackers = ["mallory@example.org", "trudy@example.org"];
    let mut devices: Vec<String> =
        attackers.iter().map(|email| device(&join(&server, email, "Eve"))).collect();
    for number in 0..DEVICES - devices.len() {
        let email = attackers[number % attackers.len()];
        devices.push(device(&Browser::signed_in(server.origin(), email, PASSWORD)));
    }
    let flood = browsers(&server, &devices);
    let grace = |number: usize| {
        let browser = Browser::new(server.origin());
        let form = browser.form(SIGN_IN, SIGN_IN);
        let forwarded = format!("198.51.100.{number}");
        let reply = post_from(&forwarded, &browser, &form, ("grace@example.org", PASSWORD));
        assert_eq!(reply.status, 303, "sign-in {number}: {} {}", reply.status, reply.body.len());
    };
    at_once(FLOOD + 1, |number| {
        let Some((browser, form)) = flood.get(number) else {
            (0..5).for_each(grace);
            return;
        };
        for round in 0..ROUNDS {
            let guessed = format!("guessed{number}-{round}@example.org");
            let is_guess = (number / DEVICES).is_multiple_of(2);
            let own = attackers[number % DEVICES % attackers.len()];
            let typed = if is_guess { (guessed.as_str(), "a guess") } else { (own, PASSWORD) };
            post_from(ATTACKER, browser, form, typed);
        }
    });
    grace(99);
}

fn a_sign_in_that_finds_the_queue_full_is_not_counted(engine: Engine) {
    let server = Server::start_with(engine, &["--behind-proxy", "true"]);
    let flood = browsers(&server, &[]);
    let before = count(&server, "attempts");
    let replies = at_once(FLOOD, |number| {
        let (browser, form) = &flood[number];
        post_from(ATTACKER, browser, form, (&format!("guessed{number}@example.org"), "a guess"))
    });
    let busy = replies.iter().filter(|reply| reply.status == 503).count();
    let judged = replies.iter().filter(|reply| was_judged(reply)).count();
    assert!(busy > 0 && judged > 0, "{busy} found the queue full, {judged} were judged");
    // Each guess that was judged is counted by its person and by person and network, and all of them by the network.
    let counted = count(&server, "attempts") - before;
    assert_eq!(counted, 2 * i64::try_from(judged).expect("few") + 1);
}
