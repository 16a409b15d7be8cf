//! The language of a page: the user's setting, what they chose in this browser, or what the browser asks for; the links
//! by which a visitor chooses another; and the zone of its times: the user's setting, that of the browser, or UTC.

use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use i18n::Locale;
use rules::language::{Language, Region, negotiate};
use rules::user::User;

use super::{Access, Page, PageResponse, cookies};
use crate::api::Method;
use crate::frame::LanguageLink;

/// The parameter of a query by which a visitor chooses a language.
const PARAMETER: &str = "lang";

/// For a visitor who is not signed in.
pub fn visitor_locale(headers: &HeaderMap) -> Locale {
    locale(headers, None)
}

pub fn locale(headers: &HeaderMap, user: Option<&User>) -> Locale {
    let accepted = accept_language(headers);
    let setting = user.and_then(|user| user.language);
    let language = negotiate(setting, cookies::language(headers), accepted, None);
    let zone = user.and_then(|user| user.zone).or_else(|| cookies::zone(headers));
    Locale::from(language).in_region(accepted.and_then(Region::of_accept_language)).in_zone(zone)
}

/// What a visitor chose or their browser asks for, if Florin speaks it.
pub fn browser_language(headers: &HeaderMap) -> Option<Language> {
    cookies::language(headers).or_else(|| accept_language(headers).and_then(Language::of_accept_language))
}

fn accept_language(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok())
}

/// Remembers the language that a link of ours asks for, and leads to the same page without it. The place is this
/// request's own path, so no query can name another site.
pub fn choose(page: &Page, parts: &Parts) -> Option<PageResponse> {
    let query = parts.uri.query().filter(|_| has_choice(page))?;
    let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    let (_, chosen) = pairs.find(|(name, _)| *name == PARAMETER)?;
    let language = Language::parse(chosen)?;
    let place = with_query(parts.uri.path(), &without(PARAMETER, query));
    Some(PageResponse::goto(place).with_header(header::SET_COOKIE, cookies::chosen_language(language)))
}

/// The links to the page in every language. There are none where they would change nothing, or lose what was typed.
pub(super) fn links(
    page: &Page,
    path: &str,
    query: &str,
    user: Option<&User>,
    here: Locale,
) -> Vec<LanguageLink> {
    if !has_choice(page) || user.is_some_and(|user| user.language.is_some()) {
        return Vec::new();
    }
    let kept = without(PARAMETER, query);
    let link = |language: Language| {
        let choice = format!("{PARAMETER}={}", language.name());
        let query = if kept.is_empty() { choice } else { format!("{kept}&{choice}") };
        LanguageLink { language, href: with_query(path, &query), is_here: language == here.language() }
    };
    Language::ALL.map(link).into()
}

/// Pages for visitors. Users who are signed in choose in their settings.
fn has_choice(page: &Page) -> bool {
    page.method == Method::Get && page.access == Access::Anyone
}

/// A query as it was sent, without one of its parameters.
pub(super) fn without(parameter: &str, query: &str) -> String {
    let is_choice = |pair: &str| pair.split('=').next() == Some(parameter);
    query.split('&').filter(|pair| !pair.is_empty() && !is_choice(pair)).collect::<Vec<_>>().join("&")
}

pub(super) fn with_query(path: &str, query: &str) -> String {
    if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") }
}

#[cfg(test)]
mod tests {
    use axum::http::Request;
    use axum::http::request::Parts;
    use axum::response::IntoResponse;
    use i18n::Locale;

    use super::{choose, links};
    use crate::page::{Access, Page, PageError};

    const SIGN_IN: Page =
        Page::get("/dashboard/sign-in", Access::Anyone, |_| Box::pin(async { Err(PageError::NotFound) }));

    fn asked(uri: &str) -> Parts {
        Request::get(uri).body(()).expect("a request").into_parts().0
    }

    #[test]
    fn a_choice_leads_to_the_same_page_and_nowhere_else() {
        for (uri, place) in [
            ("/dashboard/sign-in?lang=es", "/dashboard/sign-in"),
            (
                "/dashboard/sign-in?next=%2Fclaim%2Fx&lang=pt&email=a%40b",
                "/dashboard/sign-in?next=%2Fclaim%2Fx&email=a%40b",
            ),
            (
                "/dashboard/sign-in?lang=fr&lang=es&&next=//evil.example",
                "/dashboard/sign-in?next=//evil.example",
            ),
        ] {
            let answer = choose(&SIGN_IN, &asked(uri)).expect("an answer").into_response();
            assert_eq!(answer.headers()["location"], place, "{uri}");
            assert!(answer.headers().contains_key("set-cookie"), "{uri}");
        }
    }

    #[test]
    fn other_values_and_other_pages_choose_nothing() {
        for uri in [
            "/",
            "/?lang",
            "/?lang=",
            "/?lang=de",
            "/?lang=ES",
            "/?lang=%65s",
            "/?lang=es%0d%0aa:b",
            "/?xlang=es",
        ] {
            assert!(choose(&SIGN_IN, &asked(uri)).is_none(), "{uri}");
        }
        assert!(
            choose(&Page { access: Access::SignedIn, ..SIGN_IN }, &asked("/dashboard/sign-in?lang=es"))
                .is_none()
        );
    }

    #[test]
    fn links_keep_the_query_and_name_the_language_of_the_page() {
        let links = links(&SIGN_IN, SIGN_IN.path, "next=%2Fdashboard&lang=de", None, Locale::ENGLISH);
        let hrefs: Vec<&str> = links.iter().map(|link| link.href.as_str()).collect();
        assert_eq!(hrefs[1], "/dashboard/sign-in?next=%2Fdashboard&lang=es");
        assert_eq!(links.iter().filter(|link| link.is_here).count(), 1);
        assert!(hrefs.len() == 4 && links[0].is_here);
    }
}
