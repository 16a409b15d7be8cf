//! URLs of servers: scheme, host and port.

use std::net::IpAddr;

use hyper::Uri;

/// Scheme, host and port: pages and links are made by putting a path behind it.
pub fn origin(text: &str) -> Result<String, &'static str> {
    const FORM: &str = "use http:// or https://, a host and an optional port, without a path";
    let uri: Uri = text.parse().map_err(|_| FORM)?;
    let scheme = uri.scheme_str().filter(|scheme| ["http", "https"].contains(scheme)).ok_or(FORM)?;
    let authority = uri.authority().filter(|authority| !authority.as_str().contains('@')).ok_or(FORM)?;
    if uri.path() != "/" || uri.query().is_some() || text.contains('#') || authority.host().is_empty() {
        return Err(FORM);
    }
    Ok(format!("{scheme}://{}", authority.as_str().to_ascii_lowercase()))
}

/// The origin at which people open pages. Browsers drop `Secure` cookies over http, except on the machine itself, so
/// users could not sign in.
pub fn public_origin(text: &str) -> Result<String, &'static str> {
    let origin = origin(text)?;
    if origin.starts_with("https:") || is_loopback(&origin) {
        return Ok(origin);
    }
    Err(
        "use https: over http, browsers keep nobody signed in, except at localhost. Terminate TLS at a proxy, such as \
         Caddy or nginx",
    )
}

/// The hosts that browsers trust without TLS.
fn is_loopback(origin: &str) -> bool {
    let uri: Uri = origin.parse().expect("an origin is a URL");
    let host = uri.host().unwrap_or_default().trim_start_matches('[').trim_end_matches(']');
    let is_local_name = host == "localhost" || host.ends_with(".localhost");
    is_local_name || host.parse().is_ok_and(|address: IpAddr| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::{origin, public_origin};

    #[test]
    fn a_public_address_is_scheme_host_and_port_alone() {
        let good = [
            ("https://pay.example.com", "https://pay.example.com"),
            ("https://Pay.Example.com/", "https://pay.example.com"),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("http://[::1]:8080", "http://[::1]:8080"),
        ];
        for (text, read) in good {
            assert_eq!(origin(text).as_deref(), Ok(read), "{text}");
        }
        for wrong in [
            "",
            "pay.example.com",
            "ftp://pay.example.com",
            "https://",
            "https://pay.example.com/v1",
            "https://me:pw@pay.example.com",
            "https://pay.example.com?x=1",
            "https://pay.example.com#x",
            "https://pay example.com",
        ] {
            assert!(origin(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn people_open_pages_over_https_or_on_the_same_machine() {
        for good in [
            "https://pay.example.com",
            "http://localhost",
            "http://LOCALHOST:8080",
            "http://pay.localhost:8080",
            "http://127.0.0.1:8080",
            "http://127.1.2.3",
            "http://[::1]:8080",
        ] {
            assert!(public_origin(good).is_ok(), "{good}");
        }
        for wrong in [
            "http://pay.example.com",
            "http://pay.example.com:8080",
            "http://localhost.example.com",
            "http://notlocalhost",
            "http://192.168.1.7:8080",
            "http://0.0.0.0:8080",
            "http://[::]:8080",
        ] {
            assert!(origin(wrong).is_ok(), "{wrong}");
            assert!(public_origin(wrong).is_err_and(|problem| problem.starts_with("use https")), "{wrong}");
        }
    }
}
