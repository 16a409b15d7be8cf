//! What is sent: where a server listens, and the bytes of one request to it.
//! It must never know how often or how fast a request is sent; that is `load`.

use std::io::Write;

/// Where requests go, taken from an address such as `http://127.0.0.1:4000/sandbox/v1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    pub authority: String,
    pub prefix: String,
    pub key: Option<String>,
}

impl Target {
    pub fn open(url: &str) -> Result<Target, String> {
        let rest = url.strip_prefix("http://").ok_or_else(|| format!("not a plain HTTP address: {url}"))?;
        let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
        let path = path.trim_end_matches('/');
        let prefix = if path.is_empty() { String::new() } else { format!("/{path}") };
        Ok(Target { authority: authority.to_owned(), prefix, key: None })
    }

    pub fn with_key(url: &str, key: &str) -> Result<Target, String> {
        Ok(Target { key: Some(key.to_owned()), ..Target::open(url)? })
    }

    pub fn get(&self, path: &str) -> Call {
        Call { head: self.head("GET", path), body: Body::None, keyed: false }
    }

    pub fn post(&self, path: &str, body: Body) -> Call {
        Call { head: self.head("POST", path), body, keyed: false }
    }

    /// A request that carries an `Idempotency-Key` of its own each time it is sent.
    pub fn keyed_post(&self, path: &str, body: Body) -> Call {
        Call { keyed: true, ..self.post(path, body) }
    }

    /// What a browser with these cookies sends to see a page.
    pub fn page(&self, path: &str, cookies: &str) -> Call {
        Call { head: self.browsed("GET", path, cookies), body: Body::None, keyed: false }
    }

    /// What it sends when a form on that page is filled in.
    pub fn form(&self, path: &str, cookies: &str, fields: String) -> Call {
        let head = format!("{}origin: http://{}\r\n", self.browsed("POST", path, cookies), self.authority);
        Call { head, body: Body::Form(fields), keyed: false }
    }

    fn browsed(&self, method: &str, path: &str, cookies: &str) -> String {
        let Target { authority, .. } = self;
        let mut head = format!("{method} {path} HTTP/1.1\r\nhost: {authority}\r\n");
        if !cookies.is_empty() {
            head.push_str(&format!("cookie: {cookies}\r\n"));
        }
        head
    }

    fn head(&self, method: &str, path: &str) -> String {
        let Target { authority, prefix, key } = self;
        let mut head = format!("{method} {prefix}{path} HTTP/1.1\r\nhost: {authority}\r\n");
        if let Some(key) = key {
            head.push_str(&format!("authorization: Bearer {key}\r\n"));
        }
        head
    }
}

pub enum Body {
    None,
    Same(String),
    /// The fields of a form, as a browser spells them.
    Form(String),
    /// A body made from a number that no other request of the run has.
    Numbered(fn(u64) -> String),
    /// Bodies made beforehand, in turn: making them would cost the load generator more than sending them.
    InTurn(Vec<String>),
}

/// One request, ready to be written any number of times.
pub struct Call {
    head: String,
    body: Body,
    keyed: bool,
}

impl Call {
    /// Replaces what is in `bytes` by the request with this number.
    pub fn write(&self, number: u64, bytes: &mut Vec<u8>) {
        bytes.clear();
        bytes.extend_from_slice(self.head.as_bytes());
        if self.keyed {
            write!(bytes, "idempotency-key: bench-{number}\r\n").expect("writing to memory cannot fail");
        }
        match &self.body {
            Body::None => bytes.extend_from_slice(b"\r\n"),
            Body::Same(body) => write_json(body, bytes),
            Body::Form(fields) => write_body("application/x-www-form-urlencoded", fields, bytes),
            Body::Numbered(make) => write_json(&make(number), bytes),
            Body::InTurn(bodies) => {
                let turn = usize::try_from(number).unwrap_or(0) % bodies.len();
                write_json(&bodies[turn], bytes);
            }
        }
    }
}

fn write_json(body: &str, bytes: &mut Vec<u8>) {
    write_body("application/json", body, bytes);
}

fn write_body(kind: &str, body: &str, bytes: &mut Vec<u8>) {
    let length = body.len();
    write!(bytes, "content-type: {kind}\r\ncontent-length: {length}\r\n\r\n{body}")
        .expect("writing to memory cannot fail");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(call: &Call, number: u64) -> String {
        let mut bytes = b"left from the request before".to_vec();
        call.write(number, &mut bytes);
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn an_address_splits_into_host_and_path() {
        let check = |url: &str, authority: &str, prefix: &str| {
            let target = Target::open(url).unwrap();
            assert_eq!((target.authority.as_str(), target.prefix.as_str()), (authority, prefix), "{url}");
        };
        check("http://127.0.0.1:80", "127.0.0.1:80", "");
        check("http://127.0.0.1:80/", "127.0.0.1:80", "");
        check("http://localhost:4000/sandbox/v1", "localhost:4000", "/sandbox/v1");
        check("http://localhost:4000/sandbox/v1/", "localhost:4000", "/sandbox/v1");
        assert!(Target::open("https://127.0.0.1:80").is_err());
    }

    #[test]
    fn a_get_carries_the_key_and_no_body() {
        let target = Target::with_key("http://h:1/sandbox/v1", "florin_test_x").unwrap();
        assert_eq!(
            text(&target.get("/balance"), 7),
            "GET /sandbox/v1/balance HTTP/1.1\r\nhost: h:1\r\nauthorization: Bearer florin_test_x\r\n\r\n"
        );
    }

    #[test]
    fn a_form_says_where_it_comes_from_and_carries_cookies() {
        let target = Target::with_key("http://h:1/sandbox/v1", "florin_test_x").unwrap();
        assert_eq!(text(&target.page("/p", ""), 7), "GET /p HTTP/1.1\r\nhost: h:1\r\n\r\n");
        assert_eq!(
            text(&target.form("/p", "a=1", "x=2".to_owned()), 7),
            "POST /p HTTP/1.1\r\nhost: h:1\r\ncookie: a=1\r\norigin: http://h:1\r\n\
             content-type: application/x-www-form-urlencoded\r\ncontent-length: 3\r\n\r\nx=2"
        );
    }

    #[test]
    fn a_numbered_post_has_the_length_of_its_own_body() {
        let call = Target::open("http://h:1").unwrap().post("/n", Body::Numbered(|n| format!("[{n}]")));
        for (number, end) in
            [(5, "content-length: 3\r\n\r\n[5]"), (12345, "content-length: 7\r\n\r\n[12345]")]
        {
            assert!(text(&call, number).ends_with(end));
        }
    }

    #[test]
    fn bodies_take_turns_and_keys_are_never_the_same() {
        let bodies = Body::InTurn(["[1]", "[2]"].map(str::to_owned).to_vec());
        let call = Target::open("http://h:1").unwrap().keyed_post("/n", bodies);
        for (number, body) in [(0, "[1]"), (1, "[2]"), (2, "[1]")] {
            let text = text(&call, number);
            assert!(text.contains(&format!("\r\nidempotency-key: bench-{number}\r\n")), "{text}");
            assert!(text.ends_with(body), "{text}");
        }
    }
}
