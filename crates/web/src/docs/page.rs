//! The pages of the documentation as HTML: the first one, guides, resources, events, and what a search found.

use askama::Template;
use i18n::Locale;
use rules::country;
use rules::event_type::EventType;

use super::code_sample::{self, CodeSample};
use super::contents::{Page, PageKind};
use super::endpoints::{EndpointGroup, ExampleResponse, ObjectView, group, object_view};
use super::menu::{MenuGroup, PageLink, menu, neighbours};
use super::search::SearchResult;
use super::text::Prose;
use crate::api::ENDPOINTS;
use crate::frame::{Frame, Html};
use crate::openapi::{VERSION, events, examples};
use crate::settings::WebSettings;

/// What is around every page.
struct Surroundings {
    menu: Vec<MenuGroup>,
    /// What the reader searched for.
    query: String,
    previous: Option<PageLink>,
    next: Option<PageLink>,
    version: &'static str,
}

#[derive(Template)]
#[template(path = "docs/home.html")]
struct HomePage<'a> {
    frame: Frame<'a>,
    around: Surroundings,
    origin: &'a str,
    guides: Vec<&'a Page>,
    resources: Vec<&'a Page>,
    first_call: CodeSample,
    first_answer: CodeSample,
}

#[derive(Template)]
#[template(path = "docs/guide.html")]
struct GuidePage<'a> {
    frame: Frame<'a>,
    around: Surroundings,
    page: &'a Page,
    prose: &'a str,
}

#[derive(Template)]
#[template(path = "docs/resource.html")]
struct ResourcePage<'a> {
    frame: Frame<'a>,
    around: Surroundings,
    page: &'a Page,
    prose: &'a str,
    group: EndpointGroup,
    /// On the one page that takes addresses.
    countries: &'static [&'static str],
}

#[derive(Template)]
#[template(path = "docs/events.html")]
struct EventsPage<'a> {
    frame: Frame<'a>,
    around: Surroundings,
    page: &'a Page,
    prose: &'a str,
    example: CodeSample,
    /// What events show of a bank account.
    object: ObjectView,
}

#[derive(Template)]
#[template(path = "docs/search.html")]
struct SearchPage<'a> {
    frame: Frame<'a>,
    around: Surroundings,
    results: Vec<SearchResult>,
}

#[derive(Template)]
#[template(path = "docs/missing.html")]
struct MissingPage<'a> {
    frame: Frame<'a>,
    around: Surroundings,
}

fn frame(settings: &WebSettings) -> Frame<'_> {
    Frame::of(&settings.brand, Locale::ENGLISH)
}

/// Where API.md says which rails there are, and so who needs the codes of countries.
const WITH_COUNTRIES: &str = "Bank accounts";

pub fn home(settings: &WebSettings, pages: &[Page]) -> Html {
    let balance = ENDPOINTS.iter().find(|endpoint| endpoint.id == "getBalance").expect("it is an endpoint");
    let next = pages.first().map(|page| PageLink { href: page.href(), title: page.title.to_owned() });
    let (guides, resources) = pages.iter().partition(|page| page.kind == PageKind::Guide);
    Html::render(&HomePage {
        frame: frame(settings),
        around: around(menu(pages.iter(), None), (None, next)),
        origin: &settings.origin,
        guides,
        resources,
        first_call: code_sample::curl(&settings.origin, balance, None),
        first_answer: code_sample::json(&examples::of_object(balance.answer)),
    })
}

pub fn missing(settings: &WebSettings, pages: &[Page]) -> Html {
    let around = around(menu(pages.iter(), None), (None, None));
    Html::render(&MissingPage { frame: frame(settings), around })
}

pub fn page(settings: &WebSettings, pages: &[Page], at: usize, prose: &Prose) -> Html {
    let page = &pages[at];
    let around = around(menu(pages.iter(), Some((&page.slug, prose))), neighbours(pages, at));
    let (frame, prose) = (frame(settings), prose.html.as_str());
    match page.kind {
        PageKind::Guide => Html::render(&GuidePage { frame, around, page, prose }),
        PageKind::Resource(tag) => {
            let group = group(&settings.origin, tag);
            let countries: &[&str] = if tag == WITH_COUNTRIES { &country::CODES } else { &[] };
            Html::render(&ResourcePage { frame, around, page, prose, group, countries })
        }
        PageKind::Events => {
            let example = code_sample::json(&events::example(EventType::PayoutCreated));
            let object = object_view(&events::BANK_ACCOUNT_SUMMARY);
            Html::render(&EventsPage { frame, around, page, prose, example, object })
        }
    }
}

pub fn results(settings: &WebSettings, pages: &[&Page], query: &str, results: Vec<SearchResult>) -> Html {
    let mut around = around(menu(pages.iter().copied(), None), (None, None));
    around.query = query.to_owned();
    Html::render(&SearchPage { frame: frame(settings), around, results })
}

fn around(menu: Vec<MenuGroup>, (previous, next): (Option<PageLink>, Option<PageLink>)) -> Surroundings {
    Surroundings { menu, query: String::new(), previous, next, version: VERSION }
}

#[cfg(test)]
mod tests {
    use rules::event_type::EventType;

    use super::super::DocsSite;
    use super::super::contents::pages;
    use crate::api::ENDPOINTS;
    use crate::docs::places::endpoint_href;
    use crate::problem::Slug;
    use crate::settings::WebSettings;

    /// Each page of the site by its path.
    fn rendered(change: impl FnOnce(&mut WebSettings)) -> Vec<(String, String)> {
        let mut settings = WebSettings::new("https://pay.example.com".to_owned());
        change(&mut settings);
        let site = DocsSite::new(&settings, "florin");
        let page = |page: super::Page| {
            let html = site.page(&page.slug).expect("every page is there");
            (page.href(), html.text().to_owned())
        };
        let mut all: Vec<(String, String)> = pages().into_iter().map(page).collect();
        all.push(("/docs".to_owned(), site.home().text().to_owned()));
        all.push(("/docs/search".to_owned(), site.search(&settings, "payout").text().to_owned()));
        all
    }

    fn of<'a>(site: &'a [(String, String)], path: &str) -> &'a str {
        &site.iter().find(|(known, _)| known == path).unwrap_or_else(|| panic!("{path}")).1
    }

    fn attributes<'a>(html: &'a str, name: &'a str) -> impl Iterator<Item = &'a str> {
        html.split(name).skip(1).filter_map(|rest| rest.split('"').next())
    }

    #[test]
    fn every_endpoint_error_and_event_is_in_its_place() {
        let site = rendered(|_| ());
        for endpoint in ENDPOINTS {
            let href = endpoint_href(endpoint);
            let (path, id) = href.split_once('#').expect("a place on a page");
            assert_eq!(of(&site, path).matches(&format!("id=\"{id}\"")).count(), 1, "{href}");
        }
        for slug in Slug::ALL {
            let link = format!("href=\"/errors/{}\"", slug.name());
            assert!(of(&site, "/docs/errors").contains(&link), "{link}");
        }
        for event in EventType::ALL {
            let named = format!("<code>{}</code>", event.name());
            assert!(of(&site, "/docs/events").contains(&named), "{named}");
        }
    }

    #[test]
    fn every_link_leads_to_one_place() {
        let site = rendered(|_| ());
        for (path, html) in &site {
            let ids: Vec<&str> = attributes(html, " id=\"").collect();
            for id in &ids {
                assert_eq!(ids.iter().filter(|other| *other == id).count(), 1, "{path}: {id}");
            }
            assert_eq!(html.matches("<h1").count(), 1, "{path}");
            for target in attributes(html, "href=\"").chain(attributes(html, "data-copy=\"")) {
                let (to, fragment) = target.split_once('#').unwrap_or((target, ""));
                let to = if to.is_empty() { path } else { to };
                if !to.starts_with("/docs") {
                    continue;
                }
                let there = of(&site, to);
                let is_there = fragment.is_empty() || there.contains(&format!("id=\"{fragment}\""));
                assert!(is_there, "{path}: {target} leads nowhere");
            }
        }
    }

    #[test]
    fn a_reader_can_go_through_all_pages_and_back() {
        let site = rendered(|_| ());
        let follow = |rel: &str, from: &str| {
            let (_, rest) = of(&site, from).split_once(&format!("rel=\"{rel}\" href=\""))?;
            rest.split('"').next().map(str::to_owned)
        };
        let (mut way, mut at) = (vec!["/docs".to_owned()], "/docs".to_owned());
        while let Some(next) = follow("next", &at) {
            assert_eq!(follow("prev", &next).as_deref(), Some(at.as_str()), "{next}");
            way.push(next.clone());
            at = next;
        }
        assert_eq!(way.len(), pages().len() + 1);
    }

    #[test]
    fn guides_say_what_integrators_need_most() {
        let site = rendered(|_| ());
        for (path, words) in [
            ("/docs/quickstart", &["Idempotency-Key", "https://pay.example.com/sandbox/v1"][..]),
            ("/docs/authentication", &["payouts:write", "florin_test_"]),
            ("/docs/oauth", &["code_challenge", "S256", "refresh_token"]),
            ("/docs/webhooks", &["whsec_", "webhook-signature", "24 hours", "Signature verification"]),
            ("/docs/sandbox", &["+fail", "/simulate/clock", ".51"]),
            ("/docs/idempotency", &["Idempotent-Replayed"]),
            ("/docs/pagination", &["next_cursor"]),
            ("/docs/going-live", &["live"]),
        ] {
            for word in words {
                assert!(of(&site, path).contains(word), "{path}: {word}");
            }
        }
        for guide in ["quickstart", "oauth", "webhooks", "sandbox", "errors", "idempotency", "pagination"] {
            let html = of(&site, &format!("/docs/{guide}")).to_owned();
            for language in ["Python", "JavaScript", "Rust"] {
                assert!(
                    html.contains(&format!("<span>{language}</span>")),
                    "{guide} has nothing in {language}"
                );
            }
        }
    }

    #[test]
    fn the_fields_of_nested_objects_are_shown() {
        let site = rendered(|_| ());
        for part in
            ["fields of ItemBreakdown", "fields of CreatePayoutItem", "fields of PayoutPreviewProblem"]
        {
            assert!(of(&site, "/docs/payouts").contains(part), "{part}");
        }
    }

    #[test]
    fn pages_run_nothing_inline_and_have_no_form_but_the_search() {
        for (path, html) in rendered(|_| ()) {
            for forbidden in ["style=\"", "<style", "onclick", "javascript:", "<iframe", "<script>"] {
                assert!(!html.contains(forbidden), "{path}: {forbidden}");
            }
            let search = html.matches("action=\"/docs/search\"").count();
            assert_eq!(html.matches("<form").count(), search, "{path}");
            assert!(search >= 1 && !html.contains("method=\"post\""), "{path}");
        }
    }

    #[test]
    fn the_operators_name_and_the_query_are_shown_as_text_and_never_as_markup() {
        let site = rendered(|settings| {
            settings.brand.name = "<b>Pay & Co</b>".to_owned();
            settings.brand.support_email = Some("help@example.com".to_owned());
            settings.brand.accent = "red;}</style>".to_owned();
        });
        for (path, html) in &site {
            assert!(!html.contains("<b>Pay") && !html.contains("</style>"), "{path}");
            assert!(
                html.contains("&#60;b&#62;Pay &#38; Co") && html.contains("mailto:help@example.com"),
                "{path}"
            );
        }
        let settings = WebSettings::new("https://pay.example.com".to_owned());
        let found =
            DocsSite::new(&settings, "florin").search(&settings, "\"><script>alert(1)</script> payout");
        assert!(!found.text().contains("<script>alert") && found.text().contains("&#60;script&#62;"));
    }

    #[test]
    fn a_search_without_words_or_results_says_what_to_do() {
        let settings = WebSettings::new("https://pay.example.com".to_owned());
        let site = DocsSite::new(&settings, "florin");
        assert!(site.search(&settings, " ").text().contains("Enter a word"));
        assert!(site.search(&settings, "qqqq").text().contains("No results"));
        assert!(site.search(&settings, "payout").text().contains("<mark>"));
    }
}
