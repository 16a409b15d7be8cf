//! Receivers and name servers of some senders that never answer, and what is left for the others.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc as blocking};
use std::time::Duration;

use rules::account::Mode;
use rules::delivery::{MIN_SLOTS, Sender, Share};
use rules::id::Id;
use tokio::task::JoinHandle;
use tokio_rustls::rustls::RootCertStore;

use super::receiver::{Receiver, read_request};
use super::{always, here, knowing, post, tls, url};
use crate::platform::clock::Clock;
use crate::webhooks::webhook_client::connections::Connections;
use crate::webhooks::webhook_client::resolver::Resolver;
use crate::webhooks::webhook_client::{
    ClientBackend, EndpointClient, NetworkClient, Phase, Undelivered, WebhookClient, WebhookResponse,
};

const ANSWER: &str = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n";
/// A webhook that waits for others takes longer.
const PROMPTLY: Duration = Duration::from_secs(2);

fn live() -> Sender {
    Sender { mode: Mode::Live, sponsor: Id::new(7, [200; 10]) }
}

fn tester(number: u8) -> Sender {
    Sender { mode: Mode::Test, sponsor: Id::new(7, [number; 10]) }
}

fn endpoint_client(webhook_client: &WebhookClient, sender: Sender) -> EndpointClient {
    webhook_client.endpoint_client().limited_by(sender, |_| Ok(()))
}

/// A webhook client with as few connections as possible: two for a live sponsor, 16 for all test webhooks, one of a
/// sponsor.
fn with_few_connections(resolver: Resolver) -> (WebhookClient, Arc<NetworkClient>) {
    let tls = tls::trusting(RootCertStore::empty()).into();
    let connections = Connections::new(MIN_SLOTS);
    let outside =
        Arc::new(NetworkClient { reach: here(), tls, resolver, connections, clock: Clock::system() });
    (WebhookClient(ClientBackend::Real(outside.clone())), outside)
}

/// Names that begin with `silent` are not answered until the sender is dropped. Also counts questions.
fn half_silent(receiver: SocketAddr) -> (Resolver, blocking::Sender<()>, Arc<AtomicUsize>) {
    let (go, gone) = blocking::channel();
    let (gone, asked) = (Mutex::new(gone), Arc::new(AtomicUsize::new(0)));
    let count = asked.clone();
    let resolver = Resolver::by(move |host, _| {
        count.fetch_add(1, Ordering::SeqCst);
        if host.starts_with("silent") {
            _ = gone.lock().expect("no panic").recv();
        }
        Ok(vec![receiver])
    });
    (resolver, go, asked)
}

fn in_background(
    endpoint_client: EndpointClient,
    to: String,
) -> JoinHandle<Result<WebhookResponse, Undelivered>> {
    tokio::spawn(async move { post(&endpoint_client, &url(&to)).await })
}

async fn promptly(endpoint_client: &EndpointClient, to: &str) -> WebhookResponse {
    let reply = tokio::time::timeout(PROMPTLY, post(endpoint_client, &url(to))).await;
    reply.expect("it does not wait for others").expect("a reply")
}

async fn outcomes(
    posts: Vec<JoinHandle<Result<WebhookResponse, Undelivered>>>,
) -> Vec<Result<WebhookResponse, Undelivered>> {
    let posts = futures_util::future::join_all(posts).await;
    posts.into_iter().map(|post| post.expect("no panic")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn hundreds_of_silent_test_endpoints_delay_no_live_webhook() {
    let receiver = Receiver::answering(ANSWER).await;
    let (resolver, silence, asked) = half_silent(receiver.address);
    let webhook_client = knowing(here(), resolver);
    let silent = (0..300_u16).map(|number| {
        let sender = tester((number % 100) as u8);
        in_background(endpoint_client(&webhook_client, sender), format!("http://silent{number}.com/"))
    });
    let silent: Vec<_> = silent.collect();
    while asked.load(Ordering::SeqCst) < 96 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    promptly(&endpoint_client(&webhook_client, live()), "http://answered.com/").await;
    let outcomes = outcomes(silent).await;
    drop(silence);
    let count = |outcome: Undelivered| {
        outcomes.iter().filter(|found| matches!(found, Err(found) if *found == outcome)).count()
    };
    assert_eq!(count(Undelivered::TimedOut(Phase::Resolving)), 96, "half of all lookups");
    assert_eq!(count(Undelivered::NoPlace), 204, "the others were not attempted");
    assert_eq!(asked.load(Ordering::SeqCst), 97);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_sponsor_and_one_site_get_a_share_of_the_lookups() {
    let receiver = Receiver::answering(ANSWER).await;
    let (resolver, silence, asked) = half_silent(receiver.address);
    let webhook_client = knowing(here(), resolver);
    let of_one = (0..50).map(|number| {
        in_background(endpoint_client(&webhook_client, tester(1)), format!("http://silent{number}.com/"))
    });
    let to_one_site = (0..50).map(|number| {
        in_background(
            endpoint_client(&webhook_client, tester(100 + number)),
            format!("http://silent{number}.shared.com/"),
        )
    });
    let posts: Vec<_> = of_one.chain(to_one_site).collect();
    promptly(&endpoint_client(&webhook_client, tester(2)), "http://answered.com/").await;
    outcomes(posts).await;
    drop(silence);
    assert_eq!(asked.load(Ordering::SeqCst), 6 + 12 + 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_silent_name_is_not_asked_for_again_for_a_while() {
    let receiver = Receiver::answering(ANSWER).await;
    let (resolver, silence, asked) = half_silent(receiver.address);
    let webhook_client = knowing(here(), resolver);
    let name = url("http://silent.com/");
    let first = post(&endpoint_client(&webhook_client, tester(1)), &name).await;
    assert_eq!(first, Err(Undelivered::TimedOut(Phase::Resolving)));
    let again = post(&endpoint_client(&webhook_client, tester(1)), &name).await;
    let is_soon = |wait: Duration| wait <= Duration::from_secs(10);
    assert!(matches!(again, Err(Undelivered::TooEarly(wait)) if is_soon(wait)), "{again:?}");
    assert_eq!(asked.load(Ordering::SeqCst), 1);
    // One sender's silence postpones nothing of another's.
    drop(silence);
    for sender in [tester(2), live()] {
        promptly(&endpoint_client(&webhook_client, sender), name.as_str()).await;
    }
    assert_eq!(asked.load(Ordering::SeqCst), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_receivers_of_test_webhooks_leave_connections_to_live_ones() {
    let (good, slow) = (Receiver::answering(ANSWER).await, hanging().await);
    let (fast, never) = (good.address, slow.address);
    let resolver = Resolver::by(move |host, _| Ok(vec![if host.starts_with("slow") { never } else { fast }]));
    let (webhook_client, outside) = with_few_connections(resolver);
    let held = (0..100_u8).map(|number| {
        in_background(endpoint_client(&webhook_client, tester(number)), format!("http://slow{number}.com/"))
    });
    let held: Vec<_> = held.collect();
    while outside.connections.taken(&Share::Test) < 16 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let live = endpoint_client(&webhook_client, live());
    promptly(&live, "http://good.com/").await;
    assert_eq!(outside.connections.taken(&Share::All), 17, "the live connection is kept");
    let refused = || held.iter().filter(|post| post.is_finished()).count();
    // They are refused at once, but each in a task of its own.
    while refused() < 84 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(refused(), 84, "the others found no place");
    held.iter().for_each(JoinHandle::abort);
    // Places are given back with the connections.
    drop(live);
    for _ in 0..400 {
        tokio::time::sleep(Duration::from_millis(5)).await;
        if outside.connections.taken(&Share::All) == 0 {
            return;
        }
    }
    panic!("{} connections are left", outside.connections.taken(&Share::All));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_idle_connection_makes_room_for_one_that_is_needed() {
    let receiver = Receiver::answering(ANSWER).await;
    let (webhook_client, outside) = with_few_connections(always(&[receiver.address]));
    let lanes: Vec<EndpointClient> = (0..5).map(|_| endpoint_client(&webhook_client, live())).collect();
    for (number, endpoint_client) in lanes.iter().enumerate() {
        promptly(endpoint_client, &format!("http://hooks{number}.com/")).await;
        assert!(outside.connections.taken(&Share::Sponsor(live())) <= 2);
    }
}

/// A receiver that never answers.
async fn hanging() -> Receiver {
    Receiver::start(|mut stream, _| async move {
        read_request(&mut stream).await;
        std::future::pending::<()>().await;
    })
    .await
}
