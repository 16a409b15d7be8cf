//! Hashing a new password is expensive on purpose, and strangers can ask for it. They are counted first, refused before
//! anything is hashed where nothing can come of it, and never in the way of people who sign in.

use super::{PASSWORD, join};
use crate::support::{Browser, Client, Engine, Server, at_once, email_to, pay_and_settle, with};

testkit::on_both_engines!(
    a_flood_of_new_passwords_is_counted_and_the_owner_signs_in_meanwhile,
    every_way_to_choose_a_password_is_counted_before_it_is_hashed,
);

testkit::on_sqlite_daily!(a_claim_link_whose_recipient_has_a_wallet_hashes_nothing);

/// As many as one link may use without waiting.
const FREE: u64 = 5;
const FLOOD: usize = 110;

struct World {
    server: Server,
    admin: Client,
}

impl World {
    fn start(engine: Engine) -> World {
        let (server, admin) = Server::start_watched(engine, &[]);
        World { server, admin }
    }

    /// New passwords that were hashed so far.
    fn chosen(&self) -> u64 {
        let metrics = self.admin.get("/metrics").body;
        let line =
            metrics.lines().find(|line| line.starts_with("florin_password_hashes_total{purpose=\"choose\"}"));
        line.and_then(|line| line.rsplit(' ').next()?.parse().ok())
            .expect("a count: the demo user has a password")
    }
}

fn a_claim_link_whose_recipient_has_a_wallet_hashes_nothing(engine: Engine) {
    let world = World::start(engine);
    let server = &world.server;
    pay_and_settle(&server.sandbox(), &[("ada@example.com", "1"), ("ada@example.com", "2")]);
    let link = &email_to(server.origin(), "ada@example.com", "claim").links[0];
    let join = format!("{link}/join");
    let fields = [("name", "Ada"), ("password", PASSWORD)];
    let other = Browser::new(server.origin());
    let form = with(&other.form(link, &join), &fields);
    let claimed = Browser::new(server.origin()).fill(link, &join, &fields);
    assert_eq!(claimed.header("location"), Some("/dashboard/test"), "{claimed:?}");
    let before = world.chosen();
    for _ in 0..3 {
        let refused = other.post(&join, &form);
        assert_eq!(refused.header("location"), Some(link.as_str()), "{refused:?}");
    }
    assert_eq!(world.chosen(), before);
}

/// Each of them holds a good link, and it is still unused.
fn a_flood_of_new_passwords_is_counted_and_the_owner_signs_in_meanwhile(engine: Engine) {
    let world = World::start(engine);
    let server = &world.server;
    let owner = join(server, "grace@example.org", "Grace");
    let device = owner.cookie("__Host-florin-device").expect("a device");
    pay_and_settle(&server.sandbox(), &[("ada@example.com", "1")]);
    let link = email_to(server.origin(), "ada@example.com", "claim").links[0].clone();
    let action = format!("{link}/join");
    let strangers: Vec<_> = (0..FLOOD)
        .map(|_| {
            let browser = Browser::new(server.origin());
            let form = with(&browser.form(&link, &action), &[("name", "Ada"), ("password", PASSWORD)]);
            (browser, form)
        })
        .collect();
    let before = world.chosen();
    let answers = at_once(FLOOD + 1, |number| match strangers.get(number) {
        Some((browser, form)) => browser.post(&action, form),
        None => {
            let browser = Browser::new(server.origin());
            browser.set_cookie("__Host-florin-device", &device);
            browser.sign_in("grace@example.org", PASSWORD)
        }
    });
    let (owner, strangers) = answers.split_last().expect("the owner is last");
    assert_eq!(owner.status, 303, "{owner:?}");
    let hashed = world.chosen() - before;
    assert!((1..=FREE + 1).contains(&hashed), "{hashed} passwords were hashed");
    assert!(strangers.iter().all(|reply| [303, 429, 503].contains(&reply.status)), "{strangers:?}");
    assert!(strangers.iter().any(|reply| reply.status == 429), "those who were too many are told to wait");
    let claimed = strangers.iter().filter(|reply| reply.header("location") == Some("/dashboard/test"));
    assert_eq!(claimed.count(), 1);
}

/// A link that still works, or a session: after a few passwords in a row each has to wait, and nothing is hashed.
fn every_way_to_choose_a_password_is_counted_before_it_is_hashed(engine: Engine) {
    let world = World::start(engine);
    let server = &world.server;
    let grace = join(server, "grace@example.org", "Grace");
    let page = "/dashboard/live/settings/password";
    let mut hashed = world.chosen();
    let mut waits = false;
    for number in 0..2 * FREE {
        let password = format!("{PASSWORD} {number}");
        let reply = grace.fill(page, page, &[("password", &password)]);
        match reply.status {
            303 => hashed += 1,
            429 => waits = true,
            _ => panic!("{reply:?}"),
        }
        assert_eq!(world.chosen(), hashed, "{number}");
    }
    assert!(waits, "the tenth change in a row has to wait");

    // The link for a new password stays good while its form is refused.
    let browser = Browser::new(server.origin());
    browser.fill("/dashboard/reset", "/dashboard/reset", &[("email", "grace@example.org")]);
    let link = email_to(server.origin(), "grace@example.org", "reset").links[0].clone();
    let form = browser.form(&link, &link);
    let before = world.chosen();
    let answers = at_once(FLOOD, |number| {
        browser.post(&link, &with(&form, &[("password", &format!("{PASSWORD} new {number}"))]))
    });
    assert!(world.chosen() - before <= FREE + 1, "{} were hashed", world.chosen() - before);
    assert!(answers.iter().any(|reply| reply.status == 303), "{answers:?}");
}
