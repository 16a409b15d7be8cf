//! The portal of webhooks, as a signed-in user sees it: endpoints, their secrets, the log of deliveries and
//! sending again. Real HTTP with cookies, both engines. What is really sent, and how, is told elsewhere.

mod delivery;
mod endpoints;
mod form;
mod gone;
mod log;
mod replays;
mod secrets;
mod selection;
mod strangers;

use crate::support::pages::{id, led};
use crate::support::{Browser, Reply, Server, unescaped, with};

const WEBHOOKS: &str = "/dashboard/test/webhooks";
const NEW: &str = "/dashboard/test/webhooks/new";
const URL: &str = "https://hooks.example.com/florin";

/// Where a new endpoint is that gets everything.
#[track_caller]
fn add(browser: &Browser, url: &str) -> String {
    led(&browser.fill(NEW, NEW, &[("url", url), ("description", ""), ("events", "all")]))
}

/// One that is verified and off: what it should be told waits, and no worker touches it.
#[track_caller]
fn add_quiet(server: &Server, browser: &Browser) -> String {
    let place = add(browser, URL);
    assert_eq!(kind(browser, &place, "off"), place);
    let endpoint = id(&place);
    server.execute(&format!(
        "update endpoints set verified_at = created_at, failing_since = null where id = '{endpoint}';
         delete from deliveries where endpoint_id = '{endpoint}'"
    ));
    place
}

/// Presses a button of an endpoint's page, and says where that leads.
#[track_caller]
fn kind(browser: &Browser, place: &str, name: &str) -> String {
    led(&browser.fill(place, &format!("{place}/{name}"), &[]))
}

/// The address of the delivery of a new test event.
#[track_caller]
fn test_event(browser: &Browser, place: &str) -> String {
    kind(browser, place, "test")
}

/// Sends a form that has some fields more than once.
fn send(browser: &Browser, page: &str, action: &str, fields: &[(&str, &str)]) -> Reply {
    let form = with(&browser.form(page, action), &[("events", "some")]);
    let all: Vec<(String, String)> = form
        .into_iter()
        .filter(|(name, _)| !fields.iter().any(|(filled, _)| filled == name))
        .chain(fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())))
        .collect();
    browser.post(action, &all)
}

/// Where the rows of a list lead.
fn rows(page: &Reply) -> Vec<String> {
    let links = page.body.split("class=\"row-link\"").skip(1);
    let href = |rest: &str| rest.split("href=\"").nth(1)?.split('"').next().map(unescaped);
    links.filter_map(href).collect()
}

/// The next page of a list.
fn next(page: &Reply) -> Option<String> {
    let rest = page.body.split("pagination-next\" href=\"").nth(1)?;
    rest.split('"').next().map(unescaped)
}

/// The values of the boxes that are ticked.
fn ticked(page: &Reply, name: &str) -> Vec<String> {
    let boxes = page.body.split("<input").filter_map(|rest| rest.split('>').next());
    let own = boxes.filter(|tag| tag.contains(&format!(" name=\"{name}\"")) && tag.ends_with(" checked"));
    own.filter_map(|tag| tag.split(" value=\"").nth(1)?.split('"').next().map(str::to_owned)).collect()
}
