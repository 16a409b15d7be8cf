//! The pages that problem documents lead to.

use askama::Template;
use i18n::Locale;

use crate::api::ENDPOINTS;
use crate::docs::code_sample::{self, CodeSample};
use crate::docs::inline_code::{InlineCode, inline_code};
use crate::docs::places::endpoint_href;
use crate::frame::{Frame, Html};
use crate::openapi::problems;
use crate::problem::Slug;
use crate::settings::WebSettings;

#[derive(Template)]
#[template(path = "error.html")]
struct ErrorPage<'a> {
    frame: Frame<'a>,
    slug: Slug,
    meaning: InlineCode<'static>,
    remedy: InlineCode<'static>,
    example: CodeSample,
    /// The place and the name of each endpoint that can answer with it.
    endpoints: Vec<(String, &'static str)>,
    others: Vec<Slug>,
}

#[derive(Template)]
#[template(path = "unknown_error.html")]
struct UnknownPage<'a> {
    frame: Frame<'a>,
    errors: [Slug; Slug::ALL.len()],
}

pub fn page(settings: &WebSettings, slug: Slug) -> Html {
    let (meaning, remedy) = (slug.meaning(), slug.remedy());
    let meets = ENDPOINTS.iter().filter(|endpoint| problems::of(endpoint).contains(&slug));
    let endpoints: Vec<_> = meets.map(|endpoint| (endpoint_href(endpoint), endpoint.summary)).collect();
    Html::render(&ErrorPage {
        frame: Frame::of(&settings.brand, Locale::ENGLISH),
        slug,
        meaning: inline_code(meaning),
        remedy: inline_code(remedy),
        example: code_sample::json(&problems::example_document(slug, &settings.origin)),
        // A list of all of them says nothing.
        endpoints: if endpoints.len() == ENDPOINTS.len() { Vec::new() } else { endpoints },
        others: Slug::ALL.into_iter().filter(|other| *other != slug).collect(),
    })
}

pub fn unknown(settings: &WebSettings) -> Html {
    Html::render(&UnknownPage { frame: Frame::of(&settings.brand, Locale::ENGLISH), errors: Slug::ALL })
}

#[cfg(test)]
mod tests {
    use super::{page, unknown};
    use crate::problem::Slug;
    use crate::settings::WebSettings;

    #[test]
    fn every_error_has_a_page_with_its_name_its_status_and_a_way_back() {
        let settings = WebSettings::new("https://pay.example.com".to_owned());
        for slug in Slug::ALL {
            let page = page(&settings, slug);
            let html = page.text();
            for part in [slug.name(), slug.status().as_str(), "href=\"/docs/errors\"", "urn:request:"] {
                assert!(html.contains(part), "{} lacks {part}", slug.name());
            }
        }
    }

    #[test]
    fn the_page_for_an_unknown_error_leads_to_every_known_one() {
        let page = unknown(&WebSettings::new("https://pay.example.com".to_owned()));
        let html = page.text();
        for slug in Slug::ALL {
            assert!(html.contains(&format!("href=\"/errors/{}\"", slug.name())), "{}", slug.name());
        }
    }
}
