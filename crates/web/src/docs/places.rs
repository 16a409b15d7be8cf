//! Where everything is in the documentation: the page of each endpoint, object and error. All links derive from this.

use crate::api::{ApiEndpoint, ENDPOINTS};
use crate::openapi::events;
use crate::problem::Slug;
use crate::shape::{FieldKind, Object};

pub const EVENTS_PAGE: &str = "events";

/// The name of the page about the endpoints of a tag, as its path ends.
pub fn page_of_tag(tag: &str) -> String {
    tag.to_lowercase().replace(' ', "-")
}

pub fn endpoint_href(endpoint: &ApiEndpoint) -> String {
    format!("/docs/{}#{}", page_of_tag(endpoint.tag), endpoint.id)
}

pub fn object_href(name: &str) -> Option<String> {
    if name == events::BANK_ACCOUNT_SUMMARY.name {
        return Some(format!("/docs/{EVENTS_PAGE}#{name}"));
    }
    let shows = ENDPOINTS
        .iter()
        .filter(|endpoint| object_of(endpoint.answer).is_some_and(|object| object.name == name))
        .collect::<Vec<_>>();
    // A deposit answers with a transaction, which has a page of its own.
    let own = format!("{}s", name.to_lowercase());
    let first = shows.iter().find(|endpoint| page_of_tag(endpoint.tag) == own).or(shows.first())?;
    Some(format!("/docs/{}#{name}", page_of_tag(first.tag)))
}

/// The objects that are first met in the endpoints of this tag. Others answer with them too, and lead here.
pub fn objects_of_tag(tag: &str) -> Vec<&'static Object> {
    let objects =
        ENDPOINTS.iter().filter(|endpoint| endpoint.tag == tag).filter_map(|one| object_of(one.answer));
    let own = format!("/docs/{}#", page_of_tag(tag));
    let mut met: Vec<&'static Object> = Vec::new();
    for object in objects {
        let is_here = object_href(object.name).is_some_and(|href| href.starts_with(&own));
        if is_here && !met.iter().any(|known| known.name == object.name) {
            met.push(object);
        }
    }
    met
}

/// The object that an answer is about: itself, or what it is a page of.
pub fn object_of(answer: &'static Object) -> Option<&'static Object> {
    match answer.fields.first()?.kind {
        FieldKind::List { of, .. } => Some(of),
        _ => Some(answer),
    }
}

/// Where inline code leads: `GET /payouts` to its endpoint, and the name of an error to its page.
pub fn code_href(code: &str) -> Option<String> {
    if let Some(slug) = Slug::parse(code) {
        return Some(format!("/errors/{}", slug.name()));
    }
    let (method, path) = code.split_once(' ')?;
    let named = |endpoint: &&&ApiEndpoint| endpoint.method.name() == method && endpoint.path == path;
    ENDPOINTS.iter().find(named).map(|endpoint| endpoint_href(endpoint))
}

#[cfg(test)]
mod tests {
    use super::{code_href, object_href, objects_of_tag};

    #[test]
    fn endpoints_errors_and_objects_have_one_place() {
        for (code, href) in [
            ("GET /payouts/{id}", Some("/docs/payouts#getPayout")),
            ("POST /simulate/clock", Some("/docs/simulate#simulateClock")),
            ("insufficient_funds", Some("/errors/insufficient_funds")),
            ("DELETE /payouts", None),
            ("processing", None),
        ] {
            assert_eq!(code_href(code).as_deref(), href, "{code}");
        }
        assert_eq!(object_href("Payout").as_deref(), Some("/docs/payouts#Payout"));
        assert_eq!(object_href("Nothing"), None);
        let shown = |tag| objects_of_tag(tag).iter().filter(|object| object.name == "Transaction").count();
        assert_eq!(["Deposits", "Withdrawals", "Transactions"].map(shown), [0, 0, 1]);
    }
}
