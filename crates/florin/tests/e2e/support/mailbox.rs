//! The emails that a server has written, as the page for developers shows them.

use super::{Browser, eventually, unescaped};

/// An email as its recipient reads it.
#[derive(Clone, Debug)]
pub struct Letter {
    pub subject: String,
    pub text: String,
    /// Addresses of the service in it, without the origin.
    pub links: Vec<String>,
}

/// The newest email of a kind to an address, once there is one.
pub fn email_to(origin: &str, address: &str, kind: &str) -> Letter {
    eventually("an email", || emails_to(origin, address, kind).into_iter().next())
}

/// All emails of a kind to an address, newest first.
pub fn emails_to(origin: &str, address: &str, kind: &str) -> Vec<Letter> {
    let browser = Browser::new(origin);
    let list = browser.get("/dev/emails").body;
    let rows = list.split("<tr ").filter(|row| {
        row.contains(&format!(">{address}</a>")) && row.contains(&format!("data-kind=\"{kind}\""))
    });
    let hrefs = rows.filter_map(|row| row.split("href=\"").nth(1)?.split('"').next());
    hrefs.map(|href| read(&browser, origin, href)).collect()
}

fn read(browser: &Browser, origin: &str, href: &str) -> Letter {
    let page = browser.get(&format!("{href}?format=text")).body;
    let between = |from: &str, to: &str| {
        let text = page.split(from).nth(1).and_then(|rest| rest.split(to).next());
        unescaped(text.unwrap_or_else(|| panic!("no {from} in {page}")))
    };
    let subject = between("<h1>", "</h1>");
    let text = between("aria-label=\"Content of the email\">", "</pre>");
    let links = text.split_whitespace().filter_map(|word| word.strip_prefix(origin));
    let links = links.filter(|path| path.starts_with('/')).map(str::to_owned).collect();
    Letter { subject, text, links }
}
