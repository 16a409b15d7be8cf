//! Every address that is not public, in every spelling.

use std::net::{IpAddr, Ipv4Addr};

use rules::account::Mode;
use rules::webhook_url::{Forbidden, Reach, Special, UrlFault, WebhookUrl};

use crate::webhook_urls::spellings::{in_other_clothes, same};
use crate::webhook_urls::{allowing, live, public, test};

const FORBIDDEN_V4: [&str; 40] = [
    "0.0.0.0",
    "0.0.0.1",
    "0.255.255.255",
    "10.0.0.0",
    "10.1.2.3",
    "10.255.255.255",
    "100.64.0.1",
    "100.100.100.200",
    "100.127.255.255",
    "127.0.0.1",
    "127.0.0.2",
    "127.1.2.3",
    "127.255.255.254",
    "168.63.129.16",
    "169.254.0.1",
    "169.254.169.254",
    "169.254.170.2",
    "169.254.170.23",
    "169.254.255.255",
    "172.16.0.1",
    "172.17.0.1",
    "172.31.255.255",
    "192.0.0.1",
    "192.0.0.192",
    "192.0.2.1",
    "192.31.196.1",
    "192.52.193.1",
    "192.88.99.1",
    "192.168.0.1",
    "192.168.255.255",
    "192.175.48.1",
    "198.18.0.1",
    "198.19.255.255",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.254",
    "255.255.255.255",
];

const FORBIDDEN_V6: [&str; 40] = [
    "::",
    "0:0:0:0:0:0:0:0",
    "::1",
    "0000:0000:0000:0000:0000:0000:0000:0001",
    "0::1",
    "::2",
    "1::",
    "100::1",
    "100:0:0:1::1",
    "200::1",
    "400::1",
    "1fff:ffff::1",
    "2001::1",
    "2001:1::1",
    "2001:1::2",
    "2001:2::1",
    "2001:3::1",
    "2001:4:112::1",
    "2001:10::1",
    "2001:1f:ffff::1",
    "2001:20::1",
    "2001:30::1",
    "2001:1ff:ffff::1",
    "2001:db8::1",
    "2001:DB8:ffff::1",
    "2002::1",
    "2620:4f:8000::1",
    "3ffe::1",
    "3fff::1",
    "3fff:fff::1",
    "4000::1",
    "5f00::1",
    "fc00::1",
    "fd00:ec2::254",
    "fd00:ec2::23",
    "fd20:ce::254",
    "fdff:ffff::1",
    "fe80::1",
    "fec0::1",
    "ff02::1",
];

const PUBLIC: [&str; 26] = [
    "1.1.1.1",
    "8.8.8.8",
    "9.255.255.255",
    "11.0.0.0",
    "93.184.216.34",
    "100.63.255.255",
    "100.128.0.0",
    "126.255.255.255",
    "128.0.0.1",
    "168.63.129.17",
    "169.253.255.255",
    "169.255.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "192.0.1.1",
    "192.167.255.255",
    "192.169.0.0",
    "198.17.255.255",
    "198.20.0.0",
    "223.255.255.255",
    "2000::1",
    "2001:200::1",
    "2001:4860:4860::8888",
    "2003::1",
    "2606:4700:4700::1111",
    "3fff:1000::1",
];

fn v4() -> impl Iterator<Item = Ipv4Addr> {
    FORBIDDEN_V4.iter().map(|text| text.parse().expect("an address"))
}

/// The host of every address that is forbidden, in every spelling, each with a few ends.
fn vectors() -> Vec<String> {
    let mut hosts: Vec<String> =
        v4().flat_map(|address| [same(address), in_other_clothes(address)].concat()).collect();
    hosts.extend(FORBIDDEN_V6.iter().map(|text| format!("[{text}]")));
    hosts.sort_unstable();
    hosts.dedup();
    hosts
}

#[test]
fn no_forbidden_address_is_taken_in_any_spelling() {
    let vectors = vectors();
    assert!(vectors.len() >= 500, "{}", vectors.len());
    for host in &vectors {
        for rest in ["", "/", ":443/hook", ":8443?a=b"] {
            let url = format!("https://{host}{rest}");
            assert!(matches!(live(&url), Err(UrlFault::Forbidden(_))), "{url}: {:?}", live(&url));
            assert!(matches!(test(&url), Err(UrlFault::Forbidden(_))), "{url}: {:?}", test(&url));
        }
        let url = format!("http://{host}:8080/");
        assert!(matches!(test(&url), Err(UrlFault::Forbidden(_))), "{url}: {:?}", test(&url));
    }
}

#[test]
fn every_spelling_is_read_as_the_address_it_stands_for() {
    let reach = allowing(&["127.0.0.0/8", "10.0.0.0/8", "192.168.0.0/16"]);
    for address in ["127.0.0.1", "127.255.255.254", "10.1.2.3", "192.168.0.1"] {
        for host in same(address.parse().expect("an address")) {
            let url = WebhookUrl::parse(&format!("https://{host}/hook"), Mode::Live, &reach);
            let url = url.unwrap_or_else(|fault| panic!("{host}: {fault}"));
            assert_eq!(url.as_str(), format!("https://{address}/hook"), "{host}");
            assert_eq!((url.host(), url.port()), (address, 443));
        }
    }
}

#[test]
fn other_clothes_are_refused_whatever_is_allowed() {
    let everything = allowing(&["0.0.0.0/0", "::/0"]);
    for address in v4() {
        for host in in_other_clothes(address) {
            let url = format!("https://{host}/");
            let outcome = WebhookUrl::parse(&url, Mode::Live, &everything);
            // Zero in the clothes of "compatible" is the unspecified address, and one is loopback itself.
            let is_other = ["[::0.0.0.0]", "[::0.0.0.1]"].contains(&host.as_str());
            let forbidden =
                matches!(outcome, Err(UrlFault::Forbidden(Forbidden::Special(_, Special::Translated))));
            assert!(forbidden || is_other, "{url}: {outcome:?}");
        }
    }
}

#[test]
fn every_address_is_called_what_it_is() {
    use Special::*;
    for (special, addresses) in [
        (Unspecified, &["0.0.0.0", "0.9.9.9", "::"][..]),
        (Loopback, &["127.0.0.1", "127.9.9.9", "::1"]),
        (Private, &["10.0.0.1", "172.16.0.1", "192.168.1.1", "fc00::1", "fdff::1", "fec0::1", "feff::1"]),
        (LinkLocal, &["169.254.1.1", "fe80::1", "febf::1"]),
        (
            Metadata,
            &["169.254.169.254", "169.254.170.2", "169.254.170.23", "100.100.100.200", "168.63.129.16"],
        ),
        (Metadata, &["192.0.0.192", "fd00:ec2::254", "fd00:ec2::23", "fd20:ce::254"]),
        (Shared, &["100.64.0.1", "100.127.255.255"]),
        (Multicast, &["224.0.0.1", "239.1.1.1", "ff02::1"]),
        (Broadcast, &["255.255.255.255"]),
        (Protocol, &["192.0.0.1", "192.31.196.1", "192.52.193.1", "192.88.99.1", "192.175.48.1"]),
        (
            Protocol,
            &["2001:1::1", "2001:10::1", "2001:20::1", "2001:30::1", "2001:1ff::1", "2620:4f:8000::1"],
        ),
        (Documentation, &["192.0.2.1", "198.51.100.1", "203.0.113.1", "2001:db8::1", "3fff::1"]),
        (Benchmarking, &["198.18.0.1", "198.19.0.1", "2001:2::1"]),
        (Translated, &["::2", "::ffff:1.1.1.1", "::ffff:0:1.1.1.1", "64:ff9b::1", "64:ff9b:1::1"]),
        (Translated, &["2001::1", "2002::1"]),
        (Discard, &["100::1", "100:0:0:1::1"]),
        (SegmentRouting, &["5f00::1"]),
        (Reserved, &["240.0.0.1", "1::1", "100:0:0:2::1", "3ffe::1", "4000::1", "fe00::1"]),
    ] {
        for address in addresses {
            let address: IpAddr = address.parse().expect("an address");
            assert_eq!(Reach::default().check(address), Err(Forbidden::Special(address, special)));
        }
    }
}

#[test]
fn what_is_never_a_receiver_is_refused_whatever_is_allowed() {
    let everything = allowing(&["0.0.0.0/0", "::/0"]);
    for (address, special) in [
        ("0.0.0.0", Special::Unspecified),
        ("0.1.2.3", Special::Unspecified),
        ("::", Special::Unspecified),
        ("169.254.169.254", Special::Metadata),
        ("169.254.170.2", Special::Metadata),
        ("100.100.100.200", Special::Metadata),
        ("168.63.129.16", Special::Metadata),
        ("192.0.0.192", Special::Metadata),
        ("fd00:ec2::254", Special::Metadata),
        ("224.0.0.1", Special::Multicast),
        ("ff02::1", Special::Multicast),
        ("255.255.255.255", Special::Broadcast),
        ("::ffff:8.8.8.8", Special::Translated),
    ] {
        let address: IpAddr = address.parse().expect("an address");
        assert_eq!(everything.check(address), Err(Forbidden::Special(address, special)));
    }
}

#[test]
fn an_allowed_network_lets_in_itself_and_nothing_beside_it() {
    let cases = [
        ("10.1.0.0/16", "10.1.0.0", "10.0.255.255"),
        ("10.1.0.0/16", "10.1.255.255", "10.2.0.0"),
        ("127.0.0.1", "127.0.0.1", "127.0.0.2"),
        ("127.0.0.0/8", "127.9.9.9", "::1"),
        ("::1", "::1", "127.0.0.1"),
        ("fd00:1::/32", "fd00:1::5", "fd00:2::5"),
        ("100.64.0.0/10", "100.64.0.1", "10.0.0.1"),
        ("169.254.0.0/16", "169.254.1.1", "169.254.169.254"),
        ("192.0.2.0/24", "192.0.2.9", "198.51.100.9"),
    ];
    for (network, inside, outside) in cases {
        let reach = allowing(&[network]);
        assert_eq!(reach.check(inside.parse().expect("an address")), Ok(()), "{network} {inside}");
        assert!(reach.check(outside.parse().expect("an address")).is_err(), "{network} {outside}");
        assert!(Reach::default().check(inside.parse().expect("an address")).is_err(), "{inside}");
    }
}

#[test]
fn public_addresses_are_taken() {
    for address in PUBLIC {
        let address: IpAddr = address.parse().expect("an address");
        assert_eq!(public().check(address), Ok(()), "{address}");
        let host = if address.is_ipv6() { format!("[{address}]") } else { address.to_string() };
        let url = live(&format!("https://{host}/hook")).unwrap_or_else(|fault| panic!("{host}: {fault}"));
        assert_eq!(url.host(), host);
    }
}

#[test]
fn a_scope_has_no_place_in_an_address() {
    for host in
        ["[fe80::1%25eth0]", "[fe80::1%eth0]", "[::1%251]", "[2606:4700::1111%25eth0]", "[v1.x]", "[]"]
    {
        assert!(live(&format!("https://{host}/")).is_err(), "{host}");
    }
}

#[test]
fn a_refusal_says_which_address_and_why() {
    let words = |text: &str| live(text).expect_err("a fault").to_string();
    let expected = "127.0.0.1 is a loopback address: use the URL of a server on the public internet";
    assert_eq!(words("https://2130706433/"), expected);
    assert!(words("https://[::ffff:10.0.0.1]/").contains("an IPv4-mapped or translated address"));
    assert!(words("https://169.254.169.254/latest").contains("metadata"));
}
