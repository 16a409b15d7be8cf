//! Networks as operators write them.

use std::net::IpAddr;

use rules::webhook_url::IpNetwork;

fn ip(text: &str) -> IpAddr {
    text.parse().expect("an address")
}

#[test]
fn a_network_holds_what_begins_with_its_bits() {
    for (network, first, last, outside) in [
        ("10.0.0.0/8", "10.0.0.0", "10.255.255.255", "11.0.0.0"),
        ("172.16.0.0/12", "172.16.0.0", "172.31.255.255", "172.32.0.0"),
        ("192.168.1.1", "192.168.1.1", "192.168.1.1", "192.168.1.0"),
        ("192.168.1.1/32", "192.168.1.1", "192.168.1.1", "192.168.1.2"),
        ("0.0.0.0/0", "0.0.0.0", "255.255.255.255", "::"),
        ("fd00::/8", "fd00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "fe00::"),
        ("::1", "::1", "::1", "::2"),
        ("::/0", "::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "127.0.0.1"),
        ("2001:db8::/127", "2001:db8::", "2001:db8::1", "2001:db8::2"),
    ] {
        let parsed = IpNetwork::parse(network).unwrap_or_else(|problem| panic!("{problem}"));
        assert_eq!((parsed.first(), parsed.last()), (ip(first), ip(last)), "{network}");
        assert!(parsed.contains(ip(first)) && parsed.contains(ip(last)), "{network}");
        assert!(!parsed.contains(ip(outside)), "{network}");
        assert_eq!(IpNetwork::parse(&parsed.to_string()), Ok(parsed));
    }
}

#[test]
fn what_is_not_a_network_is_refused_with_what_to_write() {
    for (text, words) in [
        ("", "such as 10.0.0.0/8"),
        ("localhost", "such as 10.0.0.0/8"),
        ("10.0.0/8", "such as 10.0.0.0/8"),
        ("010.0.0.0/8", "such as 10.0.0.0/8"),
        (" 10.0.0.0/8", "such as 10.0.0.0/8"),
        ("10.0.0.0/33", "from 0 to 32"),
        ("10.0.0.0/", "from 0 to 32"),
        ("10.0.0.0/-1", "from 0 to 32"),
        ("10.0.0.0/+8", "from 0 to 32"),
        ("10.0.0.0/8/8", "from 0 to 32"),
        ("10.0.0.0/255.0.0.0", "from 0 to 32"),
        ("::/129", "from 0 to 128"),
        ("10.0.0.1/8", "use 10.0.0.0/8"),
        ("fd00::1/8", "use fd00::/8"),
        ("::ffff:10.0.0.0/104", "an IPv4 network"),
        ("::ffff:127.0.0.1", "an IPv4 network"),
    ] {
        let problem = IpNetwork::parse(text).expect_err(text);
        assert!(problem.contains(words), "{text}: {problem}");
    }
}
