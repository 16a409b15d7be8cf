//! People: how they come in, prove themselves, go, and are written to.

mod addresses;
mod claims;
mod devices;
mod email_languages;
mod emails;
mod floods;
mod forms;
mod guessing;
mod joining;
mod languages;
mod names;
mod new_passwords;
mod resets;
mod revoking;
mod second_factor;
mod sessions;
mod simulated;
mod spellings;
mod strangers;

use crate::support::{Browser, Server, email_to};

pub const PASSWORD: &str = "correct horse battery";

/// Opens an account with an email, as any visitor can.
pub fn join(server: &Server, address: &str, name: &str) -> Browser {
    let browser = Browser::new(server.origin());
    let asked = browser.fill("/dashboard/join", "/dashboard/join", &[("email", address)]);
    assert_eq!(asked.status, 200, "{asked:?}");
    let letter = email_to(server.origin(), address, "join");
    let link = &letter.links[0];
    let joined = browser.fill(link, link, &[("name", name), ("password", PASSWORD)]);
    assert_eq!((joined.status, joined.header("location")), (303, Some("/dashboard")), "{joined:?}");
    browser
}
