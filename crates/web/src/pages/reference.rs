//! The reference: one page with everything an integrator needs, made from the endpoint table.

use askama::Template;
use i18n::Locale;
use rules::country;
use rules::event_type::EventType;
use rules::rail::Rail;
use rules::scope::Scope;

use super::code_sample::{self, CodeSample};
use super::endpoints::{EndpointGroup, ExampleResponse, ObjectView, groups, object_view};
use super::inline_code::{InlineCode, inline_code};
use crate::api::ENDPOINTS;
use crate::frame::{Frame, Html};
use crate::openapi::{VERSION, events, example_values, examples, problems};
use crate::problem::Slug;
use crate::settings::WebSettings;
use crate::shape::Object;

#[derive(Template)]
#[template(path = "reference.html")]
struct ReferencePage<'a> {
    frame: Frame<'a>,
    origin: &'a str,
    key_prefix: &'a str,
    version: &'static str,
    /// Requests per second for each key.
    rate_limit: Option<u32>,
    groups: Vec<EndpointGroup>,
    scopes: Vec<Scope>,
    /// Each rail, and what it reaches.
    rails: [(Rail, &'static str); Rail::ALL.len()],
    errors: [Slug; Slug::ALL.len()],
    countries: &'static [&'static str],
    first_call: CodeSample,
    first_answer: CodeSample,
    example_problem: CodeSample,
    idempotency_key: &'static str,
    events_about: InlineCode<'static>,
    /// Each type of event, and the object it shows.
    events: Vec<(EventType, &'static Object)>,
    example_event: CodeSample,
    bank_account_summary: ObjectView,
}

pub fn page(settings: &WebSettings, key_prefix: &str) -> Html {
    let balance = ENDPOINTS.iter().find(|endpoint| endpoint.id == "getBalance").expect("it is an endpoint");
    Html::render(&ReferencePage {
        frame: Frame::of(&settings.brand, Locale::ENGLISH),
        origin: &settings.origin,
        key_prefix,
        version: VERSION,
        rate_limit: settings.rate_limit.map(u32::from),
        groups: groups(&settings.origin),
        scopes: Scope::ALL.into_iter().filter(is_used).collect(),
        rails: Rail::ALL.map(|rail| (rail, rail.label())),
        errors: Slug::ALL,
        countries: &country::CODES,
        first_call: code_sample::curl(&settings.origin, balance, None),
        first_answer: code_sample::json(&examples::of_object(balance.answer)),
        example_problem: code_sample::json(&problems::example_document(
            Slug::InvalidRequest,
            &settings.origin,
        )),
        idempotency_key: example_values::IDEMPOTENCY_KEY,
        events_about: inline_code(events::ABOUT),
        events: EventType::ALL.iter().map(|event| (*event, events::object(*event))).collect(),
        example_event: code_sample::json(&events::example(EventType::PayoutCreated)),
        bank_account_summary: object_view(&events::BANK_ACCOUNT_SUMMARY),
    })
}

/// Scopes that open nothing yet would only puzzle.
fn is_used(scope: &Scope) -> bool {
    ENDPOINTS.iter().any(|endpoint| endpoint.scopes.contains(scope))
}

#[cfg(test)]
mod tests {
    use rules::event_type::EventType;

    use super::page;
    use crate::api::ENDPOINTS;
    use crate::problem::Slug;
    use crate::settings::WebSettings;

    fn rendered(change: impl FnOnce(&mut WebSettings)) -> String {
        let mut settings = WebSettings::new("https://pay.example.com".to_owned());
        change(&mut settings);
        page(&settings, "florin").text().to_owned()
    }

    #[test]
    fn every_endpoint_and_every_error_is_on_the_page() {
        let html = rendered(|_| ());
        for endpoint in ENDPOINTS {
            for part in [format!("id=\"{}\"", endpoint.id), format!("href=\"#{}\"", endpoint.id)] {
                assert!(html.contains(&part), "{part}");
            }
        }
        for slug in Slug::ALL {
            assert!(html.contains(&format!("href=\"/errors/{}\"", slug.name())), "{}", slug.name());
        }
        for event in EventType::ALL {
            assert!(html.contains(&format!("<code>{}</code>", event.name())), "{}", event.name());
        }
        assert_eq!(html.matches("<h1").count(), 1);
    }

    #[test]
    fn every_link_on_the_page_leads_to_one_place() {
        let html = rendered(|_| ());
        let places: Vec<&str> =
            html.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        for place in &places {
            assert_eq!(places.iter().filter(|other| *other == place).count(), 1, "{place}");
        }
        let targets = html.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next());
        for target in targets {
            assert!(places.contains(&target), "#{target} leads nowhere");
        }
    }

    #[test]
    fn the_fields_of_nested_objects_are_shown() {
        let html = rendered(|_| ());
        for part in
            ["fields of ItemBreakdown", "fields of CreatePayoutItem", "fields of PayoutPreviewProblem"]
        {
            assert!(html.contains(part), "{part}");
        }
    }

    #[test]
    fn the_page_runs_nothing_and_styles_nothing_inline() {
        let html = rendered(|_| ());
        for forbidden in ["<script", "style=\"", "<style", "onclick", "javascript:", "<iframe", "<form"] {
            assert!(!html.contains(forbidden), "{forbidden}");
        }
    }

    #[test]
    fn the_operators_name_is_shown_as_text_and_never_as_markup() {
        let html = rendered(|settings| {
            settings.brand.name = "<b>Pay & Co</b>".to_owned();
            settings.brand.support_email = Some("help@example.com".to_owned());
            settings.brand.accent = "red;}</style>".to_owned();
        });
        assert!(!html.contains("<b>Pay") && !html.contains("</style>"));
        assert!(html.contains("&#60;b&#62;Pay &#38; Co") && html.contains("mailto:help@example.com"));
    }
}
