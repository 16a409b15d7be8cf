//! Addresses that may not be called are not: no connection is made, however the address was come by.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rules::account::Mode;
use rules::webhook_url::{Forbidden, Reach, WebhookUrl, ranges};

use super::receiver::Receiver;
use super::{NAME, always, knowing, no_names, post, reaching, url};
use crate::webhooks::webhook_client::Undelivered;
use crate::webhooks::webhook_client::resolver::Resolver;

const OK: &str = "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";

/// Who must not be called: this machine, three times, at one port.
async fn neighbours() -> Vec<Receiver> {
    let answer = |stream, _| super::receiver::answer_all(stream, OK);
    let first = Receiver::start(answer).await;
    let port = first.address.port();
    let second = Receiver::start_at(&format!("127.0.0.2:{port}"), answer).await;
    let third = Receiver::start_at(&format!("[::1]:{port}"), answer).await;
    vec![first, second, third]
}

fn assert_nobody_came(neighbours: &[Receiver]) {
    for neighbour in neighbours {
        assert_eq!(neighbour.accepted(), 0, "{}", neighbour.address);
    }
}

/// The ends of every special range, and what leads to this machine in other clothes.
fn forbidden_addresses() -> Vec<IpAddr> {
    let mut addresses: Vec<IpAddr> = ranges().flat_map(|(range, _)| [range.first(), range.last()]).collect();
    let ends: Vec<IpAddr> = addresses.clone();
    for address in ends {
        let IpAddr::V4(v4) = address else { continue };
        let [a, b, c, d] = v4.octets();
        let (high, low) = (u16::from_be_bytes([a, b]), u16::from_be_bytes([c, d]));
        for text in [
            format!("::ffff:{v4}"),
            format!("::{v4}"),
            format!("::ffff:0:{v4}"),
            format!("64:ff9b::{v4}"),
            format!("2002:{high:x}:{low:x}::1"),
            format!("2001::{:x}:{:x}", !high, !low),
        ] {
            addresses.push(text.parse().expect("an address"));
        }
    }
    addresses.sort_unstable();
    addresses.dedup();
    addresses
}

fn is_forbidden(outcome: &Result<crate::WebhookResponse, Undelivered>) -> bool {
    matches!(outcome, Err(Undelivered::Forbidden { .. }))
}

#[tokio::test]
async fn no_name_leads_to_a_forbidden_address() {
    let neighbours = neighbours().await;
    let addresses = forbidden_addresses();
    assert!(addresses.len() >= 300, "{}", addresses.len());
    for address in addresses {
        let socket = SocketAddr::new(address, neighbours[0].address.port());
        let endpoint_client = knowing(Reach::default(), always(&[socket])).endpoint_client();
        for scheme in ["http", "https"] {
            let outcome = post(&endpoint_client, &url(&format!("{scheme}://{NAME}/"))).await;
            assert!(is_forbidden(&outcome), "{address}: {outcome:?}");
        }
    }
    assert_nobody_came(&neighbours);
}

#[tokio::test]
async fn an_address_that_was_allowed_when_it_was_saved_is_checked_again() {
    let neighbours = neighbours().await;
    let port = neighbours[0].address.port();
    let everywhere = reaching(&["0.0.0.0/0", "::/0"]);
    let endpoint_client = knowing(Reach::default(), no_names()).endpoint_client();
    let mut tried = 0;
    let spellings =
        |v4: Ipv4Addr| [v4.to_string(), v4.to_bits().to_string(), format!("0x{:x}", v4.to_bits())];
    let hosts = forbidden_addresses().into_iter().flat_map(|address| match address {
        IpAddr::V4(v4) => spellings(v4).to_vec(),
        IpAddr::V6(v6) => vec![format!("[{v6}]")],
    });
    for host in
        hosts.chain(["127.1", "0x7f.1", "0177.0.0.1", "127.0.0.2", "[::1]", "[0::1]"].map(str::to_owned))
    {
        // What no operator can allow cannot even be written down.
        let Ok(there) = WebhookUrl::parse(&format!("http://{host}:{port}/"), Mode::Test, &everywhere) else {
            continue;
        };
        let outcome = post(&endpoint_client, &there).await;
        assert!(is_forbidden(&outcome), "{host}: {outcome:?}");
        tried += 1;
    }
    assert!(tried >= 80, "{tried}");
    // localhost no longer resolves.
    let there =
        WebhookUrl::parse(&format!("http://localhost:{port}/"), Mode::Test, &everywhere).expect("allowed");
    assert!(matches!(post(&endpoint_client, &there).await, Err(Undelivered::NameNotFound { .. })));
    assert_nobody_came(&neighbours);
}

#[tokio::test]
async fn one_forbidden_address_among_others_forbids_all() {
    let neighbours = neighbours().await;
    let [public, other]: [SocketAddr; 2] =
        ["1.1.1.1:443", "[2606:4700:4700::1111]:443"].map(|text| text.parse().expect("a socket"));
    for neighbour in &neighbours {
        for sockets in [
            vec![public, neighbour.address],
            vec![neighbour.address, public],
            vec![other, public, neighbour.address, other],
        ] {
            let endpoint_client = knowing(Reach::default(), always(&sockets)).endpoint_client();
            let outcome = post(&endpoint_client, &url(&format!("https://{NAME}/"))).await;
            let Err(Undelivered::Forbidden { host, why: Forbidden::Special(address, _) }) = outcome else {
                panic!("{outcome:?}");
            };
            assert_eq!((host.as_str(), address), (NAME, neighbour.address.ip()));
        }
    }
    assert_nobody_came(&neighbours);
}

#[tokio::test]
async fn a_name_that_turns_from_good_to_bad_leads_nobody_astray() {
    const ROUNDS: usize = 1_000;
    let neighbours = neighbours().await;
    let [bad, good, _] = &neighbours[..] else { panic!("three neighbours") };
    let (asked, sockets) = (Arc::new(AtomicUsize::new(0)), [good.address, bad.address]);
    let count = asked.clone();
    // Each answer is another than the one before.
    let resolver = Resolver::by(move |_, _| Ok(vec![sockets[count.fetch_add(1, Ordering::SeqCst) % 2]]));
    let endpoint_client = knowing(reaching(&["127.0.0.2"]), resolver).endpoint_client();
    let there = url(&format!("http://{NAME}/"));
    for round in 0..ROUNDS {
        let outcome = post(&endpoint_client, &there).await;
        match round % 2 {
            0 => assert_eq!(outcome.map(|reply| reply.status), Ok(200), "{round}"),
            _ => assert!(is_forbidden(&outcome), "{round}: {outcome:?}"),
        }
    }
    assert_eq!(asked.load(Ordering::SeqCst), ROUNDS, "one question for each connection");
    assert_eq!((good.accepted(), bad.accepted()), (ROUNDS / 2, 0));
}

#[tokio::test]
async fn a_name_for_ourselves_is_not_called() {
    let receiver = Receiver::answering(OK).await;
    let networks = vec![rules::webhook_url::IpNetwork::parse("127.0.0.0/8").expect("a network")];
    let reach = Reach::new(networks, &[("localhost".to_owned(), receiver.address.port())]).expect("a host");
    let endpoint_client = knowing(reach, always(&[receiver.address])).endpoint_client();
    for there in [format!("http://{NAME}/"), format!("http://{}/", receiver.address)] {
        let outcome = post(&endpoint_client, &url(&there)).await;
        let why = Forbidden::Own(receiver.address);
        assert!(
            matches!(&outcome, Err(Undelivered::Forbidden { why: found, .. }) if *found == why),
            "{outcome:?}"
        );
    }
    assert_eq!(receiver.accepted(), 0);
}
