//! Where a Connect App wants people to be sent back to. It is compared letter by letter, so what is registered must
//! have one meaning only.

use std::fmt;
use std::net::Ipv4Addr;

pub const LONGEST_REDIRECT_URI: usize = 1_000;
/// Of names in DNS (RFC 1035, 2.3.4).
const LONGEST_HOST: usize = 253;
const LONGEST_LABEL: usize = 63;

/// Why an address can't be registered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RedirectUriProblem {
    TooLong,
    /// It holds characters that browsers and servers read differently.
    Characters,
    Scheme,
    /// `http` on another host than this very machine.
    Insecure,
    Fragment,
    Credentials,
    Host,
    Port,
    /// A `%` that two hex digits don't follow, or that stands for a control character.
    Escape,
    DotSegment,
}

/// An address that was registered.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RedirectUri(String);

impl RedirectUri {
    /// `https`, or `http` on this very machine; a host, perhaps a port, a path and a query. No user name, no fragment.
    pub fn parse(text: &str) -> Result<RedirectUri, RedirectUriProblem> {
        if text.len() > LONGEST_REDIRECT_URI {
            return Err(RedirectUriProblem::TooLong);
        }
        let is_plain = |byte: u8| byte.is_ascii_graphic() && !br#""<>\^`{|}*"#.contains(&byte);
        if !text.bytes().all(is_plain) {
            return Err(RedirectUriProblem::Characters);
        }
        let (is_secure, rest) = match text.split_once("://") {
            Some(("https", rest)) => (true, rest),
            Some(("http", rest)) => (false, rest),
            Some(_) | None => return Err(RedirectUriProblem::Scheme),
        };
        if text.contains('#') {
            return Err(RedirectUriProblem::Fragment);
        }
        let (authority, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
        let host = check_authority(authority)?;
        if !is_secure && !["localhost", "127.0.0.1", "[::1]"].contains(&host) {
            return Err(RedirectUriProblem::Insecure);
        }
        check_escapes(path)?;
        if has_dot_segment(path) {
            return Err(RedirectUriProblem::DotSegment);
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
fn check_authority(authority: &str) -> Result<&str, RedirectUriProblem> {
    if authority.contains('@') {
        return Err(RedirectUriProblem::Credentials);
    }
    // An address of IPv6 has colons of its own.
    let (host, port) = match authority.strip_prefix("[::1]") {
        Some("") => (authority, None),
        Some(rest) if rest.starts_with(':') => (&authority[..authority.len() - rest.len()], rest.get(1..)),
        Some(_) | None => {
            authority.split_once(':').map_or((authority, None), |(host, port)| (host, Some(port)))
        }
    };
    if host != "[::1]" && !is_name(host) {
        return Err(RedirectUriProblem::Host);
    }
    let is_port = |port: &str| {
        !port.starts_with('0')
            && port.bytes().all(|byte| byte.is_ascii_digit())
            && port.parse::<u16>().is_ok()
    };
    if port.is_some_and(|port| !is_port(port)) {
        return Err(RedirectUriProblem::Port);
    }
    Ok(host)
}

/// A name in lower case, or an address of IPv4 in its one usual spelling.
fn is_name(host: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let is_label = |label: &str| {
        (1..=LONGEST_LABEL).contains(&label.len())
            && label.bytes().all(is_plain)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    host.len() <= LONGEST_HOST
        && host.split('.').all(is_label)
        && (!ends_in_a_number(host) || host.parse::<Ipv4Addr>().is_ok())
}

/// Browsers read such a host as an address, in decimal, octal and hex: `0x7f.1` is this machine.
fn ends_in_a_number(host: &str) -> bool {
    let last = host.rsplit('.').next().unwrap_or_default();
    let is_hex = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    last.bytes().all(|byte| byte.is_ascii_digit()) || last.strip_prefix("0x").is_some_and(is_hex)
}

/// After each `%` two hex digits, and behind them nothing that could end a line or a text.
fn check_escapes(path: &str) -> Result<(), RedirectUriProblem> {
    for escape in path.split('%').skip(1) {
        let digits = escape.get(..2).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        if byte.is_none_or(|byte| byte.is_ascii_control()) {
            return Err(RedirectUriProblem::Escape);
        }
    }
    Ok(())
}

/// Dots and slashes count in any spelling.
fn has_dot_segment(path: &str) -> bool {
    let path = path.split('?').next().unwrap_or_default().to_ascii_lowercase();
    let path = path.replace("%2e", ".").replace("%2f", "/").replace("%5c", "/");
    path.split('/').any(|segment| segment == "." || segment == "..")
}

impl fmt::Display for RedirectUri {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
