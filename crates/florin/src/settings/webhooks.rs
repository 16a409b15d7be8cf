//! The settings of webhooks: which networks that are not public may be called, and how often one host.

use std::num::NonZeroU32;

use rules::webhook_url::{Network, Reach};

use super::server::limit;
use super::{Kind, Reader, ServerSettings};

/// Whoever develops has their receivers on the same machine.
const AT_HOME: &str = "127.0.0.0/8,::1/128";
const HOST_RATE: NonZeroU32 = NonZeroU32::new(50).expect("not zero");

pub fn networks(reader: &mut Reader<'_>, kind: Kind) -> Vec<Network> {
    let usual = match kind {
        Kind::Dev => AT_HOME,
        Kind::Serve => "",
    };
    let usual = || parse(usual).expect("these are networks");
    reader.optional("webhook_networks", parse).unwrap_or_else(usual)
}

/// How many webhooks a second one host gets, whoever sends them there.
pub fn host_rate(reader: &mut Reader<'_>, kind: Kind) -> Option<NonZeroU32> {
    let usual = match kind {
        Kind::Dev => None,
        Kind::Serve => Some(HOST_RATE),
    };
    reader.optional("webhook_host_rate", limit).unwrap_or(usual)
}

/// With commas in between; `none` for none.
fn parse(text: &str) -> Result<Vec<Network>, String> {
    let networks = text.split(',').map(str::trim).filter(|network| !network.is_empty() && *network != "none");
    networks.map(Network::parse).collect()
}

/// Who may be called by a server that is found at `origin` and listens here.
pub fn reach(settings: &ServerSettings, origin: &str) -> Reach {
    let uri: hyper::Uri = origin.parse().expect("an origin was checked when it was read");
    let usual = if uri.scheme_str() == Some("https") { 443 } else { 80 };
    let found = (uri.host().unwrap_or_default().to_owned(), uri.port_u16().unwrap_or(usual));
    let listens = (settings.listen.ip().to_string(), settings.listen.port());
    Reach::new(settings.webhook_networks.clone(), &[found, listens]).expect("both are hosts")
}
