//! Which addresses this server may call: machines on the public internet, those in networks that its operator
//! allowed, and never itself.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use url::Host;

use super::ip_network::IpNetwork;
use super::special::{Special, special};

/// What the operator allowed, and where this server itself is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reach {
    allowed: Vec<IpNetwork>,
    own: Vec<(Host, u16)>,
}

/// Why an address may not be called.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Forbidden {
    Special(IpAddr, Special),
    Own(SocketAddr),
}

impl Reach {
    /// The hosts of `own` are names or addresses, as in a URL, each with its port.
    pub fn new(allowed: Vec<IpNetwork>, own: &[(String, u16)]) -> Result<Reach, String> {
        let known = |(host, port): &(String, u16)| match Host::parse(host) {
            Ok(host) => Ok((plain(&host), *port)),
            Err(_) => Err(format!("{host:?} is not a host name or an address")),
        };
        Ok(Reach { allowed, own: own.iter().map(known).collect::<Result<_, _>>()? })
    }

    /// Whether this address is one that may be called. One in other clothes (`::ffff:127.0.0.1`) never is, even if the
    /// plain one is allowed.
    pub fn check(&self, address: IpAddr) -> Result<(), Forbidden> {
        match special(address) {
            None => Ok(()),
            Some(kind) if kind.can_be_allowed() && self.allows(address) => Ok(()),
            Some(kind) => Err(Forbidden::Special(address, kind)),
        }
    }

    /// Whether this address may be called, and is not this server.
    pub fn check_socket(&self, socket: SocketAddr) -> Result<(), Forbidden> {
        self.check(socket.ip())?;
        let host: Host<&str> = match socket.ip() {
            IpAddr::V4(address) => Host::Ipv4(address),
            IpAddr::V6(address) => Host::Ipv6(address),
        };
        if self.is_own(&host, socket.port()) { Err(Forbidden::Own(socket)) } else { Ok(()) }
    }

    /// What `localhost` stands for (RFC 6761, 6.3), as far as it is allowed. No resolver is asked for it.
    pub fn localhost(&self) -> impl Iterator<Item = IpAddr> {
        let both = [IpAddr::V4(Ipv4Addr::LOCALHOST), IpAddr::V6(Ipv6Addr::LOCALHOST)];
        both.into_iter().filter(|address| self.allows(*address))
    }

    /// Whether the operator named the network of this address.
    pub(super) fn allows(&self, address: IpAddr) -> bool {
        self.allowed.iter().any(|network| network.contains(address))
    }

    /// Whether there is a network, beyond this machine, that has names of its own.
    pub(super) fn has_private_names(&self) -> bool {
        self.allowed.iter().any(|network| special(network.first()) != Some(Special::Loopback))
    }

    /// Whether it is this server. All names and addresses of the machine itself are the same.
    pub(super) fn is_own(&self, host: &Host<impl AsRef<str>>, port: u16) -> bool {
        let host = plain(host);
        self.own.iter().any(|own| *own == (host.clone(), port))
    }
}

/// One spelling for each host.
fn plain(host: &Host<impl AsRef<str>>) -> Host {
    let localhost = || Host::Domain("localhost".to_owned());
    match host {
        Host::Ipv4(address) if address.is_loopback() => localhost(),
        Host::Ipv6(address) if address.is_loopback() => localhost(),
        Host::Ipv4(address) => Host::Ipv4(*address),
        Host::Ipv6(address) => Host::Ipv6(*address),
        Host::Domain(name) => {
            let name = name.as_ref();
            Host::Domain(name.strip_suffix('.').unwrap_or(name).to_owned())
        }
    }
}

impl fmt::Display for Forbidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Forbidden::Special(address, special) => write!(f, "{address} is {}", special.words()),
            Forbidden::Own(socket) => write!(f, "{socket} is an address of this service"),
        }
    }
}
