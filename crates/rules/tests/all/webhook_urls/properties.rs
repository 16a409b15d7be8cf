//! What holds for every address.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use proptest::prelude::*;
use rules::account::Mode;
use rules::webhook_url::{IpNetwork, Reach, WebhookUrl, ranges};

use crate::webhook_urls::spellings::same;
use crate::webhook_urls::{live, test};

/// An address of the network, from any bits.
fn inside(network: &IpNetwork, bits: u128) -> IpAddr {
    match (network.first(), network.last()) {
        (IpAddr::V4(first), IpAddr::V4(last)) => {
            let rest = (last.to_bits() ^ first.to_bits()) & (bits as u32);
            Ipv4Addr::from_bits(first.to_bits() | rest).into()
        }
        (IpAddr::V6(first), IpAddr::V6(last)) => {
            let rest = (last.to_bits() ^ first.to_bits()) & bits;
            Ipv6Addr::from_bits(first.to_bits() | rest).into()
        }
        _ => unreachable!("first and last are of one kind"),
    }
}

fn any_address() -> impl Strategy<Value = IpAddr> {
    let v4 = any::<u32>().prop_map(|bits| IpAddr::V4(Ipv4Addr::from_bits(bits)));
    let v6 = any::<u128>().prop_map(|bits| IpAddr::V6(Ipv6Addr::from_bits(bits)));
    let global = any::<u128>().prop_map(|bits| IpAddr::V6(Ipv6Addr::from_bits(bits >> 3 | 1 << 125)));
    prop_oneof![v4, v6, global]
}

#[test]
fn the_ends_of_every_range_are_refused() {
    for (network, _) in ranges() {
        for address in [network.first(), network.last()] {
            assert!(Reach::default().check(address).is_err(), "{address}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn every_address_of_every_range_is_refused(bits in any::<u128>()) {
        for (network, _) in ranges() {
            let address = inside(&network, bits);
            prop_assert!(network.contains(address));
            prop_assert!(Reach::default().check(address).is_err(), "{}", address);
        }
    }

    #[test]
    fn an_address_that_is_taken_lies_in_no_range(address in any_address()) {
        if Reach::default().check(address).is_ok() {
            prop_assert!(ranges().all(|(network, _)| !network.contains(address)));
            prop_assert!(!address.is_loopback() && !address.is_unspecified() && !address.is_multicast());
            match address {
                IpAddr::V4(v4) => prop_assert!(!v4.is_private() && !v4.is_link_local() && !v4.is_broadcast()),
                IpAddr::V6(v6) => prop_assert_eq!(v6.segments()[0] >> 13, 1),
            }
        }
    }

    #[test]
    fn an_address_is_judged_alike_when_written_and_when_dialled(address in any_address()) {
        let host = if address.is_ipv6() { format!("[{address}]") } else { address.to_string() };
        let written = live(&format!("https://{host}/"));
        prop_assert_eq!(written.is_ok(), Reach::default().check(address).is_ok());
    }

    #[test]
    fn every_spelling_of_an_address_is_the_same(bits in any::<u32>()) {
        let address = Ipv4Addr::from_bits(bits);
        let urls: Vec<_> = same(address).iter().map(|host| live(&format!("https://{host}/"))).collect();
        prop_assert!(urls.iter().all(|url| *url == urls[0]), "{:?}", urls);
    }

    #[test]
    fn a_network_is_read_as_it_is_written(address in any_address(), bits in 0_u8..=128) {
        if let Ok(network) = IpNetwork::parse(&format!("{address}/{bits}")) {
            prop_assert!(network.contains(address));
            prop_assert_eq!(IpNetwork::parse(&network.to_string()), Ok(network));
        }
    }

    #[test]
    fn what_was_parsed_parses_to_the_same(
        scheme in "(https?|HTTPS)",
        host in "([a-zA-Zäß_0-9.%-]{1,12}\\.)?(com|example\\.com|1|co%6d|com\\.)",
        rest in "(:8?443)?([/?][ -~äé李]{0,20})?",
    ) {
        for parse in [live, test] {
            if let Ok(url) = parse(&format!("{scheme}://{host}{rest}")) {
                prop_assert_eq!(parse(url.as_str()), Ok(url.clone()));
                prop_assert!(url.as_str().bytes().all(|byte| byte.is_ascii_graphic()), "{}", url);
                prop_assert_eq!(url.as_str().ends_with(url.path_and_query()), true);
            }
        }
    }

    #[test]
    fn no_text_makes_it_stumble(text in "\\PC{0,60}", tail in any::<String>()) {
        let everything = ["0.0.0.0/0", "::/0"].map(|text| IpNetwork::parse(text).expect("a network"));
        let everything = Reach::new(everything.into(), &[]).expect("no host");
        for text in [text.clone(), tail.clone(), format!("https://{text}"), format!("http://{tail}")] {
            for mode in Mode::ALL {
                if let Ok(url) = WebhookUrl::parse(&text, mode, &everything) {
                    prop_assert_eq!(WebhookUrl::parse(url.as_str(), mode, &everything), Ok(url));
                }
            }
        }
    }
}
