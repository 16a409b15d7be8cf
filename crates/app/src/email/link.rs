//! Links in emails. They lead to this service and nowhere else, and nothing a user has written can get into
//! one.

/// A link to a page of this service. It may hold a secret, so it does not print.
#[derive(Clone, PartialEq, Eq)]
pub struct EmailLink(String);

impl EmailLink {
    /// The token is put behind the path as it is, so it must need no encoding.
    pub fn new(origin: &str, path: &'static str, token: &str) -> EmailLink {
        assert!(path.starts_with('/'), "a path begins with a slash");
        assert!(token.bytes().all(is_unreserved), "a token consists of characters that a link may hold");
        EmailLink(format!("{origin}{path}{token}"))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// RFC 3986, section 2.3.
fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::EmailLink;

    #[test]
    fn a_link_is_the_origin_the_path_and_the_token() {
        let link = EmailLink::new("https://pay.example.com", "/claim/", "01abc-_.~Z");
        assert_eq!(link.as_str(), "https://pay.example.com/claim/01abc-_.~Z");
    }

    #[test]
    fn what_would_have_to_be_encoded_is_never_a_token() {
        for token in ["a b", "a/b", "a?b", "a#b", "a\"b", "a\nb", "é", "a@b", "<"] {
            let made =
                std::panic::catch_unwind(|| EmailLink::new("https://pay.example.com", "/claim/", token));
            assert!(made.is_err(), "{token:?}");
        }
    }
}
