//! Addresses that are not those of a machine on the public internet, and why: the registries of IANA for
//! special-purpose addresses, and the places where clouds hand out keys.

use std::net::IpAddr;
use std::sync::LazyLock;

use super::ip_network::IpNetwork;

/// What an address is, instead of public.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Special {
    Unspecified,
    Loopback,
    Private,
    LinkLocal,
    Metadata,
    Shared,
    Multicast,
    Broadcast,
    Protocol,
    Documentation,
    Benchmarking,
    /// An IPv4-mapped or translated IPv6 address.
    Translated,
    Discard,
    SegmentRouting,
    Reserved,
}

use Special::*;

impl Special {
    pub const fn words(self) -> &'static str {
        match self {
            Unspecified => "an unspecified address",
            Loopback => "a loopback address",
            Private => "a private address",
            LinkLocal => "a link-local address",
            Metadata => "a cloud metadata service",
            Shared => "a shared (carrier-grade NAT) address",
            Multicast => "a multicast address",
            Broadcast => "the broadcast address",
            Protocol => "reserved for network protocols",
            Documentation => "reserved for documentation",
            Benchmarking => "reserved for benchmarks",
            Translated => "an IPv4-mapped or translated address",
            Discard => "a discard-only address",
            SegmentRouting => "a segment routing address",
            Reserved => "reserved",
        }
    }

    /// Whether an operator can have a receiver there. Elsewhere there is none, or there are only secrets, and in other
    /// spellings there is what has a plain one.
    pub const fn can_be_allowed(self) -> bool {
        match self {
            Unspecified | Metadata | Multicast | Broadcast | Translated => false,
            Loopback | Private | LinkLocal | Shared | Protocol | Documentation => true,
            Benchmarking | Discard | SegmentRouting | Reserved => true,
        }
    }
}

/// The first that holds an address says what it is. Of IPv6, everything outside `GLOBAL_UNICAST` is special as well.
const RANGES: [(&str, Special); 53] = [
    // Where machines in clouds get their keys: the usual one, containers, and three clouds with their own.
    ("169.254.169.254", Metadata),
    ("169.254.170.2", Metadata),
    ("169.254.170.23", Metadata),
    ("100.100.100.200", Metadata),
    ("168.63.129.16", Metadata),
    ("192.0.0.192", Metadata),
    ("fd00:ec2::254", Metadata),
    ("fd00:ec2::23", Metadata),
    ("fd20:ce::254", Metadata),
    ("0.0.0.0/8", Unspecified),
    ("10.0.0.0/8", Private),
    ("100.64.0.0/10", Shared),
    ("127.0.0.0/8", Loopback),
    ("169.254.0.0/16", LinkLocal),
    ("172.16.0.0/12", Private),
    ("192.0.0.0/24", Protocol),
    ("192.0.2.0/24", Documentation),
    ("192.31.196.0/24", Protocol),
    ("192.52.193.0/24", Protocol),
    ("192.88.99.0/24", Protocol),
    ("192.168.0.0/16", Private),
    ("192.175.48.0/24", Protocol),
    ("198.18.0.0/15", Benchmarking),
    ("198.51.100.0/24", Documentation),
    ("203.0.113.0/24", Documentation),
    ("224.0.0.0/4", Multicast),
    ("255.255.255.255", Broadcast),
    ("240.0.0.0/4", Reserved),
    ("::", Unspecified),
    ("::1", Loopback),
    // IPv4-compatible, IPv4-mapped, IPv4-translated (RFC 4291, RFC 2765).
    ("::/96", Translated),
    ("::ffff:0:0/96", Translated),
    ("::ffff:0:0:0/96", Translated),
    // NAT64 (RFC 6052, RFC 8215), Teredo, 6to4.
    ("64:ff9b::/96", Translated),
    ("64:ff9b:1::/48", Translated),
    ("2001::/32", Translated),
    ("2002::/16", Translated),
    ("100::/64", Discard),
    ("100:0:0:1::/64", Discard),
    ("2001:2::/48", Benchmarking),
    // ORCHID, its second version, and drones; all lie in the block for protocols.
    ("2001:10::/28", Protocol),
    ("2001:20::/28", Protocol),
    ("2001:30::/28", Protocol),
    ("2001::/23", Protocol),
    ("2001:db8::/32", Documentation),
    ("2620:4f:8000::/48", Protocol),
    // The 6bone, given back in 2006.
    ("3ffe::/16", Reserved),
    ("3fff::/20", Documentation),
    ("5f00::/16", SegmentRouting),
    ("fc00::/7", Private),
    ("fe80::/10", LinkLocal),
    // Site-local, as it was before RFC 3879.
    ("fec0::/10", Private),
    ("ff00::/8", Multicast),
];

/// All that is public of IPv6 (RFC 4291, 2.4).
const GLOBAL_UNICAST: &str = "2000::/3";

static TABLE: LazyLock<Vec<(IpNetwork, Special)>> =
    LazyLock::new(|| RANGES.iter().map(|(range, special)| (network(range), *special)).collect());
static PUBLIC_V6: LazyLock<IpNetwork> = LazyLock::new(|| network(GLOBAL_UNICAST));

/// `None` for a public address.
pub fn special(address: IpAddr) -> Option<Special> {
    let found = TABLE.iter().find(|(network, _)| network.contains(address)).map(|(_, special)| *special);
    found.or((address.is_ipv6() && !PUBLIC_V6.contains(address)).then_some(Reserved))
}

/// Every range that is known, for tests that try all of them.
pub fn ranges() -> impl Iterator<Item = (IpNetwork, Special)> {
    TABLE.iter().copied()
}

fn network(range: &str) -> IpNetwork {
    IpNetwork::read(range).expect("the ranges are written as networks")
}
