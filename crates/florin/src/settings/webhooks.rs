//! The settings of webhooks: which networks that are not public may be called, how often one host, and over how many
//! connections.

use std::num::NonZeroU32;

use std::net::IpAddr;

use app::MAX_WEBHOOK_CONNECTIONS;
use rules::delivery::MIN_SLOTS;
use rules::webhook_url::{IpNetwork, Reach};

use super::reader::limit;
use super::{Reader, ServerKind, ServerSettings};

/// Developers have their receivers on the same machine.
const AT_HOME: &str = "127.0.0.0/8,::1/128";
const HOST_RATE: NonZeroU32 = NonZeroU32::new(50).expect("not zero");

pub fn networks(reader: &mut Reader<'_>, kind: ServerKind) -> Vec<IpNetwork> {
    let usual = match kind {
        ServerKind::Dev => AT_HOME,
        ServerKind::Serve => "",
    };
    let usual = || parse(usual).expect("these are networks");
    reader.optional("webhook_networks", parse).unwrap_or_else(usual)
}

/// How many webhooks a second one host gets, from all senders together.
pub fn host_rate(reader: &mut Reader<'_>, kind: ServerKind) -> Option<NonZeroU32> {
    let usual = match kind {
        ServerKind::Dev => None,
        ServerKind::Serve => Some(HOST_RATE),
    };
    reader.optional("webhook_host_rate", limit).unwrap_or(usual)
}

/// Connections to receivers that are open at the same time.
pub fn max_connections(reader: &mut Reader<'_>) -> usize {
    let count = |text: &str| {
        let number = text.parse().ok().filter(|number| (MIN_SLOTS..=1_000_000).contains(number));
        number.ok_or_else(|| format!("use a whole number from {MIN_SLOTS} to 1000000"))
    };
    reader.optional("max_webhook_connections", count).unwrap_or(MAX_WEBHOOK_CONNECTIONS)
}

/// With commas in between; `none` for none.
fn parse(text: &str) -> Result<Vec<IpNetwork>, String> {
    let networks = text.split(',').map(str::trim).filter(|network| !network.is_empty() && *network != "none");
    networks.map(IpNetwork::parse).collect()
}

/// The host of an address that this server listens on, as in a URL. A server that listens on every address of the
/// machine is also at `localhost`.
fn own_host(listens: IpAddr) -> String {
    match listens.to_canonical() {
        address if address.is_unspecified() => "localhost".to_owned(),
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => format!("[{address}]"),
    }
}

/// Who may be called by a server that is found at `origin` and listens here.
pub fn reach(settings: &ServerSettings, origin: &str) -> Reach {
    let uri: hyper::Uri = origin.parse().expect("an origin was checked when it was read");
    let usual = if uri.scheme_str() == Some("https") { 443 } else { 80 };
    let found = (uri.host().unwrap_or_default().to_owned(), uri.port_u16().unwrap_or(usual));
    let listens = (own_host(settings.listen.ip()), settings.listen.port());
    Reach::new(settings.webhook_networks.clone(), &[found, listens]).expect("both are hosts")
}

#[cfg(test)]
mod tests {
    use super::own_host;
    use rules::webhook_url::Reach;

    #[test]
    fn every_address_a_server_can_listen_on_is_recognized_as_its_own() {
        for (listens, calls) in [
            ("127.0.0.1", "127.0.0.1:8080"),
            ("0.0.0.0", "127.0.0.1:8080"),
            ("::", "[::1]:8080"),
            ("::", "127.0.0.1:8080"),
            ("::1", "[::1]:8080"),
            ("::ffff:127.0.0.1", "127.0.0.1:8080"),
            ("192.0.2.7", "192.0.2.7:8080"),
            ("2001:db8::7", "[2001:db8::7]:8080"),
        ] {
            let own = (own_host(listens.parse().unwrap()), 8_080);
            let allowed = ["127.0.0.0/8", "::1/128", "192.0.2.0/24", "2001:db8::/32"];
            let allowed = allowed.map(|network| super::IpNetwork::parse(network).unwrap()).to_vec();
            let reach = Reach::new(allowed, &[own]).unwrap_or_else(|error| panic!("{listens}: {error}"));
            assert!(reach.check_socket(calls.parse().unwrap()).is_err(), "{listens} {calls}");
            let other = calls.replace(":8080", ":8081");
            assert!(reach.check_socket(other.parse().unwrap()).is_ok(), "{listens} {other}");
        }
    }
}
