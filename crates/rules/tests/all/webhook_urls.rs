//! Where webhooks may be sent: to no internal address, however it is spelled, and to every external one.

mod addresses;
mod networks;
mod properties;
mod rules_of_urls;
mod spellings;

use rules::account::Mode;
use rules::webhook_url::{IpNetwork, Reach, UrlFault, WebhookUrl};

/// Nothing but the public internet, and this service at `florin.example.com`.
fn public() -> Reach {
    Reach::new(Vec::new(), &[("florin.example.com".to_owned(), 443)]).expect("a host")
}

fn allowing(networks: &[&str]) -> Reach {
    let networks = networks.iter().map(|text| IpNetwork::parse(text).expect("a network"));
    Reach::new(networks.collect(), &[("florin.example.com".to_owned(), 443)]).expect("a host")
}

fn live(text: &str) -> Result<WebhookUrl, UrlFault> {
    WebhookUrl::parse(text, Mode::Live, &public())
}

fn test(text: &str) -> Result<WebhookUrl, UrlFault> {
    WebhookUrl::parse(text, Mode::Test, &public())
}
