//! The client's address. No other module reads the peer's address or `X-Forwarded-For`.

use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, header};
use rules::client_address::ClientAddress;

use super::Peer;
use crate::memory_limits::MemoryHolder;
use crate::state::Web;

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
/// Headers that proxies add to what they pass on.
const ADDED_BY_PROXIES: [HeaderName; 5] = [
    FORWARDED_FOR,
    HeaderName::from_static("forwarded"),
    HeaderName::from_static("x-real-ip"),
    HeaderName::from_static("x-forwarded-host"),
    HeaderName::from_static("via"),
];

/// The address of the client: the peer's, or behind a proxy the one that the proxy says.
pub fn client_address(web: &Web, parts: &Parts) -> Option<ClientAddress> {
    let forwarded = web.settings.is_behind_proxy.then(|| forwarded_address(&parts.headers)).flatten();
    forwarded.or_else(|| peer_address(parts))
}

/// Whose memory the request and its response are while it is not known who asks.
pub fn visitor_memory(web: &Web, parts: &Parts) -> MemoryHolder {
    MemoryHolder::Visitor(client_address(web, parts).map(|address| address.network()))
}

fn peer_address(parts: &Parts) -> Option<ClientAddress> {
    parts.extensions.get::<Peer>().map(|peer| ClientAddress::new(peer.0.ip()))
}

/// The last entry of `X-Forwarded-For`, which the proxy added. Everything before it came with the request, so the
/// client may have made it up; it may also be no text at all, and must not hide the last entry.
pub fn forwarded_address(headers: &HeaderMap) -> Option<ClientAddress> {
    let line = headers.get_all(FORWARDED_FOR).iter().next_back()?;
    let entry = line.as_bytes().rsplit(|byte| *byte == b',').next()?;
    ClientAddress::parse(std::str::from_utf8(entry).ok()?)
}

/// Whether the request comes from this machine. A loopback peer is not enough: it may be a proxy that passes on
/// what others send, or a browser on a page of another site whose name was pointed at this machine (DNS rebinding).
/// The first adds headers, the second sends that name as the Host.
pub fn is_from_this_machine(parts: &Parts) -> bool {
    let is_forwarded = ADDED_BY_PROXIES.iter().any(|name| parts.headers.contains_key(name));
    let host = parts.headers.get(header::HOST).and_then(|host| host.to_str().ok());
    peer_address(parts).is_some_and(ClientAddress::is_loopback)
        && !is_forwarded
        && host.is_some_and(names_this_machine)
}

/// `localhost`, names below it (RFC 6761), and loopback addresses, each with or without a port.
fn names_this_machine(host: &str) -> bool {
    let is_address = ClientAddress::parse(host).is_some_and(ClientAddress::is_loopback);
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name).to_ascii_lowercase();
    is_address || name == "localhost" || name.ends_with(".localhost")
}

#[cfg(test)]
mod tests {
    use super::{Peer, forwarded_address, is_from_this_machine};
    use axum::http::{HeaderMap, HeaderValue, Request};

    fn read(lines: &[&[u8]]) -> Option<String> {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append("x-forwarded-for", HeaderValue::from_bytes(line).unwrap());
        }
        forwarded_address(&headers).map(|address| address.to_string())
    }

    #[test]
    fn only_the_entry_that_the_proxy_added_counts() {
        for (lines, address) in [
            (&[&b"203.0.113.9"[..]][..], "203.0.113.9"),
            (&[b"198.51.100.1, 203.0.113.9"], "203.0.113.9"),
            (&[b"198.51.100.1,203.0.113.9:4711"], "203.0.113.9"),
            (&[b"198.51.100.1", b"203.0.113.9"], "203.0.113.9"),
            (&[b"198.51.100.1, 198.51.100.2", b"::ffff:203.0.113.9"], "203.0.113.9"),
            (&[b"not an address, , ,203.0.113.9"], "203.0.113.9"),
            // Bytes that are no text, sent by the client in front of what the proxy added.
            (&[b"198.51.100.1, \xff\xfe, 203.0.113.9"], "203.0.113.9"),
            (&[b"\xff", b"203.0.113.9"], "203.0.113.9"),
            (&[b"198.51.100.1, [2001:db8::1]:443"], "2001:db8::1"),
        ] {
            assert_eq!(read(lines).as_deref(), Some(address), "{lines:?}");
        }
    }

    fn local(peer: &str, headers: &[(&str, &str)]) -> bool {
        let mut request = Request::builder().extension(Peer(peer.parse().unwrap()));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        is_from_this_machine(&request.body(()).unwrap().into_parts().0)
    }

    #[test]
    fn a_request_is_from_this_machine_if_peer_and_host_say_so_and_no_proxy_is_between() {
        for host in ["127.0.0.1", "127.0.0.1:8080", "127.1.2.3:80", "[::1]:8080", "localhost", "LocalHost:80"]
        {
            for peer in ["127.0.0.1:5", "127.9.9.9:5", "[::1]:5", "[::ffff:127.0.0.1]:5"] {
                assert!(local(peer, &[("host", host)]), "{peer} {host}");
            }
            for peer in
                ["192.0.2.1:5", "10.0.0.1:5", "[::ffff:192.0.2.1]:5", "[2001:db8::1]:5", "[fe80::1]:5"]
            {
                assert!(!local(peer, &[("host", host)]), "{peer} {host}");
            }
        }
        let names = [
            "evil.example",
            "evil.example:8080",
            "localhost.evil.example",
            "192.0.2.1",
            "0.0.0.0",
            "",
            "::1x",
        ];
        for host in names {
            assert!(!local("127.0.0.1:5", &[("host", host)]), "{host}");
        }
        assert!(!local("127.0.0.1:5", &[]), "no host");
        for added in ["x-forwarded-for", "forwarded", "x-real-ip", "x-forwarded-host", "via"] {
            assert!(!local("127.0.0.1:5", &[("host", "localhost"), (added, "127.0.0.1")]), "{added}");
        }
    }

    #[test]
    fn nothing_the_client_sent_counts_when_the_last_entry_is_no_address() {
        for lines in [
            &[][..],
            &[&b""[..]],
            &[b"198.51.100.1, unknown"],
            &[b"198.51.100.1,"],
            &[b"198.51.100.1", b"\xff"],
            &[b"198.51.100.1", b""],
        ] {
            assert_eq!(read(lines), None, "{lines:?}");
        }
    }
}
