//! People: how they come in, prove themselves, go, and are written to.

mod account_types;
mod activity_emails;
mod addresses;
mod claims;
mod developer_languages;
mod devices;
mod email_languages;
mod emails;
mod first_run;
mod flash;
mod floods;
mod forms;
mod guessing;
mod joining;
mod languages;
mod names;
mod new_passwords;
mod payout_languages;
mod resets;
mod revoking;
mod second_factor;
mod sessions;
mod sign_up;
mod simulated;
mod spellings;
mod strangers;
mod time_zones;

use crate::support::{Browser, Server, email_to};

pub const PASSWORD: &str = "correct horse battery";

/// Opens a business account with an email, as any visitor can.
pub fn join(server: &Server, address: &str, name: &str) -> Browser {
    join_as(server, address, name, "business")
}

pub fn join_as(server: &Server, address: &str, name: &str, account_type: &str) -> Browser {
    let browser = Browser::new(server.origin());
    let asked = browser.fill("/dashboard/join", "/dashboard/join", &[("email", address)]);
    assert_eq!(asked.status, 200, "{asked:?}");
    let letter = email_to(server.origin(), address, "join");
    let link = &letter.links[0];
    let fields = [("name", name), ("account_type", account_type), ("password", PASSWORD)];
    let joined = browser.fill(link, link, &fields);
    assert_eq!((joined.status, joined.header("location")), (303, Some("/dashboard")), "{joined:?}");
    browser
}
