//! A Connect App: it asks people's browsers to ask, and the token endpoint to give.

use serde_json::Value;

use super::world::text;
use crate::support::{Browser, Client, Reply, canary, encoded};

pub struct App {
    pub endpoint: Client,
    pub id: String,
    pub secret: String,
    /// The first that it has registered.
    pub uri: String,
}

/// What the token endpoint gave.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pair {
    pub access: String,
    pub refresh: String,
    pub scope: String,
}

pub type Fields<'a> = Vec<(&'a str, String)>;

pub const FORM: (&str, &str) = ("Content-Type", "application/x-www-form-urlencoded");

/// Names and values as a form or a query spells them.
pub fn query(fields: &[(&str, String)]) -> String {
    let pairs: Vec<String> =
        fields.iter().map(|(name, value)| format!("{}={}", encoded(name), encoded(value))).collect();
    pairs.join("&")
}

/// The same fields, with one set or, if it is `None`, left out.
pub fn but<'a>(fields: &Fields<'a>, name: &'a str, value: Option<&str>) -> Fields<'a> {
    let mut changed: Fields<'a> = fields.iter().filter(|(known, _)| *known != name).cloned().collect();
    changed.extend(value.map(|value| (name, value.to_owned())));
    changed
}

impl App {
    /// A request that can be put to a person.
    pub fn request(&self, scope: &str) -> Fields<'static> {
        vec![
            ("response_type", "code".to_owned()),
            ("client_id", self.id.clone()),
            ("redirect_uri", self.uri.clone()),
            ("scope", scope.to_owned()),
            ("state", "st-4711".to_owned()),
        ]
    }

    /// The person allows everything that is asked for, on their test account. Returns the code.
    #[track_caller]
    pub fn code(&self, person: &Browser, scope: &str) -> String {
        self.code_for(person, &self.request(scope), "test")
    }

    #[track_caller]
    pub fn code_for(&self, person: &Browser, request: &Fields<'_>, account: &str) -> String {
        let scope = request.iter().find(|(name, _)| *name == "scope").expect("a scope").1.clone();
        let granted: Vec<&str> = scope.split(' ').collect();
        let answer = allow(person, request, &granted, account);
        let code = Sent::of(&answer).one("code");
        canary(&code);
        code
    }

    /// What exchanges a code.
    pub fn exchange(&self, code: &str) -> Fields<'static> {
        vec![
            ("grant_type", "authorization_code".to_owned()),
            ("code", code.to_owned()),
            ("redirect_uri", self.uri.clone()),
            ("client_id", self.id.clone()),
            ("client_secret", self.secret.clone()),
        ]
    }

    /// What asks for new tokens.
    pub fn refreshing(&self, token: &str) -> Fields<'static> {
        vec![
            ("grant_type", "refresh_token".to_owned()),
            ("refresh_token", token.to_owned()),
            ("client_id", self.id.clone()),
            ("client_secret", self.secret.clone()),
        ]
    }

    pub fn token(&self, fields: &[(&str, String)]) -> Reply {
        self.post("/oauth/token", &query(fields))
    }

    pub fn post(&self, path: &str, body: &str) -> Reply {
        self.endpoint.send("POST", path, &[FORM], Some(body))
    }

    /// The same by HTTP Basic: the credentials are not in the form.
    pub fn token_by_basic(&self, fields: &[(&str, String)], user: &str, password: &str) -> Reply {
        let plain = data_encoding::BASE64.encode(format!("{user}:{password}").as_bytes());
        let rest = fields.iter().filter(|(name, _)| !["client_id", "client_secret"].contains(name)).cloned();
        let body = query(&rest.collect::<Vec<_>>());
        let endpoint = self.endpoint.with_authorization(format!("Basic {plain}"));
        endpoint.send("POST", "/oauth/token", &[FORM], Some(&body))
    }

    /// From the question to tokens for a test account.
    #[track_caller]
    pub fn connect(&self, person: &Browser, scope: &str) -> Pair {
        self.connect_for(person, scope, "test")
    }

    #[track_caller]
    pub fn connect_for(&self, person: &Browser, scope: &str, account: &str) -> Pair {
        let code = self.code_for(person, &self.request(scope), account);
        Pair::of(&self.token(&self.exchange(&code)))
    }

    #[track_caller]
    pub fn refresh(&self, token: &str) -> Pair {
        Pair::of(&self.token(&self.refreshing(token)))
    }

    pub fn revoke(&self, token: &str) -> Reply {
        let fields = [
            ("token", token.to_owned()),
            ("client_id", self.id.clone()),
            ("client_secret", self.secret.clone()),
        ];
        self.post("/oauth/revoke", &query(&fields))
    }
}

impl Pair {
    #[track_caller]
    pub fn of(reply: &Reply) -> Pair {
        assert_eq!(reply.status, 200, "{reply:?}");
        let json = reply.json();
        let read = |name: &str| text(&json, name).to_owned();
        let pair =
            Pair { access: read("access_token"), refresh: read("refresh_token"), scope: read("scope") };
        canary(&pair.access);
        canary(&pair.refresh);
        pair
    }
}

/// The token endpoint said no, in the words of RFC 6749.
#[track_caller]
pub fn assert_refused(reply: &Reply, status: u16, error: &str) {
    assert_eq!(reply.status, status, "{reply:?}");
    let json: Value = reply.json();
    assert_eq!(json["error"], error, "{reply:?}");
    assert_eq!(reply.header("content-type"), Some("application/json"), "{reply:?}");
    assert_eq!(reply.header("cache-control"), Some("no-store"), "{reply:?}");
    assert_eq!(reply.header("pragma"), Some("no-cache"), "{reply:?}");
    let keys: Vec<&String> = json.as_object().expect("an object").keys().collect();
    assert_eq!(keys, ["error", "error_description"], "{reply:?}");
    // RFC 6749, 5.2 names the letters.
    let is_allowed = |byte: u8| (0x20..=0x7e).contains(&byte) && byte != b'"' && byte != b'\\';
    assert!(text(&json, "error_description").bytes().all(is_allowed), "{reply:?}");
}

/// The path that a browser is sent to with a request.
pub fn authorize(request: &[(&str, String)]) -> String {
    format!("/oauth/authorize?{}", query(request))
}

/// A person ticks these, chooses an account and says yes.
#[track_caller]
pub fn allow(person: &Browser, request: &Fields<'_>, granted: &[&str], account: &str) -> Reply {
    let mut form = person.form(&authorize(request), "/oauth/authorize");
    let mut tick = |name: &str, value: &str| form.push((name.to_owned(), value.to_owned()));
    granted.iter().for_each(|scope| tick("granted", scope));
    tick("account", account);
    tick("answer", "allow");
    person.post("/oauth/authorize", &form)
}

/// Where the browser was sent, and with what.
#[derive(Debug)]
pub struct Sent {
    pub to: String,
    pub fields: Vec<(String, String)>,
}

impl Sent {
    /// By an answer of the authorization endpoint: always 303.
    #[track_caller]
    pub fn of(reply: &Reply) -> Sent {
        assert_eq!(reply.status, 303, "{reply:?}");
        assert_eq!(reply.headers.iter().filter(|(name, _)| name == "location").count(), 1, "{reply:?}");
        let location = reply.header("location").expect("an address");
        assert!(location.bytes().all(|byte| byte.is_ascii_graphic()), "{location:?}");
        let (to, query) = location.split_once('?').unwrap_or((location, ""));
        let pairs = query.split('&').filter(|pair| !pair.is_empty());
        let fields = pairs.map(|pair| pair.split_once('=').unwrap_or((pair, "")));
        let fields = fields.map(|(name, value)| (decoded(name), decoded(value))).collect();
        Sent { to: to.to_owned(), fields }
    }

    /// What was sent once.
    #[track_caller]
    pub fn one(&self, name: &str) -> String {
        let values: Vec<&String> =
            self.fields.iter().filter(|(known, _)| known == name).map(|(_, value)| value).collect();
        assert_eq!(values.len(), 1, "{name} in {self:?}");
        values[0].clone()
    }

    pub fn has(&self, name: &str) -> bool {
        self.fields.iter().any(|(known, _)| known == name)
    }
}

/// What a query spells.
pub fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let mut hex =
            || rest.next().map(char::from).and_then(|digit| digit.to_digit(16)).expect("a hex digit");
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => u8::try_from(hex() * 16 + hex()).expect("a byte"),
            byte => byte,
        });
    }
    String::from_utf8(bytes).expect("UTF-8")
}
