//! Browsers that have signed in have attempts of their own: a few of them, until the password or the second factor
//! changes.

use super::second_factor::{code, give, turn_on};
use super::{PASSWORD, join};
use crate::support::{Browser, Engine, Server, email_to};

testkit::on_both_engines!(every_change_of_the_second_factor_forgets_every_device);

testkit::on_sqlite_daily!(
    a_browser_keeps_its_device_and_the_oldest_of_many_are_forgotten,
    a_new_password_forgets_every_device,
);

const ADDRESS: &str = "grace@example.org";
const DEVICE: &str = "__Host-florin-device";
const NEW: &str = "staple horse battery";
const MOST: usize = 8;

fn device(browser: &Browser) -> String {
    browser.cookie(DEVICE).expect("a device")
}

/// From now on a stranger at this address waits for an hour.
fn lock_strangers_out(server: &Server) {
    server.execute("delete from attempts");
    Browser::new(server.origin()).sign_in(ADDRESS, "a guess");
    server.execute("update attempts set count = 17");
    assert!(!is_known(server, "1-aaaa"));
}

fn is_known(server: &Server, device: &str) -> bool {
    let browser = Browser::new(server.origin());
    browser.set_cookie(DEVICE, device);
    let reply = browser.sign_in(ADDRESS, "a wrong password");
    let waits = reply.body.contains("Too many attempts.");
    assert!(waits || reply.body.contains("Wrong email or password"), "{reply:?}");
    !waits
}

fn a_browser_keeps_its_device_and_the_oldest_of_many_are_forgotten(engine: Engine) {
    let server = Server::start(engine);
    let owner = join(&server, ADDRESS, "Grace");
    let first = device(&owner);
    for _ in 0..2 * MOST {
        let again = Browser::new(server.origin());
        again.set_cookie(DEVICE, &first);
        assert_eq!(again.sign_in(ADDRESS, PASSWORD).status, 303);
        assert_eq!(device(&again), first, "a known browser gets no second device");
    }
    let collected: Vec<String> =
        (0..MOST).map(|_| device(&Browser::signed_in(server.origin(), ADDRESS, PASSWORD))).collect();
    lock_strangers_out(&server);
    assert!(collected.iter().all(|device| is_known(&server, device)));
    assert!(!is_known(&server, &first), "the oldest is forgotten");
    let other = join(&server, "ada@example.org", "Ada");
    assert!(!is_known(&server, &device(&other)), "another user's device");
}

fn a_new_password_forgets_every_device(engine: Engine) {
    let server = Server::start(engine);
    let owner = join(&server, ADDRESS, "Grace");
    lock_strangers_out(&server);
    assert!(is_known(&server, &device(&owner)));
    let page = "/dashboard/live/settings/password";
    assert_eq!(owner.fill(page, page, &[("password", NEW)]).status, 303);
    assert!(!is_known(&server, &device(&owner)), "changed");

    server.execute("delete from attempts");
    let again = Browser::signed_in(server.origin(), ADDRESS, NEW);
    lock_strangers_out(&server);
    assert!(is_known(&server, &device(&again)));
    let ask = "/dashboard/reset";
    assert_eq!(again.fill(ask, ask, &[("email", ADDRESS)]).status, 200);
    let link = email_to(server.origin(), ADDRESS, "reset").links[0].clone();
    // From elsewhere: the place of a reset may try again.
    let reset = Browser::new(server.origin()).fill(&link, &link, &[("password", PASSWORD)]);
    assert_eq!(reset.status, 303, "{reset:?}");
    lock_strangers_out(&server);
    assert!(!is_known(&server, &device(&again)), "reset");
}

fn every_change_of_the_second_factor_forgets_every_device(engine: Engine) {
    let server = Server::start(engine);
    let owner = join(&server, ADDRESS, "Grace");
    let before = device(&owner);
    let (secret, codes) = turn_on(&owner);
    lock_strangers_out(&server);
    assert!(!is_known(&server, &before), "turned on");
    server.execute("delete from attempts");
    let again = Browser::new(server.origin());
    again.sign_in(ADDRESS, PASSWORD);
    assert_eq!(give(&again, &codes[0]).status, 303);
    lock_strangers_out(&server);
    assert!(is_known(&server, &device(&again)));
    let fields = [("password", PASSWORD), ("code", &code(&secret, 1))];
    assert_eq!(again.fill("/dashboard/confirm", "/dashboard/confirm", &fields).status, 303);
    let settings = "/dashboard/live/settings";
    assert_eq!(again.fill(settings, "/dashboard/live/settings/second_factor/off", &[]).status, 303);
    assert!(!is_known(&server, &device(&again)), "turned off");
}
