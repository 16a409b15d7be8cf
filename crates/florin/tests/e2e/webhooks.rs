//! Webhooks from the change to the receiver: real servers, real receivers, real HTTP, both engines.

mod arriving;
mod bounds;
mod crashes;
mod filters;
mod listening;
mod locked_owners;
mod neighbours;
mod replaying;
mod responses;
mod retrying;
mod safety;
mod several;
mod signatures;
mod sockets;
mod turned_off;
mod verification;
mod verifying;

use std::collections::BTreeMap;
use std::net::{SocketAddr, TcpListener};

use rules::time::Timestamp;
use serde_json::{Value, json};

use crate::support::{Browser, Received, Receiver, Reply, Server, canary, eventually, unescaped};

/// Adds an endpoint to the test account, and says where its page is. Without types it gets all events. It is verified,
/// or could not be.
#[track_caller]
fn add(browser: &Browser, url: &str, types: &[&str]) -> String {
    let types: Vec<(&str, &str)> = types.iter().map(|kind| ("type", *kind)).collect();
    let place = added(&try_add(browser, "test", url, &types));
    eventually("the test event was attempted", || {
        let page = browser.get(&place).body;
        (!page.contains("Pending verification") || page.contains("No response")).then_some(())
    });
    place
}

/// Where the page of a new endpoint is.
#[track_caller]
fn added(reply: &Reply) -> String {
    assert_eq!(reply.status, 303, "{reply:?}");
    let place = reply.header("location").expect("a place");
    place.split('?').next().expect("a path").to_owned()
}

/// Asks for an endpoint with these ticks: types and groups.
#[track_caller]
fn try_add(browser: &Browser, mode: &str, url: &str, ticks: &[(&str, &str)]) -> Reply {
    let new = format!("/dashboard/{mode}/webhooks/new");
    let events = if ticks.is_empty() { "all" } else { "some" };
    let fields = [&[("url", url), ("description", ""), ("events", events)], ticks].concat();
    browser.fill(&new, &new, &fields)
}

/// Presses a button on the page of an endpoint, or below it.
#[track_caller]
fn press(browser: &Browser, page: &str, kind: &str, fields: &[(&str, &str)]) -> Reply {
    let reply = browser.fill(page, &format!("{page}/{kind}"), fields);
    assert!([200, 303].contains(&reply.status), "{kind}: {reply:?}");
    reply
}

/// The secret as a person copies it from the page that shows it.
#[track_caller]
fn secret_on(page: &Reply) -> String {
    assert_eq!(page.status, 200, "{page:?}");
    let rest = page.body.split("<code>whsec_").nth(1).unwrap_or_else(|| panic!("no secret: {page:?}"));
    let secret = format!("whsec_{}", unescaped(rest.split('<').next().unwrap_or_default()));
    canary(&secret);
    secret
}

fn reveal(browser: &Browser, place: &str) -> String {
    secret_on(&press(browser, place, "secret", &[]))
}

/// Waits until so many requests have arrived.
#[track_caller]
fn arrived(receiver: &Receiver, count: usize) -> Vec<Received> {
    eventually(&format!("{count} deliveries"), || {
        let received = receiver.received();
        (received.len() >= count).then_some(received)
    })
}

/// How often each event arrived.
fn times(received: &[Received]) -> BTreeMap<String, usize> {
    let mut times = BTreeMap::new();
    received.iter().for_each(|request| *times.entry(request.id().to_owned()).or_default() += 1);
    times
}

/// Every event of the demo user's test account, as it should be told, by its id.
fn happened(server: &Server) -> BTreeMap<String, Value> {
    let sql = "select e.id || '|' || e.type || '|' || e.created_at || '|' || e.sequence || '|' || e.data
        from events e join accounts a on a.id = e.account_id join users u on u.id = a.user_id
        where a.mode = 'test' and u.email_key = 'EMAIL' and e.type <> 'webhook.test' order by e.id";
    let sql = sql.replace("EMAIL", &server.info("email").to_ascii_lowercase());
    let rows = server.database().texts(server.data(), &sql);
    rows.iter()
        .map(|row| told(row))
        .map(|event| (event["id"].as_str().expect("an id").to_owned(), event))
        .collect()
}

fn told(row: &str) -> Value {
    let columns: Vec<&str> = row.splitn(5, '|').collect();
    let [id, kind, at, sequence, data] = columns[..] else { panic!("not five columns: {row}") };
    let number = |text: &str| text.parse::<i64>().expect("a number");
    json!({
        "id": id,
        "type": kind,
        "timestamp": Timestamp::from_micros(number(at)).to_string(),
        "environment": "test",
        "sequence": number(sequence),
        "data": serde_json::from_str::<Value>(data).expect("JSON"),
    })
}

/// Waits until nothing is to be sent any more, to any verified endpoint.
#[track_caller]
fn all_is_sent(server: &Server) {
    eventually("nothing waits to be sent", || (waiting(server) == 0).then_some(()));
}

fn waiting(server: &Server) -> i64 {
    let verified = "deliveries d where d.status = 'waiting' and exists (
        select 1 from endpoints p where p.id = d.endpoint_id and p.verified_at is not null)";
    server.database().rows_in(server.data(), verified)
}

/// One delivery as its page shows it.
struct Shown {
    /// What comes next, or why nothing does.
    text: String,
    status: String,
    /// Newest first.
    attempts: Vec<ShownAttempt>,
}

#[derive(Clone, Debug)]
struct ShownAttempt {
    title: String,
    /// Its number, how long it took, and advice.
    text: String,
    /// What the response began with, or why there was none.
    excerpt: String,
}

/// Looks at the delivery of an event to the endpoint at this place.
#[track_caller]
fn delivery(browser: &Browser, place: &str, event: &str) -> Shown {
    let page = browser.get(&format!("{place}/deliveries/{event}"));
    assert_eq!(page.status, 200, "{page:?}");
    let course =
        page.body.split("<h2>Attempts</h2>").nth(1).unwrap_or_else(|| panic!("no attempts: {page:?}"));
    let course = course.split("</section>").next().unwrap_or_default();
    let between = |text: &str, from: &str, to: &str| {
        let rest = text.split(from).nth(1).unwrap_or_default();
        unescaped(rest.split(to).next().unwrap_or_default()).trim().to_owned()
    };
    let attempts = course.split("<li class=\"attempt\">").skip(1).map(|attempt| ShownAttempt {
        title: between(attempt, "<b>", "</b>"),
        text: between(attempt, "<p class=\"soft\">", "</p>"),
        excerpt: between(attempt, "<pre", "</pre>")
            .split("<code>")
            .nth(1)
            .unwrap_or_default()
            .replace("</code>", ""),
    });
    let badge = course.split("</header>").next().unwrap_or_default();
    let status = badge.rsplit_once("</span>").map_or(badge, |(before, _)| before);
    let status = status.rsplit('>').next().unwrap_or_default().to_lowercase();
    Shown { text: between(course, "<p>", "</p>"), status, attempts: attempts.collect() }
}

/// Waits until an event was attempted so often.
#[track_caller]
fn attempted(browser: &Browser, place: &str, event: &str, count: usize) -> Shown {
    eventually(&format!("{count} attempts"), || {
        (delivery(browser, place, event).attempts.len() >= count).then_some(())
    });
    // The page asks twice, so only the next one is sure to know what the last attempt has changed.
    delivery(browser, place, event)
}

/// An address where no server listens.
fn closed_port() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("an address")
}
