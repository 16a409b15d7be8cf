//! The pages about money, as a signed-in user sees them: the overview, payouts by form and from files,
//! transactions, and the email of test accounts. Real HTTP with cookies, both engines.

mod by_file;
mod by_form;
mod confirmation;
mod drafts;
mod email;
mod hostile_files;
mod languages;
mod lists;
mod overview;
mod payout_languages;
mod payout_status;
mod payouts;
mod search;
mod selection;
mod statements;
mod strangers;
mod transactions;

use serde_json::Value;

use crate::support::pages::open;
use crate::support::{Browser, Reply, Server, hidden_fields, unescaped, with};

const PAYOUTS: &str = "/dashboard/test/payouts";
const NEW: &str = "/dashboard/test/payouts/new";
const CSV: &str = "/dashboard/test/payouts/csv";
const TRANSACTIONS: &str = "/dashboard/test/transactions";
const STATEMENTS: &str = "/dashboard/test/statements";

/// Where the rows of a list lead.
fn rows(page: &Reply) -> Vec<String> {
    let links = page.body.split("class=\"row-link\" href=\"").skip(1);
    links.filter_map(|rest| rest.split('"').next()).map(unescaped).collect()
}

/// The next page of a list.
fn next(page: &Reply) -> Option<String> {
    let rest = page.body.split("pagination-next\" href=\"").nth(1)?;
    rest.split('"').next().map(unescaped)
}

/// The rows of all pages of a list.
fn walk(browser: &Browser, path: &str) -> Vec<String> {
    let (mut all, mut path) = (Vec::new(), Some(path.to_owned()));
    while let Some(here) = path {
        let page = open(browser, &here);
        all.extend(rows(&page));
        path = next(&page);
    }
    all
}

type Fields = Vec<(String, String)>;

/// The fields of a new payout to these people: address, amount and reference.
#[track_caller]
fn written(browser: &Browser, people: &[(&str, &str, &str)]) -> Fields {
    let mut fields = vec![("do", "check")];
    for (to, amount, reference) in people {
        fields.extend([("to", *to), ("amount", *amount), ("reference", *reference)]);
    }
    with(&browser.form(NEW, NEW), &fields)
}

/// The fields that the dry run would send.
#[track_caller]
fn checked(dry_run: &Reply) -> Fields {
    assert_eq!(dry_run.status, 200, "{dry_run:?}");
    hidden_fields(&dry_run.body, PAYOUTS)
}

/// Pays these people by the form, and says where the payout is.
#[track_caller]
fn pay_by_form(browser: &Browser, people: &[(&str, &str, &str)]) -> String {
    let dry_run = browser.ask(NEW, &written(browser, people));
    sent(&browser.post(PAYOUTS, &checked(&dry_run)))
}

/// Where a payout is that was sent.
#[track_caller]
fn sent(reply: &Reply) -> String {
    assert_eq!(reply.status, 303, "{reply:?}");
    reply.header("location").expect("a place").to_owned()
}

/// Uploads a file: its review, or what is wrong.
#[track_caller]
fn upload(browser: &Browser, file: &[u8]) -> Reply {
    const EDGE: &str = "edge-of-a-test";
    let mut body = Vec::new();
    for (name, value) in browser.form(CSV, CSV) {
        let part = format!("--{EDGE}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
        body.extend_from_slice(part.as_bytes());
    }
    let head = format!(
        "--{EDGE}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"people.csv\"\r\n\
         Content-Type: text/csv\r\n\r\n"
    );
    body.extend_from_slice(head.as_bytes());
    body.extend_from_slice(file);
    body.extend_from_slice(format!("\r\n--{EDGE}--\r\n").as_bytes());
    let kind = format!("multipart/form-data; boundary={EDGE}");
    let reply = browser.send("POST", CSV, &[("Content-Type", &kind)], Some(&body));
    match reply.header("location") {
        Some(place) if reply.status == 303 => browser.open(place),
        _ => reply,
    }
}

/// The address of the draft on this page.
#[track_caller]
fn draft_of(page: &Reply) -> String {
    let id = page.body.split("name=\"draft\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
    format!("{PAYOUTS}/drafts/{}", id.expect("a draft"))
}

/// The id at the end of an address.
fn id(place: &str) -> &str {
    place.rsplit('/').next().expect("an id").split('?').next().expect("an id")
}

/// What the API shows of a payout once no worker works on it any more.
#[track_caller]
fn settled(server: &Server, place: &str) -> Value {
    crate::support::settled(&server.sandbox(), &serde_json::json!({ "id": id(place) }))
}

fn count(server: &Server) -> usize {
    let page = server.sandbox().get("/payouts?page_size=100").json();
    page["data"].as_array().expect("a list").len()
}
