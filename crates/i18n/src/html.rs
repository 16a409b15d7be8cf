//! HTML that is safe to put into a page as it is. Only this crate makes it, from catalogs whose tags are on a short
//! list and from values that it escapes.

use std::fmt;

/// A piece of HTML. Templates show it without escaping it again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Html(pub(crate) String);

impl Html {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Html {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl askama::filters::HtmlSafe for Html {}

/// Appends text so that it reads the same in HTML, between tags and in quoted attributes.
pub(crate) fn escape_into(out: &mut String, text: &str) {
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
}

/// Whether a link may lead there: a place on this site, or one that a browser opens without running anything.
pub(crate) fn is_safe_link(href: &str) -> bool {
    let is_on_this_site = href.starts_with('/') && !href.starts_with("//") && !href.starts_with("/\\");
    let is_elsewhere = ["https://", "http://", "mailto:"].iter().any(|scheme| href.starts_with(scheme));
    let has_no_hidden_part = !href.contains(|character: char| character.is_control());
    has_no_hidden_part && (is_on_this_site || is_elsewhere || href.starts_with('#'))
}

#[cfg(test)]
mod tests {
    use super::is_safe_link;

    #[test]
    fn links_lead_to_this_site_or_to_addresses_that_run_nothing() {
        for safe in
            ["/", "/dashboard?a=b#c", "https://a.example/", "http://localhost/", "mailto:a@b.example", "#x"]
        {
            assert!(is_safe_link(safe), "{safe}");
        }
        for unsafe_link in [
            "",
            "dashboard",
            "//evil.example",
            "/\\evil.example",
            "/\t/evil.example",
            "javascript:alert(1)",
            " javascript:alert(1)",
            "JavaScript:alert(1)",
            "data:text/html,x",
            "https:evil.example",
        ] {
            assert!(!is_safe_link(unsafe_link), "{unsafe_link:?}");
        }
    }
}
