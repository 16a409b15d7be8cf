//! What all pages share: the name and colours of the service, the style sheet, and the policy that lets a page run only
//! our own scripts and load nothing from elsewhere.

mod accent;

use askama::Template;
use axum::http::{HeaderName, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use i18n::Locale;
use rules::language::Language;

use crate::settings::Brand;
pub(crate) use accent::Accent;

const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; \
                      manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
/// One sheet: what all pages share comes first.
const STYLE: &str = concat!(
    include_str!("../assets/style/base.css"),
    include_str!("../assets/style/docs.css"),
    include_str!("../assets/style/docs_site.css"),
    include_str!("../assets/style/parts.css"),
    include_str!("../assets/style/dashboard.css"),
    include_str!("../assets/style/funding.css"),
    include_str!("../assets/style/auth_pages.css"),
    include_str!("../assets/style/money.css"),
    include_str!("../assets/style/people.css"),
    include_str!("../assets/style/webhooks.css"),
    include_str!("../assets/style/api_keys.css"),
    include_str!("../assets/style/documents.css"),
    include_str!("../assets/style/wallet.css"),
);

/// What every page shows of the service it belongs to.
pub struct Frame<'a> {
    pub(crate) locale: Locale,
    pub(crate) name: &'a str,
    pub(crate) initial: String,
    pub(crate) support_email: Option<&'a str>,
    /// Without its `#`, which an address cannot hold.
    pub(crate) accent: String,
    /// The same page in every language, where visitors choose.
    pub(crate) languages: Vec<LanguageLink>,
}

impl<'a> Frame<'a> {
    pub(crate) fn of(brand: &'a Brand, locale: Locale) -> Frame<'a> {
        Frame {
            locale,
            name: &brand.name,
            initial: brand.name.chars().next().into_iter().flat_map(char::to_uppercase).collect(),
            support_email: brand.support_email.as_deref(),
            accent: Accent::of(brand).to_string().replace('#', ""),
            languages: Vec::new(),
        }
    }
}

/// The brand's colour, for icons.
pub(crate) fn brand_accent(brand: &Brand) -> Accent {
    Accent::of(brand)
}

/// The same for files that people keep.
pub(crate) fn document_brand(brand: &Brand) -> documents::Brand {
    documents::Brand {
        name: brand.name.clone(),
        color: Accent::of(brand).channels(),
        support_email: brand.support_email.clone(),
    }
}

/// One of the languages at the foot of a page.
pub(crate) struct LanguageLink {
    pub(crate) language: Language,
    /// The same page in this language.
    pub(crate) href: String,
    pub(crate) is_here: bool,
}

/// The brand's colours, and the sheet that is written with them.
pub(crate) fn stylesheet_text(brand: &Brand) -> String {
    Accent::of(brand).properties() + STYLE
}

/// A rendered page.
#[derive(Clone)]
pub struct Html(Bytes);

impl Html {
    pub(crate) fn render(template: &impl Template) -> Html {
        let page = template.render().expect("a template that compiled can be written to a string");
        Html(page.into())
    }

    #[cfg(test)]
    pub(crate) fn text(&self) -> &str {
        str::from_utf8(&self.0).expect("pages are UTF-8")
    }
}

impl IntoResponse for Html {
    fn into_response(self) -> Response {
        let headers: [(HeaderName, &str); 3] = [
            (header::CONTENT_TYPE, "text/html; charset=utf-8"),
            (header::CONTENT_SECURITY_POLICY, POLICY),
            (header::REFERRER_POLICY, "no-referrer"),
        ];
        (headers, self.0).into_response()
    }
}
