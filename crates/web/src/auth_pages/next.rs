//! Where a user continues after signing in: always a page of this site, whatever the URL says.

/// Only a path of the dashboard, of a claim or of the consent page, and nothing a browser could read as another host.
pub fn safe(next: &str) -> &str {
    let is_plain = next.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    let is_ours = ["/dashboard", "/claim/", "/oauth/authorize?"].iter().any(|start| next.starts_with(start));
    let path = next.split(['?', '#']).next().unwrap_or_default();
    let is_straight = !path.contains("//") && !path.split('/').any(|segment| segment == "..");
    if is_plain && is_ours && is_straight { next } else { "/dashboard" }
}

#[cfg(test)]
mod tests {
    use super::safe;

    #[test]
    fn only_our_own_pages_are_gone_on_to() {
        for good in [
            "/dashboard",
            "/dashboard/test/payouts?status=failed",
            "/claim/abc",
            "/oauth/authorize?client_id=app_1&redirect_uri=https%3A%2F%2Fapp.example%2Fcb&state=x//y",
        ] {
            assert_eq!(safe(good), good);
        }
        for bad in [
            "",
            "/",
            "//evil.example",
            "///evil.example",
            "https://evil.example",
            "https:evil.example",
            "/\\evil.example",
            "\\\\evil.example",
            "/dashboard//evil.example",
            "/dashboard/../..//evil.example",
            "/dashboard/..",
            "javascript:alert(1)",
            "data:text/html,x",
            "/dashboard\r\nSet-Cookie: a=b",
            "/dashboard\t",
            " /dashboard",
            "/docs",
            "/v1/balance",
            "@evil.example",
            "/%2f/evil.example",
            "/dashboard/\u{2025}",
        ] {
            assert_eq!(safe(bad), "/dashboard", "{bad:?}");
        }
    }
}
