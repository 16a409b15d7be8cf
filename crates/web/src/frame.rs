//! What all pages share: the name and colours of the service, the style sheet, and the policy that lets a page run no
//! script and load nothing from elsewhere.

mod accent;

use askama::Template;
use axum::http::{HeaderName, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;

use crate::settings::Brand;
use accent::Accent;

const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";
/// One sheet: what all pages share comes first.
const STYLE: &str = concat!(
    include_str!("../assets/style/base.css"),
    include_str!("../assets/style/docs.css"),
    include_str!("../assets/style/parts.css"),
    include_str!("../assets/style/dashboard.css"),
    include_str!("../assets/style/funding.css"),
    include_str!("../assets/style/auth_pages.css"),
    include_str!("../assets/style/money.css"),
    include_str!("../assets/style/people.css"),
    include_str!("../assets/style/webhooks.css"),
    include_str!("../assets/style/documents.css"),
);

/// What every page shows of the service it belongs to.
pub struct Frame<'a> {
    pub(crate) name: &'a str,
    pub(crate) initial: String,
    pub(crate) support_email: Option<&'a str>,
    /// Without its `#`, which an address cannot hold.
    pub(crate) accent: String,
}

impl<'a> Frame<'a> {
    pub(crate) fn of(brand: &'a Brand) -> Frame<'a> {
        Frame {
            name: &brand.name,
            initial: brand.name.chars().next().into_iter().flat_map(char::to_uppercase).collect(),
            support_email: brand.support_email.as_deref(),
            accent: Accent::of(brand).to_string().replace('#', ""),
        }
    }
}

/// The same for documents that people keep.
pub(crate) fn document_brand(brand: &Brand) -> documents::Brand {
    documents::Brand {
        name: brand.name.clone(),
        color: Accent::of(brand).channels(),
        support_email: brand.support_email.clone(),
    }
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
