//! Where a Connect App wants people to be sent back to. It is compared letter by letter, so what is registered must
//! have one meaning only.

use std::fmt;

const LONGEST: usize = 1_000;

/// An address that was registered.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RedirectUri(String);

impl RedirectUri {
    /// `https`, or `http` on this very machine; a host, perhaps a port, a path and a query. No user name, no fragment.
    pub fn parse(text: &str) -> Result<RedirectUri, &'static str> {
        if text.len() > LONGEST {
            return Err("the address is too long: write at most 1000 characters");
        }
        let is_plain = |byte: u8| byte.is_ascii_graphic() && !br#""<>\^`{|}*"#.contains(&byte);
        if !text.bytes().all(is_plain) {
            return Err("write the address in plain ASCII, without spaces, quotes, backslashes or wildcards");
        }
        let (is_secure, rest) = match text.split_once("://") {
            Some(("https", rest)) => (true, rest),
            Some(("http", rest)) => (false, rest),
            Some(_) | None => return Err("the address must begin with https://"),
        };
        if text.contains('#') {
            return Err("the address must have no fragment (#)");
        }
        let (authority, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
        let host = check_authority(authority)?;
        if !is_secure && !["localhost", "127.0.0.1", "[::1]"].contains(&host) {
            return Err(
                "http:// is for localhost only: everywhere else the address must begin with https://",
            );
        }
        if has_dot_segment(path) {
            return Err("the path must not contain . or .. segments");
        }
        Ok(RedirectUri(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Scheme, host and port, as a browser names an origin.
    pub fn origin(&self) -> &str {
        let host = self.0.find("://").map_or(0, |at| at + 3);
        let end = self.0[host..].find(['/', '?']).map_or(self.0.len(), |at| host + at);
        &self.0[..end]
    }
}

/// The host of `host` or `host:port`.
fn check_authority(authority: &str) -> Result<&str, &'static str> {
    if authority.contains('@') {
        return Err("the address must hold no user name or password");
    }
    let (host, port) = match authority.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((inner, port)) => (&authority[..inner.len() + 2], port.strip_prefix(':')),
        None => authority.split_once(':').map_or((authority, None), |(host, port)| (host, Some(port))),
    };
    let is_name = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-.".contains(&byte);
    let is_host = host == "[::1]"
        || !host.is_empty()
            && host.bytes().all(is_name)
            && !host.starts_with(['.', '-'])
            && !host.ends_with('.');
    if !is_host || host.contains("..") {
        return Err("write the host in lower case, such as app.example.com");
    }
    let is_port = |port: &str| {
        !port.starts_with('0')
            && port.bytes().all(|byte| byte.is_ascii_digit())
            && port.parse::<u16>().is_ok()
    };
    if port.is_some_and(|port| !is_port(port)) {
        return Err("the port must be a number from 1 to 65535");
    }
    Ok(host)
}

/// Dots count in any spelling.
fn has_dot_segment(path: &str) -> bool {
    let path = path.split('?').next().unwrap_or_default().to_ascii_lowercase().replace("%2e", ".");
    path.split('/').any(|segment| segment == "." || segment == "..")
}

impl fmt::Display for RedirectUri {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
