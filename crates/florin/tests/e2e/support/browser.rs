//! A browser without eyes: it keeps cookies, fills in forms as the page has them, and goes where it is sent. It never
//! sends a form that it has not read from a page, unless it is told to.

use std::collections::BTreeMap;
use std::sync::Mutex;

use super::{Client, Reply, canary};

pub const LANGUAGE_COOKIE: &str = "__Host-florin-lang";
/// Cookies that hold what a visitor chose. All others hold secrets.
const CHOICES: [&str; 2] = [LANGUAGE_COOKIE, "__Host-florin-rows"];

pub struct Browser {
    client: Client,
    origin: String,
    cookies: Mutex<BTreeMap<String, String>>,
    /// What it says in Accept-Language.
    languages: Option<&'static str>,
}

impl Browser {
    /// One that has been nowhere yet.
    pub fn new(origin: &str) -> Browser {
        let client = Client::new(origin, None);
        Browser { client, origin: origin.to_owned(), cookies: Mutex::default(), languages: None }
    }

    /// The same, of a person who reads these languages.
    pub fn reading(origin: &str, languages: &'static str) -> Browser {
        Browser { languages: Some(languages), ..Browser::new(origin) }
    }

    /// One that is signed in.
    pub fn signed_in(origin: &str, email: &str, password: &str) -> Browser {
        let browser = Browser::new(origin);
        let answer = browser.sign_in(email, password);
        assert_eq!(answer.status, 303, "{answer:?}");
        browser
    }

    /// One that is signed in, of a user who has set the first of these languages.
    pub fn signed_in_reading(origin: &str, languages: &'static str, email: &str, password: &str) -> Browser {
        let browser = Browser::reading(origin, languages);
        let answer = browser.sign_in(email, password);
        assert_eq!(answer.status, 303, "{answer:?}");
        let (settings, action) = ("/dashboard/test/settings", "/dashboard/test/settings/language");
        let chosen = browser.fill(settings, action, &[("language", &languages[..2])]);
        assert_eq!(chosen.status, 303, "{chosen:?}");
        browser
    }

    pub fn sign_in(&self, email: &str, password: &str) -> Reply {
        self.fill("/dashboard/sign-in", "/dashboard/sign-in", &[("email", email), ("password", password)])
    }

    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Asks for a page, and stays where it is sent.
    pub fn get(&self, path: &str) -> Reply {
        self.send("GET", path, &[], None)
    }

    /// Asks for a page and goes where it is sent, up to a page.
    pub fn open(&self, path: &str) -> Reply {
        let mut reply = self.get(path);
        for _ in 0..5 {
            let Some(location) = reply.header("location").map(str::to_owned) else { return reply };
            let path = location.strip_prefix(&self.origin).unwrap_or(&location).to_owned();
            if !path.starts_with('/') {
                return reply;
            }
            reply = self.get(&path);
        }
        panic!("{path} leads in circles");
    }

    /// Opens `page`, takes the hidden fields of its form to `action`, adds these, and sends it.
    #[track_caller]
    pub fn fill(&self, page: &str, action: &str, fields: &[(&str, &str)]) -> Reply {
        let form = self.form(page, action);
        self.post(action, &with(&form, fields))
    }

    /// The hidden fields of the form to `action` on a page.
    #[track_caller]
    pub fn form(&self, page: &str, action: &str) -> Vec<(String, String)> {
        let shown = self.open(page);
        assert_eq!(shown.status, 200, "{page}: {shown:?}");
        hidden_fields(&shown.body, action)
    }

    /// Sends a form as it is.
    pub fn post(&self, action: &str, fields: &[(String, String)]) -> Reply {
        let body: Vec<String> =
            fields.iter().map(|(name, value)| format!("{}={}", encoded(name), encoded(value))).collect();
        let headers =
            [("Content-Type", "application/x-www-form-urlencoded"), ("Origin", self.origin.as_str())];
        self.send("POST", action, &headers, Some(body.join("&").as_bytes()))
    }

    /// The same, and goes where it is sent.
    pub fn ask(&self, action: &str, fields: &[(String, String)]) -> Reply {
        let reply = self.post(action, fields);
        match reply.header("location") {
            Some(place) if reply.status == 303 => self.open(place),
            _ => reply,
        }
    }

    /// Any request with the cookies of this browser.
    pub fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: Option<&[u8]>) -> Reply {
        let cookies = self.cookie_line();
        let mut all = headers.to_vec();
        all.extend(self.languages.map(|languages| ("Accept-Language", languages)));
        if !cookies.is_empty() {
            all.push(("Cookie", &cookies));
        }
        let reply = match body {
            Some(body) => self.client.send_bytes(method, path, &all, body),
            None => self.client.send(method, path, &all, None),
        };
        self.keep_cookies(&reply);
        reply
    }

    pub fn cookie_line(&self) -> String {
        let cookies = self.cookies.lock().expect("cookies");
        let pairs: Vec<String> = cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        pairs.join("; ")
    }

    /// The value of one cookie.
    pub fn cookie(&self, name: &str) -> Option<String> {
        self.cookies.lock().expect("cookies").get(name).cloned()
    }

    pub fn set_cookie(&self, name: &str, value: &str) {
        self.cookies.lock().expect("cookies").insert(name.to_owned(), value.to_owned());
    }

    fn keep_cookies(&self, reply: &Reply) {
        let mut cookies = self.cookies.lock().expect("cookies");
        for (_, line) in reply.headers.iter().filter(|(name, _)| name == "set-cookie") {
            let pair = line.split(';').next().expect("a pair");
            let (name, value) = pair.split_once('=').expect("a name and a value");
            if value.is_empty() {
                cookies.remove(name);
            } else {
                if !CHOICES.contains(&name) {
                    canary(value);
                }
                cookies.insert(name.to_owned(), value.to_owned());
            }
        }
    }
}

/// A form's own fields, with these instead of those of the same name.
pub fn with(form: &[(String, String)], fields: &[(&str, &str)]) -> Vec<(String, String)> {
    let is_filled = |name: &str| fields.iter().any(|(filled, _)| *filled == name);
    let kept = form.iter().filter(|(name, _)| !is_filled(name)).cloned();
    kept.chain(fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))).collect()
}

/// The hidden fields of the form that is sent to `action`.
#[track_caller]
pub fn hidden_fields(page: &str, action: &str) -> Vec<(String, String)> {
    let wanted = format!("action=\"{action}\"");
    let form =
        page.split("<form").find(|form| form.split('>').next().is_some_and(|tag| tag.contains(&wanted)));
    let form = form.unwrap_or_else(|| panic!("no form to {action} in {page}"));
    let inputs = form.split("</form>").next().unwrap_or_default().split("<input").skip(1);
    let hidden =
        inputs.filter_map(|input| input.split('>').next()).filter(|tag| tag.contains("type=\"hidden\""));
    hidden.map(|tag| (attribute(tag, "name"), attribute(tag, "value"))).collect()
}

/// An attribute of a tag, with its entities read.
fn attribute(tag: &str, name: &str) -> String {
    let from = tag.split(&format!(" {name}=\"")).nth(1).unwrap_or_default();
    unescaped(from.split('"').next().unwrap_or_default())
}

/// Text as a person reads it.
pub fn unescaped(text: &str) -> String {
    let entities =
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#34;", "\""), ("&#39;", "'"), ("&#60;", "<")];
    let text = entities.iter().fold(text.to_owned(), |text, (entity, letter)| text.replace(entity, letter));
    text.replace("&#62;", ">").replace("&#38;", "&").replace("&amp;", "&")
}

/// In the spelling of forms and queries.
pub fn encoded(text: &str) -> String {
    let letter = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(letter).collect()
}
