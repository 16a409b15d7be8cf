//! Redirects to an app, with the result.

use rules::redirect_uri::RedirectUri;

/// Where an answer goes, and what must go with every one.
pub struct RedirectTarget<'a> {
    pub to: &'a RedirectUri,
    pub state: Option<&'a str>,
    pub issuer: &'a str,
}

impl RedirectTarget<'_> {
    pub fn with_code(&self, code: &str) -> String {
        self.with(&[("code", code)])
    }

    pub fn with_error(&self, error: &str, description: &str) -> String {
        self.with(&[("error", error), ("error_description", description)])
    }

    /// The address keeps its own query; ours goes behind it.
    fn with(&self, pairs: &[(&str, &str)]) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(pairs);
        if let Some(state) = self.state {
            query.append_pair("state", state);
        }
        query.append_pair("iss", self.issuer);
        let to = self.to.as_str();
        let glue = match to.split_once('?') {
            None => "?",
            Some((_, "")) => "",
            Some(_) => "&",
        };
        format!("{to}{glue}{}", query.finish())
    }
}

#[cfg(test)]
mod tests {
    use rules::redirect_uri::RedirectUri;

    use super::RedirectTarget;

    #[test]
    fn an_answer_goes_behind_the_query_that_is_there() {
        let check = |to: &str, expected: &str| {
            let to = RedirectUri::parse(to).expect("an address");
            let back = RedirectTarget { to: &to, state: Some("a&b=c"), issuer: "https://pay.example/oauth" };
            let rest = "code=x&state=a%26b%3Dc&iss=https%3A%2F%2Fpay.example%2Foauth";
            assert_eq!(back.with_code("x"), format!("{expected}{rest}"));
        };
        check("https://app.example/cb", "https://app.example/cb?");
        check("https://app.example", "https://app.example?");
        check("https://app.example/cb?", "https://app.example/cb?");
        check("https://app.example/cb?a=1", "https://app.example/cb?a=1&");
    }
}
