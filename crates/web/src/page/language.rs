//! The language of a page: the user's setting, or what the browser asks for.

use axum::http::{HeaderMap, header};
use i18n::Locale;
use rules::language::{Language, Region, negotiate};
use rules::user::User;

/// For a visitor who is not signed in.
pub fn visitor_locale(headers: &HeaderMap) -> Locale {
    locale(headers, None)
}

pub fn locale(headers: &HeaderMap, user: Option<&User>) -> Locale {
    let accepted = accept_language(headers);
    let language = negotiate(user.and_then(|user| user.language), accepted, None);
    Locale::from(language).in_region(accepted.and_then(Region::of_accept_language))
}

/// What the browser asks for, if Florin speaks it.
pub fn browser_language(headers: &HeaderMap) -> Option<Language> {
    accept_language(headers).and_then(Language::of_accept_language)
}

fn accept_language(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok())
}
