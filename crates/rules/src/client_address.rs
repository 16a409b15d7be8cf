//! The address of a client, in one spelling. Limits, sign-in attempts and the security log all use this type, so that
//! one client never has two names, and two clients never share one.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};

/// Never an IPv4-mapped IPv6 address: `::ffff:192.0.2.1` is `192.0.2.1`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ClientAddress(IpAddr);

/// What limits count: an IPv4 address, an IPv6 /64, which is one local network, or an IPv6 /48, which is the most that
/// one subscriber usually has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ClientNetwork {
    address: IpAddr,
    prefix: u8,
}

const LOCAL_NETWORK: u8 = 64;
const BLOCK: u8 = 48;

impl ClientAddress {
    pub fn new(address: IpAddr) -> ClientAddress {
        ClientAddress(address.to_canonical())
    }

    /// Reads one entry of `X-Forwarded-For`. Some proxies add a port (`192.0.2.1:50000`), brackets
    /// (`[2001:db8::1]`) or a zone (`fe80::1%eth0`).
    pub fn parse(text: &str) -> Option<ClientAddress> {
        let text = text.trim();
        let host = match text.strip_prefix('[') {
            Some(rest) => {
                let (host, port) = rest.split_once(']')?;
                if !port.is_empty() && !is_port(port.strip_prefix(':')?) || !host.contains(':') {
                    return None;
                }
                host
            }
            None => match text.split_once(':') {
                Some((host, port)) if !port.contains(':') => Some(host).filter(|_| is_port(port))?,
                Some(_) | None => text,
            },
        };
        match host.split_once('%') {
            Some((host, zone)) if !zone.is_empty() => host.parse::<Ipv6Addr>().ok().map(IpAddr::V6),
            Some(_) => None,
            None => host.parse().ok(),
        }
        .map(ClientAddress::new)
    }

    pub fn is_loopback(self) -> bool {
        self.0.is_loopback()
    }

    pub fn network(self) -> ClientNetwork {
        ClientNetwork::of(self.0, LOCAL_NETWORK)
    }
}

impl ClientNetwork {
    /// One subscriber can use every network in the block, so a block needs limits, too. They are larger, because many
    /// phones of one provider can also share it. An IPv4 address is its own block.
    pub fn block(self) -> ClientNetwork {
        ClientNetwork::of(self.address, BLOCK)
    }

    /// The block, where it is more than the network itself.
    pub fn wider_block(self) -> Option<ClientNetwork> {
        Some(self.block()).filter(|block| *block != self)
    }

    fn of(address: IpAddr, prefix: u8) -> ClientNetwork {
        match address {
            IpAddr::V4(_) => ClientNetwork { address, prefix: 32 },
            IpAddr::V6(address) => {
                let start = address.to_bits() & (u128::MAX << (128 - prefix));
                ClientNetwork { address: Ipv6Addr::from_bits(start).into(), prefix }
            }
        }
    }
}

fn is_port(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) && text.parse::<u16>().is_ok()
}

impl fmt::Display for ClientAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for ClientNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.address {
            IpAddr::V4(address) => address.fmt(f),
            IpAddr::V6(address) => write!(f, "{address}/{}", self.prefix),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ClientAddress;

    #[test]
    fn every_spelling_of_an_address_is_read_as_the_same_client() {
        for (spellings, address, network) in [
            (
                &[
                    "192.0.2.1",
                    " 192.0.2.1 ",
                    "192.0.2.1:443",
                    "::ffff:192.0.2.1",
                    "::ffff:c000:201",
                    "0:0:0:0:0:ffff:c000:0201",
                    "[::ffff:192.0.2.1]",
                    "[::ffff:192.0.2.1]:50000",
                    "::FFFF:192.0.2.1",
                ][..],
                "192.0.2.1",
                "192.0.2.1",
            ),
            (
                &[
                    "2001:db8:1:2:3::4",
                    "2001:DB8:1:2:3:0:0:4",
                    "[2001:db8:1:2:3::4]",
                    "[2001:db8:1:2:3::4]:8443",
                ],
                "2001:db8:1:2:3::4",
                "2001:db8:1:2::/64",
            ),
            (&["fe80::1%eth0", "[fe80::1%eth0]:80", "fe80::1"], "fe80::1", "fe80::/64"),
            (&["::1", "[::1]:1"], "::1", "::/64"),
        ] {
            for spelling in spellings {
                let read = ClientAddress::parse(spelling).unwrap_or_else(|| panic!("{spelling}"));
                assert_eq!(
                    (read.to_string().as_str(), read.network().to_string().as_str()),
                    (address, network)
                );
            }
        }
    }

    #[test]
    fn what_is_not_an_address_is_not_read_as_one() {
        for garbage in [
            "",
            " ",
            "unknown",
            "_hidden",
            "localhost",
            "192.0.2",
            "192.0.2.256",
            "192.0.2.01",
            "192.0.2.1:",
            "192.0.2.1:x",
            "192.0.2.1:65536",
            "192.0.2.1:+80",
            "192.0.2.1%eth0",
            "192.0.2.1 192.0.2.2",
            "[192.0.2.1]",
            "[192.0.2.1]:80",
            "[2001:db8::1",
            "2001:db8::1]",
            "[2001:db8::1]x",
            "[2001:db8::1]:",
            "[]",
            "fe80::1%",
            "2001:db8::1::2",
            "\"192.0.2.1\"",
        ] {
            assert_eq!(ClientAddress::parse(garbage), None, "{garbage:?}");
        }
    }

    #[test]
    fn neighbours_in_one_ipv6_network_are_counted_together_and_others_apart() {
        let network = |text: &str| ClientAddress::parse(text).unwrap().network();
        assert_eq!(network("2001:db8:1:2::1"), network("2001:db8:1:2:ffff:ffff:ffff:ffff"));
        assert_ne!(network("2001:db8:1:2::1"), network("2001:db8:1:3::1"));
        assert_ne!(network("192.0.2.1"), network("192.0.2.2"));
        assert_ne!(network("::ffff:192.0.2.1"), network("::ffff:192.0.2.2"));
    }

    #[test]
    fn the_networks_of_one_subscriber_are_one_block_and_an_ipv4_address_is_its_own() {
        let block = |text: &str| ClientAddress::parse(text).unwrap().network().block();
        assert_eq!(block("2001:db8:1:2::1"), block("2001:db8:1:ffff::1"));
        assert_eq!(block("2001:db8:1:2::1").to_string(), "2001:db8:1::/48");
        assert_ne!(block("2001:db8:1:2::1"), block("2001:db8:2:2::1"));
        assert_ne!(block("2001:db8:1::1"), ClientAddress::parse("2001:db8:1::1").unwrap().network());
        assert_eq!(block("192.0.2.1"), ClientAddress::parse("192.0.2.1").unwrap().network());
        let wider = |text: &str| ClientAddress::parse(text).unwrap().network().wider_block();
        assert_eq!(wider("2001:db8:1:2::1"), Some(block("2001:db8:1::1")));
        assert_eq!(wider("192.0.2.1"), None);
    }
}
