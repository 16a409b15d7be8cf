//! Sign-up emails to many spellings of one mailbox.

use super::{PASSWORD, join};
use crate::support::pages::count;
use crate::support::{Browser, Engine, Server, email_to};

testkit::on_both_engines!(
    made_up_spellings_of_a_mailbox_share_few_sign_up_emails_and_its_owner_still_gets_one,
);

testkit::on_sqlite_daily!(a_user_with_a_tagged_address_is_not_limited_by_made_up_spellings);

/// As many as all spellings with a tag get before they have to wait.
const FREE: i64 = 6;

fn ask_to_join(server: &Server, address: &str) {
    let stranger = Browser::new(server.origin());
    let reply = stranger.fill("/dashboard/join", "/dashboard/join", &[("email", address)]);
    assert_eq!(reply.status, 200, "the page is the same in every case");
}

fn sent(server: &Server, like: &str) -> i64 {
    count(server, &format!("emails where email like '{like}' and kind = 'join'"))
}

fn made_up_spellings_of_a_mailbox_share_few_sign_up_emails_and_its_owner_still_gets_one(engine: Engine) {
    let server = Server::start(engine);
    for number in 0..12 {
        ask_to_join(&server, &format!("ada+{number}@example.org"));
    }
    assert_eq!(sent(&server, "ada+%@example.org"), FREE);
    for spelling in ["gr.ace", "g.race", "gra.ce", "g.r.ace", "g.ra.ce", "gr.a.ce", "g.r.a.ce", "gr.ac.e"] {
        ask_to_join(&server, &format!("{spelling}@gmail.com"));
    }
    assert_eq!(sent(&server, "g%@gmail.com"), FREE);
    // The plain spelling has a budget of its own, and so has another mailbox.
    for address in ["ada@example.org", "grace@gmail.com", "ada+0@example.net"] {
        ask_to_join(&server, address);
        assert_eq!(sent(&server, address), 1, "{address}");
    }
    // The owner of a mailbox may open as many accounts as they have spellings.
    let link = email_to(server.origin(), "ada+0@example.org", "join").links[0].clone();
    let owner = Browser::new(server.origin());
    let joined =
        owner.fill(&link, &link, &[("name", "Ada"), ("account_type", "business"), ("password", PASSWORD)]);
    assert_eq!(joined.header("location"), Some("/dashboard"), "{joined:?}");
    ask_to_join(&server, "ada+another@example.org");
    assert_eq!(sent(&server, "ada+another@example.org"), 1);
}

fn a_user_with_a_tagged_address_is_not_limited_by_made_up_spellings(engine: Engine) {
    let server = Server::start(engine);
    join(&server, "ada+florin@example.org", "Ada");
    for number in 0..2 * FREE {
        ask_to_join(&server, &format!("ada+{number}@example.org"));
    }
    let reset = Browser::new(server.origin());
    reset.fill("/dashboard/reset", "/dashboard/reset", &[("email", "ada+florin@example.org")]);
    email_to(server.origin(), "ada+florin@example.org", "reset");
    ask_to_join(&server, "ada+florin@example.org");
    email_to(server.origin(), "ada+florin@example.org", "known");
}
