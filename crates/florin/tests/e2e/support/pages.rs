//! The dashboard, as its tests look at it: who is signed in, what a page says, and where a form leads.

use super::{Browser, Reply, Server, canary, eventually, unescaped};

/// The demo user.
pub fn demo(server: &Server) -> Browser {
    Browser::signed_in(server.origin(), server.info("email"), server.info("password"))
}

/// Another user with accounts of their own.
pub fn stranger(server: &Server) -> Browser {
    let email = "stranger@example.com";
    let made = server.florin_json(&["user", "create", "--email", email, "--name", "Stranger"]);
    let password = made["password"].as_str().expect("a password");
    canary(password);
    Browser::signed_in(server.origin(), email, password)
}

/// A page that must be there.
#[track_caller]
pub fn open(browser: &Browser, path: &str) -> Reply {
    let reply = browser.get(path);
    assert_eq!(reply.status, 200, "{path}: {reply:?}");
    reply
}

#[track_caller]
pub fn says(page: &Reply, words: &str) {
    let text = unescaped(&page.body);
    assert!(text.contains(words), "{words:?} is not in {text}");
}

#[track_caller]
pub fn silent(page: &Reply, words: &str) {
    let text = unescaped(&page.body);
    assert!(!text.contains(words), "{words:?} is in {text}");
}

/// An amount as pages in the reader's language show it: on one line.
pub fn money(amount: &str) -> String {
    amount.replace(' ', "\u{a0}")
}

/// Where a form that did its work leads, without what is said there.
#[track_caller]
pub fn led(reply: &Reply) -> String {
    assert_eq!(reply.status, 303, "{reply:?}");
    let place = reply.header("location").expect("a place");
    place.split('?').next().expect("a path").to_owned()
}

/// The last part of an address.
pub fn id(place: &str) -> &str {
    place.rsplit('/').next().expect("an id")
}

/// What is said beside a field, whether the page came with it or a check put it there.
pub fn beside(page: &Reply, form: &str, field: &str) -> String {
    let at = |end: &str| page.body.split(&format!("id=\"{form}-{field}-{end}\"")).nth(1).map(str::to_owned);
    let rest = at("note").or_else(|| at("mistake")).unwrap_or_default();
    let text = rest.split_once('>').map(|(_, rest)| rest).unwrap_or_default();
    let line = text.split("</div>").next().unwrap_or_default().split("</p>").next().unwrap_or_default();
    unescaped(line.rsplit('>').next().unwrap_or_default())
}

/// Rows of a table that nothing is deleted from.
pub fn count(server: &Server, table: &str) -> i64 {
    server.database().rows_in(server.data(), table)
}

/// The text of the newest email that a test account caused, by what the dashboard says it is about.
pub fn test_email(owner: &Browser, about: &str) -> Reply {
    let list = eventually("an email", || {
        let list = open(owner, "/dashboard/test/emails");
        list.body.contains(about).then_some(list)
    });
    let row = list.body.split("<tr").find(|row| row.contains(about)).expect("the row of the email");
    let href = row.split("href=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a link");
    open(owner, &format!("{href}?format=text"))
}
