//! The address of a node. Providers put keys into them, so that only the host is ever shown.

use std::fmt;

use hyper::Uri;
use hyper::header::HeaderValue;
use percent_encoding::percent_decode_str;
use url::Url;

/// Shorter pieces of an address are words like `v3`, and no keys.
const SHORTEST_SECRET: usize = 6;

#[derive(Clone, PartialEq, Eq)]
pub struct RpcUrl {
    uri: Uri,
    authorization: Option<HeaderValue>,
    host: String,
    secrets: Vec<String>,
}

/// What is wrong with an address. It never repeats it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadRpcUrl {
    NotAUrl,
    NotHttp,
    NoHost,
}

impl RpcUrl {
    pub fn parse(text: &str) -> Result<RpcUrl, BadRpcUrl> {
        let mut url = Url::parse(text.trim()).map_err(|_| BadRpcUrl::NotAUrl)?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(BadRpcUrl::NotHttp);
        }
        let name = url.host_str().ok_or(BadRpcUrl::NoHost)?;
        let host = match url.port() {
            Some(port) => format!("{name}:{port}"),
            None => name.to_owned(),
        };
        let secrets = secrets(&url);
        let authorization = authorization(&url);
        url.set_fragment(None);
        url.set_username("").and_then(|()| url.set_password(None)).map_err(|()| BadRpcUrl::NoHost)?;
        let uri = url.as_str().parse().map_err(|_| BadRpcUrl::NotAUrl)?;
        Ok(RpcUrl { uri, authorization, host, secrets })
    }

    /// All that may be shown.
    pub fn host(&self) -> &str {
        &self.host
    }

    pub(crate) fn uri(&self) -> &Uri {
        &self.uri
    }

    pub(crate) fn authorization(&self) -> Option<&HeaderValue> {
        self.authorization.as_ref()
    }

    pub(crate) fn is_encrypted(&self) -> bool {
        self.uri.scheme_str() == Some("https")
    }

    /// Some else's words, without the keys they may repeat.
    pub(crate) fn redact(&self, words: &str) -> String {
        self.secrets.iter().fold(words.to_owned(), |words, secret| words.replace(secret.as_str(), "…"))
    }
}

/// Every piece that may be a key, as it is written and as it is meant, the longest first.
fn secrets(url: &Url) -> Vec<String> {
    let path = url.path().split('/');
    let query = url.query().unwrap_or_default().split(['&', '=']);
    let credentials = [url.username(), url.password().unwrap_or_default()];
    let written = path.chain(query).chain(credentials);
    let mut found: Vec<String> = written.flat_map(|piece| [piece.to_owned(), decoded(piece)]).collect();
    found.retain(|piece| piece.len() >= SHORTEST_SECRET);
    found.sort_by_key(|piece| std::cmp::Reverse(piece.len()));
    found.dedup();
    found
}

/// HTTP Basic (RFC 7617), if the address has a user name.
fn authorization(url: &Url) -> Option<HeaderValue> {
    if url.username().is_empty() && url.password().is_none() {
        return None;
    }
    let pair = format!("{}:{}", decoded(url.username()), decoded(url.password().unwrap_or_default()));
    let value = format!("Basic {}", data_encoding::BASE64.encode(pair.as_bytes()));
    let mut value = HeaderValue::try_from(value).expect("base 64 is ASCII");
    value.set_sensitive(true);
    Some(value)
}

fn decoded(piece: &str) -> String {
    percent_decode_str(piece).decode_utf8_lossy().into_owned()
}

impl fmt::Display for RpcUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.host)
    }
}

impl fmt::Debug for RpcUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RpcUrl({}, …)", self.host)
    }
}

impl fmt::Display for BadRpcUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BadRpcUrl::NotAUrl => "the URL of a node is not valid",
            BadRpcUrl::NotHttp => "the URL of a node must begin with https:// or http://",
            BadRpcUrl::NoHost => "the URL of a node has no host",
        })
    }
}

impl std::error::Error for BadRpcUrl {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_but_the_host_is_shown() {
        for text in [
            "https://node.example/v3/s3cr3tkey",
            "https://node.example/rpc?apikey=s3cr3tkey",
            "https://us3r:s3cr3tkey@node.example/",
            "https://node.example/#s3cr3tkey",
        ] {
            let url = RpcUrl::parse(text).expect("an address");
            assert_eq!(
                (url.to_string().as_str(), format!("{url:?}").as_str()),
                ("node.example", "RpcUrl(node.example, …)")
            );
        }
        assert_eq!(RpcUrl::parse("http://127.0.0.1:8545").expect("an address").host(), "127.0.0.1:8545");
    }

    #[test]
    fn keys_that_a_node_repeats_are_taken_out() {
        let rows = [
            (
                "https://n.example/v3/s3cr3tkey",
                "bad project id s3cr3tkey in /v3/s3cr3tkey",
                "bad project id … in /v3/…",
            ),
            ("https://n.example/?a=abc%2Fdefgh", "abc/defgh or abc%2Fdefgh", "… or …"),
            ("https://operator:passw0rd@n.example", "operator may not, with passw0rd", "… may not, with …"),
            ("https://n.example/", "nonce too low", "nonce too low"),
        ];
        for (url, words, expected) in rows {
            assert_eq!(RpcUrl::parse(url).expect("an address").redact(words), expected);
        }
    }

    #[test]
    fn credentials_go_into_a_header() {
        let url = RpcUrl::parse("https://a%40b:c%3Ad@n.example/").expect("an address");
        let value = url.authorization().expect("credentials");
        assert_eq!(value, "Basic YUBiOmM6ZA==");
        assert_eq!(url.uri(), "https://n.example/");
    }

    #[test]
    fn what_is_no_address_of_a_node_is_refused() {
        let rows = [
            ("", BadRpcUrl::NotAUrl),
            ("node.example", BadRpcUrl::NotAUrl),
            ("ws://node.example", BadRpcUrl::NotHttp),
            ("file:///etc/passwd", BadRpcUrl::NotHttp),
        ];
        for (text, expected) in rows {
            assert_eq!(RpcUrl::parse(text), Err(expected), "{text}");
        }
    }
}
