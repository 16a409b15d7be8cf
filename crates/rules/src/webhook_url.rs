//! Where an account receives events: an address that this server may call. It is read as browsers read it,
//! so that what was checked is what will be dialled, in whatever way it was written.

mod ip_network;
mod names;
mod reach;
mod special;

use std::fmt;
use std::net::IpAddr;

pub use ip_network::IpNetwork;
pub use reach::{Forbidden, Reach};
pub use special::{Special, ranges};
use url::{Host, ParseError, Position, Url};

use crate::account::Mode;
use crate::sandbox;
use names::{NameVisibility, is_well_formed, known};

pub const LONGEST_WEBHOOK_URL: usize = 2_048;
const LOCALHOST: &str = "localhost";

/// The address of a receiver, in its one normal spelling.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct WebhookUrl(Url);

/// What is wrong with an address, in words that say what to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UrlFault {
    TooLong,
    NotPlain,
    Scheme,
    NeedsTls,
    NoHost,
    Host,
    Credentials,
    Fragment,
    Port(&'static [u16]),
    /// A name without a dot.
    ShortName,
    /// A name with such an end.
    NotPublic(&'static str),
    Own,
    Forbidden(Forbidden),
    Unreadable,
}

/// What will be dialled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DialTarget<'a> {
    Address(IpAddr),
    Name(&'a str),
    /// This very machine, by its name.
    Localhost,
}

impl WebhookUrl {
    /// An address that was good when it was saved may not be so any more: what is allowed can change.
    pub fn parse(text: &str, mode: Mode, reach: &Reach) -> Result<WebhookUrl, UrlFault> {
        let needs_tls = sandbox::webhooks_need_tls(mode);
        let mut url = read(text).map_err(|fault| match fault {
            UrlFault::Scheme if needs_tls => UrlFault::NeedsTls,
            fault => fault,
        })?;
        if url.scheme() != "https" && needs_tls {
            return Err(UrlFault::NeedsTls);
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(UrlFault::Credentials);
        }
        if url.fragment().is_some() {
            return Err(UrlFault::Fragment);
        }
        drop_last_dot(&mut url)?;
        let host = url.host().ok_or(UrlFault::NoHost)?;
        let port = url.port_or_known_default().ok_or(UrlFault::Scheme)?;
        let is_at_home = check_host(&host, reach)?;
        let ports = sandbox::webhook_ports(mode);
        if !ports.contains(&port) && (!is_at_home || port == 0) {
            return Err(UrlFault::Port(ports));
        }
        if reach.is_own(&host, port) {
            return Err(UrlFault::Own);
        }
        if url.as_str().len() > LONGEST_WEBHOOK_URL {
            return Err(UrlFault::TooLong);
        }
        Ok(WebhookUrl(url))
    }

    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    pub fn is_tls(&self) -> bool {
        self.0.scheme() == "https"
    }

    /// A name, or an address; around one of IPv6 there are brackets.
    pub fn host(&self) -> &str {
        self.0.host_str().expect("it was parsed with a host")
    }

    pub fn port(&self) -> u16 {
        self.0.port_or_known_default().expect("http and https have a usual port")
    }

    /// What one owner can be expected to have: the registrable domain of a name, as well as that can be told without a
    /// list of them, an address of IPv4, or a network of IPv6.
    pub fn site(&self) -> String {
        match self.0.host().expect("it was parsed with a host") {
            Host::Ipv4(address) => address.to_string(),
            Host::Ipv6(address) => {
                let [a, b, c, d, ..] = address.segments();
                format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
            }
            Host::Domain(name) => names::site(name).to_owned(),
        }
    }

    /// The host, and the port unless it is the usual one: what goes into the header `Host`.
    pub fn authority(&self) -> &str {
        &self.0[Position::BeforeHost..Position::AfterPort]
    }

    pub fn path_and_query(&self) -> &str {
        &self.0[Position::BeforePath..Position::AfterQuery]
    }

    pub fn target(&self) -> DialTarget<'_> {
        match self.0.host().expect("it was parsed with a host") {
            Host::Ipv4(address) => DialTarget::Address(address.into()),
            Host::Ipv6(address) => DialTarget::Address(address.into()),
            Host::Domain(LOCALHOST) => DialTarget::Localhost,
            Host::Domain(name) => DialTarget::Name(name),
        }
    }
}

/// The host of a URL as [`WebhookUrl::as_str`] spells it.
pub fn host_of(url: &str) -> Option<String> {
    Url::parse(url).ok()?.host_str().map(str::to_owned)
}

/// Only what begins plainly, with `https://` and a host: the standard would also understand `https:host`, and leave
/// out line breaks wherever they are.
fn read(text: &str) -> Result<Url, UrlFault> {
    if text.chars().count() > LONGEST_WEBHOOK_URL {
        return Err(UrlFault::TooLong);
    }
    if text.chars().any(|letter| letter.is_control() || letter.is_whitespace() || letter == '\\') {
        return Err(UrlFault::NotPlain);
    }
    let (scheme, rest) = text.split_once("://").ok_or(UrlFault::Scheme)?;
    if !["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known)) {
        return Err(UrlFault::Scheme);
    }
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if authority.contains('@') {
        return Err(UrlFault::Credentials);
    }
    if authority.is_empty() || authority.starts_with(':') {
        return Err(UrlFault::NoHost);
    }
    Url::parse(text).map_err(|error| match error {
        ParseError::EmptyHost => UrlFault::NoHost,
        ParseError::IdnaError
        | ParseError::InvalidIpv4Address
        | ParseError::InvalidIpv6Address
        | ParseError::InvalidDomainCharacter => UrlFault::Host,
        _ => UrlFault::Unreadable,
    })
}

/// `example.com.` is the same name, but no certificate has the dot.
fn drop_last_dot(url: &mut Url) -> Result<(), UrlFault> {
    let Some(Host::Domain(name)) = url.host() else { return Ok(()) };
    let Some(name) = name.strip_suffix('.').map(str::to_owned) else { return Ok(()) };
    if name.ends_with('.') {
        return Err(UrlFault::Host);
    }
    url.set_host(Some(&name)).map_err(|_| UrlFault::Host)
}

/// Whether the host is one that the operator allowed by its address, and so may have any port.
fn check_host(host: &Host<&str>, reach: &Reach) -> Result<bool, UrlFault> {
    let address = match *host {
        Host::Ipv4(address) => IpAddr::from(address),
        Host::Ipv6(address) => IpAddr::from(address),
        Host::Domain(LOCALHOST) if reach.localhost().next().is_some() => return Ok(true),
        Host::Domain(name) => return check_name(name, reach).map(|()| false),
    };
    reach.check(address).map_err(UrlFault::Forbidden)?;
    Ok(reach.allows(address))
}

fn check_name(name: &str, reach: &Reach) -> Result<(), UrlFault> {
    if !is_well_formed(name) {
        return Err(UrlFault::Host);
    }
    match known(name) {
        NameVisibility::Nowhere(end) => Err(UrlFault::NotPublic(end)),
        NameVisibility::Privately(end) if !reach.has_private_names() => Err(UrlFault::NotPublic(end)),
        NameVisibility::Privately(_) | NameVisibility::Public if !name.contains('.') => {
            Err(UrlFault::ShortName)
        }
        NameVisibility::Privately(_) | NameVisibility::Public => Ok(()),
    }
}

impl fmt::Display for WebhookUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for UrlFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = match self {
            UrlFault::TooLong => "the URL is too long: use at most 2048 characters",
            UrlFault::NotPlain => "the URL must not contain spaces, line breaks or backslashes",
            UrlFault::Scheme => "the URL must begin with https:// or http://",
            UrlFault::NeedsTls => "in live mode, the URL must begin with https://",
            UrlFault::NoHost => "the URL must have a host after https://, such as hooks.example.com",
            UrlFault::Host => "the host is not a valid name: use one such as hooks.example.com",
            UrlFault::Credentials => {
                "the URL must not contain a username or password: verify the signature instead"
            }
            UrlFault::Fragment => "the URL must not contain a fragment (#)",
            UrlFault::ShortName => "the host must be a full name with a dot, such as hooks.example.com",
            UrlFault::Own => "this URL points to this service: use the URL of your own server",
            UrlFault::Unreadable => "this is not a URL: use one such as https://hooks.example.com/events",
            UrlFault::Port(ports) => {
                let ports: Vec<String> = ports.iter().map(u16::to_string).collect();
                return write!(f, "the port must be one of {}", ports.join(", "));
            }
            UrlFault::NotPublic(end) => {
                return write!(f, "names that end in .{end} are not public: use a public name");
            }
            UrlFault::Forbidden(why) => {
                return write!(f, "{why}: use the URL of a server on the public internet");
            }
        };
        f.write_str(words)
    }
}
