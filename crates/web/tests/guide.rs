//! The integrators' guide against the code: it must not leave out an endpoint, a scope or an error.

use std::path::Path;

use rules::event_type::EventType;
use rules::rail::Rail;
use web::{ENDPOINTS, Slug};

fn guide() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/API.md");
    std::fs::read_to_string(path).expect("docs/API.md can be read")
}

#[test]
fn the_guide_names_every_endpoint_beside_its_scope() {
    let guide = guide();
    for endpoint in ENDPOINTS {
        let scope = format!("| `{}` |", endpoint.scopes[0].name());
        let row = guide.lines().find(|line| line.starts_with(&scope));
        let call = format!("`{} {}`", endpoint.method.name(), endpoint.path);
        assert!(row.is_some_and(|row| row.contains(&call)), "{call} is not in a row of {scope}");
    }
}

#[test]
fn the_guide_names_every_error_beside_its_status() {
    let guide = guide();
    for slug in Slug::ALL {
        let row = format!("| {} | `{}` |", slug.status().as_str(), slug.name());
        assert!(guide.contains(&row), "{row}");
    }
}

#[test]
fn the_guide_names_every_rail_with_its_currency_and_object() {
    let guide = guide();
    for rail in Rail::ALL {
        let (currency, object) = (rail.currency().code(), rail.property());
        let row = format!("| `{}` | {currency} | `{object}` |", rail.payment_rail());
        assert!(guide.contains(&row), "{row}");
    }
}

#[test]
fn the_guide_names_every_event_with_its_words() {
    let guide = guide();
    for event in EventType::ALL {
        let reserved =
            if event.is_reserved() { " (reserved: Florin doesn't send this event yet)" } else { "" };
        let row = format!("| `{}` | {}{reserved} |", event.name(), event.words());
        assert!(guide.contains(&row), "{row}");
    }
}
